import CXFArchiving
import CredentialExchangeFormat
import Testing

/// A header of a tar file, with its content.
struct RawTar {
  var name: [UInt8] = Array("a".utf8)
  var type: UInt8 = 0x30
  var content: [UInt8] = Array("content".utf8)
  var size: [UInt8]?
  var magic = Array("ustar\u{0}00".utf8)
  var prefix: [UInt8] = []
  var checksum: Int?

  init(_ name: String = "a", type: Character = "0", _ content: [UInt8] = Array("content".utf8)) {
    self.name = Array(name.utf8)
    self.type = type.asciiValue ?? 0
    self.content = content
  }

  private static func octal(_ number: Int, _ digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
  }

  var bytes: [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<name.count, with: name)
    header.replaceSubrange(100..<107, with: Self.octal(0o600, 7))
    let size = size ?? Self.octal(content.count, 11)
    header.replaceSubrange(124..<124 + size.count, with: size)
    header[156] = type
    header.replaceSubrange(257..<257 + magic.count, with: magic)
    header.replaceSubrange(345..<345 + prefix.count, with: prefix)
    header.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
    let sum = checksum ?? header.reduce(0) { $0 + Int($1) }
    header.replaceSubrange(148..<155, with: Self.octal(sum, 6) + [0])
    return header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// A pax header.
  static func pax(_ pairs: [(String, String)], type: Character = "x") -> RawTar {
    var content: [UInt8] = []
    for (key, value) in pairs {
      let body = " \(key)=\(value)\n"
      var length = body.utf8.count + 1
      while String(length).utf8.count + body.utf8.count > length { length += 1 }
      content += Array("\(length)\(body)".utf8)
    }
    return RawTar("PaxHeader/a", type: type, content)
  }

  static let end = [UInt8](repeating: 0, count: 1024)
}

struct TarHostileTests {
  private func file(_ headers: RawTar...) -> [UInt8] { headers.flatMap(\.bytes) + RawTar.end }

  private func changed(_ change: (inout RawTar) -> Void) -> [UInt8] {
    var header = RawTar()
    change(&header)
    return file(header)
  }

  @Test func acceptsTheFileThatTheOthersAreMadeFrom() throws {
    #expect(try untar(file(RawTar())) == [Member("a", Array("content".utf8))])
  }

