internal import CXFCrypto
internal import CredentialExchangeFormat

// Looking for damage: goes on after each problem, so that all of them are seen.
extension VaultSession {
  func checkAll() throws -> VaultCheck {
    var check = VaultCheck()
    checkManifest(&check)
    let attachments = try checkRecords(&check)
    let held = try checkJournal(&check, checkMeta(&check))
    try checkBlobs(&check, attachments, held)
    return check
  }

  private func checkManifest(_ check: inout VaultCheck) {
    do throws(VaultError) {
      guard let stored = try readManifest() else { throw .damaged("the manifest is missing") }
      manifest = stored
      if try VaultHeader.hash(header.bytes) != stored.headerHash {
        check.note("the header is not the one that belongs to the rows")
      }
      let tallies = try tally(through: stored.generation)
      for (kind, (found, expected)) in zip(RowKind.counted, zip(tallies, stored.tallies))
      where found != expected {
        check.note(
          "\(kind) rows: \(found.count) are there, \(expected.count) belong there, or some were changed")
      }
    } catch {
      check.note(error.problem)
    }
  }

  /// Runs a part of the check and returns what is wrong: what it throws, unless the task was cancelled or the disk failed.
  private func problem(_ what: String, _ body: () throws -> Void) throws -> String? {
    do { try body() } catch let error as VaultError {
      guard case .damaged = error else { throw error }
      return "\(what): \(error.problem)"
    }
    return nil
  }

  /// The attachments of all items.
  private func checkRecords(_ check: inout VaultCheck) throws -> [VaultAttachment] {
    var attachments: [VaultAttachment] = []
    var listed = Directory()
    for (position, id) in try ids(.record).enumerated() {
      try checkCancellation(position)
      check.note(
        try problem("a record") {
          let record = try withPayload(.record, id) { (payload) throws(VaultError) in
            guard let record = RecordPayload.decode(payload) else { throw .damaged("it is not well-formed") }
            return record
          }
          guard let record else { throw VaultError.damaged("it is not where it belongs") }
          let reference = record.reference
          guard try keys.rowID(reference.kind, reference.id.bytes) == id else {
            throw VaultError.damaged("it stands in another one's place")
          }
          switch record {
          case .item(let item):
            check.items += 1
            attachments += item.attachments
          case .collection:
            check.collections += 1
            _ = listed.insert(reference)
          case .account:
            check.accounts += 1
            _ = listed.insert(reference)
          }
        })
    }
    check.note(
      try problem("the directory") {
        guard try withMeta({ $0.directory }) == listed else {
          throw VaultError.damaged("it does not fit the records")
        }
      })
    return attachments
  }

  /// The history, when it can be read.
  private func checkMeta(_ check: inout VaultCheck) throws -> [HistoryRecord] {
    for id in try ids(.meta) {
      check.note(
        try problem("a row of kind 4") {
          let isSound = try withPayload(.meta, id) { (payload) throws(VaultError) -> Bool in
            guard try metaID(of: payload) == id else { return false }
            switch payload.first.flatMap(MetaType.init(rawValue:)) {
            case .matchKeys: return MatchKeyPage(payload: payload) != nil
            case .provenance: return ProvenancePage(payload: payload) != nil
            default: return true
            }
          }
          guard isSound == true else {
            throw VaultError.damaged("it is not well-formed or in another one's place")
          }
        })
    }
    var history: [HistoryRecord] = []
    check.note(
      try problem("the history") {
        history = try withMeta { $0.history }
        check.imports = history.count
        guard Set(history.map(\.sequence)).count == history.count else {
          throw VaultError.damaged("two entries have one place")
        }
      })
    return history
  }

  /// The attachments that only the journal knows.
  private func checkJournal(_ check: inout VaultCheck, _ history: [HistoryRecord]) throws -> [VaultAttachment]
  {
    var attachments: [VaultAttachment] = []
    var known: Set<RowID> = []
    for record in history {
      for number in 0..<record.journalRowCount {
        try Task.checkCancellation()
        check.note(
          try problem("the journal of \(record.entry.id)") {
            known.insert(try journalID(record.entry.id, number))
            for case .changed(let reference, let payload) in try journalRow(record.entry.id, number) {
              let before = payload.withUnsafeBytes { RecordPayload.decode($0) }
              guard let before, before.reference == reference else {
                throw VaultError.damaged("a record before the import is not well-formed")
              }
              if case .item(let item) = before { attachments += item.attachments }
            }
          })
      }
    }
    for id in try ids(.journal) where !known.contains(id) {
      check.note("a row of the journal belongs to no import")
    }
    return attachments
  }

  private func checkBlobs(
    _ check: inout VaultCheck, _ attachments: [VaultAttachment], _ held: [VaultAttachment]
  ) throws {
    var byRow: [RowID: VaultAttachment] = [:]
    for attachment in attachments + held {
      guard let row = RowID(attachment.blob.bytes) else {
        check.note("an attachment names a blob by an id of another length")
        continue
      }
      if let other = byRow.updateValue(attachment, forKey: row),
        other.count != attachment.count || other.sha256 != attachment.sha256
      {
        check.note("two attachments name one blob with different lengths or hashes")
      }
    }
    for row in try ids(.blob) where byRow[row] == nil { check.note("a blob belongs to no item") }
    for (row, attachment) in byRow {
      check.note(
        try problem("a blob") {
          try self.check(attachment, row)
          check.blobs += 1
        })
    }
  }

  private func check(_ attachment: VaultAttachment, _ row: RowID) throws {
    let last = Self.lastIndex(attachment.count)
    let indices = try indices(ofBlob: row)
    guard indices.count == Int(last) + 1, indices.last == last else {
      throw VaultError.damaged("chunks are missing or too many")
    }
    var digest = try Digest(.sha256)
    var count: UInt64 = 0
    for index in 0...last {
      try Task.checkCancellation()
      let chunk = try withPayload(.blob, row, index: index) { (bytes) throws(VaultError) in
        (bytes: Array(bytes), isLast: memory.isLast)
      }
      guard let chunk, chunk.isLast == (index == last),
        chunk.isLast || chunk.bytes.count == RecordRules.chunkByteCount
      else { throw VaultError.damaged("a chunk has another length or place") }
      try digest.update(chunk.bytes)
      count += UInt64(chunk.bytes.count)
    }
    guard count == attachment.count else {
      throw VaultError.damaged("its length is not that of the attachment")
    }
    guard try digest.finish() == attachment.sha256 else {
      throw VaultError.damaged("its hash is not that of the attachment")
    }
  }
}

extension VaultError {
  /// The text of a damage.
  fileprivate var problem: String { if case .damaged(let text) = self { text } else { "\(self)" } }
}
