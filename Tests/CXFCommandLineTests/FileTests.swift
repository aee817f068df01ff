import CXFCommandLine
import CXFTestSupport
import Glibc
import Testing

@Suite struct InputFileTests {
  private func files(_ input: [UInt8] = [], isTerminal: Bool = false) -> InputFiles {
    InputFiles(CommandEnvironment(program: "test", input: MemoryReader(input, isTerminal: isTerminal)))
  }

  @Test(arguments: [0, 1, 65535, 65536, 65537, 300_000])
  func readsEveryByte(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try OutputFile.write(bytes, to: folder.path("f"))
    var files = files()
    #expect(try files.read(folder.path("f")).bytes == bytes)
    #expect(files.identities.count == 1)
  }

  @Test func readsStandardInputOnce() throws {
    var files = files([1, 2, 3])
    #expect(try files.read("-").bytes == [1, 2, 3])
    #expect(throws: InputFileError.standardInputTaken) { try files.read("-") }
    #expect(throws: InputFileError.standardInputTaken) { try files.read("/dev/stdin") }
    #expect(throws: InputFileError.standardInputTaken) { try files.readSecret(descriptor: 0) }
    #expect(InputFileError.standardInputTaken.exitCode == .usage)
  }

  @Test func refusesAnIdleTerminal() {
    var files = files(isTerminal: true)
    #expect(throws: InputFileError.standardInputIsTerminal) { try files.read("-") }
  }

  @Test func tellsMissingFromFolder() throws {
    let folder = try TemporaryFolder()
    var files = files()
    #expect(throws: InputFileError.missing(path: folder.path("no"))) { try files.read(folder.path("no")) }
    #expect(throws: InputFileError.isDirectory(path: folder.path(""))) { try files.read(folder.path("")) }
    #expect(throws: InputFileError.self) { try files.read("") }
    #expect(InputFileError.missing(path: "").exitCode.rawValue == 66)
    #expect(InputFileError.isDirectory(path: "").exitCode.rawValue == 66)
    #expect(InputFileError.readFailed(path: "", SystemError(code: EIO)).exitCode.rawValue == 74)
  }

  @Test func doesNotCutAPathAtANUL() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([1], to: folder.path("a"))
    var files = files()
    #expect(throws: InputFileError.self) { try files.read(folder.path("a\0b")) }
    #expect(throws: OutputFileError.self) { try OutputFile.write([2], to: folder.path("c\0d")) }
    #expect(folder.names == ["a"])
  }

  @Test func keepsToTheLimit() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([1, 2, 3], to: folder.path("f"))
    var files = files([1, 2, 3])
    #expect(try files.read(folder.path("f"), limit: 3).bytes.count == 3)
    #expect(throws: InputFileError.tooLarge(path: folder.path("f"), limit: 2)) {
      try files.read(folder.path("f"), limit: 2)
    }
    #expect(throws: InputFileError.tooLarge(path: "-", limit: 2)) { try files.read("-", limit: 2) }
    // A file of /proc has no size and still a content.
    #expect(try !files.read("/proc/self/status").bytes.isEmpty)
  }

  @Test(arguments: [
    ("abc", "abc"), ("abc\n", "abc"), ("abc\r\n", "abc"), ("abc\n\n", "abc\n"), ("abc\r", "abc\r"),
    ("abc\r\r\n", "abc\r"), (" a b ", " a b "), ("\n", ""), ("", ""), ("e\u{301}\n", "e\u{301}"),
  ])
  func takesOneLineEndFromASecret(_ content: String, _ secret: String) throws {
    let folder = try TemporaryFolder()
    try OutputFile.write(content.utf8, to: folder.path("f"))
    var files = files(Array(content.utf8))
    #expect(try files.readSecret(folder.path("f")) == Array(secret.utf8))
    #expect(try files.readSecret("-") == Array(secret.utf8))
    let descriptor = open(folder.path("f"), O_RDONLY)
    #expect(try files.readSecret(descriptor: descriptor) == Array(secret.utf8))
    close(descriptor)
    #expect(throws: InputFileError.self) { try files.readSecret(descriptor: 999) }
  }
}

