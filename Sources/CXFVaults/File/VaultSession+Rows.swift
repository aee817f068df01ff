internal import CXFCrypto

/// A row that was read and may be replaced.
struct StoredRow {
  var payload: [UInt8]
  var revision: UInt64
  /// Its part of the manifest's sum.
  var term: Sum256
}

// Sealed rows, one at a time, and the sums over them.
extension VaultSession {
  // MARK: Reading

  /// Calls `body` with the payload of a row, which is valid inside only; returns nil where there is no such row.
  ///
  /// `body` must not read or write other rows.
  func withPayload<Result>(
    _ kind: RowKind, _ id: RowID, index: UInt32 = 0,
    _ body: (UnsafeRawBufferPointer) throws(VaultError) -> Result
  ) throws(VaultError) -> Result? {
    let statement = rows.select
    defer { statement.reset() }
    return try id.withBytes { (idBytes) throws(VaultError) -> Result? in
      try statement.bind(Int64(kind.rawValue), at: 1)
      try statement.bind(idBytes, at: 2)
      try statement.bind(Int64(index), at: 3)
      guard try statement.step() else { return nil }
      return try body(try open(statement))
    }
  }

  /// Returns a row to be compared and replaced.
  func storedRow(_ kind: RowKind, _ id: RowID) throws(VaultError) -> StoredRow? {
    try withPayload(kind, id) { (payload) throws(VaultError) in
      StoredRow(payload: Array(payload), revision: memory.revision, term: try term())
    }
  }

  /// Calls `body` with the payloads of a kind in the order of their ids, from behind `after`, until it returns false.
  ///
  /// `body` must not read or write other rows.
  func forEachRow(
    _ kind: RowKind, after: RowID? = nil, _ body: (RowID, UnsafeRawBufferPointer) throws(VaultError) -> Bool
  ) throws(VaultError) {
    let statement = rows.selectAfter
    defer { statement.reset() }
    let start = after?.bytes ?? []
    let result = start.withUnsafeBytes { start in
      Result { () throws(VaultError) in
        try statement.bind(Int64(kind.rawValue), at: 1)
        try statement.bind(start, at: 2)
        while try statement.step() {
          let payload = try open(statement)
          guard try body(memory.id, payload) else { return }
        }
      }
    }
    try result.get()
  }

  /// The ids of a kind, ascending, each once.
  func ids(_ kind: RowKind) throws(VaultError) -> [RowID] {
    let statement = rows.selectIDs
    defer { statement.reset() }
    try statement.bind(Int64(kind.rawValue), at: 1)
    var result: [RowID] = []
    while try statement.step() {
      let bytes = try statement.bytes(0)
      guard let id = RowID(exactly: bytes) else {
        throw .damaged("an id has another length")
      }
      result.append(id)
    }
    return result
  }

  /// The revision of a record's row; nil where there is none.
  func revision(of id: RowID) throws(VaultError) -> UInt64? {
    if let revisions { return revisions[id] }
    let statement = rows.selectRevision
    defer { statement.reset() }
    return try id.withBytes { (bytes) throws(VaultError) -> UInt64? in
      try statement.bind(bytes, at: 1)
      guard try statement.step() else { return nil }
      guard let revision = UInt64(exactly: try statement.integer(0)) else {
        throw .damaged("a number of a row is out of range")
      }
      return revision
    }
  }

  /// Whether there is a row, and then whether it is the last of its id.
  func isLast(_ kind: RowKind, _ id: RowID, index: UInt32) throws(VaultError) -> Bool? {
    guard try loadMark(kind, id, index) else { return nil }
    return memory.isLast
  }

