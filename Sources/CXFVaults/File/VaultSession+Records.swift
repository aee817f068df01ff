internal import CredentialExchangeFormat

// Items, collections and accounts.
extension VaultSession {
  /// The most rows and bytes of one page of items.
  private static let pageCount = 1000
  private static let pageByteCount = 4 << 20
  private static let recordsBetweenCancellationChecks = 128

  // MARK: Reading

  func itemCount() throws(VaultError) -> Int {
    let others = try withMeta { $0.directory.count }
    guard let count = Int(exactly: manifest[.record].count), count >= others else {
      throw .damaged("the directory does not fit the records")
    }
    return count - others
  }

  func items(_ ids: [Identifier]) throws -> [VaultItem] {
    var result: [VaultItem] = []
    var seen: Set<Identifier> = []
    for (position, id) in ids.enumerated() where seen.insert(id).inserted {
      try checkCancellation(position)
      if case .item(let item)? = try record(RecordReference(.item, id)) { result.append(item) }
    }
    return result
  }

  func items(after cursor: VaultCursor?) throws -> VaultPage<VaultItem> {
    var last: RowID?
    if let cursor {
      guard let id = RowID(cursor.bytes) else { throw VaultError.invalidChange("a cursor of another store") }
      last = id
    }
    var items: [VaultItem] = []
    var byteCount = 0
    var rowCount = 0
    var isFull = false
    try forEachRow(.record, after: last) { (id, payload) throws(VaultError) in
      guard let record = RecordPayload.decode(payload) else { throw .damaged("a record is not well-formed") }
      if case .item(let item) = record { items.append(item) }
      last = id
      byteCount += payload.count
      rowCount += 1
      isFull = rowCount == Self.pageCount || byteCount >= Self.pageByteCount
      return !isFull
    }
    return VaultPage(items, next: isFull ? last.map { VaultCursor($0.bytes) } : nil)
  }

  func collections() throws(VaultError) -> [VaultCollection] {
    let ids = try withMeta { $0.directory.collections }
    var found: [VaultCollection] = []
    for id in ids {
      guard case .collection(let collection)? = try record(RecordReference(.collection, id)) else {
        throw .damaged("a collection is missing")
      }
      found.append(collection)
    }
    return CollectionOrder.sorted(found)
  }

  func accounts() throws(VaultError) -> [VaultAccount] {
    let ids = try withMeta { $0.directory.accounts }
    var found: [VaultAccount] = []
    for id in ids {
      guard case .account(let account)? = try record(RecordReference(.account, id)) else {
        throw .damaged("an account is missing")
      }
      found.append(account)
    }
    return found.sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
  }

  /// Reads one record; nil where there is none.
  private func record(_ reference: RecordReference) throws(VaultError) -> VaultRecord? {
    guard RecordRules.isIdentifier(reference.id) else { return nil }
    return try withPayload(.record, try keys.rowID(reference.kind, reference.id.bytes)) {
      (payload) throws(VaultError) in
      guard let record = RecordPayload.decode(payload) else { throw .damaged("a record is not well-formed") }
      guard record.reference == reference else { throw .damaged("a record stands in another one's place") }
      return record
    }
  }

  // MARK: Changing

