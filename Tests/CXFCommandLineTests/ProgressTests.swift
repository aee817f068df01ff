import CXFCommandLine
import Synchronization
import Testing

@Suite struct ProgressTests {
  /// A clock that is set by hand.
  private final class Clock: Sendable {
    private let time = Mutex(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func go(_ milliseconds: Int) { time.withLock { $0 += .milliseconds(milliseconds) } }
  }

  private func reporter(
    isTerminal: Bool = true, isQuiet: Bool = false, width: Int = 80
  ) -> (ProgressReporter, MemoryWriter, Clock) {
    let error = MemoryWriter(isTerminal: isTerminal)
    let clock = Clock()
    let environment = CommandEnvironment(program: "t", error: error, width: width, isQuiet: isQuiet)
    return (ProgressReporter(environment, clock: { clock.now }), error, clock)
  }

  @Test func drawsAtMostTenTimesASecondAndLeavesNothing() {
    let (progress, error, clock) = reporter()
    progress.begin("reading", total: 1000)
    for _ in 0..<1000 {
      clock.go(2)
      progress.advance()
    }
    progress.end()
    let draws = error.text.components(of: "reading")
    #expect(draws > 10 && draws <= 19)
    #expect(error.text.hasSuffix("\r\u{1B}[K"))
    #expect(error.text.contains("reading: 1000 of 1000") || error.text.contains("reading: 9"))
    #expect(!error.text.utf8.contains(0x0A))
  }

  @Test func shortWorkIsSilent() {
    let (progress, error, clock) = reporter()
    progress.begin("reading", total: 2)
    clock.go(190)
    progress.advance(by: 2)
    progress.end()
    #expect(error.bytes.isEmpty)
  }

  @Test(arguments: [(false, false), (true, true), (false, true)])
  func isQuietWhereNobodyLooks(_ isTerminal: Bool, _ isQuiet: Bool) {
    let (progress, error, clock) = reporter(isTerminal: isTerminal, isQuiet: isQuiet)
    progress.begin("reading")
    clock.go(5000)
    progress.advance(by: 100)
    progress.end()
    #expect(error.bytes.isEmpty)
  }

  @Test func tellsRateAndTimeLeft() {
    func text(_ count: Int, _ total: Int?, _ milliseconds: Int, _ width: Int = 80) -> String {
      ProgressLine(phase: "merging", count: count, total: total, elapsed: .milliseconds(milliseconds))
        .text(width: width)
    }
    #expect(text(50, 200, 500) == "merging: 50 of 200")
    #expect(text(50, 200, 2000) == "merging: 50 of 200, 25/s, 6 s left")
    #expect(text(100, 100_000, 10_000) == "merging: 100 of 100000, 10/s, 2 h 46 min left")
    #expect(text(100, 1000, 10_000) == "merging: 100 of 1000, 10/s, 1 min 30 s left")
    #expect(text(50, nil, 2000) == "merging: 50, 25/s")
    #expect(text(300, 200, 2000) == "merging: 300 of 200, 150/s")
    #expect(text(0, 200, 2000) == "merging: 0 of 200")
    #expect(text(50, 200, 2000, 10) == "merging: 5")
  }

  @Test func aPhaseThatIsGivenUpIsErasedToo() {
    let error = MemoryWriter(isTerminal: true)
    let clock = Clock()
    do {
      let progress = ProgressReporter(
        CommandEnvironment(program: "t", error: error), clock: { clock.now })
      progress.begin("reading")
      clock.go(300)
      progress.advance()
    }
    #expect(error.text == "\r\u{1B}[Kreading: 1\r\u{1B}[K")
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = utf8[...]
    while let found = rest.firstRange(of: Array(part.utf8)) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
