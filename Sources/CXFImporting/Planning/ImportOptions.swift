internal import CXFCrypto
public import CredentialExchangeFormat

/// What the caller of an import chooses.
public struct ImportOptions: Sendable {
  /// How differing secrets of one account are settled.
  public var policy: ConflictPolicy
  /// The time of the import, for the history.
  public var now: Timestamp
  /// Is told how far the work is; called often, from whatever thread works.
  public var progress: @Sendable (ImportProgress) -> Void
  /// Makes an identifier that is new; 16 random bytes unless a test says otherwise.
  package var makeID: @Sendable () throws -> Identifier
  /// Makes the id of an import.
  package var makeImportID: @Sendable () throws -> [UInt8]

  /// Creates options.
  public init(
    policy: ConflictPolicy = .keepBoth, now: Timestamp,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) {
    self.policy = policy
    self.now = now
    self.progress = progress
    makeID = { Identifier(try randomBytes(count: 16)) }
    makeImportID = { try randomBytes(count: 8) }
  }
}

/// Two items of which one must be chosen, or both kept.
public struct ConflictQuestion: Sendable {
  /// The item that is there.
  public var existing: Item
  /// The item that is imported.
  public var incoming: Item
  /// What they have in common, in words.
  public var reason: String
  /// How near they are.
  public var grade: MatchGrade
  /// Whether there are further items that it could belong to just as well.
  public var isAmbiguous: Bool
}

/// The answer to a ``ConflictQuestion``.
public enum ConflictAnswer: Sendable, Hashable {
  /// Settle it in this way.
  case policy(ConflictPolicy)
  /// Leave the incoming item out.
  case skip
}

/// Somebody who settles conflicts one by one.
public typealias ConflictResolver = @Sendable (ConflictQuestion) async throws -> ConflictAnswer
