internal import Dispatch
internal import Synchronization

/// Waits for asynchronous work: libFuzzer knows nothing of tasks.
///
/// - Throws: what `body` throws.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
  let outcome = Outcome<Value>()
  let done = DispatchSemaphore(value: 0)
  Task {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    outcome.value.withLock { $0 = result }
    done.signal()
  }
  done.wait()
  guard let result = outcome.value.withLock({ $0 }) else { fail("a task ended without an outcome") }
  return try result.get()
}

private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, any Error>?>(nil)
}
