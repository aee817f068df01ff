/// Why a text or bytes give no SSH key that can be carried over.
///
/// No case holds anything of a key.
package enum SSHKeyError: Error, Equatable, Sendable {
  /// What hides a private key behind a passphrase.
  package enum Encryption: Sendable, Hashable {
    /// OpenSSH's own format with a cipher.
    case openSSH
    /// PKCS #8, encrypted.
    case pkcs8
    /// The older encryption of PEM bodies, `Proc-Type: 4,ENCRYPTED`.
    case pem
  }

  /// What is wrong with the bytes of OpenSSH's format.
  package enum OpenSSHFault: String, Sendable, Hashable {
    /// A length reaches beyond the data.
    case truncated = "openssh-truncated"
    /// Bytes follow where the structure is complete.
    case leftover = "openssh-leftover"
    /// The data do not begin with the format's name.
    case magic = "openssh-magic"
    /// Not exactly one key.
    case keyCount = "openssh-key-count"
    /// The two check numbers differ.
    case checkNumbers = "openssh-check-numbers"
    /// The padding does not count 1, 2, 3, …
    case padding = "openssh-padding"
    /// A number is negative.
    case negativeNumber = "openssh-negative-number"
    /// A field has not the length of its algorithm.
    case wrongLength = "openssh-wrong-length"
    /// A key names another curve than its algorithm.
    case curve = "openssh-curve"
    /// The public key in clear and the one beside the private key differ.
    case publicKeys = "openssh-public-keys"
  }

  /// There is nothing that looks like a key.
  case noKey
  /// There is a public key or a certificate, but no private key.
  case publicKeyOnly
  /// There are several different private keys.
  case severalKeys
  /// More bytes than `SSHKey.maximumByteCount`.
  case tooLarge
  /// The key is encrypted; its owner must decrypt it.
  case encrypted(Encryption)
  /// The key lives in a security key; the file is only a handle for it. The value is its SSH name.
  case hardwareKey(String)
  /// A PuTTY key file.
  case putty
  /// A key in the format of ssh.com.
  case sshCom
  /// An OpenPGP key.
  case openPGP
  /// A well-known kind of key that has no place here; the value is its usual name.
  case unsupportedAlgorithm(String)
  /// The body of a PEM block is not base64; the offset counts bytes of the input.
  case invalidBase64(offset: Int)
  /// A PEM block has no end line and its body is not readable; the offset is that of the begin line.
  case missingEndLine(offset: Int)
  /// The DER inside is not well formed. The offset in the error counts bytes after base64.
  case structure(DERError)
  /// The OpenSSH format inside is not well formed. The offset counts bytes after base64.
  case openSSH(OpenSSHFault, offset: Int)
  /// The private and the public numbers do not belong together.
  case inconsistent(KeyCheckError)
  /// The library failed.
  case crypto(CryptoError)
}