  /// Opens the row that a statement stands at; the result is valid until another row is touched.
  private func open(_ statement: SQLiteStatement) throws(VaultError) -> UnsafeRawBufferPointer {
    let kind = try load(statement)
    let ciphertext = try statement.bytes(7)
    let text = memory.text(ciphertext.count)
    do throws(AEADError) {
      try keys.cipher(kind).open(
        ciphertext: ciphertext, tag: UnsafeRawBufferPointer(memory.tag),
        nonce: UnsafeRawBufferPointer(memory.nonce), additionalData: memory.additionalData, into: text)
    } catch {
      throw VaultError(error, damaged: "a row was changed")
    }
    guard kind != .blob else { return UnsafeRawBufferPointer(text) }
    guard let payload = Padding.payload(of: UnsafeRawBufferPointer(text)) else {
      throw .damaged("the padding of a row is not well-formed")
    }
    return payload
  }

  /// Takes the columns but the last from the row that a statement stands at.
  @discardableResult
  private func load(_ statement: SQLiteStatement) throws(VaultError) -> RowKind {
    guard let kind = UInt8(exactly: try statement.integer(0)).flatMap(RowKind.init(rawValue:)),
      let index = UInt32(exactly: try statement.integer(2)),
      let revision = UInt64(exactly: try statement.integer(3))
    else { throw .damaged("a number of a row is out of range") }
    let idBytes = try statement.bytes(1)
    let last = try statement.integer(4)
    guard let id = RowID(exactly: idBytes), last == 0 || last == 1,
      kind == .blob || (index == 0 && last == 1)
    else { throw .damaged("a number of a row is out of range") }
    memory.set(kind, id, revision: revision, index: index, isLast: last == 1)
    let nonce = try statement.bytes(5)
    guard nonce.count == memory.nonce.count else { throw .damaged("a nonce has another length") }
    memory.nonce.copyMemory(from: nonce)
    let tag = try statement.bytes(6)
    guard tag.count == memory.tag.count else { throw .damaged("a tag has another length") }
    memory.tag.copyMemory(from: tag)
    return kind
  }

  private func loadMark(_ kind: RowKind, _ id: RowID, _ index: UInt32) throws(VaultError) -> Bool {
    let statement = rows.selectMark
    defer { statement.reset() }
    return try id.withBytes { (bytes) throws(VaultError) -> Bool in
      try statement.bind(Int64(kind.rawValue), at: 1)
      try statement.bind(bytes, at: 2)
      try statement.bind(Int64(index), at: 3)
      guard try statement.step() else { return false }
      try load(statement)
      return true
    }
  }

  // MARK: Sums

  /// The part of the manifest's sum of the row at hand.
  private func term() throws(VaultError) -> Sum256 {
    let result: Result<Sum256, CryptoError> = withUnsafeTemporaryAllocation(
      byteCount: Sum256.byteCount, alignment: 8
    ) { tag in
      Result { () throws(CryptoError) in
        try keys.manifestSum.tag(of: memory.term, into: tag)
        return Sum256(UnsafeRawBufferPointer(tag))
      }
    }
    do throws(CryptoError) { return try result.get() } catch { throw VaultError(error) }
  }

  /// Counts all rows. Their keys must ascend, so that a search finds whatever is counted.
  func tally(through generation: UInt64) throws(VaultError) -> [RowTally] {
    let statement = rows.selectAll
    defer { statement.reset() }
    var result = Manifest(generation: 0, headerHash: [])
    var previous: (RowKind, RowID, UInt32)?
    var revisions = RevisionTable()
    while try statement.step() {
      let kind = try load(statement)
      let place = (kind, memory.id, memory.index)
      guard try statement.integer(7) == Int64(kind.rawValue), try statement.integer(9) == Int64(place.2),
        RowID(exactly: try statement.bytes(8)) == place.1
      else { throw .damaged("the index does not fit the rows") }
      if let previous {
        let isBehind = (previous.0.rawValue, previous.1, previous.2) < (place.0.rawValue, place.1, place.2)
        guard isBehind else { throw .damaged("the rows are not in order") }
      }
      previous = place
      guard memory.revision <= generation else { throw .damaged("a row is newer than the manifest") }
      guard kind != .manifest else {
        guard memory.id == .zero else { throw .damaged("there are several manifests") }
        continue
      }
      if kind == .record { revisions.append(memory.id, memory.revision) }
      result[kind].count += 1
      result[kind].sum += try term()
    }
    self.revisions = revisions
    return result.tallies
  }

