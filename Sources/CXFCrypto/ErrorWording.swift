// Every sentence of this target's errors, and the codes they go by. None quotes input.

extension CryptoError {
  /// A stable name of the kind of error.
  package var code: String { "crypto-failed" }

  /// What happened, in one sentence without full stop.
  package var message: String {
    let cause = reasons.last.map { ": \($0)" } ?? ""
    return "the cryptographic library failed in \(operation)\(cause)"
  }
}

extension DERError {
  /// What is wrong and where, in one sentence without full stop.
  package var message: String {
    let wanted = expected.map { ", \($0) is expected" } ?? ""
    let there = found.map { ", \($0) is there" } ?? ""
    return "\(code.summary)\(wanted)\(there) (byte \(offset))"
  }
}

extension KeyCheckError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .publicKeyMismatch: "key-public-mismatch"
    case .privateKeyOutOfRange: "key-out-of-range"
    case .inconsistentNumbers: "key-inconsistent"
    case .unsupported: "key-unsupported-algorithm"
    case .crypto(let error): error.code
    }
  }

  /// What is wrong, in one sentence without full stop.
  package var message: String {
    switch self {
    case .publicKeyMismatch: "the public key does not belong to the private key"
    case .privateKeyOutOfRange: "the private key is outside the range of its curve"
    case .inconsistentNumbers: "the numbers of the RSA key contradict each other"
    case .unsupported(let algorithm): "keys of this kind cannot be checked: \(algorithm)"
    case .crypto(let error): error.message
    }
  }
}

extension SSHKeyError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .noKey: "ssh-no-key"
    case .publicKeyOnly: "ssh-public-key-only"
    case .severalKeys: "ssh-several-keys"
    case .tooLarge: "ssh-too-large"
    case .encrypted: "ssh-encrypted"
    case .hardwareKey: "ssh-hardware-key"
    case .putty: "ssh-putty"
    case .sshCom: "ssh-com"
    case .openPGP: "ssh-openpgp"
    case .unsupportedAlgorithm: "ssh-unsupported-algorithm"
    case .invalidBase64: "ssh-invalid-base64"
    case .missingEndLine: "ssh-missing-end-line"
    case .structure(let error): error.code.name
    case .openSSH(let fault, _): fault.rawValue
    case .inconsistent(let error): error.code
    case .crypto(let error): error.code
    }
  }

  /// What is wrong, in one sentence without full stop.
  package var message: String {
    switch self {
    case .noKey: "there is no SSH key in the text"
    case .publicKeyOnly: "there is only a public key or a certificate, no private key"
    case .severalKeys: "there are several different private keys in one text"
    case .tooLarge: "the text is longer than an SSH key can be (\(SSHKey.maximumByteCount) bytes)"
    case .encrypted(let encryption):
      "an encrypted private key cannot be converted: \(encryption.wording)"
    case .hardwareKey(let name):
      "a key that lives in a security key cannot be converted: \(name)"
    case .putty: "a PuTTY key file cannot be converted"
    case .sshCom: "a key in the format of ssh.com cannot be converted"
    case .openPGP: "an OpenPGP key is no SSH key"
    case .unsupportedAlgorithm(let name): "keys of this kind cannot be converted: \(name)"
    case .invalidBase64(let offset): "the key is not valid base64 (byte \(offset))"
    case .missingEndLine(let offset): "the end line is missing after the begin line at byte \(offset)"
    case .structure(let error): error.message
    case .openSSH(let fault, let offset): "\(fault.wording) (byte \(offset))"
    case .inconsistent(let error): error.message
    case .crypto(let error): error.message
    }
  }

  /// What the user can do about it, where there is something.
  package var hint: String? {
    switch self {
    case .encrypted(.openSSH): "remove the passphrase from a copy with ssh-keygen -p -N '' -f KEY"
    case .encrypted(.pkcs8), .encrypted(.pem): "decrypt a copy with openssl pkey -in KEY -out COPY"
    case .hardwareKey: "make a new handle on the device with ssh-keygen -K, or keep the file as an attachment"
    case .putty: "convert a copy with puttygen KEY.ppk -O private-openssh -o KEY"
    case .sshCom: "convert a copy with ssh-keygen -i -f KEY"
    case .noKey, .publicKeyOnly, .severalKeys, .tooLarge, .openPGP, .unsupportedAlgorithm, .invalidBase64,
      .missingEndLine, .structure, .openSSH, .inconsistent, .crypto:
      nil
    }
  }
}

extension SSHKeyError.Encryption {
  fileprivate var wording: String {
    switch self {
    case .openSSH: "OpenSSH key with a passphrase"
    case .pkcs8: "PKCS #8 key with a passphrase"
    case .pem: "PEM key with a passphrase"
    }
  }
}

extension SSHKeyError.OpenSSHFault {
  fileprivate var wording: String {
    switch self {
    case .truncated: "the OpenSSH key ends before it is complete"
    case .leftover: "there are bytes after the end of the OpenSSH key"
    case .magic: "the data are not in OpenSSH's format"
    case .keyCount: "the OpenSSH file does not hold exactly one key"
    case .checkNumbers: "the check numbers of the OpenSSH key differ"
    case .padding: "the padding of the OpenSSH key is wrong"
    case .negativeNumber: "a number of the OpenSSH key is negative"
    case .wrongLength: "a field of the OpenSSH key has the wrong length"
    case .curve: "the OpenSSH key names another curve than its kind"
    case .publicKeys: "the two public keys in the OpenSSH file differ"
    }
  }
}
