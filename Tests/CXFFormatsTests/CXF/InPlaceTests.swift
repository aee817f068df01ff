import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Synchronization
import Testing

/// A document whose items are read where they lie gives the same as one in memory: the same items, the same account of
/// every value, the same findings at the same places.
@Suite struct InPlaceTests {
  private func readings(_ bytes: [UInt8], strict: Bool) throws -> (whole: Reading, inPlace: Reading)? {
    var options = ReadOptions(strict: strict)
    guard let whole = try? CXFDocument.read(SourceFile(name: "a", bytes: bytes), options) else {
      let lying = SourceFile(name: "a", head: [], content: MemoryBytes(bytes))
      options.leavesItems = true
      #expect(throws: FormatError.self) { try CXFDocument.read(lying, options) }
      return nil
    }
    options.leavesItems = true
    let inPlace = try CXFDocument.read(
      SourceFile(name: "a", head: [], content: MemoryBytes(bytes)), options)
    return (whole, inPlace)
  }

  /// Returns whether the items stayed where they were.
  @discardableResult
  private func expectSame(_ bytes: [UInt8], strict: Bool = false, _ comment: Comment? = nil) throws -> Bool {
    guard let (whole, inPlace) = try readings(bytes, strict: strict) else { return false }
    #expect(inPlace.itemCount == whole.itemCount, comment)
    #expect(inPlace.failed == whole.failed, comment)
    #expect(inPlace.header == whole.header, comment)
    #expect(inPlace.accounts.map(\.account) == whole.accounts.map(\.account), comment)
    #expect(
      inPlace.located(inPlace.findings, file: "f") == whole.located(whole.findings, file: "f"), comment)
    #expect(inPlace.headerEntries.map(line) == whole.headerEntries.map(line), comment)
    #expect(inPlace.failedEntries.map(line) == whole.failedEntries.map(line), comment)
    for (left, right) in zip(inPlace.accounts, whole.accounts) {
      #expect(left.entries.map(line) == right.entries.map(line), comment)
      try #require(left.itemCount == right.itemCount)
      for place in 0..<left.itemCount {
        let (item, other) = (try left.item(at: place), right.items[place])
        #expect(item.item == other.item, comment)
        #expect(item.position == other.position, comment)
        #expect(item.plainCount == other.plainCount, comment)
        #expect(item.entries.map(line) == other.entries.map(line), comment)
      }
    }
    let ours = try convert(inPlace)
    let theirs = try convert(whole)
    #expect(ours.bytes == theirs.bytes, comment)
    #expect(ours.conversion.values == theirs.conversion.values, comment)
    #expect(ours.conversion.items == theirs.conversion.items, comment)
    #expect(ours.conversion.findings == theirs.conversion.findings, comment)
    return inPlace.isOnDemand
  }

  private func line(_ entry: LedgerEntry) -> String { "\(entry)" }

  private func convert(_ reading: Reading) throws -> (bytes: [UInt8], conversion: Conversion) {
    var bytes: [UInt8] = []
    let conversion = try Conversion.run(
      [(SourceFile(name: "a", bytes: []), CXFDocument.format, reading)], to: CXFDocument.format,
      writer: CXFWriter(WriteOptions(timestamp: 1)), options: .init(timestamp: 1),
      into: { bytes += $0 })
    return (bytes + conversion.bytes, conversion)
  }

  private static let sample = Samples.bytes("Samples/example-cxf.json")

  @Test(arguments: [false, true]) func theSample(strict: Bool) throws {
    #expect(try expectSame(Self.sample, strict: strict))
    #expect(try expectSame([0xEF, 0xBB, 0xBF] + Self.sample, strict: strict))
  }

  /// What needs the whole of an account, or has no header, is read whole.
  @Test(arguments: [
    "{\"accounts\":[{\"id\":\"YQ\",\"items\":[{\"id\":\"Yg\",\"title\":\"1\"},{\"id\":\"Yg\",\"title\":\"2\"}]}]}",
    "{\"accounts\":[{\"id\":\"YQ\",\"items\":[{\"title\":\"1\"}]}]}",
    "{\"accounts\":[{\"items\":[{\"id\":\"Yg\",\"title\":\"1\"}]}]}",
    "{\"accounts\":[{\"id\":\"YQ\",\"collections\":[{\"items\":[]}],\"items\":[]}]}",
    "{\"accounts\":[{\"id\":\"YQ\",\"collections\":[{\"id\":\"Yw\",\"items\":[{\"id\":\"ZA\",\"credentials\":[]}]}]}]}",
    "{\"id\":\"YQ\",\"title\":\"t\",\"credentials\":[]}",
    "[{\"id\":\"YQ\",\"title\":\"t\",\"credentials\":[]}]",
  ]) func whatIsReadWhole(text: String) throws {
    #expect(try !expectSame(Array(text.utf8)))
    try expectSame(Array(text.utf8), strict: true)
  }

  @Test(arguments: [
    // Nothing, unknown members around the accounts, null among the items, items that are none, accounts that are none.
    "{\"accounts\":[]}", "{\"version\":{\"major\":2,\"minor\":1},\"accounts\":[],\"x\":{\"y\":[1]}}",
    "{\"accounts\":[{\"id\":\"YQ\",\"items\":[null,{\"id\":\"Yg\",\"z\":[1,\"é\"]},7,{\"id\":\"Yw\"}],\"w\":2}],\"x\":3}",
    "{\"accounts\":[7,{\"id\":\"YQ\",\"items\":[{\"id\":\"Yg\"}]},null,{\"id\":\"Yg\",\"items\":3},{\"id\":\"ZA\"}],\"x\":3}",
    "{\"accounts\":[{\"id\":\"YQ\",\"items\":[{\"id\":\"Yg\"}],\"items\":[{\"id\":\"Yw\"}]}],\"accounts\":[{\"id\":\"ZQ\"}]}",
    "{\"accounts\":{\"id\":\"YQ\"},\"x\":1}",
  ]) func whatIsUnusualAroundItems(text: String) throws {
    for strict in [false, true] { try expectSame(Array(text.utf8), strict: strict) }
  }

  @Test(arguments: 0..<6) func damagedTexts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var inPlace = 0
    for round in 0..<25 {
      var bytes = Self.sample
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 1: bytes.insert(Array("{}[]\",:\\ 0n".utf8).randomElement(using: &random) ?? 0, at: place)
        case 2: bytes.remove(at: place)
        default: bytes.replaceSubrange(place..<min(place + 3, bytes.count), with: Array("1,\"".utf8))
        }
      }
      if try expectSame(bytes, "seed \(seed), round \(round)") { inPlace += 1 }
    }
    // Letters in texts may change without the document breaking.
    #expect(inPlace > 0)
  }

  @Test func aFileThatChangesMeanwhileIsNoticed() throws {
    let bytes = ChangingBytes(Self.sample)
    var options = ReadOptions()
    options.leavesItems = true
    let reading = try CXFDocument.read(SourceFile(name: "a", head: [], content: bytes), options)
    #expect(reading.isOnDemand)
    bytes.change(to: Array(repeating: 0x20, count: Self.sample.count))
    #expect(throws: ChangedSource.self) { try convert(reading) }
  }

  @Test func aFileThatIsCutMeanwhileIsNoticed() throws {
    let bytes = ChangingBytes(Self.sample)
    var options = ReadOptions()
    options.leavesItems = true
    let reading = try CXFDocument.read(SourceFile(name: "a", head: [], content: bytes), options)
    bytes.change(to: [])
    #expect(throws: ByteRangeError.self) { try convert(reading) }
  }
}

/// Bytes that somebody else changes.
private final class ChangingBytes: RandomAccessBytes {
  private let bytes: Mutex<[UInt8]>
  let count: UInt64

  init(_ bytes: [UInt8]) {
    self.bytes = Mutex(bytes)
    count = UInt64(bytes.count)
  }

  func change(to other: [UInt8]) { bytes.withLock { $0 = other } }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    try bytes.withLock { try MemoryBytes($0).read(at: offset, into: buffer) }
  }
}
