internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What happens when the process is told to stop.
package enum Interruption {
  /// Installs handlers: INT, TERM and HUP remove the temporary files of outputs in the making and end the
  /// process with 128 and the signal's number (130 for INT); PIPE is ignored, so that a write throws
  /// ``StreamError/brokenPipe`` and clean-up runs.
  ///
  /// For `main` only: it changes the whole process. A signal that is ignored already, as by `nohup`, stays so.
  package static func install() {
    _ = signal(SIGPIPE, SIG_IGN)
    TemporaryFiles.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0 else { continue }
      if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        TemporaryFiles.removeAll()
        _exit(128 + number)
      }
      _ = sigaction(number, &action, nil)
    }
  }
}

/// The temporary files that exist now, kept so that a signal handler can remove them: no locks, no allocation.
enum TemporaryFiles {
  /// More outputs at once than any command makes; a further one is only not removed by a signal.
  private static let first = Atomic<UInt>(0)
  private static let second = Atomic<UInt>(0)
  private static let third = Atomic<UInt>(0)
  private static let fourth = Atomic<UInt>(0)

  /// A place in the list, with the address of a C string that the place owns.
  struct Registration {
    fileprivate let slot: Int
    fileprivate let address: UInt
  }

  /// Makes sure that nothing is initialised for the first time inside a handler.
  static func prepare() {
    for slot in 0..<4 { _ = load(slot) }
  }

  /// Remembers a path (absolute, or relative to a working directory that does not change).
  static func register(_ path: String) -> Registration? {
    guard let copy = strdup(path) else { return nil }
    let address = UInt(bitPattern: copy)
    for slot in 0..<4 where replace(slot, 0, by: address) {
      return Registration(slot: slot, address: address)
    }
    free(copy)
    return nil
  }

  /// Forgets a path.
  static func forget(_ registration: Registration?) {
    guard let registration, replace(registration.slot, registration.address, by: 0) else { return }
    free(UnsafeMutableRawPointer(bitPattern: registration.address))
  }

  /// Removes the files. Safe in a signal handler; the strings are left to the end of the process.
  static func removeAll() {
    for slot in 0..<4 {
      let address = load(slot)
      if let path = UnsafePointer<CChar>(bitPattern: address), replace(slot, address, by: 0) {
        _ = unlink(path)
      }
    }
  }

  private static func load(_ slot: Int) -> UInt {
    switch slot {
    case 0: first.load(ordering: .sequentiallyConsistent)
    case 1: second.load(ordering: .sequentiallyConsistent)
    case 2: third.load(ordering: .sequentiallyConsistent)
    default: fourth.load(ordering: .sequentiallyConsistent)
    }
  }

  private static func replace(_ slot: Int, _ old: UInt, by new: UInt) -> Bool {
    switch slot {
    case 0: first.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    case 1: second.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    case 2: third.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    default: fourth.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }
  }
}
