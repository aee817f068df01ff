import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// zlib's `uncompress`, which comes with every system that Foundation runs on.
private enum Zlib {
  private typealias Uncompress =
    @convention(c) (
      UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt
    ) -> Int32

  private static let uncompress: Uncompress? = {
    guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "uncompress") else {
      return nil
    }
    return unsafeBitCast(symbol, to: Uncompress.self)
  }()

  static var isPresent: Bool { uncompress != nil }

  static func decompress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let uncompress else { return nil }
    var result = [UInt8](repeating: 0, count: 1 << 25)
    var count = UInt(result.count)
    guard uncompress(&result, &count, bytes, UInt(bytes.count)) == 0 else { return nil }
    return Array(result[..<Int(count)])
  }
}

/// One file of C2SP/CCTV, age/: lines of "key: value", an empty line, and a file of age.
private struct AgeVector: Sendable {
  static let areThere = SharedFiles.has("vectors/age/x25519") && Zlib.isPresent

  var values: [String: [String]] = [:]
  let file: [UInt8]

  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      guard !line.isEmpty else { break }
      guard let colon = line.range(of: ": ") else { return nil }
      values[String(line[..<colon.lowerBound]), default: []].append(String(line[colon.upperBound...]))
    }
    guard values["compressed"] == ["zlib"] else {
      file = Array(rest)
      return
    }
    guard let file = Zlib.decompress(Array(rest)) else { return nil }
    self.file = file
  }

  var expectation: String { values["expect"]?.first ?? "" }
  var isArmored: Bool { values["armored"] != nil }
  var identities: [String] { values["identity"] ?? [] }
  var passphrases: [String] { values["passphrase"] ?? [] }
  /// SHA-256 of the plaintext that may leave before an error shows.
  var payload: String? { values["payload"]?.first }
  var needsPostQuantum: Bool { identities.contains { $0.hasPrefix("AGE-SECRET-KEY-PQ-") } }

  /// What opens the file. Where there are several passphrases, all are wrong in the same way.
  func lock() throws -> AgeLock {
    if let passphrase = passphrases.first, identities.isEmpty { return .passphrase(passphrase) }
    return .keys(try identities.flatMap { try AgeIdentity.parse(Array($0.utf8)) })
  }
}

extension AgeError {
  /// The word for it in the vectors.
  fileprivate var expectation: String {
    switch self {
    case .headerFailure, .workFactorTooHigh: "header failure"
    case .noMatch, .wrongPassphrase: "no match"
    case .hmacFailure: "HMAC failure"
    case .payloadFailure: "payload failure"
    case .armorFailure: "armor failure"
    default: "\(self)"
    }
  }
}

/// C2SP/CCTV, age/testdata at 1e3d2860d46e94e777e1b17c7a6f2436387e3ecc.
@Suite(.enabled(if: AgeVector.areThere, "no vectors of age, or no zlib"))
struct AgeVectorTests {
  private static let names = SharedFiles.names(in: "vectors/age") { $0 != "SOURCES.md" }

