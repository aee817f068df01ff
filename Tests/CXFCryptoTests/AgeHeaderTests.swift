import CXFCrypto
import CredentialExchangeFormat
import Testing

struct AgeHeaderTests {
  private static let share = String(repeating: "A", count: 42) + "E"
  private static let mac = "--- " + String(repeating: "A", count: 43)
  private static let body = String(repeating: "A", count: 43)
  private static let salt = String(repeating: "A", count: 22)

  private static func error(_ lines: [String], limits: AgeLimits = AgeLimits()) -> AgeError? {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let fromFile = thrown(AgeError.self) { try AgeFile(MemoryBytes(bytes), limits: limits).needs }
    let fromStream = thrown(AgeError.self) {
      try AgeStream(PieceStream(bytes, pieceByteCount: 3), limits: limits).needs
    }
    #expect(fromFile == fromStream)
    return fromFile
  }

  private static func error(stanza: [String]) -> AgeError? {
    error(["age-encryption.org/v1"] + stanza + [mac, ""])
  }

  @Test func namesWhatIsWrong() {
    let good = ["-> X25519 \(Self.share)", Self.body]
    #expect(Self.error(stanza: good) == nil)
    #expect(Self.error(stanza: ["-> \u{21}~ a", "", "-> b", "AA"] + good) == nil)
    let cases: [([String], AgeHeaderFault)] = [
      ([], .noStanzas),
      (["->"], .malformedStanza), (["-> "], .malformedStanza), (["->X25519 \(Self.share)"], .malformedStanza),
      (["->  X25519 \(Self.share)", Self.body], .malformedStanza),
      (["-> X25519 \(Self.share) ", Self.body], .malformedStanza),
      (["-> X25519\t\(Self.share)", Self.body], .malformedStanza),
      (["-> é", Self.body], .malformedStanza), (["X25519 \(Self.share)", Self.body], .malformedStanza),
      (good.map { $0 + "\r" }, .carriageReturn),
      (["-> X25519 \(Self.share)", Self.body + "="], .malformedBody),
      (["-> a", String(repeating: "A", count: 65), ""], .malformedBody),
      (["-> a", String(repeating: "A", count: 64)], .malformedBody),
      (["-> a", "A"], .malformedBody), (["-> a", "AB"], .malformedBody), (["-> a", "A A"], .malformedBody),
      (["-> a", ""] + good.reversed(), .malformedStanza),
      (["-> X25519", Self.body], .malformedX25519),
      (["-> X25519 \(Self.share) a", Self.body], .malformedX25519),
      (["-> X25519 \(Self.share)=", Self.body], .malformedX25519),
      (["-> X25519 \(Self.share.dropLast())", Self.body], .malformedX25519),
      (["-> X25519 \(Self.share)", ""], .malformedX25519),
      (["-> X25519 \(Self.share)", Self.body + "A"], .malformedX25519),
      (["-> scrypt \(Self.salt) 1", Self.body] + good, .scryptNotAlone),
      (good + ["-> scrypt \(Self.salt) 1", Self.body], .scryptNotAlone),
      (["-> grease", "", "-> scrypt \(Self.salt) 1", Self.body], .scryptNotAlone),
      (["-> scrypt \(Self.salt)", Self.body], .malformedScrypt),
      (["-> scrypt \(Self.salt) 01", Self.body], .malformedScrypt),
      (["-> scrypt \(Self.salt) 0", Self.body], .malformedScrypt),
      (["-> scrypt \(Self.salt) +1", Self.body], .malformedScrypt),
      (["-> scrypt \(Self.salt) 1 1", Self.body], .malformedScrypt),
      (["-> scrypt \(Self.salt)AA 1", Self.body], .malformedScrypt),
    ]
    for (stanza, fault) in cases { #expect(Self.error(stanza: stanza) == .headerFailure(fault), "\(stanza)") }
  }

  @Test func namesWhatIsWrongAroundTheStanzas() {
    let stanza = ["-> a", ""]
    let cases: [([String], AgeHeaderFault)] = [
      ([""], .notAge), (["age-encryption.or"], .notAge), (["age-encryption.org"], .notAge),
      (["PK\u{3}\u{4}"], .notAge), ([" age-encryption.org/v1", ""], .notAge),
      (["age-encryption.org/v1"], .truncated), (["age-encryption.org/v1", ""], .truncated),
      (["age-encryption.org/v2", ""], .unknownVersion), (["age-encryption.org/v1 ", ""], .unknownVersion),
      (["age-encryption.org/v1\r", ""], .carriageReturn),
      (["age-encryption.org/v1"] + stanza, .truncated),
      (["age-encryption.org/v1"] + stanza + [Self.mac], .truncated),
      (["age-encryption.org/v1"] + stanza + ["---", ""], .malformedMAC),
      (["age-encryption.org/v1"] + stanza + [Self.mac + "A", ""], .malformedMAC),
      (["age-encryption.org/v1"] + stanza + ["-" + Self.mac, ""], .malformedMAC),
    ]
    for (lines, fault) in cases { #expect(Self.error(lines) == .headerFailure(fault), "\(lines)") }
  }

  @Test func costsAboveTheLimitAreRefusedBeforeAnybodyIsAsked() {
    for (text, logN) in [("22", nil), ("23", 23), ("99999999999999999999", Int.max)] as [(String, Int?)] {
      let error = Self.error(stanza: ["-> scrypt \(Self.salt) \(text)", Self.body])
      #expect(error == logN.map { .workFactorTooHigh(logN: $0, limit: 22) })
    }
    var limits = AgeLimits()
    limits.maximumLogN = 30
    let lines = ["age-encryption.org/v1", "-> scrypt \(Self.salt) 30", Self.body, Self.mac, ""]
    #expect(Self.error(lines, limits: limits) == nil)
  }

  @Test func headsHaveALimit() {
    let line = String(repeating: "A", count: 64)
    let long = ["age-encryption.org/v1", "-> a"] + [String](repeating: line, count: 20_000)
    #expect(Self.error(long + ["", Self.mac, ""]) == .headerFailure(.tooLong))
    let stanza = ["-> a", ""]
    for (count, fault) in [(1000, nil), (1001, AgeHeaderFault.tooManyStanzas)] as [(Int, AgeHeaderFault?)] {
      let lines =
        ["age-encryption.org/v1"] + [[String]](repeating: stanza, count: count).joined() + [Self.mac, ""]
      #expect(Self.error(lines) == fault.map { .headerFailure($0) })
    }
    // To the byte.
    let lines = ["age-encryption.org/v1"] + stanza + [Self.mac, ""]
    let size = lines.joined(separator: "\n").utf8.count
    #expect(Self.error(lines, limits: AgeLimits(headerByteCount: size)) == nil)
    #expect(Self.error(lines, limits: AgeLimits(headerByteCount: size - 1)) == .headerFailure(.tooLong))
  }

  /// Whatever is not age is known by its beginning, however large it is.
  @Test func otherFilesAreNotReadThrough() {
    let stream = PieceStream([UInt8](repeating: 0x41, count: 1 << 22), pieceByteCount: 4096)
    #expect(thrown(AgeError.self) { try AgeStream(stream).needs } == .headerFailure(.notAge))
    #expect(stream.callCount == 1)
    let blank = PieceStream([UInt8](repeating: 0x20, count: 1 << 22), pieceByteCount: 4096)
    #expect(thrown(AgeError.self) { try AgeStream(blank).needs } == .headerFailure(.notAge))
    #expect(blank.callCount == 1)
  }

  /// A share that leads to a secret which everybody knows, and a damaged head under the right key.
  @Test func theHeadIsCheckedBeforeTheContent() throws {
    let key = try X25519PrivateKey(SecretBytes(copying: sampleContent(32).map { $0 + 1 }))
    let lock = AgeLock.keys([key])
    let file = try lock.seal([1])
    let text = String(decoding: file[..<150], as: UTF8.self)
    #expect(text.hasPrefix("age-encryption.org/v1\n-> X25519 "))
    let shareStart = 22 + 10
    let unusable =
      file[..<shareStart] + Array(String(repeating: "A", count: 43).utf8) + file[(shareStart + 43)...]
    #expect(
      thrown(AgeError.self) { try lock.openFile(Array(unusable)) } == .headerFailure(.unusableShare))
    // A stanza that nobody knows, put in by somebody without the key.
    let added = file[..<22] + Array("-> a\n\n".utf8) + file[22...]
    #expect(thrown(AgeError.self) { try lock.openFile(Array(added)) } == .hmacFailure)
    #expect(thrown(AgeError.self) { try lock.openStream(Array(added)) } == .hmacFailure)
  }

  @Test func everyErrorHasWordsAndACode() {
    let errors: [AgeError] =
      [
        .noRecipients, .tooManyRecipients(limit: 1), .unusableRecipient, .emptyPassphrase, .workFactorTooLow,
        .workFactorTooHigh(logN: 23, limit: 22), .noMatch, .wrongPassphrase, .hmacFailure, .outOfOrder,
        .scrypt(.costOutOfRange), .payloadFailure(.truncated), .payloadFailure(.emptyLastChunk),
        .payloadFailure(.trailingBytes), .payloadFailure(.tooLong), .payloadFailure(.chunk(.max)),
        .crypto(CryptoError(operation: "f", reasons: [])),
      ] + AgeHeaderFault.allCases.map { .headerFailure($0) }
      + AgeArmorFault.allCases.map { .armorFailure($0, line: 4) }
    #expect(Set(errors.map(\.message)).count == errors.count)
    #expect(errors.allSatisfy { !$0.message.isEmpty && $0.message.last != "." })
    #expect(errors.allSatisfy { $0.code.allSatisfy { $0.isLowercase || $0 == "-" } })
    #expect(AgeError.armorFailure(.emptyLine, line: 4).message.contains("line 4"))
    // One code for each kind, besides the faults.
    #expect(Set(errors.map(\.code)).count == 15)
  }
}
