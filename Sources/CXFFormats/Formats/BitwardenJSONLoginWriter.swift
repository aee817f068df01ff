internal import CXFCrypto
internal import CredentialExchangeFormat

extension BitwardenItemWriter {
  mutating func writeLogins() {
    let logins = credentials("basic-auth")
    let passkeys = credentials("passkey")
    let codes = credentials("totp")
    let foreignCodes = foreignCodes
    let hasAddress =
      root["scope"].map { !$0.elements("urls").isEmpty || !$0.elements("androidApps").isEmpty } ?? false
    let isOther = hasOtherKind
    guard
      !logins.isEmpty || !passkeys.isEmpty || !codes.isEmpty
        || (!isOther && (hasAddress || !foreignCodes.isEmpty))
    else { return }
    let addresses = writeAddresses()
    for index in 0..<max(1, logins.count) {
      var entry = BitwardenEntry(.login)
      entry.login?.addresses = addresses
      if logins.indices.contains(index) {
        entry.login?.username = logins[index]["username"]?.take("value", to: "login.username")
        entry.login?.password = logins[index]["password"]?.take("value", to: "login.password")
      }
      entries.append(entry)
    }
    for view in passkeys {
      let members = passkey(view)
      entries[0].login?.passkeys.append(members)
    }
    var totp: Text?
    for code in codes {
      guard let text = writeCode(code) else { continue }
      if totp == nil {
        totp = text
      } else {
        extraFields.append(BitwardenEntry.Field(name: "One-time code", value: text, type: 1))
      }
    }
    if totp == nil, let field = foreignCodes.first { totp = writeForeignCode(field) }
    entries[0].login?.totp = totp
  }

  private var hasOtherKind: Bool {
    let types: Set<Text> = [
      "credit-card", "ssh-key", "person-name", "address", "passport", "drivers-license", "identity-document",
    ]
    return credentials.contains { $0.peek("type").map(types.contains) ?? false }
  }

  // MARK: Addresses

  /// Lists the addresses of the scope, with their rules where the extension has some.
  ///
  /// Rules for other addresses are no addresses of the item: a file could make a program fill in the password on a
  /// site that nobody sees in its scope. Nothing takes them here, so they become custom fields.
  private mutating func writeAddresses() -> [(address: Text, match: Text?)] {
    let scope = root["scope"]
    let urls = scope?.elements("urls") ?? []
    let apps = scope?.elements("androidApps") ?? []
    var listed: [(address: Text, match: Text?)] = []
    var packages: Set<Text> = []
    let scopeURLs = Set(urls.compactMap(\.peek))
    let scopePackages = Set(apps.compactMap { $0.peek("bundleId") })
    var outside = 0
    for entry in ToolkitExtension.matchRules.view(in: root)?.elements("addresses") ?? [] {
      guard let view = entry["url"], let text = view.peek, view.kind == .string else { continue }
      let address = ServiceAddress(text.string)
      var package: Text?
      if case .androidApp(let app) = address.kind { package = Text(app.package) }
      guard !address.isAbsent, scopeURLs.contains(text) || package.map(scopePackages.contains) == true else {
        outside += 1
        continue
      }
      view.convert(to: "login.uris.uri", as: text, .keptInExtension, "the address that a rule belongs to")
      if let package { packages.insert(package) }
      listed.append((text, entry.take("match", to: "login.uris.match")))
    }
    if outside > 0 {
      findings.append(
        report(
          .matchRuleOutsideScope,
          "\(outside) addresses with rules for matching are not in the item's scope; they stand in custom fields",
          .converted))
    }
    let known = Set(listed.map(\.address))
    for view in urls {
      if let text = view.peek, !known.contains(text), ServiceAddress(text.string).isAbsent {
        // Bitwarden would read it as no address at all.
        addField(view, named: "Website", type: 0)
        continue
      }
      guard let text = view.take(to: "login.uris.uri"), !known.contains(text) else { continue }
      listed.append((text, nil))
    }
    for app in apps {
      guard let view = app["bundleId"], let text = view.peek, let uri = AndroidApp(package: text.string)?.uri
      else {
        continue
      }
      view.convert(to: "login.uris.uri", as: Text(uri), .androidAppAddress, "the app stands as an address")
      if !packages.contains(text) { listed.append((Text(uri), nil)) }
    }
    return listed
  }

  /// Where there is no login, addresses are custom fields.
  mutating func keepScope() {
    for url in root["scope"]?.elements("urls") ?? [] { addField(url, named: "Website", type: 0) }
    for app in root["scope"]?.elements("androidApps") ?? [] {
      if let package = app["bundleId"] { addField(package, named: "Android app", type: 0) }
    }
  }

  // MARK: Passkeys

