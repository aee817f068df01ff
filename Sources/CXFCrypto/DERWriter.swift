/// Builds DER elements from the inside out: each function returns one whole element.
package enum DERWriter {
  /// Returns an element with these contents; the length is in its shortest form.
  package static func element(_ tag: DERTag, _ contents: some Collection<UInt8>) -> [UInt8] {
    var result = [tag.rawValue]
    let count = contents.count
    if count < 0x80 {
      result.append(UInt8(truncatingIfNeeded: count))
    } else {
      var size: [UInt8] = []
      var rest = count
      while rest > 0 {
        size.append(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      }
      result.append(0x80 | UInt8(truncatingIfNeeded: size.count))
      result.append(contentsOf: size.reversed())
    }
    result.append(contentsOf: contents)
    return result
  }

  /// Returns a SEQUENCE of these elements.
  package static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
    element(.sequence, elements.flatMap { $0 })
  }

  /// Returns an INTEGER from big-endian bytes; leading zeros do not matter, no byte is 0.
  package static func unsignedInteger(_ magnitude: some Collection<UInt8>) -> [UInt8] {
    let digits = magnitude.drop { $0 == 0 }
    let needsZero = digits.first.map { $0 >= 0x80 } ?? true
    return element(.integer, (needsZero ? [0] : []) + Array(digits))
  }

  /// Returns an OCTET STRING.
  package static func octetString(_ bytes: some Collection<UInt8>) -> [UInt8] {
    element(.octetString, bytes)
  }

  /// Returns a BIT STRING of whole bytes, by default with its own tag.
  package static func bitString(_ bytes: [UInt8], tag: DERTag = .bitString) -> [UInt8] {
    element(tag, [0] + bytes)
  }

  /// Returns an OBJECT IDENTIFIER.
  package static func objectIdentifier(_ oid: OID) -> [UInt8] {
    element(.objectIdentifier, oid.contents)
  }

  /// A NULL.
  package static let null: [UInt8] = [0x05, 0x00]
}
