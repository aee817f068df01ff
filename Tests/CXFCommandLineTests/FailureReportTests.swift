import CXFCommandLine
import Testing

@Suite struct FailureReportTests {
  @Test func printsUsageErrorsWithUsage() throws {
    let error = UsageError(.unknownOption("--ouput", suggestion: "--output"), path: Sample.copyPath)
    let report = FailureReport(error)
    #expect(report.exitCode.rawValue == 64)
    #expect(
      report.text(program: "tool") == """
        tool: error: unknown option '--ouput'
        tool: hint: did you mean '--output'?
        Usage: tool copy [<options>] --output <path> <input> ...
        See 'tool help copy' for more information.

        """)
  }

  @Test func printsOtherErrorsWithoutUsage() {
    let report = FailureReport(SimpleFailure(.refused, "wrong key", hint: "use another"))
    #expect(report.text(program: "t") == "t: error: wrong key\nt: hint: use another\n")
    #expect(report.exitCode == .refused)
  }

  @Test func coloursOnlyTheWord() {
    let report = FailureReport(SimpleFailure(.negative, "no"))
    #expect(
      report.text(program: "t", style: TextStyle(isColored: true)) == "t: \u{1B}[31merror:\u{1B}[0m no\n")
  }

  @Test func keepsForeignNamesOnTheirLine() {
    let report = FailureReport(InputFileError.missing(path: "x\nt: error: fake\u{1B}[2J\u{202E}"))
    #expect(
      report.text(program: "t").split(separator: "\n").first
        == "t: error: no such file: 'x\\nt: error: fake\\u{1B}[2J\\u{202E}'")
  }

  @Test func tellsNothingOfAnUnknownError() {
    struct Leaky: Error, CustomStringConvertible { let description = "hunter2" }
    let report = FailureReport(Leaky())
    #expect(report.exitCode == .internalFault)
    #expect(!report.text(program: "t").contains("hunter2"))
    #expect(report.message == "internal fault (Leaky)")
  }

  @Test func isQuietAboutABrokenPipe() {
    let environment = CommandEnvironment(program: "t", error: MemoryWriter())
    #expect(environment.report(StreamError.brokenPipe) == .inputOutput)
    #expect((environment.error as? MemoryWriter)?.text == "")
  }

  @Test func numbersTheExitCodes() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 70, 73, 74, 77, 130])
  }

  /// Every message begins in lower case or with a quote, and ends without a full stop.
  @Test(arguments: [
    UsageError.Reason.unknownOption("--x", suggestion: nil), .unknownCommand("x", suggestion: nil),
    .missingCommand,
    .missingValue(option: "-o", label: "path", next: "-x"), .unexpectedValue(option: "--x"),
    .repeatedOption("--x"),
    .missingOption("--x", label: "y"), .missingArguments(["a", "b"]), .missingArguments(["a"]),
    .surplusArguments(["a"]), .surplusArguments(["a", "b"]),
    .notAllowed(value: "a", subject: "--x", allowed: ["b", "c"], suggestion: nil),
    .invalidValue(value: "a", subject: "--x", expected: "a whole number from 0"),
    .conflictingOptions("--a", "--b"),
    .notUTF8(position: 2),
  ])
  func wordsUsageErrorsInOneManner(_ reason: UsageError.Reason) {
    let error = UsageError(reason, path: Sample.path)
    for text in [error.message, error.hint].compactMap({ $0 }) {
      #expect(text.first?.isUppercase == false)
      #expect(text.last != ".")
      #expect(!text.isEmpty)
    }
  }

  @Test func namesWhatIsAllowed() {
    let reason = UsageError.Reason.notAllowed(
      value: "x", subject: "--m", allowed: ["a", "b"], suggestion: nil)
    #expect(UsageError(reason, path: Sample.path).hint == "allowed are: a, b")
  }
}
