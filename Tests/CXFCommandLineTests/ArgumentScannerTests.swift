import CXFCommandLine
import Testing

@Suite struct ArgumentScannerTests {
  private func run(_ words: String...) throws -> ParsedArguments {
    guard case .run(let parsed) = try ArgumentScanner(Sample.tool).scan(words) else {
      throw SimpleFailure(.internalFault, "not a run")
    }
    return parsed
  }

  private func failure(_ words: [String]) -> UsageError? {
    do {
      _ = try ArgumentScanner(Sample.tool).scan(words)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ["copy", "-o", "out", "a"], ["copy", "-oout", "a"], ["copy", "-o=out", "a"],
    ["copy", "--output", "out", "a"], ["copy", "--output=out", "a"], ["copy", "a", "--output=out"],
    ["copy", "-fo", "out", "a"], ["copy", "-fvoout", "a"], ["copy", "--output=out", "--", "a"],
  ])
  func readsEverySpellingOfAnOption(_ words: [String]) throws {
    guard case .run(let parsed) = try ArgumentScanner(Sample.tool).scan(words) else {
      Issue.record("not a run")
      return
    }
    #expect(parsed.path.names == ["tool", "copy"])
    #expect(parsed.value("output") == "out")
    #expect(parsed.arguments("input") == ["a"])
  }

  @Test func keepsRepeatedValuesInOrder() throws {
    let parsed = try run("copy", "a", "-t", "x", "b", "--tag=y", "-o", "-", "-tz")
    #expect(parsed.values("tag") == ["x", "y", "z"])
    #expect(parsed.arguments("input") == ["a", "b"])
    #expect(parsed.value("output") == "-")
  }

  @Test func countsClusteredFlags() throws {
    let parsed = try run("copy", "-vvf", "-v", "a", "-o", "x")
    #expect(parsed.count("verbose") == 3)
    #expect(parsed.flag("force"))
    #expect(!parsed.flag("check"))
    #expect(!parsed.isGiven("check"))
  }

  @Test func lastOfFlagAndItsInversionCounts() throws {
    #expect(try run("copy", "a", "-ox", "--no-check", "--check").flag("check"))
    let parsed = try run("copy", "a", "-ox", "--check", "--no-check")
    #expect(!parsed.flag("check"))
    #expect(parsed.isGiven("check"))
  }

  @Test func takesOptionsOfTheGroupBeforeAndAfterTheSubcommand() throws {
    #expect(try run("-q", "--color", "never", "copy", "a", "-ox").value("color") == "never")
    #expect(try run("copy", "a", "-ox", "-q").flag("quiet"))
    #expect(try run("copy", "a", "-ox").value("color") == "auto")
  }

  @Test(arguments: ["-x9", "--no-such-thing", "--", "-f", "--force", "--no-check", "--tag=x", "-"])
  func anOptionTakesDashesWhereItSaysSo(_ word: String) throws {
    let isValue = ["-x9", "--no-such-thing", "-"].contains(word)
    let copy = CommandSpec(
      "tool", abstract: "Tool.",
      options: [
        .value("print", label: "text", help: "Text.", takesDashes: true),
        .flag("force", short: "f", help: "Force."),
        .flag("check", help: "Check.", isInvertible: true), .value("tag", label: "word", help: "Tag."),
      ])
    let scanner = ArgumentScanner(copy)
    guard case .run(let parsed)? = try? scanner.scan(["--print", word]) else {
      #expect(!isValue, "\(word) is refused")
      return
    }
    #expect(isValue && parsed.value("print") == word)
    #expect(throws: UsageError.self) { try scanner.scan(["--tag", word == "-" ? "-x" : word]) }
  }

