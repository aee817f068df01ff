import CXFArchiving
import CredentialExchangeFormat
import Testing

struct ZipWriterTests {
  @Test func writesTheSameBytesWhateverTheTimeAndThePlace() throws {
    // Everything is named here, so that nothing of the clock, the zone, the locale and the user has room.
    let extra: [UInt8] = [0x55, 0x54, 1, 0, 0, 0x75, 0x78, 11, 0, 1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0]
    var expected: [UInt8] = []
    for name in ["a", "\u{E9}"] {
      let flags = name == "a" ? 0x08 : 0x808
      expected.append(0x0403_4B50 as UInt32, size: 4)
      for number in [10, flags, 0, 0, 0x21] { expected.append(number, size: 2) }
      for number in [0, 2, 2] { expected.append(number, size: 4) }
      for number in [name.utf8.count, extra.count] { expected.append(number, size: 2) }
      expected += Array(name.utf8) + extra + Array("hi".utf8)
      for number: UInt32 in [0x0807_4B50, 0xD893_2AAC, 2, 2] { expected.append(number, size: 4) }
    }
    let directoryOffset = expected.count
    var offset = 0
    for name in ["a", "\u{E9}"] {
      let flags = name == "a" ? 0x08 : 0x808
      expected.append(0x0201_4B50 as UInt32, size: 4)
      for number in [0x30A, 10, flags, 0, 0, 0x21] { expected.append(number, size: 2) }
      for number: UInt32 in [0xD893_2AAC, 2, 2] { expected.append(number, size: 4) }
      for number in [name.utf8.count, extra.count, 0, 0, 0] { expected.append(number, size: 2) }
      expected.append(0o100600 << 16, size: 4)
      expected.append(offset, size: 4)
      expected += Array(name.utf8) + extra
      offset += 30 + name.utf8.count + extra.count + 2 + 16
    }
    let directorySize = expected.count - directoryOffset
    expected.append(0x0605_4B50 as UInt32, size: 4)
    for number in [0, 0, 2, 2] { expected.append(number, size: 2) }
    for number in [directorySize, directoryOffset] { expected.append(number, size: 4) }
    expected.append(0, size: 2)
    #expect(crc32(Array("hi".utf8)) == 0xD893_2AAC)
    let members = [Member("a", Array("hi".utf8)), Member("\u{E9}", Array("hi".utf8))]
    #expect(try zip(members, .stored) == expected)
  }

  @Test func writesTheSameBytesTwice() throws {
    for compression in ZipRoundTripTests.compressions {
      let members = ZipRoundTripTests.members
      // Into how many pieces the content is cut makes no difference either.
      #expect(try zip(members, compression) == zip(members, compression, piece: 1_000))
    }
  }

  /// The numbers in the header of an entry that is announced with a size.
  private func header(size: UInt64?, _ compression: ZipWriter.Compression) throws -> [UInt8] {
    let gathered = Gathered()
    let writer = try ZipWriter(compression: compression) { gathered.append($0) }
    try writer.beginEntry("a", size: size)
    try writer.append(noise(1 << 17))
    return gathered.bytes
  }

  @Test func usesLargeNumbersOnlyWhereTheyAreNeeded() throws {
    for size: UInt64 in [0xFFFF_FFFF, 1 << 17] {
      let header = try header(size: size, .stored)
      #expect(header.number(2, at: 4) == 10)
      #expect(header.number(4, at: 22) == size)
    }
    for size: UInt64? in [1 << 32, nil] {
      let header = try header(size: size, .stored)
      #expect(header.number(2, at: 4) == 45)
      #expect(header.number(4, at: 22) == 0xFFFF_FFFF)
    }
    #expect(try header(size: 0xF000_0000, .deflated(level: 1)).number(2, at: 4) == 20)
    #expect(try header(size: 0xFFFF_FFFF, .deflated(level: 1)).number(2, at: 4) == 45)
  }

  struct Full: Error {}

  @Test func passesOnWhatTheSinkThrows() throws {
    for compression in ZipRoundTripTests.compressions.prefix(2) {
      var isFull = false
      let writer = try ZipWriter(compression: compression) { _ in if isFull { throw Full() } }
      try writer.beginEntry("a", size: 1 << 20)
      isFull = true
      #expect(throws: Full.self) { try writer.append(noise(1 << 20)) }
      #expect(throws: ArchiveWriterError.order) { try writer.append([1]) }
      #expect(throws: ArchiveWriterError.order) { try writer.finish() }
    }
    let writer = try ZipWriter(compression: .stored) { _ in throw Full() }
    try writer.beginEntry("a", size: 0)
    try writer.endEntry()
    #expect(throws: Full.self) { try writer.finish() }
  }

