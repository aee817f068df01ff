import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation

/// A small vault with some of everything: two items (one with an attachment), a collection, an account, an import.
struct SampleVault {
  let path: String
  let identity: X25519PrivateKey
  let identityBytes: [UInt8]
  let blobHash: [UInt8]

  static let importID = ImportID([1, 2, 3, 4, 5, 6, 7, 8])
  static let blobID = Identifier([UInt8](repeating: 0xB1, count: 16))
  static let provenance = Provenance(
    id: Identifier([UInt8](repeating: 7, count: 16)), item: Identifier([1]), digests: [9])
  static let scheme: UInt64 = 5

  var key: VaultKey { .identities([identity]) }

  static func make(in folder: TemporaryFolder, extraSlots: [NewSlot] = []) async throws -> SampleVault {
    let identityBytes = [UInt8](repeating: 0x33, count: 32)
    let identity = try X25519PrivateKey(SecretBytes(copying: identityBytes))
    let path = folder.path("sample.cxfvault")
    try VaultFile.create(path: path, slots: [.recipient(identity.publicKey)] + extraSlots)
    let blob = Array("the bytes of an attachment".utf8)
    let sample = SampleVault(
      path: path, identity: identity, identityBytes: identityBytes,
      blobHash: try Digest.hash(blob, with: .sha256))
    let store = try await sample.open()
    let file = FileReference(
      id: Identifier([9]), name: "a.txt", decryptedSize: UInt64(blob.count),
      integrityHash: OpaqueBytes(sample.blobHash))
    let first = VaultItem(
      item: Item(id: Identifier([1]), title: "e\u{301}\r\n", credentials: [.file(file)]),
      collections: [Identifier([3])],
      attachments: [
        VaultAttachment(file: file.id, blob: blobID, count: UInt64(blob.count), sha256: sample.blobHash)
      ])
    try await store.write { transaction in
      try await transaction.put(blob, 0, isLast: true, blob: blobID)
      try await transaction.put([first], keys: [MatchKeys([1, 2])], scheme: scheme)
    }
    guard let importID else { return sample }
    try await store.write { transaction in
      try await transaction.begin(ImportEntry(id: importID, at: Timestamp(1_700_000_000), source: "file.csv"))
      let second = Item(
        id: Identifier([2]), title: "second",
        credentials: [.generatedPassword(GeneratedPassword(password: "\u{E9} secret"))])
      try await transaction.put([VaultItem(item: second)], keys: [MatchKeys([3])], scheme: scheme)
      try await transaction.put([VaultCollection(collection: ItemCollection(id: Identifier([3]), title: "c"))]
      )
      try await transaction.put([
        VaultAccount(account: Account(id: Identifier([4])), exporterRPID: "a.example")
      ])
      try await transaction.put([provenance])
    }
    return sample
  }

  func open(patience: Duration = .zero) async throws -> SQLiteVaultStore {
    try await VaultFile.open(path: path, key: key, access: VaultAccess(program: "test", patience: patience))
  }
}

/// Everything that a vault says, so that two states can be compared.
struct VaultContents: Equatable, Sendable {
  var items: [Identifier: VaultItem] = [:]
  var collections: [VaultCollection] = []
  var accounts: [VaultAccount] = []
  var imports: [ImportEntry] = []
  var changes: [ImportChanges] = []
  var keys: Set<ItemMatchKeys> = []
  var provenance: [Provenance] = []
  var blobs: [Identifier: [UInt8]] = [:]
  var digestKey: [UInt8] = []

  static func of(_ store: some VaultStore) async throws -> VaultContents {
    try await store.read { snapshot in
      var result = VaultContents()
      var cursor: VaultCursor?
      repeat {
        let page = try await snapshot.items(after: cursor)
        for item in page.elements { result.items[item.id] = item }
        cursor = page.next
      } while cursor != nil
      result.collections = try await snapshot.collections()
      result.accounts = try await snapshot.accounts()
      result.imports = try await snapshot.imports()
      for entry in result.imports { result.changes.append(try await snapshot.changes(of: entry.id)) }
      repeat {
        let page = try await snapshot.matchKeys(scheme: SampleVault.scheme, after: cursor)
        result.keys.formUnion(page.elements)
        cursor = page.next
      } while cursor != nil
      result.provenance = try await snapshot.provenance([SampleVault.provenance.id])
      for attachment in result.items.values.flatMap(\.attachments) {
        result.blobs[attachment.blob] = try await snapshot.blobChunk(attachment.blob, 0)
      }
      result.digestKey = try await snapshot.digestKey()
      return result
    }
  }
}
