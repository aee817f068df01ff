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
    var pending = PendingFindings(sources.count)
    if let first = sources.first { writer.begin(first.reading.header) }
    for (index, source) in sources.enumerated() {
      result.items.failed += source.reading.failed
      result.items.read += source.reading.failed + source.reading.itemCount
      pending.findings[index] += source.reading.findings
      for entry in source.reading.failedEntries {
        result.values.count(.lost)
        pending.add(entry, .lost, item: nil, index)
      }
      for entry in source.reading.headerEntries {
        // A document has one header: that of the first source.
        let fate: Fate = writer.carriesEverything && index == 0 ? entry.fate : .lost
        result.values.count(fate)
        if fate != .carried {
          let reason = (FindingCode.noPlaceInTarget, "the target has no place for \(entry.field)")
          pending.add(entry, fate, item: nil, index, as: entry.fate == .lost ? nil : reason)
        }
      }
      for account in source.reading.accounts {
        let record = writer.carriesEverything ? nil : SourceRecord(account.account)
        accounts.append((account, record, index))
        writer.begin(account.account, record: record ?? SourceRecord())
        for item in account.items {
          write(
            item, writer, leavesTrash: leavesTrash(source.format, target, options), index, &result, &pending)
        }
      }
    }
    let written = writer.finish()
    result.bytes = written.bytes
    // Collections are marked while items are written, so the accounts are settled last.
    for account in accounts {
      settle(
        account.reading.entries, against: account.record, titles: account.record?.collectionTitles ?? [],
        item: nil,
        account.source, &result, &pending)
    }
    result.findings = pending.located(sources) + written.findings
    return result
  }

  private static func leavesTrash(_ source: Format, _ target: Format, _ options: Options) -> Bool {
    // A CXF source holds trashed items only because somebody asked for them.
    !options.includesTrash && target.capabilities[.trash] != .native && source.id != target.id
  }

  private static let leftOut: (FindingCode, String) = (
    .recordLeftOut, "the value belongs to an item that is not in the result"
  )

  private static func write(
    _ reading: Reading.ItemReading, _ writer: any VaultWriter, leavesTrash: Bool, _ source: Int,
    _ result: inout Conversion, _ pending: inout PendingFindings
  ) {
    let title = reading.item.displayTitle
    let position = SourcePosition(row: reading.entries.first?.row, byte: reading.entries.first?.offset)
    if leavesTrash, reading.item.isTrashed {
      result.items.skipped += 1
      pending.findings[source].append(
        Finding(
          .trashSkipped, position: position, item: title,
          message: "the item is in the trash and was left out; --include-trash takes it along",
          action: .skipped))
      for entry in reading.entries {
        result.values.count(.lost)
        pending.add(entry, .lost, item: title, source, as: leftOut)
      }
      return
    }
    let record = writer.carriesEverything ? nil : SourceRecord(reading.item)
    switch writer.write(reading.item, record: record ?? SourceRecord()) {
    case .written: result.items.written += 1
    case .skipped(let code, let message):
      result.items.skipped += 1
      pending.findings[source].append(
        Finding(code, severity: .warning, position: position, item: title, message: message, action: .skipped)
      )
      record?.root.loseAll(leftOut.0, leftOut.1)
    case .failed(let code, let message):
      result.items.failed += 1
      pending.findings[source].append(
        Finding(code, severity: .error, position: position, item: title, message: message, action: .failed))
      record?.root.loseAll(leftOut.0, leftOut.1)
    }
    settle(reading.entries, against: record, titles: [], item: title, source, &result, &pending)
  }

  /// Joins what the reader and the writer noted, and counts the values.
  private static func settle(
    _ entries: [LedgerEntry], against record: SourceRecord?, titles: [Int], item: String?, _ source: Int,
    _ result: inout Conversion, _ pending: inout PendingFindings
  ) {
    for entry in entries {
      var fate = entry.fate
      var reason: (FindingCode, String)?
      let node = entry.collection.map { titles.indices.contains($0) ? titles[$0] : -1 } ?? entry.node
      if let record, fate != .lost, !entry.isAbsence {
        let trace = node.flatMap { record.traces.indices.contains($0) ? record.traces[$0] : nil }
        let target = trace?.fate ?? .lost
        if target > fate {
          fate = target
          reason =
            trace.flatMap { trace in trace.code.map { ($0, trace.message) } }
            ?? (.noPlaceInTarget, "the target has no place for \(entry.field)")
        }
      }
      result.values.count(fate)
      if fate != .carried, !(entry.isReported && reason == nil) {
        pending.add(entry, fate, item: item, source, as: reason)
      }
    }
  }
}

extension SourceRecord {
  /// The nodes of the titles of all collections, in order.
  var collectionTitles: [Int] {
    nodes.indices.filter { index in
      guard nodes[index].name == "title", nodes[index].kind == .string else { return false }
      // Extensions and unknown members may have titles, too; only those of the collections themselves count.
      var owner = nodes[index].parent
      while owner > 0 {
        let array = nodes[owner].parent
        guard nodes[owner].kind == .object, nodes[array].kind == .array else { return false }
        if nodes[array].name == "collections" { return nodes[array].parent == 0 }
        guard nodes[array].name == "subCollections" else { return false }
        owner = nodes[array].parent
      }
      return false
    }
  }
}

/// Findings that wait for their positions.
private struct PendingFindings {
  var findings: [[Finding]]

  init(_ count: Int) { findings = Array(repeating: [], count: count) }

  mutating func add(
    _ entry: LedgerEntry, _ fate: Fate, item: String?, _ source: Int, as reason: (FindingCode, String)? = nil
  ) {
    let code = reason?.0 ?? entry.code ?? (fate == .lost ? .recordLeftOut : .noPlaceInTarget)
    let action: FindingAction =
      switch fate {
      case .carried: .kept
      case .converted: .converted
      case .repaired: .repaired
      case .lost: .lost
      }
    var severity = code.severity
    // Of an item that is missing as a whole the item's own finding is the warning.
    if fate == .lost, code != .recordLeftOut { severity = max(severity, .warning) }
    findings[source].append(
      Finding(
        code, severity: severity,
        position: SourcePosition(row: entry.row, columnName: entry.column, byte: entry.offset),
        item: item, field: entry.field, message: reason?.1 ?? entry.message, action: action))
  }

  /// Completes the positions from the texts, and names the files.
  func located(_ sources: [(file: SourceFile, format: Format, reading: Reading)]) -> [Finding] {
    zip(sources, findings).flatMap { source, findings in
      source.reading.located(findings, file: source.file.name)
    }
  }
}

extension Reading {
  /// Completes positions that are offsets only, and names the file.
  package func located(_ findings: [Finding], file: String) -> [Finding] {
    var result = findings
    let waiting = result.indices.filter { result[$0].position.byte != nil && result[$0].position.line == nil }
      .sorted { (result[$0].position.byte ?? 0, $0) < (result[$1].position.byte ?? 0, $1) }
    let offsets = waiting.compactMap { result[$0].position.byte }
    let pointers = isJSON ? PointerLocator.locate(offsets, in: text).map(\.pointer) : offsets.map { _ in nil }
    var lines = LineCounter(text)
    let bytes = fileOffsets(offsets)
    for (place, index) in waiting.enumerated() {
      (result[index].position.line, result[index].position.column) = lines.advance(to: offsets[place])
      result[index].position.pointer = pointers[place]
      result[index].position.byte = bytes[place]
      if isDerived { result[index].position = SourcePosition(pointer: pointers[place]) }
    }
    for index in result.indices { result[index].file = file }
    return result
  }
}
