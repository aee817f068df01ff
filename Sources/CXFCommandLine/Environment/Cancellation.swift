internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Interruption {
  /// Runs long work so that the first SIGINT cancels its task, which can then leave everything as it was. A second one
  /// ends the process at once, as without this call.
  ///
  /// A thread waits for the signal meanwhile, because a handler may do next to nothing itself. Work within work is
  /// cancelled by the outer call. Where SIGINT is ignored it stays so.
  ///
  /// - Throws: what `work` throws; `CancellationError` where it noticed the cancellation and said no more.
  package static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let latch = CancellationLatch()
    // The watch first: a signal in between must find it.
    let watch = CancellationWatch { latch.cancel() }
    defer { watch?.end() }
    let task = Task { try await work() }
    latch.set { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// Something to cancel that may not be there yet.
private final class CancellationLatch: Sendable {
  private struct State {
    var isCancelled = false
    var body: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.body
    }?()
  }

  func set(_ body: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.body = body
      return state.isCancelled
    }
    if isCancelled { body() }
  }
}

/// Turns the first SIGINT into a call, made on a thread of its own.
private final class CancellationWatch: Sendable {
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let signals = Atomic<Int>(0)
  private static let isTaken = Atomic<Bool>(false)
  private static let goOn: UInt8 = 0
  private static let cancel: UInt8 = 1

  private let readEnd: Int32
  private let writeEnd: Int32
  private let thread: pthread_t
  private let previous: sigaction

  /// Starts; nil where SIGINT is ignored, is watched already, or no pipe or thread can be had.
  init?(_ body: @escaping @Sendable () -> Void) {
    guard
      Self.isTaken.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent)
        .exchanged
    else { return nil }
    var old = sigaction()
    var ends: [Int32] = [-1, -1]
    guard sigaction(SIGINT, nil, &old) == 0,
      unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) != 1, pipe(&ends) == 0
    else {
      Self.isTaken.store(false, ordering: .sequentiallyConsistent)
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var thread = pthread_t()
    let readEnd = ends[0]
    guard
      Self.start(&thread, { Self.wait(on: readEnd, then: body) })
    else {
      for end in ends { _ = close(end) }
      Self.isTaken.store(false, ordering: .sequentiallyConsistent)
      return nil
    }
    Self.signals.store(0, ordering: .sequentiallyConsistent)
    Self.pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      if CancellationWatch.signals.add(1, ordering: .sequentiallyConsistent).oldValue > 0 {
        TemporaryFiles.removeAll()
        _exit(128 + number)
      }
      var byte = CancellationWatch.cancel
      _ = write(CancellationWatch.pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = saved
    }
    _ = sigaction(SIGINT, &action, nil)
    self.readEnd = readEnd
    writeEnd = ends[1]
    self.thread = thread
    previous = old
  }

  /// Gives the signal back and ends the thread.
  func end() {
    var action = previous
    _ = sigaction(SIGINT, &action, nil)
    var byte = Self.goOn
    _ = write(writeEnd, &byte, 1)
    _ = pthread_join(thread, nil)
    Self.pipeEnd.store(-1, ordering: .sequentiallyConsistent)
    _ = close(readEnd)
    _ = close(writeEnd)
    Self.isTaken.store(false, ordering: .sequentiallyConsistent)
  }

  private static func wait(on descriptor: Int32, then body: () -> Void) {
    var byte: UInt8 = goOn
    while true {
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count == 1, byte == cancel {
        body()
        continue
      }
      return
    }
  }

  /// A closure for a thread, passed by its address.
  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func start(_ thread: inout pthread_t, _ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(body))
    let result = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if result != 0 { box.release() }
    return result == 0
  }
}
