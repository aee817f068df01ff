#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes one JSON text, compact or indented by two spaces, into a growing buffer.
///
/// The writer puts the commas: begin an object, then `name` and a value in turn. It never changes a byte of a
/// text but for the escapes that RFC 8259 demands.
package struct JSONWriter: ~Copyable {
  private var buffer: UnsafeMutablePointer<UInt8>
  /// Bytes that may be written before `grow` is called.
  private var capacity: Int
  /// Bytes written so far.
  package private(set) var count = 0
  private var needsComma = false
  private var depth = 0
  let isIndented: Bool
  private var ownsBuffer: Bool
  /// Takes what the buffer has no room for; nil where the buffer grows.
  private var sink: ((UnsafeRawBufferPointer) -> Void)?

  /// A member name with its quotes and colon, and maybe the value as well, ready to be written: in memory that
  /// lives as long as the program and is filled up to whole blocks, so that copying takes no call.
  package struct Key: @unchecked Sendable {
    // Unchecked: the memory is written once, here.
    fileprivate static let block = 16
    fileprivate let start: UnsafePointer<UInt8>
    fileprivate let length: Int

    /// Creates the key of a name that needs no escapes.
    package init(_ name: StaticString) { self.init(Array("\"\(name)\":".utf8)) }

    /// Creates a key from what is to be written. What ends with a value is for compact texts only.
    init(_ text: [UInt8]) {
      length = text.count
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: length + Self.block)
      bytes.initialize(repeating: 0, count: length + Self.block)
      for index in text.indices { bytes[index] = text[index] }
      start = UnsafePointer(bytes)
    }
  }

  /// Creates a writer; `indented` puts each member on its own line.
  package init(indented: Bool = false, capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    buffer = .allocate(capacity: self.capacity)
    ownsBuffer = true
    isIndented = indented
  }

  /// Creates a writer that hands on what it writes, in pieces of about `capacity` bytes. `flush` hands on the last one.
  init(indented: Bool, capacity: Int, sink: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.init(indented: indented, capacity: capacity)
    self.sink = sink
  }

  /// Hands on what is left.
  mutating func flush() {
    guard let sink, count > 0 else { return }
    sink(UnsafeRawBufferPointer(start: buffer, count: count))
    count = 0
  }

  private init(into memory: UnsafeMutableBufferPointer<UInt8>, indented: Bool) {
    buffer = memory.baseAddress ?? .allocate(capacity: 1)
    capacity = memory.count
    ownsBuffer = memory.baseAddress == nil
    isIndented = indented
    if capacity >= 2 * Self.largePage { adviseLargePages() }
  }

  deinit { release() }

  private func release() {
    guard ownsBuffer else { return }
    // What is written are credentials: the memory goes back to the system without them.
    memset(buffer, 0, sink == nil ? count : capacity)
    buffer.deallocate()
  }

  /// The bytes written so far.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: buffer, count: count)) }

  /// Returns what `body` writes. With a good estimate of the length the text is written where it stays.
  package static func text(
    indented: Bool, estimate: Int, _ body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var overflow: [UInt8]?
    let text = [UInt8](unsafeUninitializedCapacity: max(estimate, 64)) { memory, filled in
      var writer = JSONWriter(into: memory, indented: indented)
      body(&writer)
      if writer.ownsBuffer { overflow = writer.bytes } else { filled = writer.count }
    }
    return overflow ?? text
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    if sink != nil {
      flush()
      if more <= capacity { return }
    }
    let larger = max(capacity * 2, count + more)
    let replacement = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    replacement.update(from: buffer, count: count)
    // The memory of another owner would go back to the system with what was written.
    if !ownsBuffer { memset(buffer, 0, count) }
    release()
    ownsBuffer = true
    buffer = replacement
    capacity = larger
  }

  private static let largePage = 1 << 21

  /// Asks the system for large pages under a large text: a fault for each small page, as it is first written, took a
  /// quarter of the time of encoding. Where the system has none to give, the faults come as ever.
  private func adviseLargePages() {
    #if os(Linux)
      // MADV_HUGEPAGE; not all headers have it.
      let advice: Int32 = 14
      let start = UnsafeMutableRawPointer(buffer).alignedUp(toMultipleOf: Self.largePage)
      let end = UnsafeMutableRawPointer(buffer + capacity).alignedDown(toMultipleOf: Self.largePage)
      if start < end { _ = madvise(start, end - start, advice) }
    #endif
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    reserve(1)
    buffer[count] = byte
    count &+= 1
  }

  @inline(__always)
  private mutating func put(_ source: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    memcpy(buffer + count, source, length)
    count &+= length
  }

  private mutating func newLine() {
    guard isIndented else { return }
    put(0x0A)
    for _ in 0..<depth {
      put(0x20)
      put(0x20)
    }
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma {
      put(UInt8(ascii: ","))
    }
    if isIndented, depth > 0 { newLine() }
  }

  @inline(__always)
  private mutating func open(_ bracket: UInt8) {
    put(bracket)
    depth &+= 1
    needsComma = false
  }

  @inline(__always)
  private mutating func close(_ bracket: UInt8) {
    depth &-= 1
    if isIndented, needsComma { newLine() }
    put(bracket)
    needsComma = true
  }

  /// Writes `{`.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Writes `}`.
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Writes `[`.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Writes `]`.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Separates an array element from the one before; call it before each element.
  package mutating func element() { separate() }

  /// Writes a member name known at compile time, which needs no escapes; a value must follow.
  @inline(__always)
  package mutating func name(_ name: StaticString) {
    separate()
    let length = name.utf8CodeUnitCount
    reserve(length &+ 4)
    buffer[count] = UInt8(ascii: "\"")
    memcpy(buffer + count + 1, name.utf8Start, length)
    buffer[count &+ length &+ 1] = UInt8(ascii: "\"")
    buffer[count &+ length &+ 2] = UInt8(ascii: ":")
    count &+= length &+ 3
    if isIndented { put(0x20) }
    needsComma = true
  }

  /// Writes a member name; a value must follow.
  @inline(__always)
  package mutating func name(_ key: Key) {
    if isIndented { separateIndented() }
    reserve(key.length &+ Key.block &+ 2)
    var place = buffer + count
    place.pointee = UInt8(ascii: ",")
    if needsComma, !isIndented { place += 1 }
    var copied = 0
    repeat {
      let block = UnsafeRawPointer(key.start + copied).loadUnaligned(as: (UInt64, UInt64).self)
      UnsafeMutableRawPointer(place + copied).storeBytes(of: block, as: (UInt64, UInt64).self)
      copied &+= Key.block
    } while copied < key.length
    count = place - buffer &+ key.length
    if isIndented { put(0x20) }
    needsComma = true
  }

  @inline(never)
  private mutating func separateIndented() { separate() }

  /// Writes any member name; a value must follow.
  package mutating func name(_ name: String) {
    separate()
    string(Text(name))
    put(UInt8(ascii: ":"))
    if isIndented { put(0x20) }
  }

  /// Writes a string.
  @inline(__always)
  package mutating func string(_ text: Text) {
    // Without a mutable copy, which would count a reference for each text.
    if text.string.utf8.withContiguousStorageIfAvailable({ quote($0) }) == nil {
      Array(text.utf8).withUnsafeBufferPointer { quote($0) }
    }
  }

  /// Writes the string at an address.
  @inline(__always)
  mutating func string(at place: UnsafePointer<Text>) {
    string(UnsafeRawPointer(place).assumingMemoryBound(to: Borrowed<Text>.self).pointee.value)
  }

  /// Writes a string known at compile time, which needs no escapes.
  package mutating func string(_ literal: StaticString) {
    put(UInt8(ascii: "\""))
    put(literal.utf8Start, literal.utf8CodeUnitCount)
    put(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a string.
  package mutating func string(_ string: String) { self.string(Text(string)) }

  /// Room for what is written before the next check: quotes, one escape, and the word that a store fills.
  private static let slack = 32

  /// Writes a string with its quotes.
  ///
  /// Words are stored as they are examined: most texts are short and plain, and for these a search first and a
  /// copy afterwards would cost two passes and a call. What a store puts behind a stop is written over by the rest
  /// of the text, so nothing secret stays behind the end.
  private mutating func quote(_ source: UnsafeBufferPointer<UInt8>) {
    let length = source.count
    reserve(length &+ Self.slack)
    var place = buffer + count
    place.pointee = UInt8(ascii: "\"")
    place += 1
    if let start = source.baseAddress {
      var index = 0
      while index &+ 8 <= length {
        let word = StringStops.load(start + index)
        let stops = StringStops.mask(word)
        StringStops.store(word, place)
        if stops == 0 {
          index &+= 8
          place += 8
          continue
        }
        let plain = stops.trailingZeroBitCount &>> 3
        index &+= plain
        count = place - buffer &+ plain
        escape(start[index])
        index &+= 1
        reserve(length &- index &+ Self.slack)
        place = buffer + count
      }
      if index < length, length >= 8 {
        // The rest lies in the last eight bytes; what was written already moves out and spaces move in.
        let rest = length &- index
        let bits = UInt64(truncatingIfNeeded: rest) &* 8
        let word =
          StringStops.load(start + length - 8) &>> (64 &- bits) | 0x2020_2020_2020_2020 &<< bits
        if StringStops.mask(word) == 0 {
          StringStops.store(word, place)
          place += rest
          index = length
        }
      }
      while index < length {
        let byte = start[index]
        index &+= 1
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
          place.pointee = byte
          place += 1
          continue
        }
        count = place - buffer
        escape(byte)
        reserve(length &- index &+ Self.slack)
        place = buffer + count
      }
    }
    place.pointee = UInt8(ascii: "\"")
    count = place - buffer &+ 1
    needsComma = true
  }

  /// Writes the escape of a byte that cannot stand in a string.
  @inline(never)
  private mutating func escape(_ byte: UInt8) {
    put(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: put(UInt8(ascii: "b"))
    case 0x09: put(UInt8(ascii: "t"))
    case 0x0A: put(UInt8(ascii: "n"))
    case 0x0C: put(UInt8(ascii: "f"))
    case 0x0D: put(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
    default:
      for digit in [0x75, 0x30, 0x30, 0x30 + byte >> 4] { put(digit) }
      let low = byte & 0xF
      put(low < 10 ? 0x30 + low : 0x61 + low - 10)
    }
  }

  /// Writes a whole number.
  package mutating func unsigned(_ value: UInt64) {
    reserve(20)
    var length = 1
    var bound: UInt64 = 10
    while length < 20, value >= bound {
      length &+= 1
      bound = bound &* 10
    }
    // The digits come out last first, and two at a time: each division waits for the one before.
    var place = buffer + count + length
    var rest = value
    while rest >= 10 {
      let pair = UInt8(truncatingIfNeeded: rest % 100)
      rest /= 100
      place -= 2
      place[0] = UInt8(ascii: "0") &+ pair / 10
      place[1] = UInt8(ascii: "0") &+ pair % 10
    }
    if length & 1 == 1 { buffer[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest) }
    count &+= length
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func integer(_ value: Int) {
    if value < 0 { put(UInt8(ascii: "-")) }
    unsigned(UInt64(value.magnitude))
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes `null`.
  package mutating func null() { raw("null") }

  private mutating func raw(_ literal: StaticString) {
    put(literal.utf8Start, literal.utf8CodeUnitCount)
    needsComma = true
  }

  /// Writes bytes in base64url (RFC 4648 section 5) without padding, as a string.
  package mutating func base64url(_ bytes: [UInt8]) {
    let length = Base64URL.encodedCount(bytes.count)
    reserve(length &+ 2)
    let place = buffer + count
    place.pointee = UInt8(ascii: "\"")
    bytes.withUnsafeBufferPointer {
      Base64URL.encode($0, into: UnsafeMutableBufferPointer(start: place + 1, count: length))
    }
    place[length &+ 1] = UInt8(ascii: "\"")
    count &+= length &+ 2
    needsComma = true
  }

  /// Writes a value, or members without the braces around them, that is JSON already.
  package mutating func fragment(_ json: [UInt8]) {
    json.withUnsafeBufferPointer {
      if let start = $0.baseAddress { put(start, $0.count) }
    }
    needsComma = true
  }

  /// Writes members that are JSON already, after those written so far.
  package mutating func members(_ json: [UInt8]) {
    separate()
    fragment(json)
  }

  /// Writes the line feed that ends a text file.
  package mutating func endLine() { put(0x0A) }
}
