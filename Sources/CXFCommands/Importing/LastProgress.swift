internal import CXFImporting
internal import Synchronization

/// Turns "so many are done" into "so many more".
final class LastProgress: Sendable {
  private let last = Mutex<ImportProgress?>(nil)

  /// Returns whether a phase begins, and how many are done since the last call.
  func advance(to progress: ImportProgress) -> (isNew: Bool, count: Int) {
    last.withLock { last in
      let isNew = last?.phase != progress.phase || progress.done < (last?.done ?? 0)
      let count = isNew ? progress.done : progress.done - (last?.done ?? 0)
      last = progress
      return (isNew, count)
    }
  }
}
