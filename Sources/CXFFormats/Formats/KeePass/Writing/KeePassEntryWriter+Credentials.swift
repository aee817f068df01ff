internal import CXFCrypto
internal import CredentialExchangeFormat

extension KeePassEntryWriter {
  /// Writes all credentials but custom fields and files.
  mutating func writeCredentials() {
    var numbers: [Text: Int] = [:]
    var hasLogin = item.credentials.contains { if case .basicAuth = $0 { true } else { false } }
    for (index, view) in root.elements(Self.credentials).enumerated() {
      guard let type = view.peek("type"), let kind = KeePassNames.kinds[type] else { continue }
      let path: [Text] = [Self.credentials, Text(String(index))]
      let number = numbers[type, default: 0] + 1
      numbers[type] = number
      switch type {
      case "totp": writeCode(view, path)
      case "passkey" where number == 1: writePasskey(view, path)
      case "ssh-key" where number == 1: writeAgentKey(path)
      case "note" where number == 1: put(path + ["content", "value"], as: "Notes")
      case "generated-password" where !hasLogin:
        // Where there is no other password, programs look for one there.
        hasLogin = put(path + ["password"], as: "Password", isProtected: true)
      default: break
      }
      writeMembers(view, kind, path, number: number)
    }
  }

  /// Writes the members that have no place yet under names of their own.
  private mutating func writeMembers(
    _ view: SourceView, _ kind: KeePassNames.Kind, _ path: [Text], number: Int
  ) {
    guard !isPlaced(path) else { return }
    for member in kind.fields {
      guard let field = view[member] else { continue }
      put(
        path + [member, "value"], as: KeePassNames.field(kind, member, number: number),
        isProtected: field.peek("fieldType") == "concealed-string")
    }
    for member in kind.texts {
      put(
        path + [member], as: KeePassNames.field(kind, member, number: number),
        isProtected: kind.secrets.contains(member), form: kind.bytes.contains(member) ? .bytes : .text)
    }
  }

  // MARK: One-time codes

  /// KeePassXC's bounds.
  private static let digits = 1...10
  private static let period = 1...86_400

  /// Writes a code as the URI that KeePassXC reads, where it can be said so.
  private mutating func writeCode(_ view: SourceView, _ path: [Text]) {
    guard let secret = view.peek("secret") else { return }
    let members = OneTimeCode.Members(
      algorithm: view.peek("algorithm")?.string, digits: view.peek("digits")?.string,
      period: view.peek("period")?.string, issuer: view.peek("issuer")?.string,
      account: view.peek("username")?.string)
    guard let code = try? OneTimeCode(secretText: secret, encoding: .base32, members),
      code.cxfObstacle == nil,
      code.problems.allSatisfy({ !$0.mayChangeCodes }), Self.digits.contains(code.digits),
      Self.period.contains(code.period)
    else { return }
    let uri = code.otpauthURI()
    guard let back = try? OneTimeCode.parse(uri), back.secret == code.secret else { return }
    let key = add(freeCodeKey, uri, isProtected: true)
    note(path, in: key, .code, digest: KeePassKept.digest(uri))
    for name: Text in ["secret", "period", "digits", "algorithm", "username", "issuer"] {
      view[name]?.convert(
        to: "String", as: uri, .oneTimeCodeConverted, "\(name.string) is part of the code's text")
    }
  }

  /// `otp`, which programs look for, or the next of its kind.
  private var freeCodeKey: Text {
    guard !isFree("otp") else { return "otp" }
    var number = 1
    while !isFree(Text("otp_\(number)")) { number += 1 }
    return Text("otp_\(number)")
  }

  // MARK: Passkeys

  private mutating func writePasskey(_ view: SourceView, _ path: [Text]) {
    guard let id = view.peek("credentialId"), let keyText = view.peek("key"), !id.isEmpty,
      let key = Base64URL.decode(keyText.string), !key.isEmpty
    else { return }
    func write(_ member: Text, _ name: Text, isProtected: Bool, form: KeePassKept.Form, text: Text? = nil) {
      if !put(path + [member], as: name, isProtected: isProtected, form: form, text: text) {
        // All of them must be there.
        add(forOthers: name, "", isProtected: isProtected)
      }
    }
    write("username", KeePassPasskey.username[1], isProtected: false, form: .text)
    write("credentialId", KeePassPasskey.credentialID[1], isProtected: true, form: .bytes)
    write(
      "key", KeePassPasskey.privateKey[0], isProtected: true, form: .pem,
      text: Text(KeePassPasskey.pem(key)))
    write("rpId", KeePassPasskey.relyingParty[0], isProtected: false, form: .text)
    write("userHandle", KeePassPasskey.userHandle[0], isProtected: true, form: .bytes)
    guard options.addsPasskeyFlags else { return }
    // What other programs than KeePassXC have is synchronised; without the flags some of its versions say that it is not.
    for flag in KeePassPasskey.flags where !hasField(labelled: flag) { add(forOthers: flag, "1") }
  }

