internal import CredentialExchangeFormat

/// Findings as a SARIF 2.1.0 log (OASIS standard), which code hosts and editors read.
struct SARIFReport {
  /// The names of the files that were judged.
  private var names: [String] = []
  /// What was found, each with its column in code points, which columns of the standard count.
  private var results: [(finding: Finding, column: Int?)] = []

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: the path as the user gave it.
  ///   - bytes: what is in it, for columns; empty where only a part of it was read.
  mutating func add(_ name: String, _ bytes: [UInt8], _ findings: [Finding]) {
    names.append(name)
    // Columns count in the text: without a byte order mark, and as UTF-8 where the file is UTF-16.
    var lines = LineIndex((try? JSONSource(bytes))?.text ?? bytes)
    for finding in findings {
      let position = finding.position
      results.append(
        (finding, position.line.map { lines.codePoints(line: $0, column: position.column ?? 1) }))
    }
  }

  /// The log.
  var json: [UInt8] {
    let codes = Self.unique(results.map(\.finding.code))
    let numbers = Dictionary(
      codes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var writer = JSONWriter(indented: true)
    writer.beginObject()
    writer.member(
      "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    writer.member("version", "2.1.0")
    writer.array("runs", [0]) { writer, _ in
      writer.beginObject()
      writer.name("tool")
      writer.beginObject()
      writer.name("driver")
      writer.beginObject()
      writer.member("name", "cxf")
      writer.member("version", CXFCommand.version)
      writer.array("rules", codes) { Self.rule($1, &$0) }
      writer.endObject()
      writer.endObject()
      // Columns of the standard count code points or units of UTF-16; ours count bytes, and are turned into the former.
      writer.member("columnKind", "unicodeCodePoints")
      writer.array("newlineSequences", ["\r\n", "\n", "\r"]) { $0.string(Text($1)) }
      writer.array("artifacts", names) { writer, name in
        writer.beginObject()
        Self.location("location", name, &writer)
        writer.endObject()
      }
      writer.array("results", results) { writer, result in
        Self.result(result.finding, column: result.column, rule: numbers[result.finding.code.name], &writer)
      }
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func unique(_ codes: [FindingCode]) -> [FindingCode] {
    var seen: Set<String> = []
    return codes.filter { seen.insert($0.name).inserted }
  }

  private static func rule(_ code: FindingCode, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", code.name)
    writer.name("defaultConfiguration")
    writer.beginObject()
    writer.member("level", code.severity.rawValue)
    writer.endObject()
    writer.endObject()
  }

  private static func result(
    _ finding: Finding, column: Int?, rule: Int?, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("ruleId", finding.code.name)
    if let rule { writer.member("ruleIndex", rule) }
    writer.member("level", finding.severity.rawValue)
    writer.name("message")
    writer.beginObject()
    writer.member("text", Self.sentence(finding))
    writer.endObject()
    if let file = finding.file {
      writer.array("locations", [finding.position]) { writer, position in
        writer.beginObject()
        writer.name("physicalLocation")
        writer.beginObject()
        Self.location("artifactLocation", file, &writer)
        if let line = position.line {
          writer.name("region")
          writer.beginObject()
          writer.member("startLine", line)
          writer.member("startColumn", column ?? 1)
          if let byte = position.byte { writer.member("byteOffset", byte) }
          writer.endObject()
        }
        writer.endObject()
        if let pointer = position.pointer {
          writer.array("logicalLocations", [pointer]) { writer, pointer in
            writer.beginObject()
            writer.member("fullyQualifiedName", pointer)
            writer.member("kind", "value")
            writer.endObject()
          }
        }
        writer.endObject()
      }
    }
    writer.name("properties")
    writer.beginObject()
    writer.member("action", finding.action.rawValue)
    if let item = finding.item { writer.member("item", item) }
    if let field = finding.field { writer.member("field", field) }
    if let spec = finding.spec { writer.member("spec", spec) }
    writer.endObject()
    writer.endObject()
  }

  /// The message as the standard asks for it: with a capital letter and a full stop, foreign braces doubled.
  private static func sentence(_ finding: Finding) -> String {
    // Braces begin placeholders in messages.
    let text = Array(finding.message.utf8).flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") ? [byte, byte] : [byte]
    }
    guard let first = text.first else { return "" }
    // The name of a member keeps its case, so it stands in quotes.
    if let name = finding.field, finding.message.utf8.starts(with: name.utf8) {
      let braces = name.utf8.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
      let count = name.utf8.count + braces
      let quote = [UInt8(ascii: "\"")]
      let dot = text.last == UInt8(ascii: ".") ? [] : [UInt8(ascii: ".")]
      return String(
        decoding: quote + text.prefix(count) + quote + text.dropFirst(count) + dot, as: UTF8.self)
    }
    let head = (0x61...0x7A).contains(first) ? first & 0xDF : first
    return String(
      decoding: [head] + text.dropFirst() + (text.last == UInt8(ascii: ".") ? [] : Array(".".utf8)),
      as: UTF8.self)
  }

  /// A path as a reference of RFC 3986: relative ones stay so, absolute ones become file addresses.
  private static func location(_ name: StaticString, _ path: String, _ writer: inout JSONWriter) {
    let digits = Array("0123456789ABCDEF".utf8)
    let kept = Array("-._~/".utf8)
    var text: [UInt8] = path.utf8.first == UInt8(ascii: "/") ? Array("file://".utf8) : []
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || kept.contains(byte)
      if isPlain {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    writer.name(name)
    writer.beginObject()
    writer.member("uri", String(decoding: text, as: UTF8.self))
    writer.endObject()
  }
}

/// Turns columns in bytes into columns in code points.
struct LineIndex {
  private let bytes: [UInt8]
  /// Where each line begins; found as far as was asked.
  private var starts = [0]
  /// The last answer: findings come in order, and a line may be the whole file.
  private var last = (line: 0, column: 1, codePoints: 1)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameters:
  ///   - line: from 1; lines end with LF.
  ///   - column: in bytes, from 1.
  mutating func codePoints(line: Int, column: Int) -> Int {
    while starts.count < line, let last = starts.last {
      guard let end = bytes[min(last, bytes.count)...].firstIndex(of: 0x0A) else { return column }
      starts.append(end + 1)
    }
    guard starts.indices.contains(line - 1) else { return column }
    let known = last.line == line && last.column <= column ? last : (line: line, column: 1, codePoints: 1)
    let start = min(starts[line - 1] + known.column - 1, bytes.count)
    let end = min(starts[line - 1] + column - 1, bytes.count)
    // Bytes that go on with a character begin with 10.
    last = (
      line, column,
      bytes[start..<max(start, end)].reduce(known.codePoints) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    )
    return last.codePoints
  }
}
