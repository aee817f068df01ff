import CXFCrypto
import CredentialExchangeFormat
import Synchronization
import Testing

/// Bytes that come in pieces of any length.
private struct PiecewiseBytes: ByteContent {
  let bytes: [UInt8]
  let pieceCounts: [Int]
  var knownCount: UInt64? { nil }

  func open() -> any ByteStream { Stream(bytes, pieceCounts) }

  private final class Stream: ByteStream {
    private var rest: ArraySlice<UInt8>
    private let pieceCounts: [Int]
    private var turn = 0

    init(_ bytes: [UInt8], _ pieceCounts: [Int]) {
      rest = bytes[...]
      self.pieceCounts = pieceCounts
    }

    func next(upTo count: Int) -> [UInt8] {
      let piece = rest.prefix(min(count, pieceCounts[turn % pieceCounts.count]))
      turn += 1
      rest = rest.dropFirst(piece.count)
      return Array(piece)
    }
  }
}

/// Bytes that become others after they were read once.
private final class ChangingBytes: ByteContent {
  private let versions: [[UInt8]]
  private let turn = Mutex(0)
  var knownCount: UInt64? { nil }

  init(_ versions: [[UInt8]]) { self.versions = versions }

  func open() -> any ByteStream {
    let now = turn.withLock { turn in
      defer { turn += 1 }
      return min(turn, versions.count - 1)
    }
    return MemoryBytes(versions[now]).open()
  }
}

