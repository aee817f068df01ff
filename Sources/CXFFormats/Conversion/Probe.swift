package import CredentialExchangeFormat

/// What can be seen of a file without reading it: the basis of detection, which goes by content alone.
package final class Probe {
  /// The bytes.
  package let bytes: [UInt8]

  private let file: SourceFile

  /// Creates a probe of a file.
  package init(_ file: SourceFile) {
    self.file = file
    bytes = file.bytes
  }

  /// Creates a probe of bytes without a name.
  package convenience init(_ bytes: [UInt8]) { self.init(SourceFile(name: "", bytes: bytes)) }

  /// The files that are in it, of a zip file or a folder; nil for any other file, and for a zip file that is damaged.
  package lazy var members: SourceMembers? = {
    if let folder = file.folder { return folder }
    guard SourceMembers.isZip(bytes) else { return nil }
    return try? SourceMembers(zip: file)
  }()

  /// How much of a file is looked at to find the header of a table.
  private static let headSize = 1 << 16

  /// The names of the root object's members with the kinds of their values, when the bytes begin a JSON object.
  /// A text that breaks off further on gives the members up to there.
  package lazy var jsonMembers: [Text: SourceRecord.Kind]? = {
    guard let source = try? JSONSource(bytes) else { return nil }
    return source.text.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      guard (try? cursor.peek()) == UInt8(ascii: "{") else { return nil }
      var members: [Text: SourceRecord.Kind] = [:]
      try? Self.readMembers(&cursor, into: &members)
      return members
    }
  }()

  /// Whether the first byte that is no blank begins a JSON array or object.
  package lazy var looksLikeJSON: Bool = {
    guard let source = try? JSONSource(Array(bytes.prefix(Self.headSize))) else { return false }
    return source.text.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      let first = try? cursor.peek()
      return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
  }()

  /// The beginning of the file as text, up to the end of a line; nil for what holds zero bytes without being UTF-16.
  package lazy var textHead: DecodedText? = {
    guard !bytes.isEmpty else { return nil }
    // A cut in the middle of a character would look like another encoding.
    var head = Array(bytes.prefix(Self.headSize))
    if head.count < bytes.count, let end = head.lastIndex(of: 0x0A) { head.removeSubrange((end + 1)...) }
    return TextDecoding.decode(head)
  }()

  /// The names in the first row of a table, trimmed and in lower case, when the bytes look like one.
  package lazy var columns: [String]? = header?.columns.map { $0.name.string.lowercased() }

  /// The names in the first row as they stand there, when there are several.
  package var columnNames: [Text]? {
    guard let names = header?.columns.map(\.name), names.count > 1 else { return nil }
    return names
  }

  private lazy var header: CSVHeader? = {
    guard !looksLikeJSON, let text = textHead else { return nil }
    return (try? CSVReader(text, options: CSVOptions()))?.header
  }()

  /// The first rows of a table, the header among them; nil for what is none.
  package lazy var rows: [[Text]]? = {
    guard !looksLikeJSON, let head = textHead else { return nil }
    guard var reader = try? CSVReader(head, options: CSVOptions(header: .absent)) else { return nil }
    var rows: [[Text]] = []
    while rows.count < Self.sampleRows, let row = reader.next() {
      guard row.failure == nil else { break }
      rows.append(row.cells.map(\.text))
    }
    return rows
  }()

  /// How many rows are looked at to recognise a table without a header.
  private static let sampleRows = 64

  /// Notes each member before its value is passed over, so that a text that breaks off inside the value has it too.
  static func readMembers(
    _ cursor: inout JSONCursor, into members: inout [Text: SourceRecord.Kind]
  ) throws(JSONError) {
    try cursor.beginObject()
    var first = true
    while let name = try cursor.nextMember(first: &first) {
      let text = cursor.text(of: name)
      if members[text] == nil { members[text] = kind(try cursor.peek()) }
      try cursor.skipValue()
    }
  }

  private static func kind(_ first: UInt8) -> SourceRecord.Kind {
    switch first {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }
}

/// Why a file is taken for one format.
package struct Detection: Sendable {
  /// How sure it is.
  package enum Confidence: Int, Sendable, Comparable {
    /// Something of the format is there, and something else is missing.
    case possible
    /// It has what this format has, and others may have too.
    case likely
    /// It has what only this format has.
    case certain

    package static func < (lhs: Confidence, rhs: Confidence) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  package var confidence: Confidence
  /// One phrase for people.
  package var reason: String
  /// How much of the file speaks for it, to choose among equally sure formats.
  package var score: Int

  package init(_ confidence: Confidence, _ reason: String, score: Int = 0) {
    self.confidence = confidence
    self.reason = reason
    self.score = score
  }
}
