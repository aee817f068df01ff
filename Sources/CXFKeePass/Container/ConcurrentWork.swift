internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Work that runs on a thread of its own while its maker goes on: a key that is derived, a text that is read. It is for work
/// that does nothing but compute, since nobody may ever ask for its result.
package final class ConcurrentWork<Value: Sendable>: Sendable {
  private enum State {
    case running(pthread_t)
    case done(Value)
  }

  /// What the thread leaves; it keeps itself alive until the work is done.
  private final class Job: Sendable {
    let body: @Sendable () -> Value
    let value = Mutex<Value?>(nil)

    init(_ body: @escaping @Sendable () -> Value) { self.body = body }

    func run() {
      let result = body()
      value.withLock { $0 = result }
    }
  }

  private let job: Job
  private let state: Mutex<State>

  /// Begins. Where there can be no further thread, the work is done at once.
  package init(_ body: @escaping @Sendable () -> Value) {
    let job = Job(body)
    self.job = job
    // The thread owns this reference.
    let task = Unmanaged.passRetained(ThreadBody { job.run() })
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, concurrentWorkMain, task.toOpaque())
    if status == 0 {
      state = Mutex(.running(thread))
    } else {
      task.release()
      state = Mutex(.done(body()))
    }
  }

  /// The result, for which the caller waits.
  package var value: Value {
    state.withLock { state in
      switch state {
      case .done(let value): return value
      case .running(let thread):
        pthread_join(thread, nil)
        // The thread has ended, so that the work is done; doing it again would give the same.
        let value = job.value.withLock { $0 } ?? job.body()
        state = .done(value)
        return value
      }
    }
  }

  deinit {
    state.withLock { if case .running(let thread) = $0 { pthread_detach(thread) } }
  }
}

/// What a thread does, for a function of C to hold.
private final class ThreadBody {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

private func concurrentWorkMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}
