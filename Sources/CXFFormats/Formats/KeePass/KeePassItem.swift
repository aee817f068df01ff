internal import CXFCrypto
internal import CredentialExchangeFormat

/// An entry of a KeePass database while it becomes an item.
struct KeePassItem {
  var entry: KeePassEntry
  /// The fields of the entry as they stand in the source, with which its earlier versions are compared.
  private let currentFields: [KeePassEntry.Field]
  let pool: KeePassPool
  var builder: RowBuilder

  /// Where the standard fields go.
  private static let roles: [Text: CellRole] = [
    "Title": .title, "UserName": .username, "Password": .password, "URL": .url, "Notes": .note,
  ]

  /// Headings of custom fields that stand for what CXF has no place for.
  private static let typingGroup: Text = "Auto-type"
  private static let dataGroup: Text = "Custom data"
  static let passkeyGroup: Text = "Passkey"

  init(_ entry: KeePassEntry, of origin: Format.Origin, pool: KeePassPool) {
    self.entry = entry
    currentFields = entry.fields
    self.pool = pool
    builder = RowBuilder(entry.view.record, of: origin, id: entry.uuid.map { Identifier($0) })
  }

  /// Gives each value its place.
  ///
  /// - Parameters:
  ///   - groupTags: tags of the groups that it is in.
  ///   - unresolved: values with references that lead nowhere.
  mutating func fill(groupTags: [Text], unresolved: [SourceView]) {
    readKept()
    readFields()
    readCodes()
    readPasskey()
    readTags(groupTags)
    if let view = entry.created { takeMoment(view, to: "creationAt") { $0.item.createdAt = Timestamp($1) } }
    if let view = entry.modified { takeMoment(view, to: "modifiedAt") { $0.item.modifiedAt = Timestamp($1) } }
    readSettings()
    readAttachments()
    readHistory()
    for view in unresolved {
      builder.findings.append(
        builder.finding(
          .referenceUnresolved,
          "it points to a field of an entry that is not there; the text is kept as it is",
          .kept, field: view.label))
    }
  }

  // MARK: Fields

  private mutating func readFields() {
    var seen: Set<Text> = []
    for field in entry.fields {
      let isFirst = seen.insert(field.key).inserted
      if let role = Self.roles[field.key], isFirst {
        field.keyView?.markStructure()
        builder.apply(role, field.valueView)
      } else if Self.isAddress(field.key), !field.raw.isEmpty {
        field.keyView?.markStructure()
        takeAddress(field.valueView, isApp: !field.key.utf8.starts(with: "KP2A_URL".utf8))
      } else if !(isFirst && (KeePassCodes.isMember(field.key) || KeePassPasskey.isMember(field.key))) {
        keep(field)
      }
    }
  }

  /// Whether further addresses stand under that name: `KP2A_URL`, `KP2A_URL_1`, `AndroidApp`, `AndroidApp_1`.
  private static func isAddress(_ key: Text) -> Bool {
    for name in ["KP2A_URL", "AndroidApp"] where key.utf8.starts(with: name.utf8) {
      let rest = key.utf8.dropFirst(name.utf8.count)
      if rest.allSatisfy({ ASCIIBytes.isDigit($0) || $0 == UInt8(ascii: "_") }) { return true }
    }
    return false
  }

  private mutating func takeAddress(_ view: SourceView, isApp: Bool) {
    guard let text = view.peek else { return }
    guard isApp, let app = AndroidApp(package: text.string),
      let place = builder.item.add(ServiceAddress(app.uri), as: text)
    else {
      builder.apply(.url, view)
      return
    }
    view.convert(toAll: [place], .androidAppAddress, "\(view.label) stands as an Android app")
  }

  /// Keeps a field of the user's own, also an empty one.
  mutating func keep(_ field: KeePassEntry.Field, group: Text? = nil) {
    let isSecret = field.isProtected || Self.roles[field.key] == .password
    let label = field.keyView?.take(to: "custom-fields.fields.label")
    builder.item.appendCustomField(
      EditableField(
        fieldType: isSecret ? .concealedString : .string,
        value: field.valueView.take(to: "custom-fields.fields") ?? "", label: label),
      group: group)
  }

