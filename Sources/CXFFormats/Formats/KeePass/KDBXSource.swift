internal import CXFCrypto
internal import CXFKeePass
package import CredentialExchangeFormat

/// Opens a database of KeePass with what a person gives, and says why it does not open.
struct KDBXSource {
  private let file: SourceFile
  private let source: EncryptedSource

  init(_ file: SourceFile) {
    self.file = file
    source = EncryptedSource(file, "a database of KeePass")
  }

  /// - Throws: `FormatError`.
  func open(_ options: ReadOptions) throws(FormatError) -> KDBXDatabase {
    // What cannot be opened with any key is said before one is asked for.
    do throws(KDBXError) {
      try KDBXDatabase.checkHeader(file.bytes)
    } catch {
      throw failure(error, options)
    }
    let keys = try keys(options)
    do throws(KDBXError) {
      return try KDBXDatabase.open(
        file.bytes, keys: keys, limits: KDBXLimits(derivation: options.derivationLimit))
    } catch {
      throw failure(error, options)
    }
  }

  private func keys(_ options: ReadOptions) throws(FormatError) -> [KDBXKey] {
    var parts: [KDBXKeyPart] = []
    if let keyFile = options.keyFile {
      do throws(KDBXKeyFileError) {
        parts.append(try .keyFile(keyFile.bytes.withUnsafeBytes { Array($0) }))
      } catch {
        throw source.error(
          .wrongPassphrase, .keyFileUnusable, "the key file '\(keyFile.name)' gives no key: \(error.words)",
          hint: "take another copy of it; nothing else opens the database")
      }
    }
    if !options.hasNoPassphrase || parts.isEmpty {
      let passphrase = try source.passphrase(options)
      parts.append(try source.withLibrary { () throws(CryptoError) in try .passphrase(passphrase.bytes) })
    }
    return try source.withLibrary { () throws(CryptoError) in try KDBXKey.candidates(parts) }
  }

  /// Why it does not open, for people.
  func failure(_ error: KDBXError, _ options: ReadOptions) -> FormatError {
    let message = "this is a database of KeePass, and \(error.words)"
    switch error {
    case .wrongKey:
      let keyFile =
        options.keyFile == nil
        ? "if it has a key file, --key-file names it" : "check that it is the right key file"
      return source.error(
        .wrongPassphrase, .wrongPassword, message,
        hint:
          "check the passphrase; \(keyFile); a security key or an account of Windows as a part of the key "
          + "cannot be used here: take that part off in its program")
    case .damaged:
      return source.error(
        .damaged, .encryptedDataDamaged, message,
        hint: "take another copy of it; this one was cut off or altered")
    case .keePass1:
      return source.error(
        .unsupportedEncryption, .encryptionUnsupported,
        "this is a database of KeePass 1, which is not read here",
        hint: "open it in KeePassXC (Import) or KeePass 2 (File > Import), and save it as a .kdbx")
    case .unsupported(.twofishLibrary):
      return source.error(
        .unsupportedEncryption, .encryptionUnsupported, message,
        hint: "install the package \(Twofish.packageName), or choose another cipher in its program")
    case .limit(.derivation(let what)):
      return source.error(
        .unsupportedEncryption, .derivationRefused, "opening a database of KeePass is refused: \(what)",
        hint: "if you trust the file, --kdf-limit allows more")
    case .notKDBX, .version, .unsupported, .limit, .crypto, .notAsWritten:
      return source.error(
        .unsupportedEncryption, .encryptionUnsupported, message,
        hint: "open it in its program, and export it as XML")
    }
  }

  static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes) }
}

extension FindingCode {
  /// The key file is none, or damaged.
  package static let keyFileUnusable = FindingCode("key-file-unusable", .error)
}
