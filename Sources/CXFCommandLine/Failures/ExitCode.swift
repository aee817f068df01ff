/// The status with which a program ends.
///
/// The numbers from 64 are those of `sysexits.h`; 130 is what a shell reports for SIGINT.
package enum ExitCode: Int32, Sendable, Hashable, CaseIterable {
  /// Done; also help and version.
  case success = 0
  /// Ran, and the answer is no.
  case negative = 1
  /// The command line is not understood.
  case usage = 64
  /// The input is not what it claims to be, or was tampered with.
  case badData = 65
  /// The input is missing or unreadable.
  case noInput = 66
  /// A fault of the program.
  case internalFault = 70
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Refused: a secret is missing or wrong.
  case refused = 77
  /// Interrupted by the user.
  case interrupted = 130

  /// One fragment that says what the status means, for a manual.
  package var meaning: String {
    switch self {
    case .success: "Done; also help and version."
    case .negative: "Ran, and the answer is no."
    case .usage: "The command line is not understood."
    case .badData: "The input is not what it claims to be, or was tampered with."
    case .noInput: "The input is missing or unreadable."
    case .internalFault: "A fault of the program."
    case .cannotCreate: "The output cannot be created."
    case .inputOutput: "Reading or writing failed."
    case .refused: "Refused: a secret is missing or wrong."
    case .interrupted: "Interrupted."
    }
  }
}
