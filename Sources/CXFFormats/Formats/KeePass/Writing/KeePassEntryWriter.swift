internal import CXFCrypto
internal import CredentialExchangeFormat

/// Gives each value of an item its place in an entry, and takes down which value went where.
///
/// Standard fields first, then what the programs of the family know by convention, then additional attributes with
/// speaking names. What is left is kept by ``KeePassKept``.
struct KeePassEntryWriter {
  let item: Item
  let record: SourceRecord
  let options: KeePassEntryContent.Options
  private(set) var content: KeePassEntryContent
  private(set) var positions: [KeePassKept.Position] = []
  /// Paths of the values that have a place.
  private var placed: Set<[Text]> = []
  private var keys: Set<Text> = Set(KeePassNames.standard)
  private var standard: [Text: KeePassEntryContent.Field] = [:]
  private(set) var findings: [Finding] = []

  var root: SourceView { record.root }
  static let credentials: Text = "credentials"

  init(_ item: Item, _ record: SourceRecord, _ options: KeePassEntryContent.Options) {
    self.item = item
    self.record = record
    self.options = options
    content = KeePassEntryContent(uuid: KeePassUUID.of(item.id))
  }

  /// Writes what the entry itself can hold.
  mutating func write() {
    put(["title"], as: "Title")
    writeCredentials()
    writeScope()
    put(["subtitle"], as: "Subtitle")
    writeCustomFields()
    writeTags()
    writeTimes()
    writeHistory()
    writeAttachments()
    let texts = KeePassNames.standard.map { key in
      standard[key] ?? .init(key: key, value: "", isProtected: key == "Password")
    }
    content.fields = texts + content.fields
    content.isTrashed = item.isTrashed
    content.icon = icon
  }

  // MARK: Values

  /// Whether a value has a place already.
  func isPlaced(_ path: [Text]) -> Bool { placed.contains(path) }

  /// Whether a field of that name is free.
  func isFree(_ key: Text) -> Bool {
    KeePassNames.standard.contains(key) ? standard[key] == nil : !keys.contains(key)
  }

  /// Writes a value as a field, and marks it as taken.
  ///
  /// - Parameters:
  ///   - path: where it stands in the item.
  ///   - wanted: the name of the field; another one where that is taken.
  ///   - text: what the field holds; nil for the value itself.
  ///   - digest: of the field, where the value is kept as well.
  @discardableResult
  mutating func put(
    _ path: [Text], as wanted: Text, isProtected: Bool = false, form: KeePassKept.Form = .text,
    text: Text? = nil, allowsEmpty: Bool = false
  ) -> Bool {
    guard let view = root.at(path), view.kind == .string, allowsEmpty || !view.text.isEmpty,
      !placed.contains(path)
    else { return false }
    let safe = KeePassXMLText.safe(text ?? view.text)
    let isExact = safe == text ?? view.text
    var form = form
    var digest: Text?
    if !isExact {
      digest = KeePassKept.digest(safe)
      view.convert(
        to: "String", as: safe, .xmlCharacterReplaced,
        "XML cannot say a character of \(view.label): U+FFFD stands there in KeePass, and the true value is kept "
          + "in the custom data of the entry")
    } else if form == .text || form == .bytes {
      _ = view.take(to: "String")
    } else {
      view.convert(to: "String", as: safe, .keptInKeePassForm, "\(view.label) stands as KeePass writes it")
    }
    if isExact, form == .text, ASCIIBytes.contains("{ref:", in: safe) {
      form = .raw
      digest = KeePassKept.digest(safe)
    }
    let key = add(wanted, safe, isProtected: isProtected)
    placed.insert(path)
    positions.append(.init(path: path, field: key, form: form, digest: digest))
    return true
  }

  /// Writes a field for other programs that means nothing to us.
  mutating func add(forOthers key: Text, _ value: Text, isProtected: Bool = false) {
    let key = add(key, value, isProtected: isProtected)
    positions.append(.init(path: [], field: key, form: .added, digest: KeePassKept.digest(value)))
  }

  /// Notes that a whole credential, or a value in another form, stands under a name.
  mutating func note(_ path: [Text], in field: Text, _ form: KeePassKept.Form, digest: Text? = nil) {
    placed.insert(path)
    positions.append(.init(path: path, field: field, form: form, digest: digest))
  }

  /// Whether the entry has an attached file of that name.
  func hasAttachment(named name: Text) -> Bool { content.attachments.contains { $0.name == name } }

  /// Attaches a file.
  mutating func attach(_ attachment: KeePassEntryContent.Attachment) {
    content.attachments.append(attachment)
  }

  /// Adds a field under a name that is free, and returns the name.
  @discardableResult
  mutating func add(_ wanted: Text, _ value: Text, isProtected: Bool) -> Text {
    if KeePassNames.standard.contains(wanted), standard[wanted] == nil {
      standard[wanted] = .init(key: wanted, value: value, isProtected: isProtected || wanted == "Password")
      return wanted
    }
    let safe = KeePassXMLText.safe(wanted.isEmpty ? "Field" : wanted)
    var key = safe
    var number = 2
    while !keys.insert(key).inserted {
      key = Text("\(safe.string) (\(number))")
      number += 1
    }
    content.fields.append(.init(key: key, value: value, isProtected: isProtected))
    return key
  }

