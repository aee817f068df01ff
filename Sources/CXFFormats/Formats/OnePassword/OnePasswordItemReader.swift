internal import CredentialExchangeFormat

/// What an item of 1Password may point at.
struct OnePasswordContext {
  /// The titles of the items of the account, by their identifiers.
  var titles: [Text: Text] = [:]
  /// Finds the bytes of a file by its identifier; nil where the source has none.
  var file: (Text) -> (any ByteContent)? = { _ in nil }
}

/// Reads an item of 1Password. Its formats say the same in other names, so each of them is looked for.
struct OnePasswordItemReader {
  var builder: RowBuilder
  let category: String
  let context: OnePasswordContext
  /// The values of fields with a name of the product's own.
  var known: [Text: SourceView] = [:]
  private var hasLogin = false

  init(_ builder: RowBuilder, category: String, context: OnePasswordContext) {
    self.builder = builder
    self.category = category
    self.context = context
  }

  // MARK: Overview

  /// Members that repeat or rate other values, or are settings of the product for itself.
  private static let scaffolding: Set<Text> = [
    "ps", "pbe", "pgrng", "icons", "scope", "autosubmit", "b5UserUUID",
  ]

  /// Reads what is shown of an item in lists.
  mutating func readOverview(_ overview: SourceView) {
    for member in overview.children {
      switch member.name {
      case "title": readTitle(member)
      case "subtitle", "ainfo": builder.apply(.subtitle, member)
      case "url", "location": builder.apply(.url, member)
      case "urls", "URLs", "URLS": for address in member.children { readAddress(address) }
      case "tags": readTags(member)
      case "watchtowerExclusions": readExclusions(member)
      case "faveIndex", "favIndex", "fave": readFavorite(member)
      case let name where Self.scaffolding.contains(name): member.markStructure()
      default: break
      }
    }
  }

  /// Takes the title; one that repeats it says nothing more.
  mutating func readTitle(_ view: SourceView) {
    if let first = builder.titleView, first.text == view.text {
      view.convert(to: "title", as: view.text, .repeatedValue, "\(view.label) repeats the title")
    } else {
      builder.apply(.title, view)
    }
  }

  private mutating func readAddress(_ view: SourceView) {
    guard view.kind == .object else {
      builder.apply(.url, view)
      return
    }
    for member in view.children {
      switch member.name {
      case "url", "u": builder.apply(.url, member)
      case "label", "l":
        // The product's own word for any address.
        if Self.isSame(member.text, "website") {
          member.isStructural = true
        } else {
          keep(member, .string, "Label of the address")
        }
      case "mode":
        if member.text == "default" {
          member.isStructural = true
        } else {
          keep(member, .string, "Matching of the address")
        }
      default: break
      }
    }
  }

  private mutating func readTags(_ view: SourceView) {
    for tag in view.kind == .array ? view.children : [view] {
      guard let text = tag.take(to: "tags"), !builder.item.tags.contains(text) else { continue }
      builder.item.tags.append(text)
    }
  }

  private mutating func readExclusions(_ view: SourceView) {
    for member in view.children where member.isValue {
      keep(member, .boolean, member.name, group: "Watchtower exclusions")
    }
  }

  /// A place among the favourites, where 0 is none.
  mutating func readFavorite(_ view: SourceView) {
    guard let text = view.peek, text != "0" else {
      view.isStructural = true
      return
    }
    guard view.kind == .number || view.kind == .boolean else { return }
    builder.item.isFavorite = true
    if text == "true" {
      _ = view.take(to: "favorite")
    } else {
      view.convert(to: "favorite", as: "true", .booleanSpelling, "the place among the favourites is not kept")
    }
  }

  /// Reads whether an item is active, archived or in the trash.
  mutating func readState(_ view: SourceView) {
    let member: String
    switch view.text {
    case "active":
      view.isStructural = true
      return
    case "archived":
      builder.isArchived = true
      member = "archived"
    case "trashed", "deleted":
      builder.isTrashed = true
      member = "deleted"
    default: return
    }
    view.convert(
      to: ToolkitExtension.state.place(member), as: "true", .keptInExtension,
      "the item is \(view.text); the mark stands in an extension")
  }

  // MARK: Details

  /// Reads what is inside.
  mutating func readDetails(_ details: SourceView) {
    // The user's own fields come first, for what stands beside them may repeat them.
    for section in details.elements("sections") { readSection(section) }
    for member in details.children {
      switch member.name {
      case "sections": break
      case "loginFields", "fields": for field in member.children { readFormField(field) }
      case "notesPlain": builder.apply(.note, member)
      case "password" where OnePasswordFields.known("password", in: category) == nil:
        builder.apply(.password, member)
      case "passwordHistory":
        for entry in member.children {
          builder.takeEarlierPassword(entry["value"], replacedAt: entry["time"])
        }
      case "documentAttributes": readFile(member, name: member["fileName"], title: nil, group: nil)
      case "URLs", "urls": for address in member.children { readAddress(address) }
      case "htmlForm":
        for part in member.children { readFormMember(part) }
      case "htmlMethod", "htmlName", "htmlID", "htmlAction": readFormMember(member)
      default: if member.kind != .object, member.kind != .array { readLoose(member, in: details) }
      }
    }
  }

