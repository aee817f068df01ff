import CXFArchiving
import CredentialExchangeFormat
import Foundation
import Testing

struct TarTests {
  static let members = [
    Member("cxf.json", noise(1_025)),
    Member("documents/empty", []),
    Member("documents/" + String(repeating: "l", count: 95), noise(512)),
    Member("documents/" + String(repeating: "long/", count: 60) + "x", noise(1)),
    Member("n\u{E9}", noise(511)),
    Member("e\u{301}/\u{FB01}", noise(513)),
    Member("100-" + String(repeating: "l", count: 96), noise(3)),
  ]

  @Test func readsWhatItWrote() throws {
    let bytes = try tar(Self.members)
    #expect(try untar(bytes) == Self.members)
    #expect(bytes.count % 512 == 0)
    #expect(bytes.suffix(1_024).allSatisfy { $0 == 0 })
    #expect(try tar(Self.members) == bytes)
    #expect(try untar(tar([])) == [])
    #expect(try tar([]).count == 1_024)
  }

  @Test func writesTheSameBytesWhateverTheTimeAndThePlace() throws {
    let bytes = try tar([Member("a", Array("hi".utf8))])
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put("a", at: 0)
    put("000600 \u{0}000000 \u{0}000000 \u{0}00000000002 00000000000 ", at: 100)
    put("0\u{0}ustar\u{0}00", at: 156)
    header[157] = 0
    header.replaceSubrange(
      156..<265, with: [0x30] + [UInt8](repeating: 0, count: 100) + Array("ustar\u{0}00".utf8))
    put("000000 \u{0}000000 \u{0}", at: 329)
    let sum = header.reduce(0) { $0 + Int($1) } + 8 * 32
    let digits = String(sum, radix: 8)
    put(String(repeating: "0", count: 6 - digits.utf8.count) + digits + "\u{0} ", at: 148)
    #expect(Array(bytes.prefix(512)) == header)
    #expect(bytes[512...] == ([0x68, 0x69] + [UInt8](repeating: 0, count: 510 + 1024))[...])
  }

