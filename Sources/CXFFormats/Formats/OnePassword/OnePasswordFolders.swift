internal import CredentialExchangeFormat

/// The folders of older exports, each a record that names the one around it.
struct OnePasswordFolders {
  private struct Entry {
    var record: SourceRecord
    var title: SourceView?
    var parent: Text?
    var created: SourceView?
    var modified: SourceView?
  }

  private var entries: [Text: Entry] = [:]
  private var order: [Text] = []
  /// The draft's folders by their identifiers in the source.
  private(set) var indices: [Text: Int] = [:]

  /// Adds a folder. Of two with one identifier the first one counts.
  mutating func add(
    _ record: SourceRecord, id: Text, title: SourceView?, parent: Text?, created: SourceView?,
    modified: SourceView?
  ) {
    guard entries[id] == nil else { return }
    order.append(id)
    entries[id] = Entry(record: record, title: title, parent: parent, created: created, modified: modified)
  }

  /// Makes the folders.
  mutating func make(_ draft: inout VaultDraft) {
    var isMade: Set<Int> = []
    var joined = 0
    for id in order {
      guard let entry = entries[id] else { continue }
      if let title = entry.title, let index = draft.folder(path(of: id), id: identifier(id)) {
        indices[id] = index
        draft.carry(title, asPathOf: index, isExact: true)
        if !isMade.insert(index).inserted { joined += 1 }
        draft.describe(index, created: entry.created, modified: entry.modified)
      }
      draft.addFolders(from: entry.record)
    }
    draft.reportJoinedFolders(joined)
  }

  private func identifier(_ id: Text) -> Identifier? {
    id.utf8.count <= Identifier.maximumCount ? Identifier(Array(id.utf8)) : nil
  }

  /// The names that lead to a folder; a folder that is around itself ends them.
  private func path(of id: Text) -> FolderPath {
    var names: [String] = []
    var seen: Set<Text> = []
    var current: Text? = id
    while let id = current, seen.insert(id).inserted, let entry = entries[id] {
      if let name = entry.title?.peek { names.append(name.string) }
      current = entry.parent
    }
    return FolderPath(names.reversed())
  }
}

extension Finding {
  /// A search that the program keeps under a name among the folders: it holds no item of its own.
  static func savedSearch(byte: Int?) -> Finding {
    Finding(
      .recordLeftOut, position: SourcePosition(byte: byte),
      message: "a saved search is no folder and is left out", action: .skipped)
  }
}
