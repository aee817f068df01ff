internal import CredentialExchangeFormat

/// What rows of kind 4 say, but for the contents of long pages.
struct MetaState {
  var digestKey: [UInt8]
  var directory: Directory
  var isDirectoryChanged = false
  /// In the order of their sequence.
  var history: [HistoryRecord] = []
  var changedHistory: Set<ImportID> = []
  /// Number and scheme, ascending by number.
  var keyPages: [(number: UInt64, scheme: UInt64)] = []
  /// Ascending by number.
  var provenancePages: [UInt64] = []
  /// What the pages say together, once it was asked for.
  var provenance: [Identifier: Provenance]?

  var nextKeyPage: UInt64 { (keyPages.last?.number ?? 0) + 1 }
  var nextProvenancePage: UInt64 { (provenancePages.last ?? 0) + 1 }

  func index(of id: ImportID) -> Int? { history.firstIndex { $0.entry.id == id } }
}

extension VaultSession {
  /// What rows of kind 4 say, for reading and changing in place.
  func withMeta<Result>(_ body: (inout MetaState) throws(VaultError) -> Result) throws(VaultError) -> Result {
    if loadedMeta == nil { loadedMeta = try readMeta() }
    guard var meta = loadedMeta.take() else { throw .damaged("the facts of the vault are missing") }
    defer { loadedMeta = meta }
    return try body(&meta)
  }

  /// The id of a row of kind 4.
  func metaID(_ type: MetaType, _ name: [UInt8] = []) throws(VaultError) -> RowID {
    try keys.rowID(.meta, [type.rawValue], name)
  }

  /// The id of a row of kind 4 with a numbered page.
  func metaID(_ type: MetaType, page number: UInt64) throws(VaultError) -> RowID {
    var name: [UInt8] = []
    name.append(integer: number)
    return try metaID(type, name)
  }

  private func readMeta() throws(VaultError) -> MetaState {
    var digestKey: [UInt8]?
    var directory: Directory?
    var state = MetaState(digestKey: [], directory: Directory())
    try forEachRow(.meta) { (id, payload) throws(VaultError) in
      // Deriving ids touches no row.
      var reader = ByteReader(payload)
      let expected: RowID
      switch reader.integer(UInt8.self).flatMap(MetaType.init(rawValue:)) {
      case .facts:
        digestKey = reader.array(VaultFacts.digestKeyByteCount)
        guard reader.isAtEnd, digestKey != nil else { throw .damaged("the facts are not well-formed") }
        expected = try metaID(.facts)
      case .directory:
        directory = Directory(&reader)
        guard directory != nil else { throw .damaged("the directory is not well-formed") }
        expected = try metaID(.directory)
      case .history:
        guard let record = HistoryRecord(UnsafeRawBufferPointer(rebasing: payload[1...])) else {
          throw .damaged("an entry of the history is not well-formed")
        }
        state.history.append(record)
        expected = try metaID(.history, record.entry.id.bytes)
      case .matchKeys:
        guard let number = reader.integer(UInt64.self), let scheme = reader.integer(UInt64.self) else {
          throw .damaged("a page of match keys is not well-formed")
        }
        state.keyPages.append((number, scheme))
        expected = try metaID(.matchKeys, page: number)
      case .provenance:
        guard let number = reader.integer(UInt64.self) else {
          throw .damaged("a page of provenance is not well-formed")
        }
        state.provenancePages.append(number)
        expected = try metaID(.provenance, page: number)
      case nil: throw .damaged("a row is of an unknown type")
      }
      guard id == expected else { throw .damaged("a row stands in another one's place") }
      return true
    }
    guard let digestKey, let directory else { throw .damaged("the facts of the vault are missing") }
    state.digestKey = digestKey
    state.directory = directory
    state.history.sort { $0.sequence < $1.sequence }
    state.keyPages.sort { $0.number < $1.number }
    state.provenancePages.sort()
    return state
  }

  /// Writes what was noted in memory.
  func flush() throws(VaultError) {
    guard change != nil else { throw .invalidChange("a change outside a transaction") }
    try closeImport()
    try flushKeys()
    try checkBlobs()
    try deleteLooseBlobs()
    try withMeta { (meta) throws(VaultError) in
      for record in meta.history where meta.changedHistory.contains(record.entry.id) {
        try overwrite(.meta, try metaID(.history, record.entry.id.bytes), record.payload)
      }
      meta.changedHistory = []
      if meta.isDirectoryChanged {
        try overwrite(.meta, try metaID(.directory), meta.directory.payload)
        meta.isDirectoryChanged = false
      }
    }
  }
}

/// The row of kind 4 that says what never changes.
enum VaultFacts {
  static let digestKeyByteCount = 32

  static func payload(digestKey: [UInt8]) -> [UInt8] { [MetaType.facts.rawValue] + digestKey }
}
