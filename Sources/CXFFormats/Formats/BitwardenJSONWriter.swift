internal import CredentialExchangeFormat

/// Writes the export of a person: folders from collections, and one or more entries for each item.
final class BitwardenWriter: VaultWriter {
  private let options: WriteOptions
  private var folders: [(id: String, name: Text)] = []
  private var folderIDs: Set<String> = []
  private var entryIDs: Set<String> = []
  /// The folders of each item of the account at hand, by their index.
  private var memberships: [Identifier: [Int]] = [:]
  private var entries: [BitwardenEntry] = []
  private var findings: [Finding] = []

  var carriesEverything: Bool { false }

  init(_ options: WriteOptions) { self.options = options }

  func begin(_ account: Account, record: SourceRecord) {
    memberships = [:]
    add(account.collections, record.root.elements("collections"), path: [])
  }

  /// Makes a folder of each collection, those around it first.
  private func add(_ collections: [ItemCollection], _ views: [SourceView], path: [String]) {
    for (collection, view) in zip(collections, views) {
      let name = collection.title.isEmpty ? "Unnamed" : collection.title.string
      let names = path + [name]
      let text = Text(FolderPath(names).joined(style: .slash).text)
      if text == collection.title {
        _ = view.take("title", to: "folders.name")
      } else {
        view["title"]?.convert(
          to: "folders.name", as: text, .folderPath, "nested collections stand as one path")
      }
      let index = folders.count
      folders.append((unique(BitwardenID.uuid(of: collection.id), in: &folderIDs), text))
      for link in collection.items where link.account == nil {
        memberships[link.item, default: []].append(index)
      }
      add(collection.subcollections, view.elements("subCollections"), path: names)
    }
  }

  /// Accounts may have the same identifiers; in one file they must differ.
  private func unique(_ id: String, in used: inout Set<String>) -> String {
    var result = id
    var part = 1
    while !used.insert(result).inserted {
      result = BitwardenID.uuid(of: Identifier(Array(id.utf8)), part: part)
      part += 1
    }
    return result
  }

  func write(_ item: Item, record: SourceRecord) -> ItemOutcome {
    var writer = BitwardenItemWriter(item, record, timestamp: options.timestamp)
    writer.write()
    let places = memberships[item.id] ?? []
    if places.count > 1 {
      writer.findings.append(
        Finding(
          .folderMembershipLost, item: item.displayTitle,
          message:
            "the item was in \(places.count) folders; Bitwarden has one for each item, so it is in the first",
          action: .converted))
    }
    for (part, entry) in writer.entries.enumerated() {
      var entry = entry
      entry.id = unique(BitwardenID.uuid(of: item.id, part: part), in: &entryIDs)
      entry.folderID = places.first.map { folders[$0].id }
      entries.append(entry)
    }
    findings += writer.findings
    return .written(writer.entries.count)
  }

  func finish() -> WrittenVault {
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
