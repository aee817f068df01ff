internal import CXFCrypto
internal import CredentialExchangeFormat

/// A change under way: what is written when it ends.
struct VaultChange {
  /// The revision of all rows that it writes.
  let generation: UInt64
  /// Whether there is anything to commit.
  var isDirty = false
  /// How many records were written or deleted, and how many match keys were noted.
  var recordWrites = 0
  /// Why it cannot be completed: a call failed, and a part of it may have been done.
  var failure: (any Error)?
  /// The import that what follows belongs to.
  var openImport: OpenImport?
  /// Match keys that were noted, by scheme and row of the item.
  var keys: [UInt64: [RowID: MatchKeyPage.Entry]] = [:]
  /// Provenance of the open import, or of none, in the order in which it came.
  var provenance: [Provenance] = []
  /// Where in it each id is.
  var provenanceIndex: [Identifier: Int] = [:]
  /// Blobs that were begun.
  var blobs: [RowID: BlobProgress] = [:]
  /// The attachments of items that were put.
  var attachments: [RowID: [VaultAttachment]] = [:]
  /// Whether blobs may have lost the last record that names them.
  var looksForLooseBlobs = false

  init(generation: UInt64) { self.generation = generation }

  /// Notes provenance; of one id the last counts.
  mutating func note(_ entry: Provenance) {
    if let index = provenanceIndex.updateValue(provenance.count, forKey: entry.id) {
      provenanceIndex[entry.id] = index
      provenance[index] = entry
    } else {
      provenance.append(entry)
    }
  }
}

/// An import under way.
struct OpenImport {
  let id: ImportID
  /// The number of the next journal row.
  var nextRow: UInt32 = 0
  /// The entries of that row so far.
  var pending: [UInt8] = []
  /// Rows of records whose content before the import is noted.
  var noted: Set<RowID> = []
  /// Rows of records that the import relied on.
  var reliedOn: Set<RowID> = []

  init(id: ImportID) { self.id = id }
}

/// A blob that is being written.
struct BlobProgress {
  /// The index of the next chunk.
  var next: UInt32 = 0
  /// The bytes so far.
  var count: UInt64 = 0
  /// The hash of the bytes, once the last chunk is there.
  var sha256: [UInt8]?
  let hash: BlobHash

  /// The hash under way; an object because it cannot be copied.
  final class BlobHash {
    private var digest: Digest?

    init() throws(CryptoError) { digest = try Digest(.sha256) }

    func update(_ bytes: [UInt8]) throws(CryptoError) { try digest?.update(bytes) }

    func finish() throws(CryptoError) -> [UInt8] {
      guard let digest = digest.take() else { return [] }
      return try digest.finish()
    }
  }
}