  /// How the page of a login was built; only where its form is sent may mean something to somebody.
  private mutating func readFormMember(_ view: SourceView) {
    if view.name == "htmlAction" {
      keep(view, .string, "Form action")
    } else {
      view.markStructure()
    }
  }

  /// Reads a field of the form that a login was saved from.
  private mutating func readFormField(_ field: SourceView) {
    for name in ["id", "type", "fieldType", "designation"] as [Text] { field[name]?.markStructure() }
    let name = field["name"]
    guard let value = field["value"], value.isValue else {
      name?.markStructure()
      return
    }
    let kind = (field["fieldType"] ?? field["type"])?.text ?? "T"
    switch field["designation"]?.text {
    case "username" where builder.parts.login.username == nil:
      builder.apply(.username, value)
      name?.markStructure()
    case "password" where builder.parts.login.password == nil:
      builder.apply(.password, value)
      name?.markStructure()
    default:
      var type = OnePasswordFields.formTypes[kind] ?? .string
      if type == .boolean, value.text != "true", value.text != "false" { type = .string }
      put(value, type, title: name?.peek == nil ? field["id"] : name, group: nil)
    }
  }

  // MARK: Fields

  private mutating func readSection(_ section: SourceView) {
    section["name"]?.markStructure()
    let title = section["title"]
    let group = OnePasswordGroup(title: title)
    for field in section.elements("fields") { readField(field, group) }
    // What heads nothing is no value.
    if title?.isTaken == false { title?.isStructural = true }
  }

  /// Members of a field that say how it is shown and typed.
  private static let traits: [Text] = [
    "indexAtSource", "guarded", "multiline", "dontGenerate", "inputTraits", "clipboardFilter", "placeholder",
    "a",
  ]

  private mutating func readField(_ field: SourceView, _ group: OnePasswordGroup) {
    for name in Self.traits { field[name]?.markStructure() }
    let idView = field["id"] ?? field["n"]
    idView?.isStructural = true
    let id = idView?.text ?? ""
    let title = field["title"] ?? field["t"]
    if let kind = field["k"] {
      kind.isStructural = true
      read(field["v"], kind: kind.text, id: id, title: title, group)
    } else if let value = field["value"], value.kind == .object {
      for member in value.children { read(member, kind: member.name, id: id, title: title, group) }
      if value.children.isEmpty { read(nil, kind: "string", id: id, title: title, group) }
    } else {
      read(field["value"], kind: "string", id: id, title: title, group)
    }
  }

  private mutating func read(
    _ value: SourceView?, kind: Text, id: Text, title: SourceView?, _ group: OnePasswordGroup
  ) {
    let entry = OnePasswordFields.known(id, in: category)
    let isTitleUsual = title.map {
      $0.text.isEmpty || entry.map { Self.isSame(title?.text ?? "", $0.title) } == true
    }
    let ownTitle = isTitleUsual == false ? title : nil
    if ownTitle == nil, entry?.role != nil { title?.isStructural = true }
    guard let value, value.isValue || value.kind == .object || value.kind == .array else {
      readEmpty(title, isKnown: entry != nil, group)
      return
    }
    if entry != nil, known[id] == nil { known[id] = value }
    if kind == "totp" || id.utf8.starts(with: "TOTP_".utf8) {
      builder.apply(.totp, value)
      nameCode(title)
      return
    }
    switch kind {
    case "reference": readReference(value, title, group)
    case "file": readFile(value, name: value["fileName"], title: title, group: group)
    case "sshKey": readKey(value, title, group)
    case "address" where value.kind == .object: readPostalAddress(value, title, group)
    case "email" where value.kind == .object:
      if let address = value["email_address"], address.isValue {
        readLeaf(address, kind, entry, ownTitle, title, group)
      } else {
        readEmpty(title, isKnown: entry != nil, group)
      }
      if let provider = value["provider"], provider.isValue {
        keep(provider, .string, Text("\(title?.text.string ?? "email") provider"), group: group.take())
      }
    default:
      guard value.kind != .object, value.kind != .array else { return }
      readLeaf(value, kind, entry, ownTitle, title, group)
    }
  }

  private mutating func readEmpty(_ title: SourceView?, isKnown: Bool, _ group: OnePasswordGroup) {
    guard let title, title.isValue else { return }
    guard !isKnown else {
      title.isStructural = true
      return
    }
    // A field that the user made and has not filled in yet.
    let label = title.take(to: "custom-fields.fields.label")
    builder.item.appendCustomField(EditableField(value: "", label: label), group: group.take())
  }

  /// The name of a one-time code, unless it is the usual one.
  private mutating func nameCode(_ title: SourceView?) {
    guard let title, title.isValue else { return }
    if Self.isSame(title.text, "one-time password") {
      title.isStructural = true
    } else {
      keep(title, .string, "Name of the one-time code")
    }
  }

