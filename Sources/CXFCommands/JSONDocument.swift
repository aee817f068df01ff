internal import CXFFormats
internal import CredentialExchangeFormat

/// The JSON documents that commands print: `"version": 1` first, keys in a fixed order.
enum JSONDocument {
  static func make(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(indented: true)
    writer.beginObject()
    writer.name("version")
    writer.integer(1)
    body(&writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  static func failure(_ code: String, _ message: String, hint: String?) -> [UInt8] {
    make { writer in
      writer.name("error")
      writer.beginObject()
      writer.member("code", code)
      writer.member("message", message)
      writer.member("hint", hint)
      writer.endObject()
    }
  }
}

extension JSONWriter {
  /// Writes a member with a text, or null.
  mutating func member(_ name: StaticString, _ text: String?) {
    self.name(name)
    if let text { string(text) } else { null() }
  }

  /// Writes a member with a number.
  mutating func member(_ name: StaticString, _ number: Int) {
    self.name(name)
    integer(number)
  }

  /// Writes a member with a boolean.
  mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    boolean(value)
  }

  /// Writes a member with an array.
  mutating func array<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
  ) {
    self.name(name)
    beginArray()
    for item in elements {
      element()
      body(&self, item)
    }
    endArray()
  }

  /// Writes the findings, each in the one shape that all documents share.
  mutating func findings(_ findings: [Finding]) {
    array("findings", findings) { writer, finding in
      writer.beginObject()
      writer.member("code", finding.code.name)
      writer.member("severity", finding.severity.rawValue)
      writer.member("file", finding.file)
      writer.name("position")
      writer.position(finding.position)
      writer.member("item", finding.item)
      writer.member("field", finding.field)
      writer.member("message", finding.message)
      writer.member("action", finding.action.rawValue)
      writer.member("spec", finding.spec)
      writer.endObject()
    }
  }

  private mutating func position(_ position: SourcePosition) {
    beginObject()
    if let pointer = position.pointer { member("pointer", pointer) }
    if let row = position.row { member("row", row) }
    if let name = position.columnName { member("columnName", name) }
    if let member = position.member { self.member("member", member) }
    if let line = position.line { member("line", line) }
    if let column = position.column { member("column", column) }
    if let byte = position.byte { member("byte", byte) }
    endObject()
  }

  /// Writes the account of values.
  mutating func values(_ values: ValueCounts) {
    name("values")
    beginObject()
    member("in", values.total)
    member("carried", values.carried)
    member("converted", values.converted)
    member("repaired", values.repaired)
    member("lost", values.lost)
    endObject()
  }
}