  @Test(arguments: HostileNames.all.filter { !$0.name.utf8.contains(0) })
  func refusesUnsafeNames(name: HostileNames.Case) {
    // Spelled out in a pax header, which has room for all of them.
    #expect(tarComplaint(file(.pax([("path", name.name)]), RawTar())) == .name(name.problem))
    if name.name.utf8.count <= 100 { #expect(tarComplaint(file(RawTar(name.name))) == .name(name.problem)) }
  }

  @Test func refusesFoldersInTheFieldForThem() {
    #expect(tarComplaint(changed { $0.prefix = Array("..".utf8) }) == .name(.component))
    #expect(tarComplaint(changed { $0.prefix = Array("/etc".utf8) }) == .name(.absolute))
    #expect(tarComplaint(changed { $0.name = [0xFF] }) == .name(.encoding))
    #expect(tarComplaint(file(.pax([("path", "a\u{0}b")]), RawTar())) == .name(.controlCharacter))
  }

  @Test(arguments: ["1", "2", "3", "4", "6", "7", "K", "V", "M", "N", "D", "Z", "\u{80}"])
  func refusesWhatIsNeitherFileNorFolder(type: String) {
    let byte = type.unicodeScalars.first.map { UInt8($0.value) } ?? 0
    #expect(tarComplaint(changed { $0.type = byte }) == .specialKind(byte))
  }

  @Test func refusesHoles() {
    #expect(tarComplaint(changed { $0.type = UInt8(ascii: "S") }) == .sparse)
    #expect(tarComplaint(file(.pax([("GNU.sparse.major", "1")]), RawTar())) == .sparse)
  }

  @Test func refusesNamesThatAreOneFileSomewhere() {
    for (first, second) in HostileNames.colliding {
      let isSame = first.utf8.elementsEqual(second.utf8)
      #expect(tarComplaint(file(RawTar(first), RawTar(second))) == (isSame ? .duplicate : .collision))
    }
    #expect(tarComplaint(file(RawTar("a"), RawTar("A/", type: "5", []))) == .collision)
  }

  @Test func refusesContradictionsAboutFolders() {
    #expect(tarComplaint(file(RawTar("a/"))) == .kindMismatch)
    #expect(tarComplaint(file(RawTar("a/", type: "5"))) == .kindMismatch)
  }

  @Test func readsNumbersOfAllKinds() throws {
    let spellings: [[UInt8]] = [
      Array("00000000007\u{0}".utf8), Array("         7 \u{0}".utf8), Array("7\u{0}\u{0}".utf8),
      Array("000000000007".utf8), [0x80] + [UInt8](repeating: 0, count: 10) + [7],
    ]
    for spelling in spellings {
      #expect(try untar(changed { $0.size = spelling }) == [Member("a", Array("content".utf8))])
    }
  }

  @Test func refusesWhatIsNoNumber() {
    for spelling: [UInt8] in [
      Array("0000000000g".utf8), Array("           ".utf8), [], Array("-1".utf8), Array("7 7".utf8),
      Array("8".utf8),
      [UInt8](repeating: 0xFF, count: 12), [0x80] + [UInt8](repeating: 0xFF, count: 11),
      [0x81] + [UInt8](repeating: 0, count: 11),
      [0x80, 0, 0, 1] + [UInt8](repeating: 0, count: 8),
    ] {
      #expect(tarComplaint(changed { $0.size = spelling }) == .number)
    }
  }

  @Test func refusesQuotedSizes() {
    var limits = TarLimits()
    limits.entrySize = 6
    #expect(tarComplaint(file(RawTar()), limits) == .entryTooLarge)
    limits.entrySize = .max
    limits.totalSize = 13
    #expect(tarComplaint(file(RawTar("a"), RawTar("b")), limits) == .totalTooLarge)
    limits.totalSize = .max
    limits.entryCount = 1
    #expect(tarComplaint(file(RawTar("a"), RawTar("b")), limits) == .tooManyEntries)
    limits.entryCount = 2
    #expect(tarComplaint(file(RawTar("a"), RawTar("b")), limits) == nil)
    let huge = [0x80, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
    #expect(tarComplaint(changed { $0.size = huge }, limits) == .truncated)
    #expect(tarComplaint(changed { $0.size = huge }) == .entryTooLarge)
    for size in ["18446744073709551615", "1025", "1900"] {
      #expect(tarComplaint(file(.pax([("size", size)]), RawTar()), limits) == .truncated)
    }
    #expect(tarComplaint(file(.pax([("size", "18446744073709551616")]), RawTar())) == .extendedHeader)
  }

  @Test func paxGoesFirst() throws {
    let bytes = file(
      .pax([("mtime", "1.5"), ("path", "b/c"), ("size", "7"), ("comment", "x\ny=z")]),
      {
        var header = RawTar()
        header.size = Array("77777777777".utf8)
        return header
      }())
    #expect(try untar(bytes) == [Member("b/c", Array("content".utf8))])
    // It is for one entry only.
    #expect(
      try untar(file(.pax([("path", "b")]), RawTar(), RawTar("c"))).map(\.name) == ["b", "c"])
  }

  @Test func refusesExtendedHeadersThatSaySomethingTwiceOrNothing() {
    let path = RawTar.pax([("path", "b")])
    let long = RawTar("././@LongLink", type: "L", Array("b\u{0}".utf8))
    for bytes in [
      file(path, path, RawTar()), file(long, long, RawTar()), file(path, long, RawTar()), file(path),
      file(long),
      file(.pax([("path", "b"), ("path", "c")]), RawTar()),
      file(.pax([("size", "7"), ("size", "7")]), RawTar()),
      file(.pax([("path", "b")], type: "g"), RawTar()), file(.pax([("size", "7")], type: "g"), RawTar()),
      file(.pax([("GNU.sparse.name", "b")], type: "g"), RawTar()), file(path, .pax([], type: "g"), RawTar()),
    ] {
      #expect(tarComplaint(bytes) == .extendedHeader)
    }
    #expect(tarComplaint(file(.pax([("comment", "c0ffee")], type: "g"), RawTar())) == nil)
    #expect(tarComplaint(file(long, RawTar())) == nil)
  }

  @Test(arguments: [
    "x", "9 path=b", "11 path=b\n", "8 path=b\n", "9 path=b\n1", "999 path=b\n", "5 =bc\n", "9 path-b\n",
    "-9 path=b\n",
    " 9 path=b\n", "0 ", "1 \n", "2 \n", "99999999999999999999 path=b\n", "9 path=b\u{0}", "\n", "9", "9 ",
  ])
  func refusesMalformedRecords(text: String) {
    #expect(tarComplaint(file(RawTar("p", type: "x", Array(text.utf8)), RawTar())) == .extendedHeader)
  }

  @Test func refusesExtendedHeadersThatAreTooLong() {
    let records = RawTar.pax([("comment", String(repeating: "x", count: 64 << 10))])
    #expect(tarComplaint(file(records, RawTar())) == .extendedHeader)
  }

  @Test func refusesWhatIsNoHeader() {
    #expect(tarComplaint(changed { $0.checksum = 1 }) == .checksum)
    #expect(tarComplaint(changed { $0.magic = [] }) == .notHeader)
    #expect(tarComplaint(changed { $0.magic = Array("ustar\u{0}01".utf8) }) == .notHeader)
    #expect(tarComplaint(noise(2_048)) == .notHeader)
    #expect(tarComplaint(try? zip([Member("a", noise(1_000))], .stored)) == .notHeader)
  }

  private func tarComplaint(_ bytes: [UInt8]?) -> TarError.Reason? {
    bytes.flatMap { CXFArchivingTests.tarComplaint($0) }
  }

  private func tarComplaint(_ bytes: [UInt8], _ limits: TarLimits) -> TarError.Reason? {
    CXFArchivingTests.tarComplaint(bytes, limits)
  }

  @Test func refusesAnythingButZerosAtTheEnd() {
    let header = RawTar().bytes
    let zeros = [UInt8](repeating: 0, count: 512)
    #expect(tarComplaint(header) == .truncated)
    #expect(tarComplaint(header + zeros) == .truncated)
    #expect(tarComplaint(header + zeros + header) == .trailingBytes)
    #expect(tarComplaint(header + zeros + zeros + [1]) == .trailingBytes)
    #expect(tarComplaint(header + zeros + zeros + header) == .trailingBytes)
    #expect(tarComplaint(header + [UInt8](repeating: 0, count: 10_240)) == nil)
    #expect(tarComplaint([]) == .truncated)
    #expect(tarComplaint(RawTar.end) == nil)
  }

  @Test func refusesWhatIsCutOff() throws {
    let bytes = try tar(TarTests.members)
    for count in 0..<bytes.count where count % 64 < 2 || count % 512 > 510 {
      #expect(tarComplaint(Array(bytes.prefix(count))) != nil)
    }
  }

  @Test func noChangedBitOfAHeaderGoesUnnoticedOrMatters() throws {
    let members = [Member("a", noise(600)), Member("n\u{E9}", noise(3))]
    let bytes = try tar(members)
    // Content has no checksum, nor has that of an extended header; all else is a header, filling or the end.
    let reader = try TarReader(MemoryBytes(bytes))
    let extended = 512 + 1_024 + 512
    #expect(bytes[extended..<extended + 9].elementsEqual("12 path=n".utf8))
    let contents =
      reader.entries.map { Int($0.offset)..<Int($0.offset + $0.size) } + [extended..<extended + 512]
    for bit in 0..<bytes.count * 8 where !contents.contains(where: { $0.contains(bit / 8) }) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      if let found = try? untar(changed) { #expect(found == members, "bit \(bit % 8) of byte \(bit / 8)") }
    }
  }
}
