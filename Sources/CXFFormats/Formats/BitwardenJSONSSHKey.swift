internal import CXFCrypto
internal import CredentialExchangeFormat

extension BitwardenItemReader {
  mutating func readSSHKey(_ content: SourceView?) {
    guard let content else { return }
    guard let view = content["privateKey"], let text = view.peek else {
      keepPublicParts(content, nil)
      return
    }
    let key: CXFCrypto.SSHKey
    do {
      key = try CXFCrypto.SSHKey(text: text.string)
    } catch {
      view.keep(
        as: .concealedString, label: BitwardenSSHKey.privateLabel, group: BitwardenGroup.sshKey, in: &item,
        .unreadableKey,
        "the SSH key \(BitwardenSSHKey.reason(error)); its text is kept as a concealed custom field")
      keepPublicParts(content, nil)
      return
    }
    let bytes = Text(Base64URL.encode(key.pkcs8))
    item.credentials.insert(
      .sshKey(
        CredentialExchangeFormat.SSHKey(
          keyType: Text(key.algorithm.name), privateKey: OpaqueBytes(key.pkcs8),
          keyComment: key.commentText.map { Text($0) })),
      at: 0)
    view.convert(to: "ssh-key.privateKey", as: bytes, .keyConverted, "the SSH key stands as PKCS #8")
    if BitwardenSSHKey.text(pkcs8: key.pkcs8, comment: key.commentText) != text {
      // Width and ends of lines, the older forms, a comment that is no text: only the text itself has them.
      item.appendCustomField(
        EditableField(fieldType: .concealedString, value: text, label: BitwardenSSHKey.privateLabel),
        group: BitwardenGroup.sshKey)
    }
    keepPublicParts(content, key)
  }

  private mutating func keepPublicParts(_ content: SourceView, _ key: CXFCrypto.SSHKey?) {
    BitwardenSSHKey.keepPublicParts(
      publicKey: content["publicKey"], fingerprint: content["keyFingerprint"], of: key, in: &item)
  }
}

/// How SSH keys stand in Bitwarden.
enum BitwardenSSHKey {
  static let privateLabel: Text = "Private key"
  static let publicLabel: Text = "Public key"
  static let fingerprintLabel: Text = "Fingerprint"

  /// The text of a private key: OpenSSH's format, or PKCS #8 for a key with attributes, which the former cannot hold.
  static func text(pkcs8: [UInt8], comment: String?) -> Text? {
    guard let key = try? CXFCrypto.SSHKey(pkcs8: pkcs8, comment: comment ?? "") else { return nil }
    if key.hasAttributes { return Text(key.pkcs8Text) }
    return (try? key.openSSHText()).map { Text($0) }
  }

  /// The public key without comment, as Bitwarden writes it.
  static func publicKey(_ key: CXFCrypto.SSHKey) -> String {
    var bare = key
    bare.comment = []
    return bare.publicKeyLine
  }

  /// Keeps public key and fingerprint: they come back from the private key; what does not is kept as a custom field.
  static func keepPublicParts(
    publicKey: SourceView?, fingerprint: SourceView?, of key: CXFCrypto.SSHKey?, in item: inout Item
  ) {
    let parts: [(view: SourceView?, label: Text, text: String?)] = [
      (publicKey, publicLabel, key.map(BitwardenSSHKey.publicKey)),
      (fingerprint, fingerprintLabel, key?.fingerprint),
    ]
    for part in parts {
      guard let view = part.view, let text = view.peek else { continue }
      if let key, let derived = part.text, Text(derived) == text {
        view.convert(
          to: "ssh-key.privateKey", as: Text(Base64URL.encode(key.pkcs8)), .keyConverted,
          "\(view.label) comes from the private key")
        continue
      }
      let isSameKey = part.text.map { text.string.utf8.starts(with: $0.utf8) } ?? true
      view.keep(
        as: .string, label: part.label, group: BitwardenGroup.sshKey, in: &item,
        isSameKey ? .keptAsCustomField : .foreignPublicKey,
        isSameKey
          ? "\(view.label) is kept as a custom field"
          : "\(view.label) does not belong to the private key beside it; it is kept as a custom field")
    }
  }

  /// Why a text is no key that can be carried over, for people.
  static func reason(_ error: SSHKeyError) -> String {
    switch error {
    case .encrypted: "is encrypted"
    case .noKey, .publicKeyOnly: "holds no private key"
    case .severalKeys: "is several keys"
    case .hardwareKey: "lives in a security key"
    case .putty, .sshCom, .openPGP: "is in the format of another program"
    case .unsupportedAlgorithm: "is of a kind that is not known here"
    case .tooLarge, .invalidBase64, .missingEndLine, .structure, .openSSH, .inconsistent, .crypto:
      "cannot be read"
    }
  }
}
