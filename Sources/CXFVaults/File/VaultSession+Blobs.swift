internal import CXFCrypto
internal import CredentialExchangeFormat

// The bytes of attachments.
extension VaultSession {
  func blobChunk(_ id: Identifier, _ index: Int) throws(VaultError) -> [UInt8] {
    guard let row = RowID(id.bytes), let index = UInt32(exactly: index),
      let chunk = try withPayload(.blob, row, index: index, { Array($0) })
    else { throw .noSuchBlob(id) }
    return chunk
  }

  func put(_ chunk: [UInt8], _ index: Int, isLast: Bool, blob: Identifier) throws(VaultError) {
    guard let row = RowID(blob.bytes) else { throw .invalidChange("the id of a blob has not 16 bytes") }
    var progress: BlobProgress
    if let begun = change?.blobs[row] {
      progress = begun
    } else {
      guard try self.isLast(.blob, row, index: 0) == nil else { throw .invalidChange("blobs never change") }
      do throws(CryptoError) { progress = BlobProgress(hash: try .init()) } catch { throw VaultError(error) }
    }
    guard progress.sha256 == nil, index == Int(progress.next), progress.next < UInt32.max else {
      throw .invalidChange("the chunks of a blob come one after the other")
    }
    let isWhole = chunk.count == RecordRules.chunkByteCount
    let isEnd = isLast && chunk.count < RecordRules.chunkByteCount && (!chunk.isEmpty || index == 0)
    guard isWhole || isEnd else { throw .invalidChange("a chunk of a blob has another length") }
    if index == 0 { try journal(.blob(blob.bytes)) }
    try write(.blob, row, index: progress.next, isLast: isLast, chunk, replacing: nil)
    progress.next += 1
    progress.count += UInt64(chunk.count)
    do throws(CryptoError) {
      try progress.hash.update(chunk)
      if isLast { progress.sha256 = try progress.hash.finish() }
    } catch {
      throw VaultError(error)
    }
    change?.blobs[row] = progress
  }

  /// Refuses attachments without their bytes, and bytes without an attachment.
  func checkBlobs() throws(VaultError) {
    guard let change else { return }
    var held: Set<RowID> = []
    for attachment in change.attachments.values.joined() {
      guard let row = RowID(attachment.blob.bytes) else { continue }
      held.insert(row)
      if let progress = change.blobs[row] {
        guard progress.sha256 == attachment.sha256, progress.count == attachment.count else {
          throw .invalidChange("an attachment is not what was written of its blob")
        }
      } else if try isLast(.blob, row, index: Self.lastIndex(attachment.count)) != true {
        throw .invalidChange("an attachment without its blob")
      }
    }
    guard change.blobs.keys.allSatisfy(held.contains) else {
      throw .invalidChange("a blob that no item holds")
    }
  }

  /// The index of the last chunk of a blob of that length.
  static func lastIndex(_ count: UInt64) -> UInt32 {
    count == 0 ? 0 : UInt32(clamping: (count - 1) / UInt64(RecordRules.chunkByteCount))
  }

  /// Deletes blobs that neither a record nor the journal names any more.
  func deleteLooseBlobs() throws(VaultError) {
    guard change?.looksForLooseBlobs == true, manifest[.blob].count > 0 else { return }
    let held = try heldBlobs()
    for row in try ids(.blob) where !held.contains(row) {
      for index in try indices(ofBlob: row) { try delete(.blob, row, index: index) }
    }
  }

  /// The blobs that records name, now or before an import that can be undone.
  func heldBlobs() throws(VaultError) -> Set<RowID> {
    var result: Set<RowID> = []
    func hold(_ payload: UnsafeRawBufferPointer) throws(VaultError) {
      guard let attachments = RecordPayload.attachments(payload) else {
        throw .damaged("a record is not well-formed")
      }
      for attachment in attachments {
        if let row = RowID(attachment.blob.bytes) { result.insert(row) }
      }
    }
    try forEachRow(.record) { (_, payload) throws(VaultError) in
      try hold(payload)
      return true
    }
    try forEachRow(.journal) { (_, payload) throws(VaultError) in
      guard let row = JournalPayload.decode(payload) else {
        throw .damaged("a row of the journal is not well-formed")
      }
      for case .changed(_, let before) in row.entries {
        let held = before.withUnsafeBytes { before in Result { () throws(VaultError) in try hold(before) } }
        try held.get()
      }
      return true
    }
    return result
  }

  /// The indices of the chunks that are there of a blob, ascending.
  func indices(ofBlob row: RowID) throws(VaultError) -> [UInt32] {
    let statement = rows.selectMarksOfID
    defer { statement.reset() }
    return try row.withBytes { (bytes) throws(VaultError) -> [UInt32] in
      try statement.bind(Int64(RowKind.blob.rawValue), at: 1)
      try statement.bind(bytes, at: 2)
      var result: [UInt32] = []
      while try statement.step() {
        guard let index = UInt32(exactly: try statement.integer(2)) else {
          throw .damaged("a number of a row is out of range")
        }
        result.append(index)
      }
      return result
    }
  }
}
