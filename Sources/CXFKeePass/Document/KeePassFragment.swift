internal import CXFCrypto
package import CredentialExchangeFormat

/// A piece of XML to put into a document: elements, text and protected values.
package struct KeePassFragment: Sendable, Redacted {
  /// What it is made of.
  enum Piece: Sendable {
    /// Markup as it is.
    case markup([UInt8])
    /// A protected value, between the tags of its element.
    case secret([UInt8])
  }

  private(set) var pieces: [Piece] = []

  /// Creates a fragment of nothing.
  package init() {}

  init(pieces: [Piece]) { self.pieces = pieces }

  /// Text.
  ///
  /// - Throws: `KeePassEditError.unrepresentable` for characters that XML 1.0 cannot say.
  package static func text(_ text: Text) throws(KeePassEditError) -> KeePassFragment {
    guard let markup = XMLText.encode(Array(text.utf8)) else { throw .unrepresentable }
    return KeePassFragment(pieces: [.markup(markup)])
  }

  /// An element with a text.
  ///
  /// - Throws: as ``text(_:)``, and `.name`.
  package static func element(
    _ name: Text, _ attributes: KeyValuePairs<Text, Text> = [:], text: Text
  ) throws(KeePassEditError) -> KeePassFragment {
    try element(name, attributes, [.text(text)])
  }

  /// An element with anything in it.
  ///
  /// - Throws: `KeePassEditError`.
  package static func element(
    _ name: Text, _ attributes: KeyValuePairs<Text, Text> = [:], _ content: [KeePassFragment] = []
  ) throws(KeePassEditError) -> KeePassFragment {
    var fragment = KeePassFragment(pieces: [.markup(try startTag(name, attributes))])
    for part in content { fragment.append(part) }
    fragment.pieces.append(.markup(Array("</\(name.string)>".utf8)))
    return fragment
  }

  /// An element with a protected value of any bytes; programs expect UTF-8.
  ///
  /// - Throws: `KeePassEditError.name`.
  package static func protected(_ name: Text, _ value: [UInt8]) throws(KeePassEditError) -> KeePassFragment {
    KeePassFragment(pieces: [
      .markup(try startTag(name, [KeePassDocument.protection: "True"])), .secret(value),
      .markup(Array("</\(name.string)>".utf8)),
    ])
  }

  /// Puts another fragment behind.
  package mutating func append(_ other: KeePassFragment) { pieces += other.pieces }

  private static func startTag(
    _ name: Text, _ attributes: KeyValuePairs<Text, Text>
  ) throws(KeePassEditError) -> [UInt8] {
    guard isName(name) else { throw .name }
    var tag = Array("<\(name.string)".utf8)
    for (name, value) in attributes {
      guard isName(name) else { throw .name }
      guard let value = XMLText.encode(Array(value.utf8), isAttribute: true) else { throw .unrepresentable }
      tag += " \(name.string)=\"".utf8
      tag += value + [UInt8(ascii: "\"")]
    }
    return tag + [UInt8(ascii: ">")]
  }

  private static func isName(_ name: Text) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") }
    return name.utf8.first.map(isLetter) ?? false
      && name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// The number of pieces.
  package var redactedDescription: String { "KeePassFragment(\(pieces.count) pieces)" }
}

/// Why a document cannot be changed like that.
package enum KeePassEditError: Error, Hashable, Sendable {
  /// XML 1.0 has no way to say one of the characters.
  case unrepresentable
  /// An element or attribute cannot have that name.
  case name
  /// Two edits are about the same bytes.
  case overlap
  /// What comes out is no document of KeePass.
  case malformed(KeePassXMLFault)
}