  func put(_ items: [VaultItem], keys matchKeys: [MatchKeys], scheme: UInt64) throws {
    guard items.count == matchKeys.count else {
      throw VaultError.invalidChange("as many match keys as items are needed")
    }
    let directory = try withMeta { $0.directory }
    var order: [(row: RowID, index: Int)] = []
    order.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      try RecordRules.check(item, matchKeys[index])
      guard !directory.collections.contains(item.id) else {
        throw VaultError.invalidChange("an item with the identifier of a collection")
      }
      order.append((try keys.rowID(.item, item.id.bytes), index))
    }
    // In the order of the rows, pages of the file are filled one after the other.
    order.sort { $0.row < $1.row }
    guard zip(order, order.dropFirst()).allSatisfy({ $0.row != $1.row }) else {
      throw VaultError.invalidChange("the same record twice in one call")
    }
    for (position, place) in order.enumerated() {
      try checkCancellation(position)
      let item = items[place.index]
      let payload = RecordPayload.encode(item)
      let isKept = payload.withUnsafeBytes { bytes in
        if case .item(let back)? = RecordPayload.decode(bytes) { back == item } else { false }
      }
      guard isKept else {
        throw VaultError.invalidChange("an item cannot be written so that it reads the same")
      }
      let revision = try put(RecordReference(.item, item.id), place.row, payload)
      if !item.attachments.isEmpty {
        change?.attachments[place.row] = item.attachments
      } else if change?.attachments.isEmpty == false {
        change?.attachments[place.row] = nil
      }
      note(
        MatchKeyPage.Entry(item: item.id.bytes, revision: revision, keys: matchKeys[place.index].values),
        scheme,
        place.row)
    }
  }

  func put(_ collections: [VaultCollection]) throws {
    try RecordRules.check(collections.map(\.id))
    for (position, collection) in collections.enumerated() {
      try checkCancellation(position)
      guard collection.parent.map(RecordRules.isIdentifier) ?? true else {
        throw VaultError.invalidChange("an identifier has not 1 to 64 bytes")
      }
      guard try revision(of: try keys.rowID(.item, collection.id.bytes)) == nil else {
        throw VaultError.invalidChange("a collection with the identifier of an item")
      }
      let payload = RecordPayload.encode(collection)
      let isKept = payload.withUnsafeBytes { bytes in
        if case .collection(let back)? = RecordPayload.decode(bytes) { back == collection } else { false }
      }
      guard isKept else {
        throw VaultError.invalidChange("a collection cannot be written so that it reads the same")
      }
      try put(
        RecordReference(.collection, collection.id), try keys.rowID(.collection, collection.id.bytes), payload
      )
    }
  }

  func put(_ accounts: [VaultAccount]) throws {
    try RecordRules.check(accounts.map(\.id))
    for account in accounts {
      let payload = RecordPayload.encode(account)
      let isKept = payload.withUnsafeBytes { bytes in
        if case .account(let back)? = RecordPayload.decode(bytes) { back == account } else { false }
      }
      guard isKept else {
        throw VaultError.invalidChange("an account cannot be written so that it reads the same")
      }
      try put(RecordReference(.account, account.id), try keys.rowID(.account, account.id.bytes), payload)
    }
  }

  func remove(_ ids: [Identifier]) throws {
    try RecordRules.check(ids)
    for (position, id) in ids.enumerated() {
      try checkCancellation(position)
      let reference = RecordReference(.item, id)
      let row = try keys.rowID(.item, id.bytes)
      guard let stored = try storedRow(.record, row) else { continue }
      try noteChange(of: reference, row, before: stored.payload)
      try remove(reference, row)
    }
  }

  /// Creates or replaces a record; returns the revision of its row. One that is the same already is left alone.
  @discardableResult
  private func put(_ reference: RecordReference, _ row: RowID, _ payload: [UInt8]) throws(VaultError)
    -> UInt64
  {
    let stored = try storedRow(.record, row)
    if let stored, stored.payload == payload {
      try noteReliance(on: reference, row)
      return stored.revision
    }
    try noteChange(of: reference, row, before: stored?.payload)
    try write(.record, row, payload, replacing: stored?.term)
    if stored == nil { try list(reference) }
    return change?.generation ?? 0
  }

  /// Writes a record as it was.
  func restore(_ reference: RecordReference, _ payload: [UInt8]) throws(VaultError) {
    let row = try keys.rowID(reference.kind, reference.id.bytes)
    let stored = try storedRow(.record, row)
    // What this change put there is not there any more.
    change?.attachments[row] = nil
    guard stored?.payload != payload else { return }
    forgetKeys(of: row)
    try write(.record, row, payload, replacing: stored?.term)
    if stored == nil { try list(reference) }
  }

  /// Removes a record.
  func remove(_ reference: RecordReference, _ row: RowID) throws(VaultError) {
    guard try delete(.record, row) else { return }
    forgetKeys(of: row)
    change?.attachments[row] = nil
    change?.looksForLooseBlobs = true
    try withMeta { meta in
      if meta.directory.remove(reference) { meta.isDirectoryChanged = true }
    }
  }

  private func list(_ reference: RecordReference) throws(VaultError) {
    guard reference.kind != .item else { return }
    try withMeta { meta in
      if meta.directory.insert(reference) { meta.isDirectoryChanged = true }
    }
  }

  /// Ends a batch whose task was cancelled.
  func checkCancellation(_ position: Int) throws {
    if position % Self.recordsBetweenCancellationChecks == 0 { try Task.checkCancellation() }
  }
}
