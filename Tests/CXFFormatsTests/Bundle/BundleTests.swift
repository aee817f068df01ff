import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// A CXF document with the bytes of its attachments, in a tar.
@Suite struct BundleTests {
  /// What the tests put into a tar beside each other.
  private struct Source {
    var header: Header
    var files: [(name: String, bytes: [UInt8])] = []

    init(_ contents: [[UInt8]] = [[1, 2, 3], Array(repeating: 7, count: 1000)]) throws {
      header = Header(exporterRPID: "e.example", exporterDisplayName: "E", timestamp: Timestamp(3))
      header.accounts = [Account(id: Identifier([1]), username: "u")]
      for (index, bytes) in contents.enumerated() {
        let id = Identifier([0xF0, UInt8(index)])
        let file = FileReference(
          id: id, name: "a.bin", decryptedSize: UInt64(bytes.count),
          integrityHash: OpaqueBytes(try Digest.hash(bytes, with: .sha256)))
        header.accounts[0].items.append(
          Item(id: Identifier([2, UInt8(index)]), title: Text("item \(index)"), credentials: [.file(file)]))
        files.append(("documents/\(id.base64URL)", bytes))
      }
    }

    var all: [(name: String, bytes: [UInt8])] { [("cxf.json", CXFEncoder().encode(header))] + files }
  }

  private static func read(_ tar: [UInt8]) throws -> Reading {
    let file = SourceFile(name: "b.tar", bytes: tar)
    #expect(try FormatTable.detect(file).format.id == "cxf-bundle")
    let read = try #require(CXFBundle.format.read)
    return try read(file, ReadOptions())
  }

  private static func failure(_ tar: [UInt8]) -> FormatError? {
    do {
      _ = try CXFBundle.format.read?(SourceFile(name: "b.tar", bytes: tar), ReadOptions())
      return nil
    } catch {
      return error
    }
  }

