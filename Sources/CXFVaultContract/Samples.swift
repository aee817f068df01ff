internal import CXFVaults
internal import CredentialExchangeFormat

/// Records that checks put into a store.
enum Sample {
  static let scheme: UInt64 = 0x0101
  static let otherScheme: UInt64 = 0x0202

  static func id(_ number: Int, _ kind: UInt8 = 0x49) -> Identifier {
    Identifier([kind] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
  }

  static func item(_ number: Int, title: String = "title", password: Text = "secret") -> VaultItem {
    VaultItem(
      item: Item(
        id: id(number), title: Text(title),
        credentials: [
          .basicAuth(
            BasicAuth(
              username: EditableField(fieldType: .string, value: Text("user\(number)")),
              password: EditableField(fieldType: .concealedString, value: password)))
        ]))
  }

  /// Two spellings of one letter, line ends of two kinds, controls, characters beyond the first plane, and what a store that
  /// normalises, trims or escapes would change.
  static let texts: [Text] = [
    "\u{E9}", "e\u{301}", "a\r\nb", "a\nb", "\u{0}\u{1F}", "\u{1F469}\u{200D}\u{1F469}", "\u{FEFF}", "\\\"/",
    " leading and trailing ", "\u{FFFD}", "\u{10FFFF}",
  ]

  static func collection(_ number: Int, parent: Int? = nil, title: Text = "collection") -> VaultCollection {
    VaultCollection(
      collection: ItemCollection(id: id(number, 0x43), title: title), parent: parent.map { id($0, 0x43) })
  }

  static func account(_ number: Int, username: Text = "owner") -> VaultAccount {
    VaultAccount(
      account: Account(id: id(number, 0x41), username: username), exporterRPID: "exporter.example",
      exporterDisplayName: "Exporter")
  }

  static func entry(_ number: UInt8) -> ImportEntry {
    ImportEntry(
      id: ImportID(unchecked: [0, 1, 2, 3, 4, 5, 6, number]), at: Timestamp(1_700_000_000 + UInt64(number)),
      source: "file \u{E9}.csv", format: "chrome-csv")
  }

  static func keys(_ number: Int) -> MatchKeys { MatchKeys([UInt64(number), .max, 0]) }

  static func provenance(_ number: Int, item: Int, digest: UInt64) -> Provenance {
    Provenance(
      id: Identifier((0..<16).map { UInt8(truncatingIfNeeded: number &+ $0) }), item: id(item),
      digests: [digest, 0])
  }

  /// Bytes that differ from chunk to chunk.
  static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ $0 >> 20) }
  }
}

/// All that can be seen of a vault, so that two states can be compared.
struct Contents: Sendable, Equatable {
  var items: [Identifier: VaultItem] = [:]
  var collections: [Identifier: VaultCollection] = [:]
  var accounts: [Identifier: VaultAccount] = [:]
  var provenance: [Identifier: Provenance] = [:]
  var blobs: [Identifier: [UInt8]] = [:]

  static func of(_ store: some VaultStore, provenance ids: [Identifier] = []) async throws -> Contents {
    try await store.read { try await of(snapshot: $0, provenance: ids) }
  }

  static func of(snapshot: some VaultSnapshot, provenance ids: [Identifier] = []) async throws -> Contents {
    var result = Contents()
    var cursor: VaultCursor?
    repeat {
      let page = try await snapshot.items(after: cursor)
      for item in page.elements {
        try expect(result.items.updateValue(item, forKey: item.id) == nil, "each item once over all pages")
      }
      cursor = page.next
    } while cursor != nil
    try expect(try await snapshot.itemCount() == result.items.count, "as many items as itemCount says")
    for collection in try await snapshot.collections() { result.collections[collection.id] = collection }
    for account in try await snapshot.accounts() { result.accounts[account.id] = account }
    for entry in try await snapshot.provenance(ids) { result.provenance[entry.id] = entry }
    for attachment in result.items.values.flatMap(\.attachments) {
      result.blobs[attachment.blob] = try await blob(attachment.blob, attachment.count, snapshot)
    }
    return result
  }

  /// The bytes of a blob, chunk by chunk.
  static func blob(_ id: Identifier, _ count: UInt64, _ snapshot: some VaultSnapshot) async throws -> [UInt8]
  {
    var bytes: [UInt8] = []
    var index = 0
    repeat {
      let chunk = try await snapshot.blobChunk(id, index)
      try expect(!chunk.isEmpty || count == 0, "no empty chunks")
      bytes += chunk
      index += 1
    } while bytes.count < Int(count)
    return bytes
  }
}

extension VaultTransaction {
  /// Puts items with keys of the sample scheme.
  func put(_ items: [VaultItem]) async throws {
    try await put(items, keys: items.map { _ in MatchKeys([1]) }, scheme: Sample.scheme)
  }
}

extension VaultSnapshot {
  /// All match keys of a scheme; each item must come once.
  func allKeys(_ scheme: UInt64) async throws -> [Identifier: MatchKeys] {
    var result: [Identifier: MatchKeys] = [:]
    var cursor: VaultCursor?
    repeat {
      let page = try await matchKeys(scheme: scheme, after: cursor)
      for entry in page.elements {
        try expect(result.updateValue(entry.keys, forKey: entry.id) == nil, "match keys of each item once")
      }
      cursor = page.next
    } while cursor != nil
    return result
  }
}
