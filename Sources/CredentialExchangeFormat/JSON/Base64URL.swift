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
    var isValid = true
    // The text lends its first bytes until the decoded ones replace them all: an array copied from memory is
    // made by code specialised for bytes; one of a given capacity looks up its storage type at run time.
    var bytes = [UInt8](UnsafeBufferPointer(rebasing: text[..<(length * 3 / 4)]))
    bytes.withUnsafeMutableBufferPointer { buffer in
      var filled = 0
      var bits: UInt32 = 0
      var pending = 0
      var index = 0
      while index &+ 4 <= length {
        let a = value(text[index], &deviation)
        let b = value(text[index &+ 1], &deviation)
        let c = value(text[index &+ 2], &deviation)
        let d = value(text[index &+ 3], &deviation)
        guard (a | b | c | d) < 64 else {
          isValid = false
          return
        }
        buffer[filled] = a &<< 2 | b &>> 4
        buffer[filled &+ 1] = b &<< 4 | c &>> 2
        buffer[filled &+ 2] = c &<< 6 | d
        filled &+= 3
        index &+= 4
      }
      while index < length {
        let digit = value(text[index], &deviation)
        guard digit < 64 else {
          isValid = false
          return
        }
        bits = bits << 6 | UInt32(digit)
        pending &+= 6
        if pending >= 8 {
          pending &-= 8
          buffer[filled] = UInt8(truncatingIfNeeded: bits >> UInt32(pending))
          filled &+= 1
        }
        index &+= 1
      }
      if bits & (1 << UInt32(pending) - 1) != 0 { deviation.insert(.trailingBits) }
    }
    return isValid ? (bytes, deviation) : nil
  }

  @inline(__always)
  private static func value(_ byte: UInt8, _ deviation: inout Deviation) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte &- UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return byte &- UInt8(ascii: "a") &+ 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte &- UInt8(ascii: "0") &+ 52
    case UInt8(ascii: "-"): return 62
    case UInt8(ascii: "_"): return 63
    case UInt8(ascii: "+"):
      deviation.insert(.standardAlphabet)
      return 62
    case UInt8(ascii: "/"):
      deviation.insert(.standardAlphabet)
      return 63
    default: return 255
    }
  }
}
