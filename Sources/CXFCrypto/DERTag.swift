/// The first byte of a DER element: class, form and number below 31.
package struct DERTag: RawRepresentable, Hashable, Sendable {
  /// The byte as encoded.
  package let rawValue: UInt8

  /// Creates a tag from the byte as encoded.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// INTEGER.
  package static let integer = DERTag(rawValue: 0x02)
  /// BIT STRING, primitive.
  package static let bitString = DERTag(rawValue: 0x03)
  /// OCTET STRING, primitive.
  package static let octetString = DERTag(rawValue: 0x04)
  /// NULL.
  package static let null = DERTag(rawValue: 0x05)
  /// OBJECT IDENTIFIER.
  package static let objectIdentifier = DERTag(rawValue: 0x06)
  /// SEQUENCE or SEQUENCE OF.
  package static let sequence = DERTag(rawValue: 0x30)
  /// SET or SET OF.
  package static let set = DERTag(rawValue: 0x31)

  /// Returns the context-specific tag `[number]`, 0 to 30; larger numbers are cut to five bits.
  package static func context(_ number: UInt8, constructed: Bool) -> DERTag {
    DERTag(rawValue: 0x80 | (constructed ? 0x20 : 0) | (number & 0x1F))
  }

  /// Whether the contents are elements again.
  package var isConstructed: Bool { rawValue & 0x20 != 0 }
}

extension DERTag: CustomStringConvertible {
  /// The name that ASN.1 gives to the tag, or its class and number.
  package var description: String {
    switch self {
    case .integer: "INTEGER"
    case .bitString: "BIT STRING"
    case .octetString: "OCTET STRING"
    case .null: "NULL"
    case .objectIdentifier: "OBJECT IDENTIFIER"
    case .sequence: "SEQUENCE"
    case .set: "SET"
    default:
      switch rawValue & 0xC0 {
      case 0x80: "[\(rawValue & 0x1F)]"
      case 0x40: "[APPLICATION \(rawValue & 0x1F)]"
      case 0xC0: "[PRIVATE \(rawValue & 0x1F)]"
      default: "[UNIVERSAL \(rawValue & 0x1F)]"
      }
    }
  }
}
