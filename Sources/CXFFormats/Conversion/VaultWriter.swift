package import CredentialExchangeFormat

/// Writes a vault in one foreign format, item by item.
///
/// A writer takes the values of the model through records, so that what it does not take is listed as lost.
package protocol VaultWriter: AnyObject {
  /// Whether the target is CXF itself, where every value stays as it is and no records are needed.
  var carriesEverything: Bool { get }
  /// Begins the file; `header` is that of the first source, without its accounts.
  func begin(_ header: Header)
  /// Begins an account; `record` lasts until `finish`.
  func begin(_ account: Account, record: SourceRecord)
  /// Writes one item of that account.
  func write(_ item: Item, record: SourceRecord) -> ItemOutcome
  /// Ends the file.
  func finish() -> WrittenVault
}

extension VaultWriter {
  /// Nothing: foreign formats have no place for a header.
  package func begin(_ header: Header) {}
}

/// What became of an item.
package enum ItemOutcome: Sendable {
  /// It is in the file, as this many entries of the target.
  case written(Int)
  /// The target has no place for items of its kind.
  case skipped(FindingCode, String)
  /// It cannot be in the file.
  case failed(FindingCode, String)
}

/// A finished file.
package struct WrittenVault: Sendable {
  package var bytes: [UInt8]
  /// What is to be said about the whole file or its entries, beyond the account of values.
  package var findings: [Finding]

  package init(bytes: [UInt8], findings: [Finding] = []) {
    self.bytes = bytes
    self.findings = findings
  }
}
