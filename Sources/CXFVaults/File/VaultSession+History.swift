internal import CredentialExchangeFormat

// The history, and the journal that undoing reads.
extension VaultSession {
  func imports() throws(VaultError) -> [ImportEntry] { try withMeta { $0.history.map(\.entry) } }

  /// What an import did, as the journal says; nothing for one that is unknown, undone or forgotten.
  func changes(of id: ImportID) throws(VaultError) -> ImportChanges {
    var changes = ImportChanges()
    try forEachJournalEntry(of: id) { entry in
      switch entry {
      case .created(let record): changes.created.insert(record)
      case .changed(let record, _): changes.changed.insert(record)
      case .reliedOn(let record): changes.reliedOn.insert(record)
      case .blob, .provenancePage: break
      }
    }
    return changes
  }

  func begin(_ entry: ImportEntry) throws(VaultError) {
    try RecordRules.check(entry)
    try closeImport()
    try withMeta { (meta) throws(VaultError) in
      guard meta.index(of: entry.id) == nil else {
        throw .invalidChange("an import with the id of another one")
      }
      var entry = entry
      entry.undoneAt = nil
      entry.isForgotten = false
      meta.history.append(HistoryRecord(entry: entry, sequence: (meta.history.last?.sequence ?? 0) + 1))
      meta.changedHistory.insert(entry.id)
    }
    change?.openImport = OpenImport(id: entry.id)
    change?.isDirty = true
  }

  func update(_ entry: ImportEntry) throws(VaultError) {
    try RecordRules.check(entry)
    try withMeta { (meta) throws(VaultError) in
      guard let index = meta.index(of: entry.id) else { throw .invalidChange("there is no such import") }
      var updated = entry
      // Whether it was undone is not for the caller to say.
      updated.undoneAt = meta.history[index].entry.undoneAt
      updated.isForgotten = meta.history[index].entry.isForgotten
      guard updated != meta.history[index].entry else { return }
      meta.history[index].entry = updated
      meta.changedHistory.insert(entry.id)
      change?.isDirty = true
    }
  }

  func rely(on records: [RecordReference]) throws(VaultError) {
    guard change?.openImport != nil else { throw .invalidChange("there is no import to rely on records") }
    for record in records {
      guard RecordRules.isIdentifier(record.id) else {
        throw .invalidChange("an identifier has not 1 to 64 bytes")
      }
      try noteReliance(on: record, try keys.rowID(record.kind, record.id.bytes))
    }
  }

  // MARK: Undo

  func undo(_ id: ImportID, at: Timestamp) throws {
    guard change?.openImport == nil else { throw VaultError.invalidChange("an import is under way") }
    let (index, record) = try withMeta { (meta) throws(VaultError) in
      guard let index = meta.index(of: id), meta.history[index].entry.undoneAt == nil,
        !meta.history[index].entry.isForgotten
      else { throw .nothingToUndo(id) }
      return (index, meta.history[index])
    }
    var entries: [JournalEntry] = []
    for number in 0..<record.journalRowCount {
      try Task.checkCancellation()
      entries += try journalRow(id, number)
    }
    for (position, entry) in entries.enumerated() {
      try checkCancellation(position)
      switch entry {
      case .created(let reference):
        try remove(reference, try keys.rowID(reference.kind, reference.id.bytes))
      case .changed(let reference, let payload): try restore(reference, payload)
      case .provenancePage(let number): try deleteProvenancePage(number)
      case .reliedOn, .blob: break
      }
    }
    try dropJournal(id, record.journalRowCount)
    try withMeta { meta in
      meta.history[index].entry.undoneAt = at
      meta.history[index].journalRowCount = 0
      meta.changedHistory.insert(id)
    }
    change?.looksForLooseBlobs = true
    change?.isDirty = true
  }

