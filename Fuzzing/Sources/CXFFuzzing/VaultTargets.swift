internal import CXFCrypto
internal import CXFVaults
internal import CredentialExchangeFormat
internal import Foundation
internal import Synchronization

/// Vault files: an altered one is noticed, or says what the sound one says.
enum VaultTargets {
  static let all = [vaultFile, vaultHeader]

  static let vaultFile = FuzzTarget(
    "vault-file", maximumCount: 1 << 17, choiceCount: 1,
    seeds: { FuzzVault.all.enumerated().map { FuzzSeed("vault-\($0.offset)", [0] + $0.element.bytes) } }
  ) { bytes in
    guard let choice = bytes.first else { return }
    let file = Array(bytes.dropFirst())
    // A limit below what any slot may ask for: a passphrase costs nothing then, and opens nothing.
    let limit = KeyDerivationLimit(memoryKiB: 1 << 10, iterations: 1, parallelism: 1)
    let isPassphrase = choice & 1 == 1
    let contents = vault {
      let key = isPassphrase ? VaultKey.passphrase(SecretBytes(copying: "x".utf8)) : FuzzVault.key
      let store = try await VaultFile.open(
        bytes: file, key: key, access: VaultAccess(patience: .zero, limit: limit))
      let contents = try await FuzzVault.contents(store)
      let check = try await store.check()
      return (contents, check.isSound)
    }
    guard let (found, isSound) = contents else { return }
    expect(!isPassphrase, "a vault opens with a passphrase that it does not have")
    expect(FuzzVault.all.contains { $0.contents == found }, "an altered vault has other contents")
    expect(isSound, "a vault opens whose check finds damage")
  }

  /// Headers: what is read is written by the same bytes.
  static let vaultHeader = FuzzTarget(
    "vault-header", maximumCount: 1 << 12,
    seeds: {
      let slots = [NewSlot.passphrase(.passphrase(SecretBytes(copying: "x".utf8)), .minimum), FuzzVault.slot]
        .compactMap { $0 }
      guard let bytes = try? VaultFile.bytes(slots: slots, randomness: FuzzVault.randomness()) else {
        return []
      }
      let mark = Array("cxfvault/1".utf8) + [0]
      guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { return [] }
      // Its end is where a header can be read; behind it the row goes on.
      let header = (1...2000).lazy.compactMap { count -> [UInt8]? in
        let piece = Array(bytes[start...].prefix(count))
        return (try? VaultHeader(piece)) == nil ? nil : piece
      }.first
      return header.map { [FuzzSeed("header", $0)] } ?? []
    }
  ) { bytes in
    guard let header = try? VaultHeader(bytes) else { return }
    expectEqual(header.bytes, bytes, "a header is written as other bytes")
  }

  /// Opens a vault, which may fail by an error of vaults only.
  private static func vault<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Value? {
    do { return try blocking(body) } catch let error as VaultError {
      switch error {
      case .damaged, .wrongKey, .unknownVersion, .keyDerivationLimit: return nil
      default: fail("opening a vault: \(error)")
      }
    } catch {
      fail("an error without words: \(error)")
    }
  }
}

/// Vaults that are the same in each run.
struct FuzzVault: Sendable {
  struct Contents: Equatable, Sendable {
    var items: [VaultItem] = []
    var collections: [VaultCollection] = []
    var accounts: [VaultAccount] = []
    var generation: UInt64 = 0
  }

  let bytes: [UInt8]
  let contents: Contents

  private static let identity = try? X25519PrivateKey(
    SecretBytes(copying: [UInt8](repeating: 0x33, count: 32)))

  static var key: VaultKey { .identities(identity.map { [$0] } ?? []) }
  static var slot: NewSlot? { identity.map { .recipient($0.publicKey) } }

  /// An empty vault, and one with an item, a collection and an account.
  static let all: [FuzzVault] = [try? FuzzVault(filled: false), try? FuzzVault(filled: true)].compactMap {
    $0
  }

  private init(filled: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "cxf-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.cxfvault").path
    let random = Self.randomness()
    try VaultFile.create(path: path, slots: Self.slot.map { [$0] } ?? [], randomness: random)
    contents = try blocking {
      let store = try await VaultFile.open(path: path, key: Self.key, access: VaultAccess(randomness: random))
      if filled {
        try await store.write { transaction in
          let item = Item(
            id: Identifier([1]), title: "T",
            credentials: [.generatedPassword(GeneratedPassword(password: "p"))])
          try await transaction.put(
            [VaultItem(item: item, collections: [Identifier([2])])], keys: [MatchKeys([1])], scheme: 1)
          try await transaction.put([
            VaultCollection(collection: ItemCollection(id: Identifier([2]), title: "c"))
          ])
          try await transaction.put([
            VaultAccount(account: Account(id: Identifier([3])), exporterRPID: "a.example")
          ])
        }
      }
      return try await Self.contents(store)
    }
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func contents(_ store: some VaultStore) async throws -> Contents {
    try await store.read { snapshot in
      var result = Contents(
        collections: try await snapshot.collections(), accounts: try await snapshot.accounts(),
        generation: try await snapshot.generation())
      var cursor: VaultCursor?
      repeat {
        let page = try await snapshot.items(after: cursor)
        result.items += page.elements
        cursor = page.next
      } while cursor != nil
      return result
    }
  }

  /// Bytes that count up, which no vault of anybody may have.
  static func randomness() -> VaultRandomness {
    let next = Counter()
    return VaultRandomness(bytes: { next.take($0) }, secret: { SecretBytes(copying: next.take($0)) })
  }
}

private final class Counter: Sendable {
  private let state = Mutex<UInt64>(1)

  func take(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }
}
