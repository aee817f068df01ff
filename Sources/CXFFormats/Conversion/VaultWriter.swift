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
  /// Writes one item with attached files.
  ///
  /// - Parameter files: the `File.id`s of its files whose bytes the result can have.
  func write(_ item: Item, record: SourceRecord, files: Set<Identifier>) -> ItemOutcome
  /// Takes what was written so far, once it is worth it: `finish` returns what comes behind it. Empty for writers whose files
  /// are not made in order.
  func takePiece() -> [UInt8]
  /// Ends the file.
  func finish() -> WrittenVault
}

extension VaultWriter {
  /// Nothing: foreign formats have no place for a header.
  package func begin(_ header: Header) {}
  /// Nothing.
  package func takePiece() -> [UInt8] { [] }
  /// The same as without files: whoever writes them by themselves needs only their descriptions.
  package func write(_ item: Item, record: SourceRecord, files: Set<Identifier>) -> ItemOutcome {
    write(item, record: record)
  }
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
  /// A KeePass database that waits for its files and its key.
  package var database: KeePassDraft?

  package init(bytes: [UInt8], findings: [Finding] = [], database: KeePassDraft? = nil) {
    self.bytes = bytes
    self.findings = findings
    self.database = database
  }
}
