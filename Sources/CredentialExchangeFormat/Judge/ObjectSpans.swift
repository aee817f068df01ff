/// Where the value of a member stands.
struct MemberSpan {
  /// Offset of the first byte of the value, or -1 for a member that is absent or was not read as it stands.
  var offset: Int
  /// The number of bytes of the value, with its quotes.
  var count: Int
  /// Whether a string has escapes to resolve.
  var hasEscapes: Bool
  /// Whether a string is ASCII.
  var isASCII: Bool

  static let absent = MemberSpan(offset: -1, count: 0, hasEscapes: false, isASCII: true)

  var isPresent: Bool { offset >= 0 }

  init(offset: Int, count: Int, hasEscapes: Bool, isASCII: Bool) {
    self.offset = offset
    self.count = count
    self.hasEscapes = hasEscapes
    self.isASCII = isASCII
  }

  init(_ string: JSONCursor.StringSpan) {
    self.init(
      offset: string.start - 1, count: string.count + 2, hasEscapes: string.hasEscapes,
      isASCII: string.isASCII)
  }

  /// The string between the quotes.
  var string: JSONCursor.StringSpan {
    JSONCursor.StringSpan(start: offset + 1, count: count - 2, hasEscapes: hasEscapes, isASCII: isASCII)
  }
}

/// The members of one object that was read whole, where they stand.
struct ObjectSpans {
  /// Offset of the object.
  let start: Int
  /// Offset behind the object.
  let end: Int
  let shape: UnsafePointer<Shape>
  let spans: UnsafePointer<MemberSpan>

  /// The member of a name, or nil where it is absent or was not read as it stands.
  subscript(_ name: StaticString) -> MemberSpan? {
    let rows = shape.pointee.rows
    for index in 0..<shape.pointee.count where rows[index].name.isSame(as: name) {
      return spans[index].isPresent ? spans[index] : nil
    }
    return nil
  }
}

extension StaticString {
  /// Returns whether both have the same bytes.
  @inline(__always)
  func isSame(as other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    if utf8Start == other.utf8Start { return true }
    for index in 0..<utf8CodeUnitCount where utf8Start[index] != other.utf8Start[index] { return false }
    return true
  }
}
