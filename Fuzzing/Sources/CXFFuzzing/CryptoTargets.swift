internal import CXFCrypto
internal import CredentialExchangeFormat

/// Keys and sealed texts.
enum CryptoTargets {
  static let all = [keys, jwk, jwe, age]

  // MARK: Private keys

  static let keys = FuzzTarget(
    "keys", maximumCount: 1 << 13,
    seeds: { KeySeeds.all }
  ) { bytes in
    _ = try? DERReader.read(bytes) { (reader) throws(DERError) in
      while !reader.isAtEnd { _ = try reader.wellFormedElement() }
    }
    if let info = try? PrivateKeyInfo(der: bytes) {
      guard let again = try? PrivateKeyInfo(der: info.der) else { fail("a written key cannot be read") }
      expectEqual(again.der, info.der, "a key is written in two ways")
      _ = bytes.withUnsafeBufferPointer { KeyTrial().fault(in: .passkeyKey, $0) }
    }
    guard let key = try? CXFCrypto.SSHKey(bytes: bytes) else { return }
    for text in [try? key.openSSHText(), key.pkcs8Text] {
      guard let text, let again = try? CXFCrypto.SSHKey(text: text) else {
        fail("a written key cannot be read")
      }
      expect(again.isSameKey(as: key), "a written key is another one")
      expect(again.pkcs8 == key.pkcs8 || key.hasAttributes, "a written key has other bytes")
    }
    _ = (key.publicKeyLine, key.commentText)
  }

  // MARK: JSON Web Keys

  static let jwk = FuzzTarget("jwk", maximumCount: 1 << 12, seeds: { KeySeeds.webKeys }) { bytes in
    if let key = try? JSONWebKey(json: bytes) {
      guard let again = try? JSONWebKey(json: key.json) else { fail("a written key cannot be read") }
      expect(again.x == key.x && again.y == key.y && again.kem == key.kem, "a written key is another one")
      if let point = try? HPKEPublicKey(jwk: key) {
        expect(point.bytes == key.publicKeyBytes, "a key has two public keys")
      }
    }
    if let key = try? HPKEPrivateKey(jwk: SecretBytes(copying: bytes)) {
      guard let text = try? key.jwk(), let again = try? HPKEPrivateKey(jwk: text) else {
        fail("a written key cannot be read")
      }
      expect(again.publicKey == key.publicKey, "a written private key has another public one")
    }
  }

  // MARK: JSON Web Encryption

  private static let header = Array(#"{"alg":"dir","enc":"A256GCM"}"#.utf8)
  private static let secret = [UInt8](repeating: 7, count: 32)

  /// The text as a whole and as a stream: both open it, or none; what was sealed opens.
  static let jwe = FuzzTarget(
    "jwe",
    seeds: {
      ["", "a", "a text that is longer than a block"].enumerated().compactMap { index, text in
        (try? JWE.seal(Array(text.utf8), protectedHeader: header, key: SecretBytes(copying: secret))).map {
          FuzzSeed("sealed-\(index)", $0)
        }
      }
    }
  ) { bytes in
    let limit = UInt64(1 << 12)
    let whole = try? JWE.open(bytes, protectedHeader: header, key: SecretBytes(copying: secret), limit: limit)
    let document = try? JWEDocument.open(
      MemoryBytes(bytes), protectedHeader: header, key: SecretBytes(copying: secret), limit: limit)
    expect((whole == nil) == (document == nil), "a text opens in one way only")
    if let whole {
      expectEqual((try? document?.readAll(limit: Int(limit))) ?? [], whole, "a text opens as two contents")
    }
    guard let sealed = try? JWE.seal(bytes, protectedHeader: header, key: SecretBytes(copying: secret)) else {
      fail("bytes cannot be sealed")
    }
    let opened = try? JWE.open(
      sealed, protectedHeader: header, key: SecretBytes(copying: secret), limit: UInt64(bytes.count))
    expect(opened == bytes, "what was sealed opens as something else")
  }

  // MARK: age

  /// The file as a whole, as a stream in pieces, and in its text form: what opens, opens as the same everywhere.
  static let age = FuzzTarget("age", maximumCount: 1 << 13, seeds: { AgeSeeds.all }) { bytes in
    let limits = AgeLimits(maximumLogN: 4)
    let whole = plaintext {
      try AgeSeeds.open(AgeFile(MemoryBytes(bytes), limits: limits)).readAll(limit: 1 << 20)
    }
    for size in [1, 70, 1 << 20] {
      let streamed = plaintext {
        try drain(AgeSeeds.open(AgeStream(PieceStream(bytes, size), limits: limits)))
      }
      if AgeArmor.isArmored(bytes) { continue }
      expect(whole == streamed, "a file opens in one way only, or as two contents")
    }
    armor(bytes, whole: whole, limits)
    if let identities = try? AgeIdentity.parse(bytes), let first = identities.first {
      let text = AgeIdentity.text(first).withUnsafeBytes { Array($0) }
      expect(
        (try? AgeIdentity.parse(text))?.first?.publicKey.bytes == first.publicKey.bytes,
        "a written identity is another one")
    }
    if let string = String(validating: bytes, as: UTF8.self), let recipient = try? AgeRecipient.parse(string)
    {
      expectEqual(
        Array(AgeRecipient.text(recipient).utf8), Array(string.lowercased().utf8),
        "a written recipient is another one")
    }
  }

  private static func armor(_ bytes: [UInt8], whole: [UInt8]?, _ limits: AgeLimits) {
    let decoded = [1, 70, 1 << 20].map { size in
      plaintext {
        var decoder = AgeArmorDecoder()
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
          output += try decoder.append(Array(bytes[start..<min(bytes.count, start + size)]))
        }
        try decoder.finish()
        return output
      }
    }
    expect(decoded.allSatisfy { $0 == decoded[0] }, "armor says something else in pieces")
    var encoder = AgeArmorEncoder()
    let text = encoder.begin() + encoder.append(bytes) + encoder.finish()
    var decoder = AgeArmorDecoder()
    let back = plaintext {
      let output = try decoder.append(text)
      try decoder.finish()
      return output
    }
    expect(back == bytes, "armored bytes come back as others")
    guard whole != nil else { return }
    let streamed = plaintext { try drain(AgeSeeds.open(AgeStream(PieceStream(text, 100), limits: limits))) }
    expect(streamed == whole, "a file opens as something else in its text form")
  }

  private static func plaintext(_ body: () throws -> [UInt8]) -> [UInt8]? { try? body() }

  static func drain(_ stream: any ByteStream) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while case let piece = try stream.next(upTo: 1000), !piece.isEmpty { bytes += piece }
    return bytes
  }
}

/// Gives bytes in pieces, as a pipe does.
final class PieceStream: ByteStream {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: [UInt8], _ size: Int) {
    rest = bytes[...]
    self.size = size
  }

  func next(upTo count: Int) -> [UInt8] {
    let piece = Array(rest.prefix(min(count, size)))
    rest = rest.dropFirst(piece.count)
    return piece
  }
}
