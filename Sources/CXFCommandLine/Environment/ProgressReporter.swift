internal import Synchronization

/// Draws how far long work is, on a terminal only: on one line of standard error, which is gone at the end.
///
/// Nothing is drawn before a fifth of a second has passed, and then at most ten times a second, so that short work
/// stays silent and long work is not slowed down. Call ``end()`` before anything else is printed or asked.
package final class ProgressReporter: Sendable {
  private struct State {
    var phase = ""
    var count = 0
    var total: Int?
    var began = Duration.zero
    var drawn: Duration?
    var isRunning = false
  }

  private static let delay = Duration.milliseconds(200)
  private static let interval = Duration.milliseconds(100)
  /// Carriage return, and "erase to the end of the line" of ECMA-48.
  private static let erase = "\r\u{1B}[K"

  private let stream: (any ByteWriter)?
  private let width: Int
  private let clock: @Sendable () -> Duration
  private let state = Mutex(State())

  /// Creates a reporter; where progress is not shown it does nothing.
  ///
  /// - Parameter clock: the time since some moment, never running backwards.
  package init(_ environment: CommandEnvironment, clock: (@Sendable () -> Duration)? = nil) {
    stream = environment.showsProgress ? environment.error : nil
    // The last column stays free: some terminals wrap there.
    width = environment.width - 1
    let start = ContinuousClock.now
    self.clock = clock ?? { ContinuousClock.now - start }
  }

  deinit { end() }

  /// Begins a phase.
  ///
  /// - Parameter total: how much there is to do, where that is known.
  package func begin(_ phase: String, total: Int? = nil) {
    guard stream != nil else { return }
    end()
    state.withLock { $0 = State(phase: phase, total: total, began: clock(), isRunning: true) }
  }

  /// Tells that more is done.
  package func advance(by count: Int = 1) {
    guard let stream else { return }
    let now = clock()
    let line = state.withLock { state -> String? in
      state.count += count
      let last = state.drawn.map { $0 + Self.interval } ?? state.began + Self.delay
      guard state.isRunning, now >= last else { return nil }
      state.drawn = now
      return ProgressLine(
        phase: state.phase, count: state.count, total: state.total, elapsed: now - state.began
      ).text(width: width)
    }
    // A terminal that cannot be drawn on must not end the work.
    if let line { try? stream.write(Self.erase + line) }
  }

  /// Ends the phase and takes the line away.
  package func end() {
    guard let stream else { return }
    let isDrawn = state.withLock { state in
      defer { state = State() }
      return state.drawn != nil
    }
    if isDrawn { try? stream.write(Self.erase) }
  }
}
