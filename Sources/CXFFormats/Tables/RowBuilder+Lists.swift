package import CredentialExchangeFormat

// Cells that hold several values.
extension RowBuilder {
  /// Takes several addresses in one cell; each is in the scope then, or the cell is kept as it is.
  mutating func takeAddresses(_ view: SourceView, _ list: CellList) {
    guard let text = view.peek else { return }
    guard let texts = CellText.parts(text, list) else {
      keep(view, .string, nil, nil)
      return
    }
    guard texts.count > 1 || texts.first.map({ Text($0) }) != text else {
      let read = view.takeAddress(into: &item)
      if address == nil { address = read }
      return
    }
    var places: [PlacedText] = []
    for part in texts {
      let read = ServiceAddress(part)
      if let place = item.add(read, as: Text(part)) {
        places.append(place)
        if address == nil { address = read }
      }
    }
    if places.isEmpty {
      view.noteAbsent(.placeholderAddress, "\(view.label) holds no address")
    } else {
      view.convert(toAll: places, .addressesParted, "\(view.label) holds \(places.count) addresses")
    }
  }

  /// Takes tags.
  mutating func takeTags(_ view: SourceView, _ list: CellList) {
    guard let text = view.peek else { return }
    guard let tags = CellText.parts(text, list)?.filter({ !$0.isEmpty }) else {
      keep(view, .string, nil, nil)
      return
    }
    for tag in tags where !item.tags.contains(Text(tag)) { item.tags.append(Text(tag)) }
    if tags.isEmpty {
      view.noteAbsent(.defaultValue, "\(view.label) holds no tag")
    } else if tags.count == 1, tags.first.map({ Text($0) }) == text {
      _ = view.take(to: "tags")
    } else {
      view.convert(
        toAll: tags.map { PlacedText("tags", Text($0)) }, .tagsParted,
        "\(view.label) holds \(tags.count) tags")
    }
  }

  /// Takes custom fields that stand in one cell.
  mutating func takeFields(_ view: SourceView, _ form: CellFields) {
    guard let text = view.peek else { return }
    let fields: [CellText.Field]?
    switch form {
    case .linesByLastColon: fields = CellText.lines(text.string, atLast: true)
    case .linesByFirstColon: fields = CellText.lines(text.string, atLast: false)
    case .json: fields = CellText.jsonFields(text)
    }
    guard let fields else {
      keep(view, .concealedString, nil, nil)
      return
    }
    put(fields, from: view)
  }

  /// Adds fields that stand in the cell, and notes them there.
  mutating func put(_ fields: [CellText.Field], from view: SourceView, group: Text? = nil) {
    var places: [PlacedText] = []
    for field in fields where !field.value.isEmpty || !field.label.isEmpty {
      item.appendCustomField(
        EditableField(
          fieldType: field.type ?? Self.type(ofColumn: field.label), value: field.value,
          label: field.label.isEmpty ? nil : field.label),
        group: group)
      // A field without a value says something by its name.
      places.append(
        field.value.isEmpty
          ? PlacedText("custom-fields.fields.label", field.label)
          : PlacedText("custom-fields.fields", field.value))
    }
    if places.isEmpty {
      view.noteAbsent(.defaultValue, "\(view.label) holds no field with a value")
    } else {
      view.convert(toAll: places, .fieldsParted, "\(view.label) stands as \(places.count) custom fields")
    }
  }
}

extension FindingCode {
  /// Several addresses stood in one cell.
  package static let addressesParted = FindingCode("addresses-parted", .note)
  /// Several tags stood in one cell.
  package static let tagsParted = FindingCode("tags-parted", .note)
  /// Several fields stood in one cell.
  package static let fieldsParted = FindingCode("fields-parted", .note)
}
