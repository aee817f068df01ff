internal import CXFCommandLine
internal import CXFFormats
internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// Which records undoing an import takes out, gives their content back, or brings back; in words and in JSON.
struct UndoneRecords: Sendable {
  /// What undoing does to a record.
  enum Change: String, Sendable, CaseIterable {
    /// The import made it, and it is gone.
    case removed
    /// The import changed it, and it is as it was.
    case restored
    /// The import removed it, and it is there again.
    case returned
    /// The import made it, somebody changed it since, and it is in the recycle bin.
    case recycled
    /// Somebody changed it since, and it stays as that left it.
    case kept
    /// The import changed it, and somebody deleted it since.
    case deleted

    /// What was done, in a sentence.
    fileprivate var phrase: String {
      switch self {
      case .removed, .restored, .returned: rawValue
      case .recycled: "put into the recycle bin (changed since the import)"
      case .kept: "kept (changed since the import)"
      case .deleted: "deleted elsewhere and not brought back"
      }
    }

    /// The word at the start of a line.
    fileprivate var word: String {
      rawValue + String(repeating: " ", count: 10 - rawValue.utf8.count)
    }
  }

  private struct Item: Sendable {
    var id: Identifier
    var change: Change
    var title: Text = ""
    var username: Text = ""
    var isNamed = false
    /// As it was last looked at.
    var record: VaultItem?
  }

  /// The most lines of one kind before the rest is counted.
  private static let linesPerKind = 20

  private var items: [Item] = []
  /// Collections and accounts, by what is done to them.
  private var collections: [Change: Int] = [:]
  private var accounts: [Change: Int] = [:]

  /// Looks at what an import did, before it is undone; nothing for nil, or where the history does not know.
  init(of id: ImportID?, in snapshot: some VaultSnapshot) async throws {
    guard let id, try await snapshot.imports().contains(where: { $0.id == id }) else { return }
    let changes = try await snapshot.changes(of: id)
    for (records, change) in [(changes.created, Change.removed), (changes.changed, .restored)] {
      for record in records {
        switch record.kind {
        case .item: items.append(Item(id: record.id, change: change))
        case .collection: collections[change, default: 0] += 1
        case .account: accounts[change, default: 0] += 1
        }
      }
    }
    items.sort { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
    self = try await named(in: snapshot)
    // What an import changed and is not there was removed by it.
    for index in items.indices where items[index].change == .restored && !items[index].isNamed {
      items[index].change = .returned
    }
  }

  /// Returns what undoing has done in the end: of a file that others change as well, it leaves what they changed. The names
  /// are those of now.
  func settled(in snapshot: some VaultSnapshot) async throws -> UndoneRecords {
    var found = self
    for index in items.indices {
      found.items[index].isNamed = false
      found.items[index].record = nil
    }
    found = try await found.named(in: snapshot)
    for (index, item) in items.enumerated() {
      let now = found.items[index].record
      switch item.change {
      case .removed:
        if let now { found.items[index].change = now.item.isTrashed ? .recycled : .kept }
      case .restored:
        if let now, now == item.record { found.items[index].change = .kept }
      case .returned: if now == nil { found.items[index].change = .deleted }
      case .recycled, .kept, .deleted: break
      }
      found.items[index].record = nil
    }
    return found
  }

  /// Returns the same with the names that the items have now.
  func named(in snapshot: some VaultSnapshot) async throws -> UndoneRecords {
    var result = self
    for start in stride(from: 0, to: items.count, by: 1000) {
      let range = start..<min(start + 1000, items.count)
      let found = Dictionary(
        try await snapshot.items(items[range].map(\.id)).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      for index in range {
        guard let item = found[items[index].id] else { continue }
        result.items[index].title = item.item.title
        result.items[index].username = item.item.usernames.first ?? ""
        result.items[index].isNamed = true
        result.items[index].record = item
      }
    }
    return result
  }

  // MARK: Words

  /// One line for each item, many of one kind cut short.
  func lines(_ style: TextStyle) -> [String] {
    Change.allCases.flatMap { change -> [String] in
      // By title, as 'cxf list' has them; identifiers would order them by chance.
      let all = items.filter { $0.change == change }.sorted {
        ($0.title, $0.username) < ($1.title, $1.username)
      }
      let lines = all.prefix(Self.linesPerKind).map {
        "\(change.word)\(ImportReport.name($0.title, $0.username))"
      }
      let hidden = all.count - lines.count
      return lines + (hidden > 0 ? ["… and \(hidden) more \(change.rawValue); --json lists all"] : [])
    }
  }

  /// How many records of each kind, in words.
  var summary: String {
    var parts: [String] = []
    for change in Change.allCases {
      let counts = [
        (items.count { $0.change == change }, "item"), (collections[change] ?? 0, "collection"),
        (accounts[change] ?? 0, "account"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
      if !counts.isEmpty { parts.append("\(counts.joined(separator: ", ")) \(change.phrase)") }
    }
    return parts.isEmpty ? "it had changed nothing" : parts.joined(separator: "; ")
  }

  /// Writes `records`, one object for each item, and the numbers of collections and accounts.
  func write(to writer: inout JSONWriter) {
    writer.array("records", items) { writer, item in
      writer.beginObject()
      writer.member("change", item.change.rawValue)
      writer.member("id", item.id.base64URL)
      writer.name("item")
      writer.string(item.title)
      writer.endObject()
    }
    for (name, counts) in [("collections" as StaticString, collections), ("accounts", accounts)] {
      writer.name(name)
      writer.beginObject()
      writer.member("removed", counts[.removed] ?? 0)
      writer.member("restored", counts[.restored] ?? 0)
      writer.endObject()
    }
  }
}
