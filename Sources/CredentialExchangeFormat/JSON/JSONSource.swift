/// The bytes of a JSON file as UTF-8 without byte order mark, whatever encoding they came in.
package struct JSONSource {
  /// UTF-8 text.
  package let text: [UInt8]
  /// Bytes that stood before the text in the file.
  package let skipped: Int
  /// What the file was encoded in, where that is worth telling.
  package let note: String?

  /// Largest file that is read, in bytes.
  package static let maximumCount = 1 << 32

  /// Recognises a byte order mark and UTF-16 (RFC 8259 section 8.1 asks for UTF-8 without mark; files differ).
  package init(_ file: [UInt8]) throws(JSONError) {
    guard file.count <= Self.maximumCount else { throw JSONError(.tooLarge, at: Self.maximumCount) }
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = Array(file.dropFirst(3))
      skipped = 3
      note = "the file begins with a byte order mark"
      return
    }
    let isLittle = file.starts(with: [0xFF, 0xFE]) || (file.count > 3 && file[0] != 0 && file[1] == 0)
    let isBig = file.starts(with: [0xFE, 0xFF]) || (file.count > 3 && file[0] == 0 && file[1] != 0)
    guard isLittle || isBig, file.count % 2 == 0 else {
      text = file
      skipped = 0
      note = nil
      return
    }
    let units = stride(from: 0, to: file.count, by: 2).map { index in
      isLittle
        ? UInt16(file[index]) | UInt16(file[index + 1]) << 8 : UInt16(file[index]) << 8 | UInt16(file[index + 1])
    }
    let start = units.first == 0xFEFF ? 1 : 0
    var output: [UInt8] = []
    output.reserveCapacity(units.count)
    var decoder = UTF16()
    var iterator = units[start...].makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      case .error: output.append(contentsOf: [0xEF, 0xBF, 0xBD])
      case .emptyInput: break decoding
      }
    }
    text = output
    skipped = start * 2
    note = "the file is UTF-16"
  }
}
