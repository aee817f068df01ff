package import CXFFormats
package import CredentialExchangeFormat

/// One thing that a merge does to an item, in words without a secret.
public struct MergeChange: Sendable, Hashable {
  /// What happens to it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It was not there and comes in.
    case added
    /// It takes the place of what was there, which goes to the history.
    case replaced
    /// It does not get the place that it had and goes to the history.
    case keptInHistory = "kept-in-history"
    /// It is an address or app beyond the item's own sites, and nothing proves that the file knew the item's secrets:
    /// it goes to the history, so that the item's password is not offered there.
    case withheld
  }

  /// What is changed: a part of the item or a type of credential.
  public var what: String
  /// What happens to it.
  public var kind: Kind

  /// Creates a change.
  public init(what: String, kind: Kind) {
    self.what = what
    self.kind = kind
  }
}

/// Two secrets of which only one can be in a place.
package struct MergeConflict: Sendable, Hashable {
  /// What kind of secret it is: password, passkey or one-time code.
  package var what: String

  /// Creates a conflict.
  package init(what: String) { self.what = what }
}

/// What merging an item into another one gives. Nothing of it is applied yet.
package struct MergeOutcome {
  /// The merged item; the existing one when `separate` is set. Its identifier is always that of the existing one.
  package var item: Item
  /// What the merge does, each once; empty when it adds nothing.
  package var changes: [MergeChange]
  /// Whether the merged item is the existing one, byte for byte, and nothing else is to be done.
  package var addsNothing: Bool
  /// Secrets that contradict each other, and were not settled by an earlier merge.
  package var conflicts: [MergeConflict]
  /// Whether both items stay: the caller creates a second one from the incoming item.
  package var separate: Bool
  /// The incoming item with a note on each of its values: carried where it stands in the merged item at its place (or
  /// goes into the second item), converted where it is in the history or is superseded.
  package var record: SourceRecord
}

extension FindingCode {
  /// The value gave way to another one and is in the history of the item.
  package static let keptInHistory = FindingCode("kept-in-history", .note)
  /// The address is beyond the item's own sites; it is in the history and is not offered.
  package static let addressWithheld = FindingCode("address-withheld", .warning)
  /// The item has an earlier date of creation or a later one of change.
  package static let supersededDate = FindingCode("superseded-date", .note)
  /// The source did not change it since it was last imported; the vault's own version stays.
  package static let unchangedInSource = FindingCode("unchanged-in-source", .note)
}
