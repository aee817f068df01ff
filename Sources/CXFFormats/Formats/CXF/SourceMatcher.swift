internal import CredentialExchangeFormat

/// What a decoder noticed in a document, by the offsets of the values.
struct SourceNotes: Sendable {
  private let findings: [Int: Finding]
  private let offsets: [Int]
  /// Whether anything could not be read.
  let hasFailures: Bool

  init(_ findings: [Finding], _ offsets: [Int]) {
    self.findings = Dictionary(zip(offsets, findings), uniquingKeysWith: { first, _ in first })
    self.offsets = offsets.sorted()
    hasFailures = findings.contains { $0.action == .failed }
  }

  /// The first of those at an offset.
  func first(at offset: Int) -> Finding? { findings[offset] }

  func areThere(in range: Range<Int>) -> Bool {
    // They are few, and their offsets in order.
    let index = offsets.partitioningIndex { $0 >= range.lowerBound }
    return index < offsets.count && offsets[index] < range.upperBound
  }
}

/// Accounts for a CXF source: every value of the text is looked for in the model that was decoded from it, so that
/// the codec is checked by something that knows nothing of it.
struct SourceMatcher: Sendable {
  private let text: [UInt8]
  /// Where the parts of the text begin in it and in the document.
  private let parts: [(start: Int, origin: Int)]
  private let options: ReadOptions
  private let notes: SourceNotes
  private let root: DocumentRoot
  /// Items that were taken once and stand in the text a second time.
  private let repeated: [Range<Int>]
  /// All items, in the order of the text, where some of them stand inside collections; else nothing.
  private let nested: [Range<Int>]

  init(_ decoded: CXFDecoder.Result, _ options: ReadOptions) {
    text = decoded.text
    parts = [(0, 0)]
    self.options = options
    notes = SourceNotes(decoded.findings, decoded.findingOffsets)
    root = decoded.root
    repeated = decoded.repeatedItemRanges
    nested =
      decoded.findings.contains { $0.code == .itemInCollection }
      ? (decoded.itemRanges + repeated).sorted { $0.lowerBound < $1.lowerBound } : []
  }

  /// Accounts for parts of a document that are apart from the rest.
  ///
  /// - Parameter parts: Where the parts of `text` begin in it, in order, and in the document.
  init(_ text: [UInt8], parts: [(start: Int, origin: Int)], notes: SourceNotes, _ options: ReadOptions) {
    self.text = text
    self.parts = parts
    self.options = options
    self.notes = notes
    root = .document
    repeated = []
    nested = []
  }

  /// Where a place of the text is in the document.
  private func origin(_ offset: Int) -> Int {
    let part = parts.partitioningIndex { $0.start > offset } - 1
    return part < 0 ? offset : offset - parts[part].start + parts[part].origin
  }

  private func placed(_ entries: [LedgerEntry]) -> [LedgerEntry] {
    entries.map { entry in
      var entry = entry
      entry.offset = origin(entry.offset)
      return entry
    }
  }

  private func finding(at offset: Int) -> Finding? { notes.first(at: origin(offset)) }

  func reading(_ decoded: consuming CXFDecoder.Result) -> Reading {
    var header = decoded.header
    let accounts = header.accounts
    header.accounts = []
    let ranges = decoded.itemRanges
    let failed = decoded.failedItemRanges
    var reading = Reading(
      header: header, accounts: [],
      findings: options.isTracing ? decoded.findings.map(\.withoutFate) : decoded.findings,
      failed: decoded.failedItems, text: text, isJSON: true,
      fileOffsets: { [source = decoded.source] in source.fileOffsets(of: $0) })
    var ordinal = 0
    for account in accounts {
      var bare = account
      bare.items = []
      var items: [Reading.ItemReading] = []
      items.reserveCapacity(account.items.count)
      for item in account.items {
        ordinal += 1
        var item = item
        if item.id.isEmpty { item.id = Identifier(Array("item-\(ordinal)".utf8)) }
        let range = ranges[ordinal - 1]
        items.append(self.reading(of: item, at: range, ordinal))
      }
      reading.accounts.append(.init(account: bare, items: items, entries: []))
    }
    if options.isTracing {
      for range in failed { reading.failedEntries += lostEntries(at: range.lowerBound) }
      settleAccounts(&reading)
    }
    return reading
  }

