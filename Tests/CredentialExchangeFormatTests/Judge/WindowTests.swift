import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// A document that is judged where it lies gets the verdict of one in memory, wherever the pieces end.
@Suite struct WindowTests {
  private static func expectSame(_ bytes: [UInt8], chunks: [Int], _ comment: Comment? = nil) throws {
    for strict in [false, true] {
      let judge = CXFJudge(options: .init(strict: strict))
      let whole = judge.judge(bytes)
      for chunk in chunks {
        let lying = try judge.judge(MemoryBytes(bytes), chunk: chunk)
        #expect(lying == whole, "pieces of \(chunk) bytes; \(comment ?? "")")
      }
    }
  }

  @Test func samples() throws {
    try Self.expectSame(Samples.bytes("Samples/example-cxf.json"), chunks: [1, 2, 3, 7, 64, 4096, 1 << 20])
  }

  @Test(arguments: [
    "", " ", "{", "[", "{}", "[]", "1", "\"a", "tru", "-", "1e", "{\"a\":1", "\u{FEFF}{}", "nul",
  ])
  func smallTexts(text: String) throws {
    try Self.expectSame(Array(text.utf8), chunks: [1, 2, 3])
  }

  @Test func utf16() throws {
    let units = Array(String(decoding: Samples.bytes("Samples/example-cxf.json"), as: UTF8.self).utf16)
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in units { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try Self.expectSame(bytes, chunks: [5])
  }

  @Test(arguments: 0..<4) func damagedTexts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = Samples.bytes("Samples/example-cxf.json")
    for _ in 0..<60 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(Array("{}[]\",:\\ 0n".utf8).randomElement(using: &random) ?? 0, at: place)
        case 2: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { break }
      }
      try Self.expectSame(bytes, chunks: [1, Int.random(in: 2...900, using: &random)], "seed \(seed)")
    }
  }

  /// Long enough that text is given back while there is more to say about it.
  @Test(arguments: [false, true], [false, true])
  func whatWasGivenBackIsStillKnown(isIndented: Bool, hasCollectionsFirst: Bool) throws {
    let line = isIndented ? "\n  " : ""
    func item(_ id: Int, _ more: String = "") -> String {
      let number = String(1_000_000 + id)
      return "{\(line)\"id\":\"\(Base64URL.encode(Array(number.utf8)))\",\"title\":\"\(number)\",\(more)"
        + "\"credentials\":[{\"type\":\"note\",\"content\":{\"fieldType\":\"string\",\"value\":\"é\\n\"}}]}"
    }
    var items = (0..<400).map { item($0) }
    items[20] = item(3)
    items[50] = item(50, "\"creationAt\":9000000000,")
    items[399] = item(399, "\"unknown\":[1,{\"a\":null}],")
    let strays = [item(7), item(8, "\"favorite\":true,"), item(900)].map { $0 + line }
    let links = (0..<300).map { "{\"item\":\"\(Base64URL.encode(Array(String(1_000_000 + $0 * 2).utf8)))\"}" }
    let collections =
      "\"collections\":[{\"id\":\"Yw\",\"title\":\"C\",\"items\":[\(links.joined(separator: ",\(line)"))]},"
      + "{\"id\":\"ZA\",\"title\":\"D\",\"items\":[\(strays.joined(separator: ","))]}]"
    let own = "\"items\":[\(items.joined(separator: ",\(line)"))]"
    let members = hasCollectionsFirst ? "\(collections),\(own)" : "\(own),\(collections)"
    let account = "{\"id\":\"YQ\",\"username\":\"u\",\"email\":\"e@example.com\",\(members)}"
    let text =
      "{\"version\":{\"major\":1,\"minor\":0},\"exporterRpId\":\"a.example\",\"exporterDisplayName\":\"A\","
      + "\"accounts\":[\(account),\(account)],\"timestamp\":1700000000}"
    let bytes = Array(text.utf8)
    let codes = Set(CXFJudge().judge(bytes).findings.map(\.code))
    #expect(codes.isSuperset(of: [.repeatedItem, .duplicateIdentifier, .unknownMember, .danglingReference]))
    try Self.expectSame(bytes, chunks: [4096, 10_000, 1 << 20])
  }

  private struct Unreadable: Error {}

  /// Bytes of which the end cannot be read.
  private struct BrokenBytes: RandomAccessBytes {
    let bytes: [UInt8]
    var count: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
      guard offset + UInt64(buffer.count) < count / 2 else { throw Unreadable() }
      try MemoryBytes(bytes).read(at: offset, into: buffer)
    }
  }

  @Test func whatCannotBeReadIsNoVerdict() {
    let bytes = BrokenBytes(bytes: Samples.bytes("Samples/example-cxf.json"))
    #expect(throws: Unreadable.self) { try CXFJudge().judge(bytes, chunk: 100) }
  }

  @Test func judgingCanBeEnded() {
    let bytes = MemoryBytes(Samples.bytes("Samples/example-cxf.json"))
    #expect(throws: CancellationError.self) {
      try CXFJudge().judge(bytes, chunk: 100) { if $0 > 500 { throw CancellationError() } }
    }
  }
}
