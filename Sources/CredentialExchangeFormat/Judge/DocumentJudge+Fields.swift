// Editable fields: half of a document.
extension DocumentJudge {
  /// Judges an editable field; returns whether it was read.
  mutating func field(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    lastFieldValue = .absent
    if first == UInt8(ascii: "{") {
      let mark = decoder.mark()
      lastFieldType = -1
      if try object(shapes.field, row), decoder.notes.count == mark.notes,
        decoder.rejected.count == mark.rejected, isExact(as: row.pointee.fieldType)
      {
        last = MemberSpan(offset: start, count: decoder.json.offset - start, hasEscapes: false, isASCII: true)
        return true
      }
      decoder.restore(mark)
    }
    decoder.json.rewind(to: start)
    guard let field = try EditableField.read(&decoder, row.pointee.memberName) else { return false }
    judge(field, at: start, row)
    last = .absent
    return true
  }

  /// Returns whether the field read last has a registered type that is allowed here, and a value of its grammar.
  private mutating func isExact(as prescribed: Int) -> Bool {
    let type = lastFieldType
    guard type >= 0, lastFieldValue.isPresent else { return false }
    if prescribed >= 0, prescribed != type, !(type == 0 && prescribed == 7) { return false }
    guard type > 1 else { return true }
    let span = lastFieldValue.string
    guard !span.hasEscapes, span.isASCII else { return false }
    return FieldGrammar.fault(
      in: decoder.json.bytes(in: span.start..<span.start + span.count), type: type) == nil
  }

  /// Judges the value of a field that the codec read.
  private mutating func judge(_ field: EditableField, at start: Int, _ row: UnsafePointer<ShapeRow>) {
    guard case .registered(let type) = field.fieldType.storage else { return }
    var value = field.value.string
    let fault = value.withUTF8 { FieldGrammar.fault(in: $0, type: Int(type)) }
    if let fault { note(fault, at: start, row.pointee.name) }
  }
}