@Suite struct OutputFileTests {
  @Test func appearsWholeAndPrivate() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(folder.path("f"))
    try file.write([1, 2])
    let hidden = try #require(folder.names.first)
    #expect(folder.names.count == 1)
    #expect(hidden.hasPrefix("."))
    #expect(folder.mode(hidden) == 0o600)
    try file.write([3])
    try file.commit()
    #expect(folder.names == ["f"])
    #expect(folder.mode("f") == 0o600)
    #expect(try folder.read("f") == [1, 2, 3])
  }

  @Test func leavesNothingWithoutCommit() throws {
    let folder = try TemporaryFolder()
    func abandon() throws {
      let file = try OutputFile(folder.path("f"))
      try file.write([1])
    }
    try abandon()
    #expect(folder.names == [])
  }

  @Test func refusesAnExistingFile() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([1], to: folder.path("f"))
    #expect(throws: OutputFileError.exists(path: folder.path("f"))) {
      try OutputFile.write([2], to: folder.path("f"))
    }
    #expect(throws: OutputFileError.exists(path: folder.path("f"))) { try OutputFile.check(folder.path("f")) }
    #expect(try folder.read("f") == [1])
    #expect(folder.names == ["f"])
    #expect(OutputFileError.exists(path: "").exitCode.rawValue == 73)
  }

  @Test func refusesAFileThatAppearsInTheMeantime() throws {
    let folder = try TemporaryFolder()
    let late = try OutputFile(folder.path("f"))
    try late.write([2])
    try OutputFile.write([1], to: folder.path("f"))
    var failure: OutputFileError?
    do throws(OutputFileError) {
      try late.commit()
    } catch {
      failure = error
    }
    #expect(failure == .exists(path: folder.path("f")))
    #expect(try folder.read("f") == [1])
    #expect(folder.names == ["f"])
  }

  @Test func letsOneOfManyWin() async throws {
    let folder = try TemporaryFolder()
    let winners = await withTaskGroup(of: UInt8?.self) { group in
      for number in 0..<16 as Range<UInt8> {
        group.addTask {
          (try? OutputFile.write([number], to: folder.path("f"))) == nil ? nil : number
        }
      }
      return await group.reduce(into: [UInt8]()) { if let number = $1 { $0.append(number) } }
    }
    #expect(winners.count == 1)
    #expect(try folder.read("f") == winners)
    #expect(folder.names == ["f"])
  }

  @Test func replacesWhenAsked() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([1], to: folder.path("f"))
    chmod(folder.path("f"), 0o644)
    try OutputFile.write([2], to: folder.path("f"), replacing: true)
    #expect(try folder.read("f") == [2])
    #expect(folder.mode("f") == 0o600)
    #expect(folder.names == ["f"])
  }

  @Test func keepsALinkAndReplacesItsFile() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([1], to: folder.path("real"))
    symlink("real", folder.path("link"))
    try OutputFile.write([2], to: folder.path("link"), replacing: true)
    #expect(try folder.read("real") == [2])
    var raw = stat()
    #expect(lstat(folder.path("link"), &raw) == 0 && raw.st_mode & S_IFMT == S_IFLNK)
    symlink("nowhere", folder.path("dangling"))
    #expect(throws: OutputFileError.exists(path: folder.path("dangling"))) {
      try OutputFile.write([3], to: folder.path("dangling"))
    }
  }

  @Test func refusesToReplaceAnInput() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([1], to: folder.path("f"))
    link(folder.path("f"), folder.path("same"))
    var files = InputFiles(CommandEnvironment(program: "test"))
    _ = try files.read(folder.path("f"))
    for name in ["f", "same"] {
      #expect(throws: OutputFileError.isInput(path: folder.path(name))) {
        try OutputFile.write([2], to: folder.path(name), replacing: true, inputs: files.identities)
      }
    }
    #expect(try folder.read("same") == [1])
  }

  @Test func namesWhatIsInTheWay() throws {
    let folder = try TemporaryFolder()
    #expect(throws: OutputFileError.isDirectory(path: folder.path(""))) {
      try OutputFile.write([1], to: folder.path(""), replacing: true)
    }
    #expect(throws: OutputFileError.missingFolder(path: folder.path("no/f"))) {
      try OutputFile.write([1], to: folder.path("no/f"))
    }
    #expect(throws: OutputFileError.missingFolder(path: folder.path("no/f"))) {
      try OutputFile.check(folder.path("no/f"))
    }
    #expect(throws: OutputFileError.isDirectory(path: folder.path("new/"))) {
      try OutputFile.write([1], to: folder.path("new/"))
    }
    #expect(throws: OutputFileError.self) { try OutputFile.write([1], to: "") }
    #expect(folder.names == [])
  }

  @Test func writesIntoStreamsDirectly() throws {
    try OutputFile.write([1, 2, 3], to: "/dev/null")
    #expect(OutputFile.isStream("/dev/null"))
    let folder = try TemporaryFolder()
    mkfifo(folder.path("pipe"), 0o600)
    // A reader first, so that opening to write does not wait.
    let reader = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK)
    try OutputFile.write([7, 8], to: folder.path("pipe"))
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(read(reader, &buffer, 4) == 2)
    #expect(buffer.prefix(2) == [7, 8])
    close(reader)
    #expect(folder.names == ["pipe"])
  }

  @Test func writesThroughADescriptorPath() throws {
    let folder = try TemporaryFolder()
    let descriptor = open(folder.path("f"), O_WRONLY | O_CREAT, 0o600)
    _ = write(descriptor, "ab", 2)
    // Not truncated and not replaced: it continues where the descriptor stands.
    try OutputFile.write("cd".utf8, to: "/dev/fd/\(descriptor)")
    close(descriptor)
    #expect(try folder.read("f") == Array("abcd".utf8))
  }

  @Test func tellsAFullDisk() throws {
    let full = OutputFileError.writeFailed(path: "/dev/full", SystemError(code: ENOSPC))
    #expect(throws: full) { try OutputFile.write([1], to: "/dev/full") }
    #expect(full.exitCode.rawValue == 74)
    #expect(full.message == "cannot write '/dev/full': no space left on device")
  }

}

extension TemporaryFolder {
  /// Reads a file as the commands do.
  func read(_ name: String) throws -> [UInt8] {
    var files = InputFiles(CommandEnvironment(program: "test"))
    return try files.read(path(name)).bytes
  }
}
