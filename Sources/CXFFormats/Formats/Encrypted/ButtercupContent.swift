internal import CredentialExchangeFormat

/// What a vault of Buttercup holds, whichever form it has.
struct ButtercupContent {
  struct Group {
    var title: Text = ""
    var parent: Text = ""
    var isTrash = false
  }

  struct Property {
    var name: Text
    var value: Text
    var earlier: [Text] = []
  }

  struct Entry {
    var id: Text
    var group: Text
    var properties: [Property] = []
    var attributes: [Property] = []
    /// Seconds since 1970.
    var createdAt: UInt64?
    var modifiedAt: UInt64?

    /// Sets a property or attribute; what stood there is remembered.
    mutating func set(_ name: Text, _ value: Text, in list: WritableKeyPath<Entry, [Property]>) {
      if let index = self[keyPath: list].firstIndex(where: { $0.name == name }) {
        let old = self[keyPath: list][index].value
        if old != value, !old.isEmpty { self[keyPath: list][index].earlier.append(old) }
        self[keyPath: list][index].value = value
      } else {
        self[keyPath: list].append(Property(name: name, value: value))
      }
    }
  }

  private var groups: [Text: Group] = [:]
  private var groupOrder: [Text] = []
  private var entries: [Text: Entry] = [:]
  private var entryOrder: [Text] = []

  // MARK: Format a

