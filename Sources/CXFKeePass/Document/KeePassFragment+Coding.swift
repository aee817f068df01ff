extension KeePassFragment {
  /// The fragment as bytes, to keep it somewhere; protected values stand in clear.
  ///
  /// Pieces one after the other: a byte, 0 for markup and 1 for a protected value, four bytes of length, little-endian,
  /// and content.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces {
      let (tag, content): (UInt8, [UInt8]) =
        switch piece {
        case .markup(let markup): (0, markup)
        case .secret(let value): (1, value)
        }
      bytes.append(tag)
      bytes += UInt32(truncatingIfNeeded: content.count).littleEndianBytes + content
    }
    return bytes
  }

  /// Reads bytes that ``encoded`` made; nil where they are damaged.
  package init?(encoded: [UInt8]) {
    var reader = ByteReader(encoded)
    var pieces: [Piece] = []
    while reader.offset < encoded.count {
      guard let tag = reader.number(UInt8.self), tag < 2, let count = reader.number(UInt32.self),
        let content = reader.take(Int(count))
      else { return nil }
      pieces.append(tag == 0 ? .markup(Array(content)) : .secret(Array(content)))
    }
    self.init(pieces: pieces)
  }

  /// Number of bytes, protected values as they are.
  package var byteCount: Int {
    pieces.reduce(0) { count, piece in
      switch piece {
      case .markup(let bytes), .secret(let bytes): count + bytes.count
      }
    }
  }
}

extension KeePassDocument {
  /// Creates a document around one element, so that it can be looked at and changed; it is the element 1.
  ///
  /// - Throws: `KeePassEditError.malformed`.
  package init(around fragment: KeePassFragment) throws(KeePassEditError) {
    var bytes = Array("<KeePassFile>".utf8)
    var values: [[UInt8]] = []
    for piece in fragment.pieces {
      switch piece {
      case .markup(let markup): bytes += markup
      case .secret(let value): values.append(value)
      }
    }
    try self.init(bytes + Array("</KeePassFile>".utf8), values: values, isOurs: true)
  }
}

extension KeePassEdits {
  /// Puts the changes of another list behind, which are about other elements.
  package mutating func append(_ other: KeePassEdits) { append(contentsOf: other.all) }
}
