/// The blocks between `-----BEGIN …-----` and `-----END …-----` (RFC 7468), found in any text.
struct PEMBlock: Redacted {
  /// What stands after BEGIN.
  let label: String
  /// The bytes from the begin line to the end line, both included.
  let range: Range<Int>
  /// The bytes between those lines.
  let body: ArraySlice<UInt8>
  /// Whether there is an end line.
  let hasEnd: Bool

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END".utf8)
  private static let dashes = Array("-----".utf8)
  private static let maximumLabelByteCount = 64

  /// Returns the blocks of a text in order. Line ends do not matter, and neither does whether the two labels
  /// are the same: what the block holds is told by its bytes.
  static func all(in text: [UInt8]) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var cursor = 0
    while let start = find(begin, in: text[cursor...]) {
      let labelStart = start + begin.count
      guard let labelEnd = find(dashes, in: text[labelStart...].prefix(maximumLabelByteCount)) else {
        cursor = labelStart
        continue
      }
      let bodyStart = labelEnd + dashes.count
      // A block ends before the next one begins; so each byte is looked at a few times only.
      let next = find(begin, in: text[bodyStart...]) ?? text.count
      let endLine = find(end, in: text[bodyStart..<next])
      let bodyEnd = endLine ?? next
      cursor = endLine.map { endOfEndLine(text, from: $0) } ?? next
      blocks.append(
        PEMBlock(
          label: String(decoding: text[labelStart..<labelEnd], as: UTF8.self), range: start..<cursor,
          body: text[bodyStart..<bodyEnd], hasEnd: endLine != nil))
    }
    return blocks
  }

  /// The index after the end line, whose closing dashes may have been cut off.
  private static func endOfEndLine(_ text: [UInt8], from start: Int) -> Int {
    var index = start + end.count
    while index < text.count, text[index] != 0x0A, text[index] != 0x0D {
      if text[index...].starts(with: dashes) { return index + dashes.count }
      index += 1
    }
    return index
  }

  /// Returns where `pattern` first begins in `text`.
  static func find(_ pattern: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard let first = pattern.first else { return nil }
    var rest = text
    while let start = rest.firstIndex(of: first) {
      if text[start...].starts(with: pattern) { return start }
      rest = text[(start + 1)...]
    }
    return nil
  }

  /// Whether the body carries the header of PEM's own encryption (RFC 1421).
  var isEncrypted: Bool {
    Self.find(Array("Proc-Type: 4,ENCRYPTED".utf8), in: body) != nil
  }

  /// Whether header lines stand before the base64.
  var hasHeaders: Bool { body.contains(UInt8(ascii: ":")) }

  /// Returns the bytes that the body encodes, without its header lines.
  func decoded() throws(SSHKeyError) -> [UInt8] {
    do throws(Base64.Fault) {
      return try Base64.decode(hasHeaders ? bodyAfterHeaders : body)
    } catch {
      throw hasEnd ? .invalidBase64(offset: error.offset) : .missingEndLine(offset: range.lowerBound)
    }
  }

  /// Base64 has no colon, so whatever stands up to the line of the last one is headers.
  private var bodyAfterHeaders: ArraySlice<UInt8> {
    guard let colon = body.lastIndex(of: UInt8(ascii: ":")) else { return body }
    guard let lineEnd = body[colon...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
    return body[lineEnd...]
  }

  /// Returns whether the label ends in these words.
  func labelEnds(in words: String) -> Bool { label.utf8.suffix(words.utf8.count).elementsEqual(words.utf8) }

  /// Returns the text of a block with lines of `columns` digits and a line feed after each.
  static func encode(_ bytes: [UInt8], label: String, columns: Int) -> String {
    var text = "-----BEGIN \(label)-----\n"
    var line = Base64.encode(bytes).utf8[...]
    while !line.isEmpty {
      text += Substring(line.prefix(columns)) + "\n"
      line = line.dropFirst(columns)
    }
    return text + "-----END \(label)-----\n"
  }

  var redactedDescription: String { "PEMBlock(\(label))" }
}
