/// What the bytes of a private key are, by their structure alone: no number is checked against another.
///
/// A key that a member calls PKCS #8 is found in other disguises in real files, each of which has its own mending.
enum PrivateKeyForm: Equatable {
  /// PKCS #8 (RFC 5958) of a known algorithm.
  case key(KeyAlgorithm)
  /// PKCS #8 of an algorithm that is not known here.
  case unknownAlgorithm
  /// PKCS #8 with something inside that its algorithm does not have.
  case damaged
  /// An `EncryptedPrivateKeyInfo`.
  case encrypted
  /// The key structure of an elliptic curve (SEC 1) or of RSA (PKCS #1) without the one around it.
  case bare
  /// The number alone.
  case raw
  /// PEM, as text.
  case pem
  /// The format of OpenSSH, as text or bytes.
  case openSSH

  /// The algorithms of private keys.
  enum KeyAlgorithm: Equatable {
    case p256
    case p384
    case p521
    case secp256k1
    case ed25519
    case ed448
    case rsa
    case dsa
    case x25519
  }

  /// Looks at the bytes of a key.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count == 32 || bytes.count == 48 || bytes.count == 66 { self = .raw } else { self = .damaged }
    if Self.begins(bytes, with: "-----BEGIN OPENSSH") || Self.begins(bytes, with: "openssh-key-v1") {
      self = .openSSH
      return
    }
    if Self.begins(bytes, with: "-----BEGIN ") {
      self = .pem
      return
    }
    var outer = DERWalk(bytes)
    guard var info = outer.sequence(), outer.isAtEnd else { return }
    if let form = Self.bare(info) {
      self = form
      return
    }
    guard let version = info.element(0x02), version.count == 1, version[0] <= 1,
      var algorithm = info.sequence(),
      let identifier = algorithm.element(0x06), let content = info.element(0x04)
    else {
      self = .damaged
      return
    }
    while !info.isAtEnd {
      // Attributes and, in the second version, the public key.
      guard info.any(of: [0xA0, 0x81, 0xA1]) != nil else {
        self = .damaged
        return
      }
    }
    self = Self.form(identifier, algorithm, content)
  }

  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with text: StaticString) -> Bool {
    guard bytes.count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Recognises what PKCS #8 has inside, or around, where it stands alone.
  private static func bare(_ info: DERWalk) -> PrivateKeyForm? {
    var encrypted = info
    if encrypted.sequence() != nil, encrypted.element(0x04) != nil, encrypted.isAtEnd { return .encrypted }
    var inside = info
    guard let version = inside.element(0x02), version.count == 1 else { return nil }
    // SEC 1 has version 1 and the number; PKCS #1 has version 0 and the modulus.
    if version[0] == 1, inside.element(0x04) != nil { return .bare }
    inside = info
    _ = inside.element(0x02)
    if inside.element(0x02) != nil { return .bare }
    return nil
  }

  private static func form(
    _ identifier: UnsafeBufferPointer<UInt8>, _ parameters: DERWalk, _ content: UnsafeBufferPointer<UInt8>
  ) -> PrivateKeyForm {
    var parameters = parameters
    func isOID(_ bytes: UnsafeBufferPointer<UInt8>, _ oid: [UInt8]) -> Bool { bytes.elementsEqual(oid) }
    if isOID(identifier, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]) {
      guard let curve = parameters.element(0x06) else { return .unknownAlgorithm }
      let known: (KeyAlgorithm, Int)? =
        if isOID(curve, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]) {
          (.p256, 32)
        } else if isOID(curve, [0x2B, 0x81, 0x04, 0x00, 0x22]) {
          (.p384, 48)
        } else if isOID(curve, [0x2B, 0x81, 0x04, 0x00, 0x23]) {
          (.p521, 66)
        } else if isOID(curve, [0x2B, 0x81, 0x04, 0x00, 0x0A]) {
          (.secp256k1, 32)
        } else {
          nil
        }
      guard let (algorithm, length) = known else { return .unknownAlgorithm }
      return isCurveKey(content, length) ? .key(algorithm) : .damaged
    }
    if identifier.count == 3, identifier[0] == 0x2B, identifier[1] == 0x65 {
      var inner = DERWalk(content)
      guard let seed = inner.element(0x04), inner.isAtEnd else { return .damaged }
      switch (identifier[2], seed.count) {
      case (0x70, 32): return .key(.ed25519)
      case (0x71, 57): return .key(.ed448)
      case (0x6E, 32): return .key(.x25519)
      case (0x70, _), (0x71, _), (0x6E, _): return .damaged
      default: return .unknownAlgorithm
      }
    }
    if isOID(identifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]) {
      return isRSAKey(content) ? .key(.rsa) : .damaged
    }
    if isOID(identifier, [0x2A, 0x86, 0x48, 0xCE, 0x38, 0x04, 0x01]) { return .key(.dsa) }
    return .unknownAlgorithm
  }

  private static func isCurveKey(_ content: UnsafeBufferPointer<UInt8>, _ length: Int) -> Bool {
    var outer = DERWalk(content)
    guard var key = outer.sequence(), outer.isAtEnd, let version = key.element(0x02), version.count == 1,
      version[0] == 1, let number = key.element(0x04), number.count == length,
      number.contains(where: { $0 != 0 })
    else { return false }
    if let parameters = key.any(of: [0xA0]) {
      var inner = DERWalk(parameters)
      guard inner.any(of: [0x06, 0x30]) != nil, inner.isAtEnd else { return false }
    }
    if let point = key.any(of: [0xA1]) {
      var inner = DERWalk(point)
      guard let bits = inner.element(0x03), inner.isAtEnd, bits.count > 1, bits[0] == 0 else { return false }
      let expected = bits[1] == 0x04 ? 2 * length + 2 : length + 2
      guard bits.count == expected else { return false }
    }
    return key.isAtEnd
  }

  private static func isRSAKey(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    var outer = DERWalk(content)
    guard var key = outer.sequence(), outer.isAtEnd else { return false }
    // Version, modulus, both exponents, both primes, and three numbers made of these.
    for _ in 0..<9 where key.element(0x02) == nil { return false }
    return key.isAtEnd
  }
}

/// Reads elements of DER (X.690) one after the other: shortest lengths only.
struct DERWalk {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// Consumes a SEQUENCE and returns a walk of what is in it; consumes nothing where none stands here.
  mutating func sequence() -> DERWalk? { element(0x30).map(DERWalk.init) }

  /// Consumes the element of one of the tags; consumes nothing where none of them stands here.
  mutating func any(of tags: [UInt8]) -> UnsafeBufferPointer<UInt8>? {
    guard offset < bytes.count, tags.contains(bytes[offset]) else { return nil }
    return element(bytes[offset])
  }

  /// Consumes the element of a tag and returns its content; consumes nothing where none stands here.
  mutating func element(_ tag: UInt8) -> UnsafeBufferPointer<UInt8>? {
    guard bytes.count - offset >= 2, bytes[offset] == tag else { return nil }
    var length = Int(bytes[offset + 1])
    var start = offset + 2
    if length > 0x80 {
      let size = length - 0x80
      guard size <= 3, bytes.count - start >= size else { return nil }
      length = 0
      for _ in 0..<size {
        length = length << 8 | Int(bytes[start])
        start += 1
      }
      guard length >= 0x80, size == 1 || length >> (8 * (size - 1)) > 0 else { return nil }
    } else if length == 0x80 {
      return nil
    }
    guard bytes.count - start >= length else { return nil }
    offset = start + length
    return UnsafeBufferPointer(rebasing: bytes[start..<offset])
  }
}