  // MARK: Beside the fields

  private mutating func writeTags() {
    var tags = item.tags.map { KeePassTags.safe($0) }
    if item.isFavorite { tags.append(KeePassTags.favorite) }
    if item.isArchived { tags.append(KeePassTags.archived) }
    content.tags = KeePassTags.text(tags)
    for view in root.elements("tags") where view.peek != nil {
      if KeePassTags.safe(view.text) == view.text {
        _ = view.take(to: "Tags")
      } else {
        view.convert(to: "Tags", as: view.text, .keptInCustomData, KeePassKept.message(view))
      }
    }
    if root["favorite"]?.peek == "true" {
      root["favorite"]?.convert(
        to: "Tags", as: KeePassTags.favorite, .keptInKeePassForm, "favourites have a tag")
    }
  }

  private mutating func writeTimes() {
    func written(_ moment: Timestamp?, _ member: Text) -> UInt64? {
      guard let moment, KeePassTimes.isExact(moment.secondsSince1970) else { return nil }
      root[member]?.convert(
        to: "Times", as: Text(String(moment.secondsSince1970)), .keptInKeePassForm,
        "\(member.string) stands as KeePass writes it")
      return moment.secondsSince1970
    }
    content.created = written(item.createdAt, "creationAt")
    content.modified = written(item.modifiedAt, "modifiedAt")
  }

  /// Sets when the entry expires; false where it expires already.
  mutating func setExpiry(_ seconds: UInt64) -> Bool {
    guard content.expires == nil else { return false }
    content.expires = seconds
    return true
  }

  /// Earlier passwords become earlier versions, which have the name, user name and address of now.
  private mutating func writeHistory() {
    guard
      let place = item.extensions.firstIndex(where: { $0.name == Text(ToolkitExtension.history.rawValue) }),
      let views = root.at(["extensions", Text(String(place)), "passwords"]), views.kind == .array
    else { return }
    var versions: [(password: Text, usedAt: UInt64?)] = []
    for (index, view) in views.children.enumerated() {
      guard let password = view["password"], password.kind == .string, !password.text.isEmpty,
        KeePassXMLText.isSafe(password.text)
      else { continue }
      let usedAt = view["usedAt"].flatMap { UInt64($0.text.string) }
      versions.append((password.text, usedAt))
      note(
        ["extensions", Text(String(place)), "passwords", Text(String(index)), "password"], in: "Password",
        .version, digest: KeePassKept.digest(password.text))
      password.convert(
        to: "History", as: password.text, .keptInKeePassForm,
        "an earlier password stands as an earlier version")
    }
    // A version is as old as the one before it was replaced.
    var latest = content.modified ?? versions.first?.usedAt ?? UInt64.max
    var made: [KeePassEntryContent.Version] = []
    for (index, version) in versions.enumerated() {
      var moment =
        (index + 1 < versions.count ? versions[index + 1].usedAt : item.createdAt?.secondsSince1970)
      if moment.map({ $0 >= latest || !KeePassTimes.isExact($0) }) ?? true {
        moment = latest < .max && latest > 1 ? latest - 1 : nil
      }
      if let moment { latest = moment }
      let fields = ["Title", "UserName", "URL"].compactMap { standard[$0] }
      made.append(
        .init(
          fields: fields + [.init(key: "Password", value: version.password, isProtected: true)],
          modified: moment))
    }
    content.history = made.reversed()
  }

  private mutating func writeAttachments() {
    var names = Set(content.attachments.map(\.name))
    for (index, credential) in item.credentials.enumerated() {
      guard case .file(let file) = credential, options.files.contains(file.id) else { continue }
      let wanted = KeePassXMLText.safe(file.name.isEmpty ? "attachment" : file.name)
      var name = wanted
      var number = 2
      while !names.insert(name).inserted {
        name = Text("\(wanted.string) (\(number))")
        number += 1
      }
      content.attachments.append(.init(name: name, source: .file(file.id)))
      let path = [Self.credentials, Text(String(index))]
      note(path, in: name, .file)
      guard let view = root.at(path)?["name"] else { continue }
      if name == file.name {
        _ = view.take(to: "Binary")
      } else {
        view.convert(to: "Binary", as: name, .keptInCustomData, KeePassKept.message(view))
      }
    }
  }

  /// KeePass' own icons for what the item mainly is.
  private var icon: Int {
    for credential in item.credentials {
      switch credential {
      case .basicAuth, .passkey, .totp: return 0
      case .creditCard: return 66
      case .wifi: return 12
      case .sshKey: return 30
      case .passport, .driversLicense, .identityDocument, .personName, .address: return 9
      case .note: return 7
      default: continue
      }
    }
    return 0
  }
}

extension ASCIIBytes {
  /// Whether a text in lower case occurs in another one, letters in any case.
  static func contains(_ wanted: String, in text: Text) -> Bool {
    let bytes = text.utf8.map { lower($0) }
    let wanted = Array(wanted.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }
}
