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

  /// The lines of a text, whatever ends them.
  static func lines(of text: String) -> [String] {
    var lines: [[UInt8]] = [[]]
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x0A, previous == 0x0D {
        // The second half of a line end.
      } else if byte == 0x0A || byte == 0x0D {
        lines.append([])
      } else {
        lines[lines.count - 1].append(byte)
      }
      previous = byte
    }
    return lines.map { ASCIIBytes.text($0) }
  }

  /// Fields in lines; nil when the first line is none.
  static func lines(_ text: String, atLast: Bool) -> [Field]? {
    var fields: [Field] = []
    for line in lines(of: text) {
      let bytes = Array(line.utf8)
      let colons = bytes.indices.filter { index in
        bytes[index] == UInt8(ascii: ":")
          && (!atLast || index + 1 == bytes.count || bytes[index + 1] == 0x20)
      }
      if let colon = atLast ? colons.last : colons.first {
        let rest = bytes[(colon + 1)...]
        fields.append(
          Field(
            label: Text(ASCIIBytes.text(bytes[..<colon])),
            value: Text(ASCIIBytes.text(atLast ? rest.dropFirst() : rest))))
      } else if fields.isEmpty {
        guard bytes.isEmpty else { return nil }
      } else if !bytes.isEmpty {
        fields[fields.count - 1].value = Text(fields[fields.count - 1].value.string + "\n" + line)
      }
    }
    return fields
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
