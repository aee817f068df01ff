public import CXFVaults

/// What every ``VaultStore`` promises, as checks that any test framework can run:
///
///     for check in VaultContract.checks {
///       try await check.run { try MyStore(inNewFolder()) }
///     }
///
/// Each check throws a ``ContractViolation`` that says what was expected, or what the store throws.
public enum VaultContract {
  /// One promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is promised.
    public let name: String
    private let body: @Sendable (@Sendable () async throws -> any VaultStore) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any VaultStore) async throws -> Void) {
      self.name = name
      self.body = { makeStore in try await body(try await makeStore()) }
    }

    /// What is promised.
    public var description: String { name }

    /// Tries it out.
    ///
    /// - Parameter makeStore: Returns a store over a new, empty vault.
    /// - Throws: ``ContractViolation``, or what the store throws.
    public func run(makeStore: @Sendable () async throws -> some VaultStore) async throws {
      do {
        try await withoutActuallyEscaping(makeStore) { makeStore in try await body { try await makeStore() } }
      } catch var violation as ContractViolation {
        violation.check = name
        throw violation
      }
    }
  }

  /// All promises.
  public static var checks: [Check] { recordChecks + changeChecks + keyChecks + historyChecks + blobChecks }
}

/// A promise that a store did not keep.
public struct ContractViolation: Error, CustomStringConvertible {
  /// The name of the check.
  public internal(set) var check = ""
  /// What was expected.
  public let expectation: String

  init(_ expectation: String) { self.expectation = expectation }

  /// Both, in one line.
  public var description: String { "\(check): expected: \(expectation)" }
}

func expect(_ condition: Bool, _ expectation: String) throws {
  guard condition else { throw ContractViolation(expectation) }
}

/// Expects that `body` throws an error that satisfies `isExpected`.
func expectError(
  _ expectation: String, where isExpected: (any Error) -> Bool, _ body: () async throws -> Void
) async throws {
  do { try await body() } catch {
    if error is ContractViolation { throw error }
    return try expect(isExpected(error), expectation + ", not \(error)")
  }
  throw ContractViolation(expectation)
}

/// Whether it is the error for a mistake of the caller.
func isInvalidChange(_ error: any Error) -> Bool {
  if case VaultError.invalidChange = error { true } else { false }
}
