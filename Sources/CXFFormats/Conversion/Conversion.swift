package import CredentialExchangeFormat

/// One file read and another one made of it, with every value of the source accounted for.
package struct Conversion: Sendable {
  /// What the user chooses.
  package struct Options: Sendable {
    /// Whether items in the trash go to targets without one.
    package var includesTrash = false
    package var timestamp: UInt64

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

  /// The bytes of the result.
  package var bytes: [UInt8] = []
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
  /// - Parameter sources: each reading with the name of its file and the format that it was read as.
  package static func run(
    _ sources: [(file: SourceFile, format: Format, reading: Reading)], to target: Format,
    writer: any VaultWriter,
    options: Options
  ) -> Conversion {
    var result = Conversion()
    var accounts: [(reading: Reading.AccountReading, record: SourceRecord?, source: Int)] = []
    var ledger = ValueLedger(sources: sources.count)
    if let first = sources.first { writer.begin(first.reading.header) }
    for (index, source) in sources.enumerated() {
      result.items.failed += source.reading.failed
      result.items.read += source.reading.failed + source.reading.itemCount
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
        for item in account.items {
          write(
            item, writer, leavesTrash: leavesTrash(source.format, target, options), index, &result, &ledger)
        }
      }
    }
    let written = writer.finish()
    result.bytes = written.bytes
    // Collections are marked while items are written, so the accounts are settled last.
    for account in accounts {
      ledger.settle(
        account.reading.entries, against: account.record, titles: account.record?.collectionTitles ?? [],
        item: nil, account.source)
    }
    result.values = ledger.values
    result.findings = ledger.located(sources.map { ($0.file, $0.reading) }) + written.findings
    return result
  }

  private static func leavesTrash(_ source: Format, _ target: Format, _ options: Options) -> Bool {
    // A CXF source holds trashed items only because somebody asked for them.
    !options.includesTrash && target.capabilities[.trash] != .native && source.id != target.id
  }

  private static func write(
    _ reading: Reading.ItemReading, _ writer: any VaultWriter, leavesTrash: Bool, _ source: Int,
    _ result: inout Conversion, _ ledger: inout ValueLedger
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
      ledger.leaveOut(reading.entries, item: title, source)
      return
    }
    let record = writer.carriesEverything ? nil : SourceRecord(reading.item)
    switch writer.write(reading.item, record: record ?? SourceRecord()) {
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
    if let record {
      ledger.settle(reading.entries, against: record, titles: [], item: title, source)
    } else {
      ledger.settleWhole(reading, item: title, source)
    }
  }
}