  private mutating func passkey(_ view: SourceView) -> [(name: String, value: Text?)] {
    let idText = view.peek("credentialId")
    // Passkeys may have the same id; each entry belongs to one of them, in order.
    let extras = ToolkitExtension.passkeys.view(in: root)?.elements("passkeys").first {
      idText != nil && $0.peek("credentialId") == idText && $0["credentialId"]?.isTaken == false
    }
    let id = idText.flatMap { Base64URL.decode($0.string) } ?? []
    let spelled = Text(BitwardenID.uuid(id) ?? "b64." + Base64URL.encode(id))
    for owner in [view, extras] {
      owner?["credentialId"]?.convert(
        to: "login.fido2Credentials.credentialId", as: spelled, .bytesRespelled,
        "the credential id stands as Bitwarden spells it")
    }
    func member(_ name: Text, _ wire: String) -> (name: String, value: Text?) {
      (wire, view.take(name, to: Place("login.fido2Credentials." + wire)))
    }
    func extra(_ name: Text, _ fallback: Text?) -> (name: String, value: Text?) {
      (name.string, extras?.take(name, to: Place("login.fido2Credentials." + name.string)) ?? fallback)
    }
    let kind = keyKind(view)
    let moment = item.createdAt?.secondsSince1970 ?? timestamp
    return [
      ("credentialId", spelled), ("keyType", "public-key"), ("keyAlgorithm", kind.algorithm),
      ("keyCurve", kind.curve),
      member("key", "keyValue"), member("rpId", "rpId"), member("userHandle", "userHandle"),
      member("username", "userName"), extra("counter", "0"), extra("rpName", nil),
      member("userDisplayName", "userDisplayName"), extra("discoverable", "true"),
      extra("creationDate", DateText.rfc3339(moment).map { Text($0) }),
    ]
  }

  private mutating func keyKind(_ view: SourceView) -> (algorithm: Text, curve: Text) {
    let info = view.peek("key").flatMap { Base64URL.decode($0.string) }.flatMap {
      try? PrivateKeyInfo(der: $0)
    }
    if info?.algorithm == .ec(.p256) { return ("ECDSA", "P-256") }
    findings.append(
      report(
        .doubtfulPasskeyKey, field: view.label,
        "Bitwarden signs with P-256 keys only, and the key of this passkey is none; it may not work there",
        .kept))
    return info?.algorithm == .ed25519 ? ("EdDSA", "Ed25519") : ("ECDSA", "P-256")
  }

  // MARK: One-time codes

  /// The text of a code: the bare secret when that says all, else a URI. Nil when it would not be read as the same.
  private func writeCode(_ view: SourceView) -> Text? {
    guard let secretView = view["secret"], let secret = secretView.peek else { return nil }
    let members = OneTimeCode.Members(
      algorithm: view.peek("algorithm")?.string, digits: view.peek("digits")?.string,
      period: view.peek("period")?.string, issuer: view.peek("issuer")?.string,
      account: view.peek("username")?.string)
    guard let code = try? OneTimeCode(secretText: secret, encoding: .base32, members), code.problems.isEmpty
    else {
      return nil
    }
    var text = code.bareSecretSuffices ? code.base32Secret : code.otpauthURI()
    guard let back = try? OneTimeCode.parse(text), back.says(code) else { return nil }
    if let original = exportedCode(of: code) { text = original }
    if text == secret {
      _ = secretView.take(to: "login.totp")
    } else {
      secretView.convert(
        to: "login.totp", as: text, .oneTimeCodeConverted, "the code stands in Bitwarden's form")
    }
    for name: Text in ["period", "digits", "algorithm", "username", "issuer"] {
      view[name]?.convert(
        to: "login.totp", as: text, .oneTimeCodeConverted, "\(name.string) is part of the code's text")
    }
    return text
  }

  /// The text that a reader kept beside a code, when it still says the same code; its field is not written then.
  private func exportedCode(of code: OneTimeCode) -> Text? {
    for group in credentials("custom-fields") {
      for field in group.elements("fields") where field.peek("label") == "One-time code as exported" {
        guard let view = field["value"], let text = view.peek, !view.isTaken,
          let original = try? OneTimeCode.parse(text),
          original.says(code)
        else { continue }
        field["label"]?.convert(
          to: "login.totp", as: text, .oneTimeCodeConverted, "the code's own text stands in its place")
        return view.take(to: "login.totp")
      }
    }
    return nil
  }

  /// Fields with codes that CXF cannot say.
  private var foreignCodes: [SourceView] {
    credentials("custom-fields").flatMap { $0.elements("fields") }.filter {
      ToolkitExtension.oneTimeCode.view(in: $0) != nil && $0["value"]?.peek != nil
    }
  }

  /// The labels that reading gives such fields.
  private static let codeLabels: Set<Text> = ["One-time code", "Steam code"]

  private func writeForeignCode(_ field: SourceView) -> Text? {
    guard let view = field["value"], let raw = view.peek else { return nil }
    let text = (try? OneTimeCode.parse(raw))?.steamURI ?? raw
    if text == raw {
      _ = view.take(to: "login.totp")
    } else {
      view.convert(
        to: "login.totp", as: text, .oneTimeCodeConverted, "the Steam code in Bitwarden's spelling")
    }
    // A label of the user's own says more than the place: it is left for a custom field.
    let label = field["label"].flatMap { Self.codeLabels.contains($0.text) ? $0 : nil }
    for mark in [label, ToolkitExtension.oneTimeCode.view(in: field)?["kind"]] {
      mark?.convert(
        to: "login.totp", as: text, .oneTimeCodeConverted, "the place says that it is a one-time code")
    }
    return text
  }
}

extension OneTimeCode {
  /// Whether another code has the same key and parameters, and the same names.
  fileprivate func says(_ other: OneTimeCode) -> Bool {
    kind == other.kind && secret == other.secret && algorithm == other.algorithm && digits == other.digits
      && period == other.period && issuer == other.issuer && account == other.account
  }
}

extension ServiceAddress {
  /// Whether a reader takes the text for "no address".
  fileprivate var isAbsent: Bool { kind == .placeholder || kind == .empty }
}