struct JWETests {
  private static let header = Array(#"{"alg":"dir","enc":"A256GCM","kid":"one"}"#.utf8)
  private static let keyBytes = (0..<32).map { UInt8($0) }

  private var key: SecretBytes { SecretBytes(copying: Self.keyBytes) }

  private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }
  }

  private func seal(_ plaintext: [UInt8]) throws -> [UInt8] {
    try JWE.seal(plaintext, protectedHeader: Self.header, key: key)
  }

  private func open(_ text: [UInt8], limit: UInt64 = 1 << 24) throws -> [UInt8] {
    try JWE.open(text, protectedHeader: Self.header, key: key, limit: limit)
  }

  private func refusal(_ text: [UInt8]) -> JWEError? { thrown(JWEError.self) { try open(text) } }

  private func refusal(_ parts: [String]) -> JWEError? { refusal(Array(parts.joined(separator: ".").utf8)) }

  private func parts(_ text: [UInt8]) -> [String] {
    text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// RFC 7520, section 5.6: "dir" and "A128GCM".
  @Test func opensThePublishedExample() throws {
    let key = SecretBytes(copying: try #require(Base64URL.decode("XctOhJAkA-pD9Lh7ZgW_2A")))
    let header = Array(#"{"alg":"dir","kid":"77c7e2b8-6e13-45cf-8672-617b5b45243a","enc":"A128GCM"}"#.utf8)
    let text = """
      eyJhbGciOiJkaXIiLCJraWQiOiI3N2M3ZTJiOC02ZTEzLTQ1Y2YtODY3Mi02MTdiNWI0NTI0M2EiLCJlbmMiOiJBMTI4R0NN\
      In0..refa467QzzKx6QAB.JW_i_f52hww_ELQPGaYyeAB6HYGcR559l9TYnSovc23XJoBcW29rHP8yZOZG7YhLpT1bjFuvZP\
      jQS-m0IFtVcXkZXdH_lr_FrdYt9HRUYkshtrMmIUAyGmUnd9zMDB2n0cRDIHAzFVeJUDxkUwVAE7_YGRPdcqMyiBoCO-FBdE\
      -Nceb4h3-FtBP-c_BIwCPTjb9o0SbdcdREEMJMyZBH8ySWMVi1gPD9yxi-aQpGbSv_F9N4IZAxscj5g-NJsUPbjk29-s7LJA\
      Gb15wEBtXphVCgyy53CoIKLHHeJHXex45Uz9aKZSRSInZI-wjsY0yu3cT4_aQ3i1o-tiE-F8Ios61EKgyIQ4CWao8PFMj8TT\
      np.vbb32Xvllea2OtmHAdccRQ
      """
    let expected = """
      You can trust us to stick with you through thick and thin–to the bitter end. And you can t\
      rust us to keep any secret of yours–closer than you keep it yourself. But you cannot trust\
       us to let you face trouble alone, and go off without a word. We are your friends, Frodo.
      """
    let opened = try JWE.open(Array(text.utf8), protectedHeader: header, key: key, limit: 1 << 20)
    #expect(opened == Array(expected.utf8))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 100, 49_151, 49_152, 49_153, 200_000])
  func aTextOpensToWhatWasSealed(count: Int) throws {
    let plaintext = pattern(count)
    let text = try seal(plaintext)
    #expect(try open(text) == plaintext)
    let parts = parts(text)
    #expect(parts.count == 5)
    #expect(parts[0] == Base64URL.encode(Self.header))
    #expect(parts[1].isEmpty && parts[2].utf8.count == 16 && parts[4].utf8.count == 22)
    #expect(parts[3].utf8.count == (count * 8 + 5) / 6)
  }

  @Test(arguments: [[1], [2], [3], [5, 0, 7], [1, 2, 3, 4], [48 << 10, 1], [65_536, 100]])
  func piecesMakeTheSameTextAsTheWhole(pieceCounts: [Int]) throws {
    let plaintext = pattern(pieceCounts.max() ?? 0 > 1000 ? 300_000 : 500)
    let writer = try JWEWriter(protectedHeader: Self.header, key: key)
    var text = try writer.begin()
    var rest = plaintext[...]
    var turn = 0
    while !rest.isEmpty {
      let piece = rest.prefix(pieceCounts[turn % pieceCounts.count])
      turn += 1
      rest = rest.dropFirst(piece.count)
      let added = try writer.append(Array(piece))
      #expect(added.count.isMultiple(of: 4))
      text += added
    }
    text += try writer.finish()
    #expect(try open(text) == plaintext)
  }

  @Test func aWriterKeepsToItsOrder() throws {
    let writer = try JWEWriter(protectedHeader: Self.header, key: key)
    #expect(thrown(JWEError.self) { try writer.append([1]) } == .outOfOrder)
    #expect(thrown(JWEError.self) { try writer.finish() } == .outOfOrder)
    _ = try writer.begin()
    #expect(thrown(JWEError.self) { try writer.begin() } == .outOfOrder)
    _ = try writer.finish()
    #expect(thrown(JWEError.self) { try writer.finish() } == .outOfOrder)
    #expect(thrown(JWEError.self) { try writer.append([1]) } == .outOfOrder)
  }

  @Test func drawsAVectorForEachText() throws {
    let texts = try (0..<20).map { _ in parts(try seal([]))[2] }
    #expect(Set(texts).count == 20)
  }

  @Test(arguments: [0, 15, 17, 24, 31, 33])
  func refusesKeysOfOtherLengths(count: Int) {
    let key = SecretBytes(copying: [UInt8](repeating: 1, count: count))
    #expect(
      thrown(JWEError.self) { try JWE.seal([], protectedHeader: Self.header, key: key) } == .wrongLength)
    #expect(
      thrown(JWEError.self) { try JWE.open([], protectedHeader: Self.header, key: key, limit: 1) }
        == .wrongLength)
  }

  @Test func everyChangedBitIsNoticed() throws {
    for count in [0, 1, 2, 3, 20] {
      let text = try seal(pattern(count))
      for index in text.indices {
        for bit in 0..<8 {
          var changed = text
          changed[index] ^= 1 << UInt8(bit)
          #expect(refusal(changed) != nil, "byte \(index), bit \(bit)")
        }
      }
    }
  }

  @Test func everyCutAndEveryAdditionIsNoticed() throws {
    let text = try seal(pattern(20))
    for count in text.indices { #expect(refusal(Array(text.prefix(count))) != nil, "\(count)") }
    for byte in UInt8.min...UInt8.max { #expect(refusal(text + [byte]) != nil, "\(byte)") }
    for index in text.indices {
      var changed = text
      changed.remove(at: index)
      #expect(refusal(changed) != nil, "\(index)")
    }
  }

  @Test func saysWhatIsWrong() throws {
    // Whole groups of three bytes, so that a cut between groups leaves no stray bits.
    let parts = parts(try seal(pattern(21)))
    func with(_ index: Int, _ text: String) -> JWEError? {
      var changed = parts
      changed[index] = text
      return refusal(changed)
    }
    #expect(refusal(parts) == nil)
    #expect(refusal([""]) == .notCompact)
    #expect(refusal(Array(parts.prefix(1))) == .notCompact)
    #expect(refusal(Array(parts.prefix(4))) == .notCompact)
    #expect(refusal(parts + [""]) == .notCompact)
    #expect(with(1, "AA") == .wrongLength)
    #expect(with(2, "") == .wrongLength)
    #expect(with(2, String(parts[2].dropLast(4))) == .wrongLength)
    #expect(with(2, parts[2] + "AAAA") == .wrongLength)
    #expect(with(2, String(parts[2].dropLast()) + "=") == .nonCanonicalBase64)
    #expect(with(3, String(parts[3].dropLast(4))) == .openFailed)
    #expect(with(3, parts[3] + "=") == .nonCanonicalBase64)
    #expect(with(3, "\n" + parts[3]) == .nonCanonicalBase64)
    #expect(with(3, "A" + parts[3]) == .nonCanonicalBase64)
    #expect(with(4, String(parts[4].dropLast(2))) == .wrongLength)
    #expect(with(4, parts[4] + "A") == .wrongLength)
    #expect(with(4, "A" + parts[4].dropFirst()) == (parts[4].first == "A" ? nil : .openFailed))
    #expect(
      thrown(JWEError.self) {
        try JWE.open(
          Array(parts.joined(separator: ".").utf8), protectedHeader: Self.header,
          key: SecretBytes(copying: [UInt8](repeating: 1, count: 32)), limit: 100)
      } == .openFailed)
  }

  /// Bits after the last byte of the ciphertext or the tag would make a second text of the same meaning.
  @Test func refusesStrayBits() throws {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for (count, part, strayBits) in [(19, 3, 16), (20, 3, 4), (20, 4, 16)] {
      var parts = parts(try seal(pattern(count)))
      let last = try #require(parts[part].last)
      let value = try #require(digits.firstIndex(of: last))
      for stray in 1..<strayBits {
        parts[part] = String(parts[part].dropLast()) + String(digits[value | stray])
        #expect(refusal(parts) == .nonCanonicalBase64)
      }
    }
  }

  @Test(arguments: [
    (#"{"alg":"dir","enc":"A256GCM","kid":"two"}"#, JWEError.otherKey),
    (#"{"alg":"dir","enc":"A256GCM","kid":""}"#, .otherKey),
    (#"{"alg":"dir","enc":"A256GCM","kid":"o\u006ee"}"#, .otherKey),
    (#"{"alg":"dir","enc":"A128GCM","kid":"one"}"#, .unexpectedHeader),
    (#"{"alg":"dir","enc":"A128GCM","kid":"two"}"#, .unexpectedHeader),
    (#"{"alg":"dir","enc":"A256GCM"}"#, .unexpectedHeader),
    (#"{"alg":"dir","enc":"A256GCM","kid":1}"#, .unexpectedHeader),
    (#"{"alg":"dir","enc":"A256GCM","kid":"two","zip":"DEF"}"#, .unexpectedHeader),
    (#"{"alg":"dir","enc":"A256GCM","kid":"two","kid":"one"}"#, .unexpectedHeader),
    (#"{"alg":"dir","kid":"two","enc":"A256GCM"}"#, .unexpectedHeader),
    (#"{ "alg":"dir","enc":"A256GCM","kid":"one"}"#, .unexpectedHeader),
    (#"{"alg":"dir","enc":"A256GCM","kid":"two"} "#, .unexpectedHeader),
    ("", .unexpectedHeader), ("two", .unexpectedHeader),
  ])
  func tellsAnotherKeyFromAnotherHeader(header: String, expected: JWEError) throws {
    let text = try JWE.seal([1], protectedHeader: Array(header.utf8), key: key)
    #expect(refusal(text) == expected)
  }

  @Test func aHeaderWithoutEndIsNotKept() {
    let endless = [UInt8](repeating: UInt8(ascii: "A"), count: 1 << 17)
    #expect(refusal(endless) == .unexpectedHeader)
  }

  @Test func theLimitHoldsToTheByte() throws {
    for count in [1, 2, 3, 100_000] {
      let text = try seal(pattern(count))
      #expect(try open(text, limit: UInt64(count)).count == count)
      #expect(thrown(JWEError.self) { try open(text, limit: UInt64(count) - 1) } == .tooLong)
    }
    #expect(try open(seal([]), limit: 0) == [])
  }

  @Test(arguments: [[1], [2, 3], [4], [7, 64], [65_536], [65_535, 1]], [0, 1, 2, 3, 50, 100, 140_001])
  func aDocumentIsReadInPieces(pieceCounts: [Int], count: Int) throws {
    guard count < 1000 || (pieceCounts.max() ?? 0) > 1000 else { return }
    let plaintext = pattern(count)
    let content = PiecewiseBytes(bytes: try seal(plaintext), pieceCounts: pieceCounts)
    let document = try JWEDocument.open(
      content, protectedHeader: Self.header, key: key, limit: UInt64(count))
    #expect(document.count == UInt64(count))
    #expect(document.knownCount == UInt64(count))
    #expect("\(document)" == "JWEDocument(\(count) bytes)")
    for wanted in [1 << 20, 1000, 7] where wanted > 7 || count < 1000 {
      let stream = try document.open()
      var read: [UInt8] = []
      while case let piece = try stream.next(upTo: wanted), !piece.isEmpty {
        #expect(piece.count <= wanted)
        read += piece
      }
      #expect(read == plaintext)
      #expect(try stream.next(upTo: wanted) == [])
    }
  }

  @Test func aDocumentIsRefusedBeforeAnythingIsHandedOut() throws {
    let text = try seal(pattern(1000))
    var changed = text
    changed[text.count / 2] =
      changed[text.count / 2] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    let error = thrown(JWEError.self) {
      try JWEDocument.open(MemoryBytes(changed), protectedHeader: Self.header, key: key, limit: 1000)
    }
    #expect(error == .openFailed)
    let long = thrown(JWEError.self) {
      try JWEDocument.open(MemoryBytes(text), protectedHeader: Self.header, key: key, limit: 999)
    }
    #expect(long == .tooLong)
  }

  /// The content promises to stay the same; what breaks that is noticed before the last piece.
  @Test func aTextThatChangesBetweenReadingsIsNoticed() throws {
    let text = try seal(pattern(200_000))
    var changed = text
    changed[text.count / 2] ^= 0x01
    var cut = parts(text)
    cut[3] = String(cut[3].dropLast(40_000))
    for later in [changed, Array(cut.joined(separator: ".").utf8), Array(text.dropLast()), []] {
      let document = try JWEDocument.open(
        ChangingBytes([text, later]), protectedHeader: Self.header, key: key, limit: 1 << 20)
      let stream = try document.open()
      var count = 0
      var failure: JWEError?
      do {
        while case let piece = try stream.next(upTo: 1 << 16), !piece.isEmpty { count += piece.count }
      } catch {
        failure = error as? JWEError
      }
      #expect(failure != nil)
      #expect(count < 200_000)
      #expect(try stream.next(upTo: 1) == [])
    }
  }

  @Test func everyMessageIsAPartOfASentence() {
    let errors: [JWEError] = [
      .otherKey, .unexpectedHeader, .notCompact, .nonCanonicalBase64, .wrongLength, .openFailed, .tooLong,
      .outOfOrder,
    ]
    #expect(Set(errors.map(\.code)).count == errors.count)
    for error in errors { #expect(!error.message.isEmpty && error.message.last != ".") }
  }
}
