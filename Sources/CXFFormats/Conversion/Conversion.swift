package import CredentialExchangeFormat

/// One file read and another one made of it, with every value of the source accounted for.
package struct Conversion: Sendable {
  /// What the user chooses.
  package struct Options: Sendable {
    /// Whether items in the trash go to targets without one.
    package var includesTrash = false
    package var timestamp: UInt64
    /// Called before each item; what it throws ends the conversion.
    package var progress: @Sendable () throws -> Void = {}

    package init(timestamp: UInt64, includesTrash: Bool = false) {
      self.timestamp = timestamp
      self.includesTrash = includesTrash
    }
  }

  /// Numbers of items: `read = written + skipped + failed`.
  package struct ItemCounts: Sendable, Hashable {
    /// Records of the source.
    package var read = 0
    /// Records that are in the result.
    package var written = 0
    /// Records that were left out on purpose.
    package var skipped = 0
    /// Records that could not be read or written.
    package var failed = 0
  }

  /// An attached file of the result.
  package struct Document: Sendable {
    /// The `File.id` under which it stands; no other document has it.
    package var file: Identifier
    package var content: AttachmentContent
    /// The items that have it, each with the place of its account in the result.
    package var owners: [Owner]

    /// An item of the result.
    package struct Owner: Sendable, Hashable {
      package var account: Int
      package var item: Identifier
    }
  }

  /// The bytes of the result, without attached files.
  package var bytes: [UInt8] = []
  /// The attached files of the result, where the target takes any.
  package var documents: [Document] = []
  /// For the formats of KeePass, which hold their files inside: what `bytes` and `documents` are put together in.
  package var database: KeePassDraft?
  package var items = ItemCounts()
  package var values = ValueCounts()
  /// What was noticed, and one finding for each value that is not simply carried.
  package var findings: [Finding] = []

  /// Whether anything is missing from the result.
  package var hasLoss: Bool { values.lost > 0 || items.failed > 0 }
}

extension FindingCode {
  /// An item in the trash was left out.
  package static let trashSkipped = FindingCode("skipped-trashed", .warning)
}

extension Conversion {
  /// Converts what was read to `target`.
  ///
  /// - Parameters:
  ///   - sources: Each reading with the name of its file and the format that it was read as.
  ///   - sink: Takes the first bytes of the result as they are made, of targets that can be written so; `bytes` are then
  ///     the rest. Nil to have all of them there.
  /// - Throws: what makes items unreadable that are read on demand; what `sink` and the progress throw.
  package static func run(
    _ sources: [(file: SourceFile, format: Format, reading: Reading)], to target: Format,
    writer: any VaultWriter,
    options: Options, into sink: (([UInt8]) throws -> Void)? = nil
  ) throws -> Conversion {
    var result = Conversion()
    var accounts: [(reading: Reading.AccountReading, record: SourceRecord?, source: Int)] = []
    var ledger = ValueLedger(sources: sources.count)
    var documents = DocumentNames()
    if let first = sources.first { writer.begin(first.reading.header) }
    for (index, source) in sources.enumerated() {
      result.items.failed += source.reading.failed
      result.items.read += source.reading.failed + source.reading.itemCount + source.reading.leftItemCount
      result.items.skipped += source.reading.leftItemCount
      ledger.begin(source.reading, index)
      for entry in source.reading.headerEntries {
        // A document has one header: that of the first source.
        let fate: Fate = writer.carriesEverything && index == 0 ? entry.fate : .lost
        ledger.count(entry, as: fate, item: nil, index)
      }
      for account in source.reading.accounts {
        let record = writer.carriesEverything ? nil : SourceRecord(account.account)
        accounts.append((account, record, index))
        writer.begin(account.account, record: record ?? SourceRecord())
        for place in 0..<account.itemCount {
          try options.progress()
          write(
            try account.item(at: place), accounts.count - 1, writer, target,
            leavesTrash: leavesTrash(source.format, target, options),
            index, &result, &ledger, &documents)
          if let sink {
            let piece = writer.takePiece()
            if !piece.isEmpty { try sink(piece) }
          }
        }
      }
    }
    let written = writer.finish()
    result.bytes = written.bytes
    result.database = written.database
    // Collections are marked while items are written, so the accounts are settled last.
    for account in accounts {
      ledger.settle(
        account.reading.entries, against: account.record, titles: account.record?.collectionTitles ?? [],
        item: nil, account.source)
    }
    result.documents = documents.documents
    result.values = ledger.values
    result.findings = ledger.located(sources.map { ($0.file, $0.reading) }) + written.findings
    return result
  }

  private static func leavesTrash(_ source: Format, _ target: Format, _ options: Options) -> Bool {
    // A document of CXF holds trashed items only because somebody asked for them.
    let isDocument = source.isDocumentOfCXF && target.isDocumentOfCXF
    return !options.includesTrash && target.capabilities[.trash] != .native && source.id != target.id
      && !isDocument
  }

