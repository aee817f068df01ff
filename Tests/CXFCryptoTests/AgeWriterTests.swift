import CXFCrypto
import CredentialExchangeFormat
import Foundation
import Testing

/// A file that `Vectors/age/age.py` wrote: every byte follows from keys and randomness.
struct AgeWriterVector: Decodable, Sendable {
  let name: String
  /// How many bytes 5A are sealed.
  let size: Int
  let identities: [String]
  let passphrase: String?
  let logN: Int?
  let isArmored: Bool
  /// What the writer took, in order: file key, an ephemeral key for each recipient or the salt, nonce.
  let random: String
  let sha256: String
  /// The file in base64, where it is small.
  let file: String?

  struct Document: Decodable {
    let vectors: [AgeWriterVector]
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Vectors/age")

  static func all() throws -> [AgeWriterVector] {
    let data = try Data(contentsOf: folder.appendingPathComponent("age.json"))
    return try JSONDecoder().decode(Document.self, from: data).vectors
  }

  var content: [UInt8] { [UInt8](repeating: 0x5A, count: size) }

  func lock() throws -> AgeLock {
    if let passphrase { return .passphrase(passphrase) }
    return .keys(try identities.map { try X25519PrivateKey(SecretBytes(copying: hex($0))) })
  }

  func write() throws -> [UInt8] {
    let random = KnownRandomness(hex(random))
    let encryptor = try lock().encryptor(logN: logN ?? 1, random: random.source)
    #expect(random.restCount == 0)
    let file = try encryptor.begin() + encryptor.append(content) + encryptor.finish()
    return isArmored ? armored(file) : file
  }
}

struct AgeWriterTests {
  @Test func writesTheSameFilesAsAnotherWriter() throws {
    let vectors = try AgeWriterVector.all()
    #expect(vectors.count == 12)
    for vector in vectors {
      let file = try vector.write()
      let hash = try Digest.hash(file, with: .sha256)
      #expect(hash == hex(vector.sha256), "\(vector.name)")
      if let text = vector.file { #expect(file == base64(text), "\(vector.name)") }
    }
    #expect(vectors.count { $0.file != nil } == 6)
  }

  @Test func readsTheFilesOfAnotherWriter() throws {
    for vector in try AgeWriterVector.all() {
      // Where the file itself is too long to be kept, ours has the same hash.
      let file = try vector.file.map(base64) ?? vector.write()
      let lock = try vector.lock()
      #expect(try lock.openStream(file) == vector.content, "\(vector.name)")
      #expect(
        try lock.openFile(vector.isArmored ? unarmored(file) : file) == vector.content, "\(vector.name)")
    }
  }

  /// What runs `$CXF_VAULT_PYTHON`, a name or a path, or else the Python in the path, on the script.
  private static let env = Tool("env")

  static func runScript(_ command: String) throws -> [UInt8] {
    let python = ProcessInfo.processInfo.environment["CXF_VAULT_PYTHON"] ?? "python3"
    let script = AgeWriterVector.folder.appendingPathComponent("age.py").path
    return try #require(env).run([python, script, command])
  }

  static let isScriptUsable = env != nil && (try? runScript("check")) != nil
}

@Suite(.enabled(if: AgeWriterTests.isScriptUsable, "Python lacks cryptography"))
struct AgeScriptTests {
  @Test func makesTheCommittedVectors() throws {
    let committed = try Data(contentsOf: AgeWriterVector.folder.appendingPathComponent("age.json"))
    let made = try AgeWriterTests.runScript("make")
    #expect(made == Array(committed))
  }
}
