/// The `b64url` of CXF: RFC 4648 section 5, written without padding.
public enum Base64URL {
  /// How a text differed from the exact form.
  package struct Deviation: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `=` at the end.
    package static let padded = Deviation(rawValue: 1)
    /// `+` or `/` of the standard alphabet.
    package static let standardAlphabet = Deviation(rawValue: 2)
    /// Bits after the last byte are not zero.
    package static let trailingBits = Deviation(rawValue: 4)
  }

  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  /// The two digits for each twelve bits, as they lie in memory.
  // Unsafe: the memory is written once, here, and lives as long as the program.
  nonisolated(unsafe) private static let pairs: UnsafePointer<UInt16> = {
    let digits = alphabet.utf8Start
    let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << 12)
    for bits in 0..<1 << 12 {
      let pair = UInt16(digits[bits >> 6]) | UInt16(digits[bits & 63]) << 8
      (pairs + bits).initialize(to: pair.littleEndian)
    }
    return UnsafePointer(pairs)
  }()

  /// Returns the number of characters for `count` bytes.
  @inline(__always)
  package static func encodedCount(_ count: Int) -> Int { (count * 8 + 5) / 6 }

  /// Fills `target`, which has exactly `encodedCount` places.
  package static func encode(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let bytes = source.baseAddress, let text = target.baseAddress else { return }
    let digits = alphabet.utf8Start
    let pairs = pairs
    var read = 0
    var written = 0
    // Six bytes at a time, of eight that are loaded.
    while read &+ 8 <= source.count {
      let word = UInt64(bigEndian: UnsafeRawPointer(bytes + read).loadUnaligned(as: UInt64.self))
      let text8 =
        UInt64(UInt16(littleEndian: pairs[Int(truncatingIfNeeded: word &>> 52)]))
        | UInt64(UInt16(littleEndian: pairs[Int(truncatingIfNeeded: word &>> 40 & 0xFFF)])) &<< 16
        | UInt64(UInt16(littleEndian: pairs[Int(truncatingIfNeeded: word &>> 28 & 0xFFF)])) &<< 32
        | UInt64(UInt16(littleEndian: pairs[Int(truncatingIfNeeded: word &>> 16 & 0xFFF)])) &<< 48
      UnsafeMutableRawPointer(text + written).storeBytes(of: text8.littleEndian, as: UInt64.self)
      read &+= 6
      written &+= 8
    }
    while read &+ 3 <= source.count {
      let triple = UInt32(bytes[read]) << 16 | UInt32(bytes[read &+ 1]) << 8 | UInt32(bytes[read &+ 2])
      let place = UnsafeMutableRawPointer(text + written)
      place.storeBytes(of: pairs[Int(triple >> 12)], as: UInt16.self)
      (place + 2).storeBytes(of: pairs[Int(triple & 0xFFF)], as: UInt16.self)
      read &+= 3
      written &+= 4
    }
    let rest = source.count - read
    guard rest > 0 else { return }
    let last = UInt32(source[read]) << 16 | (rest == 2 ? UInt32(source[read + 1]) << 8 : 0)
    target[written] = digits[Int(last >> 18)]
    target[written + 1] = digits[Int(last >> 12 & 63)]
    if rest == 2 { target[written + 2] = digits[Int(last >> 6 & 63)] }
  }

  /// Returns the bytes in base64url without padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: encodedCount(bytes.count)) { buffer in
      bytes.withUnsafeBufferPointer { encode($0, into: buffer) }
      return encodedCount(bytes.count)
    }
  }

  /// Returns the bytes of a text in base64url, or nil; padding, the standard alphabet and stray trailing bits
  /// are accepted.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode($0)?.bytes }
  }

  /// Returns the bytes and how the text deviates from the exact form, or nil where it is not base64 at all.
  package static func decode(_ text: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], deviation: Deviation)? {
    var deviation: Deviation = []
    var length = text.count
    while length > 0, text.count - length < 2, text[length - 1] == UInt8(ascii: "=") { length -= 1 }
    if length < text.count {
      guard text.count % 4 == 0 else { return nil }
      deviation.insert(.padded)
    }
    guard length % 4 != 1 else { return nil }
    guard let source = text.baseAddress else { return ([], deviation) }
    let values = values
    // What any of the digits has in the upper bits: nothing where all are of the exact alphabet.
    var marks: UInt8 = 0
    var bits: UInt32 = 0
    // The text lends its first bytes until the decoded ones replace them all: an array copied from memory is
    // made by code specialised for bytes; one of a given capacity looks up its storage type at run time.
    var bytes = [UInt8](UnsafeBufferPointer(rebasing: text[..<(length * 3 / 4)]))
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard var target = buffer.baseAddress else { return }
      var index = 0
      while index &+ 4 <= length {
        let a = values[Int(source[index])]
        let b = values[Int(source[index &+ 1])]
        let c = values[Int(source[index &+ 2])]
        let d = values[Int(source[index &+ 3])]
        marks |= a | b | c | d
        target[0] = a &<< 2 | b &>> 4 & 3
        target[1] = b &<< 4 | c &>> 2 & 15
        target[2] = c &<< 6 | d & 63
        target += 3
        index &+= 4
      }
      guard index < length else { return }
      let a = values[Int(source[index])]
      let b = values[Int(source[index &+ 1])]
      marks |= a | b
      target[0] = a &<< 2 | b &>> 4 & 3
      bits = UInt32(b & 15)
      if index &+ 2 < length {
        let c = values[Int(source[index &+ 2])]
        marks |= c
        target[1] = b &<< 4 | c &>> 2 & 15
        bits = UInt32(c & 3)
      }
    }
    guard marks & invalid == 0 else { return nil }
    if marks & standard != 0 { deviation.insert(.standardAlphabet) }
    if bits != 0 { deviation.insert(.trailingBits) }
    return (bytes, deviation)
  }

  /// Marks a byte that is no digit.
  private static let invalid: UInt8 = 0x80
  /// Marks a digit of the standard alphabet.
  private static let standard: UInt8 = 0x40

  /// The six bits that each byte means, with the two marks above them. A table, because whether a digit is a capital, a
  /// small letter or a figure is nothing that a processor can foresee.
  // Unsafe: the memory is written once, here, and lives as long as the program.
  nonisolated(unsafe) private static let values: UnsafePointer<UInt8> = {
    let values = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    values.initialize(repeating: invalid, count: 256)
    for value in 0..<64 { values[Int(alphabet.utf8Start[value])] = UInt8(value) }
    values[Int(UInt8(ascii: "+"))] = standard | 62
    values[Int(UInt8(ascii: "/"))] = standard | 63
    return UnsafePointer(values)
  }()
}
