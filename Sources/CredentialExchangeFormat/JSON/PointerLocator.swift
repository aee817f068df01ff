/// Turns byte offsets into JSON Pointers (RFC 6901), lines and columns, in one walk over the text.
///
/// Reading keeps offsets only; what findings there are gets its full position here, when the reading is over.
package enum PointerLocator {
  /// Returns the position of each offset, in the given order. An offset inside a value belongs to the innermost
  /// value that begins at or before it and has not ended.
  package static func locate(_ offsets: [Int], in text: [UInt8]) -> [SourcePosition] {
    guard !offsets.isEmpty else { return [] }
    let order = offsets.indices.sorted { offsets[$0] < offsets[$1] }
    var positions = [SourcePosition](repeating: SourcePosition(), count: offsets.count)
    var lines = LineCounter(text)
    for index in order {
      let (line, column) = lines.advance(to: offsets[index])
      positions[index] = SourcePosition(line: line, column: column, byte: offsets[index])
    }
    text.withUnsafeBufferPointer { bytes in
      var walk = Walk(
        cursor: JSONCursor(bytes), wanted: order.map { offsets[$0] },
        pointers: Array(repeating: nil, count: order.count))
      // A text that is broken further on still has its pointers up to there.
      try? walk.value("")
      for (place, index) in order.enumerated() { positions[index].pointer = walk.pointers[place] }
    }
    return positions
  }

  private struct Walk {
    var cursor: JSONCursor
    let wanted: [Int]
    var pointers: [String?]
    var next = 0

    /// Marks all wanted offsets below `end` with `pointer`.
    mutating func mark(_ pointer: String, before end: Int) {
      while next < wanted.count, wanted[next] < end {
        pointers[next] = pointer
        next += 1
      }
    }

    mutating func value(_ pointer: String) throws(JSONError) {
      guard next < wanted.count else { return }
      let first = try cursor.peek()
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // Values without a wanted offset inside are passed over without building pointers.
        var ahead = cursor
        let range = try ahead.skipValue()
        guard wanted[next] < range.upperBound else {
          cursor = ahead
          return
        }
        if first == UInt8(ascii: "{") { try object(pointer) } else { try array(pointer) }
        mark(pointer, before: cursor.offset)
      default:
        let range = try cursor.skipValue()
        mark(pointer, before: range.upperBound)
      }
    }

    private mutating func object(_ pointer: String) throws(JSONError) {
      try cursor.beginObject()
      mark(pointer, before: cursor.offset)
      var first = true
      while let name = try cursor.nextMember(first: &first) {
        try value("\(pointer)/\(JSONPointer.escaped(cursor.text(of: name).string))")
      }
    }

    private mutating func array(_ pointer: String) throws(JSONError) {
      try cursor.beginArray()
      mark(pointer, before: cursor.offset)
      var first = true
      var index = 0
      while try cursor.nextElement(first: &first) {
        try value("\(pointer)/\(index)")
        index += 1
      }
    }
  }
}

/// The escaping of RFC 6901.
package enum JSONPointer {
  /// Returns a reference token for a member name.
  package static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Counts lines and UTF-8 columns towards growing offsets.
package struct LineCounter {
  private let text: [UInt8]
  private var line = 1
  private var lineStart = 0
  private var position = 0

  /// Creates a counter at the start of `text`.
  package init(_ text: [UInt8]) { self.text = text }

  /// Returns line and column, both from 1, of an offset that is not below the one before. LF, CR LF and CR end lines.
  package mutating func advance(to offset: Int) -> (line: Int, column: Int) {
    let end = min(offset, text.count)
    while position < end {
      let byte = text[position]
      position += 1
      let endsLine = byte == 0x0A || (byte == 0x0D && !(position < text.count && text[position] == 0x0A))
      if endsLine {
        line += 1
        lineStart = position
      }
    }
    return (line, offset - lineStart + 1)
  }
}
