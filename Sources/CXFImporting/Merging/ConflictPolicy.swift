/// Who wins where two items have different secrets in the same place. What does not win goes to the history of the item.
public enum ConflictPolicy: String, Sendable, Hashable, CaseIterable {
  /// Nobody: both are kept, a differing password as an item of its own.
  case keepBoth = "keep-both"
  /// The one whose item was changed later, or else created later. An unknown time loses; at equal times the existing
  /// one wins.
  case newer
  /// The one that comes in.
  case incoming
  /// The one that is there.
  case existing
}
