package import CredentialExchangeFormat

/// Makes a fragment piece by piece, in one run of bytes: for the many entries of a large import.
package struct KeePassFragmentBuilder: ~Copyable {
  private var pieces: [KeePassFragment.Piece] = []
  private var markup: [UInt8] = []

  /// Creates a builder of nothing.
  package init() {}

  /// Begins an element.
  ///
  /// - Parameter name: one that XML allows, without a prefix.
  package mutating func begin(_ name: StaticString) {
    markup.append(UInt8(ascii: "<"))
    append(name)
    markup.append(UInt8(ascii: ">"))
  }

  /// Ends an element.
  package mutating func end(_ name: StaticString) {
    markup.append(UInt8(ascii: "<"))
    markup.append(UInt8(ascii: "/"))
    append(name)
    markup.append(UInt8(ascii: ">"))
  }

  /// An element with a text.
  ///
  /// - Throws: `KeePassEditError.unrepresentable` for characters that XML 1.0 cannot say.
  package mutating func element(_ name: StaticString, _ text: Text) throws(KeePassEditError) {
    begin(name)
    let isPlain: Bool? = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.allSatisfy({ Self.isPlain($0) }) else { return false }
      markup.append(contentsOf: bytes)
      return true
    }
    if isPlain != true {
      guard let encoded = XMLText.encode(Array(text.utf8)) else { throw .unrepresentable }
      markup += encoded
    }
    end(name)
  }

  /// Whether a byte stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
      && byte != UInt8(ascii: "&")
  }

  /// An element with a protected value of any bytes; programs expect UTF-8.
  package mutating func protected(_ name: StaticString, _ value: [UInt8]) {
    markup.append(UInt8(ascii: "<"))
    append(name)
    markup += " Protected=\"True\">".utf8
    flush()
    pieces.append(.secret(value))
    end(name)
  }

  /// Another fragment.
  package mutating func append(_ fragment: KeePassFragment) {
    flush()
    pieces += fragment.pieces
  }

  /// The fragment.
  package consuming func finish() -> KeePassFragment {
    flush()
    return KeePassFragment(pieces: pieces)
  }

  private mutating func append(_ name: StaticString) {
    markup.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  private mutating func flush() {
    guard !markup.isEmpty else { return }
    pieces.append(.markup(markup))
    markup = []
  }
}
