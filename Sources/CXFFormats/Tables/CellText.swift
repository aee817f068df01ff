package import CredentialExchangeFormat

/// Texts that hold several values.
package enum CellText {
  /// A custom field in a cell.
  package struct Field: Sendable, Hashable {
    package var label: Text
    package var value: Text
    /// Nil where the cell does not say.
    package var type: FieldType?

    /// Creates the value.
    package init(label: Text, value: Text, type: FieldType? = nil) {
      self.label = label
      self.value = value
      self.type = type
    }
  }

  /// The texts of a list, or nil when the cell is none.
  static func parts(_ text: Text, _ list: CellList) -> [String]? {
    switch list {
    case .addressList: return AddressCell.split(text.string).addresses
    case .separated(let bytes): return parts(text.string, separators: bytes)
    case .json:
      guard let record = SourceRecord.json(text) else { return nil }
      let root = record.root
      guard root.kind == .array else { return root.peek.map { [$0.string] } ?? [] }
      return root.children.compactMap { element -> String? in
        element.peek?.string ?? element.children.lazy.compactMap { $0.peek?.string }.first
      }
    case .cocoaSet:
      var bytes = ASCIIBytes.trimmed(text.string)[...]
      guard bytes.starts(with: "{(".utf8), ASCIIBytes.text(bytes.suffix(2)) == ")}" else {
        return parts(text.string, separators: [UInt8(ascii: ",")])
      }
      bytes = bytes.dropFirst(2).dropLast(2)
      return parts(ASCIIBytes.text(bytes), separators: [UInt8(ascii: ","), 0x0A]).map { part in
        let quote = UInt8(ascii: "\"")
        let bytes = Array(part.utf8)
        guard bytes.count > 1, bytes.first == quote, bytes.last == quote else { return part }
        return ASCIIBytes.text(bytes.dropFirst().dropLast())
      }
    case .bracketed:
      var bytes = ASCIIBytes.trimmed(text.string)[...]
      guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 1 else {
        return nil
      }
      bytes = bytes.dropFirst().dropLast()
      return parts(ASCIIBytes.text(bytes), separators: [UInt8(ascii: ",")])
    }
  }

  /// The parts between separators, without blanks around and without empty ones.
  static func parts(_ text: String, separators: [UInt8]) -> [String] {
    text.utf8.split(whereSeparator: { separators.contains($0) })
      .map { ASCIIBytes.text(ASCIIBytes.trimmed(Array($0)[...])) }.filter { !$0.utf8.isEmpty }
  }

  /// A line of a text.
  struct Line {
    /// Where it begins, in bytes.
    var start: Int
    /// What stands in it.
    var text: String
    /// What ends it; empty for the last.
    var end = ""
  }

  /// The lines of a text, whatever ends them.
  static func lines(of text: String) -> [String] { endedLines(of: text).map(\.text) }

  /// The lines of a text with what ends them.
  static func endedLines(of text: String) -> [Line] {
    let bytes = Array(text.utf8)
    return TextLines(bytes).lines.map { line in
      var end = line.bytes.endIndex
      while end < bytes.count, bytes[end] == 0x0D, end == line.bytes.endIndex { end += 1 }
      if end < bytes.count, bytes[end] == 0x0A { end += 1 }
      return Line(
        start: line.offset, text: ASCIIBytes.text(line.bytes),
        end: ASCIIBytes.text(bytes[line.bytes.endIndex..<end]))
    }
      + (bytes.last == 0x0A || bytes.last == 0x0D || bytes.isEmpty
        ? [Line(start: bytes.count, text: "")] : [])
  }

  /// Fields in lines; nil when the first line is none. A line that is none goes on with the value before, as it stands.
  static func lines(_ text: String, atLast: Bool) -> [Field]? {
    var fields: [Field] = []
    var between = ""
    for line in endedLines(of: text) {
      let bytes = Array(line.text.utf8)
      if let colon = atLast ? lastColon(bytes) : bytes.firstIndex(of: UInt8(ascii: ":")) {
        let rest = bytes[(colon + 1)...]
        fields.append(
          Field(
            label: Text(ASCIIBytes.text(bytes[..<colon])),
            value: Text(ASCIIBytes.text(atLast ? rest.dropFirst() : rest))))
        between = ""
      } else if fields.isEmpty {
        guard bytes.isEmpty else { return nil }
      } else if !bytes.isEmpty {
        fields[fields.count - 1].value = Text(fields[fields.count - 1].value.string + between + line.text)
        between = ""
      }
      between += line.end
    }
    return fields
  }

  /// The last colon before a blank; where there is none, one at the end, behind which an editor took the blank away.
  private static func lastColon(_ bytes: [UInt8]) -> Int? {
    let colon = UInt8(ascii: ":")
    return bytes.indices.last { bytes[$0] == colon && $0 + 1 < bytes.count && bytes[$0 + 1] == 0x20 }
      ?? (bytes.last == colon ? bytes.count - 1 : nil)
  }

  /// Fields in a JSON array of objects, or in one object of names and values; nil when it is neither.
  static func jsonFields(_ text: Text) -> [Field]? {
    guard let record = SourceRecord.json(text) else { return nil }
    let root = record.root
    if root.kind == .object { return members(root) }
    guard root.kind == .array else { return nil }
    var fields: [Field] = []
    for element in root.children {
      guard element.kind == .object else {
        if let text = element.peek { fields.append(Field(label: "", value: text)) }
        continue
      }
      if let field = field(element) { fields.append(field) } else { fields += members(element) }
    }
    return fields
  }

  private static func field(_ object: SourceView) -> Field? {
    let label = ["label", "name", "key", "title", "fieldName"].lazy.compactMap { object.peek(Text($0)) }.first
    guard let value = object["value"] ?? object["content"], value.kind != .object, value.kind != .array else {
      return nil
    }
    let kind = ["type", "field_type", "fieldType", "kind"].lazy.compactMap { object.peek(Text($0)) }.first
    var type: FieldType?
    switch kind.map({ ASCIIBytes.lower($0.string) }) {
    case "hidden"?, "password"?, "secret"?, "pin"?, "concealed"?: type = .concealedString
    case "email"?: type = .email
    case "text"?: type = .string
    default: type = nil
    }
    if object.peek("secret") == "true" { type = .concealedString }
    return Field(label: label ?? "", value: value.peek ?? "", type: type)
  }

  /// All scalars below an object, each by the names that lead there.
  private static func members(_ object: SourceView) -> [Field] {
    object.children.flatMap { member -> [Field] in
      if let text = member.peek { return [Field(label: Text(member.label), value: text)] }
      return member.kind == .object || member.kind == .array ? members(member) : []
    }
  }
}

extension SourceRecord {
  /// The values of a JSON text, or nil when it is none.
  static func json(_ text: Text) -> SourceRecord? {
    let bytes = ASCIIBytes.trimmed(text.string)
    return bytes.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      guard let record = try? SourceRecord(&cursor, rules: .none) else { return nil }
      guard (try? cursor.finish()) != nil else { return nil }
      return record
    }
  }
}

extension SourceView {
  /// The cells of a row by position.
  var cells: [SourceView] { record.children(index).map { SourceView(record: record, index: $0) } }

  /// Takes the text as an editable field.
  package func field(_ type: FieldType, at place: Place, label: Text? = nil) -> EditableField? {
    take(to: place).map { EditableField(fieldType: type, value: $0, label: label) }
  }
}
