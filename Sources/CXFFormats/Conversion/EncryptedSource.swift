package import CXFCrypto
package import CredentialExchangeFormat

/// What encrypted exports of all products have in common: how it is said that they need a passphrase, and got the wrong one.
package struct EncryptedSource {
  /// The file as the user named it.
  package let file: String
  /// What it is, with an article: `a protected export of Bitwarden`.
  package let subject: String

  /// Creates the value.
  package init(_ file: SourceFile, _ subject: String) {
    self.file = file.name
    self.subject = subject
  }

  /// Returns the passphrase.
  ///
  /// - Throws: `FormatError.Kind.passphraseNeeded` where none was given yet.
  package func passphrase(_ options: ReadOptions) throws(FormatError) -> SourcePassphrase {
    if let passphrase = options.passphrase { return passphrase }
    throw error(
      .passphraseNeeded, .passwordNeeded, "this is \(subject), which opens with its password",
      hint: "--source-passphrase-file names a file with it, or leave --no-input out to be asked")
  }

  /// The passphrase is another one.
  package var wrongPassword: FormatError {
    error(
      .wrongPassphrase, .wrongPassword, "the password does not open this: it is \(subject)",
      hint: "check the password: case, blanks at its ends, and which account it belongs to")
  }

  /// The passphrase is right, or cannot be tried, and what it protects is damaged.
  package func damaged(_ what: String) -> FormatError {
    error(
      .damaged, .encryptedDataDamaged, "this is \(subject), and it is damaged: \(what)",
      hint: "export it again; it was cut off or altered")
  }

  /// It is encrypted in a way that cannot be opened here.
  package func unsupported(_ what: String, hint: String) -> FormatError {
    error(.unsupportedEncryption, .encryptionUnsupported, "this is \(subject): \(what)", hint: hint)
  }

  /// Returns the key that the passphrase gives by what the file asks for.
  ///
  /// - Throws: `FormatError` where that is more work than is allowed.
  package func key(
    _ options: ReadOptions, salt: [UInt8], _ hash: PasswordHash, count: Int
  ) throws(FormatError) -> SecretBytes {
    let passphrase = try passphrase(options)
    do throws(KeyDerivationError) {
      return try options.derivationLimit.derive(passphrase.bytes, salt: salt, hash, count: count)
    } catch {
      switch error {
      case .refused(let what):
        throw self.error(
          .unsupportedEncryption, .derivationRefused, "opening \(subject) is refused: \(what)",
          hint: "if you trust the file, --kdf-limit allows more")
      case .malformed, .passphrase:
        throw damaged("the parameters of its key are none")
      }
    }
  }

  /// Does something that a cryptographic library may fail at.
  package func withLibrary<Result>(
    _ body: () throws(CryptoError) -> Result
  ) throws(FormatError) -> Result {
    do throws(CryptoError) {
      return try body()
    } catch {
      throw self.error(
        .unsupportedEncryption, .encryptionUnsupported,
        "\(subject) cannot be opened: \(error.operation) fails", hint: nil)
    }
  }

  /// An error about the file, for what formats say of their own.
  func error(_ kind: FormatError.Kind, _ code: FindingCode, _ message: String, hint: String?) -> FormatError {
    FormatError(kind, Finding(code, file: file, message: message, action: .failed), hint: hint)
  }
}

extension FindingCode {
  /// The file is encrypted with a password.
  package static let passwordNeeded = FindingCode("password-needed", .error)
  /// The password does not open the file.
  package static let wrongPassword = FindingCode("wrong-password", .error)
  /// What the password protects is not as it was written.
  package static let encryptedDataDamaged = FindingCode("encrypted-data-damaged", .error)
  /// The file is encrypted in a way that is not known here.
  package static let encryptionUnsupported = FindingCode("encryption-unsupported", .error)
  /// The file asks for more work to make its key than is allowed.
  package static let derivationRefused = FindingCode("key-derivation-refused", .error)
}