  private mutating func readLeaf(
    _ value: SourceView, _ kind: Text, _ entry: OnePasswordFields.Known?, _ ownTitle: SourceView?,
    _ title: SourceView?, _ group: OnePasswordGroup
  ) {
    let typed = Self.typed(value, kind)
    var place: Place?
    switch entry?.role {
    case .member(let member)?: place = member
    case .username?: place = "basic-auth.username"
    case .password?: place = "basic-auth.password"
    case .address?:
      builder.apply(.url, value)
      if let ownTitle { keep(ownTitle, .string, "Label of the address") }
      return
    default: break
    }
    if let place, let member = CredentialParts.members[place], builder.parts[keyPath: member.path] == nil {
      let text = typed.text ?? value.text
      // A month is no day.
      let fits = typed.type != .yearMonth || member.type == .yearMonth
      if fits, !value.isDamaged || member.type != .concealedString,
        case .field(var field) = TypedText.read(text, as: member.type)
      {
        if let ownTitle { field.label = ownTitle.take(to: place.appending("label")) }
        builder.parts[keyPath: member.path] = field
        if field.value == value.text {
          _ = value.take(to: place)
        } else {
          value.convert(
            to: place, as: field.value, typed.text == nil ? TypedText.code(member.type) : typed.code,
            "\(value.label) stands in CXF's spelling")
        }
        return
      }
    }
    if case .custom(let type, _, _)? = entry?.role {
      put(value, type, title: title, group: group)
    } else if let text = typed.text {
      let label = takeLabel(title)
      builder.item.appendCustomField(
        EditableField(fieldType: typed.type, value: text, label: label), group: group.take())
      value.convert(
        to: "custom-fields.fields", as: text, typed.code, "\(value.label) stands in CXF's spelling")
    } else if typed.isAbsent {
      value.noteAbsent(.defaultValue, "\(value.label) says that there is nothing")
      readEmpty(title, isKnown: entry != nil, group)
    } else {
      put(value, typed.type, title: title, group: group)
    }
  }

  /// Keeps a value as the custom field that it is.
  mutating func put(_ value: SourceView, _ type: FieldType, title: SourceView?, group: OnePasswordGroup?) {
    guard value.peek != nil else { return }
    var type = type
    if type == .email, !Self.isEmail(value.text) { type = .string }
    let label = takeLabel(title)
    if let text = value.take(to: "custom-fields.fields") {
      builder.item.appendCustomField(
        EditableField(fieldType: type, value: text, label: label), group: group?.take())
    }
  }

  private func takeLabel(_ title: SourceView?) -> Text? {
    guard let title else { return nil }
    title.isStructural = false
    return title.take(to: "custom-fields.fields.label")
  }

  /// Keeps a value that is no field of its own.
  mutating func keep(_ view: SourceView, _ type: FieldType, _ label: Text, group: Text? = nil) {
    view.keep(
      as: type, label: label, group: group, in: &builder.item, .keptAsCustomField,
      "CXF has no place for \(view.label); it is kept as a custom field")
  }

  // MARK: Texts

  /// Whether two texts are the same but for the case of ASCII letters.
  static func isSame(_ text: Text, _ word: String) -> Bool {
    ASCIIBytes.lower(text.string) == ASCIIBytes.lower(word)
  }

  private static func isEmail(_ text: Text) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(0x20) }
  }

  /// A value in CXF's spelling.
  private struct Typed {
    var type: FieldType
    /// Nil where the value is as it must be, or cannot be read.
    var text: Text?
    var code = FindingCode.dateConverted
    var isAbsent = false
  }

  private static func typed(_ value: SourceView, _ kind: Text) -> Typed {
    switch kind {
    case "date":
      // Seconds since 1970 at midday, also before: a day of the calendar.
      guard let seconds = Int64(value.text.string), abs(seconds) < 253_402_300_800 else {
        return Typed(type: .string)
      }
      let day = CivilDay.date(CivilDay.floorDivision(seconds, CivilDay.secondsPerDay).quotient)
      let date = CalendarDate(year: day.year, month: day.month, day: day.day)
      return Typed(type: date == nil ? .string : .date, text: date.map { Text($0.text) })
    case "monthYear":
      guard let number = Int(value.text.string) else { return Typed(type: .string) }
      switch CardExpiry(number: number) {
      case .yearMonth(let month):
        return Typed(type: .yearMonth, text: Text(month.text), code: .expiryConverted)
      case .none: return Typed(type: .yearMonth, isAbsent: true)
      default: return Typed(type: .string)
      }
    default: return Typed(type: OnePasswordFields.types[kind] ?? .concealedString)
    }
  }
}

/// The heading of a section, which becomes that of a group of custom fields when one is put into it.
struct OnePasswordGroup {
  let title: SourceView?

  /// Returns the heading, and notes that it stands there.
  func take() -> Text? { title?.take(to: "custom-fields.label") }
}