  func forget(_ ids: [ImportID]) throws(VaultError) {
    guard change?.openImport == nil else { throw .invalidChange("an import is under way") }
    for id in ids {
      let record = try withMeta { (meta) throws(VaultError) -> HistoryRecord in
        guard let index = meta.index(of: id) else { throw .nothingToUndo(id) }
        return meta.history[index]
      }
      guard !record.entry.isForgotten else { continue }
      try dropJournal(id, record.journalRowCount)
      try withMeta { meta in
        guard let index = meta.index(of: id) else { return }
        meta.history[index].entry.isForgotten = true
        meta.history[index].journalRowCount = 0
        meta.changedHistory.insert(id)
      }
      change?.looksForLooseBlobs = true
      change?.isDirty = true
    }
  }

  private func dropJournal(_ id: ImportID, _ count: UInt32) throws(VaultError) {
    for number in 0..<count {
      guard try delete(.journal, try journalID(id, number)) else {
        throw .damaged("a row of the journal is missing")
      }
    }
  }

  // MARK: Journal

  /// Notes what a record was before the import, once.
  func noteChange(of record: RecordReference, _ row: RowID, before: [UInt8]?) throws(VaultError) {
    guard change?.openImport != nil else {
      // Nothing keeps the blobs of what is replaced.
      if before != nil { change?.looksForLooseBlobs = true }
      return
    }
    guard change?.openImport?.noted.insert(row).inserted == true else { return }
    try journal(before.map { .changed(record, payload: $0) } ?? .created(record))
  }

  /// Notes that the import needs a record.
  func noteReliance(on record: RecordReference, _ row: RowID) throws(VaultError) {
    guard change?.openImport?.reliedOn.insert(row).inserted == true else { return }
    try journal(.reliedOn(record))
  }

  func journal(_ entry: JournalEntry) throws(VaultError) {
    guard let before = change?.openImport?.pending.count else { return }
    if before >= JournalPayload.rowByteCount { try writeJournalRow() }
    if change?.openImport?.pending.isEmpty == true, let open = change?.openImport {
      change?.openImport?.pending = JournalPayload.begin(open.id, open.nextRow)
    }
    change?.openImport?.append(entry)
  }

  /// Ends the import under way; nothing more belongs to it.
  func closeImport() throws(VaultError) {
    try flushProvenance()
    try writeJournalRow()
    guard let open = change?.openImport else { return }
    change?.openImport = nil
    try withMeta { meta in
      guard let index = meta.index(of: open.id) else { return }
      meta.history[index].journalRowCount = open.nextRow
      meta.changedHistory.insert(open.id)
    }
  }

  private func writeJournalRow() throws(VaultError) {
    guard let open = change?.openImport, !open.pending.isEmpty else { return }
    change?.openImport?.pending = []
    change?.openImport?.nextRow += 1
    try write(.journal, try journalID(open.id, open.nextRow), open.pending, replacing: nil)
  }

  func journalID(_ id: ImportID, _ number: UInt32) throws(VaultError) -> RowID {
    try journalID(id, number, keys)
  }

  func journalID(_ id: ImportID, _ number: UInt32, _ keys: VaultKeys) throws(VaultError) -> RowID {
    var name: [UInt8] = []
    name.append(integer: number)
    return try keys.rowID(.journal, id.bytes, name)
  }

  /// Reads one row of the journal.
  func journalRow(_ id: ImportID, _ number: UInt32) throws(VaultError) -> [JournalEntry] {
    let entries = try withPayload(.journal, try journalID(id, number)) {
      (payload) throws(VaultError) -> [JournalEntry] in
      guard let row = JournalPayload.decode(payload), row.id == id, row.number == number else {
        throw .damaged("a row of the journal is not well-formed")
      }
      return row.entries
    }
    guard let entries else { throw .damaged("a row of the journal is missing") }
    return entries
  }

  private func forEachJournalEntry(of id: ImportID, _ body: (JournalEntry) -> Void) throws(VaultError) {
    var count = try withMeta { meta in meta.index(of: id).map { meta.history[$0].journalRowCount } ?? 0 }
    if let open = change?.openImport, open.id == id {
      count = open.nextRow
      let pending = open.pending.withUnsafeBytes { JournalPayload.decode($0)?.entries } ?? []
      pending.forEach(body)
    }
    for number in 0..<count { try journalRow(id, number).forEach(body) }
  }
}

extension OpenImport {
  fileprivate mutating func append(_ entry: JournalEntry) { JournalPayload.append(entry, to: &pending) }
}
