import CXFKeePass
import CXFTestSupport
import Testing

/// Other programs read the same databases, as they are and as we write them.
@Suite(.enabled(if: KnownDatabase.areHere, "the databases of other programs are not here"))
struct ProgramTests {
  private static let folder = "\(SharedFiles.folder ?? "")/cases"

  /// It has no parser for the versions before 3.
  private static let readable = KnownDatabase.all.filter { $0.version.0 > 2 }

  @Test(.enabled(if: Programs.hasPyKeePass, "no Python with pykeepass; Scripts/peers makes one"))
  func pykeepassFindsTheSameInThem() throws {
    let jobs = Self.readable.map { known in
      Programs.Job(
        file: "\(Self.folder)/\(known.path)", password: known.passphrase,
        keyfile: known.keyFile.map { "\(Self.folder)/\($0)" })
    }
    for (known, answer) in zip(Self.readable, try Programs.lines(jobs)) {
      let ours = try DatabaseDump(known.open()).lines()
      #expect(try answer.get() == ours, "\(known.path)")
    }
  }

  @Test(.enabled(if: Programs.hasPyKeePass, "no Python with pykeepass; Scripts/peers makes one"))
  func pykeepassFindsTheSameInWhatWeWrite() throws {
    let folder = try TemporaryFolder()
    var jobs: [Programs.Job] = []
    var expected: [(String, [String])] = []
    for (number, known) in KnownDatabase.all.enumerated() {
      let database = try known.open()
      let lines = try DatabaseDump(database).lines()
      for form in [KDBXDatabase.Form.version4, .version3] where form == .version4 || known.version.0 < 4 {
        let file = try folder.write("\(number)-\(form).kdbx", database.seal(as: form))
        jobs.append(
          Programs.Job(
            file: file, password: known.passphrase, keyfile: known.keyFile.map { "\(Self.folder)/\($0)" }))
        expected.append(("\(known.path) as \(form)", lines))
      }
    }
    for (known, answer) in zip(expected, try Programs.lines(jobs)) {
      #expect(try answer.get() == known.1, "\(known.0)")
    }
  }

  @Test(
    .enabled(
      if: Programs.keepassxc != nil, "keepassxc-cli is not installed; Scripts/setup --tests installs it"),
    .enabled(if: Programs.hasPyKeePass, "no Python with lxml; Scripts/peers makes one"))
  func keepassxcFindsTheSameInWhatWeWrite() throws {
    let program = try #require(Programs.keepassxc)
    let folder = try TemporaryFolder()
    var jobs: [Programs.Job] = []
    for (number, known) in KnownDatabase.all.enumerated() {
      let written = try folder.write("\(number).kdbx", known.open().seal())
      var arguments = ["export", "--quiet", "--format", "xml"]
      if known.passphrase == nil { arguments.append("--no-password") }
      if let keyFile = known.keyFile { arguments += ["--key-file", "\(Self.folder)/\(keyFile)"] }
      let input = known.passphrase.map { Array("\($0)\n".utf8) } ?? []
      // It mends some things when it reads, so that it is asked about both files.
      for (name, file) in [("before", "\(Self.folder)/\(known.path)"), ("after", written)] {
        let xml = try Programs.run(program, arguments + [file], input: input)
        jobs.append(Programs.Job(xml: try folder.write("\(number)-\(name).xml", xml)))
      }
    }
    // An export of KDBX 4 has only the names of attached files.
    let answers = try Programs.lines(jobs).map { answer in
      try answer.get().map { $0.hasPrefix("file ") ? String($0.prefix { $0 != " " }) : $0 }
    }
    for (number, known) in KnownDatabase.all.enumerated() {
      #expect(answers[2 * number + 1] == answers[2 * number], "\(known.path)")
    }
  }

  /// Databases with attached files in the places where the versions have them: the path of an entry, and a name.
  @Test(
    .enabled(
      if: Programs.keepassxc != nil, "keepassxc-cli is not installed; Scripts/setup --tests installs it"),
    arguments: [
      ("keepassxc/Format200.kdbx", "Sample Entry", "myattach.txt"),
      ("keepassxc/SyncDatabase.kdbx", "Sample Entry", "Sample attachment.txt"),
      ("keepassxc/Format400.kdbx", "Format400", "Format400"),
    ])
  func keepassxcFindsAttachedFilesInWhatWeWrite(_ path: String, _ entry: String, _ name: String) throws {
    let program = try #require(Programs.keepassxc)
    let known = try #require(KnownDatabase.all.first { $0.path == path })
    let folder = try TemporaryFolder()
    let written = try folder.write("written.kdbx", known.open().seal())
    let contents = try ["\(Self.folder)/\(path)", written].map { file in
      try Programs.run(
        program, ["attachment-export", "--quiet", "--stdout", file, entry, name],
        input: Array("\(known.passphrase ?? "")\n".utf8))
    }
    #expect(!contents[0].isEmpty)
    #expect(contents[1] == contents[0])
  }
}