  // MARK: Writing

  /// What was known of all records no longer holds.
  private func noteRecordWrite() {
    revisions = nil
    change?.recordWrites += 1
  }

  /// Seals and writes a row of this change.
  ///
  /// - Parameter replacing: The term of the row that stands there; nil where none does.
  func write(
    _ kind: RowKind, _ id: RowID, index: UInt32 = 0, isLast: Bool = true, _ payload: [UInt8],
    replacing: Sum256?
  ) throws(VaultError) {
    guard let generation = change?.generation else { throw .invalidChange("a change outside a transaction") }
    if kind == .record { noteRecordWrite() }
    let text = try fill(kind, payload)
    memory.set(kind, id, revision: generation, index: index, isLast: isLast)
    memory.nonce.copyBytes(from: try randomness.take(RowMemory.nonceByteCount))
    do throws(AEADError) {
      try keys.cipher(kind).seal(
        UnsafeRawBufferPointer(text), nonce: UnsafeRawBufferPointer(memory.nonce),
        additionalData: memory.additionalData, into: text, tag: memory.tag)
    } catch {
      throw VaultError(error, damaged: "a row")
    }
    let statement = rows.insert
    try statement.bind(Int64(kind.rawValue), at: 1)
    try statement.bind(memory.idBytes, at: 2)
    try statement.bind(Int64(index), at: 3)
    try statement.bind(Int64(generation), at: 4)
    try statement.bind(isLast ? 1 : 0, at: 5)
    try statement.bind(UnsafeRawBufferPointer(memory.nonce), at: 6)
    try statement.bind(UnsafeRawBufferPointer(memory.tag), at: 7)
    try statement.bind(UnsafeRawBufferPointer(text), at: 8)
    try statement.run()
    if let replacing {
      manifest[kind].sum -= replacing
    } else {
      manifest[kind].count += 1
    }
    manifest[kind].sum += try term()
    change?.isDirty = true
  }

  /// Writes a row whether one stands there or not.
  func overwrite(_ kind: RowKind, _ id: RowID, _ payload: [UInt8]) throws(VaultError) {
    let replaced: Sum256? = try loadMark(kind, id, 0) ? try term() : nil
    try write(kind, id, payload, replacing: replaced)
  }

  /// Deletes a row; returns whether there was one.
  @discardableResult
  func delete(_ kind: RowKind, _ id: RowID, index: UInt32 = 0) throws(VaultError) -> Bool {
    if kind == .record { noteRecordWrite() }
    guard try loadMark(kind, id, index) else { return false }
    manifest[kind].count -= 1
    manifest[kind].sum -= try term()
    try id.withBytes { (bytes) throws(VaultError) in
      try rows.delete.bind(Int64(kind.rawValue), at: 1)
      try rows.delete.bind(bytes, at: 2)
      try rows.delete.bind(Int64(index), at: 3)
      try rows.delete.run()
    }
    change?.isDirty = true
    return true
  }

  /// Puts what is to be sealed into the memory of the row.
  private func fill(_ kind: RowKind, _ payload: [UInt8]) throws(VaultError) -> UnsafeMutableRawBufferPointer {
    guard kind != .blob else {
      let text = memory.text(payload.count)
      text.copyBytes(from: payload)
      return text
    }
    guard payload.count <= Padding.maximumPayloadByteCount else {
      throw .invalidChange("a record has more than \(Padding.maximumPayloadByteCount >> 20) MiB")
    }
    let text = memory.text(Padding.paddedCount(payload.count))
    let end = Padding.prefixByteCount + payload.count
    text.storeBytes(of: UInt32(truncatingIfNeeded: payload.count).bigEndian, as: UInt32.self)
    UnsafeMutableRawBufferPointer(rebasing: text[Padding.prefixByteCount..<end]).copyBytes(from: payload)
    UnsafeMutableRawBufferPointer(rebasing: text[end...]).initializeMemory(as: UInt8.self, repeating: 0)
    return text
  }
}