  /// An item of the document, whose text is at `range`.
  func reading(of item: Item, at range: Range<Int>, _ number: Int) -> Reading.ItemReading {
    .init(item: item, position: SourcePosition(byte: origin(range.lowerBound))) {
      options.isTracing ? plainCount(of: item, at: range) : 0
    } ledger: {
      options.isTracing ? entries(of: item, at: range, number) : []
    }
  }

  /// The values of a record that could not be read.
  func lostEntries(at offset: Int) -> [LedgerEntry] {
    text.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, at: offset)
      return lostEntries(&cursor)
    }
  }

  /// Accounts for what stands outside the items: the accounts without their items, what is unknown in the header, and what
  /// could not be read of it.
  func settleAccounts(_ reading: inout Reading) {
    text.withUnsafeBufferPointer { accountEntries($0, &reading) }
  }

  /// The number of values of an item whose text is what the item is written as, byte for byte, so that every one stands
  /// where it stood.
  private func plainCount(of item: Item, at range: Range<Int>) -> Int? {
    plainRecord(of: item, at: range)?.valueCount
  }

  private func plainRecord(of item: Item, at range: Range<Int>) -> SourceRecord? {
    let written = CXFEncoder().encode(item)
    guard written.count == range.count,
      !notes.areThere(in: origin(range.lowerBound)..<origin(range.lowerBound) + range.count),
      text[range].elementsEqual(written)
    else {
      return nil
    }
    return SourceRecord(encoded: written)
  }

  private func entries(of item: Item, at range: Range<Int>, _ number: Int) -> [LedgerEntry] {
    if let record = plainRecord(of: item, at: range) {
      // Source and model are the same text, so each value stands at its own node.
      return record.nodes.indices.filter { record.isValue($0) }.map { index in
        var entry = LedgerEntry(
          offset: origin(range.lowerBound) + record.nodes[index].offset, field: record.label(index),
          fate: .carried,
          code: nil, message: "")
        entry.node = index
        return entry
      }
    }
    return text.withUnsafeBufferPointer {
      entries(at: range.lowerBound, $0, in: SourceRecord(item), number)
    }
  }

  private func entries(
    at offset: Int, _ bytes: UnsafeBufferPointer<UInt8>, in model: SourceRecord, _ number: Int
  ) -> [LedgerEntry] {
    var cursor = JSONCursor(bytes, at: offset)
    // The range went through the strict reader before.
    let rules = isCredential(cursor) ? StructureRules.bareCredential : .model
    guard let source = try? SourceRecord(&cursor, rules: rules, number: number) else { return [] }
    return match(source, in: model)
  }

  private func accountEntries(_ bytes: UnsafeBufferPointer<UInt8>, _ reading: inout Reading) {
    // The text went through the strict reader before, so nothing is thrown here.
    var cursor = JSONCursor(bytes)
    guard case .document = root else {
      try? matchParts(&cursor, &reading)
      return
    }
    if let header = try? SourceRecord(&cursor, rules: Self.header, leavingOut: "accounts") {
      countRefused(header)
      // By the same rules: what is unknown in a header may look like parts of a document.
      let model = SourceRecord(encoded: CXFEncoder().encode(reading.header), rules: Self.header)
      for view in header.root.untaken {
        if view.label.utf8.starts(with: "accounts".utf8) {
          view.lose(.noPlaceInModel, "accounts occurs twice; only the first is read")
        } else if !view.label.utf8.starts(with: "version ".utf8),
          !model.leaves(at: view.place, holding: view.text).isEmpty
        {
          view.record.traces[view.index] = .carriedInHeader
        } else {
          view.lose(.noPlaceInModel, "\(view.label) could not be kept")
        }
      }
      reading.headerEntries = placed(header.settledEntries())
    }
    var root = JSONCursor(bytes)
    var hasAccounts = false
    try? root.readMembers { name, range in
      guard name == "accounts" else { return }
      var accounts = JSONCursor(bytes, at: range.lowerBound)
      if bytes[range.lowerBound] != UInt8(ascii: "[") {
        reading.failedEntries += lostEntries(&accounts)
      } else if !hasAccounts {
        hasAccounts = true
        try? matchAccounts(&accounts, &reading)
      }
    }
  }

  /// Makes values of identifiers and other structure that was not understood, so that what is lost of them is counted.
  private func countRefused(_ source: SourceRecord) {
    guard notes.hasFailures else { return }
    for index in source.nodes.indices where source.nodes[index].isStructural {
      var owner = index
      while owner >= 0, finding(at: source.nodes[owner].offset)?.action != .failed {
        owner = source.nodes[owner].parent
      }
      if owner > 0 { source.nodes[index].isStructural = false }
    }
  }

  /// The version, exporter and time of a document describe the file; they are no values of the vault.
  private static let header = StructureRules.members(
    "version", "version.major", "version.minor", "exporterRpId", "exporterDisplayName", "timestamp",
    "exporter",
    "exporter_rp_id")

  private func matchAccounts(_ cursor: inout JSONCursor, _ reading: inout Reading) throws(JSONError) {
    var number = 0
    var first = true
    try cursor.beginArray()
    while try cursor.nextElement(first: &first) {
      guard try cursor.peek() == UInt8(ascii: "{"), reading.accounts.indices.contains(number) else {
        reading.failedEntries += lostEntries(&cursor)
        continue
      }
      try matchAccount(&cursor, number, &reading)
      number += 1
    }
  }

  private func matchAccount(
    _ cursor: inout JSONCursor, _ number: Int, _ reading: inout Reading
  ) throws(JSONError) {
    let start = cursor.offset
    let source = try SourceRecord(&cursor, rules: .model, number: number + 1, leavingOut: "items")
    countRefused(source)
    let range = start..<cursor.offset
    reading.accounts[number].entries =
      match(source, in: SourceRecord(reading.accounts[number].account), leavingOut: nested)
      + repeated.filter { range.contains($0.lowerBound) }.flatMap { repeatedEntries($0, cursor) }
  }

  /// The accounts of a text that has no header around them; their items have ledgers of their own.
  private func matchParts(_ cursor: inout JSONCursor, _ reading: inout Reading) throws(JSONError) {
    guard case .list = root else {
      _ = try cursor.peek()
      if case .bare(.account) = root { try matchAccount(&cursor, 0, &reading) }
      return
    }
    var number = 0
    var isLoose = false
    var first = true
    try cursor.beginArray()
    while try cursor.nextElement(first: &first) {
      _ = try cursor.peek()
      switch try RootShape.of(cursor) {
      case .account?:
        if isLoose { number += 1 }
        isLoose = false
        if reading.accounts.indices.contains(number) { try matchAccount(&cursor, number, &reading) }
        number += 1
      case .item?, .credential?:
        isLoose = true
        try cursor.skipValue()
      case .header?, nil: try cursor.skipValue()
      }
    }
  }

  /// Returns whether a credential stands next that has no item around it.
  private func isCredential(_ cursor: JSONCursor) -> Bool {
    if case .document = root { return false }
    if case .credential? = try? RootShape.of(cursor) { return true }
    return false
  }

  /// The values of an item that was taken once and stands here again: there is nothing of them to be kept.
  private func repeatedEntries(_ range: Range<Int>, _ cursor: JSONCursor) -> [LedgerEntry] {
    var cursor = cursor
    cursor.rewind(to: range.lowerBound)
    guard let record = try? SourceRecord(&cursor, rules: .model) else { return [] }
    return record.nodes.indices.filter { record.isValue($0) }.map { index in
      var entry = LedgerEntry(
        offset: origin(record.nodes[index].offset), field: record.label(index), fate: .repaired,
        code: .repeatedItem,
        message: "the item stands in the account already")
      entry.isAbsence = true
      entry.isReported = true
      return entry
    }
  }

  private func lostEntries(_ cursor: inout JSONCursor) -> [LedgerEntry] {
    guard let record = try? SourceRecord(&cursor, rules: .none) else { return [] }
    record.root.loseAll(.recordLeftOut, "the value belongs to a record that could not be read")
    return placed(record.settledEntries())
  }

  /// Looks each value of the source up in the model: at its own place, or anywhere where the decoder repaired it.
  ///
  /// - Parameter others: Ranges of what is looked up elsewhere, in order.
  private func match(
    _ source: SourceRecord, in model: SourceRecord, leavingOut others: [Range<Int>] = []
  ) -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    var used = Set<Int>()
    // Of equal values each search goes on where the last one ended: what was used stays used.
    var next: [PlacedText: Int] = [:]
    func unused(_ candidates: [Int], _ key: PlacedText) -> Int? {
      var place = next[key] ?? 0
      while place < candidates.count, used.contains(candidates[place]) { place += 1 }
      next[key] = place
      return place < candidates.count ? candidates[place] : nil
    }
    var firstAtPlace: [Place: Int]?
    func first(at place: Place) -> Int? {
      if firstAtPlace == nil {
        firstAtPlace = Dictionary(
          model.nodes.indices.filter { model.isValue($0) }.map { (model.nodes[$0].place, $0) },
          uniquingKeysWith: { first, _ in first })
      }
      return firstAtPlace?[place]
    }
    let values = source.nodes.indices.filter { index in
      guard source.isValue(index) else { return false }
      let offset = source.nodes[index].offset
      let next = others.partitioningIndex { $0.upperBound > offset }
      return next == others.count || !others[next].contains(offset)
    }
    // First those at their own places, which no other value may take for itself.
    var atPlace: [Int: Int] = [:]
    for index in values {
      let node = source.nodes[index]
      let key = PlacedText(node.place, node.text)
      guard let found = unused(model.leaves(at: node.place, holding: node.text), key) else { continue }
      atPlace[index] = found
      used.insert(found)
    }
    for index in values {
      let node = source.nodes[index]
      var entry = LedgerEntry(
        offset: origin(node.offset), field: source.label(index), fate: .carried, code: nil, message: "")
      let note = finding(at: node.offset) ?? noteOfObject(source, index)
      if let found = atPlace[index] {
        entry.node = found
        if let note, note.action == .repaired { entry.note(.repaired, note) }
      } else if let note, note.code == .draftItemType {
        entry.note(.repaired, note)
        entry.isAbsence = true
      } else if let found = unused(model.leaves(holding: node.text), PlacedText(.absent, node.text)) {
        entry.node = found
        let isKept = model.isSalvaged(found)
        entry.fate = isKept ? .converted : .repaired
        entry.code = isKept ? .keptAsCustomField : .aliasedMember
        entry.message =
          isKept
          ? "\(entry.field) was not understood and is kept as a concealed custom field"
          : "\(entry.field) stands where CXF 1.0 has it"
      } else if let note, note.action == .repaired {
        entry.note(.repaired, note)
        // Where the repaired value stands cannot be told by its text; its object's place says enough.
        entry.node = first(at: node.place)
        entry.isAbsence = entry.node == nil
      } else {
        entry.fate = .lost
        entry.code = .noPlaceInModel
        entry.message = "\(entry.field) could not be kept"
      }
      // The decoder reports each repair itself.
      entry.isReported = entry.fate == .repaired
      if let node = entry.node { used.insert(node) }
      entries.append(entry)
    }
    return entries
  }
}

extension SourceMatcher {
  /// The note of the object that a value stands in, where that tells what became of the value.
  fileprivate func noteOfObject(_ source: SourceRecord, _ index: Int) -> Finding? {
    let owner = source.nodes[index].parent
    guard owner >= 0, let note = finding(at: source.nodes[owner].offset), note.action == .repaired else {
      return nil
    }
    switch note.code {
    case .keyObject: return note
    case .invalidFieldValue: return source.nodes[index].name == "value" ? note : nil
    default: return nil
    }
  }
}

extension LedgerEntry {
  fileprivate mutating func note(_ fate: Fate, _ finding: Finding) {
    self.fate = fate
    code = finding.code
    message = finding.message
  }
}

extension Trace {
  /// A value that stays in the header.
  fileprivate static let carriedInHeader = Trace(
    fate: .carried, place: .absent, text: "", code: nil, message: "")
}

extension SourceRecord {
  /// Whether a node is a field that the decoder made of a value that it did not understand.
  fileprivate func isSalvaged(_ index: Int) -> Bool { nodes[index].place == Place("custom-fields.fields") }
}

extension Array {
  /// The first index at which `predicate` holds; it holds for all elements after one for which it holds.
  fileprivate func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
