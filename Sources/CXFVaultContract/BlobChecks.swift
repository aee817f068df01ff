internal import CXFCrypto
internal import CXFVaults
internal import CredentialExchangeFormat

/// A blob, and the item that holds it.
struct BlobSample: Sendable {
  static let chunkByteCount = 1 << 20

  let id: Identifier
  let bytes: [UInt8]
  let sha256: [UInt8]

  init(_ count: Int, id: UInt8) throws {
    self.id = Identifier([UInt8](repeating: id, count: 16))
    bytes = Sample.bytes(count)
    sha256 = try Digest.hash(bytes, with: .sha256)
  }

  var chunks: [[UInt8]] {
    guard !bytes.isEmpty else { return [[]] }
    return stride(from: 0, to: bytes.count, by: Self.chunkByteCount).map {
      Array(bytes[$0..<min($0 + Self.chunkByteCount, bytes.count)])
    }
  }

  func put(_ transaction: some VaultTransaction) async throws {
    let chunks = chunks
    for (index, chunk) in chunks.enumerated() {
      try await transaction.put(chunk, index, isLast: index == chunks.count - 1, blob: id)
    }
  }

  func item(_ number: Int) -> VaultItem {
    var item = Sample.item(number)
    let file = Identifier([UInt8(truncatingIfNeeded: number), 1])
    item.item.credentials.append(
      .file(
        FileReference(
          id: file, name: "file", decryptedSize: UInt64(bytes.count), integrityHash: OpaqueBytes(sha256))))
    item.attachments = [VaultAttachment(file: file, blob: id, count: UInt64(bytes.count), sha256: sha256)]
    return item
  }
}

extension VaultContract {
  static var blobChecks: [Check] {
    [
      Check("blobs of all lengths come back") { try await blobsComeBack($0) },
      Check("blobs that are not there are said to be missing") { try await missingBlobs($0) },
      Check("blobs that are not whole or not held are refused") { try await badBlobsAreRefused($0) },
      Check("a removed item's blobs come back with it") { try await blobsComeBackByUndo($0) },
    ]
  }

  private static func blobsComeBack(_ store: some VaultStore) async throws {
    let lengths = [0, 1, BlobSample.chunkByteCount, BlobSample.chunkByteCount + 1]
    for (number, length) in lengths.enumerated() {
      let blob = try BlobSample(length, id: UInt8(number + 1))
      try await store.write { transaction in
        try await blob.put(transaction)
        try await transaction.put([blob.item(number)])
      }
    }
    let contents = try await Contents.of(store)
    for (number, length) in lengths.enumerated() {
      let blob = try BlobSample(length, id: UInt8(number + 1))
      try expect(contents.blobs[blob.id] == blob.bytes, "the \(length) bytes as they were put")
      try expect(
        contents.items[Sample.id(number)] == blob.item(number), "the item that holds \(length) bytes")
    }
  }

  private static func missingBlobs(_ store: some VaultStore) async throws {
    let blob = try BlobSample(1, id: 1)
    try await store.write { transaction in
      try await blob.put(transaction)
      try await transaction.put([blob.item(1)])
    }
    for (id, index) in [
      (blob.id, 1), (blob.id, -1), (Identifier([UInt8](repeating: 9, count: 16)), 0), (Identifier([1]), 0),
    ] {
      try await expectError("the chunk is missing", where: { $0 as? VaultError == .noSuchBlob(id) }) {
        _ = try await store.read { try await $0.blobChunk(id, index) }
      }
    }
  }

  private static func badBlobsAreRefused(_ store: some VaultStore) async throws {
    let blob = try BlobSample(BlobSample.chunkByteCount + 1, id: 1)
    let kept = try BlobSample(3, id: 2)
    try await store.write { transaction in
      try await kept.put(transaction)
      try await transaction.put([kept.item(5)])
    }
    let before = try await Contents.of(store)
    var wrongHash = blob.item(1)
    wrongHash.attachments[0].sha256[0] ^= 1
    var wrongCount = blob.item(1)
    wrongCount.attachments[0].count -= 1
    let (badHash, badCount) = (wrongHash, wrongCount)
    let mistakes: [(String, @Sendable (any VaultTransaction) async throws -> Void)] = [
      ("a short chunk that is not the last", { try await $0.put([1], 0, isLast: false, blob: blob.id) }),
      (
        "a chunk too long",
        {
          try await $0.put(
            [UInt8](repeating: 0, count: BlobSample.chunkByteCount + 1), 0, isLast: true, blob: blob.id)
        }
      ),
      ("an order that is none", { try await $0.put([1], 1, isLast: true, blob: blob.id) }),
      (
        "an empty chunk at the end",
        {
          try await $0.put(blob.chunks[0], 0, isLast: false, blob: blob.id)
          try await $0.put([], 1, isLast: true, blob: blob.id)
        }
      ),
      (
        "more after the end",
        {
          try await $0.put([1], 0, isLast: true, blob: blob.id)
          try await $0.put([1], 1, isLast: true, blob: blob.id)
        }
      ),
      ("another content for a blob", { try await $0.put([1], 0, isLast: true, blob: kept.id) }),
      ("an attachment without its blob", { try await $0.put([blob.item(1)]) }),
      ("a blob that no item holds", { try await $0.put([1], 0, isLast: true, blob: blob.id) }),
      (
        "a blob without its end",
        {
          try await $0.put(blob.chunks[0], 0, isLast: false, blob: blob.id)
          try await $0.put([blob.item(1)])
        }
      ),
      (
        "another hash than the attachment names",
        {
          try await blob.put($0)
          try await $0.put([badHash])
        }
      ),
      (
        "another length than the attachment names",
        {
          try await blob.put($0)
          try await $0.put([badCount])
        }
      ),
    ]
    for (mistake, change) in mistakes {
      try await expectError("refused: \(mistake)", where: isInvalidChange) {
        try await store.write { try await change($0) }
      }
    }
    try expect(try await Contents.of(store) == before, "nothing changed")
  }

  private static func blobsComeBackByUndo(_ store: some VaultStore) async throws {
    let old = try BlobSample(BlobSample.chunkByteCount + 5, id: 1)
    let new = try BlobSample(6, id: 2)
    try await store.write { transaction in
      try await old.put(transaction)
      try await transaction.put([old.item(1), Sample.item(2)])
    }
    let before = try await Contents.of(store)
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(1))
      try await new.put(transaction)
      try await transaction.put([new.item(1)])
    }
    try await store.write { transaction in
      try await transaction.begin(Sample.entry(2))
      try await transaction.remove([Sample.id(1)])
    }
    for number: UInt8 in [2, 1] {
      try await store.write { try await $0.undo(Sample.entry(number).id, at: Timestamp(1)) }
    }
    try expect(try await Contents.of(store) == before, "item and bytes before both imports")
  }
}
