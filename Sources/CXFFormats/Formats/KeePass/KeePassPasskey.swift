internal import CXFCrypto
internal import CredentialExchangeFormat

/// How programs of the KeePass family keep a passkey: in fields of an entry.
enum KeePassPasskey {
  /// Names of each part; an older one in front, which wins where it is there.
  static let username: [Text] = ["KPXC_PASSKEY_USERNAME", "KPEX_PASSKEY_USERNAME"]
  static let credentialID: [Text] = ["KPEX_PASSKEY_GENERATED_USER_ID", "KPEX_PASSKEY_CREDENTIAL_ID"]
  static let privateKey: [Text] = ["KPEX_PASSKEY_PRIVATE_KEY_PEM"]
  static let relyingParty: [Text] = ["KPEX_PASSKEY_RELYING_PARTY"]
  static let userHandle: [Text] = ["KPEX_PASSKEY_USER_HANDLE"]

  /// Whether a field of that name is about a passkey.
  static func isMember(_ key: Text) -> Bool {
    ["KPEX_PASSKEY", "KPXC_PASSKEY"].contains { key.utf8.starts(with: $0.utf8) }
  }

  /// The bytes in a block of PEM that holds an unencrypted PKCS #8 key.
  static func key(pem text: Text) -> [UInt8]? {
    let lines = CellText.lines(of: text.string).map { ASCIIBytes.text(ASCIIBytes.trimmed($0)) }
    guard let begin = lines.firstIndex(of: "-----BEGIN PRIVATE KEY-----"),
      let end = lines[begin...].firstIndex(of: "-----END PRIVATE KEY-----")
    else { return nil }
    let body = lines[(begin + 1)..<end].flatMap { $0.utf8.filter { !ASCIIBytes.isBlank($0) } }
    guard let bytes = Base64Text.decode(body), !bytes.isEmpty else { return nil }
    return bytes
  }
}

extension KeePassItem {
  /// Takes the passkey, if the entry has a whole one; other fields about passkeys stay custom fields.
  mutating func readPasskey() {
    let entry = entry
    let fields = entry.fields.filter { KeePassPasskey.isMember($0.key) }
    guard !fields.isEmpty else { return }
    func field(_ names: [Text]) -> KeePassEntry.Field? {
      names.compactMap { entry[$0] }.first { !$0.raw.isEmpty }
    }
    if let idField = field(KeePassPasskey.credentialID), let keyField = field(KeePassPasskey.privateKey) {
      let id = idField.valueView.peek.flatMap { Base64Text.decode($0.utf8) } ?? []
      let key = keyField.valueView.peek.flatMap { KeePassPasskey.key(pem: $0) }
      if let key, !id.isEmpty {
        take(id: id, idField, key: key, keyField, field)
      } else {
        builder.findings.append(
          builder.finding(
            id.isEmpty ? .invalidCredentialID : .invalidPasskeyKey,
            "\(id.isEmpty ? "the credential id" : "the private key") of a passkey cannot be read; the passkey is "
              + "kept as custom fields and works nowhere", .converted,
            field: id.isEmpty ? idField.key.string : keyField.key.string))
      }
    } else if field(KeePassPasskey.relyingParty) != nil {
      builder.findings.append(
        builder.finding(
          .invalidPasskeyKey,
          "a passkey lacks its credential id or its private key; it is kept as custom fields",
          .converted, field: KeePassPasskey.relyingParty[0].string))
    }
    for field in fields where field.isOpen {
      keep(field, group: Self.passkeyGroup)
    }
  }

  private mutating func take(
    id: [UInt8], _ idField: KeePassEntry.Field, key: [UInt8], _ keyField: KeePassEntry.Field,
    _ field: ([Text]) -> KeePassEntry.Field?
  ) {
    var passkey = Passkey(credentialID: OpaqueBytes(id), key: OpaqueBytes(key))
    idField.keyView?.markStructure()
    idField.valueView.takeBytes(id, to: "passkey.credentialId")
    keyField.keyView?.markStructure()
    keyField.valueView.convert(
      to: "passkey.key", as: Text(Base64URL.encode(key)), .keyConverted, "the passkey's key stands as PKCS #8"
    )
    if let handle = field(KeePassPasskey.userHandle),
      let bytes = handle.valueView.peek.flatMap({ Base64Text.decode($0.utf8) })
    {
      handle.keyView?.markStructure()
      handle.valueView.takeBytes(bytes, to: "passkey.userHandle")
      passkey.userHandle = OpaqueBytes(bytes)
    }
    if let field = field(KeePassPasskey.relyingParty) {
      field.keyView?.markStructure()
      passkey.rpID = field.valueView.take(to: "passkey.rpId") ?? ""
    }
    if let field = field(KeePassPasskey.username) {
      field.keyView?.markStructure()
      passkey.username = field.valueView.take(to: "passkey.username") ?? ""
    }
    builder.item.credentials.append(.passkey(passkey))
    do {
      _ = try PrivateKeyInfo(der: key)
    } catch {
      builder.findings.append(
        builder.finding(
          .doubtfulPasskeyKey, "the private key is no well-formed PKCS #8 (\(error.code.name)); it is kept",
          .kept,
          field: keyField.key.string))
    }
  }
}
