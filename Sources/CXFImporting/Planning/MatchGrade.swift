/// How near an item of a source is to one that is there.
public enum MatchGrade: String, Sendable, Hashable, CaseIterable {
  /// Merging would add nothing.
  case same
  /// Both hold the same credential.
  case sameCredential = "same-credential"
  /// Both belong to the same account and hold different secrets.
  case sameAccount = "same-account"
  /// They look alike; nothing is merged for that.
  case similar
  /// Nothing in common.
  case none

  init(_ grade: Comparison.Grade) {
    self =
      switch grade {
      case .same: .same
      case .sameCredential: .sameCredential
      case .sameAccount: .sameAccount
      case .similar: .similar
      case .none: .none
      }
  }
}
