import CXFArchiving
import CredentialExchangeFormat
import Foundation
import Testing

struct ZipRoundTripTests {
  static let members = [
    Member("CXP-Export/documents/a.jwe", noise(100_003)),
    Member("leer", []),
    Member("n\u{E9}.txt", Array("composed".utf8)),
    Member("x\u{301}/e\u{301}.txt", Array(repeating: 0x41, count: 300_000)),
    Member("漢字 😀", noise(1)),
    Member("CXP-Export/index.jwe", noise(65_536)),
  ]
  static let compressions: [ZipWriter.Compression] = [
    .stored, .deflated(level: 1), .deflated(level: 6), .deflated(level: 9),
  ]

  @Test(arguments: compressions, [true, false])
  func readsWhatItWrote(compression: ZipWriter.Compression, knowsSizes: Bool) throws {
    let bytes = try zip(Self.members, compression, knowsSizes: knowsSizes)
    var limits = ZipLimits.cxp
    limits.ratio = 1100
    #expect(try unzip(bytes, limits) == Self.members)
    #expect(try unzip(bytes, .foreign, upTo: 1_000_000) == Self.members)
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 255, 65_535, 65_536, 65_537, 262_143, 262_144, 262_145, 524_289])
  func keepsContentsOfAllSizes(size: Int) throws {
    let members = [Member("a", noise(size)), Member("b", noise(size, seed: 2))]
    for compression in Self.compressions.prefix(2) {
      let bytes = try zip(members, compression, piece: 4_097)
      #expect(try unzip(bytes, .cxp) == members)
    }
  }

  @Test func readsEachEntryAnyNumberOfTimesAndInPiecesOfAnySize() throws {
    let members = [Member("a", noise(3_000)), Member("b", noise(2_000, seed: 2))]
    for compression in Self.compressions.prefix(2) {
      let archive = try ZipArchive(MemoryBytes(try zip(members, compression)), limits: .cxp)
      for _ in 0..<2 {
        for member in members.reversed() {
          let entry = try #require(archive.directory.entry(named: member.name))
          for piece in [1, 7, 1_999, 100_000] {
            #expect(try readAll(archive.content(of: entry), upTo: piece) == member.content)
          }
        }
      }
    }
  }

  @Test func knowsTheSizeOfStoredEntriesOnly() throws {
    let stored = try ZipArchive(MemoryBytes(try zip([Member("a", noise(5))], .stored)), limits: .cxp)
    #expect(stored.content(of: stored.directory.entries[0]).knownCount == 5)
    let bytes = try zip([Member("a", noise(5))], .deflated(level: 6))
    let deflated = try ZipArchive(MemoryBytes(bytes), limits: .cxp)
    #expect(deflated.content(of: deflated.directory.entries[0]).knownCount == nil)
  }

  @Test func findsEntriesByTheBytesOfTheirNames() throws {
    let bytes = try zip([Member("n\u{E9}", [1])], .stored)
    let directory = try ZipDirectory(MemoryBytes(bytes), limits: .cxp)
    #expect(directory.entry(named: "n\u{E9}")?.size == 1)
    #expect(directory.entry(named: "ne\u{301}") == nil)
    #expect(directory.entry(named: "N\u{E9}") == nil)
  }

  @Test func readsAFileWithoutEntries() throws {
    let bytes = try zip([], .stored)
    #expect(bytes.count == 22)
    #expect(try unzip(bytes, .cxp) == [])
  }

  @Test func readsMoreEntriesThanTheShortEndRecordCanCount() throws {
    let members = (0..<65_540).map { Member("\($0)", []) }
    let bytes = try zip(members, .stored)
    #expect(try ZipDirectory(MemoryBytes(bytes), limits: .cxp).entries.count == members.count)
    var limits = ZipLimits.cxp
    limits.entryCount = 65_539
    #expect(complaint(bytes, limits) == .tooManyEntries)
  }
}
