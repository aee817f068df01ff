package import CXFCrypto
internal import CXFFormats
package import CredentialExchangeFormat

/// A key file that was opened: the importer's private keys with the request that they belong to.
package struct OpenedKeyFile: Sendable {
  /// The request.
  package let request: ExportRequest
  /// When it stops being of use.
  package let expires: Timestamp
  package let keys: [HPKEPrivateKey]
  /// SHA-256 of the request.
  package let requestHash: [UInt8]

  /// Creates the value from keys that never were in a file.
  ///
  /// - Parameter expires: when they stop being of use.
  /// - Throws: ``ExchangeError`` when the library fails.
  package init(request: ExportRequest, keys: [HPKEPrivateKey], expires: Timestamp) throws(ExchangeError) {
    self.request = request
    self.expires = expires
    self.keys = keys
    requestHash = try request.digest()
  }

  /// Whether the bytes look like a key file.
  package static func isKeyFile(_ bytes: [UInt8]) -> Bool {
    guard let object = try? StrictObject(bytes, subject: KeyFile.subject, code: KeyFile.code) else {
      return false
    }
    return object.has(KeyFile.mark)
  }

  /// Opens a key file.
  ///
  /// - Parameters:
  ///   - passphrase: what it was sealed under; it is asked for only when the file is not used up.
  ///   - now: the time, against its expiry.
  /// - Throws: ``ExchangeError``; what `passphrase` throws.
  package init(
    _ bytes: [UInt8], now: Timestamp, limit: KeyDerivationLimit = .standard,
    passphrase: () throws -> SecretBytes
  ) throws {
    try self.init(bytes, now: now) { salt, derivation in
      do {
        return try limit.derive(try passphrase(), salt: salt, derivation)
      } catch let error as KeyDerivationError {
        throw ExchangeError(opening: error)
      }
    }
  }

  /// Opens a key file whose secret is not made anew each time.
  ///
  /// - Parameters:
  ///   - now: the time, against its expiry.
  ///   - secret: returns the 32 bytes that Argon2id makes of the passphrase with a salt and parameters.
  /// - Throws: ``ExchangeError``; what `secret` throws.
  package init(
    _ bytes: [UInt8], now: Timestamp, secret: (_ salt: [UInt8], KeyDerivation) throws -> SecretBytes
  ) throws {
    guard bytes.count <= KeyFile.maximumByteCount else {
      throw ExchangeError.damaged(
        KeyFile.code, "the key file is longer than \(KeyFile.maximumByteCount) bytes")
    }
    let object = try StrictObject(bytes, subject: KeyFile.subject, code: KeyFile.code)
    guard object.has(KeyFile.mark) else {
      throw ExchangeError.damaged(
        KeyFile.code, "this is no key file of 'cxf request'",
        hint: "--key names the file that 'cxf request' made")
    }
    guard try object.integer(KeyFile.mark, in: 0...UInt64.max) == 1 else {
      throw ExchangeError.damaged(
        "key-file-version", "the key file is of a version that this program does not know",
        hint: "use the program that made it, or a newer one")
    }
    if object.has("used") {
      let time = try object.integer("used", in: 0...UInt64.max)
      throw ExchangeError.refused(
        "key-file-used",
        "the key file has opened a response already, on \(DateText.rfc3339(time, milliseconds: false) ?? "an unknown day")",
        hint: "make a new request with 'cxf request', and have the vault exported once more")
    }
    let kdf = try object.object("kdf")
    let salt = try kdf.bytes("salt")
    let range = UInt64(0)...UInt64(UInt32.max)
    let derivation = KeyDerivation(
      memoryKiB: UInt32(try kdf.integer("m", in: range)), iterations: UInt32(try kdf.integer("t", in: range)),
      parallelism: UInt32(try kdf.integer("p", in: range)))
    let commitment = try object.bytes("commitment")
    let nonce = try object.bytes("nonce")
    let box = try object.bytes("box")
    guard salt.count == KeyDerivation.saltByteCount, nonce.count == XAES256GCM.nonceByteCount else {
      throw ExchangeError.damaged(KeyFile.code, "the key file's salt or nonce has the wrong length")
    }
    let plaintext: SecretBytes
    do {
      let secret = try secret(salt, derivation)
      guard constantTimeEqual(try KeyFile.commitment(secret), commitment) else {
        throw ExchangeError.refused("key-file-passphrase", "the passphrase does not open the key file")
      }
      plaintext = try XAES256GCM(key: try KeyFile.boxKey(secret)).openSecret(
        box, nonce: nonce, additionalData: KeyFile.additionalData(salt, derivation))
    } catch let error as AEADError {
      throw ExchangeError(opening: error)
    } catch let error as CryptoError {
      throw ExchangeError.library(error)
    }
    try self.init(plaintext)
    guard now.secondsSince1970 < expires.secondsSince1970 else {
      throw ExchangeError.refused(
        "key-file-expired", "the key file has expired",
        hint: "make a new request with 'cxf request', and have the vault exported once more")
    }
  }

  private init(_ plaintext: borrowing SecretBytes) throws {
    var bytes = plaintext.withUnsafeBytes { Array($0) }
    defer { KeyFile.wipe(&bytes) }
    let object = try StrictObject(bytes, subject: "the content of the key file", code: KeyFile.code)
    request = try ExportRequest(try object.bytes("request"))
    requestHash = try request.digest()
    expires = Timestamp(try object.integer("expires", in: 0...UInt64.max))
    keys = try object.fragments("keys", limit: 16).map { fragment in
      var fragment = fragment
      defer { KeyFile.wipe(&fragment) }
      return try HPKEPrivateKey(exchanged: fragment)
    }
  }
}

extension ExchangeError {
  init(sealing error: any Error) {
    switch error {
    case let error as ExchangeError: self = error
    case let error as CryptoError: self = .library(error)
    case KeyDerivationError.refused(let why): self.init(.failed, "key-derivation", why)
    case KeyDerivationError.passphrase: self = .refused("passphrase-not-text", "the passphrase is not UTF-8")
    default: self.init(.failed, "crypto-failed", "the key file could not be made")
    }
  }

  init(opening error: AEADError) {
    if case .crypto(let cause) = error {
      self = .library(cause)
    } else {
      self = .damaged("key-file-damaged", "the key file was changed or damaged")
    }
  }

  init(opening error: KeyDerivationError) {
    switch error {
    case .refused(let why):
      self = .refused(
        "key-derivation-limit", "the key file is refused: \(why)",
        hint: "--kdf-limit allows more, if you trust the file")
    case .malformed:
      self = .damaged(KeyFile.code, "the key file's parameters of Argon2id are not well-formed")
    case .passphrase: self = .refused("key-file-passphrase", "the passphrase does not open the key file")
    }
  }
}
