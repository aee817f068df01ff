/// The kinds of SSH key that cannot be carried in PKCS #8, by their names.
enum ForeignSSHAlgorithm {
  private static let hardware = ["sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com"]

  private static let others = [
    "ssh-dss": "DSA",
    "ssh-ed448": "Ed448",
    "ssh-xmss@openssh.com": "XMSS",
  ]

  /// Returns the error for a key of that name. A name that is not known is not repeated: in a damaged key
  /// those bytes may be anything.
  static func error(for name: ArraySlice<UInt8>) -> SSHKeyError {
    if let known = hardware.first(where: { name.elementsEqual($0.utf8) }) { return .hardwareKey(known) }
    if let known = others.first(where: { name.elementsEqual($0.key.utf8) }) {
      return .unsupportedAlgorithm(known.value)
    }
    return .unsupportedAlgorithm("unknown")
  }
}
