import CXFCrypto
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// A database in a folder of its own, and its key.
struct DatabaseFixture {
  let folder: TemporaryFolder
  let path: String
  let key: KDBXKey

  /// Little work, since nothing is protected here.
  static let derivation = KDBXKeyDerivation.Method.aes(rounds: 10)
  static let now: UInt64 = 1_700_000_000

  /// Creates an empty database.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("contract.kdbx")
    key = try KDBXKey([.passphrase(SecretBytes(copying: Array("a passphrase".utf8)))])
    try KDBXVaultFile.create(
      path: path, name: "Contract", key: key, derivation: Self.derivation, limits: .standard, now: Self.now)
  }

  /// Takes a copy of a database, with the work of its key made small, since it is opened many times: unless it is asked for as
  /// it is.
  init(copyOf original: String, passphrase: String?, keyFile: [UInt8]? = nil, isExact: Bool = false) throws {
    folder = try TemporaryFolder()
    path = folder.path("copy.kdbx")
    var parts: [KDBXKeyPart] = []
    if let passphrase { parts.append(try .passphrase(SecretBytes(copying: Array(passphrase.utf8)))) }
    if let keyFile { parts.append(try .keyFile(keyFile)) }
    key = try KDBXKey(parts)
    let bytes = FileManager.default.contents(atPath: original).map { [UInt8]($0) } ?? []
    guard !isExact else {
      _ = try folder.write("copy.kdbx", bytes)
      return
    }
    var database = try KDBXDatabase.open(bytes, keys: [key])
    database.setDerivation(Self.derivation)
    _ = try folder.write(
      "copy.kdbx", try database.seal(as: database.header.isVersion4 ? .version4 : .version3))
  }

  func store(now: UInt64 = DatabaseFixture.now) throws -> KDBXVaultStore {
    try KDBXVaultStore.open(
      path: path, keys: [key],
      access: KDBXVaultAccess(program: "test", patience: .seconds(600), now: { now }))
  }

  /// What is in the file now.
  func database() throws -> KDBXDatabase { try KDBXDatabase.open(bytes, keys: [key]) }

  /// The file.
  var bytes: [UInt8] { FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? [] }
}