  @Test func takesADashAndWordsAfterTheTerminatorAsArguments() throws {
    #expect(
      try run("copy", "-", "-ox", "--", "-t", "--help", "--").arguments("input") == [
        "-", "-t", "--help", "--",
      ])
  }

  @Test func keepsEmptyAndOddValues() throws {
    #expect(try run("copy", "", "--output=").value("output") == "")
    #expect(try run("copy", "a", "--output==b=c").value("output") == "=b=c")
    #expect(try run("copy", "a", "--output=-x").value("output") == "-x")
    // U+0338 joins with the equals sign into one character.
    #expect(
      try run("copy", "a", "--output=\u{338}x").value("output")?.unicodeScalars.map(\.value) == [0x338, 0x78])
    #expect(try run("copy", "a", "-o\u{301}").value("output")?.unicodeScalars.map(\.value) == [0x301])
    #expect(try run("copy", "a\r\n", "-ox").argument("input")?.utf8.count == 3)
  }

  @Test func leavesWordsForLaterArguments() throws {
    let parsed = try run("box", "slots", "b.box", "add")
    #expect(parsed.argument("box") == "b.box")
    #expect(parsed.argument("action") == "add")
    #expect(parsed.path.line == "tool box slots")
    #expect(try run("box", "slots", "b.box").argument("action") == nil)
  }

  @Test func givesTheTailToItsArgument() throws {
    let parsed = try run("send", "file", "--", "ssh", "-v", "--", "x")
    #expect(parsed.argument("input") == "file")
    #expect(parsed.arguments("command") == ["ssh", "-v", "--", "x"])
    #expect(parsed.remaining == ["ssh", "-v", "--", "x"])
    #expect(failure(["send", "file"])?.reason == .missingArguments(["command"]))
  }

  @Test(arguments: [
    (["copy", "--bogus-everything"], UsageError.Reason.unknownOption("--bogus-everything", suggestion: nil)),
    (["copy", "--ouput=x"], .unknownOption("--ouput", suggestion: "--output")),
    (["copy", "--out", "x"], .unknownOption("--out", suggestion: "--output")),
    (["copy", "--no-chek"], .unknownOption("--no-chek", suggestion: "--no-check")),
    (["copy", "--secret-dor"], .unknownOption("--secret-dor", suggestion: nil)),
    (["copy", "-x"], .unknownOption("-x", suggestion: nil)),
    (["copy", "-mode", "x"], .unknownOption("-mode", suggestion: "--mode")),
    (["--version=1"], .unexpectedValue(option: "--version")),
    (["copy", "-f=1"], .unexpectedValue(option: "-f")),
    (["copy", "a", "-o", "x", "-oy"], .repeatedOption("--output")),
    (["copy", "-o"], .missingValue(option: "-o", label: "path", next: nil)),
    (["copy", "--output", "-f"], .missingValue(option: "--output", label: "path", next: "-f")),
    (["copy", "--output", "--", "a"], .missingValue(option: "--output", label: "path", next: nil)),
    (["copy", "a"], .missingOption("--output", label: "path")),
    (["copy", "-ox"], .missingArguments(["input"])),
    (["box", "create", "a", "b", "c"], .surplusArguments(["b", "c"])),
    (["box", "creat"], .unknownCommand("creat", suggestion: "create")),
    (["help", "coppy"], .unknownCommand("coppy", suggestion: "copy")),
    (["hiden"], .unknownCommand("hiden", suggestion: nil)),
    (["-q"], .missingCommand),
    (
      ["copy", "a", "-ox", "--mode", "fsat"],
      .notAllowed(value: "fsat", subject: "--mode", allowed: ["fast", "safe"], suggestion: "fast")
    ),
    (
      ["box", "slots", "b", "ad"],
      .notAllowed(value: "ad", subject: "<action>", allowed: ["add", "remove"], suggestion: "add")
    ),
  ])
  func namesTheMistake(_ words: [String], _ reason: UsageError.Reason) {
    #expect(failure(words)?.reason == reason)
    #expect(failure(words)?.exitCode == .usage)
  }

  @Test func rejectsCanonicalEquivalentsOfNames() {
    // U+212A KELVIN SIGN equals K for String; it must not pass for a letter of a name.
    let spec = CommandSpec("t", abstract: "", options: [.flag("K", help: "")])
    #expect(throws: UsageError.self) { try ArgumentScanner(spec).scan(["--\u{212A}"]) }
  }

  @Test(arguments: [
    ["--help"], ["-h"], [], ["help"], ["help", "--help"],
  ])
  func asksForHelpOfTheProgram(_ words: [String]) throws {
    #expect(try ArgumentScanner(Sample.tool).scan(words) == .help(Sample.path))
  }

  @Test(arguments: [
    ["copy", "--help"], ["help", "copy"], ["copy", "-fh"], ["copy", "--bogus", "-h"],
    ["--help", "copy", "a", "b"],
  ])
  func asksForHelpOfACommand(_ words: [String]) throws {
    #expect(try ArgumentScanner(Sample.tool).scan(words) == .help(Sample.copyPath))
  }

  @Test func asksForHelpOfAGroup() throws {
    guard case .help(let path) = try ArgumentScanner(Sample.tool).scan(["box"]) else {
      Issue.record("no help")
      return
    }
    #expect(path.subcommandNames == ["box"])
    #expect(failure(["copy", "--", "--help"]) != nil)
  }

  @Test func tellsTheVersionOnlyOfTheProgram() throws {
    #expect(try ArgumentScanner(Sample.tool).scan(["--version"]) == .version("1.2.3"))
    #expect(failure(["copy", "--version"])?.reason == .unknownOption("--version", suggestion: nil))
  }

  @Test(
    arguments: [("0", 0), ("9", 9), ("x", nil), ("+3", nil), ("10", nil), ("-1", nil), ("", nil)]
      as [(String, Int?)])
  func readsWholeNumbersInRange(_ text: String, _ number: Int?) throws {
    let parsed = try run("copy", "a", "-ox", "--level=\(text)")
    if let number {
      #expect(try parsed.integer("level", in: 0...9) == number)
    } else {
      #expect(throws: UsageError.self) { try parsed.integer("level", in: 0...9) }
    }
  }

  @Test func refusesOptionsThatExcludeEachOther() throws {
    let parsed = try run("copy", "a", "-ox", "--force", "--mode=fast")
    #expect(throws: UsageError(.conflictingOptions("--force", "--mode"), path: Sample.copyPath)) {
      try parsed.requireAtMostOne(of: "force", "mode")
    }
    try parsed.requireAtMostOne(of: "force", "check")
  }

  @Test func measuresEditDistance() {
    #expect(Suggestion.editDistance("kitten", "sitting") == 3)
    #expect(Suggestion.editDistance("", "abc") == 3)
    #expect(Suggestion.editDistance("abc", "abc") == 0)
    #expect(Suggestion.editDistance("a", "abcdefgh", limit: 4) == 4)
    #expect(Suggestion.nearest(to: "ab", among: ["xy", "cd"]) == nil)
    #expect(Suggestion.nearest(to: "lst", among: ["list", "last"]) == "list")
  }
}
