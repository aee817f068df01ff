internal import CXFCommandLine
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

  /// Returns the same with the names that the items have now: after undoing, those that they had before the import.
  func named(in snapshot: some VaultSnapshot) async throws -> UndoneRecords {
    var result = self
    for start in stride(from: 0, to: items.count, by: 1000) {
      let range = start..<min(start + 1000, items.count)
      let found = Dictionary(
        try await snapshot.items(items[range].map(\.id)).map { ($0.id, $0.item) }, uniquingKeysWith: { $1 })
      for index in range {
        guard let item = found[items[index].id] else { continue }
        result.items[index].title = item.title
        result.items[index].username = item.usernames.first ?? ""
        result.items[index].isNamed = true
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
      if !counts.isEmpty { parts.append("\(counts.joined(separator: ", ")) \(change.rawValue)") }
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
