import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Synchronization
import Testing

/// What `Vectors/vault.py` computed with other libraries.
struct VaultVector: Decodable {
  struct Derivation: Decodable {
    let memoryKiB: UInt32
    let iterations: UInt32
    let parallelism: UInt32
  }

  struct Row: Decodable {
    let kind: Int64
    let id: String
    let index: Int64
    let revision: Int64
    let last: Int64
    let nonce: String
    let tag: String
    let ciphertext: String

    var values: [RawDatabase.Value] {
      [
        .integer(kind), .bytes(hexBytes(id)), .integer(index), .integer(revision), .integer(last),
        .bytes(hexBytes(nonce)), .bytes(hexBytes(tag)), .bytes(hexBytes(ciphertext)),
      ]
    }
  }

  let vaultID: String
  let dataKey: String
  let passphrase: String
  let keyDerivation: Derivation
  let salt: String
  let identity: String
  let recipient: String
  let ephemeral: String
  let slotIDs: [String]
  let nonces: [String]
  let digestKey: String
  let slots: [String]
  let header: String
  let rows: [Row]
  let itemPayload: String
  let itemRow: Row

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Vectors")

  static func load() throws -> VaultVector {
    try JSONDecoder().decode(
      VaultVector.self, from: Data(contentsOf: folder.appendingPathComponent("vault.json")))
  }

  /// The random bytes of the vector in the order in which a new vault draws them, and then those of the next change.
  var randomness: VaultRandomness {
    let queue = Queue(
      [vaultID, dataKey, slotIDs[0], salt, nonces[0], slotIDs[1], ephemeral, nonces[1], digestKey].map(
        hexBytes)
        + nonces[2...].map(hexBytes))
    return VaultRandomness(
      bytes: { count throws(CryptoError) in try queue.take(count) },
      secret: { count throws(CryptoError) in SecretBytes(copying: try queue.take(count)) })
  }

  var newSlots: [NewSlot] {
    get throws {
      let derivation = KeyDerivation(
        memoryKiB: keyDerivation.memoryKiB, iterations: keyDerivation.iterations,
        parallelism: keyDerivation.parallelism)
      return [.passphrase(passphraseKey, derivation), .recipient(try X25519PublicKey(hexBytes(recipient)))]
    }
  }

  var passphraseKey: VaultKey { .passphrase(SecretBytes(copying: hexBytes(passphrase))) }

  var identityKey: VaultKey {
    get throws { .identities([try X25519PrivateKey(SecretBytes(copying: hexBytes(identity)))]) }
  }

  final class Queue: Sendable {
    private let rest: Mutex<[[UInt8]]>
    init(_ values: [[UInt8]]) { rest = Mutex(values) }

    func take(_ count: Int) throws(CryptoError) -> [UInt8] {
      let next = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next, next.count == count else {
        throw CryptoError(operation: "test", reasons: ["\(count) bytes"])
      }
      return next
    }
  }
}

@Suite struct VectorTests {
  @Test func writesTheSameHeaderSlotsAndRows() async throws {
    let vector = try VaultVector.load()
    let folder = try TemporaryFolder()
    let path = folder.path("new.cxfvault")
    try VaultFile.create(path: path, slots: try vector.newSlots, randomness: vector.randomness)
    let database = try RawDatabase(path: path)
    let headers = try database.run("SELECT bytes FROM header")
    #expect(headers == [[.bytes(hexBytes(vector.header))]])
    let rows = try database.run("SELECT * FROM sealed ORDER BY kind,id,idx")
    let expected = vector.rows.map(\.values).sorted {
      ($0[0].integer, hexText($0[1].bytes)) < ($1[0].integer, hexText($1[1].bytes))
    }
    #expect(rows == expected)
  }

  @Test func parsesAndWritesTheHeaderUnchanged() throws {
    let vector = try VaultVector.load()
    let header = try VaultHeader(hexBytes(vector.header))
    #expect(header.vaultID == hexBytes(vector.vaultID))
    #expect(header.slots.map { hexText($0.bytes) } == vector.slots)
    #expect(hexText(header.bytes) == vector.header)
  }

  @Test(arguments: [true, false])
  func opensWhatTheScriptComputed(_ usesPassphrase: Bool) async throws {
    let vector = try VaultVector.load()
    // The file is laid together from the script's bytes; only its frame is ours.
    let folder = try TemporaryFolder()
    let path = folder.path("vector.cxfvault")
    try VaultFile.create(path: path, slots: try vector.newSlots)
    do {
      let database = try RawDatabase(path: path)
      let header = hexBytes(vector.header)
      let hash = try Digest.hash(header, with: .sha256)
      try database.run("UPDATE header SET bytes=\(sql(header)),sha256=\(sql(hash))")
      try database.run("DELETE FROM sealed")
      for row in vector.rows.map(\.values) {
        let literals = row.map { value in
          switch value {
          case .integer(let number): "\(number)"
          case .bytes(let bytes): sql(bytes)
          }
        }
        try database.run("INSERT INTO sealed VALUES(\(literals.joined(separator: ",")))")
      }
    }
    let key = usesPassphrase ? vector.passphraseKey : try vector.identityKey
    let store = try await VaultFile.open(path: path, key: key)
    #expect(store.openedSlot == hexBytes(vector.slotIDs[usesPassphrase ? 0 : 1]))
    let facts = try await store.read { snapshot in
      (try await snapshot.vaultID().bytes, try await snapshot.digestKey(), try await snapshot.generation())
    }
    #expect(facts.0 == hexBytes(vector.vaultID))
    #expect(facts.1 == hexBytes(vector.digestKey))
    #expect(facts.2 == 1)
  }

  @Test func sealsAnItemToTheSameRow() async throws {
    let vector = try VaultVector.load()
    let folder = try TemporaryFolder()
    let path = folder.path("item.cxfvault")
    // One generator for both: the next nonces after those of the new vault belong to the item, its keys, and the manifest.
    let randomness = vector.randomness
    try VaultFile.create(path: path, slots: try vector.newSlots, randomness: randomness)
    let spare = VaultVector.Queue([])
    let access = VaultAccess(
      patience: .zero,
      randomness: VaultRandomness(
        bytes: { count throws(CryptoError) in
          if let bytes = try? randomness.bytes(count) { return bytes }
          return try randomBytes(count: count)
        }, secret: { count throws(CryptoError) in SecretBytes(copying: try spare.take(count)) }))
    let store = try await VaultFile.open(path: path, key: try vector.identityKey, access: access)
    let item = Item(id: Identifier(Array("item-1".utf8)), title: "caf\u{E9} \"x\"")
    try await store.write { transaction in
      try await transaction.put([VaultItem(item: item)], keys: [MatchKeys()], scheme: 1)
    }
    let rows = try RawDatabase(path: path).run("SELECT * FROM sealed WHERE kind=1")
    #expect(rows == [vector.itemRow.values])
  }
}
