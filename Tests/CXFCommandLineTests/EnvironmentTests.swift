import CXFCommandLine
import Glibc
import Synchronization
import Testing

@Suite struct EnvironmentTests {
  @Test func keepsDataAndWordsApart() throws {
    let output = MemoryWriter()
    let error = MemoryWriter()
    var environment = CommandEnvironment(program: "t", output: output, error: error)
    try environment.printLine("data")
    environment.warn("odd\u{1B}")
    environment.note("fine")
    environment.isQuiet = true
    environment.note("not shown")
    environment.warn("still")
    #expect(output.text == "data\n")
    #expect(error.text == "t: warning: odd\\u{1B}\nt: fine\nt: warning: still\n")
  }

  @Test func asksTwiceForANewSecret() throws {
    let same = CommandEnvironment(program: "t", terminal: ScriptedTerminal(["a", "a"]))
    #expect(try same.askSecret("Secret:", confirmation: "Again:") == Array("a".utf8))
    // Equal for String, different bytes.
    let other = CommandEnvironment(program: "t", terminal: ScriptedTerminal(["\u{E9}", "e\u{301}"]))
    #expect(throws: PromptError.mismatch) { try other.askSecret("Secret:", confirmation: "Again:") }
  }

  @Test func neverAsksWhenForbidden() {
    let terminal = ScriptedTerminal(["a"])
    let environment = CommandEnvironment(program: "t", terminal: terminal, noInput: true)
    #expect(throws: PromptError.notAllowed) { try environment.askSecret("Secret:") }
    #expect(throws: PromptError.notAllowed) { try environment.askChoice("Go on?", among: ["yes", "no"]) }
    #expect(terminal.prompts.isEmpty)
    #expect(PromptError.notAllowed.exitCode == .refused)
    #expect(PromptError.interrupted.exitCode == .interrupted)
  }

  @Test func asksUntilTheAnswerIsOne() throws {
    let terminal = ScriptedTerminal(["what", "", "Y"])
    let environment = CommandEnvironment(program: "t", terminal: terminal)
    #expect(try environment.askChoice("Go on?", among: ["yes", "no"]) == 0)
    #expect(terminal.prompts.count == 3)
    let unclear = CommandEnvironment(program: "t", terminal: ScriptedTerminal(["s", "skip"]))
    #expect(try unclear.askChoice("?", among: ["save", "skip"]) == 1)
  }

  @Test(arguments: ["/nonexistent/tty", "/dev/null"])
  func failsWithoutATerminal(_ path: String) {
    #expect(throws: PromptError.noTerminal) {
      try ControllingTerminal(devicePath: path).ask("?", echo: false)
    }
  }

  @Test func readsTheProcess() {
    let environment = CommandEnvironment.ofProcess(program: "t")
    #expect(environment.now() > 1_700_000_000)
    #expect(environment.variables["PATH"]?.isEmpty == false)
    #expect(environment.width > 0)
  }

  @Test func writesWholeIntoANonBlockingPipe() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    var received: [UInt8] = []
    let reader = DescriptorStream(number: readEnd, name: "pipe")
    let writer = Thread {
      try? DescriptorStream(number: writeEnd, name: "pipe").write(bytes)
      close(writeEnd)
    }
    while true {
      let chunk = try reader.read(upTo: 4096)
      if chunk.isEmpty { break }
      received += chunk
    }
    writer.join()
    close(readEnd)
    #expect(received == bytes)
  }

  @Test func tellsABrokenPipeFromOtherFailures() {
    // The runner may not ignore it; here a write must come back.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let stream = DescriptorStream(number: ends[1], name: "pipe")
    #expect(throws: StreamError.brokenPipe) { try stream.write("x") }
    close(ends[1])
    let full = DescriptorStream(number: open("/dev/full", O_WRONLY), name: "full")
    #expect(throws: StreamError.writeFailed(stream: "full", SystemError(code: ENOSPC))) {
      try full.write("x")
    }
    close(full.number)
  }
}

