internal import CredentialExchangeFormat

/// Reads one item of the export.
struct BitwardenItemReader {
  var item: Item
  var findings: [Finding] = []
  let record: SourceRecord
  let number: Int

  var root: SourceView { record.root }

  init(_ record: SourceRecord, number: Int) {
    self.record = record
    self.number = number
    let id = record.root.peek("id").map(BitwardenID.identifier) ?? Identifier(Array("item-\(number)".utf8))
    item = Item(id: id)
  }

  mutating func report(_ code: FindingCode, at view: SourceView, _ message: String, _ action: FindingAction) {
    findings.append(
      Finding(
        code, position: SourcePosition(byte: view.offset), item: item.displayTitle, field: view.label,
        message: message, action: action))
  }

  mutating func read() {
    if let title = root.take("name", to: "title") { item.title = title }
    readTimes()
    if root.peek("favorite") == "true" { item.isFavorite = root.take("favorite", to: "favorite") != nil }
    // The user's fields come first, so that their positions in the group are those in the source.
    readFields()
    readKind()
    if item.title.isEmpty { standInForTitle() }
    readHistory()
    readReprompt()
    sortCredentials()
    reportDamage()
  }

  // MARK: What kind of item it is

  private mutating func readKind() {
    let number = root.peek("type").flatMap { Int($0.string) }
    let kind = number.flatMap(BitwardenType.init(rawValue:))
    if kind == nil {
      let known = BitwardenType.all.first { root[$0.member] != nil }
      if let type = root["type"], type.peek != nil {
        report(
          .unknownItemType, at: type,
          "items of \(Self.name(ofType: type)) are not known; its values are kept as custom fields",
          .converted)
      } else if let known {
        read(known)
      }
      return
    }
    if let kind { read(kind) }
  }

  /// What to call a kind that is not known: by its number only, for any other text may be a secret.
  static func name(ofType view: SourceView) -> String {
    guard view.kind == .number, let text = view.peek else { return "an unknown type" }
    return "type \(text.string)"
  }

  private mutating func read(_ kind: BitwardenType) {
    let content = root[kind.member]
    switch kind {
    case .login: readLogin(content)
    case .secureNote: break
    case .card: readCard(content)
    case .identity: readIdentity(content)
    case .sshKey: readSSHKey(content)
    }
  }

  private mutating func standInForTitle() {
    let address = item.scope?.urls.lazy.compactMap { ServiceAddress($0.string).derivedTitle }.first
    let username = item.credentials.lazy.compactMap { credential -> Text? in
      guard case .basicAuth(let login) = credential else { return nil }
      return login.username?.value
    }.first
    item.title = address.map { Text($0) } ?? username ?? Text("\(BitwardenJSON.origin.name) \(number)")
    findings.append(
      Finding(
        .emptyTitle, position: SourcePosition(byte: root.offset), item: item.title.string, field: "name",
        message: "the item has no name; its address, user name or number stands in", action: .repaired))
  }

  /// Puts what the item is before its notes, and custom fields last.
  private mutating func sortCredentials() {
    func rank(_ credential: Credential) -> Int {
      switch credential {
      case .customFields: 2
      case .note: 1
      default: 0
      }
    }
    item.credentials = (0...2).flatMap { wanted in item.credentials.filter { rank($0) == wanted } }
  }

  // MARK: Members of every item

  private mutating func readTimes() {
    if let moment = moment(root["creationDate"], to: "creationAt") { item.createdAt = Timestamp(moment) }
    if let moment = moment(root["revisionDate"], to: "modifiedAt") { item.modifiedAt = Timestamp(moment) }
    let deleted = root["deletedDate"]
    let archived = root["archivedDate"]
    let deletedAt = moment(deleted, to: ToolkitExtension.state.place("deletedAt"))
    let archivedAt = moment(archived, to: ToolkitExtension.state.place("archivedAt"))
    guard saysWhen(deleted) || saysWhen(archived) else { return }
    item.extensions.append(
      ToolkitExtension.state.make { writer in
        if let deletedAt {
          writer.name("deletedAt")
          writer.unsigned(deletedAt)
        } else if saysWhen(deleted) {
          // Trashed at an unknown time is trashed all the same.
          writer.name("deleted")
          writer.boolean(true)
        }
        if let archivedAt {
          writer.name("archivedAt")
          writer.unsigned(archivedAt)
        } else if saysWhen(archived) {
          writer.name("archived")
          writer.boolean(true)
        }
      })
  }

