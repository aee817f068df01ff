internal import Synchronization

/// Lets one task after the other go on, in the order in which they came. Waiting ends when the task is cancelled.
package final class AsyncLock: Sendable {
  private struct State {
    var isHeld = false
    var nextTicket: UInt64 = 0
    var waiting: [(ticket: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    /// Tickets whose task was cancelled before it began to wait.
    var cancelled: Set<UInt64> = []
  }

  private let state = Mutex(State())

  /// Creates a lock that nobody has.
  package init() {}

  /// Waits for the turn of this task.
  ///
  /// - Throws: `CancellationError`; then there is nothing to release.
  package func acquire() async throws {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
          if !state.isHeld {
            state.isHeld = true
            return .success(())
          }
          state.waiting.append((ticket, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
          state.cancelled.insert(ticket)
          return nil
        }
        return state.waiting.remove(at: index).continuation
      }
      waiting?.resume(throwing: CancellationError())
    }
    // The task may have been cancelled after its turn had come; its ticket is used up.
    state.withLock { _ = $0.cancelled.remove(ticket) }
  }

  /// Gives the turn to the next task.
  package func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard !state.waiting.isEmpty else {
        state.isHeld = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
