package import CredentialExchangeFormat

/// The account of a conversion or an import: what readers noted about each value, joined with what became of it in
/// the target. Counts the values, and makes a finding of each that is not simply carried.
package struct ValueLedger: Sendable {
  /// The counts so far.
  package private(set) var values = ValueCounts()
  private var findings: [[Finding]]

  /// The reason for values of items that are not in the result.
  package static let leftOut: (FindingCode, String) = (
    .recordLeftOut, "the value belongs to an item that is not in the result"
  )

  /// Begins the account of this many files.
  package init(sources: Int) { findings = Array(repeating: [], count: sources) }

  /// Takes over what the reader of a file noticed, and the values of records that it could not read.
  package mutating func begin(_ reading: Reading, _ source: Int) {
    findings[source] += reading.findings
    for entry in reading.failedEntries {
      values.count(.lost)
      add(entry, .lost, item: nil, source)
    }
    for (item, entry) in reading.leftEntries {
      values.count(.lost)
      add(entry, .lost, item: item, source)
    }
  }

  /// Adds a finding about a record.
  package mutating func report(_ finding: Finding, _ source: Int) { findings[source].append(finding) }

  /// Counts a value of which the target's part is known.
  ///
  /// - Parameter why: The finding where the target's part is the worse one; nil where the target has no place for it.
  package mutating func count(
    _ entry: LedgerEntry, as fate: Fate, item: String?, _ source: Int, why: (FindingCode, String)? = nil
  ) {
    values.count(fate)
    guard fate != .carried else { return }
    let reason = why ?? (FindingCode.noPlaceInTarget, "the target has no place for \(entry.field)")
    add(entry, fate, item: item, source, as: entry.fate == fate ? nil : reason)
  }

  /// Counts the values of an item that is left out.
  package mutating func leaveOut(_ entries: [LedgerEntry], item: String?, _ source: Int) {
    for entry in entries {
      values.count(.lost)
      add(entry, .lost, item: item, source, as: Self.leftOut)
    }
  }

  /// Counts the values of an item that the target holds as it is.
  package mutating func settleWhole(_ reading: Reading.ItemReading, item: String?, _ source: Int) {
    if let count = reading.plainCount {
      values.total += count
      values.carried += count
    } else {
      settle(reading.entries, against: nil, titles: [], item: item, source)
    }
  }

  /// Joins what the reader and the target noted, and counts the values.
  ///
  /// - Parameters:
  ///   - record: The record over the model whose leaves the target marked; nil where everything is carried.
  ///   - titles: The nodes of the titles of the account's collections, in order.
  package mutating func settle(
    _ entries: [LedgerEntry], against record: SourceRecord?, titles: [Int], item: String?, _ source: Int
  ) {
    for entry in entries {
      var fate = entry.fate
      var reason: (FindingCode, String)?
      let node = entry.collection.map { titles.indices.contains($0) ? titles[$0] : -1 } ?? entry.node
      if let record, fate != .lost, !entry.isAbsence {
        let traces = ([node] + entry.otherNodes).map { node in
          node.flatMap { record.traces.indices.contains($0) ? record.traces[$0] : nil }
        }
        let target = traces.map { $0?.fate ?? .lost }.max() ?? .lost
        let trace = traces.first { ($0?.fate ?? .lost) == target } ?? nil
        if target > fate {
          fate = target
          reason =
            trace.flatMap { trace in trace.code.map { ($0, trace.message) } }
            ?? (.noPlaceInTarget, "the target has no place for \(entry.field)")
        }
      }
      values.count(fate)
      if fate != .carried, !(entry.isReported && reason == nil) {
        add(entry, fate, item: item, source, as: reason)
      }
    }
  }

  /// Counts the values of a record that stands for no file, by the marks on its leaves.
  package mutating func count(_ record: SourceRecord, item: String?) {
    for entry in record.settledEntries() {
      values.count(entry.fate)
      if entry.fate != .carried { add(entry, entry.fate, item: item, 0) }
    }
  }

  /// The findings of an account without a file, and so without positions.
  package var unlocated: [Finding] {
    findings.joined().map {
      var finding = $0
      finding.position = SourcePosition()
      return finding
    }
  }

  private mutating func add(
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

  /// Returns all findings with their positions completed from the texts, and the files named.
  package func located(_ sources: [(file: SourceFile, reading: Reading)]) -> [Finding] {
    zip(sources, findings).flatMap { source, findings in
      source.reading.located(findings, file: source.file.name)
    }
  }
}

extension SourceRecord {
  /// The nodes of the titles of all collections, in order.
  package var collectionTitles: [Int] {
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

extension Reading {
  /// Completes positions that are offsets only, and names the file.
  package func located(_ findings: [Finding], file: String) -> [Finding] {
    var result = findings
    let waiting = result.indices.filter { result[$0].position.byte != nil && result[$0].position.line == nil }
      .sorted { (result[$0].position.byte ?? 0, $0) < (result[$1].position.byte ?? 0, $1) }
    let offsets = waiting.compactMap { result[$0].position.byte }
    if let positions {
      for (index, position) in zip(waiting, positions(offsets)) {
        result[index].position.line = position.line
        result[index].position.column = position.column
        result[index].position.pointer = position.pointer
        result[index].position.byte = position.byte
      }
      for index in result.indices { result[index].file = file }
      return result
    }
    let pointers = isJSON ? PointerLocator.locate(offsets, in: text).map(\.pointer) : offsets.map { _ in nil }
    var lines = LineCounter(text)
    let bytes = fileOffsets(offsets)
    var current: (number: Int, start: Int, line: Int) = (-1, 0, 1)
    for (place, index) in waiting.enumerated() {
      while current.number + 1 < parts.count, parts[current.number + 1].start <= offsets[place] {
        let start = parts[current.number + 1].start
        current = (current.number + 1, start, lines.advance(to: start).line)
      }
      let position = lines.advance(to: offsets[place])
      (result[index].position.line, result[index].position.column) = (
        position.line - current.line + 1, position.column
      )
      result[index].position.pointer = pointers[place]
      result[index].position.byte = bytes[place]
      if current.number >= 0 {
        result[index].position.member = parts[current.number].member
        result[index].position.byte = offsets[place] - current.start
      } else if let member {
        // Offsets within the member are what helps to find it there.
        result[index].position.member = member
      } else if isDerived {
        result[index].position = SourcePosition(pointer: pointers[place])
      }
    }
    for index in result.indices { result[index].file = file }
    return result
  }
}