  /// Whether there is a date, be it one that cannot be read: a blank is none.
  private func saysWhen(_ view: SourceView?) -> Bool {
    guard let text = view?.peek else { return false }
    if case .absent = DateText.parse(text.string) { return false }
    return true
  }

  /// Reads a date into seconds since 1970; one that cannot be read is kept as a custom field.
  mutating func moment(_ view: SourceView?, to place: Place) -> UInt64? {
    guard let view, let text = view.peek else { return nil }
    switch DateText.parse(text.string) {
    case .value(let moment):
      view.convert(
        to: place, as: Text(String(moment.unixSeconds)), .dateConverted,
        "\(view.label) stands in seconds since 1970")
      return moment.unixSeconds
    case .absent:
      view.noteAbsent(.defaultValue, "\(view.label) is blank")
    case .refused:
      view.keep(
        as: .string, label: Text(view.label), in: &item, .unreadableDate,
        "\(view.label) is no date that can be read; the text is kept as a custom field")
    }
    return nil
  }

  private mutating func readHistory() {
    let entries = root.elements("passwordHistory")
    var history = ItemHistory()
    for entry in entries {
      guard let password = entry.take("password", to: ToolkitExtension.history.place("passwords.password"))
      else {
        continue
      }
      let usedAt = moment(entry["lastUsedDate"], to: ToolkitExtension.history.place("passwords.usedAt"))
      history.passwords.append((password, usedAt))
    }
    if let made = history.asExtension { item.extensions.append(made) }
  }

  private mutating func readReprompt() {
    guard let view = root["reprompt"], let text = view.peek else { return }
    switch text {
    case "1":
      item.extensions.append(
        ToolkitExtension.reprompt.make { writer in
          writer.name("required")
          writer.boolean(true)
        })
      view.convert(
        to: ToolkitExtension.reprompt.place("required"), as: "true", .keptInExtension,
        "the master password is asked for again; the mark stands in an extension")
    case "0": view.noteAbsent(.defaultValue, "the master password is not asked for again")
    default: view.noteAbsent(.defaultValue, "reprompt has a value that is not known and is left aside")
    }
  }

  // MARK: Damaged texts

  /// Places whose texts are no secrets.
  private static let shownPlaces: Set<Place> = [
    "title", "basic-auth.username", "note.content", "scope.urls", "custom-fields.fields.label",
    "credit-card.fullName", "credit-card.cardType", "passkey.rpId", "passkey.username",
    "passkey.userDisplayName",
    "person-name.title", "person-name.given", "person-name.given2", "person-name.surname",
    "address.streetAddress",
    "address.city", "address.territory", "address.postalCode", "address.country", "address.tel",
  ]

  private mutating func reportDamage() {
    for index in record.nodes.indices where record.nodes[index].isDamaged {
      let trace = record.traces[index]
      guard trace?.code != .invalidUnicodeInSecret else { continue }
      let isSecret = trace.map { !Self.shownPlaces.contains($0.place) } ?? true
      findings.append(
        .damaged(SourceView(record: record, index: index), item: item.displayTitle, isSecret: isSecret))
    }
  }

  /// Takes a secret; a damaged one becomes a custom field that says so.
  ///
  /// A password with U+FFFD in it opens nothing, and each try with it may count towards a lock. So it does not stand
  /// where a program would fill it in, but where a person finds what is left of it.
  func secret(_ view: SourceView?, at place: Place, called name: String, in item: inout Item)
    -> EditableField?
  {
    guard let view, view.peek != nil else { return nil }
    guard view.isDamaged else { return view.field(.concealedString, at: place) }
    view.keep(
      as: .concealedString, label: Text("Damaged \(name)"), in: &item, .invalidUnicodeInSecret,
      "the \(name) holds half a character and cannot be right; what is left of it is kept as a custom field")
    return nil
  }
}
