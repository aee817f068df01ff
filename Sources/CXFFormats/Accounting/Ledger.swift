package import CredentialExchangeFormat

/// How many values there were and what became of them: `in = carried + converted + repaired + lost`.
package struct ValueCounts: Sendable, Hashable {
  /// Values of the source.
  package var total = 0
  /// Values whose bytes stand in the result.
  package var carried = 0
  /// Values that stand in another form or kind of place.
  package var converted = 0
  /// Known deviations read as what was meant.
  package var repaired = 0
  /// Values that are not in the result.
  package var lost = 0

  /// Whether every value is accounted for.
  package var isBalanced: Bool { total == carried + converted + repaired + lost }

  mutating func count(_ fate: Fate) {
    total += 1
    switch fate {
    case .carried: carried += 1
    case .converted: converted += 1
    case .repaired: repaired += 1
    case .lost: lost += 1
    }
  }

  /// Adds the counts of another file.
  package static func += (lhs: inout ValueCounts, rhs: ValueCounts) {
    lhs.total += rhs.total
    lhs.carried += rhs.carried
    lhs.converted += rhs.converted
    lhs.repaired += rhs.repaired
    lhs.lost += rhs.lost
  }
}

/// What became of one value of a source on its way into the model.
package struct LedgerEntry: Sendable {
  /// Offset in the file, in bytes.
  package var offset: Int
  /// Number of the record, for tables.
  package var row: Int?
  /// Name of the column, for tables.
  package var column: String?
  /// What the value is called in the source.
  package var field: String
  /// What became of it.
  package var fate: Fate
  /// Node of the model's record where it stands; nil for a lost value.
  package var node: Int?
  /// The other nodes of a value that became several: the worst fate of all is that of the value.
  package var otherNodes: [Int] = []
  /// For a value that stands in the account's record: the title of the collection of this number, in order.
  package var collection: Int?
  /// Whether the value says "nothing" and the model leaves the member out.
  package var isAbsence = false
  /// Whether a finding of the reader says what there is to say.
  package var isReported = false
  /// Why it was not simply carried.
  package var code: FindingCode?
  /// The same in words.
  package var message: String

  /// Creates an entry.
  package init(
    offset: Int, row: Int? = nil, column: String? = nil, field: String, fate: Fate, code: FindingCode?,
    message: String
  ) {
    self.offset = offset
    self.row = row
    self.column = column
    self.field = field
    self.fate = fate
    self.code = code
    self.message = message
  }
}

extension FindingCode {
  /// A value without a typed place; it is kept as a concealed custom field.
  package static let keptAsCustomField = FindingCode("kept-as-custom-field", .note)
  /// The account found that a value does not stand where a reader said it does; it is kept as a custom field.
  package static let accountMismatch = FindingCode("account-mismatch", .error)
  /// The target has no place for the value.
  package static let noPlaceInTarget = FindingCode("no-place-in-target", .warning)
  /// The value belongs to a record that could not be read or was left out.
  package static let recordLeftOut = FindingCode("record-left-out", .note)
}

extension Finding {
  /// What became of each value is the ledger's to say, with a finding of its own for each. A reader's finding about the
  /// value or the object around it then says only that it could not be read.
  var withoutFate: Finding {
    guard action == .lost || action == .converted else { return self }
    var finding = self
    finding.action = .failed
    return finding
  }
}

extension SourceRecord {
  /// A record over an item of the model, for writers.
  package convenience init(_ item: Item) {
    let json = CXFEncoder().encode(item)
    self.init(encoded: json)
  }

  /// A record over an account of the model without its items, for writers.
  package convenience init(_ account: Account) {
    var bare = account
    bare.items = []
    self.init(encoded: CXFEncoder().encode(bare))
  }

  /// A record over what our encoder wrote.
  convenience init(encoded json: [UInt8], rules: StructureRules = .model) {
    self.init()
    json.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      // Our own encoder wrote this text.
      try? fill(&cursor, rules)
    }
  }

  private func fill(_ json: inout JSONCursor, _ rules: StructureRules) throws(JSONError) {
    let record = try SourceRecord(&json, rules: rules)
    nodes = record.nodes
    traces = record.traces
  }

  /// Ends the reading of a record: whatever nobody took becomes a concealed custom field of `item`, each note of a
  /// reader is checked against what stands in the item, and the entries of the ledger are returned.
  ///
  /// - Parameter tracing: whether notes are checked and entries made; without it the item alone matters.
  package func settle(into item: inout Item, tracing: Bool) -> [LedgerEntry] {
    keepUntaken(root.untaken, in: &item, .keptAsCustomField)
    guard tracing else { return [] }
    var model = SourceRecord(item)
    // A note that does not hold is our fault, and still no reason to lose the value.
    let broken = nodes.indices.filter { isValue($0) && !stands(traces[$0], in: model) }
    if !broken.isEmpty {
      keepUntaken(broken.map { SourceView(record: self, index: $0) }, in: &item, .accountMismatch)
      model = SourceRecord(item)
    }
    return entries { model.find($0) }
  }

  private func keepUntaken(_ views: [SourceView], in item: inout Item, _ code: FindingCode) {
    guard !views.isEmpty else { return }
    var fields: [EditableField] = []
    for view in views {
      guard let text = view.peek else { continue }
      fields.append(EditableField(fieldType: .concealedString, value: text, label: Text(view.label)))
      view.convert(
        to: "custom-fields.fields", as: text, code, "\(view.label) is kept as a concealed custom field")
    }
    item.appendCustomFields(fields)
  }

  private func stands(_ trace: Trace?, in model: SourceRecord) -> Bool {
    guard let trace else { return false }
    return trace.fate == .lost || trace.place == Place.collection || trace.place == Place.absent
      || (model.find(trace) != nil
        && trace.others.allSatisfy { !model.leaves(at: $0.place, holding: $0.text).isEmpty })
  }

  /// The node at which a trace says that its text stands.
  func find(_ trace: Trace) -> Int? { leaf(at: trace.place, holding: trace.text) }

  private func entries(_ find: (Trace) -> Int?) -> [LedgerEntry] {
    nodes.indices.compactMap { index in
      guard isValue(index), let trace = traces[index] else { return nil }
      var entry = LedgerEntry(
        offset: nodes[index].offset, row: row, column: row == nil ? nil : nodes[index].name.string,
        field: label(index), fate: trace.fate, code: trace.code, message: trace.message)
      // Damage to shown text is reported by whoever decoded the text.
      entry.isReported = trace.code == .invalidUnicode
      entry.otherNodes = trace.others.compactMap {
        find(Trace(fate: trace.fate, place: $0.place, text: $0.text, code: nil, message: ""))
      }
      if trace.place == Place.collection {
        entry.collection = Int(trace.text.string)
      } else if trace.place == Place.absent {
        entry.isAbsence = true
      } else if trace.fate != .lost {
        entry.node = find(trace)
      }
      return entry
    }
  }

  /// The ledger of a record that makes no item.
  func settledEntries() -> [LedgerEntry] { entries { _ in nil } }

  /// The ledger of a record whose values stand in the account itself. A note that does not hold makes a lost value.
  func settledEntries(in account: Account) -> [LedgerEntry] {
    var model: SourceRecord?
    return entries { trace in
      if model == nil { model = SourceRecord(account) }
      return model?.find(trace)
    }
  }
}

extension Place {
  /// The title of a collection of the account; a trace's text is then the number of the collection, in order from 0.
  static let collection: Place = "\u{0}collection"
  /// Nowhere, for values that say "nothing".
  static let absent: Place = "\u{0}absent"
}
