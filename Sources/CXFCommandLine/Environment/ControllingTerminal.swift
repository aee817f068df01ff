internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The controlling terminal of the process, `/dev/tty`.
///
/// Echo is switched off while a secret is typed and comes back on every way out: an answer, an error, and
/// the signals INT, TERM, HUP and QUIT, which are taken over for the time of the question. SIGINT becomes
/// ``PromptError/interrupted``, so that the caller can clean up; the others are delivered again afterwards.
/// Stopping (SIGTSTP) restores echo too, and the question is asked again on return.
package struct ControllingTerminal: InteractiveTerminal {
  /// The longest line that Linux passes on in canonical mode, in bytes with its end (N_TTY_BUF_SIZE - 1).
  private static let longestLine = 4095
  private let devicePath: String

  /// Creates the terminal; it is opened for each question.
  package init() {
    devicePath = "/dev/tty"
  }

  /// Creates a terminal at another path.
  package init(devicePath: String) {
    self.devicePath = devicePath
  }

  /// Asks and returns the answer.
  package func ask(_ prompt: String, echo: Bool) throws(PromptError) -> [UInt8] {
    let terminal: FileDescriptor
    do {
      terminal = try FileDescriptor(path: devicePath, flags: O_RDWR | O_NOCTTY)
    } catch {
      throw .noTerminal
    }
    guard isatty(terminal.number) == 1 else { throw .noTerminal }

    while true {
      switch try askOnce(prompt, echo: echo, on: terminal) {
      case .answer(let bytes): return bytes
      case .signal(SIGINT): throw .interrupted
      case .signal(let signal):
        // The handlers of before are back: stops here for SIGTSTP, ends here for the others.
        _ = kill(getpid(), signal)
      }
    }
  }

  private enum Outcome {
    case answer([UInt8])
    case signal(Int32)
  }

  private func askOnce(
    _ prompt: String, echo: Bool, on terminal: borrowing FileDescriptor
  ) throws(PromptError) -> Outcome {
    guard let watch = SignalWatch(signals: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]) else {
      throw .failed(.current)
    }
    defer { watch.end() }
    var original = termios()
    guard tcgetattr(terminal.number, &original) == 0 else { throw .failed(.current) }
    if !echo {
      var silent = original
      silent.c_lflag &= ~tcflag_t(ECHO)
      // What was typed ahead was typed with echo, for something else: it is flushed.
      guard tcsetattr(terminal.number, TCSAFLUSH, &silent) == 0 else { throw .failed(.current) }
    }
    defer {
      if !echo { _ = tcsetattr(terminal.number, TCSAFLUSH, &original) }
    }
    do {
      try terminal.write((prompt + " ").utf8)
      // Without echo the user's Enter did not move the cursor.
      defer { if !echo { try? terminal.write("\n".utf8) } }
      return try readLine(from: terminal, watch: watch)
    } catch let error as PromptError {
      throw error
    } catch let error as SystemError {
      throw .failed(error)
    } catch {
      throw .ended
    }
  }

  private func readLine(
    from terminal: borrowing FileDescriptor, watch: SignalWatch
  ) throws -> Outcome {
    // Reserved once, so that growing leaves no copies behind.
    var line: [UInt8] = []
    line.reserveCapacity(Self.longestLine + 1)
    defer { clear(&line) }
    while true {
      if let signal = watch.wait(for: terminal.number) { return .signal(signal) }
      var chunk = try terminal.read(upTo: Self.longestLine + 1)
      defer { clear(&chunk) }
      guard !chunk.isEmpty else { throw PromptError.ended }
      line += chunk
      // A longer line reaches us cut, and a cut secret is another secret.
      guard line.count < Self.longestLine else {
        _ = tcflush(terminal.number, TCIFLUSH)
        throw PromptError.tooLong
      }
      if line.last == UInt8(ascii: "\n") {
        return .answer(Array(line.dropLast()))
      }
    }
  }
}

/// Takes signals over for a while and turns them into bytes of a pipe, whichever thread they reach.
private struct SignalWatch {
  private static let pipeEnd = Atomic<Int32>(-1)
  private let readEnd: Int32
  private let writeEnd: Int32
  private let previous: [(signal: Int32, action: sigaction)]

  /// Starts; nil when no pipe can be had.
  init?(signals: [Int32]) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    readEnd = ends[0]
    writeEnd = ends[1]
    Self.pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(SignalWatch.pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = saved
    }
    var previous: [(signal: Int32, action: sigaction)] = []
    for signal in signals {
      var old = sigaction()
      guard sigaction(signal, nil, &old) == 0 else { continue }
      // What is ignored (as by nohup) stays ignored.
      if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
      if sigaction(signal, &action, nil) == 0 { previous.append((signal, old)) }
    }
    self.previous = previous
  }

  /// Waits until the descriptor has input; returns the signal that came instead.
  func wait(for descriptor: Int32) -> Int32? {
    var polled = [
      pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, 2, -1) < 0 && errno == EINTR {}
    guard polled[0].revents != 0 else { return nil }
    var byte: UInt8 = 0
    return read(readEnd, &byte, 1) == 1 ? Int32(byte) : nil
  }

  /// Gives the signals back.
  func end() {
    for (signal, action) in previous {
      var action = action
      _ = sigaction(signal, &action, nil)
    }
    Self.pipeEnd.store(-1, ordering: .sequentiallyConsistent)
    _ = close(readEnd)
    _ = close(writeEnd)
  }
}