  private static let all = Result {
    try names.map { (name: $0, vector: try #require(AgeVector(try SharedFiles.bytes("vectors/age/\($0)")))) }
  }

  private static func vectors() throws -> [(name: String, vector: AgeVector)] { try all.get() }

  private static func digest(_ bytes: [UInt8]) throws -> String {
    try Digest.hash(bytes, with: .sha256).map { String(format: "%02x", $0) }.joined()
  }

  @Test func areAllThere() throws {
    let vectors = try Self.vectors().map(\.vector)
    #expect(vectors.count == 143)
    #expect(vectors.count { !$0.needsPostQuantum } == 124)
    let counts = Dictionary(grouping: vectors, by: \.expectation).mapValues(\.count)
    #expect(
      counts == [
        "success": 26, "no match": 13, "HMAC failure": 1, "header failure": 62, "payload failure": 19,
        "armor failure": 22,
      ])
  }

  /// Result, and hash of what left before the result was known; also where the file comes in small pieces.
  @Test(arguments: [Int.max, 1000, 17])
  func streamsGiveWhatIsExpected(pieceByteCount: Int) throws {
    var run = 0
    var unknown: [String] = []
    for (name, vector) in try Self.vectors() where !vector.needsPostQuantum {
      // The large ones are those with 257 chunks.
      if pieceByteCount < 1000, vector.file.count > 1 << 20 { continue }
      run += 1
      var plaintext: [UInt8]?
      var outcome = "success"
      do {
        let source: any ByteStream = PieceStream(vector.file, pieceByteCount: pieceByteCount)
        let stream = try AgeStream(source)
        let decryptor = try vector.lock().open(stream)
        let result = drain(decryptor)
        plaintext = result.bytes
        if let error = result.error { throw error }
      } catch let error as AgeError {
        outcome = error.expectation
      }
      // Text that does not begin as the text form is taken for the binary one, which it is not either.
      let isUnknown = vector.isArmored && !AgeArmor.isArmored(vector.file)
      if isUnknown { unknown.append(name) }
      #expect(outcome == (isUnknown ? "header failure" : vector.expectation), "\(name)")
      if let payload = vector.payload { #expect(try Self.digest(plaintext ?? []) == payload, "\(name)") }
    }
    #expect(run == (pieceByteCount < 1000 ? 121 : 124))
    #expect(
      unknown == [
        "armor_garbage_leading", "armor_lowercase",
        "armor_whitespace_begin",
        "armor_wrong_type",
      ])
  }

  @Test func decodingOfTextFindsEveryFault() throws {
    var armored = 0
    for (name, vector) in try Self.vectors() where vector.isArmored {
      armored += 1
      let error = thrown(AgeError.self) { try unarmored(vector.file) }
      #expect((error?.expectation == "armor failure") == (vector.expectation == "armor failure"), "\(name)")
      for pieceByteCount in [1, 2, 63, 64, 65, 66] {
        let other = thrown(AgeError.self) { try unarmored(vector.file, pieceByteCount: pieceByteCount) }
        #expect(other == error, "\(name)")
        if error == nil {
          #expect(
            try unarmored(vector.file, pieceByteCount: pieceByteCount) == unarmored(vector.file), "\(name)")
        }
      }
    }
    #expect(armored == 33)
  }

  @Test func randomAccessGivesTheSameOrFails() throws {
    var run = 0
    for (name, vector) in try Self.vectors() where !vector.needsPostQuantum {
      // An error of the text form shows before there is a file to read from.
      guard !vector.isArmored || vector.expectation != "armor failure" else { continue }
      run += 1
      let lock = try vector.lock()
      let file = vector.isArmored ? try unarmored(vector.file) : vector.file
      var outcome = "success"
      do {
        let content = try lock.openFile(file)
        #expect(try Self.digest(content) == vector.payload, "\(name)")
      } catch let error as AgeError {
        outcome = error.expectation
      }
      #expect(outcome == vector.expectation, "\(name)")
    }
    #expect(run == 102)
  }

  @Test(.disabled("19 of the 143 need ML-KEM, which the library has not"))
  func postQuantumIdentities() {}

  @Test func postQuantumIdentitiesAreNamed() throws {
    var seen = 0
    for (name, vector) in try Self.vectors() where vector.needsPostQuantum {
      seen += 1
      let error = thrown(AgeKeyError.self) { try vector.lock() }
      #expect(error?.reason == .postQuantum, "\(name)")
    }
    #expect(seen == 19)
  }

  @Test func headsTellWhatIsNeeded() throws {
    for (name, vector) in try Self.vectors() where vector.expectation == "success" {
      let stream = try AgeStream(PieceStream(vector.file))
      #expect(stream.needs == (vector.passphrases.isEmpty ? .identities : .passphrase), "\(name)")
      #expect(AgeFile.looksLike(vector.file.prefix(1100)), "\(name)")
      if name == "hybrid" { #expect(stream.header.stanzaTypes == ["mlkem768x25519"]) }
    }
  }
}
