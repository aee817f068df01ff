import CXFArchiving
import CredentialExchangeFormat
import Testing

/// Each file has one thing wrong, and the reason names it.
struct ZipHostileTests {
  typealias Entry = RawZip.Entry

  private func one(_ change: (inout Entry) -> Void) -> [UInt8] {
    var entry = Entry("a")
    change(&entry)
    return RawZip(entry).bytes
  }

  private func whole(_ change: (inout RawZip) -> Void) -> [UInt8] {
    var file = RawZip(Entry("a"), Entry("b").deflated)
    change(&file)
    return file.bytes
  }

  /// Refused in both modes.
  private func expect(
    _ reason: ZipError.Reason, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(complaint(bytes, .cxp) == reason, sourceLocation: sourceLocation)
    #expect(complaint(bytes, .foreign) == reason, sourceLocation: sourceLocation)
  }

  /// Refused in the payload of CXP, read from other programs.
  private func expectOnlyExact(
    _ reason: ZipError.Reason, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(complaint(bytes, .cxp) == reason, sourceLocation: sourceLocation)
    #expect(complaint(bytes, .foreign) == nil, sourceLocation: sourceLocation)
  }

  private func expectFine(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(complaint(bytes, .cxp) == nil, sourceLocation: sourceLocation)
    #expect(complaint(bytes, .foreign) == nil, sourceLocation: sourceLocation)
  }

  @Test func acceptsTheFileThatTheOthersAreMadeFrom() throws {
    let bytes = whole { _ in }
    expectFine(bytes)
    let content = Array("content".utf8)
    #expect(try unzip(bytes, .cxp) == [Member("a", content), Member("b", content)])
  }

  // MARK: Names

  @Test(arguments: HostileNames.all) func refusesUnsafeNames(name: HostileNames.Case) {
    expect(.name(name.problem), RawZip(Entry(name.name)).bytes)
  }

  @Test func refusesNamesInUnknownEncodings() {
    expect(
      .name(.encoding),
      one {
        $0.name = [0xFF]; $0.flags = 1 << 11
      })
    expect(
      .name(.encoding),
      one {
        $0.name = [0xC0, 0xAF]; $0.flags = 1 << 11
      })
    expect(
      .name(.encoding),
      one {
        $0.name = [0xED, 0xA0, 0x80]; $0.flags = 1 << 11
      })
    expectOnlyExact(.name(.encoding), RawZip(Entry(bytes: [0x82])).bytes)
  }

  @Test func decodesNamesOfOldPrograms() throws {
    func name(_ bytes: [UInt8], host: UInt8) throws -> String {
      var entry = Entry(bytes: bytes)
      entry.host = host
      return try ZipDirectory(MemoryBytes(RawZip(entry).bytes), limits: .foreign).entries[0].name
    }
    #expect(try name([0x61, 0x81, 0x80, 0xFF, 0xE1], host: 0) == "aüÇ\u{A0}ß")
    #expect(try name([0x61, 0x81], host: 3) == "aü")
    // UTF-8 that is not marked, as on Unix and macOS.
    for host: UInt8 in [3, 19] { #expect(try name(Array("é".utf8), host: host) == "é") }
    #expect(try name(Array("é".utf8), host: 0) == "├⌐")
    // Every byte has a meaning of its own.
    #expect(Set(try name(Array(0x80...0xFF), host: 0).unicodeScalars).count == 128)
  }

  @Test func takesTheNameInUTF8FromItsField() throws {
    func field(_ name: String, for other: [UInt8]) -> [UInt8] {
      var content: [UInt8] = [1]
      content.append(crc32(other), size: 4)
      return extraField(0x7075, content + Array(name.utf8))
    }
    let right = one { $0.extra = field("漢", for: Array("a".utf8)) }
    #expect(try ZipDirectory(MemoryBytes(right), limits: .foreign).entries[0].name == "漢")
    #expect(complaint(right, .cxp) == .extraField)
    let stale = one { $0.extra = field("漢", for: Array("b".utf8)) }
    #expect(try ZipDirectory(MemoryBytes(stale), limits: .foreign).entries[0].name == "a")
    let unsafe = one { $0.extra = field("../x", for: Array("a".utf8)) }
    #expect(complaint(unsafe, .foreign) == .name(.component))
    var marked = Entry("é")
    marked.extra = field("x", for: marked.name)
    #expect(complaint(RawZip(marked).bytes, .foreign) == .localMismatch(.name))
    #expect(complaint(one { $0.localExtra = field("x", for: Array("a".utf8)) }, .cxp) == .extraField)
  }

  @Test func refusesNamesThatAreOneFileSomewhere() {
    for (first, second) in HostileNames.colliding {
      let isSame = first.utf8.elementsEqual(second.utf8)
      expect(isSame ? .duplicate : .collision, RawZip(Entry(first), Entry(second)).bytes)
    }
    var folder = Entry("a/", [])
    folder.attributes = 0o40700 << 16
    expect(.collision, RawZip(Entry("a"), folder).bytes)
  }

  @Test func namesTheEntryAtFault() throws {
    let error = #expect(throws: ZipError.self) {
      try ZipDirectory(MemoryBytes(RawZip(Entry("fine"), Entry("../bad")).bytes), limits: .cxp)
    }
    #expect(error?.entry == "../bad")
  }