  @Test func writesTheTimeThatItIsGiven() throws {
    let gathered = Gathered()
    let writer = try TarWriter { gathered.append($0) }
    try writer.beginEntry("a", size: 0, modificationTime: 0o1234567)
    try writer.endEntry()
    try writer.finish()
    #expect(String(decoding: gathered.bytes[136..<147], as: UTF8.self) == "00001234567")
  }

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"))
  func pythonReadsWhatWeWrote() throws {
    let python = try #require(Tool.python)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.tar")
      try write(try tar(Self.members), to: file)
      let script = """
        import sys, tarfile
        t = tarfile.open(sys.argv[1], 'r:')
        for i in t:
            assert (i.mode, i.uid, i.gid, i.uname, i.gname, i.mtime, i.type) == (0o600, 0, 0, '', '', 0, b'0'), i
            assert set(i.pax_headers) <= {'path'}, i.pax_headers
            print(i.name.encode().hex(), t.extractfile(i).read().hex())
        """
      let lines = String(decoding: try python.run(["-c", script, file.path]), as: UTF8.self)
      let expected = Self.members.map { member in
        [Array(member.name.utf8), member.content].map { bytes in
          bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }.joined(separator: " ")
      }
      #expect(lines.split(separator: "\n").map(String.init) == expected)
    }
  }

  @Test(.enabled(if: Tool.tar != nil, "tar is not installed"))
  func gnuTarReadsWhatWeWrote() throws {
    let tool = try #require(Tool.tar)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.tar")
      try write(try tar(Self.members), to: file)
      try tool.run(["-xf", file.path], in: folder)
      for member in Self.members {
        #expect(try readAll(try FileBytes(path: folder.path + "/" + member.name)) == member.content)
      }
    }
  }

  @Test(.enabled(if: Tool.bsdtar != nil, "bsdtar is not installed"))
  func bsdtarReadsWhatWeWrote() throws {
    let tool = try #require(Tool.bsdtar)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.tar")
      try write(try tar(Self.members), to: file)
      // Not into files, whose names it normalises.
      #expect(try tool.run(["-xOf", file.path]) == Self.members.flatMap(\.content))
    }
  }

  @Test(
    .enabled(if: Tool.python != nil, "python3 is not installed"),
    arguments: ["PAX_FORMAT", "GNU_FORMAT", "USTAR_FORMAT"])
  func weReadWhatPythonWrote(format: String) throws {
    let python = try #require(Tool.python)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.tar")
      let script = """
        import sys, tarfile, io
        with tarfile.open(sys.argv[1], 'w', format=tarfile.\(format)) as t:
            d = tarfile.TarInfo('docs'); d.type = tarfile.DIRTYPE; t.addfile(d)
            for name in ('docs/a', 'n\\u00e9', 'p' * 60 + '/' + 'q' * 90):
                i = tarfile.TarInfo(name); i.size = 700; i.mtime = 1.5; i.uname = 'me'
                t.addfile(i, io.BytesIO(b'x' * 700))
            if tarfile.\(format) != tarfile.USTAR_FORMAT:
                i = tarfile.TarInfo('r' * 300); i.size = 1; i.uid = 1 << 40; t.addfile(i, io.BytesIO(b'y'))
        """
      try python.run(["-c", script, file.path])
      let content = [UInt8](repeating: UInt8(ascii: "x"), count: 700)
      let names = [
        "docs/a", "n\u{E9}", String(repeating: "p", count: 60) + "/" + String(repeating: "q", count: 90),
      ]
      var expected = names.map { Member($0, content) }
      if format != "USTAR_FORMAT" {
        expected.append(Member(String(repeating: "r", count: 300), Array("y".utf8)))
      }
      let bytes = try read(file)
      #expect(try untar(bytes) == expected)
      #expect(try TarReader(MemoryBytes(bytes)).entries.first?.kind == .directory)
    }
  }

  @Test(
    .enabled(if: Tool.tar != nil, "tar is not installed"),
    arguments: ["gnu", "pax", "ustar", "posix", "oldgnu"])
  func weReadWhatGNUTarWrote(format: String) throws {
    let tool = try #require(Tool.tar)
    try withTemporaryFolder { folder in
      let inside = folder.appendingPathComponent("in")
      try FileManager.default.createDirectory(
        at: inside.appendingPathComponent("documents"), withIntermediateDirectories: true)
      try write(noise(700), to: inside.appendingPathComponent("cxf.json"))
      try write(noise(5), to: inside.appendingPathComponent("documents/n\u{E9}"))
      let file = folder.appendingPathComponent("a.tar")
      // With names that begin with "./", and with the folder "./" itself.
      try tool.run(["--sort=name", "--format=\(format)", "-cf", file.path, "-C", inside.path, "."])
      let bytes = try read(file)
      #expect(try untar(bytes) == [Member("cxf.json", noise(700)), Member("documents/n\u{E9}", noise(5))])
      var limits = TarLimits()
      limits.allowsDotPrefix = false
      #expect(tarComplaint(bytes, limits) == .name(.component))
    }
  }

  @Test func refusesWhatZipWritersRefuse() throws {
    for name in HostileNames.all {
      let writer = try TarWriter { _ in }
      #expect(throws: ArchiveWriterError.name(name.name, name.problem)) {
        try writer.beginEntry(name.name, size: 1)
      }
    }
    let writer = try TarWriter { _ in }
    #expect(throws: ArchiveWriterError.tooLarge("a")) { try writer.beginEntry("a", size: 1 << 63) }
    let other = try TarWriter { _ in }
    try other.beginEntry("a", size: 2)
    try other.append([1])
    #expect(throws: ArchiveWriterError.sizeMismatch(name: "a", announced: 2)) { try other.endEntry() }
  }

  @Test func writesNoEndWhenItIsGivenUp() throws {
    let gathered = Gathered()
    do {
      let writer = try TarWriter { gathered.append($0) }
      // So large that filling it up with zeros would take for ever.
      try writer.beginEntry("a", size: 1 << 50)
      try writer.append(noise(1 << 17))
    }
    #expect(gathered.bytes.count <= 2_048 + 1 << 17)
    var limits = TarLimits()
    limits.entrySize = .max
    limits.totalSize = .max
    #expect(tarComplaint(gathered.bytes, limits) == .truncated)
  }
}

/// What our reader says against a file.
func tarComplaint(_ bytes: [UInt8], _ limits: TarLimits = TarLimits()) -> TarError.Reason? {
  do {
    _ = try untar(bytes, limits)
    return nil
  } catch {
    return (error as? TarError)?.reason
  }
}
