package import CredentialExchangeFormat

/// Writes CXF 1.0: every value of the model stays as it is. The text is made item by item, and can be taken so.
package final class CXFWriter: VaultWriter {
  private var document: DocumentHead
  private var text: [UInt8] = []
  /// What ends the account at hand, and the document.
  private var ends: (account: [UInt8]?, document: [UInt8]?)
  private var isFirstItem = true
  /// The least that is worth handing on.
  private static let pieceByteCount = 1 << 16

  package var carriesEverything: Bool { true }

  package init(_ options: WriteOptions) { document = DocumentHead(options) }

  package func begin(_ source: Header) { document.name(source) }

  package func begin(_ account: Account, record: SourceRecord) {
    if let end = ends.account {
      text += end + [UInt8(ascii: ",")]
    } else {
      let frame = CXFEncoder().frame(of: document.header)
      text += frame.head
      ends.document = frame.tail
    }
    let frame = CXFEncoder().frame(of: document.distinct(account))
    text += frame.head
    ends.account = frame.tail
    isFirstItem = true
  }

  package func write(_ item: Item, record: SourceRecord) -> ItemOutcome {
    if !isFirstItem { text.append(UInt8(ascii: ",")) }
    isFirstItem = false
    text += CXFEncoder().encode(item)
    return .written(1)
  }

  package func takePiece() -> [UInt8] {
    guard text.count >= Self.pieceByteCount else { return [] }
    defer { text = [] }
    return text
  }

  package func finish() -> WrittenVault {
    if let account = ends.account, let document = ends.document {
      text += account + document
    } else {
      text += CXFEncoder().encode(document.header)
    }
    return WrittenVault(bytes: text + [0x0A])
  }
}

/// Makes a document of CXF 1.0 as a value.
package final class CXFModelWriter: VaultWriter {
  private var document: DocumentHead

  /// What was written so far.
  package var header: Header { document.header }

  package var carriesEverything: Bool { true }

  package init(_ options: WriteOptions) { document = DocumentHead(options) }

  package func begin(_ source: Header) { document.name(source) }

  package func begin(_ account: Account, record: SourceRecord) {
    document.header.accounts.append(document.distinct(account))
  }

  package func write(_ item: Item, record: SourceRecord) -> ItemOutcome {
    document.header.accounts[document.header.accounts.count - 1].items.append(item)
    return .written(1)
  }

  package func finish() -> WrittenVault { WrittenVault(bytes: []) }
}

/// What stands around the accounts of a document that is made of one or several others.
private struct DocumentHead {
  var header: Header
  private var accountIDs: Set<Identifier> = []

  init(_ options: WriteOptions) { header = Header(timestamp: Timestamp(options.timestamp)) }

  /// Names the exporter as the first source does that names one.
  mutating func name(_ source: Header) {
    if header.exporterRPID.isEmpty, header.exporterDisplayName.isEmpty {
      header.exporterRPID = source.exporterRPID
      header.exporterDisplayName = source.exporterDisplayName
      header.unknown = source.unknown
    }
  }

  /// Returns an account with an identifier that none before it has: several files of one format have one derived from it.
  mutating func distinct(_ account: Account) -> Account {
    var account = account
    let wanted = account.id
    var copy = 2
    while !accountIDs.insert(account.id).inserted {
      account.id = Identifier(Array(wanted.bytes.prefix(56)) + Array("-\(copy)".utf8))
      copy += 1
    }
    return account
  }
}
