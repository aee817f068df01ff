/// Turns byte offsets into JSON Pointers (RFC 6901), lines and columns, in one walk over the text.
///
/// Reading keeps offsets only; what findings there are gets its full position here, when the reading is over.
package enum PointerLocator {
  /// Returns the position of each offset, in the given order. An offset inside a value belongs to the innermost
  /// value that begins at or before it and has not ended.
  package static func locate(_ offsets: [Int], in text: [UInt8]) -> [SourcePosition] {
    text.withUnsafeBufferPointer { locate(offsets, JSONCursor($0), nil) }
  }

  /// Returns the position of each offset in a text that is read through a fresh window.
  static func locate(_ offsets: [Int], in window: TextWindow) -> [SourcePosition] {
    locate(offsets, JSONCursor(window), window)
  }

  private static func locate(_ offsets: [Int], _ cursor: JSONCursor, _ window: TextWindow?)
    -> [SourcePosition]
  {
    guard !offsets.isEmpty else { return [] }
    let order = offsets.indices.sorted { offsets[$0] < offsets[$1] }
    var walk = Walk(cursor, window, wanted: order.map { offsets[$0] })
    // A text that is broken further on still has its pointers up to there.
    try? walk.value()
    walk.finish()
    var positions = [SourcePosition](repeating: SourcePosition(), count: offsets.count)
    for (place, index) in order.enumerated() { positions[index] = walk.positions[place] }
    return positions
  }

  private struct Walk {
    /// The way from a value to one in it.
    private enum Step {
      case member(JSONCursor.Name)
      /// A member whose name may not be in memory any more, with its escape of RFC 6901.
      case escaped(String)
      case element(Int)
    }

    private var cursor: JSONCursor
    private let window: TextWindow?
    private let wanted: [Int]
    private var lines = LineScan()
    private var path: [Step] = []
    /// The positions found so far.
    private(set) var positions: [SourcePosition] = []

    init(_ cursor: JSONCursor, _ window: TextWindow?, wanted: [Int]) {
      self.cursor = cursor
      self.window = window
      self.wanted = wanted
      positions.reserveCapacity(wanted.count)
    }

    private var isDone: Bool { positions.count == wanted.count }

    /// Gives all wanted offsets below `end` the pointer of the value at hand.
    @inline(__always)
    private mutating func mark(before end: Int) {
      if !isDone, wanted[positions.count] < end { markAll(before: end) }
    }

    private mutating func markAll(before end: Int) {
      let pointer = path.reduce(into: "") { pointer, step in
        switch step {
        case .member(let name): pointer += "/" + JSONPointer.escaped(cursor.text(of: name).string)
        case .escaped(let name): pointer += "/" + name
        case .element(let index): pointer += "/\(index)"
        }
      }
      while !isDone, wanted[positions.count] < end { add(pointer) }
    }

    private mutating func add(_ pointer: String?) {
      let offset = wanted[positions.count]
      let (line, column) = lines.advance(to: offset, in: cursor.bytes(in: 0..<cursor.end))
      positions.append(SourcePosition(pointer: pointer, line: line, column: column, byte: offset))
    }

    /// Gives what is left its line and column.
    mutating func finish() {
      while !isDone {
        while let window, window.loaded <= wanted[positions.count] {
          let loaded = window.loaded
          guard window.load(beyond: loaded) > loaded else { break }
        }
        if let window { cursor = JSONCursor(window) }
        add(nil)
      }
    }

    mutating func value() throws(JSONError) {
      switch try cursor.peek() {
      case UInt8(ascii: "{"): try object()
      case UInt8(ascii: "["): try array()
      default: try cursor.skipValue()
      }
      mark(before: cursor.offset)
    }

    private mutating func object() throws(JSONError) {
      try cursor.beginObject()
      mark(before: cursor.offset)
      var first = true
      while !isDone, let name = try cursor.nextMember(first: &first) {
        path.append(.member(name))
        try value()
        path.removeLast()
      }
    }

    private mutating func array() throws(JSONError) {
      try cursor.beginArray()
      mark(before: cursor.offset)
      var first = true
      var index = 0
      while !isDone, try cursor.nextElement(first: &first) {
        path.append(.element(index))
        try value()
        path.removeLast()
        index += 1
        release()
      }
    }

    /// Gives back what was walked over.
    private mutating func release() {
      guard let window, !isDone, cursor.offset - lines.position >= window.chunk else { return }
      _ = lines.advance(
        to: min(cursor.offset, wanted[positions.count]), in: cursor.bytes(in: 0..<cursor.end))
      for index in path.indices {
        if case .member(let name) = path[index] {
          path[index] = .escaped(JSONPointer.escaped(cursor.text(of: name).string))
        }
      }
      window.release(0..<lines.position)
    }
  }
}

/// Counts lines and UTF-8 columns towards growing offsets.
private struct LineScan {
  private var line = 1
  private var lineStart = 0
  private(set) var position = 0

  /// Returns line and column of an offset that is not below the one before.
  mutating func advance(to offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    let last = min(offset, text.count)
    while position < last {
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
  private var scan = LineScan()

  /// Creates a counter at the start of `text`.
  package init(_ text: [UInt8]) { self.text = text }

  /// Returns line and column, both from 1, of an offset that is not below the one before. LF, CR LF and CR end lines.
  package mutating func advance(to offset: Int) -> (line: Int, column: Int) {
    text.withUnsafeBufferPointer { scan.advance(to: offset, in: $0) }
  }
}