  /// Replays the commands, one in each line.
  init(commands text: [UInt8]) {
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) { replay(Self.words(line)) }
  }

  private mutating func replay(_ words: [Text]) {
    func word(_ index: Int) -> Text { index < words.count ? words[index] : "" }
    guard let command = words.first else { return }
    let (first, second, third) = (word(1), word(2), word(3))
    switch command {
    case "cgr": add(Group(parent: first), second)
    case "tgr": groups[first]?.title = second
    case "mgr": groups[first]?.parent = second
    case "dgr": groups[first] = nil
    case "sga": if second == "bc_group_role" { groups[first]?.isTrash = third == "trash" }
    case "dga": if second == "bc_group_role" { groups[first]?.isTrash = false }
    case "cen": add(Entry(id: second, group: first))
    case "men": entries[first]?.group = second
    case "den": entries[first] = nil
    case "sep", "sem": entries[first]?.set(second, third, in: \.properties)
    case "dep", "dem": entries[first]?.properties.removeAll { $0.name == second }
    case "sea": entries[first]?.set(second, third, in: \.attributes)
    case "dea": entries[first]?.attributes.removeAll { $0.name == second }
    default: break
    }
  }

  private mutating func add(_ group: Group, _ id: Text) {
    if groups.updateValue(group, forKey: id) == nil { groupOrder.append(id) }
  }

  private mutating func add(_ entry: Entry) {
    if entries.updateValue(entry, forKey: entry.id) == nil { entryOrder.append(entry.id) }
  }

  /// The words of a command: parted by blanks, in quotes where they hold some, or as Base64 behind a mark.
  private static func words(_ line: ArraySlice<UInt8>) -> [Text] {
    var words: [Text] = []
    var index = line.startIndex
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    while index < line.endIndex {
      if line[index] == 0x20 {
        index += 1
        continue
      }
      var word: [UInt8] = []
      if line[index] == quote {
        index += 1
        while index < line.endIndex, line[index] != quote {
          if line[index] == backslash, index + 1 < line.endIndex,
            line[index + 1] == quote || line[index + 1] == backslash
          {
            index += 1
          }
          word.append(line[index])
          index += 1
        }
        index = min(index + 1, line.endIndex)
      } else {
        while index < line.endIndex, line[index] != 0x20 {
          word.append(line[index])
          index += 1
        }
      }
      words.append(text(word))
    }
    return words
  }

  private static func text(_ word: [UInt8]) -> Text {
    let mark = "utf8+base64:"
    if word.starts(with: mark.utf8), let bytes = Base64Text.decode(word.dropFirst(mark.utf8.count)) {
      return Text(String(decoding: bytes, as: UTF8.self))
    }
    return Text(String(decoding: word, as: UTF8.self))
  }

  // MARK: Format b

  /// Reads the document.
  init(document root: SourceView) {
    for view in root.elements("g") {
      guard let id = view.peek("id") else { continue }
      let role = view["a"]?["bc_group_role"]
      add(
        Group(
          title: view.peek("t") ?? "", parent: view.peek("g") ?? "",
          isTrash: (role?.peek ?? role?.peek("value")) == "trash"), id)
    }
    for view in root.elements("e") {
      guard let id = view.peek("id") else { continue }
      var entry = Entry(id: id, group: view.peek("g") ?? "")
      Self.read(view["p"], into: \.properties, of: &entry)
      Self.read(view["a"], into: \.attributes, of: &entry)
      add(entry)
    }
  }

  private static func read(
    _ values: SourceView?, into list: WritableKeyPath<Entry, [Property]>, of entry: inout Entry
  ) {
    for value in values?.children ?? [] {
      guard value.kind == .object else {
        if let text = value.peek { entry[keyPath: list].append(Property(name: value.name, value: text)) }
        continue
      }
      guard value.peek("deleted") == nil else { continue }
      var property = Property(name: value.name, value: value["value"]?.text ?? "")
      property.earlier = value.elements("history").compactMap { $0.peek("value") }.filter {
        $0 != property.value
      }
      entry[keyPath: list].append(property)
      func seconds(_ name: Text) -> UInt64? {
        value.peek(name).flatMap { UInt64($0.string) }.map { $0 / 1_000 }.flatMap {
          $0 > 0 && $0 < Moment.limit ? $0 : nil
        }
      }
      if let created = seconds("created") { entry.createdAt = min(entry.createdAt ?? created, created) }
      if let updated = seconds("updated") { entry.modifiedAt = max(entry.modifiedAt ?? updated, updated) }
    }
  }

  // MARK: Items

  private static let roles: [Text: CellRole] = [
    "title": .title, "username": .username, "password": .password, "URL": .url, "url": .url, "note": .note,
    "notes": .note,
  ]

  /// Other meanings that kinds of entries give to properties.
  private static let kinds: [Text: [Text: CellRole]] = [
    "credit_card": [
      "username": .member("credit-card.fullName"), "password": .member("credit-card.number"),
      "type": .member("credit-card.cardType"), "cvv": .member("credit-card.verificationNumber"),
      "expiry": .member("credit-card.expiryDate"), "valid_from": .member("credit-card.validFrom"),
    ],
    "ssh_key": ["privateKey": .sshKey, "publicKey": .field("Public key", group: BitwardenGroup.sshKey)],
  ]

  /// Where a folder is, and whether it is in the trash.
  private func path(_ id: Text) -> (path: FolderPath, isTrash: Bool) {
    var names: [String] = []
    var isTrash = false
    var current = id
    var seen: Set<Text> = []
    while let group = groups[current], seen.insert(current).inserted, names.count < FolderPath.maximumDepth {
      if !group.title.isEmpty { names.append(group.title.string) }
      isTrash = isTrash || group.isTrash
      current = group.parent
    }
    return (FolderPath(names.reversed()), isTrash)
  }

  /// Makes the account.
  func reading(_ options: ReadOptions) -> Reading {
    var draft = VaultDraft(ButtercupVault.origin, options: options, syntheticIDs: false)
    readGroups(&draft)
    var number = 0
    for id in entryOrder {
      guard let entry = entries[id], entry.group == "0" || groups[entry.group] != nil || entry.group.isEmpty
      else { continue }
      number += 1
      read(entry, number, &draft)
    }
    var reading = draft.finish(text: [], isJSON: false, fileOffsets: { $0 })
    reading.isDerived = true
    return reading
  }

  private func readGroups(_ draft: inout VaultDraft) {
    let titled = groupOrder.compactMap { id in groups[id].map { (id, $0) } }.filter { !$0.1.title.isEmpty }
    let record = Self.record(titled.map { ("folder", $0.1.title) }, number: 0)
    for (view, entry) in zip(record.root.children, titled) {
      if let folder = draft.folder(path(entry.0).path, id: Identifier(Array(entry.0.utf8.prefix(64)))) {
        draft.carry(view, asPathOf: folder, isExact: true)
      }
    }
    draft.addFolders(from: record)
  }

  private func read(_ entry: Entry, _ number: Int, _ draft: inout VaultDraft) {
    var values: [(name: Text, text: Text)] = []
    for property in entry.properties {
      values.append((property.name, property.value))
      values += property.earlier.map { (Text("earlier \(property.name.string)"), $0) }
    }
    let firstAttribute = values.count
    values += entry.attributes.map { ($0.name, $0.value) }
    let record = Self.record(values, number: number)
    let views = record.root.cells
    var builder = RowBuilder(
      record, of: ButtercupVault.origin, id: Identifier(Array(entry.id.utf8.prefix(64))))
    builder.item.createdAt = entry.createdAt.map { Timestamp($0) }
    builder.item.modifiedAt = entry.modifiedAt.map { Timestamp($0) }
    readAttributes(entry, Array(views[firstAttribute...]), &builder)
    let kind = entry.attributes.first { $0.name == "BC_ENTRY_FACADE_TYPE" }?.value ?? "login"
    var next = 0
    for property in entry.properties {
      let view = views[next]
      let earlier = views[(next + 1)..<(next + 1 + property.earlier.count)]
      next += 1 + property.earlier.count
      take(property, view, entry, kind, &builder)
      for old in earlier where property.name == "password" {
        builder.takeEarlierPassword(old, replacedAt: nil)
      }
      for old in earlier where property.name != "password" {
        // Earlier titles and user names are remembered too, though nobody looks for them.
        builder.apply(.custom(.concealedString, label: old.name, group: "Earlier values"), old)
      }
    }
    let place = path(entry.group)
    builder.isTrashed = place.isTrash
    if let folder = draft.folder(place.path) { builder.folders = [folder] }
    builder.finish(&draft)
  }

  private func take(
    _ property: Property, _ view: SourceView, _ entry: Entry, _ kind: Text, _ builder: inout RowBuilder
  ) {
    let type = entry.attributes.first { $0.name.string == "BC_ENTRY_FIELD_TYPE:\(property.name.string)" }?
      .value
    var role = Self.kinds[kind]?[property.name] ?? Self.roles[property.name]
    if role == nil {
      switch type {
      case "otp": role = .totp
      case "note": role = .custom(.string, label: property.name, group: nil)
      case "password": role = .secret(property.name)
      default: role = .custom(RowBuilder.type(ofColumn: property.name), label: property.name, group: nil)
      }
    }
    guard let role else { return }
    if builder.isFree(role) {
      builder.apply(role, view)
    } else {
      builder.keep(view, .concealedString, property.name, nil)
    }
  }

  private func readAttributes(_ entry: Entry, _ views: [SourceView], _ builder: inout RowBuilder) {
    for (attribute, view) in zip(entry.attributes, views) {
      let name = attribute.name.string
      if name == "BC_ENTRY_TAGS" {
        builder.apply(.tags(.commas), view)
      } else if name.hasPrefix("BC_ENTRY_ATTACHMENT:") {
        view.markStructure()
        builder.missAttachment("attachment")
      } else if name == "BC_ENTRY_FACADE_TYPE" || name.hasPrefix("BC_ENTRY_FIELD_TYPE:") {
        view.markStructure()
      } else {
        builder.apply(.secret(attribute.name), view)
      }
    }
  }

  private static func record(_ values: [(name: Text, text: Text)], number: Int) -> SourceRecord {
    let record = SourceRecord(
      cells: values.map { (name: $0.name, text: $0.text, offset: 0, isDamaged: false) }, offset: 0,
      number: number)
    // There are no rows in the file.
    record.row = nil
    return record
  }
}
