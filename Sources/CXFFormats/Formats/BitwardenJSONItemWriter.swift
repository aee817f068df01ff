internal import CredentialExchangeFormat

/// Makes Bitwarden's entries of one item: one for each login, card, SSH key and the identity in it.
///
/// What is only once in the item goes with the first entry. Everything without a place of its own becomes a custom
/// field of that entry, so that nothing is lost but what a vault cannot hold at all.
struct BitwardenItemWriter {
  let item: Item
  let record: SourceRecord
  let timestamp: UInt64
  var entries: [BitwardenEntry] = []
  var findings: [Finding] = []
  /// Custom fields of the first entry that come after the user's own.
  var extraFields: [BitwardenEntry.Field] = []

  var root: SourceView { record.root }
  let credentials: [SourceView]

  init(_ item: Item, _ record: SourceRecord, timestamp: UInt64) {
    self.item = item
    self.record = record
    self.timestamp = timestamp
    credentials = record.root.elements("credentials")
  }

  func credentials(_ type: Text) -> [SourceView] { credentials.filter { $0.peek("type") == type } }

  func report(_ code: FindingCode, field: String? = nil, _ message: String, _ action: FindingAction)
    -> Finding
  {
    Finding(code, item: item.displayTitle, field: field, message: message, action: action)
  }

  mutating func write() {
    for file in credentials("file") {
      file.loseAll(.noPlaceInTarget, "the JSON of Bitwarden has no place for attachments")
    }
    writeLogins()
    writeCards()
    writeIdentity()
    writeSSHKeys()
    if entries.isEmpty { entries.append(BitwardenEntry(.secureNote)) }
    writeCommon()
    writeCustomFields()
    if entries[0].login == nil { keepScope() }
    writeTagsAndSubtitle()
    let noteParts = writeNotes()
    writeHistory()
    flush()
    entries[0].fields += extraFields + noteParts
    reportLongFields()
    if entries.count > 1 {
      findings.append(
        report(
          .itemSplit, "the item stands as \(entries.count) items: Bitwarden has one kind of content in each",
          .converted))
    }
  }

  // MARK: Every entry

  private mutating func writeCommon() {
    let name = root.take("title", to: "name") ?? ""
    let isFavorite = root.take("favorite", to: "favorite") == "true"
    let created = date(root["creationAt"], "creationDate")
    let modified = date(root["modifiedAt"], "revisionDate")
    var deleted: String?
    var archived: String?
    if let state = ToolkitExtension.state.view(in: root) {
      let moment = modified ?? DateText.rfc3339(timestamp)
      deleted = date(state["deletedAt"], "deletedDate") ?? mark(state["deleted"], "deletedDate", moment)
      archived = date(state["archivedAt"], "archivedDate") ?? mark(state["archived"], "archivedDate", moment)
    }
    var asksAgain = false
    if let required = ToolkitExtension.reprompt.view(in: root)?["required"], required.peek == "true" {
      asksAgain = true
      required.convert(to: "reprompt", as: "1", .keptInExtension, "the master password is asked for again")
    }
    for index in entries.indices {
      entries[index].name = name
      entries[index].isFavorite = isFavorite
      entries[index].created = created
      entries[index].modified = modified
      entries[index].deleted = deleted
      entries[index].archived = archived
      entries[index].asksAgain = asksAgain
    }
  }

  /// Seconds since 1970 as Bitwarden writes dates; nil when there are none or they are beyond the year 9999, which
  /// then become a custom field.
  func date(_ view: SourceView?, _ place: Place) -> String? {
    guard let view, let text = view.peek, let seconds = UInt64(text.string),
      let date = DateText.rfc3339(seconds),
      case .value(let moment) = DateText.parse(date), moment.unixSeconds == seconds
    else { return nil }
    view.convert(to: place, as: Text(date), .dateConverted, "\(view.label) stands as a date")
    return date
  }

  /// A mark without a date gets one: Bitwarden has no other way to say it.
  private func mark(_ view: SourceView?, _ place: Place, _ moment: String?) -> String? {
    guard let view, view.peek == "true", let moment else { return nil }
    view.convert(
      to: place, as: Text(moment), .dateConverted, "the time is not known; another of the item stands in")
    return moment
  }

  // MARK: The first entry

  private mutating func writeHistory() {
    guard let history = ToolkitExtension.history.view(in: root) else { return }
    for entry in history.elements("passwords") {
      guard let password = entry.take("password", to: "passwordHistory.password") else { continue }
      entries[0].history.append((password, date(entry["usedAt"], "passwordHistory.lastUsedDate")))
    }
  }

  private mutating func writeTagsAndSubtitle() {
    for tag in root.elements("tags") { addField(tag, named: "Tag", type: 0) }
    if let subtitle = root["subtitle"] { addField(subtitle, named: "Subtitle", type: 0) }
  }

  /// Adds a value as a custom field of the first entry.
  mutating func addField(
    _ view: SourceView, named name: Text, type: Int, _ code: FindingCode = .keptAsCustomField,
    _ message: String? = nil
  ) {
    guard let text = view.peek else { return }
    extraFields.append(BitwardenEntry.Field(name: name, value: text, type: type))
    view.convert(
      to: "fields.value", as: text, code,
      message ?? "Bitwarden has no place for \(view.label); it stands in the custom field \(name.string)")
  }

  /// Writes the notes, and returns the fields that hold what is too long for one.
  private mutating func writeNotes() -> [BitwardenEntry.Field] {
    let views = credentials("note").compactMap { $0["content"]?["value"] }.filter { $0.peek != nil }
    guard !views.isEmpty else { return [] }
    let text = Text(views.compactMap { $0.peek?.string }.joined(separator: "\n\n"))
    let parts = BitwardenNote.parts(text)
    entries[0].notes = parts[0]
    for view in views {
      if parts.count > 1 {
        view.convert(
          to: "notes", as: parts[0], .fieldTooLong,
          "the notes have \(text.utf8.count) bytes and Bitwarden takes \(BitwardenLimit.note); "
            + "the rest stands in \(parts.count - 1) custom fields")
      } else if views.count > 1 {
        view.convert(to: "notes", as: text, .notesJoined, "the notes of the item are joined by a blank line")
      } else {
        _ = view.take(to: "notes")
      }
    }
    return parts.dropFirst().enumerated().map { index, part in
      BitwardenEntry.Field(name: BitwardenNote.label(part: index + 2, of: parts.count), value: part, type: 0)
    }
  }

  private mutating func reportLongFields() {
    for field in entries[0].fields where (field.value?.utf8.count ?? 0) > BitwardenLimit.field {
      let length = field.value?.utf8.count ?? 0
      findings.append(
        report(
          .fieldTooLong, field: field.name?.string,
          "a custom field has \(length) bytes and Bitwarden takes \(BitwardenLimit.field); shorten it before the import",
          .kept))
    }
  }
}
