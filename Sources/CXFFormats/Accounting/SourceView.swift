package import CredentialExchangeFormat

/// A node of a record, through which its values are reached and accounted for.
package struct SourceView {
  let record: SourceRecord
  /// The number of the node in its record.
  package let index: Int

  /// What stands here.
  package var kind: SourceRecord.Kind { record.nodes[index].kind }
  /// The member name.
  package var name: Text { record.nodes[index].name }
  /// Offset in the file, in bytes.
  package var offset: Int { record.nodes[index].offset }
  /// Where it stands in its record.
  package var place: Place { record.nodes[index].place }
  /// Whether it is an identifier that ties records together, or a type tag.
  package var isStructure: Bool { record.nodes[index].isStructural }
  /// The same, to be set by a reader that knows only by the record what its cells are.
  var isStructural: Bool {
    get { record.nodes[index].isStructural }
    nonmutating set { record.nodes[index].isStructural = newValue }
  }
  /// The text of a string, also an empty one, or the spelling of a number or boolean.
  package var text: Text { record.nodes[index].text }
  /// Whether unreadable parts of the text were replaced.
  package var isDamaged: Bool { record.nodes[index].isDamaged }
  /// The names that lead here, for people.
  package var label: String { record.label(index) }

  /// The member of that name, unless it is null.
  package subscript(name: Text) -> SourceView? {
    guard let child = record.child(index, named: name), record.nodes[child].kind != .null else { return nil }
    return SourceView(record: record, index: child)
  }

  /// The children that are not null, in order: members of an object, elements of an array.
  package var children: [SourceView] {
    record.children(index).compactMap {
      record.nodes[$0].kind == .null ? nil : SourceView(record: record, index: $0)
    }
  }

  /// The elements of the member of that name; none when it is no array.
  package func elements(_ name: Text) -> [SourceView] {
    guard let array = self[name], array.kind == .array else { return [] }
    return array.children
  }

  /// Looks at the text of a string, or the spelling of a number or boolean, without accounting for it. Nil when empty.
  package var peek: Text? {
    switch kind {
    case .string, .number, .boolean:
      let text = record.nodes[index].text
      return text.isEmpty ? nil : text
    case .object, .array, .null: return nil
    }
  }

  /// Looks at the text of a member.
  package func peek(_ name: Text) -> Text? { self[name]?.peek }

  // MARK: Accounting

  /// Takes the text as it is, to stand at `place`.
  package func take(to place: Place) -> Text? {
    guard let text = peek else { return nil }
    if isDamaged {
      repair(
        to: place, as: text, .invalidUnicode, "\(label) holds what cannot be read; U+FFFD stands in its place"
      )
    } else if let code = record.nodes[index].undone {
      repair(to: place, as: text, code, "\(label) was read as what was meant before its writer changed it")
    } else if let code = record.nodes[index].resolved {
      convert(
        to: place, as: text, code,
        "\(label) points at a value that stands elsewhere; that value stands here now")
    } else {
      note(Trace(fate: .carried, place: place, text: text, code: nil, message: ""))
    }
    return text
  }

  /// Gives the value the name by which people know it, for findings; its place stays.
  func rename(_ name: Text) { record.nodes[index].name = name }

  /// Lets another text, to which the one of the source points, stand for it.
  func resolve(as text: Text, _ code: FindingCode) {
    record.nodes[index].text = text
    record.nodes[index].resolved = code
  }

  /// Takes the text of a member as it is.
  package func take(_ name: Text, to place: Place) -> Text? { self[name]?.take(to: place) }

  /// Notes that the value became several, all of which must stand; `places` must not be empty.
  package func convert(toAll places: [PlacedText], _ code: FindingCode, _ message: String) {
    guard let first = places.first else { return }
    note(
      Trace(
        fate: .converted, place: first.place, text: first.text, others: Array(places.dropFirst()), code: code,
        message: message))
  }

  /// Notes that the value stands in another form: `text` at `place`.
  package func convert(to place: Place, as text: Text, _ code: FindingCode, _ message: String) {
    note(Trace(fate: .converted, place: place, text: text, code: code, message: message))
  }

  /// Notes that the value was a known deviation and stands as what was meant.
  package func repair(to place: Place, as text: Text, _ code: FindingCode, _ message: String) {
    note(Trace(fate: .repaired, place: place, text: text, code: code, message: message))
  }

  /// Notes that the value cannot be in the result.
  package func lose(_ code: FindingCode, _ message: String) {
    note(Trace(fate: .lost, place: .root, text: "", code: code, message: message))
  }

  /// Notes for every value below that it cannot be in the result.
  package func loseAll(_ code: FindingCode, _ message: String) {
    for leaf in leaves where record.isValue(leaf) {
      SourceView(record: record, index: leaf).lose(code, message)
    }
  }

  /// Whether something was noted here.
  package var isTaken: Bool { record.traces[index] != nil }

  /// The note made here; nil when nobody has taken the value.
  var trace: Trace? { record.traces[index] }

  /// What was noted here; nil when nobody has taken the value.
  package var fate: Fate? { record.traces[index]?.fate }

  /// Whether what stands here counts as a value: no structure, and neither empty, null nor false.
  package var isValue: Bool { record.isValue(index) }

  /// The values below (or here) that nobody has taken.
  package var untaken: [SourceView] {
    leaves.filter { record.isValue($0) && record.traces[$0] == nil }.map {
      SourceView(record: record, index: $0)
    }
  }

  /// The leaves below, or this node when it is one.
  private var leaves: Range<Int> { index..<record.nodes[index].end }

  private func note(_ trace: Trace) {
    // The last note counts: a reader may first take a value and then find that it must stand elsewhere.
    record.traces[index] = trace
  }
}