  /// A tar of ustar headers, made here.
  private static func tar(_ files: [(name: String, bytes: [UInt8])], type: Character = "0") -> [UInt8] {
    var result: [UInt8] = []
    for file in files {
      var block = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at place: Int) {
        for (index, byte) in text.utf8.enumerated() { block[place + index] = byte }
      }
      func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.utf8.count) + text
      }
      put(file.name, at: 0)
      put(octal(0o600, 7), at: 100)
      put(octal(0, 7), at: 108)
      put(octal(0, 7), at: 116)
      put(octal(file.bytes.count, 11), at: 124)
      put(octal(0, 11), at: 136)
      put(String(repeating: " ", count: 8), at: 148)
      put(file.name == "cxf.json" || file.name == "./cxf.json" ? "0" : String(type), at: 156)
      put("ustar\u{0}00", at: 257)
      put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
      result += block + file.bytes + [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
    }
    return result + [UInt8](repeating: 0, count: 1024)
  }

  private static func expectWhole(_ reading: Reading, _ source: Source) async throws {
    #expect(reading.findings.isEmpty && reading.failedEntries.isEmpty)
    #expect(reading.document == source.header)
    for (item, file) in zip(reading.accounts[0].items, source.files) {
      let attachment = try #require(item.attachments.first)
      #expect(item.attachments.count == 1)
      var bytes: [UInt8] = []
      try await attachment.content.forEachPiece { bytes += $0 }
      #expect(bytes == file.bytes)
    }
  }

  // MARK: Reading

  @Test func itsFilesComeWithTheirItems() async throws {
    let source = try Source([[], [1], Array(repeating: 3, count: 512), Array(repeating: 4, count: 513)])
    try await Self.expectWhole(try Self.read(Self.tar(source.all)), source)
    // `tar -c .` writes names with a dot in front.
    let dotted = source.all.map { (name: "./\($0.name)", bytes: $0.bytes) }
    try await Self.expectWhole(try Self.read(Self.tar(dotted)), source)
    // Files in another order.
    try await Self.expectWhole(try Self.read(Self.tar([source.all[0]] + source.files.reversed())), source)
  }

  /// Runs a program in a folder, and returns whether it succeeded; false where it is not there.
  private static func run(_ words: [String], in folder: String) throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TZ": "UTC"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
  }

  private static func has(_ program: String) -> Bool {
    (try? run([program, "--version"], in: "/")).flatMap { $0 } != nil
  }

  private static let tarMakers = [
    "tar -c -f b.tar cxf.json documents", "tar -c -f b.tar ./cxf.json ./documents",
    "tar -c --format=ustar -f b.tar cxf.json documents", "tar -c --format=gnu -f b.tar cxf.json documents",
    "tar -c --format=posix -f b.tar cxf.json documents", "tar -c --sort=name -f b.tar .",
    "tar -c --owner=somebody:1234 --mtime=@2000000000 -b 64 -f b.tar cxf.json documents",
  ]

  @Test(.enabled(if: has("tar"), "tar is not installed"), arguments: tarMakers)
  func tarMakesBundles(_ command: String) async throws {
    let source = try Source([[], [1, 2, 3], Array(repeating: 4, count: 100_000)])
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("documents"), withIntermediateDirectories: true)
    for file in source.all { _ = try folder.write(file.name, file.bytes) }
    let words = command == Self.tarMakers[5] ? "tar -c --sort=name --exclude=b.tar -f b.tar ." : command
    let made = try Self.run(words.split(separator: " ").map(String.init), in: folder.path)
    #expect(made != nil)
    try await Self.expectWhole(try Self.read(try #require(folder.bytes("b.tar"))), source)
  }

  @Test(.enabled(if: has("python3"), "python3 is not installed"), arguments: ["USTAR", "GNU", "PAX"])
  func pythonMakesBundles(_ format: String) async throws {
    let source = try Source([[1, 2, 3], Array(repeating: 4, count: 70_000)])
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("documents"), withIntermediateDirectories: true)
    for file in source.all { _ = try folder.write(file.name, file.bytes) }
    let script = """
      import tarfile
      t = tarfile.open('b.tar', 'w', format=tarfile.\(format)_FORMAT)
      t.add('cxf.json'); t.add('documents'); t.close()
      """
    #expect(try Self.run(["python3", "-c", script], in: folder.path) != nil)
    try await Self.expectWhole(try Self.read(try #require(folder.bytes("b.tar"))), source)
  }

  @Test func aMissingFileIsNamedAndNoValue() async throws {
    let source = try Source()
    let reading = try Self.read(Self.tar([source.all[0], source.files[1]]))
    #expect(reading.findings.map(\.code.name) == ["attachment-missing"])
    #expect(reading.findings.first?.item == "item 0" && reading.failedEntries.isEmpty)
    #expect(reading.accounts[0].items.map(\.attachments.count) == [0, 1])
  }

  @Test(arguments: [[1, 2, 4], [1, 2], [1, 2, 3, 4], []] as [[UInt8]])
  func aFileOfOtherBytesIsLostAndNeverHandedOut(_ bytes: [UInt8]) async throws {
    let source = try Source()
    let reading = try Self.read(
      Self.tar([source.all[0], (source.files[0].name, bytes), source.files[1]]))
    #expect(reading.failedEntries.map { $0.code?.name } == ["attachment-damaged"])
    #expect(reading.failedEntries.allSatisfy { $0.fate == .lost })
    #expect(reading.accounts[0].items.map(\.attachments.count) == [0, 1])
    let conversion = try Self.converted(reading)
    #expect(conversion.hasLoss && conversion.values.isBalanced && conversion.values.lost == 1)
    #expect(conversion.findings.contains { $0.code.name == "attachment-damaged" && $0.action == .lost })
  }

  @Test func filesThatNoItemNamesAreLostAndNamed() async throws {
    let source = try Source()
    let more = [("documents/AAAA", [UInt8](repeating: 1, count: 5)), ("documents/not-base64.", [1])]
    let reading = try Self.read(Self.tar(source.all + more))
    #expect(
      reading.failedEntries.map { $0.code?.name } == ["attachment-without-item", "attachment-without-item"])
    let conversion = try Self.converted(reading)
    #expect(conversion.values.lost == 2 && conversion.values.isBalanced)
    #expect(conversion.findings.contains { $0.message.contains("documents/not-base64.") })
  }

  @Test func oneFileServesAllItemsThatNameIt() async throws {
    var source = try Source([[1, 2, 3]])
    var twin = source.header.accounts[0].items[0]
    twin.id = Identifier([9])
    source.header.accounts[0].items.append(twin)
    let reading = try Self.read(Self.tar(source.all))
    #expect(reading.findings.isEmpty && reading.failedEntries.isEmpty)
    #expect(reading.accounts[0].items.map(\.attachments.count) == [1, 1])
    let conversion = try Self.converted(reading)
    #expect(conversion.documents.count == 1 && conversion.documents[0].owners.count == 2)
  }

  @Test(
    arguments: [
      "../documents/AA", "/documents/AA", "documents/../../AA", "documents\\AA", "documents/AA/BB",
      "other/AA", "AA",
      "documents/./AA", "documents//AA", "CXF.json", "cxf.json", "documents/",
    ])
  func unsafeAndOtherNamesAreRefused(_ name: String) throws {
    let source = try Source()
    let error = Self.failure(Self.tar(source.all + [(name, [1])]))
    #expect(error?.finding.code.name == "bundle-damaged", "\(name)")
    #expect(error?.finding.message.contains("\n") == false)
  }

  @Test(arguments: ["1", "2", "3", "4", "6", "7", "S", "V"] as [Character])
  func linksAndDevicesAreRefused(_ type: Character) throws {
    let source = try Source()
    #expect(Self.failure(Self.tar(source.all, type: type))?.finding.code.name == "bundle-damaged")
  }

  @Test func whatIsCutOffIsRefused() throws {
    let source = try Source([[1, 2, 3]])
    let tar = Self.tar(source.all)
    for count in stride(from: 512, to: tar.count, by: 128) {
      #expect(Self.failure(Array(tar.prefix(count))) != nil, "\(count)")
    }
    #expect(Self.failure(tar + [1]) != nil)
    #expect(Self.failure(Self.tar([source.files[0], source.all[0]])) != nil, "the document comes first")
    #expect(Self.failure(Self.tar([("cxf.json", Array("{".utf8))])) != nil)
  }

  // MARK: Writing

  private static func converted(_ reading: Reading, to target: Format = CXFBundle.format) throws -> Conversion
  {
    let writer: any VaultWriter =
      target.makeWriter?(WriteOptions(timestamp: 5)) ?? CXFWriter(WriteOptions(timestamp: 5))
    return try Conversion.run(
      [(SourceFile(name: "b.tar", bytes: []), CXFBundle.format, reading)], to: target, writer: writer,
      options: .init(timestamp: 5))
  }

  private static func written(_ conversion: Conversion, timestamp: UInt64 = 1_000_000_000) async throws
    -> [UInt8]
  {
    let box = Box()
    try await CXFBundle.write(conversion, timestamp: timestamp) { box.bytes += $0 }
    return box.bytes
  }

  private final class Box { var bytes: [UInt8] = [] }

  @Test func whatIsWrittenIsReadBack() async throws {
    let source = try Source([[], [1], Array(repeating: 9, count: (1 << 20) + 1)])
    let conversion = try Self.converted(try Self.read(Self.tar(source.all)))
    #expect(!conversion.hasLoss && conversion.values.isBalanced)
    let bundle = try await Self.written(conversion)
    let back = try Self.read(bundle)
    #expect(back.document.accounts == source.header.accounts && back.findings.isEmpty)
    #expect(back.accounts[0].items.map(\.attachments.count) == [1, 1, 1])
    // The same again gives the same bytes.
    #expect(try await Self.written(conversion) == bundle)
    #expect(try await Self.written(conversion, timestamp: 1) != bundle)
  }

  @Test(.enabled(if: has("tar") && has("python3"), "tar or python3 is not installed"))
  func otherProgramsReadWhatIsWritten() async throws {
    let source = try Source()
    let bundle = try await Self.written(try Self.converted(try Self.read(Self.tar(source.all))))
    let folder = try TemporaryFolder()
    _ = try folder.write("b.tar", bundle)
    let list = try #require(
      try Self.run(["tar", "--utc", "--full-time", "--numeric-owner", "-tvf", "b.tar"], in: folder.path))
    let lines = list.split(separator: "\n")
    #expect(lines.count == 3)
    for (line, file) in zip(lines, source.all) {
      #expect(line.hasPrefix("-rw------- 0/0") && line.hasSuffix(" \(file.name)"))
      #expect(line.contains(" 2001-09-09 01:46:40 "))
    }
    #expect(try Self.run(["tar", "-xf", "b.tar"], in: folder.path) != nil)
    for file in source.files { #expect(folder.bytes(file.name) == file.bytes) }
    let script = """
      import tarfile
      t = tarfile.open('b.tar', 'r:')
      print([(m.name, oct(m.mode), m.mtime, m.uname, m.isreg()) for m in t], len(t.extractfile('\(source.files[1].name)').read()))
      """
    let seen = try #require(try Self.run(["python3", "-c", script], in: folder.path))
    #expect(
      seen.hasPrefix("[('cxf.json', '0o600', 1000000000, '', True)") && seen.hasSuffix("] 1000\n"), "\(seen)")
  }

  @Test func formatsWithoutAttachmentsCountTheBytesAsLost() async throws {
    let source = try Source()
    let reading = try Self.read(Self.tar(source.all))
    for target in FormatTable.all {
      guard target.makeWriter != nil, target.capabilities[.attachments] == .none else { continue }
      let conversion = try Self.converted(reading, to: target)
      #expect(conversion.documents.isEmpty && conversion.values.isBalanced, "\(target.id)")
      let lost = conversion.findings.filter { $0.code.name == "attachment-bytes-lost" && $0.action == .lost }
      #expect(lost.count == 2, "\(target.id)")
      let total = try Self.converted(reading).values.total
      #expect(conversion.values.total == total, "\(target.id)")
    }
  }

  @Test func bytesThatChangeMeanwhileEndTheWriting() async throws {
    let source = try Source([[1, 2, 3]])
    var reading = try Self.read(Self.tar(source.all))
    let attachment = reading.accounts[0].items[0].attachments[0]
    let changed = AttachmentContent(MemoryBytes([1, 2, 4]), count: 3, sha256: attachment.content.sha256)
    reading.accounts[0].items[0].attachments = [ItemAttachment(file: attachment.file, content: changed)]
    let conversion = try Self.converted(reading)
    await #expect(throws: AttachmentError.self) { try await Self.written(conversion) }
  }
}
