import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct OpeningTests {
  private let folder: TemporaryFolder
  private let identity: X25519PrivateKey
  private var path: String { folder.path("a.cxfvault") }

  init() throws {
    folder = try TemporaryFolder()
    identity = try X25519PrivateKey.generate()
  }

  private func passphrase(_ text: String) -> VaultKey { .passphrase(SecretBytes(copying: text.utf8)) }

  private func create(_ slots: [NewSlot]? = nil) throws {
    try VaultFile.create(
      path: path,
      slots: slots ?? [.recipient(identity.publicKey), .passphrase(passphrase("right"), .minimum)])
  }

  private func errorOfOpening(_ key: VaultKey, limit: KeyDerivationLimit = .standard) async -> VaultError? {
    do {
      _ = try await VaultFile.open(path: path, key: key, access: VaultAccess(patience: .zero, limit: limit))
      return nil
    } catch {
      return error as? VaultError
    }
  }

  /// Replaces the header, with the right hash beside it.
  private func rewriteHeader(_ change: (inout VaultHeader) -> Void) throws {
    let database = try RawDatabase(path: path)
    var header = try VaultHeader(try database.run("SELECT bytes FROM header")[0][0].bytes)
    change(&header)
    let hash = try Digest.hash(header.bytes, with: .sha256)
    try database.run("UPDATE header SET bytes=\(sql(header.bytes)),sha256=\(sql(hash))")
  }

  @Test func createsPrivateWholeFilesAndNothingElse() throws {
    try create()
    #expect(folder.names == ["a.cxfvault"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func neverReplacesAFile() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: VaultError.cannotCreate("a file is there already")) { try create() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    #expect(folder.names == ["a.cxfvault"])
  }

  @Test func createsNothingWithoutSlotsOrWithUnusableOnes() throws {
    #expect(throws: VaultError.self) { try create([]) }
    #expect(throws: VaultError.self) {
      try create([.passphrase(.passphrase(SecretBytes(copying: [0xFF])), .minimum)])
    }
    let weak = KeyDerivation(memoryKiB: 1024, iterations: 1, parallelism: 1)
    #expect(throws: VaultError.self) { try create([.passphrase(passphrase("x"), weak)]) }
    #expect(folder.names.isEmpty)
  }

  @Test func wrongKeysAreToldFromDamage() async throws {
    try create()
    #expect(await errorOfOpening(passphrase("right")) == nil)
    #expect(await errorOfOpening(.identities([identity])) == nil)
    #expect(await errorOfOpening(passphrase("wrong")) == .wrongKey)
    #expect(await errorOfOpening(passphrase("")) == .wrongKey)
    #expect(await errorOfOpening(.passphrase(SecretBytes(copying: [0xFF]))) == .wrongKey)
    #expect(await errorOfOpening(.identities([])) == .wrongKey)
    #expect(await errorOfOpening(.identities([try X25519PrivateKey.generate()])) == .wrongKey)
    #expect(await errorOfOpening(.identities([try X25519PrivateKey.generate(), identity])) == nil)
  }

  @Test func aSlotThatFitsAndDoesNotUnwrapIsDamage() async throws {
    try create()
    try rewriteHeader { $0.slots[0].wrapped[30] ^= 1 }
    #expect(await errorOfOpening(.identities([identity])) == .damaged("a slot was changed"))
    #expect(
      await errorOfOpening(passphrase("right"))
        == .damaged("the header is not the one that belongs to the rows"))
  }

  @Test func aChangedCommitmentLooksLikeAWrongKey() async throws {
    try create()
    try rewriteHeader { $0.slots[0].commitment[0] ^= 1 }
    #expect(await errorOfOpening(.identities([identity])) == .wrongKey)
  }

  @Test func aKeyThatIsNotTheVaultsIsDamage() async throws {
    try create()
    try rewriteHeader { $0.keyCommitment[0] ^= 1 }
    #expect(await errorOfOpening(.identities([identity])) == .damaged("a slot leads to another key"))
  }

  @Test func aHeaderThatDoesNotFitItsHashIsDamage() async throws {
    try create()
    try RawDatabase(path: path).run("UPDATE header SET sha256=zeroblob(32)")
    #expect(await errorOfOpening(passphrase("right")) == .damaged("the header was changed"))
  }

  @Test func dearKeyDerivationIsRefusedUnlessAllowed() async throws {
    try create()
    try rewriteHeader { $0.slots[1].parameters[7] = 17 }
    guard case .keyDerivationLimit = await errorOfOpening(passphrase("right")) else {
      Issue.record("17 passes")
      return
    }
    let limit = KeyDerivationLimit(memoryKiB: 1 << 20, iterations: 17, parallelism: 16)
    #expect(await errorOfOpening(passphrase("right"), limit: limit) == .wrongKey)
    // The other slot does not mind.
    #expect(
      await errorOfOpening(.identities([identity]))
        == .damaged("the header is not the one that belongs to the rows"))
  }

  @Test(arguments: [
    ([0, 0, 0, 1], 0), ([0, 0, 0, 1], 4), ([0xFF, 0, 0, 0], 0), ([0, 0, 0, 0], 8), ([0, 0, 0, 17], 8),
  ])
  func keyDerivationOutOfBoundsIsRefused(_ bytes: [UInt8], _ offset: Int) async throws {
    try create()
    try rewriteHeader { $0.slots[1].parameters.replaceSubrange(offset..<(offset + 4), with: bytes) }
    guard case .keyDerivationLimit = await errorOfOpening(passphrase("right")) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func unknownSlotsAreKeptByteForByte() async throws {
    try create()
    let unknown = VaultSlot(
      kind: VaultSlot.Kind(rawValue: 200), id: [UInt8](repeating: 9, count: 16), parameters: [1, 2, 3],
      commitment: [UInt8](repeating: 8, count: 32), wrapped: [])
    let header = VaultHeader(
      vaultID: [UInt8](repeating: 1, count: 16), keyCommitment: [UInt8](repeating: 2, count: 32),
      slots: [unknown])
    #expect(try VaultHeader(header.bytes) == header)
  }

  @Test func headersOutOfBoundsAreRefused() throws {
    let slot = VaultSlot(
      kind: .passphrase, id: [UInt8](repeating: 9, count: 16), parameters: [],
      commitment: [UInt8](repeating: 8, count: 32),
      wrapped: [])
    let header = VaultHeader(
      vaultID: [UInt8](repeating: 1, count: 16), keyCommitment: [UInt8](repeating: 2, count: 32),
      slots: [slot])
    let bytes = header.bytes
    for count in 0..<bytes.count {
      #expect(throws: VaultError.self) { try VaultHeader(Array(bytes.prefix(count))) }
    }
    #expect(throws: VaultError.self) { try VaultHeader(bytes + [0]) }
    var twice = header
    twice.slots.append(slot)
    #expect(throws: VaultError.self) { try VaultHeader(twice.bytes) }
    var many = header
    many.slots = (0..<17).map { number in
      var slot = slot
      slot.id[0] = UInt8(number)
      return slot
    }
    #expect(throws: VaultError.self) { try VaultHeader(many.bytes) }
  }

  @Test func otherVersionsAreNamed() async throws {
    try create()
    try RawDatabase(path: path).run("PRAGMA user_version=2")
    #expect(await errorOfOpening(passphrase("right")) == .unknownVersion(2))
  }

  @Test func otherDatabasesAreNoVaults() async throws {
    try create()
    try RawDatabase(path: path).run("PRAGMA application_id=1")
    #expect(await errorOfOpening(passphrase("right")) == .damaged("the file is no vault"))
    try Data("no database at all".utf8).write(to: URL(fileURLWithPath: path))
    #expect(await errorOfOpening(passphrase("right")) == .damaged("the file is no vault"))
  }

  @Test func databasesInWALModeAreRefused() async throws {
    try create()
    try RawDatabase(path: path).run("PRAGMA journal_mode=WAL")
    guard case .damaged = await errorOfOpening(passphrase("right")) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func missingFilesAreStorageErrors() async throws {
    guard case .storage = await errorOfOpening(passphrase("right")) else {
      Issue.record("a missing file")
      return
    }
    #expect(folder.names.isEmpty)
  }

  @Test func bytesAreReadButNotChanged() async throws {
    let sample = try await SampleVault.make(in: folder)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: sample.path)))
    let store = try await VaultFile.open(bytes: bytes, key: sample.key)
    #expect(try await VaultContents.of(store) == VaultContents.of(try await sample.open()))
    #expect(try await store.check().isSound)
    await #expect(throws: VaultError.self) {
      try await store.write { try await $0.remove([Identifier([1])]) }
    }
    await #expect(throws: VaultError.self) { try await store.compact() }
  }

  @Test func nothingIsReadableInTheFile() async throws {
    let sample = try await SampleVault.make(in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sample.path))
    for secret in ["e\u{301}", "second", "secret", "attachment", "file.csv", "a.example"] {
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
    }
  }
}
