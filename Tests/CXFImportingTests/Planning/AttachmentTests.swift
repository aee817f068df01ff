import CXFCrypto
import CXFImporting
import CXFVaults
import CredentialExchangeFormat
import Testing

/// The bytes of files survive the merging of the items that hold them.
@Suite struct AttachmentTests {
  private static let bytes: [UInt8] = [1, 2, 3]

  /// An item with a file, whose bytes may be there.
  private func item(_ id: UInt8, created: UInt64, blob: UInt8?) throws -> VaultItem {
    let hash = try Digest.hash(Self.bytes, with: .sha256)
    let file = Identifier([0x80 | id])
    return VaultItem(
      item: Item(
        id: Identifier([id]), createdAt: Timestamp(created), title: "Papers",
        credentials: [
          .file(
            FileReference(id: file, name: "a.txt", decryptedSize: 3, integrityHash: OpaqueBytes(hash)))
        ]),
      attachments: blob.map {
        [
          VaultAttachment(
            file: file, blob: Identifier([UInt8](repeating: $0, count: 16)), count: 3, sha256: hash)
        ]
      } ?? [])
  }

  @Test(arguments: [(nil, UInt8(7)), (UInt8(7), nil), (UInt8(6), UInt8(7))] as [(UInt8?, UInt8?)])
  func theBytesStayWithWhatStays(older: UInt8?, younger: UInt8?) async throws {
    let store = MemoryVaultStore()
    let items = [try item(1, created: 1, blob: older), try item(2, created: 2, blob: younger)]
    try await store.write { transaction in
      for attachment in items.flatMap(\.attachments) {
        try await transaction.put(Self.bytes, 0, isLast: true, blob: attachment.blob)
      }
      try await transaction.put(items, keys: [MatchKeys(), MatchKeys()], scheme: 0)
    }
    let before = try await Contents(store)
    let importer = VaultImporter(store)
    let result = try await importer.dedupe(ImportOptions(now: Timestamp(9)))
    #expect(result.items.merged + result.items.identical == 1)
    let left = try await Contents(store).items.values.map { $0 }
    #expect(left.count == 1)
    let attachment = try #require(left[0].attachments.first)
    #expect(left[0].attachments.count == 1)
    let files = left[0].item.credentials.compactMap { if case .file(let file) = $0 { file.id } else { nil } }
    #expect(files == [attachment.file], "the bytes are found by the file")
    #expect(try await store.read { try await $0.blobChunk(attachment.blob, 0) } == Self.bytes)
    _ = try await importer.undo(result.id, at: Timestamp(10))
    #expect(try await Contents(store) == before)
    for attachment in items.flatMap(\.attachments) {
      #expect(try await store.read { try await $0.blobChunk(attachment.blob, 0) } == Self.bytes)
    }
  }
}
