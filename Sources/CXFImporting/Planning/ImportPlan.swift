internal import CXFFormats
public import CXFVaults
public import CredentialExchangeFormat

/// What importing one file into one vault will do, item by item: a value that can be shown, kept, edited and applied.
/// It holds no secret.
public struct ImportPlan: Sendable, Hashable {
  /// The file that it was made from.
  public struct Source: Sendable, Hashable {
    /// Its path or name.
    public var path: String
    /// SHA-256 of its bytes.
    public var sha256: [UInt8]
    /// The format that it was read as.
    public var format: String
  }

  /// The vault that it was made for.
  public struct Vault: Sendable, Hashable {
    /// The vault's id.
    public var id: Identifier
    /// The state of the vault.
    public var generation: UInt64
  }

  /// The file.
  public var source: Source
  /// The vault.
  public var vault: Vault
  /// Which public suffix list decided what a site is.
  public var publicSuffixList: String
  /// How conflicts are settled where an action says nothing else.
  public var policy: ConflictPolicy
  /// One action for each item of the source, in its order. An item without an action is left out.
  public var actions: [PlannedAction]
}

/// What is to be done with one item of a source.
public struct PlannedAction: Sendable, Hashable {
  /// What is done.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The item becomes a new one of the vault.
    case create
    /// The item is merged into one that is there.
    case merge
    /// The item would add nothing to one that is there.
    case identical
    /// The item is left out.
    case skip
  }

  /// Another item.
  public enum Target: Sendable, Hashable {
    /// An item of the vault.
    case vault(Identifier)
    /// An earlier item of the same source, by its place from 0.
    case source(Int)
  }

  /// The place of the item among all items of the source, from 0.
  public var index: Int
  /// What is done.
  public var kind: Kind
  /// How near the item is to the one that it was compared with.
  public var grade: MatchGrade
  /// Why, in words, without a secret.
  public var reason: String
  /// The item that it is merged into or equals, or that it contradicts.
  public var into: Target?
  /// How differing secrets are settled when it is merged.
  public var policy: ConflictPolicy
  /// Whether it contradicts an item that is there.
  public var isConflict: Bool
  /// The title of the item.
  public var title: Text
  /// The first user name of the item; empty where it has none.
  public var username: Text = ""
  /// The identifier of the item itself where it is one of the vault, as when the vault's own duplicates are merged; nil
  /// for an item of a source.
  public var item: Identifier?
  /// The title of the item that `into` names; nil where there is none, or where its content was not looked at.
  public var intoTitle: Text?
  /// What merging changes in the item that is there.
  public var changes: [MergeChange]
  /// Whether the item that `into` names came from an earlier export of this one, so that only what has changed since is
  /// looked at.
  public var isLaterExport = false
  /// The finding that is made of it, `import-conflict`, `import-ambiguous` or `import-similar`; nil where there is nothing to
  /// notice.
  public var code: FindingCode?
}

/// What an import did, or, for a dry run, would do.
public struct ImportResult: Sendable {
  /// The id in the vault's history; nil for a dry run.
  public var id: ImportID?
  /// What became of the items.
  public var items = ImportEntry.Counts()
  /// What became of the values: total = carried + converted + repaired + lost.
  public var values = ImportedValues()
  /// What was done with each item, in the order of the source.
  public var actions: [PlannedAction] = []
  /// What was noticed, and one finding for each value that is not simply carried.
  public var findings: [Finding] = []

  /// Whether anything of the source is not in the vault.
  public var hasLoss: Bool { values.lost > 0 || items.failed > 0 }
}

/// How many values a source had and what became of them.
public struct ImportedValues: Sendable, Hashable {
  /// Values of the source.
  public var total = 0
  /// Values whose bytes stand in the vault, in their own place.
  public var carried = 0
  /// Values that stand in another form or place, such as the history of an item.
  public var converted = 0
  /// Known deviations read as what was meant.
  public var repaired = 0
  /// Values that are not in the vault.
  public var lost = 0

  /// No values.
  public init() {}

  init(_ counts: ValueCounts) {
    total = counts.total
    carried = counts.carried
    converted = counts.converted
    repaired = counts.repaired
    lost = counts.lost
  }
}

/// How far a long piece of work has come.
public struct ImportProgress: Sendable, Hashable {
  /// A part of the work.
  public enum Phase: String, Sendable, Hashable {
    /// The vault is made ready for comparing.
    case indexing
    /// Items are compared and merged.
    case matching
    /// Records are written.
    case writing
  }

  /// The part.
  public var phase: Phase
  /// Items that are done.
  public var done: Int
  /// Items in all.
  public var total: Int
}
