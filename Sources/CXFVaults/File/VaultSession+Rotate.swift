internal import CredentialExchangeFormat

// Sealing everything anew under another data key.
extension VaultSession {
  /// Replaces all rows and the header. Payloads stay, but for match keys: their entries name revisions.
  func rotate(to dataKey: DataKey, _ new: VaultHeader) throws {
    let rotation = Rotation(old: keys, new: try VaultKeys(dataKey, vaultID: header.vaultID))
    // The sums are those of the new key from here on.
    manifest.tallies = Array(repeating: RowTally(), count: RowKind.counted.count)
    // Whether match keys count is asked of the rows of their items: these come afterwards.
    try rotateMeta(rotation)
    try rotate(.record, rotation) { (payload) throws(VaultError) in
      guard let record = RecordPayload.decode(payload) else { throw .damaged("a record is not well-formed") }
      let reference = record.reference
      return try rotation.new.rowID(reference.kind, reference.id.bytes)
    }
    try rotate(.journal, rotation) { (payload) throws(VaultError) in
      guard let row = JournalPayload.decode(payload) else {
        throw .damaged("a row of the journal is not well-formed")
      }
      return try self.journalID(row.id, row.number, rotation.new)
    }
    try rotateBlobs(rotation)
    keys = rotation.new
    loadedMeta = nil
    keyWalk = nil
    try setHeader(new)
  }

  private struct Rotation {
    let old: VaultKeys
    let new: VaultKeys
  }

  /// Moves all rows of a kind to the ids that their payloads lead to.
  private func rotate(
    _ kind: RowKind, _ rotation: Rotation, _ newID: (UnsafeRawBufferPointer) throws(VaultError) -> RowID
  ) throws {
    keys = rotation.old
    for (position, id) in try ids(kind).enumerated() {
      try checkCancellation(position)
      keys = rotation.old
      let moved = try withPayload(kind, id) { (payload) throws(VaultError) in
        (payload: Array(payload), id: try newID(payload))
      }
      guard let moved else { throw VaultError.damaged("a row is missing") }
      try drop(kind, id)
      keys = rotation.new
      try write(kind, moved.id, moved.payload, replacing: nil)
    }
  }

  private func rotateMeta(_ rotation: Rotation) throws {
    guard let generation = change?.generation else { return }
    keys = rotation.old
    for (position, id) in try ids(.meta).enumerated() {
      try checkCancellation(position)
      keys = rotation.old
      guard var payload = try withPayload(.meta, id, { Array($0) }) else {
        throw VaultError.damaged("a row is missing")
      }
      var isDropped = false
      if payload.first == MetaType.matchKeys.rawValue {
        guard var page = payload.withUnsafeBytes({ MatchKeyPage(payload: $0) }) else {
          throw VaultError.damaged("a page of match keys is not well-formed")
        }
        page.entries = try page.entries.filter { try counts($0) }
        for index in page.entries.indices { page.entries[index].revision = generation }
        isDropped = page.entries.isEmpty
        payload = page.payload
      }
      try drop(.meta, id)
      guard !isDropped else { continue }
      keys = rotation.new
      guard let newID = try payload.withUnsafeBytes({ try metaID(of: $0) }) else {
        throw VaultError.damaged("a row is of an unknown type")
      }
      try write(.meta, newID, payload, replacing: nil)
    }
  }

  /// Blobs keep their ids.
  private func rotateBlobs(_ rotation: Rotation) throws {
    for id in try ids(.blob) {
      for index in try indices(ofBlob: id) {
        try Task.checkCancellation()
        keys = rotation.old
        let chunk = try withPayload(.blob, id, index: index) { (bytes) throws(VaultError) in
          (bytes: Array(bytes), isLast: memory.isLast)
        }
        guard let chunk else { throw VaultError.damaged("a row is missing") }
        keys = rotation.new
        try write(.blob, id, index: index, isLast: chunk.isLast, chunk.bytes, replacing: nil)
      }
    }
  }

  /// Whether an entry of a page of match keys counts.
  func counts(_ entry: MatchKeyPage.Entry) throws(VaultError) -> Bool {
    try revision(of: try keys.rowID(.item, entry.item)) == entry.revision
  }

  /// The id that a payload of kind 4 leads to; nil where it is of no known type.
  func metaID(of payload: UnsafeRawBufferPointer) throws(VaultError) -> RowID? {
    var reader = ByteReader(payload)
    switch reader.integer(UInt8.self).flatMap(MetaType.init(rawValue:)) {
    case .facts: return try metaID(.facts)
    case .directory: return try metaID(.directory)
    case .history:
      guard let record = HistoryRecord(UnsafeRawBufferPointer(rebasing: payload[1...])) else { return nil }
      return try metaID(.history, record.entry.id.bytes)
    case .matchKeys:
      guard let number = reader.integer(UInt64.self) else { return nil }
      return try metaID(.matchKeys, page: number)
    case .provenance:
      guard let number = reader.integer(UInt64.self) else { return nil }
      return try metaID(.provenance, page: number)
    case nil: return nil
    }
  }

  /// Deletes a row whose part of the sums does not matter any more.
  private func drop(_ kind: RowKind, _ id: RowID) throws(VaultError) {
    try id.withBytes { (bytes) throws(VaultError) in
      try rows.delete.bind(Int64(kind.rawValue), at: 1)
      try rows.delete.bind(bytes, at: 2)
      try rows.delete.bind(0, at: 3)
      try rows.delete.run()
    }
  }
}

extension MatchKeyPage {
  /// Reads a payload with its type.
  init?(payload: UnsafeRawBufferPointer) {
    var reader = ByteReader(payload)
    guard reader.integer(UInt8.self) == MetaType.matchKeys.rawValue else { return nil }
    self.init(&reader)
  }
}

extension ProvenancePage {
  /// Reads a payload with its type.
  init?(payload: UnsafeRawBufferPointer) {
    var reader = ByteReader(payload)
    guard reader.integer(UInt8.self) == MetaType.provenance.rawValue else { return nil }
    self.init(&reader)
  }
}
