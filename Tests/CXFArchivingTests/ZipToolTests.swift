import CXFArchiving
import CredentialExchangeFormat
import Foundation
import Testing

/// Other programs read what we write, and we read what they write.
struct ZipToolTests {
  private static let members = ZipRoundTripTests.members
  private static let compressions = Array(ZipRoundTripTests.compressions.prefix(2))

  /// Members as lines `name in hexadecimal digits, content the same`.
  private static func members(fromLines bytes: [UInt8]) -> [Member] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: false).map { text in
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
      }
      return Member(String(decoding: parts[0], as: UTF8.self), parts[1])
    }
  }

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"), arguments: compressions, [true, false])
  func pythonReadsWhatWeWrote(compression: ZipWriter.Compression, knowsSizes: Bool) throws {
    let python = try #require(Tool.python)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      try write(try zip(Self.members, compression, knowsSizes: knowsSizes), to: file)
      let script = """
        import sys, zipfile
        z = zipfile.ZipFile(sys.argv[1])
        for i in z.infolist():
            assert i.date_time == (1980, 1, 1, 0, 0, 0) and i.external_attr >> 16 == 0o100600 and not i.comment, i
            print(i.filename.encode().hex(), z.read(i).hex())
        """
      #expect(Self.members(fromLines: try python.run(["-c", script, file.path])) == Self.members)
    }
  }

  @Test(.enabled(if: Tool.unzip != nil, "unzip is not installed"), arguments: compressions, [true, false])
  func unzipReadsWhatWeWrote(compression: ZipWriter.Compression, knowsSizes: Bool) throws {
    let tool = try #require(Tool.unzip)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      try write(try zip(Self.members, compression, knowsSizes: knowsSizes), to: file)
      try tool.run(["-tq", file.path])
      #expect(try tool.run(["-p", file.path]) == Self.members.flatMap(\.content))
    }
  }

  @Test(.enabled(if: Tool.bsdtar != nil, "bsdtar is not installed"), arguments: compressions, [true, false])
  func bsdtarReadsWhatWeWrote(compression: ZipWriter.Compression, knowsSizes: Bool) throws {
    let tool = try #require(Tool.bsdtar)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      try write(try zip(Self.members, compression, knowsSizes: knowsSizes), to: file)
      #expect(try tool.run(["-xOf", file.path]) == Self.members.flatMap(\.content))
    }
  }

  /// How Python writes: into a file whose front it goes back to, or a stream.
  static let pythonWays = [
    "zipfile.ZipFile(sys.argv[1], 'w')",
    "zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)",
    "zipfile.ZipFile(Stream(), 'w')",
    "zipfile.ZipFile(Stream(), 'w', zipfile.ZIP_DEFLATED)",
  ]

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"), arguments: pythonWays, [false, true])
  func weReadWhatPythonWrote(way: String, forcesZip64: Bool) throws {
    let python = try #require(Tool.python)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      let script = """
        import sys, zipfile
        class Stream:
            def __init__(self): self.file = open(sys.argv[1], 'wb')
            def write(self, data): return self.file.write(data)
            def flush(self): self.file.flush()
        with \(way) as z:
            for name, content in (('a/', b''), ('a/b.txt', b'text' * 999), ('n\\u00e9', b''), ('e\\u0301', b'1')):
                info = zipfile.ZipInfo(name, (2024, 5, 6, 7, 8, 10))
                info.compress_type = z.compression
                with z.open(info, 'w', force_zip64=\(forcesZip64 ? "True" : "False")) as f: f.write(content)
        """
      try python.run(["-c", script, file.path])
      let expected = [
        Member("a/b.txt", Array(String(repeating: "text", count: 999).utf8)), Member("n\u{E9}", []),
        Member("e\u{301}", Array("1".utf8)),
      ]
      let bytes = try read(file)
      #expect(try unzip(bytes, .foreign) == expected)
      // Nothing about it is odd either.
      var exact = ZipLimits.cxp
      exact.ratio = 1100
      #expect(try unzip(bytes, exact) == expected)
    }
  }

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"))
  func weReadACommentWhereItIsAllowed() throws {
    let python = try #require(Tool.python)
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      let script = """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1], 'w') as z:
            z.writestr('a', b'1')
            z.comment = b'x' * 65535
        """
      try python.run(["-c", script, file.path])
      let bytes = try read(file)
      #expect(try unzip(bytes, .foreign) == [Member("a", Array("1".utf8))])
      #expect(complaint(bytes, .cxp) == .comment)
    }
  }

  @Test(
    .enabled(if: Tool.zip != nil, "zip is not installed"),
    arguments: [["-0"], ["-9"], ["-fd"], ["-fz"], ["-X"]])
  func weReadWhatInfoZipWrote(options: [String]) throws {
    let tool = try #require(Tool.zip)
    try withTemporaryFolder { folder in
      try write(Array(repeating: 7, count: 5_000), to: folder.appendingPathComponent("sevens"))
      try write(noise(3_000), to: folder.appendingPathComponent("noise n\u{E9}"))
      try tool.run(options + ["-q", "-r", "../\(folder.lastPathComponent).zip", "."], in: folder)
      let file = folder.appendingPathExtension("zip")
      defer { try? FileManager.default.removeItem(at: file) }
      let members = try unzip(try read(file), .foreign).sorted { $0.name < $1.name }
      #expect(
        members == [
          Member("noise n\u{E9}", noise(3_000)), Member("sevens", Array(repeating: 7, count: 5_000)),
        ])
    }
  }

  @Test(.enabled(if: Tool.bsdtar != nil, "bsdtar is not installed"), arguments: ["store", "deflate"])
  func weReadWhatBsdtarWrote(compression: String) throws {
    let tool = try #require(Tool.bsdtar)
    try withTemporaryFolder { folder in
      try write(Array(repeating: 7, count: 5_000), to: folder.appendingPathComponent("sevens"))
      try write(noise(3_000), to: folder.appendingPathComponent("n\u{E9}"))
      let file = folder.appendingPathComponent("a.zip")
      try tool.run(
        [
          "-cf", file.path, "--format", "zip", "--options", "compression=\(compression)", "sevens", "n\u{E9}",
        ],
        in: folder)
      #expect(
        try unzip(try read(file), .foreign) == [
          Member("sevens", Array(repeating: 7, count: 5_000)), Member("n\u{E9}", noise(3_000)),
        ])
    }
  }
}
