package import CXFCrypto
package import CredentialExchangeFormat

/// The importer's secret between request and response: its private keys, sealed under a passphrase. Good for one response.
public enum KeyFile {
  /// The most bytes that a key file may have.
  public static let maximumByteCount = 4 << 20
  static let subject = "the key file"
  static let code = "key-file-malformed"

  /// What a key file of JSON begins with, for telling it from others.
  package static let mark: Text = "cxfkey"

  static let additionalData = Array("cxf-key/1".utf8)

  /// Seals a new key file.
  ///
  /// - Parameters:
  ///   - request: the exact bytes of the request that the keys belong to.
  ///   - expires: when it stops being of use.
  package static func seal(
    keys: [HPKEPrivateKey], request: [UInt8], expires: Timestamp, passphrase: borrowing SecretBytes,
    derivation: KeyDerivation = .standard
  ) throws(ExchangeError) -> [UInt8] {
    do {
      let salt = try randomBytes(count: KeyDerivation.saltByteCount)
      let nonce = try randomBytes(count: XAES256GCM.nonceByteCount)
      let secret = try KeyDerivationLimit.standard.derive(passphrase, salt: salt, derivation)
      let plaintext = try contents(keys, request, expires)
      let cipher = try XAES256GCM(key: try boxKey(secret))
      let box = try cipher.seal(plaintext, nonce: nonce, additionalData: additionalData(salt, derivation))
      var writer = JSONWriter()
      writer.beginObject()
      writer.name("cxfkey")
      writer.integer(1)
      writer.name("kdf")
      writer.beginObject()
      writer.name("salt")
      writer.base64url(salt)
      writer.name("m")
      writer.unsigned(UInt64(derivation.memoryKiB))
      writer.name("t")
      writer.unsigned(UInt64(derivation.iterations))
      writer.name("p")
      writer.unsigned(UInt64(derivation.parallelism))
      writer.endObject()
      writer.name("commitment")
      writer.base64url(try commitment(secret))
      writer.name("nonce")
      writer.base64url(nonce)
      writer.name("box")
      writer.base64url(box)
      writer.endObject()
      writer.endLine()
      return writer.bytes
    } catch {
      throw ExchangeError(sealing: error)
    }
  }

  /// What a key file becomes when it has opened a response.
  ///
  /// - Parameter request: SHA-256 of the request.
  package static func used(at time: Timestamp, request: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("cxfkey")
    writer.integer(1)
    writer.name("used")
    writer.unsigned(time.secondsSince1970)
    writer.name("request")
    writer.base64url(request)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func contents(
    _ keys: [HPKEPrivateKey], _ request: [UInt8], _ expires: Timestamp
  ) throws -> SecretBytes {
    var parts: [[UInt8]] = []
    defer { for index in parts.indices { wipe(&parts[index]) } }
    for key in keys { parts.append(try key.jwk().withUnsafeBytes { Array($0) }) }
    let head = Array(#"{"keys":["#.utf8)
    let tail = Array(
      #"],"request":"\#(Base64URL.encode(request))","expires":\#(expires.secondsSince1970)}"#.utf8)
    let count = head.count + parts.reduce(0) { $0 + $1.count } + max(0, parts.count - 1) + tail.count
    return SecretBytes(count: count) { target in
      var offset = 0
      func put(_ bytes: [UInt8]) {
        target[offset..<offset + bytes.count].copyBytes(from: bytes)
        offset += bytes.count
      }
      put(head)
      for (index, part) in parts.enumerated() {
        if index > 0 { put([UInt8(ascii: ",")]) }
        put(part)
      }
      put(tail)
    }
  }

  // MARK: Keys

  static func boxKey(_ secret: borrowing SecretBytes) throws(CryptoError) -> SecretBytes {
    try HKDF.derive(
      ikm: secret, salt: [], info: Array("cxf-key/1 box".utf8), count: XAES256GCM.keyByteCount, with: .sha256)
  }

  static func commitment(_ secret: borrowing SecretBytes) throws(CryptoError) -> [UInt8] {
    try HKDF.derive(ikm: secret, salt: [], info: Array("cxf-key/1 commitment".utf8), count: 32, with: .sha256)
      .withUnsafeBytes { Array($0) }
  }

  static func additionalData(_ salt: [UInt8], _ derivation: KeyDerivation) -> [UInt8] {
    var data = additionalData + [0] + salt
    for number in [derivation.memoryKiB, derivation.iterations, derivation.parallelism] {
      withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Overwrites bytes that held a secret.
  static func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    bytes = []
  }
}