  // MARK: Kinds

  @Test func refusesWhatIsNeitherFileNorFolder() {
    for kind: UInt32 in [0o120000, 0o010000, 0o020000, 0o060000, 0o140000, 0o070000] {
      expect(.specialKind, one { $0.attributes = (kind | 0o777) << 16 })
    }
  }

  @Test func refusesContradictionsAboutFolders() {
    expect(.kindMismatch, one { $0.attributes = 0o40700 << 16 })
    expect(.kindMismatch, one { $0.attributes = 0x10 })
    expect(.kindMismatch, RawZip(Entry("a/")).bytes)
  }

  @Test func readsFolders() throws {
    for attributes: UInt32 in [0, 0x10, 0o40755 << 16 | 0x10, 0o100644 << 16] {
      var folder = Entry("a/", [])
      folder.attributes = attributes
      let entry = try ZipDirectory(MemoryBytes(RawZip(folder).bytes), limits: .cxp).entries[0]
      #expect(entry.kind == .directory)
    }
    expectFine(RawZip(Entry("a/", []).deflated, Entry("a/b")).bytes)
  }

  // MARK: Methods and flags

  @Test func refusesEncryption() {
    expect(.encrypted, one { $0.flags = 1 })
    expect(.encrypted, one { $0.flags = 1 << 6 | 1 })
    expect(.encrypted, one { $0.flags = 1 << 13 })
    expect(.encrypted, one { $0.method = 99 })
    expect(.encrypted, one { $0.extra = extraField(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0]) })
    expect(.encrypted, one { $0.localExtra = extraField(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0]) })
    expect(.localMismatch(.flags), one { $0.localFlags = 1 })
  }

  @Test func refusesUnknownMethodsAndFlags() {
    for method: UInt16 in [1, 6, 9, 12, 14, 93, 95, 0xFFFF] {
      expect(.method(method), one { $0.method = method })
    }
    expect(.flags(1 << 5), one { $0.flags = 1 << 5 })
    expectOnlyExact(.flags(1 << 14), one { $0.flags = 1 << 14 })
  }

  // MARK: Two headers of one entry

  @Test func refusesHeadersThatDisagree() {
    expect(.localMismatch(.name), one { $0.localName = Array("b".utf8) })
    expect(.localMismatch(.name), one { $0.localName = Array("ab".utf8) })
    expect(.localMismatch(.name), one { $0.localName = [] })
    expect(.localMismatch(.method), one { $0.localMethod = 8 })
    expect(.localMismatch(.flags), one { $0.localFlags = 1 << 11 })
    expect(.localMismatch(.checksum), one { $0.localChecksum = 1 })
    expect(.localMismatch(.packedSize), one { $0.localPackedSize = 6 })
    expect(.localMismatch(.size), one { $0.localSize = 6 })
    expect(.localMismatch(.size), one { $0.localSize = 0 })
    expectOnlyExact(.localMismatch(.flags), one { $0.localFlags = 1 << 1 })
    expect(
      .localMismatch(.size),
      one {
        $0 = $0.described(signature: true, long: false); $0.localSize = 6
      })
  }

  @Test func refusesWhatIsNoHeader() {
    expect(
      .localHeader,
      RawZip(
        Entry("a"),
        {
          var b = Entry("b"); b.offset = 1; return b
        }()
      ).bytes)
    expect(.outOfBounds, one { $0.offset = 1_000 })
    expect(.outOfBounds, one { $0.offset = 0xFFFF_FFFE })
  }

  @Test func refusesMalformedExtraFields() {
    expect(.extraField, one { $0.extra = [1, 0, 8, 0, 1] })
    expect(.extraField, one { $0.localExtra = [0x55, 0x54, 0xFF, 0xFF] })
    expect(.extraField, one { $0.extra = zip64Field(7) + zip64Field(7) })
    expectOnlyExact(.extraField, one { $0.extra = [0, 0, 0] })
    expectOnlyExact(.extraField, one { $0.localExtra = [0] })
  }

  // MARK: Descriptions behind the data

  @Test(arguments: [true, false], [true, false])
  func readsAllFormsOfDescriptions(signature: Bool, long: Bool) {
    let entries = [Entry("a"), Entry("b").deflated, Entry("c", [])].map {
      $0.described(signature: signature, long: long)
    }
    expectFine(RawZip(entries[0], entries[1], entries[2]).bytes)
    // A checksum that looks like the signature.
    var odd = Entry("a", [0x99, 0x56, 0xEA, 0xDF])
    odd = odd.described(signature: signature, long: long)
    expectFine(RawZip(odd).bytes)
  }

  @Test func refusesDescriptionsThatAreMissingOrWrong() {
    let described = Entry("a").described(signature: true, long: false)
    expect(
      .dataDescriptor,
      one {
        $0 = described; $0.descriptor = []
      })
    for index in described.descriptor.indices {
      expect(
        .dataDescriptor,
        one {
          $0 = described; $0.descriptor[index] ^= 0x40
        })
    }
  }

  @Test func readsADescriptionThatOnlyTheEntrysHeaderAnnounces() {
    let entry = { () -> Entry in
      var entry = Entry("a").described(signature: true, long: false)
      entry.localFlags = entry.flags
      entry.flags = 0
      return entry
    }()
    expectOnlyExact(.localMismatch(.flags), RawZip(entry).bytes)
  }

  // MARK: Places

  @Test func refusesOverlaps() {
    // Two names for the same data.
    var twin = Entry("a")
    twin.name = Array("b".utf8)
    twin.localName = Array("b".utf8)
    twin.offset = 0
    twin.isWritten = false
    expect(.localMismatch(.name), RawZip(Entry("a"), twin).bytes)
    // An entry inside of the stored data of another, as the most compact bombs have it.
    let inner = RawZip(Entry("b")).bytes
    let header = Array(inner.prefix(30 + 1 + 7))
    var nested = Entry("b")
    nested.isWritten = false
    nested.offset = 31
    expect(.overlap, RawZip(Entry("a", header), nested).bytes)
    // The data reach into the next header.
    var long = Entry("a")
    long.packedSize = 8
    long.size = 8
    expect(.overlap, RawZip(long, Entry("b")).bytes)
    // And into the directory.
    expect(.outOfBounds, RawZip(long).bytes)
  }

  @Test func refusesBytesThatBelongToNothingWhereTheFileMustBeExact() {
    expectOnlyExact(.gap, one { $0.gap = [0] })
    expectOnlyExact(
      .gap,
      RawZip(
        Entry("a"),
        {
          var b = Entry("b"); b.gap = [1, 2]; return b
        }()
      ).bytes)
    expectOnlyExact(.gap, whole { $0.beforeDirectory = [0] })
    expect(.directoryPlace, whole { $0.afterDirectory = [0] })
    expect(.noEndRecord, whole { $0.afterEnd = [0] })
    // In front of a file that was made without it: all places are wrong.
    expect(.directoryPlace, [0] + whole { _ in })
  }

  // MARK: End records

  @Test func refusesWrongCounts() {
    expect(.countMismatch, whole { $0.entryCount = 1 })
    expect(
      .directoryRecord,
      whole {
        $0.entryCount = 3; $0.entries[0].extra = extraField(0x5455, noise(60))
      })
    expect(.countMismatch, whole { $0.entryCount = 3 })
    expect(.countMismatch, whole { $0.entryCount = 0 })
    expect(.countMismatch, whole { $0.diskEntryCount = 1 })
    expect(.countMismatch, whole { $0.entryCount = 0xFFFF })
  }

  @Test func refusesSeveralDisks() {
    expect(.multipleDisks, whole { $0.disk = 1 })
    expect(.multipleDisks, whole { $0.disk = 0xFFFF })
    expect(.multipleDisks, one { $0.disk = 1 })
  }

  @Test func refusesADirectoryInAnotherPlace() {
    expect(.directoryPlace, whole { $0.directoryOffset = 0 })
    expect(.directoryPlace, whole { $0.directorySize = 1 })
    expect(.directoryPlace, whole { $0.directoryOffset = 0xFFFF_FFFF })
    expect(.directoryPlace, whole { $0.directorySize = 0xFFFF_FFFF })
  }

  @Test func refusesWhatCouldEndInTwoPlaces() {
    let inner = RawZip(Entry("other")).bytes
    expect(.ambiguousEnd, whole { $0.comment = Array(inner.suffix(22)) })
    #expect(complaint(whole { $0.comment = inner + [0] }, .foreign) == nil)
  }

  @Test func refusesCommentsWhereNoneAreAllowed() {
    expectOnlyExact(.comment, whole { $0.comment = Array("hello".utf8) })
    expectOnlyExact(.comment, one { $0.comment = Array("hello".utf8) })
  }

  // MARK: Large numbers

  @Test func readsLargeNumbersThatAreNotNeeded() {
    expectFine(whole { $0.zip64 = { _ in } })
    expectFine(
      whole {
        $0.zip64 = { _ in }; $0.hasOnesInEnd = false
      })
    // A locator of writers that count from 0.
    expectFine(whole { $0.zip64 = { $0[56 + 16] = 0 } })
    let entry = { (entry: inout Entry) in
      entry.extra = zip64Field(7, 7, 0)
      entry.localExtra = zip64Field(7, 7)
    }
    // Fields that are not asked for.
    expectOnlyExact(.zip64, one(entry))
    expectFine(surgery { _ in })
  }

  /// A file whose only entry has ones in all places, and what `change` makes of its two fields.
  private func surgery(
    central: [UInt8] = zip64Field(7, 7, 0), local: [UInt8] = zip64Field(7, 7),
    _ change: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes = one {
      $0.extra = central
      $0.localExtra = local
    }
    let directory = Int(bytes.number(4, at: bytes.count - 6))
    for place in Array(18..<26) + Array(directory + 20..<directory + 28)
      + Array(directory + 42..<directory + 46)
    {
      bytes[place] = 0xFF
    }
    change(&bytes)
    return bytes
  }

  @Test func refusesNonsenseInLargeNumbers() {
    expect(.zip64, surgery(central: zip64Field(7, 7)) { _ in })
    expect(.zip64, surgery(local: zip64Field(7)) { _ in })
    expect(.localMismatch(.size), surgery(local: zip64Field(8, 7)) { _ in })
    expect(.localMismatch(.packedSize), surgery(local: zip64Field(7, 8)) { _ in })
    expect(.sizeMismatch, surgery(central: zip64Field(8, 7, 0)) { _ in })
    expect(.entryTooLarge, surgery(central: zip64Field(.max, .max, 0)) { _ in })
    expect(.outOfBounds, surgery(central: zip64Field(7, 7, .max)) { _ in })
    expect(.outOfBounds, surgery(central: zip64Field(7, 7, .max - 29)) { _ in })
    expect(
      .outOfBounds, surgery(central: zip64Field(1_000, 1_000, 0), local: zip64Field(1_000, 1_000)) { _ in })
    expectOnlyExact(.zip64, surgery(central: zip64Field(7, 7, 0, 0)) { _ in })
    // Without a field the ones are meant.
    expect(.outOfBounds, surgery(central: [], local: []) { _ in })
  }

  @Test func refusesNonsenseInTheLargeEndRecord() {
    func end(_ change: @escaping (inout [UInt8]) -> Void) -> [UInt8] { whole { $0.zip64 = change } }
    expect(.zip64, end { $0[0] = 0 })
    expect(.zip64, end { $0[4] = 45 })
    expect(.zip64, end { $0[11] = 0xFF })
    expect(.multipleDisks, end { $0[16] = 1 })
    expect(.multipleDisks, end { $0[20] = 1 })
    expect(.countMismatch, end { $0[24] = 1 })
    expect(.tooManyEntries, end { $0.replaceSubrange(24..<40, with: [UInt8](repeating: 0xFF, count: 16)) })
    expect(.directoryPlace, end { $0[40] ^= 1 })
    expect(.directoryPlace, end { $0[55] = 0xFF })
    expect(.multipleDisks, end { $0[56 + 4] = 1 })
    expect(.zip64, end { $0[56 + 8] ^= 1 })
    expect(.zip64, end { $0[56 + 15] = 0xFF })
    expect(.multipleDisks, end { $0[56 + 16] = 2 })
    expect(.zip64, end { $0.insert(0, at: 56) })
    // Two ends that say different things.
    expect(
      .zip64,
      whole {
        $0.zip64 = {
          $0[32] = 1; $0[24] = 1
        }; $0.hasOnesInEnd = false
      })
  }

  // MARK: Sizes

  @Test func refusesQuotedSizesThatAreTooLarge() {
    expect(
      .sizeMismatch,
      one {
        $0.size = 8; $0.localSize = 8
      })
    let huge = RawZip(
      {
        var entry = Entry("a").deflated
        entry.size = 0xFFFF_FFFF
        return entry
      }()
    ).bytes
    expect(.ratio, huge)
    var limits = ZipLimits.foreign
    limits.entrySize = 6
    #expect(complaint(whole { _ in }, limits) == .entryTooLarge)
    limits.entrySize = 7
    limits.totalSize = 13
    #expect(complaint(whole { _ in }, limits) == .totalTooLarge)
    limits.totalSize = 14
    #expect(complaint(whole { _ in }, limits) == nil)
    limits.directorySize = 93
    #expect(complaint(whole { _ in }, limits) == .directoryTooLarge)
    limits.directorySize = 94
    #expect(complaint(whole { _ in }, limits) == nil)
    limits.entryCount = 1
    #expect(complaint(whole { _ in }, limits) == .tooManyEntries)
    // Entries whose sum overflows.
    limits = .foreign
    limits.entrySize = .max
    limits.totalSize = .max
    limits.ratio = .max
    let size = UInt64.max - 6
    func vast(_ name: String) -> Entry {
      var entry = Entry(name).deflated
      entry.size = size
      entry.extra = zip64Field(size)
      entry.localExtra = zip64Field(size)
      return entry
    }
    #expect(complaint(RawZip(vast("a"), vast("b")).bytes, limits) == .totalTooLarge)
  }

  @Test func refusesBombs() throws {
    let bytes = try zip([Member("zeros", [UInt8](repeating: 0, count: 20 << 20))], .deflated(level: 9))
    #expect(bytes.count < 30_000)
    expect(.ratio, bytes)
  }

  @Test func stopsABombThatLiesAboutItsSize() throws {
    var bytes = try zip([Member("zeros", [UInt8](repeating: 0, count: 8 << 20))], .deflated(level: 9))
    // The size stands in the header, behind the data, and in the directory.
    let directory = Int(bytes.number(4, at: bytes.count - 6))
    for place in [22, directory - 4, directory + 24] {
      bytes.replaceSubrange(place..<place + 4, with: [100, 0, 0, 0])
    }
    let archive = try ZipArchive(MemoryBytes(bytes), limits: .cxp)
    let stream = try archive.content(of: archive.directory.entries[0]).open()
    let error = #expect(throws: ZipError.self) {
      // Not even the hundred bytes come: more follow, so they are not those that were written.
      _ = try stream.next(upTo: 1_000)
    }
    #expect(error?.reason == .sizeMismatch)
  }

  // MARK: Contents

  @Test func keepsTheLastPieceBackUntilTheChecksumIsRight() throws {
    for entry in [Entry("a", noise(5_000)), Entry("a", noise(5_000)).deflated] {
      let bytes = RawZip(
        {
          var entry = entry
          entry.checksum ^= 1
          return entry
        }()
      ).bytes
      let archive = try ZipArchive(MemoryBytes(bytes), limits: .cxp)
      let stream = try archive.content(of: archive.directory.entries[0]).open()
      var count = 0
      let error = #expect(throws: ZipError.self) {
        while true { count += try stream.next(upTo: 1_000).count }
      }
      #expect(error?.entry == "a")
      #expect(count < 5_000)
      // And nothing comes after it.
      #expect(throws: ZipError.self) { try stream.next(upTo: 1) }
    }
  }

  @Test func refusesDataThatAreNotDeflated() {
    expect(
      .damagedData,
      one {
        $0 = $0.deflated; $0.data[0] = 7
      })
    // Cut off within the data, and after them.
    expect(
      .damagedData,
      one {
        $0 = $0.deflated; $0.data[1] = 9; $0.data[2] = 0xFF - 8 + 0
      })
    expect(
      .damagedData,
      one {
        $0 = $0.deflated; $0.data += [0]; $0.packedSize += 1
      })
    let short = RawZip(
      {
        var entry = Entry("a").deflated
        entry.size = 8
        return entry
      }()
    ).bytes
    expect(.damagedData, short)
  }

  @Test func readsAnEmptyEntryThatIsCalledDeflated() throws {
    var entry = Entry("a", [])
    entry.method = 8
    #expect(try unzip(RawZip(entry).bytes, .foreign) == [Member("a", [])])
  }
}
