package import CredentialExchangeFormat

// A store over a file of another program keeps items and collections in that file's own way, and all else as these bytes.
// They are big-endian and made of parts, each a tag of one byte, a length of four, and content; a part that is not known is
// refused, because leaving it out would lose it at the next change.
extension MemoryVaultState {
  private enum Tag: UInt8 {
    case facts = 1
    case account = 2
    case provenance = 3
    case history = 4
    case journal = 5
    case blob = 6
  }

  /// Returns the bytes of all but items, collections, match keys, and those blobs that items hold.
  package func encodedBookkeeping() -> [UInt8] {
    var result: [UInt8] = []
    var facts: [UInt8] = []
    facts.append(identifier: vaultID.bytes)
    facts.append(integer: generation)
    facts += digestKey
    Self.append(.facts, facts, to: &result)
    for account in allAccounts() { Self.append(.account, RecordPayload.encode(account), to: &result) }
    for (number, layer) in provenance.enumerated() {
      let page = ProvenancePage(
        number: UInt64(number), importID: layer.importID?.bytes ?? ImportID(zeros: ()).bytes,
        entries: layer.entries.values.sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) })
      Self.append(.provenance, page.payload, to: &result)
    }
    for (number, entry) in history.enumerated() {
      Self.append(.history, HistoryRecord(entry: entry, sequence: UInt64(number)).payload, to: &result)
      guard let journal = journals[entry.id] else { continue }
      var bytes = JournalPayload.begin(entry.id, 0)
      for part in journal { JournalPayload.append(part.journalEntry, to: &bytes) }
      Self.append(.journal, bytes, to: &result)
    }
    for (id, bytes) in looseBlobs() {
      var part: [UInt8] = []
      part.append(identifier: id.bytes)
      Self.append(.blob, part + bytes, to: &result)
    }
    return result
  }

  private static func append(_ tag: Tag, _ content: [UInt8], to result: inout [UInt8]) {
    result.append(tag.rawValue)
    result.append(integer: UInt32(truncatingIfNeeded: content.count))
    result += content
  }

  /// The blobs that undoing an import needs and no item holds, in the order of their identifiers.
  private func looseBlobs() -> [(Identifier, [UInt8])] {
    guard !blobs.isEmpty else { return [] }
    let held = Set(items.values.flatMap { $0.attachments.map(\.blob) })
    return blobs.filter { !held.contains($0.key) }.map { ($0.key, $0.value.chunks.flatMap { $0 }) }
      .sorted { $0.0.bytes.lexicographicallyPrecedes($1.0.bytes) }
  }

  /// Reads bytes that ``encodedBookkeeping()`` made; nil where they are damaged.
  package init?(bookkeeping bytes: [UInt8]) {
    let state = bytes.withUnsafeBytes { Self.read($0) }
    guard let state else { return nil }
    self = state
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) -> MemoryVaultState? {
    var reader = ByteReader(bytes)
    guard let first = part(&reader), first.tag == .facts, var state = facts(first.content) else { return nil }
    while !reader.isAtEnd {
      guard let (tag, content) = part(&reader), state.add(tag, content) else { return nil }
    }
    return state
  }

  private static func part(_ reader: inout ByteReader) -> (tag: Tag, content: UnsafeRawBufferPointer)? {
    guard let tag = reader.integer(UInt8.self).flatMap(Tag.init(rawValue:)),
      let count = reader.integer(UInt32.self), let content = reader.slice(Int(count))
    else { return nil }
    return (tag, content)
  }

  private static func facts(_ content: UnsafeRawBufferPointer) -> MemoryVaultState? {
    var reader = ByteReader(content)
    guard let id = reader.identifier(), let generation = reader.integer(UInt64.self),
      let digestKey = reader.array(VaultFacts.digestKeyByteCount), reader.isAtEnd
    else { return nil }
    var state = MemoryVaultState(vaultID: Identifier(id), digestKey: digestKey)
    state.generation = generation
    return state
  }

  private mutating func add(_ tag: Tag, _ content: UnsafeRawBufferPointer) -> Bool {
    switch tag {
    case .facts: return false
    case .account:
      guard case .account(let account) = RecordPayload.decode(content) else { return false }
      return accounts.updateValue(account, forKey: account.id) == nil
    case .provenance:
      var reader = ByteReader(content)
      guard reader.integer(UInt8.self) == MetaType.provenance.rawValue, let page = ProvenancePage(&reader)
      else { return false }
      let id = ImportID(page.importID)
      provenance.append(
        (
          id == ImportID(zeros: ()) ? nil : id,
          Dictionary(page.entries.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        ))
      return true
    case .history:
      guard content.first == MetaType.history.rawValue,
        let record = HistoryRecord(UnsafeRawBufferPointer(rebasing: content.dropFirst()))
      else { return false }
      history.append(record.entry)
      return true
    case .journal:
      guard let row = JournalPayload.decode(content) else { return false }
      let entries = row.entries.compactMap { Entry($0) }
      journals[row.id] = entries
      return entries.count == row.entries.count
    case .blob:
      var reader = ByteReader(content)
      guard let id = reader.identifier() else { return false }
      insert(blob: Identifier(id), Array(content[reader.offset...]))
      return true
    }
  }

  // MARK: Filling

  /// Puts in what the file holds, before the first change.
  package mutating func fill(
    items: [Identifier: VaultItem], collections: [Identifier: VaultCollection]
  ) {
    self.items = items
    self.collections = collections
    // What an import did to a record that is gone meanwhile stays in its journal: undoing brings it back.
  }

  /// Puts the bytes of an attachment in.
  package mutating func insert(blob id: Identifier, _ bytes: [UInt8]) {
    let size = RecordRules.chunkByteCount
    let chunks = stride(from: 0, to: max(bytes.count, 1), by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    blobs[id] = Blob(chunks: chunks, isComplete: true)
  }

  /// The bytes of an attachment; nil where there is none.
  package func blob(_ id: Identifier) -> [UInt8]? { blobs[id]?.chunks.flatMap { $0 } }
}

extension MemoryVaultState.Entry {
  fileprivate var journalEntry: JournalEntry {
    switch self {
    case .created(let record): .created(record)
    case .changed(let before): .changed(before.reference, payload: before.payload)
    case .reliedOn(let record): .reliedOn(record)
    }
  }

  /// Returns nil for what this kind of store has no use for, or a payload that is none.
  fileprivate init?(_ entry: JournalEntry) {
    switch entry {
    case .created(let record): self = .created(record)
    case .changed(let reference, let payload):
      guard let record = payload.withUnsafeBytes({ RecordPayload.decode($0) }), record.reference == reference
      else { return nil }
      self = .changed(record)
    case .reliedOn(let record): self = .reliedOn(record)
    case .blob, .provenancePage: return nil
    }
  }
}

/// Bytes of records, for stores that keep some of them as they are.
package enum VaultRecordCoding {
  /// The JSON of an item with its collections and attachments.
  package static func encode(_ item: VaultItem) -> [UInt8] { RecordPayload.encode(item) }

  /// The JSON of a collection.
  package static func encode(_ collection: VaultCollection) -> [UInt8] { RecordPayload.encode(collection) }

  /// Reads an item; nil where the bytes are not one.
  package static func item(_ bytes: [UInt8]) -> VaultItem? {
    guard case .item(let item) = bytes.withUnsafeBytes({ RecordPayload.decode($0) }) else { return nil }
    return item
  }

  /// Reads a collection; nil where the bytes are not one.
  package static func collection(_ bytes: [UInt8]) -> VaultCollection? {
    guard case .collection(let collection) = bytes.withUnsafeBytes({ RecordPayload.decode($0) }) else {
      return nil
    }
    return collection
  }
}

extension VaultRecord {
  var payload: [UInt8] {
    switch self {
    case .item(let item): RecordPayload.encode(item)
    case .collection(let collection): RecordPayload.encode(collection)
    case .account(let account): RecordPayload.encode(account)
    }
  }
}
