internal import CredentialExchangeFormat

extension BitwardenItemReader {
  /// Reads the notes and the user's own fields.
  mutating func readFields() {
    let fields = root.elements("fields")
    let parts = Self.noteParts(fields, notes: root["notes"])
    readNotes(parts)
    var links: [(index: Int, label: Text?, target: Text?, isNumber: Bool)] = []
    var position = 0
    for field in fields where !parts.contains(where: { $0.index == field.index }) {
      if field.peek("type") == "3" {
        let place = { ToolkitExtension.linkedFields.place($0, on: "custom-fields") }
        let label = field.take("name", to: place("fields.label"))
        field["linkedId"].map { view in
          guard let target = view.peek else { return }
          view.convert(
            to: place("fields.linkedId"), as: target, .linkedField,
            "a field that only points at another one stands in an extension")
        }
        links.append((position, label, field.peek("linkedId"), field["linkedId"]?.kind == .number))
      } else {
        item.appendCustomField(readField(field))
      }
      position += 1
    }
    guard !links.isEmpty else { return }
    let mark = ToolkitExtension.linkedFields.make { writer in
      writer.name("fields")
      writer.beginArray()
      for link in links {
        writer.element()
        writer.beginObject()
        writer.name("index")
        writer.integer(link.index)
        if let label = link.label {
          writer.name("label")
          writer.string(label)
        }
        if let target = link.target {
          writer.name("linkedId")
          if link.isNumber { writer.fragment(Array(target.utf8)) } else { writer.string(target) }
        }
        writer.endObject()
      }
      writer.endArray()
    }
    for index in item.credentials.indices {
      guard case .customFields(var group) = item.credentials[index] else { continue }
      group.extensions.append(mark)
      item.credentials[index] = .customFields(group)
      return
    }
    item.credentials.append(.customFields(CustomFields(extensions: [mark])))
  }

  private mutating func readField(_ field: SourceView) -> EditableField {
    let label = field.take("name", to: "custom-fields.fields.label")
    let text = field.take("value", to: "custom-fields.fields")
    switch field.peek("type") {
    case "1": return EditableField(fieldType: .concealedString, value: text ?? "", label: label)
    case "2":
      guard let text, text != "true", text != "false" else {
        return EditableField(fieldType: .boolean, value: text ?? "false", label: label)
      }
    case "0", nil: break
    case .some:
      let type = field["type"].map { Self.name(ofType: $0) } ?? "an unknown type"
      report(
        .unknownFieldType, at: field, "fields of \(type) are not known; the value is kept as text", .converted
      )
    }
    return EditableField(fieldType: .string, value: text ?? "", label: label)
  }

  private mutating func readNotes(_ parts: [SourceView]) {
    guard let view = root["notes"], let text = view.peek else { return }
    guard !parts.isEmpty else {
      _ = view.take(to: "note.content")
      item.credentials.append(.note(Note(content: EditableField(value: text))))
      return
    }
    let whole = Text(text.string + parts.compactMap { $0.peek("value")?.string }.joined())
    item.credentials.append(.note(Note(content: EditableField(value: whole))))
    for view in [view] + parts.flatMap({ [$0["name"], $0["value"]].compactMap { $0 } }) {
      view.convert(
        to: "note.content", as: whole, .notesRejoined,
        "\(view.label) is part of a note that was too long for Bitwarden")
    }
  }

  /// The fields that hold the rest of a long note, when all of them are there. A short note has no rest, whatever the
  /// user's own fields are called.
  private static func noteParts(_ fields: [SourceView], notes: SourceView?) -> [SourceView] {
    let parts = fields.filter {
      $0.peek("type") == "0" && $0.peek("name")?.string.hasPrefix("Notes (") == true
        && $0.peek("value") != nil
    }
    guard let first = notes?.peek, first.utf8.count >= BitwardenLimit.partedNote,
      parts.enumerated().allSatisfy({
        BitwardenNote.label(part: $0 + 2, of: parts.count + 1) == $1.peek("name")
      })
    else { return [] }
    return parts
  }
}

/// How a note that is longer than Bitwarden accepts is parted: nothing is cut off.
enum BitwardenNote {
  /// The name of the field that holds a part from the second on.
  static func label(part: Int, of count: Int) -> Text { Text("Notes (\(part) of \(count))") }

  /// The note in parts, the first for `notes`, the others for fields. Each ends between two code points.
  static func parts(_ text: Text) -> [Text] {
    let bytes = Array(text.utf8)
    guard bytes.count > BitwardenLimit.note else { return [text] }
    var parts: [Text] = []
    var start = 0
    while start < bytes.count {
      var end = min(bytes.count, start + (parts.isEmpty ? BitwardenLimit.note : BitwardenLimit.field))
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      parts.append(Text(String(decoding: bytes[start..<end], as: UTF8.self)))
      start = end
    }
    return parts
  }
}
