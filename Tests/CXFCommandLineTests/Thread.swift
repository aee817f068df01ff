import Glibc
import Synchronization

/// A thread of the system, for a test that blocks: tasks share few threads, and a blocked one is gone.
final class Thread: Sendable {
  private let handle = Mutex<pthread_t>(0)
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    let context = Unmanaged.passRetained(self).toOpaque()
    handle.withLock { handle in
      _ = pthread_create(
        &handle, nil,
        { context in
          if let context { Unmanaged<Thread>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, context)
    }
  }

  /// Waits for its end; to be called once.
  func join() {
    _ = handle.withLock { pthread_join($0, nil) }
  }
}
