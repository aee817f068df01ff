internal import CXFFormats
internal import CredentialExchangeFormat

/// The readers of text that formats stand on.
enum TextTargets {
  static let all = [json, csv, xml]

  // MARK: JSON

  /// The cursor: whatever it accepts is accepted again when it is written, and says the same.
  static let json = FuzzTarget(
    "json", maximumCount: 1 << 15, seeds: { SeedFiles.exports.filter { $0.isJSON } + JSONSeeds.odd }
  ) {
    bytes in
    guard let source = try? JSONSource(bytes) else { return }
    let skipped = end { (cursor: inout JSONCursor) throws(JSONError) in _ = try cursor.skipValue() }
    let read = copy(source.text)
    let isSkipped = skipped(source.text)
    expect((read != nil) == isSkipped, "passing over a value and reading it do not agree")
    let offsets = Array(stride(from: 0, to: source.text.count, by: max(1, source.text.count / 64)))
    let positions = PointerLocator.locate(offsets, in: source.text)
    expect(positions.count == offsets.count, "an offset has no position")
    let places = source.fileOffsets(of: offsets)
    expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "places in the file go backwards")
    expect(places.allSatisfy { $0 <= bytes.count }, "a place lies behind the file")
    guard let read else { return }
    guard let again = copy(read) else { fail("what was written cannot be read") }
    expectEqual(read, again, "reading and writing again changes the text")
    let compact = compact(source.text)
    guard let third = copy(compact) else { fail("the text without blanks cannot be read") }
    expectEqual(read, third, "leaving blanks out changes the text")
    expectEqual(compact, Self.compact(compact), "leaving blanks out twice changes the text")
  }

  private static func end(_ body: @escaping (inout JSONCursor) throws(JSONError) -> Void) -> ([UInt8]) -> Bool
  {
    { text in
      text.withUnsafeBufferPointer { buffer in
        var cursor = JSONCursor(buffer)
        return (try? body(&cursor)) != nil && (try? cursor.finish()) != nil
      }
    }
  }

  private static func compact(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      var output: [UInt8] = []
      guard (try? cursor.peek()) != nil, let range = try? cursor.skipValue() else { return [] }
      cursor.appendCompact(range, to: &output)
      return output
    }
  }

  private static func copy(_ text: [UInt8]) -> [UInt8]? {
    text.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      var writer = JSONWriter()
      guard (try? copy(&cursor, to: &writer)) != nil, (try? cursor.finish()) != nil else { return nil }
      return writer.bytes
    }
  }

  private static func copy(_ json: inout JSONCursor, to writer: inout JSONWriter) throws(JSONError) {
    var first = true
    switch try json.peek() {
    case UInt8(ascii: "{"):
      try json.beginObject()
      writer.beginObject()
      while let name = try json.nextMember(first: &first) {
        writer.name(json.text(of: name).string)
        try copy(&json, to: &writer)
      }
      writer.endObject()
    case UInt8(ascii: "["):
      try json.beginArray()
      writer.beginArray()
      while try json.nextElement(first: &first) {
        writer.element()
        try copy(&json, to: &writer)
      }
      writer.endArray()
    case UInt8(ascii: "\""): writer.string(try json.string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): writer.boolean(try json.boolean())
    case UInt8(ascii: "n"):
      guard try json.consumeNull() else { throw JSONError(.syntax, at: json.offset) }
      writer.null()
    default: writer.fragment(Array(json.bytes(in: try json.number())))
    }
  }

  // MARK: Tables

  /// Rows of delimited text: cells lie in their rows, rows in the file, and written cells come back.
  static let csv = FuzzTarget(
    "csv", choiceCount: 1, seeds: { SeedFiles.exports.filter { $0.isTable }.map { $0.withChoice } }
  ) { bytes in
    guard let choice = bytes.first else { return }
    let text = TextDecoding.decode(Array(bytes.dropFirst()))
    expect(String(validating: text.utf8, as: UTF8.self) != nil, "decoded text is not UTF-8")
    _ = text.findings
    let delimiters: [UInt8?] = [nil, nil, 0x2C, 0x3B, 0x09, 0x7C]
    let options = CSVOptions(
      header: choice & 1 == 0 ? .required : .absent,
      delimiter: delimiters[Int(choice >> 1) % delimiters.count]
    )
    guard var reader = try? CSVReader(text, options: options) else { return }
    var end = 0
    var rows: [[Text]] = []
    while let record = reader.next() {
      expect(record.byteRange.lowerBound >= end, "two rows overlap")
      expect(record.byteRange.upperBound <= text.utf8.count, "a row ends behind the file")
      end = record.byteRange.upperBound
      for cell in record.cells {
        expect(
          record.byteRange.contains(cell.offset) || cell.offset == record.byteRange.upperBound,
          "a cell lies outside its row")
      }
      // Zero bytes make UTF-8 look like UTF-16.
      if record.failure == nil, !record.cells.contains(where: { $0.text.utf8.contains(0) }) {
        rows.append(record.cells.map(\.text))
      }
    }
    _ = reader.fileFindings
    roundTrip(rows.prefix(100), CSVDialect(delimiter: delimiters[2 + Int(choice >> 4) % 4] ?? 0x2C))
  }

  private static func roundTrip(_ rows: ArraySlice<[Text]>, _ dialect: CSVDialect) {
    for quoting in CSVWriter.Quoting.allCases {
      var writer = CSVWriter(dialect: dialect, quoting: quoting)
      for row in rows { writer.append(row: row) }
      let options = CSVOptions(
        header: .absent, delimiter: dialect.delimiter, escape: .fixed(.doubledQuotes), extraCells: .keep)
      guard !rows.isEmpty else { return }
      let text = TextDecoding.decode(writer.bytes)
      guard var reader = try? CSVReader(text, options: options) else {
        fail("a written table cannot be read")
      }
      for row in rows {
        guard let record = reader.next() else { fail("a written row is missing") }
        expect(record.cells.map(\.text) == row, "a written row comes back as another one")
      }
      expect(reader.next() == nil, "a row appears that was not written")
    }
  }

  // MARK: XML

  /// Documents as trees: nodes lie in their parents.
  static let xml = FuzzTarget("xml", seeds: { SeedFiles.exports.filter { $0.name.hasSuffix(".xml") } }) {
    bytes in
    guard let tree = try? XMLTree(bytes) else { return }
    for (index, node) in tree.nodes.enumerated() {
      expect(node.parent < index, "a node stands in front of its parent")
      expect(node.end > index && node.end <= tree.nodes.count, "a node ends before it begins")
      // Other encodings grow in UTF-8.
      expect(node.offset <= 3 * bytes.count, "a node lies behind the file")
      _ = tree.text(of: index)
    }
  }
}

extension FuzzSeed {
  var isJSON: Bool { bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") }
  var isTable: Bool { name.hasSuffix(".csv") }
  /// The seed behind a byte by which a target chooses among settings.
  var withChoice: FuzzSeed { FuzzSeed(name, [0] + bytes) }
}

enum JSONSeeds {
  /// Spellings that samples do not have.
  static let odd: [FuzzSeed] = [
    FuzzSeed(
      "odd", Array(#"{"a":[1e400,-0,1.50,null,true,false,"é\ud83d\ude00\u0000\/\n"],"a":{},"":[]}"#.utf8)),
    FuzzSeed("utf16", [0xFF, 0xFE] + "[\"é😀\"]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
    FuzzSeed("mark", [0xEF, 0xBB, 0xBF] + Array(" [ ] ".utf8)),
  ]
}