  private func hasField(labelled label: Text) -> Bool {
    item.credentials.contains {
      if case .customFields(let group) = $0 { group.fields.contains { $0.label == label } } else { false }
    }
  }

  // MARK: Addresses

  mutating func writeScope() {
    for index in (root.at(["scope"])?.elements("urls") ?? []).indices {
      let name: Text = index == 0 ? "URL" : index == 1 ? "KP2A_URL" : Text("KP2A_URL_\(index - 1)")
      put(["scope", "urls", Text(String(index))], as: name)
    }
    for index in (root.at(["scope"])?.elements("androidApps") ?? []).indices {
      let name: Text = index == 0 ? "AndroidApp" : Text("AndroidApp_\(index)")
      put(["scope", "androidApps", Text(String(index)), "bundleId"], as: name)
    }
  }

  // MARK: Custom fields

  mutating func writeCustomFields() {
    for (index, credential) in item.credentials.enumerated() {
      guard case .customFields(let group) = credential else { continue }
      for (place, field) in group.fields.enumerated() {
        let path: [Text] = [
          Self.credentials, Text(String(index)), "fields", Text(String(place)), "value",
        ]
        if writeSteamCode(field, path) || writeExpiry(field, path, of: group) { continue }
        let label = field.label ?? ""
        // What a reader could not understand of a passkey goes back to where it was.
        let isPasskeyPart =
          group.label == KeePassItem.passkeyGroup && KeePassPasskey.isMember(label) && isFree(label)
        put(
          path, as: KeePassNames.isReserved(label) && !isPasskeyPart ? Text("Field \(label.string)") : label,
          isProtected: field.fieldType == .concealedString, allowsEmpty: true)
        if let view = root.at(path.dropLast() + ["label"]), view.peek != nil {
          if content.fields.last?.key == label {
            _ = view.take(to: "String.Key")
          } else {
            view.convert(to: "CustomData", as: label, .keptInCustomData, KeePassKept.message(view))
          }
        }
      }
    }
  }

  private mutating func writeSteamCode(_ field: EditableField, _ path: [Text]) -> Bool {
    guard isFree("otp"),
      field.extensions.contains(where: { $0.name == Text(ToolkitExtension.oneTimeCode.rawValue) }),
      let code = try? OneTimeCode.parse(field.value), code.kind == .steam
    else { return false }
    let uri = code.otpauthURI(steam: .encoderParameter)
    let forms: [(KeePassKept.Form, Text?)] = [
      (.text, uri), (.steamType, code.otpauthURI()), (.steamURI, code.steamURI),
    ]
    guard let form = forms.first(where: { $0.1 == field.value })?.0 else { return false }
    return put(path, as: "otp", isProtected: true, form: form, text: uri)
  }

  /// An expiry that was read from an entry goes back there.
  private mutating func writeExpiry(_ field: EditableField, _ path: [Text], of group: CustomFields) -> Bool {
    guard group.label == nil, field.label == "Expires", field.fieldType == .string,
      let seconds = KeePassText.seconds(field.value), KeePassTimes.isExact(seconds),
      KeePassTimes.text(seconds) == field.value, setExpiry(seconds)
    else { return false }
    note(path, in: "ExpiryTime", .expiry)
    root.at(path)?.convert(
      to: "Times", as: field.value, .keptInKeePassForm, "when the entry expires stands as KeePass writes it")
    if let label = root.at(path.dropLast() + ["label"]) {
      label.convert(to: "Times", as: "Expires", .keptInKeePassForm, "the place says that it is the expiry")
    }
    return true
  }
}

extension KeePassPasskey {
  /// Whether the passkey may be, and is, in more than one place.
  static let flags: [Text] = ["KPEX_PASSKEY_FLAG_BE", "KPEX_PASSKEY_FLAG_BS"]

  /// A PKCS #8 key as programs of the family write it.
  static func pem(_ key: [UInt8]) -> String {
    var text = "-----BEGIN PRIVATE KEY-----\n"
    var line = Base64.encode(key).utf8[...]
    while !line.isEmpty {
      text += ASCIIBytes.text(line.prefix(64)) + "\n"
      line = line.dropFirst(64)
    }
    return text + "-----END PRIVATE KEY-----\n"
  }
}
