/// The bytes of a JSON file as UTF-8 without byte order mark, whatever encoding they came in.
package struct JSONSource {
  /// UTF-8 text.
  package let text: [UInt8]
  /// Bytes that stood before the text in the file.
  package let skipped: Int
  /// What the file was encoded in, where that is worth telling.
  package let note: String?
  private let isUTF16: Bool

  /// Largest file that is read, in bytes.
  package static let maximumCount = 1 << 32

  /// Recognises a byte order mark and UTF-16 (RFC 8259 section 8.1 asks for UTF-8 without mark; files differ).
  package init(_ file: [UInt8]) throws(JSONError) {
    guard file.count <= Self.maximumCount else { throw JSONError(.tooLarge, at: Self.maximumCount) }
    if file.starts(with: Self.byteOrderMark) {
      text = Array(file.dropFirst(Self.byteOrderMark.count))
      skipped = Self.byteOrderMark.count
      note = Self.byteOrderMarkNote
      isUTF16 = false
      return
    }
    let isLittle = Self.isLittleEndian(file)
    guard Self.isUTF16(file) else {
      text = file
      skipped = 0
      note = nil
      isUTF16 = false
      return
    }
    var units = stride(from: 0, to: file.count - 1, by: 2).map { index in
      isLittle
        ? UInt16(file[index]) | UInt16(file[index + 1]) << 8
        : UInt16(file[index]) << 8 | UInt16(file[index + 1])
    }
    skipped = units.first == 0xFEFF ? 2 : 0
    if skipped > 0 { units.removeFirst() }
    text = Self.utf8(units)
    guard file.count.isMultiple(of: 2) else { throw JSONError(.truncated, at: text.count) }
    note = "the file is UTF-16"
    isUTF16 = true
  }

  /// The mark of UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  static let byteOrderMarkNote = "the file begins with a byte order mark"

  /// Whether bytes begin a file in UTF-16; four are enough to tell.
  static func isUTF16(_ file: [UInt8]) -> Bool {
    isLittleEndian(file) || file.starts(with: [0xFE, 0xFF])
      || (file.count > 3 && file[0] == 0 && file[1] != 0)
  }

  private static func isLittleEndian(_ file: [UInt8]) -> Bool {
    file.starts(with: [0xFF, 0xFE]) || (file.count > 3 && file[0] != 0 && file[1] == 0)
  }

  /// Returns UTF-8. A surrogate without its other half becomes three bytes that are not UTF-8, so that the reader of
  /// the text notices it where it stands.
  private static func utf8(_ units: [UInt16]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(units.count)
    var index = 0
    while index < units.count {
      var value = UInt32(units[index])
      index += 1
      if value & 0xFC00 == 0xD800, index < units.count, units[index] & 0xFC00 == 0xDC00 {
        value = 0x10000 + (value & 0x3FF) << 10 + UInt32(units[index] & 0x3FF)
        index += 1
      }
      if let scalar = Unicode.Scalar(value) {
        output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      } else {
        output += [0xED, UInt8(0x80 | value >> 6 & 0x3F), UInt8(0x80 | value & 0x3F)]
      }
    }
    return output
  }

  /// Returns where bytes of the text stand in the file; `offsets` must be in growing order.
  package func fileOffsets(of offsets: [Int]) -> [Int] {
    guard isUTF16 else { return offsets.map { $0 + skipped } }
    var position = 0
    var units = 0
    return offsets.map { offset in
      while position < min(offset, text.count) {
        let byte = text[position]
        // Bytes that continue a sequence add nothing; a sequence of four is a pair of surrogates.
        if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
        position += 1
      }
      return skipped + units * 2
    }
  }
}