  // MARK: Tags and times

  private mutating func readTags(_ groupTags: [Text]) {
    if let view = entry.tags, let text = view.peek {
      let parts = CellText.parts(text.string, separators: KeePassTree.tagSeparators).map { Text($0) }
      if parts.contains("Favorite") { builder.item.isFavorite = true }
      let tags = parts.filter { $0 != "Favorite" }
      for tag in tags where !builder.item.tags.contains(tag) { builder.item.tags.append(tag) }
      let places =
        tags.map { PlacedText("tags", $0) }
        + (parts.contains("Favorite") ? [PlacedText("favorite", "true")] : [])
      if tags == [text] {
        _ = view.take(to: "tags")
      } else if places.isEmpty {
        view.noteAbsent(.defaultValue, "\(view.label) holds no tag")
      } else {
        view.convert(toAll: places, .tagsParted, "\(view.label) holds \(parts.count) tags")
      }
    }
    for tag in groupTags where !builder.item.tags.contains(tag) { builder.item.tags.append(tag) }
  }

  private mutating func takeMoment(
    _ view: SourceView, to place: Place, _ set: (inout RowBuilder, UInt64) -> Void
  ) {
    guard let text = view.peek else { return }
    if let seconds = KeePassText.binaryTime(text) {
      guard let moment = UInt64(exactly: seconds), moment < Moment.limit else {
        view.keep(
          as: .string, label: view.name, in: &builder.item, .dateOutOfRange,
          "\(view.label) is not within 1970 and 2100; the text is kept as a custom field")
        return
      }
      view.convert(
        to: place, as: Text(String(moment)), .dateConverted, "\(view.label) stands in seconds since 1970")
      set(&builder, moment)
    } else if let moment = builder.moment(view, to: place) {
      set(&builder, moment)
    }
  }

  // MARK: Settings of the entry

  private mutating func readSettings() {
    if let view = entry.expiry, let text = view.peek {
      let readable = KeePassText.seconds(text).flatMap { DateText.rfc3339($0, milliseconds: false) }
      let shown = KeePassText.binaryTime(text) == nil ? text : readable.map { Text($0) } ?? text
      builder.item.appendCustomField(EditableField(value: shown, label: "Expires"))
      view.convert(
        to: "custom-fields.fields", as: shown, .keptAsCustomField,
        "CXF has no place for when an entry expires; it is kept as a custom field")
    }
    if let view = entry.overrideURL { builder.apply(.field("Override URL"), view) }
    if let view = entry.qualityCheck {
      if KeePassText.isTrue(view.peek) {
        view.noteAbsent(.defaultValue, "\(view.label) says what is so anyway")
      } else {
        builder.apply(.field("Quality check"), view)
      }
    }
    if let view = entry.typingSequence {
      builder.apply(.field("Default sequence", group: Self.typingGroup), view)
    }
    for pair in entry.typingRules { keep(pair, group: Self.typingGroup) }
    for pair in entry.customData where pair.name?.isStructure != true { keep(pair, group: Self.dataGroup) }
  }

  private mutating func keep(_ pair: KeePassEntry.Pair, group: Text) {
    guard pair.name?.peek != nil || pair.value?.peek != nil else { return }
    let label = pair.name?.take(to: "custom-fields.fields.label")
    builder.item.appendCustomField(
      EditableField(
        fieldType: RowBuilder.type(ofColumn: label ?? "field"),
        value: pair.value?.take(to: "custom-fields.fields") ?? "", label: label),
      group: group)
  }

  // MARK: Attachments

  /// The name under which programs keep how an attached SSH key is used.
  private static let agentSettings: Text = "KeeAgent.settings"
  private static let keyLimit = 1 << 20

  private mutating func readAttachments() {
    let hasAgent = entry.attachments.contains { $0.name == Self.agentSettings }
    for attachment in entry.attachments {
      guard let bytes = take(attachment, suffix: "") else { continue }
      if hasAgent, attachment.name != Self.agentSettings, bytes.count < Self.keyLimit,
        bytes.starts(with: "-----BEGIN ".utf8)
      {
        readKey(bytes, attachment)
      }
    }
  }