  @Test func writesNoEndWhenItIsGivenUp() throws {
    let gathered = Gathered()
    do {
      let writer = try ZipWriter(compression: .stored) { gathered.append($0) }
      try writer.beginEntry("a", size: 1 << 30)
      try writer.append(noise(1 << 17))
    }
    #expect(gathered.bytes.count <= 30 + 1 + 20 + 1 << 17)
    #expect(complaint(gathered.bytes, .foreign) == .noEndRecord)
  }

  @Test(arguments: [1, 3], ZipRoundTripTests.compressions)
  func refusesMoreAndFewerBytesThanAnnounced(count: Int, compression: ZipWriter.Compression) throws {
    let writer = try ZipWriter(compression: compression) { _ in }
    try writer.beginEntry("a", size: 2)
    #expect(throws: ArchiveWriterError.sizeMismatch(name: "a", announced: 2)) {
      try writer.append(noise(count))
      try writer.endEntry()
    }
    #expect(throws: ArchiveWriterError.order) { try writer.finish() }
  }

  @Test func refusesCallsInAnotherOrder() throws {
    let calls: [(ZipWriter) throws -> Void] = [
      { try $0.append([1]) },
      { try $0.endEntry() },
      {
        try $0.beginEntry("a", size: 1)
        try $0.beginEntry("b", size: 1)
      },
      {
        try $0.beginEntry("a", size: 0)
        try $0.finish()
      },
      {
        try $0.finish()
        try $0.finish()
      },
      {
        try $0.finish()
        try $0.beginEntry("a", size: 1)
      },
    ]
    for call in calls {
      let writer = try ZipWriter(compression: .stored) { _ in }
      #expect(throws: ArchiveWriterError.order) { try call(writer) }
    }
  }

  @Test(arguments: HostileNames.all) func refusesUnsafeNames(name: HostileNames.Case) throws {
    let writer = try ZipWriter(compression: .stored) { _ in }
    #expect(throws: ArchiveWriterError.name(name.name, name.problem)) {
      try writer.beginEntry(name.name, size: 1)
    }
  }

  @Test func refusesFoldersAndTakenNamesAndLevels() throws {
    let writer = try ZipWriter(compression: .stored) { _ in }
    #expect(throws: ArchiveWriterError.name("a/", .component)) { try writer.beginEntry("a/", size: 0) }
    for (first, second) in HostileNames.colliding {
      let writer = try ZipWriter(compression: .stored) { _ in }
      try writer.beginEntry(first, size: 0)
      try writer.endEntry()
      #expect(throws: ArchiveWriterError.duplicate(second)) { try writer.beginEntry(second, size: 0) }
    }
    for level in [0, 10, -1] {
      #expect(throws: ArchiveWriterError.level(level)) {
        try ZipWriter(compression: .deflated(level: level)) { _ in }
      }
    }
  }
}

/// Names that no archive may have.
enum HostileNames {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let problem: MemberNameProblem
    var testDescription: String { "\(problem) \(name.prefix(20).debugDescription)" }

    init(_ name: String, _ problem: MemberNameProblem) {
      self.name = name
      self.problem = problem
    }
  }

  static let all = [
    Case("", .empty), Case("../a", .component), Case("a/../b", .component), Case("a/..", .component),
    Case("..", .component), Case("a//b", .component), Case("a/./b", .component), Case(".", .component),
    Case("./../a", .component), Case("a/../", .component), Case("/etc/passwd", .absolute),
    Case("/", .absolute),
    Case("//a", .absolute),
    Case("C:/a", .drive), Case("c:a", .drive), Case("a\\b", .backslash), Case("..\\a", .backslash),
    Case("a\u{0}b", .controlCharacter), Case("a\nb", .controlCharacter), Case("a\r\nb", .controlCharacter),
    Case("a\u{7F}", .controlCharacter), Case("a\u{9B}", .controlCharacter),
    Case("\u{1B}[2J", .controlCharacter),
    Case(String(repeating: "a", count: 4_097), .tooLong),
  ]

  /// Pairs that are one file somewhere.
  static let colliding = [
    ("a", "a"), ("a", "A"), ("x/Y", "X/y"), ("n\u{E9}", "ne\u{301}"), ("\u{E9}", "\u{E9}"),
  ]
}