  private static func write(
    _ reading: Reading.ItemReading, _ account: Int, _ writer: any VaultWriter, _ target: Format,
    leavesTrash: Bool,
    _ source: Int,
    _ result: inout Conversion, _ ledger: inout ValueLedger, _ documents: inout DocumentNames
  ) {
    let title = reading.item.displayTitle
    let position = reading.position
    if leavesTrash, reading.item.isTrashed {
      result.items.skipped += 1
      ledger.report(
        Finding(
          .trashSkipped, position: position, item: title,
          message: "the item is in the trash and was left out; --include-trash takes it along",
          action: .skipped), source)
      ledger.leaveOut(reading.entries + reading.attachmentEntries, item: title, source)
      return
    }
    let record = writer.carriesEverything ? nil : SourceRecord(reading.item)
    let keepsBytes = target.capabilities[.attachments] == .native
    let item = keepsBytes ? documents.place(reading, account: account) : reading.item
    let outcome = writer.write(
      item, record: record ?? SourceRecord(), files: keepsBytes ? documents.files(of: item) : [])
    switch outcome {
    case .written: result.items.written += 1
    case .skipped(let code, let message):
      result.items.skipped += 1
      ledger.report(
        Finding(
          code, severity: .warning, position: position, item: title, message: message, action: .skipped),
        source)
      record?.root.loseAll(ValueLedger.leftOut.0, ValueLedger.leftOut.1)
    case .failed(let code, let message):
      result.items.failed += 1
      ledger.report(
        Finding(code, severity: .error, position: position, item: title, message: message, action: .failed),
        source)
      record?.root.loseAll(ValueLedger.leftOut.0, ValueLedger.leftOut.1)
    }
    for entry in reading.attachmentEntries {
      guard case .written = outcome, keepsBytes else {
        ledger.count(
          entry, as: .lost, item: title, source,
          why: (.attachmentBytes, "the bytes of an attachment have no place in the result"))
        continue
      }
      ledger.count(entry, as: .carried, item: title, source)
    }
    if let record {
      ledger.settle(reading.entries, against: record, titles: [], item: title, source)
    } else {
      ledger.settleWhole(reading, item: title, source)
    }
  }
}

extension Format {
  /// Whether it is a document of CXF, alone, with attachments or sealed.
  fileprivate var isDocumentOfCXF: Bool {
    [CXFDocument.format.id, CXFBundle.format.id, SealedDocuments.response.id].contains(id)
  }

  /// Whether its sources have accounts with collections of their own, other than exports that are read as one account.
  package var hasAccounts: Bool { isDocumentOfCXF || id == VaultDocument.format.id }
}

extension Reading.ItemReading {
  /// The values that the bytes of its attachments are.
  package var attachmentEntries: [LedgerEntry] { attachments.map { $0.entry(position) } }
}

/// Names the attached files of a result: each `File.id` once, since they stand beside each other.
private struct DocumentNames {
  private(set) var documents: [Conversion.Document] = []
  private var known: [Identifier: [UInt8]] = [:]
  private var places: [Identifier: Int] = [:]

  /// The files of an item whose bytes are known.
  func files(of item: Item) -> Set<Identifier> {
    Set(item.files.filter { known[$0.id] == $0.integrityHash.bytes }.map(\.id))
  }

  /// Adds the attachments of an item.
  ///
  /// - Returns: the item, in which a `file` credential has another identifier where one of another item, with other
  ///   bytes, has its own.
  mutating func place(_ reading: Reading.ItemReading, account: Int) -> Item {
    guard !reading.attachments.isEmpty else { return reading.item }
    var item = reading.item
    for attachment in reading.attachments {
      let wanted = attachment.file
      var id = wanted
      var copy = 2
      while let other = known[id], other != attachment.content.sha256 {
        id = Identifier(Array(wanted.bytes.prefix(Identifier.maximumCount - 8)) + Array("-\(copy)".utf8))
        copy += 1
      }
      let owner = Conversion.Document.Owner(account: account, item: item.id)
      if known.updateValue(attachment.content.sha256, forKey: id) == nil {
        places[id] = documents.count
        documents.append(Conversion.Document(file: id, content: attachment.content, owners: [owner]))
      } else if let place = places[id], !documents[place].owners.contains(owner) {
        documents[place].owners.append(owner)
      }
      guard id != wanted else { continue }
      for index in item.credentials.indices {
        guard case .file(var file) = item.credentials[index], file.id == wanted,
          file.integrityHash.bytes == attachment.content.sha256
        else { continue }
        file.id = id
        item.credentials[index] = .file(file)
      }
    }
    return item
  }
}
