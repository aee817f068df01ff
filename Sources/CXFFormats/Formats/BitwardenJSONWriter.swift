internal import CredentialExchangeFormat

/// Writes the export of a person: folders from collections, and one or more entries for each item.
final class BitwardenWriter: VaultWriter {
  private let options: WriteOptions
  private var folders: [(id: String, name: Text)] = []
  private var folderIDs = UniqueIDs()
  private var entryIDs = UniqueIDs()
  /// The names of the folders; as everywhere, two spellings of one name are one.
  private var folderNames: Set<String> = []
  private var sameNames = 0
  /// The folders of each item of the account at hand, by their index.
  private var memberships: [Identifier: [Int]] = [:]
  /// The items of that account that have come.
  private var seen: Set<Identifier> = []
  private var entries: [BitwardenEntry] = []
  private var findings: [Finding] = []

  var carriesEverything: Bool { false }

  init(_ options: WriteOptions) { self.options = options }

  func begin(_ account: Account, record: SourceRecord) {
    endAccount()
    add(account.collections, record.root.elements("collections"), of: account.id, path: [])
  }

  /// Makes a folder of each collection, those around it first.
  private func add(
    _ collections: [ItemCollection], _ views: [SourceView], of account: Identifier, path: [String]
  ) {
    for (collection, view) in zip(collections, views) {
      let name = collection.title.isEmpty ? "Unnamed" : collection.title.string
      let names = path + [name]
      let path = FolderPath(names).joined(style: .slash)
      let text = Text(path.text)
      if text == collection.title, path.isExact {
        _ = view.take("title", to: "folders.name")
      } else {
        view["title"]?.convert(
          to: "folders.name", as: text, .folderPath,
          path.isExact
            ? "nested collections stand as one path"
            : "Bitwarden reads another path from the name, for it has a slash or nothing between slashes")
      }
      if !folderNames.insert(path.text).inserted { sameNames += 1 }
      let index = folders.count
      folders.append((folderIDs.unique(BitwardenID.uuid(of: collection.id)), text))
      addLinks(of: collection, in: account, to: index)
      add(collection.subcollections, view.elements("subCollections"), of: account, path: names)
    }
  }

  /// Notes which items are in a folder. A link may name its own account.
  private func addLinks(of collection: ItemCollection, in account: Identifier, to index: Int) {
    var foreign = 0
    for link in collection.items {
      if let owner = link.account, owner != account {
        foreign += 1
      } else if memberships[link.item]?.last != index {
        memberships[link.item, default: []].append(index)
      }
    }
    guard foreign > 0 else { return }
    findings.append(
      Finding(
        .folderMembershipLost, item: collection.title.string,
        message: "\(foreign) items of the folder belong to another account; they are not in the folder now",
        action: .skipped))
  }

  /// Reports links to items that did not come, once for each folder.
  private func endAccount() {
    var missing: [Int: Int] = [:]
    for (id, places) in memberships where !seen.contains(id) {
      for place in places { missing[place, default: 0] += 1 }
    }
    for (place, count) in missing.sorted(by: { $0.key < $1.key }) {
      findings.append(
        Finding(
          .danglingLink, item: folders[place].name.string,
          message: "\(count) links of the folder lead to items that its account does not have",
          action: .skipped))
    }
    memberships = [:]
    seen = []
  }

  func write(_ item: Item, record: SourceRecord) -> ItemOutcome {
    var writer = BitwardenItemWriter(item, record, timestamp: options.timestamp)
    writer.write()
    let places = memberships[item.id] ?? []
    seen.insert(item.id)
    if places.count > 1 {
      writer.findings.append(
        Finding(
          .folderMembershipLost, item: item.displayTitle,
          message:
            "the item was in \(places.count) folders; Bitwarden has one for each item, so it is in the first",
          action: .skipped))
    }
    for (part, entry) in writer.entries.enumerated() {
      var entry = entry
      entry.id = entryIDs.unique(BitwardenID.uuid(of: item.id, part: part))
      entry.folderID = places.first.map { folders[$0].id }
      entries.append(entry)
    }
    findings += writer.findings
    return .written(writer.entries.count)
  }

  func finish() -> WrittenVault {
    endAccount()
    if sameNames > 0 {
      findings.append(
        Finding(
          .foldersJoined,
          message:
            "\(sameNames) folders have the path of another one; who goes by names sees them joined",
          action: .kept))
    }
    if entries.count > BitwardenLimit.items {
      findings.append(
        Finding(
          .overTargetLimit,
          message:
            "\(entries.count) items are more than the \(BitwardenLimit.items) that Bitwarden takes in one import",
          action: .kept))
    }
    let bytes = JSONWriter.text(indented: true, estimate: 1 << 10 + entries.count << 10) { json in
      json.beginObject()
      json.name("encrypted")
      json.boolean(false)
      json.name("folders")
      json.beginArray()
      for folder in folders {
        json.element()
        json.beginObject()
        json.name("id")
        json.string(folder.id)
        json.name("name")
        json.string(folder.name)
        json.endObject()
      }
      json.endArray()
      json.name("items")
      json.beginArray()
      for entry in entries {
        json.element()
        entry.write(to: &json)
      }
      json.endArray()
      json.endObject()
      json.endLine()
    }
    return WrittenVault(bytes: bytes, findings: findings)
  }
}

/// Identifiers of which no two are the same: accounts may share some, and in one file they must differ.
private struct UniqueIDs {
  private var used: Set<String> = []
  /// The next number to try for an identifier that is taken, so that many equal ones cost no more than others.
  private var next: [String: Int] = [:]

  /// Returns the identifier, or another one that is made of it when it is taken.
  mutating func unique(_ id: String) -> String {
    if used.insert(id).inserted { return id }
    var part = next[id, default: 1]
    var result = BitwardenID.uuid(of: Identifier(Array(id.utf8)), part: part)
    while !used.insert(result).inserted {
      part += 1
      result = BitwardenID.uuid(of: Identifier(Array(id.utf8)), part: part)
    }
    next[id] = part + 1
    return result
  }
}
