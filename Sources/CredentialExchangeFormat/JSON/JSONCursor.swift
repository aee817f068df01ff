/// A pull reader over the bytes of one JSON text (RFC 8259), strict in syntax.
///
/// It hands out values in document order and keeps nothing. The two calls to know are `nextMember(first:)`
/// for objects and `nextElement(first:)` for arrays. Offsets are bytes from the start of the text.
/// The memory must outlive the cursor: create it inside `withUnsafeBufferPointer`.
package struct JSONCursor {
  /// Deepest nesting of arrays and objects that is read.
  package static let maximumDepth = 256

  let base: UnsafePointer<UInt8>
  /// The bytes that can be read; more may follow in a window.
  private(set) var end: Int
  /// Where the bytes behind `end` come from. Whoever creates the cursor keeps the window alive.
  private let window: Unmanaged<TextWindow>?
  /// Offset of the next byte to be read.
  package private(set) var offset: Int
  private var depth = 0
  /// Whether a string read since this was last cleared held an unpaired surrogate or bytes that are not UTF-8,
  /// replaced by U+FFFD.
  package var sawDamagedText = false

  /// The name of an object member as it stands in the text, without its quotes.
  package struct Name {
    let start: Int
    let count: Int
    let hasEscapes: Bool
  }

  /// Creates a cursor at `offset` of `bytes`.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
    // An empty buffer may have no address; nothing is ever read from the stand-in.
    base = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    end = bytes.count
    window = nil
    self.offset = offset
  }

  /// Creates a cursor at the start of a text that is read as it is reached. The window must outlive the cursor.
  init(_ window: TextWindow) {
    base = UnsafePointer(window.base)
    end = window.loaded
    self.window = Unmanaged.passUnretained(window)
    offset = 0
  }

  /// Reads on behind `end`; returns whether there is more now.
  @inline(never)
  private mutating func loadMore() -> Bool {
    guard let window else { return false }
    let loaded = window._withUnsafeGuaranteedRef { $0.load(beyond: end) }
    guard loaded > end else { return false }
    end = loaded
    return true
  }

  /// Returns whether the byte at `offset` can be read, after reading on where need be.
  @inline(__always)
  private mutating func hasByte() -> Bool { offset < end || loadMore() }

  /// Returns whether `count` bytes from `offset` on can be read.
  @inline(__always)
  private mutating func hasBytes(_ count: Int) -> Bool {
    while offset &+ count > end { guard loadMore() else { return false } }
    return true
  }

  // MARK: Structure

  /// Skips white space and returns the byte that begins the next value, without consuming it.
  @inline(__always)
  package mutating func peek() throws(JSONError) -> UInt8 {
    skipSpace()
    guard hasByte() else { throw JSONError(depth == 0 ? .empty : .truncated, at: offset) }
    return base[offset]
  }

  @inline(__always)
  private mutating func skipSpace() {
    while hasByte() {
      let byte = base[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  private mutating func open(_ bracket: UInt8) throws(JSONError) {
    guard try peek() == bracket else { throw JSONError(.syntax, at: offset) }
    depth += 1
    guard depth <= Self.maximumDepth else { throw JSONError(.tooDeep, at: offset) }
    offset += 1
  }

  /// Consumes `{`.
  package mutating func beginObject() throws(JSONError) { try open(UInt8(ascii: "{")) }

  /// Consumes `[`.
  package mutating func beginArray() throws(JSONError) { try open(UInt8(ascii: "[")) }

  /// Consumes up to the value of the next member and returns its name, or consumes `}` and returns nil.
  /// `first` is true before the first call for an object, and is cleared.
  @inline(__always)
  package mutating func nextMember(first: inout Bool) throws(JSONError) -> Name? {
    guard try advanceToMember(first: &first) else { return nil }
    return try memberName()
  }

  /// Moves to the name of the next member and returns true, or consumes `}` and returns false.
  @inline(__always)
  mutating func advanceToMember(first: inout Bool) throws(JSONError) -> Bool {
    try advance(first: &first, closing: UInt8(ascii: "}"))
  }

  /// Consumes bytes that were looked at.
  @inline(__always)
  mutating func skip(_ count: Int) { offset &+= count }

  /// Consumes a member name and the colon behind it.
  @inline(__always)
  mutating func memberName() throws(JSONError) -> Name {
    guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.syntax, at: offset) }
    let (start, count, hasEscapes, _) = try scanString()
    guard try peek() == UInt8(ascii: ":") else { throw JSONError(.syntax, at: offset) }
    offset += 1
    return Name(start: start, count: count, hasEscapes: hasEscapes)
  }

  /// Moves to the next element and returns true, or consumes `]` and returns false.
  @inline(__always)
  package mutating func nextElement(first: inout Bool) throws(JSONError) -> Bool {
    try advance(first: &first, closing: UInt8(ascii: "]"))
  }

  @inline(__always)
  private mutating func advance(first: inout Bool, closing: UInt8) throws(JSONError) -> Bool {
    let byte = try peek()
    if byte == closing {
      offset += 1
      depth -= 1
      return false
    }
    if first {
      first = false
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw JSONError(.syntax, at: offset) }
    offset += 1
    // `peek` of the value that follows refuses a closing bracket after the comma.
    guard try peek() != closing else { throw JSONError(.syntax, at: offset) }
    return true
  }

  /// Refuses anything but white space after the value.
  package mutating func finish() throws(JSONError) {
    skipSpace()
    guard offset == end else { throw JSONError(.trailing, at: offset) }
  }

  // MARK: Scalars

  /// Consumes a string and returns its text; unpaired surrogates and invalid UTF-8 become U+FFFD and set
  /// `sawDamagedText`.
  package mutating func string() throws(JSONError) -> Text {
    guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.syntax, at: offset) }
    let (start, count, hasEscapes, isASCII) = try scanString()
    if hasEscapes { return unescaped(start, count) }
    return plain(start, count, isASCII: isASCII)
  }

  /// A string as it stands in the text: the bytes between its quotes.
  package struct StringSpan: Sendable {
    /// Offset of the first byte after the opening quote.
    package let start: Int
    /// The number of bytes between the quotes.
    package let count: Int
    /// Whether there are escapes to resolve.
    package let hasEscapes: Bool
    /// Whether no byte is above 0x7F.
    package let isASCII: Bool
  }

  /// Consumes a string and returns where it stands, without making a text of it. A quote must stand here.
  @inline(__always)
  package mutating func stringSpan() throws(JSONError) -> StringSpan {
    let (start, count, hasEscapes, isASCII) = try scanString()
    return StringSpan(start: start, count: count, hasEscapes: hasEscapes, isASCII: isASCII)
  }

  /// Returns the text of a string, with escapes resolved and damage replaced, without noting that.
  package func text(of span: StringSpan) -> Text {
    var copy = self
    return span.hasEscapes
      ? copy.unescaped(span.start, span.count) : copy.plain(span.start, span.count, isASCII: span.isASCII)
  }

  /// Consumes a string that is, byte for byte and without escapes, one of `names`, and returns its index;
  /// leaves any other string where it is and returns nil. A quote must stand here.
  package mutating func string(among names: [String]) throws(JSONError) -> Int? {
    let quote = offset
    let (start, count, hasEscapes, _) = try scanString()
    if !hasEscapes {
      for index in names.indices where names[index].utf8.count == count {
        let isSame = names[index].utf8.withContiguousStorageIfAvailable { name in
          // A loop, because `elementsEqual` of buffers takes several times as long on names this short.
          var place = 0
          while place < count, name[place] == base[start &+ place] { place &+= 1 }
          return place == count
        }
        if isSame == true { return index }
      }
    }
    offset = quote
    return nil
  }

  /// Returns the text of a member name.
  package mutating func text(of name: Name) -> Text {
    name.hasEscapes ? unescaped(name.start, name.count) : plain(name.start, name.count, isASCII: false)
  }

  /// Consumes a number and returns the range of its spelling.
  package mutating func number() throws(JSONError) -> Range<Int> {
    _ = try peek()
    let start = offset
    try skipNumber()
    return start..<offset
  }

  /// Consumes a number and returns it when it is a whole one in the range of `UInt64`, without fraction or exponent.
  @inline(__always)
  package mutating func unsignedInteger() throws(JSONError) -> UInt64? {
    _ = try peek()
    let start = offset
    var value: UInt64 = 0
    var isExact = true
    while hasByte() {
      let digit = base[offset] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { isExact = false }
      value = sum
      offset += 1
    }
    let digits = offset - start
    if hasByte() {
      let next = base[offset]
      if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") { isExact = false }
    }
    if digits == 0 || !isExact || (digits > 1 && base[start] == UInt8(ascii: "0")) {
      offset = start
      try skipNumber()
      return nil
    }
    return value
  }

  /// Consumes `true` or `false`.
  package mutating func boolean() throws(JSONError) -> Bool {
    if try peek() == UInt8(ascii: "t") {
      try skipLiteral("true")
      return true
    }
    try skipLiteral("false")
    return false
  }

  /// Consumes `null` if it stands here, and returns whether it did.
  @inline(__always)
  package mutating func consumeNull() throws(JSONError) -> Bool {
    guard try peek() == UInt8(ascii: "n") else { return false }
    try skipLiteral("null")
    return true
  }

  // MARK: Skipping

  /// Consumes any value, with its syntax checked, and returns its range without surrounding white space.
  @discardableResult
  package mutating func skipValue() throws(JSONError) -> Range<Int> {
    let byte = try peek()
    let start = offset
    switch byte {
    case UInt8(ascii: "{"):
      try beginObject()
      var first = true
      while try nextMember(first: &first) != nil { try skipValue() }
    case UInt8(ascii: "["):
      try beginArray()
      var first = true
      while try nextElement(first: &first) { try skipValue() }
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    default: try skipNumber()
    }
    return start..<offset
  }

  private mutating func skipLiteral(_ literal: StaticString) throws(JSONError) {
    let count = literal.utf8CodeUnitCount
    let start = offset
    for index in 0..<count {
      guard hasByte() else { throw JSONError(.truncated, at: offset) }
      guard base[offset] == literal.utf8Start[index] else { throw JSONError(.syntax, at: start) }
      offset += 1
    }
  }

  private mutating func skipNumber() throws(JSONError) {
    let start = offset
    if hasByte(), base[offset] == UInt8(ascii: "-") { offset += 1 }
    guard hasByte() else { throw JSONError(.truncated, at: offset) }
    guard hasDigit() else { throw JSONError(offset == start ? .syntax : .number, at: start) }
    if base[offset] == UInt8(ascii: "0") {
      offset += 1
      guard !hasDigit() else { throw JSONError(.number, at: start) }
    } else {
      while hasDigit() { offset += 1 }
    }
    if hasByte(), base[offset] == UInt8(ascii: ".") {
      offset += 1
      guard hasDigit() else { throw unfinishedNumber(start) }
      while hasDigit() { offset += 1 }
    }
    if hasByte(), base[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if hasByte(), base[offset] == UInt8(ascii: "+") || base[offset] == UInt8(ascii: "-") { offset += 1 }
      guard hasDigit() else { throw unfinishedNumber(start) }
      while hasDigit() { offset += 1 }
    }
  }

  @inline(__always)
  private mutating func hasDigit() -> Bool { hasByte() && base[offset] &- UInt8(ascii: "0") <= 9 }

  private func unfinishedNumber(_ start: Int) -> JSONError {
    offset < end ? JSONError(.number, at: start) : JSONError(.truncated, at: end)
  }

  // MARK: Strings

  /// Consumes a string; returns the range between the quotes, and whether it has escapes and is all ASCII.
  @inline(__always)
  private mutating func scanString() throws(JSONError) -> (
    start: Int, count: Int, hasEscapes: Bool, isASCII: Bool
  ) {
    offset += 1
    let start = offset
    var highBits: UInt64 = 0
    var hasEscapes = false
    while true {
      // Eight bytes at a time, straight to the first quote, backslash or control character.
      while offset &+ 8 <= end {
        let word = StringStops.load(base + offset)
        let stops = StringStops.mask(word)
        guard stops == 0 else {
          let clear = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount & ~7)
          highBits |= word & ((1 &<< clear) &- 1)
          offset &+= Int(truncatingIfNeeded: clear &>> 3)
          break
        }
        highBits |= word
        offset &+= 8
      }
      guard offset < end else {
        guard loadMore() else { throw JSONError(.truncated, at: offset) }
        continue
      }
      let byte = base[offset]
      if byte == UInt8(ascii: "\"") {
        let count = offset &- start
        offset &+= 1
        return (start, count, hasEscapes, highBits & 0x8080_8080_8080_8080 == 0)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try skipEscape()
        continue
      }
      guard byte >= 0x20 else { throw JSONError(.string, at: offset) }
      highBits |= UInt64(byte)
      offset &+= 1
    }
  }

  private mutating func skipEscape() throws(JSONError) {
    guard hasBytes(2) else { throw JSONError(.truncated, at: end) }
    switch base[offset + 1] {
    case UInt8(ascii: "u"):
      _ = hasBytes(6)
      for index in (offset + 2)..<(offset + 6) {
        guard index < end else { throw JSONError(.truncated, at: end) }
        guard Self.hexValue(base[index]) != nil else { throw JSONError(.string, at: offset) }
      }
      offset += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    default: throw JSONError(.string, at: offset)
    }
  }

  @inline(__always)
  private mutating func plain(_ start: Int, _ count: Int, isASCII: Bool) -> Text {
    let slice = UnsafeBufferPointer(start: base + start, count: count)
    if isASCII { return Text(String(decoding: slice, as: UTF8.self)) }
    return decoded(slice)
  }

  private mutating func decoded(_ slice: UnsafeBufferPointer<UInt8>) -> Text {
    if !UTF8Check.isValid(slice) { sawDamagedText = true }
    return Text(String(decoding: slice, as: UTF8.self))
  }

  private mutating func unescaped(_ start: Int, _ count: Int) -> Text {
    // Into memory on the stack, where it is short: the text is copied into a string anyway.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      var damaged = false
      let filled = Self.unescape(
        UnsafeBufferPointer(start: base + start, count: count), into: buffer, &damaged)
      if damaged { sawDamagedText = true }
      return decoded(UnsafeBufferPointer(rebasing: buffer[..<filled]))
    }
  }

  /// Resolves the escapes of `source`, whose syntax was checked; the result is never longer.
  private static func unescape(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>,
    _ damaged: inout Bool
  ) -> Int {
    var read = 0
    var written = 0
    func unit(_ at: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 << 4 | UInt32(hexValue(source[at + $1]) ?? 0) }
    }
    while read < source.count {
      guard source[read] == UInt8(ascii: "\\") else {
        target[written] = source[read]
        read += 1
        written += 1
        continue
      }
      let kind = source[read + 1]
      read += 2
      switch kind {
      case UInt8(ascii: "b"): target[written] = 0x08
      case UInt8(ascii: "f"): target[written] = 0x0C
      case UInt8(ascii: "n"): target[written] = 0x0A
      case UInt8(ascii: "r"): target[written] = 0x0D
      case UInt8(ascii: "t"): target[written] = 0x09
      case UInt8(ascii: "u"):
        var value = unit(read)
        read += 4
        if value & 0xFC00 == 0xD800, read + 6 <= source.count, source[read] == UInt8(ascii: "\\"),
          source[read + 1] == UInt8(ascii: "u"), unit(read + 2) & 0xFC00 == 0xDC00
        {
          value = 0x10000 + (value & 0x3FF) << 10 + (unit(read + 2) & 0x3FF)
          read += 6
        }
        let scalar = Unicode.Scalar(value)
        if scalar == nil { damaged = true }
        for byte in String(Character(scalar ?? "\u{FFFD}")).utf8 {
          target[written] = byte
          written += 1
        }
        continue
      default: target[written] = kind
      }
      written += 1
    }
    return written
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  // MARK: Raw access

  /// Appends the bytes of `range`, a value or member already checked, without the white space between its tokens.
  package func appendCompact(_ range: Range<Int>, to output: inout [UInt8]) {
    var inString = false
    var index = range.lowerBound
    output.reserveCapacity(output.count + range.count)
    while index < range.upperBound {
      let byte = base[index]
      if inString {
        output.append(byte)
        if byte == UInt8(ascii: "\\"), index + 1 < range.upperBound {
          index += 1
          output.append(base[index])
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
      } else if byte > 0x20 {
        if byte == UInt8(ascii: "\"") { inString = true }
        output.append(byte)
      }
      index += 1
    }
  }

  /// Returns the text of `range`, for numbers and literals.
  package func spelling(_ range: Range<Int>) -> Text {
    Text(
      String(decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
    )
  }

  /// Returns the bytes of `range` where they lie; they can be used as long as the memory of the text.
  package func bytes(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Returns whether a name without escapes has exactly the bytes of `literal`.
  @inline(__always)
  package func matches(_ name: Name, _ literal: StaticString) -> Bool {
    guard name.count == literal.utf8CodeUnitCount, !name.hasEscapes else { return false }
    let bytes = base + name.start
    let expected = literal.utf8Start
    var index = 0
    while index < name.count {
      guard bytes[index] == expected[index] else { return false }
      index &+= 1
    }
    return true
  }

  /// Returns whether a name, escapes resolved, is `literal`.
  @inline(never)
  package func resolves(_ name: Name, to literal: StaticString) -> Bool {
    var copy = self
    return copy.text(of: name).utf8.elementsEqual(
      UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Goes back to an earlier offset at the same depth of nesting.
  package mutating func rewind(to earlier: Int) { offset = earlier }
}
