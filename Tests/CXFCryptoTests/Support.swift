import CXFCrypto
import CXFTestSupport
import Foundation

/// The bytes that hexadecimal digits spell; anything else between them is skipped.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The bytes of base64, empty when it is none.
func base64(_ text: String) -> [UInt8] {
  Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) } ?? []
}

/// The error that `body` throws, if it is of this type.
func thrown<Failure: Error, Result>(_ type: Failure.Type, _ body: () throws -> Result) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Failure
  }
}

/// Returns a copy with one to three bytes changed, cut or added.
func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
  var result = bytes
  for _ in 0..<Int.random(in: 1...3, using: &generator) where !result.isEmpty {
    let index = Int.random(in: 0..<result.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: result.removeLast(result.count - index)
    case 1: result.insert(UInt8.random(in: 0...255, using: &generator), at: index)
    case 2: result.remove(at: index)
    case 3: result[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    default: result[index] = UInt8.random(in: 0...255, using: &generator)
    }
  }
  return result
}

/// A program of the system, used as an independent judge.
struct Tool {
  let path: String

  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let found = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  /// The program at a path, where there is one.
  init?(path: String) {
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    self.path = path
  }

  static let sshKeygen = Tool("ssh-keygen")
  static let openssl = Tool("openssl")
  static let ageKeygen = Tool("age-keygen")

  /// Runs the program and returns what it printed; throws when its status is not 0.
  @discardableResult
  func run(_ arguments: [String], input: [UInt8]? = nil) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    // From a file, because a pipe that nobody empties in time would block both sides.
    let inputFile = try input.map { try Self.temporaryFile($0) }
    process.standardInput = inputFile ?? FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, text: String(decoding: complaint, as: UTF8.self))
    }
    return Array(bytes)
  }

  /// A file that has no name any more and is read from its beginning.
  private static func temporaryFile(_ content: [UInt8]) throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try writePrivate(content, to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try FileHandle(forReadingFrom: url)
  }

  struct Failure: Error {
    let arguments: [String]
    let text: String
  }
}

/// A folder that exists while `body` runs.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Writes a file that only its owner may read, as ssh-keygen asks of keys.
func writePrivate(_ bytes: [UInt8], to url: URL) throws {
  try Data(bytes).write(to: url)
  try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
}

/// Keys from public documents and small ones made for tests.
enum SampleKey {
  /// RFC 8410, section 10.3, first example.
  static let ed25519 = base64("MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC")
  /// RFC 8410, section 10.3, second example: the same key with an attribute and its public key.
  static let ed25519Version2 = base64(
    """
    MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\
    oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\
    Z9w7lshQhqowtrbLDFw4rXAxZuE=
    """)
  /// RFC 8410, section 10.1.
  static let ed25519Public = hex("19BF44096984CDFE8541BAC167DC3B96C85086AA30B6B6CB0C5C38AD703166E1")
  /// RFC 6979, A.2.5.
  static let p256Private = hex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
  static let p256Point = hex(
    """
    04 60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6
    7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
    """)

  static func p256(_ privateKey: [UInt8] = p256Private, point: [UInt8]? = p256Point) -> PrivateKeyInfo {
    PrivateKeyInfo(.ec(.p256), .ec(ECPrivateKey(privateKey: privateKey, publicKey: point)))
  }

  /// n = 61 · 53, far too small for use, but every rule can be followed by hand.
  static func smallRSA(
    modulus: [UInt8] = [0x0C, 0xA1], privateExponent: [UInt8] = [0x01, 0x9D], exponent1: [UInt8] = [53],
    exponent2: [UInt8] = [49], coefficient: [UInt8] = [38]
  ) -> RSAPrivateKey {
    RSAPrivateKey(
      modulus: modulus, publicExponent: [17], privateExponent: privateExponent, prime1: [61], prime2: [53],
      exponent1: exponent1, exponent2: exponent2, coefficient: coefficient)
  }
}

/// A copy of a secret's bytes, to compare them.
func bytes(of secret: borrowing SecretBytes) -> [UInt8] {
  secret.withUnsafeBytes { Array($0) }
}