/// One at a time: signals belong to the whole process.
@Suite(.serialized) struct ControllingTerminalTests {
  @Test func anInterruptionCancelsTheWork() async {
    await #expect(throws: CancellationError.self) {
      try await Interruption.cancelling {
        kill(getpid(), SIGINT)
        try await Task.sleep(for: .seconds(20))
      }
    }
    #expect(FailureReport(CancellationError()).exitCode == .interrupted)
    #expect(FailureReport(CancellationError()).message == "interrupted")
  }

  /// A pseudo-terminal whose master this test holds.
  private struct PseudoTerminal {
    let master: Int32
    /// Held open, so that the settings outlive the question.
    let keeper: Int32
    let path: String

    init() throws {
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // TIOCSPTLCK and TIOCGPTN of Linux's ioctls.h: what unlockpt and ptsname do, which Swift does not import.
      var lock: Int32 = 0
      var number: Int32 = 0
      guard ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
        throw SimpleFailure(.internalFault, "no pseudo-terminal")
      }
      path = "/dev/pts/\(number)"
      keeper = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    func end() {
      close(keeper)
      close(master)
    }

    /// Returns what the other side printed, up to and with the text.
    func output(until end: String) -> String {
      var all: [UInt8] = []
      // By bytes: CR LF is one character, in which no LF is found.
      while !all.suffix(end.utf8.count).elementsEqual(end.utf8) {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(master, &buffer, 256)
        if count <= 0 { break }
        all += buffer.prefix(count)
      }
      return String(decoding: all, as: UTF8.self)
    }

    func type(_ text: String) {
      _ = write(master, text, text.utf8.count)
    }

    var echoes: Bool {
      var settings = termios()
      return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  /// A question that is being asked on a thread of its own: the test blocks on the other side meanwhile.
  private final class Question: Sendable {
    private let outcome: Outcome
    private let thread: Thread

    private final class Outcome: Sendable {
      let value = Mutex<Result<[UInt8], PromptError>?>(nil)
    }

    init(on terminal: PseudoTerminal) {
      let outcome = Outcome()
      self.outcome = outcome
      thread = Thread { [path = terminal.path] in
        do throws(PromptError) {
          let answer = try ControllingTerminal(devicePath: path).ask("Secret:", echo: false)
          outcome.value.withLock { $0 = .success(answer) }
        } catch {
          outcome.value.withLock { $0 = .failure(error) }
        }
      }
    }

    /// Waits for the end of the question.
    func wait() -> Result<[UInt8], PromptError>? {
      thread.join()
      return outcome.value.withLock { $0 }
    }
  }

  @Test func readsASecretWithoutShowingIt() throws {
    let terminal = try PseudoTerminal()
    defer { terminal.end() }
    let answer = Question(on: terminal)
    #expect(terminal.output(until: "Secret: ") == "Secret: ")
    #expect(!terminal.echoes)
    terminal.type("p\u{E4}ss w\n")
    #expect(answer.wait() == .success(Array("p\u{E4}ss w".utf8)))
    #expect(terminal.output(until: "\n") == "\r\n")
    #expect(terminal.echoes)
  }

  @Test func restoresEchoWhenInterrupted() throws {
    let terminal = try PseudoTerminal()
    defer { terminal.end() }
    let answer = Question(on: terminal)
    _ = terminal.output(until: "Secret: ")
    #expect(!terminal.echoes)
    kill(getpid(), SIGINT)
    #expect(answer.wait() == .failure(.interrupted))
    #expect(terminal.echoes)
  }

  @Test func tellsAnEndFromAnEmptyAnswer() throws {
    let terminal = try PseudoTerminal()
    defer { terminal.end() }
    let empty = Question(on: terminal)
    _ = terminal.output(until: "Secret: ")
    terminal.type("\n")
    #expect(empty.wait() == .success([]))
    let ended = Question(on: terminal)
    _ = terminal.output(until: "Secret: ")
    terminal.type("\u{4}")
    #expect(ended.wait() == .failure(.ended))
  }

  @Test func refusesALineThatWouldArriveCut() throws {
    let terminal = try PseudoTerminal()
    defer { terminal.end() }
    let answer = Question(on: terminal)
    _ = terminal.output(until: "Secret: ")
    // In pieces: a pseudo-terminal takes no more than a line at once.
    for _ in 0..<50 { terminal.type(String(repeating: "x", count: 100)) }
    terminal.type("\n")
    #expect(answer.wait() == .failure(.tooLong))
    #expect(terminal.echoes)
  }
}
