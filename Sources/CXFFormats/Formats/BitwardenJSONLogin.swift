internal import CXFCrypto
internal import CredentialExchangeFormat

extension BitwardenItemReader {
  mutating func readLogin(_ content: SourceView?) {
    var login = BasicAuth()
    if let content {
      login.username = content["username"]?.field(.string, at: "basic-auth.username")
      login.password = secret(content["password"], at: "basic-auth.password", called: "password", in: &item)
      readAddresses(content)
      var collected: [Finding] = []
      content["totp"]?.takeOneTimeCode(into: &item) { collected.append($0) }
      findings += collected
      readPasskeys(content.elements("fido2Credentials"))
    }
    let says = item.credentials.contains { credential in
      switch credential {
      case .totp, .passkey: true
      default: false
      }
    }
    // An empty login is still a login.
    if login.username != nil || login.password != nil || !says {
      item.credentials.insert(.basicAuth(login), at: 0)
    }
  }

  // MARK: Addresses

  /// Takes the addresses in order.
  ///
  /// CXF has no rules for matching and keeps apps apart from URLs. Where that, or an address that is there twice, is
  /// not all, the whole list stands in an extension as well, with Bitwarden's own numbers for the rules. The numbers
  /// are carried byte for byte, so the report says it once for the item and not for each of them.
  private mutating func readAddresses(_ content: SourceView) {
    var views = content.elements("uris")
    if let old = content["uri"] { views.append(old) }
    var listed: [(address: Text, match: SourceView?)] = []
    var rules = 0
    for view in views {
      let address = view.kind == .string ? view : view["uri"]
      let match = view.kind == .object ? view["match"] : nil
      guard let address, let text = address.peek, address.kind == .string else {
        match?.noteAbsent(.defaultValue, "a rule without an address")
        continue
      }
      let kind = address.takeAddress(into: &item)?.kind
      if kind == .placeholder || kind == .empty {
        match?.noteAbsent(.defaultValue, "a rule for a text that means no address")
        continue
      }
      if match?.take(to: ToolkitExtension.matchRules.place("addresses.match")) != nil { rules += 1 }
      listed.append((text, match))
    }
    let scope = item.scope
    let plain =
      (scope?.urls ?? []) + (scope?.androidApps ?? []).map { Text("androidapp://" + $0.bundleID.string) }
    guard rules > 0 || plain != listed.map(\.address) else { return }
    item.extensions.append(
      ToolkitExtension.matchRules.make { writer in
        writer.name("addresses")
        writer.beginArray()
        for entry in listed {
          writer.element()
          writer.beginObject()
          writer.name("url")
          writer.string(entry.address)
          if let match = entry.match, let text = match.peek {
            writer.name("match")
            if match.kind == .string { writer.string(text) } else { writer.fragment(Array(text.utf8)) }
          }
          writer.endObject()
        }
        writer.endArray()
      })
    if rules > 0 {
      report(
        .matchRulesKept, at: content["uris"] ?? content,
        "\(rules) addresses have rules for matching, which CXF has no place for; they stand in an extension",
        .converted)
    }
  }

  // MARK: Passkeys

  private static let extraMembers: [Text] = ["rpName", "discoverable", "creationDate", "counter"]

  private mutating func readPasskeys(_ views: [SourceView]) {
    var all: [PasskeyExtras] = []
    for view in views {
      guard let (passkey, id) = readPasskey(view) else { continue }
      item.credentials.append(.passkey(passkey))
      var extras = PasskeyExtras(credentialID: id)
      for name in Self.extraMembers {
        if let member = view[name] { extras.take(member, as: name.string) }
      }
      all.append(extras)
    }
    if let content = PasskeyExtras.content(all) { item.extensions.append(content) }
  }

  /// Reads one passkey. Without a credential id or key it is none: what it had stays as custom fields.
  private mutating func readPasskey(_ view: SourceView) -> (Passkey, id: [UInt8])? {
    let idView = view["credentialId"]
    guard let idText = idView?.peek, let id = Self.credentialID(idText) else {
      idView?.keep(
        as: .concealedString, label: "Passkey credential ID", in: &item, .invalidCredentialID,
        "the credential id of a passkey cannot be read; the passkey is kept as custom fields and works nowhere"
      )
      if idView?.peek == nil {
        report(
          .invalidCredentialID, at: view, "a passkey has no credential id; it is kept as custom fields",
          .converted)
      }
      return nil
    }
    let keyView = view["keyValue"]
    guard let keyText = keyView?.peek, let key = Base64URL.decode(keyText.string), !key.isEmpty else {
      keyView?.keep(
        as: .concealedString, label: "Passkey private key", in: &item, .invalidPasskeyKey,
        "the private key of a passkey cannot be read; the passkey is kept as custom fields and works nowhere")
      if keyView?.peek == nil {
        report(
          .invalidPasskeyKey, at: view, "a passkey has no private key; it is kept as custom fields",
          .converted)
      }
      return nil
    }
    idView?.convert(
      to: "passkey.credentialId", as: Text(Base64URL.encode(id)), .bytesRespelled,
      "the credential id stands in base64url")
    keyView?.takeBytes(key, to: "passkey.key")
    checkKey(key, view)
    var passkey = Passkey(credentialID: OpaqueBytes(id), key: OpaqueBytes(key))
    if let handle = view["userHandle"], let text = handle.peek, let bytes = Base64URL.decode(text.string) {
      handle.takeBytes(bytes, to: "passkey.userHandle")
      passkey.userHandle = OpaqueBytes(bytes)
    }
    passkey.rpID = view.take("rpId", to: "passkey.rpId") ?? ""
    passkey.username = view.take("userName", to: "passkey.username") ?? ""
    passkey.userDisplayName = view.take("userDisplayName", to: "passkey.userDisplayName") ?? ""
    return (passkey, id)
  }

  /// The bytes that Bitwarden's spelling of a credential id means: a UUID, or `b64.` and base64url.
  static func credentialID(_ text: Text) -> [UInt8]? {
    if let bytes = BitwardenID.bytes(uuid: text) { return bytes }
    guard text.utf8.starts(with: "b64.".utf8),
      let bytes = Base64URL.decode(String(decoding: text.utf8.dropFirst(4), as: UTF8.self)), !bytes.isEmpty
    else { return nil }
    return bytes
  }

  private mutating func checkKey(_ key: [UInt8], _ view: SourceView) {
    do {
      let info = try PrivateKeyInfo(der: key)
      let tags: [(name: Text, expected: Text)] = [
        ("keyType", "public-key"), ("keyAlgorithm", "ECDSA"), ("keyCurve", "P-256"),
      ]
      let isUsual = tags.allSatisfy { tag in view.peek(tag.name).map { $0 == tag.expected } ?? true }
      guard info.algorithm != .ec(.p256) || !isUsual else { return }
      report(
        .doubtfulPasskeyKey, at: view,
        "the passkey's key is not the P-256 key that Bitwarden makes; it is kept as it is",
        .kept)
    } catch {
      report(
        .doubtfulPasskeyKey, at: view,
        "the private key is no well-formed PKCS #8 (\(error.code.name)); it is kept",
        .kept)
    }
  }
}

extension SourceView {
  /// Takes bytes in base64url; another spelling of the same bytes is a repair.
  func takeBytes(_ bytes: [UInt8], to place: Place) {
    let text = Text(Base64URL.encode(bytes))
    if peek == text {
      _ = take(to: place)
    } else {
      repair(to: place, as: text, .bytesRespelled, "\(label) stands in base64url without padding")
    }
  }
}