  /// Attaches a file; returns its bytes.
  private mutating func take(_ attachment: KeePassEntry.Attachment, suffix: String) -> [UInt8]? {
    let name = Text((attachment.name.isEmpty ? "attachment" : attachment.name.string) + suffix)
    guard let bytes = pool.content(of: attachment) else {
      // What stands here can still be kept, as the text that it is.
      if attachment.reference != nil { builder.missAttachment(name) }
      return nil
    }
    guard builder.attach(name: name, content: MemoryBytes(bytes)) else { return nil }
    attachment.valueView?.markStructure()
    if suffix.isEmpty {
      _ = attachment.nameView?.take(to: "file.name")
    } else {
      attachment.nameView?.convert(
        to: "file.name", as: name, .keptAsCustomField, "an earlier version of the entry had the file")
    }
    return bytes
  }

  /// An attached key that an SSH agent may use is a credential as well.
  private mutating func readKey(_ bytes: [UInt8], _ attachment: KeePassEntry.Attachment) {
    do throws(SSHKeyError) {
      let key = try CXFCrypto.SSHKey(bytes: bytes)
      builder.parts.sshKeys.append(
        CredentialExchangeFormat.SSHKey(
          keyType: Text(key.algorithm.name), privateKey: OpaqueBytes(key.pkcs8),
          keyComment: key.commentText.map { Text($0) }))
    } catch {
      builder.findings.append(
        builder.finding(
          .unreadableKey, "the attached SSH key \(BitwardenSSHKey.reason(error)); it stays an attached file",
          .kept,
          field: attachment.name.string))
    }
  }

  // MARK: Earlier versions

  /// Earlier passwords, the latest first, and what else was different in a version. What a version has in common with the
  /// one behind it is no value of its own.
  private mutating func readHistory() {
    var later = Dictionary(currentFields.map { ($0.key, $0.raw) }, uniquingKeysWith: { first, _ in first })
    var laterTags = entry.tags?.peek
    var replaced = entry.modifiedAt
    var known = Set(entry.attachments.map { Self.mark($0) })
    for version in entry.history.reversed() {
      for child in version.view.children where !["String", "Binary", "Tags"].contains(child.name.string) {
        child.markStructure()
      }
      var own: [Text: Text] = [:]
      for field in version.fields where own[field.key] == nil {
        own[field.key] = field.raw
        readEarlier(field, later: later[field.key], replaced: replaced, version.modifiedAt)
      }
      if let tags = version.tags {
        if tags.peek == laterTags {
          tags.markStructure()
        } else {
          builder.takeEarlierValue(tags, at: "tags", version.modifiedAt)
        }
      }
      for attachment in version.attachments {
        if known.insert(Self.mark(attachment)).inserted {
          _ = take(attachment, suffix: " (earlier version)")
        } else {
          attachment.nameView?.markStructure()
          attachment.valueView?.markStructure()
        }
      }
      (later, laterTags, replaced) = (own, version.tags?.peek, version.modifiedAt)
    }
  }

  private static func mark(_ attachment: KeePassEntry.Attachment) -> [Text] {
    [attachment.name, attachment.reference ?? attachment.valueView?.peek ?? ""]
  }

  private static let places: [Text: Text] = [
    "Title": "title", "UserName": "basic-auth.username", "URL": "scope.urls", "Notes": "note.content",
  ]

  private mutating func readEarlier(
    _ field: KeePassEntry.Field, later: Text?, replaced: UInt64?, _ date: UInt64?
  ) {
    let isOwn = Self.roles[field.key] == nil
    guard field.raw != later else {
      field.keyView?.markStructure()
      field.valueView.markStructure()
      return
    }
    if field.key == "Password" {
      if let text = field.valueView.take(to: ToolkitExtension.history.place("passwords.password")) {
        builder.earlierPasswords.append((text, replaced))
      }
    } else {
      builder.takeEarlierValue(field.valueView, at: Self.places[field.key] ?? "custom-fields.fields", date)
    }
    if isOwn, later == nil, let view = field.keyView {
      builder.takeEarlierValue(view, at: "custom-fields.fields.label", date)
    } else {
      field.keyView?.markStructure()
    }
  }
}
