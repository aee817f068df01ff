internal import CXFCrypto
package import CredentialExchangeFormat

/// Everything in a vault, as a value: copying it makes a snapshot.
package struct MemoryVaultState: Sendable {
  /// The name of the vault.
  package let vaultID: Identifier
  /// The key for digests.
  package let digestKey: [UInt8]
  /// Grows by one with each change.
  package var generation: UInt64 = 1

  /// The items, by identifier.
  package internal(set) var items: [Identifier: VaultItem] = [:]
  /// The collections, by identifier.
  package internal(set) var collections: [Identifier: VaultCollection] = [:]
  /// The accounts, by identifier.
  package internal(set) var accounts: [Identifier: VaultAccount] = [:]
  private var keys: [UInt64: [Identifier: MatchKeys]] = [:]
  var blobs: [Identifier: Blob] = [:]
  var provenance: [(importID: ImportID?, entries: [Identifier: Provenance])] = []
  /// The history, oldest first.
  package internal(set) var history: [ImportEntry] = []
  var journals: [ImportID: [Entry]] = [:]
  /// The identifiers of all items in order, when they were asked for since they changed.
  private var order: [Identifier]?

  // Of the change under way.
  private(set) var isDirty = false
  private var openImport: ImportID?
  private var noted: Set<RecordReference> = []
  private var newBlobs: Set<Identifier> = []
  private var touched: Set<Identifier> = []
  private var looksForLooseBlobs = false

  struct Blob: Sendable {
    var chunks: [[UInt8]] = []
    var isComplete = false
  }

  enum Entry: Sendable {
    case created(RecordReference)
    case changed(VaultRecord)
    case reliedOn(RecordReference)

    var record: RecordReference {
      switch self {
      case .created(let record), .reliedOn(let record): record
      case .changed(let before): before.reference
      }
    }
  }

  private static let pageCount = 1000

  /// Creates the state of an empty vault.
  package init(vaultID: Identifier, digestKey: [UInt8]) {
    self.vaultID = vaultID
    self.digestKey = digestKey
  }

  // MARK: Reading

  /// The number of items.
  package var itemCount: Int { items.count }

  func items(_ ids: [Identifier]) -> [VaultItem] { Set(ids).compactMap { items[$0] } }

  /// Puts the identifiers in order, which pages of a snapshot need.
  package mutating func sortItems() {
    if order == nil { order = items.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }
  }

  func items(after cursor: VaultCursor?) -> VaultPage<VaultItem> {
    let order = order ?? []
    var start = 0
    if let cursor {
      // The first identifier behind the one of the cursor.
      var end = order.count
      while start < end {
        let middle = (start + end) / 2
        if cursor.bytes.lexicographicallyPrecedes(order[middle].bytes) {
          end = middle
        } else {
          start = middle + 1
        }
      }
    }
    let page = order[start...].prefix(Self.pageCount)
    let isLast = page.endIndex == order.endIndex
    return VaultPage(
      page.compactMap { items[$0] }, next: isLast ? nil : page.last.map { VaultCursor($0.bytes) })
  }

  /// All collections, those that stand in others after them.
  package func allCollections() -> [VaultCollection] { CollectionOrder.sorted(Array(collections.values)) }

  func allAccounts() -> [VaultAccount] {
    accounts.values.sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
  }

  func matchKeys(scheme: UInt64) -> [ItemMatchKeys] {
    (keys[scheme] ?? [:]).map { ItemMatchKeys(id: $0.key, keys: $0.value) }
  }

  func itemsWithoutKeys(scheme: UInt64) -> [Identifier] { items.keys.filter { keys[scheme]?[$0] == nil } }

  func provenance(_ ids: [Identifier]) -> [Provenance] {
    Set(ids).compactMap { id in
      for layer in provenance.reversed() {
        if let entry = layer.entries[id] { return entry }
      }
      return nil
    }
  }

  /// What an import did to which records.
  package func changes(of id: ImportID) -> ImportChanges {
    var changes = ImportChanges()
    for entry in journals[id] ?? [] {
      switch entry {
      case .created(let record): changes.created.insert(record)
      case .changed(let before): changes.changed.insert(before.reference)
      case .reliedOn(let record): changes.reliedOn.insert(record)
      }
    }
    return changes
  }

  func blobChunk(_ id: Identifier, _ index: Int) throws(VaultError) -> [UInt8] {
    guard let blob = blobs[id], blob.chunks.indices.contains(index) else { throw .noSuchBlob(id) }
    return blob.chunks[index]
  }

  // MARK: Changing

  mutating func begin(_ entry: ImportEntry) throws(VaultError) {
    try RecordRules.check(entry)
    guard index(of: entry.id) == nil else { throw .invalidChange("an import with the id of another one") }
    var entry = entry
    entry.undoneAt = nil
    entry.isForgotten = false
    history.append(entry)
    journals[entry.id] = []
    openImport = entry.id
    noted = []
    provenance.append((entry.id, [:]))
    isDirty = true
  }

  mutating func update(_ entry: ImportEntry) throws(VaultError) {
    try RecordRules.check(entry)
    guard let index = index(of: entry.id) else { throw .invalidChange("there is no such import") }
    var updated = entry
    updated.undoneAt = history[index].undoneAt
    updated.isForgotten = history[index].isForgotten
    guard updated != history[index] else { return }
    history[index] = updated
    isDirty = true
  }

  mutating func put(_ new: [VaultItem], keys newKeys: [MatchKeys], scheme: UInt64) throws(VaultError) {
    guard new.count == newKeys.count else { throw .invalidChange("as many match keys as items are needed") }
    try RecordRules.check(new.map(\.id))
    for (item, itemKeys) in zip(new, newKeys) {
      try RecordRules.check(item, itemKeys)
      guard collections[item.id] == nil else {
        throw .invalidChange("an item with the identifier of a collection")
      }
    }
    for (item, itemKeys) in zip(new, newKeys) {
      let before = items[item.id]
      touched.insert(item.id)
      if before == item {
        note(.reliedOn(RecordReference(.item, item.id)))
      } else {
        noteChange(RecordReference(.item, item.id), before.map { .item($0) })
        items[item.id] = item
        if before == nil { order = nil }
        forgetKeys(of: item.id)
        isDirty = true
      }
      keys[scheme, default: [:]][item.id] = itemKeys
    }
  }

  mutating func put(_ new: [ItemMatchKeys], scheme: UInt64) throws(VaultError) {
    for entry in new {
      guard items[entry.id] != nil else { throw .invalidChange("match keys of an item that is not there") }
      guard entry.keys.values.count <= MatchKeyPage.maximumKeyCount else {
        throw .invalidChange("match keys that cannot be kept")
      }
      keys[scheme, default: [:]][entry.id] = entry.keys
      isDirty = true
    }
  }

  mutating func put(_ new: [VaultCollection]) throws(VaultError) {
    try RecordRules.check(new.map(\.id))
    for collection in new {
      guard collection.parent.map(RecordRules.isIdentifier) ?? true else {
        throw .invalidChange("an identifier has not 1 to 64 bytes")
      }
      guard items[collection.id] == nil else {
        throw .invalidChange("a collection with the identifier of an item")
      }
      let reference = RecordReference(.collection, collection.id)
      guard collections[collection.id] != collection else {
        note(.reliedOn(reference))
        continue
      }
      noteChange(reference, collections[collection.id].map { .collection($0) })
      collections[collection.id] = collection
      isDirty = true
    }
  }

  mutating func put(_ new: [VaultAccount]) throws(VaultError) {
    try RecordRules.check(new.map(\.id))
    for account in new {
      let reference = RecordReference(.account, account.id)
      guard accounts[account.id] != account else {
        note(.reliedOn(reference))
        continue
      }
      noteChange(reference, accounts[account.id].map { .account($0) })
      accounts[account.id] = account
      isDirty = true
    }
  }

  mutating func remove(_ ids: [Identifier]) throws(VaultError) {
    try RecordRules.check(ids)
    for id in ids {
      guard let before = items[id] else { continue }
      noteChange(RecordReference(.item, id), .item(before))
      remove(RecordReference(.item, id))
    }
  }

  mutating func put(_ new: [Provenance]) throws(VaultError) {
    for entry in new { try RecordRules.check(entry) }
    guard !new.isEmpty else { return }
    if provenance.isEmpty || provenance.last?.importID != openImport { provenance.append((openImport, [:])) }
    for entry in new { provenance[provenance.count - 1].entries[entry.id] = entry }
    isDirty = true
  }

  mutating func rely(on records: [RecordReference]) throws(VaultError) {
    guard openImport != nil else { throw .invalidChange("there is no import to rely on records") }
    guard records.map(\.id).allSatisfy(RecordRules.isIdentifier) else {
      throw .invalidChange("an identifier has not 1 to 64 bytes")
    }
    for record in records { note(.reliedOn(record)) }
  }

  mutating func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob id: Identifier) throws(VaultError) {
    guard id.bytes.count == RowID.byteCount else { throw .invalidChange("the id of a blob has not 16 bytes") }
    guard newBlobs.contains(id) || blobs[id] == nil else { throw .invalidChange("blobs never change") }
    var blob = blobs[id] ?? Blob()
    guard !blob.isComplete, index == blob.chunks.count else {
      throw .invalidChange("the chunks of a blob come one after the other")
    }
    let isWhole = chunk.count == RecordRules.chunkByteCount
    let isEnd = isLast && chunk.count < RecordRules.chunkByteCount && (!chunk.isEmpty || index == 0)
    guard isWhole || isEnd else { throw .invalidChange("a chunk of a blob has another length") }
    blob.chunks.append(chunk)
    blob.isComplete = isLast
    blobs[id] = blob
    newBlobs.insert(id)
    isDirty = true
  }

  mutating func undo(_ id: ImportID, at: Timestamp) throws(VaultError) {
    guard openImport == nil else { throw .invalidChange("an import is under way") }
    guard let index = index(of: id), history[index].undoneAt == nil, !history[index].isForgotten else {
      throw .nothingToUndo(id)
    }
    for entry in journals.removeValue(forKey: id) ?? [] {
      switch entry {
      case .created(let reference): remove(reference)
      case .changed(let before): restore(before)
      case .reliedOn: break
      }
    }
    provenance.removeAll { $0.importID == id }
    history[index].undoneAt = at
    looksForLooseBlobs = true
    isDirty = true
  }

  mutating func forget(_ ids: [ImportID]) throws(VaultError) {
    guard openImport == nil else { throw .invalidChange("an import is under way") }
    for id in ids {
      guard let index = index(of: id) else { throw .nothingToUndo(id) }
      guard !history[index].isForgotten else { continue }
      journals[id] = nil
      history[index].isForgotten = true
      looksForLooseBlobs = true
      isDirty = true
    }
  }

  /// Ends the change: checks what can be wrong only in the end, and counts the generation.
  mutating func finish() throws(VaultError) {
    try checkBlobs()
    if looksForLooseBlobs { deleteLooseBlobs() }
    if isDirty { generation += 1 }
    isDirty = false
    openImport = nil
    noted = []
    newBlobs = []
    touched = []
    looksForLooseBlobs = false
  }

  // MARK: Steps

  private func index(of id: ImportID) -> Int? { history.firstIndex { $0.id == id } }

  private mutating func noteChange(_ record: RecordReference, _ before: VaultRecord?) {
    guard openImport != nil else {
      if before != nil { looksForLooseBlobs = true }
      return
    }
    guard noted.insert(record).inserted else { return }
    note(before.map { .changed($0) } ?? .created(record))
  }

  private mutating func note(_ entry: Entry) {
    if let openImport { journals[openImport, default: []].append(entry) }
  }

  /// Puts in what a file says of an item after all, without noting it: for stores whose files others change as well, where
  /// undoing does not give everything back.
  ///
  /// - Parameter item: nil where there is none any more.
  package mutating func correct(_ id: Identifier, to item: VaultItem?) {
    guard items[id] != item else { return }
    items[id] = item
    touched.remove(id)
    forgetKeys(of: id)
    order = nil
  }

  private mutating func restore(_ before: VaultRecord) {
    switch before {
    case .item(let item):
      touched.remove(item.id)
      if items[item.id] != item { forgetKeys(of: item.id) }
      items[item.id] = item
      order = nil
    case .collection(let collection): collections[collection.id] = collection
    case .account(let account): accounts[account.id] = account
    }
  }

  private mutating func remove(_ record: RecordReference) {
    looksForLooseBlobs = true
    isDirty = true
    switch record.kind {
    case .item:
      items[record.id] = nil
      touched.remove(record.id)
      forgetKeys(of: record.id)
      order = nil
    case .collection: collections[record.id] = nil
    case .account: accounts[record.id] = nil
    }
  }

  private mutating func forgetKeys(of id: Identifier) {
    for scheme in keys.keys { keys[scheme]?[id] = nil }
  }

  private func checkBlobs() throws(VaultError) {
    var held: Set<Identifier> = []
    for attachment in touched.compactMap({ items[$0]?.attachments }).joined() {
      held.insert(attachment.blob)
      guard let blob = blobs[attachment.blob], blob.isComplete else {
        throw .invalidChange("an attachment without its blob")
      }
      guard newBlobs.contains(attachment.blob) else { continue }
      guard blob.chunks.reduce(0, { $0 + UInt64($1.count) }) == attachment.count,
        try VaultHeader.hash(blob.chunks.flatMap { $0 }) == attachment.sha256
      else { throw .invalidChange("an attachment is not what was written of its blob") }
    }
    guard newBlobs.allSatisfy(held.contains) else { throw .invalidChange("a blob that no item holds") }
  }

  private mutating func deleteLooseBlobs() {
    guard !blobs.isEmpty else { return }
    var held: Set<Identifier> = []
    for item in items.values { held.formUnion(item.attachments.map(\.blob)) }
    for case .changed(.item(let item)) in journals.values.joined() {
      held.formUnion(item.attachments.map(\.blob))
    }
    blobs = blobs.filter { held.contains($0.key) }
  }
}
