// Private keys in another form than PKCS #8 in base64url, as far as bringing them into it takes no arithmetic.

extension DocumentDecoder {
  /// Reads a private key that is given as an object: a JSON Web Key (RFC 7517, 7518 and 8037).
  mutating func keyObject(_ member: MemberName) throws(JSONError) -> OpaqueBytes? {
    _ = try json.peek()
    let start = json.offset
    var ahead = json
    guard let key = try WebKey.pkcs8(&ahead), repairs(.keyObject, at: start, member) else {
      return try reject(.wrongType, member)
    }
    json.rewind(to: ahead.offset)
    return OpaqueBytes(key)
  }

  /// Returns the key in a text that is PEM (RFC 7468) instead of base64url; nil where it is none that can be read.
  mutating func keyText(_ text: String, at start: Int, _ member: MemberName) -> OpaqueBytes? {
    guard let key = PEMKey.pkcs8(text), repairs(.keyText, at: start, member) else { return nil }
    return OpaqueBytes(key)
  }
}

extension MemberName {
  /// Whether a private key stands here.
  var isPrivateKey: Bool { name.isSame(as: "key") || name.isSame(as: "privateKey") }
}

/// A JSON Web Key with a private part.
private enum WebKey {
  /// Consumes an object and returns the key in PKCS #8; nil for one that is no such key, or that says more than the key.
  static func pkcs8(_ json: inout JSONCursor) throws(JSONError) -> [UInt8]? {
    var texts: [String: String] = [:]
    var isKey = true
    try json.beginObject()
    var first = true
    while let name = try json.nextMember(first: &first) {
      let name = json.text(of: name).string
      if numbers.contains(name), try json.peek() == UInt8(ascii: "\"") {
        isKey = texts.updateValue(try json.string().string, forKey: name) == nil && isKey
      } else {
        isKey = isKey && uses.contains(name)
        try json.skipValue()
      }
    }
    return isKey ? key(texts) : nil
  }

  private static let numbers: Set<String> = [
    "kty", "crv", "x", "y", "d", "n", "e", "p", "q", "dp", "dq", "qi",
  ]
  /// What follows from the key and its place.
  private static let uses: Set<String> = ["alg", "ext", "key_ops", "use"]

  private static func key(_ texts: [String: String]) -> [UInt8]? {
    func bytes(_ name: String) -> [UInt8]? {
      guard var text = texts[name] else { return nil }
      return text.withUTF8 { Base64URL.decode($0)?.bytes }
    }
    switch (texts["kty"], texts["crv"]) {
    case ("EC", let curve?):
      guard let known = KeyParts.curves[curve], let number = bytes("d"), number.count <= known.length,
        !number.isEmpty
      else { return nil }
      var inner =
        KeyParts.integer([1])
        + KeyParts.element(0x04, Array(repeating: 0, count: known.length - number.count) + number)
      if let x = bytes("x"), let y = bytes("y"), x.count == known.length, y.count == known.length {
        inner += KeyParts.element(0xA1, KeyParts.element(0x03, [0, 4] + x + y))
      }
      return KeyParts.info(
        KeyParts.curveKey + KeyParts.element(0x06, known.oid), KeyParts.element(0x30, inner))
    case ("OKP", "Ed25519"?):
      guard let seed = bytes("d"), seed.count == 32 else { return nil }
      return KeyParts.info(KeyParts.element(0x06, [0x2B, 0x65, 0x70]), KeyParts.element(0x04, seed))
    case ("RSA", nil):
      var inner = KeyParts.integer([])
      for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi"] {
        guard let number = bytes(name) else { return nil }
        inner += KeyParts.integer(number)
      }
      return KeyParts.info(KeyParts.rsaKey, KeyParts.element(0x30, inner))
    default: return nil
    }
  }
}

/// A private key in PEM, unencrypted.
private enum PEMKey {
  static func pkcs8(_ text: String) -> [UInt8]? {
    for (label, isWrapped) in [("PRIVATE KEY", true), ("RSA PRIVATE KEY", false), ("EC PRIVATE KEY", false)] {
      guard let der = content(text, label) else { continue }
      return isWrapped ? der : wrapped(der)
    }
    return nil
  }

  /// Returns the bytes of a text that is one block of a label and nothing else.
  private static func content(_ text: String, _ label: String) -> [UInt8]? {
    let bytes = text.utf8.drop { $0 <= 0x20 }
    let begin = "-----BEGIN \(label)-----"
    let end = "-----END \(label)-----"
    guard bytes.starts(with: begin.utf8) else { return nil }
    var body = bytes.dropFirst(begin.utf8.count).filter { $0 > 0x20 }
    let tail = end.utf8.filter { $0 > 0x20 }
    guard body.count > tail.count, body.suffix(tail.count) == tail else { return nil }
    body.removeLast(tail.count)
    return body.withUnsafeBufferPointer { Base64URL.decode($0)?.bytes }
  }

  /// Puts PKCS #8 around a key of PKCS #1 or SEC 1; the latter has to name its curve.
  private static func wrapped(_ der: [UInt8]) -> [UInt8]? {
    der.withUnsafeBufferPointer { bytes -> [UInt8]? in
      var outer = DERWalk(bytes)
      guard var key = outer.sequence(), outer.isAtEnd, let version = key.element(0x02) else { return nil }
      guard version.elementsEqual([1]), key.element(0x04) != nil else {
        return version.elementsEqual([0]) ? KeyParts.info(KeyParts.rsaKey, der) : nil
      }
      guard let parameters = key.any(of: [0xA0]) else { return nil }
      return KeyParts.info(KeyParts.curveKey + parameters, der)
    }
  }
}

/// Pieces of DER from which PKCS #8 is put together.
private enum KeyParts {
  static let curves: [String: (oid: [UInt8], length: Int)] = [
    "P-256": ([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], 32),
    "P-384": ([0x2B, 0x81, 0x04, 0x00, 0x22], 48),
    "P-521": ([0x2B, 0x81, 0x04, 0x00, 0x23], 66),
    "secp256k1": ([0x2B, 0x81, 0x04, 0x00, 0x0A], 32),
  ]
  /// The identifier of keys on elliptic curves.
  static let curveKey = element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
  /// The identifier of RSA, with its empty parameters.
  static let rsaKey = element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]) + [0x05, 0x00]

  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = content.count
    repeat {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    } while rest > 0
    if content.count >= 0x80 { length.insert(0x80 | UInt8(truncatingIfNeeded: length.count), at: 0) }
    return [tag] + length + content
  }

  static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    let digits = magnitude.drop { $0 == 0 }
    let needsZero = digits.first.map { $0 >= 0x80 } ?? true
    return element(0x02, (needsZero ? [0] : []) + digits)
  }

  static func info(_ algorithm: [UInt8], _ key: [UInt8]) -> [UInt8] {
    element(0x30, integer([]) + element(0x30, algorithm) + element(0x04, key))
  }
}
