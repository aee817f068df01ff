internal import CredentialExchangeFormat

/// An entry of the history with what the store adds to it.
struct HistoryRecord: Sendable, Equatable {
  var entry: ImportEntry
  /// Orders the history.
  var sequence: UInt64
  /// How many journal rows belong to the import.
  var journalRowCount: UInt32

  var payload: [UInt8] {
    [MetaType.history.rawValue]
      + JSONWriter.text(indented: false, estimate: 1 << 9) { writer in
        writer.beginObject()
        writer.name("id")
        writer.base64url(entry.id.bytes)
        writer.name("sequence")
        writer.unsigned(sequence)
        writer.name("action")
        writer.string(entry.action.rawValue)
        writer.name("at")
        writer.unsigned(entry.at.secondsSince1970)
        writer.name("source")
        writer.string(entry.source)
        writer.name("format")
        writer.string(entry.format)
        writer.name("items")
        writer.beginObject()
        for (name, path) in Self.counts {
          writer.name(name)
          writer.integer(entry.items[keyPath: path])
        }
        writer.endObject()
        writer.name("journal")
        writer.unsigned(UInt64(journalRowCount))
        if let undoneAt = entry.undoneAt {
          writer.name("undoneAt")
          writer.unsigned(undoneAt.secondsSince1970)
        }
        if entry.isForgotten {
          writer.name("forgotten")
          writer.boolean(true)
        }
        writer.endObject()
      }
  }

  private static var counts: [(StaticString, WritableKeyPath<ImportEntry.Counts, Int>)] {
    [
      ("total", \.total), ("created", \.created), ("merged", \.merged), ("identical", \.identical),
      ("skipped", \.skipped), ("failed", \.failed), ("conflicts", \.conflicts),
    ]
  }

  /// Whether all counts can be written.
  static func canKeep(_ counts: ImportEntry.Counts) -> Bool {
    self.counts.allSatisfy { counts[keyPath: $0.1] >= 0 }
  }

  init(entry: ImportEntry, sequence: UInt64, journalRowCount: UInt32 = 0) {
    self.entry = entry
    self.sequence = sequence
    self.journalRowCount = journalRowCount
  }

  /// Reads a payload behind its type; nil where it is not an entry.
  init?(_ json: UnsafeRawBufferPointer) {
    guard let record = try? Self.read(json.assumingMemoryBound(to: UInt8.self)) else { return nil }
    self = record
  }

  private struct Malformed: Error {}

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> HistoryRecord {
    var cursor = JSONCursor(bytes)
    var id: ImportID?
    var sequence: UInt64?
    var journal: UInt64?
    var entry = ImportEntry(id: ImportID(zeros: ()), at: Timestamp(0), source: "")
    try cursor.beginObject()
    var first = true
    while let name = try cursor.nextMember(first: &first) {
      if cursor.matches(name, "id") {
        id = Base64URL.decode(try cursor.string().string).flatMap { ImportID($0) }
      } else if cursor.matches(name, "sequence") {
        sequence = try cursor.unsignedInteger()
      } else if cursor.matches(name, "action") {
        guard let action = ImportEntry.Action(rawValue: try cursor.string().string) else { throw Malformed() }
        entry.action = action
      } else if cursor.matches(name, "at") {
        guard let at = try cursor.unsignedInteger() else { throw Malformed() }
        entry.at = Timestamp(at)
      } else if cursor.matches(name, "source") {
        entry.source = try cursor.string()
      } else if cursor.matches(name, "format") {
        entry.format = try cursor.string()
      } else if cursor.matches(name, "items") {
        entry.items = try counts(&cursor)
      } else if cursor.matches(name, "journal") {
        journal = try cursor.unsignedInteger()
      } else if cursor.matches(name, "undoneAt") {
        guard let at = try cursor.unsignedInteger() else { throw Malformed() }
        entry.undoneAt = Timestamp(at)
      } else if cursor.matches(name, "forgotten") {
        entry.isForgotten = try cursor.boolean()
      } else {
        throw Malformed()
      }
    }
    try cursor.finish()
    guard let id, let sequence, let count = journal.flatMap({ UInt32(exactly: $0) }) else {
      throw Malformed()
    }
    entry.id = id
    return HistoryRecord(entry: entry, sequence: sequence, journalRowCount: count)
  }

  private static func counts(_ cursor: inout JSONCursor) throws -> ImportEntry.Counts {
    var result = ImportEntry.Counts()
    let known = counts
    try cursor.beginObject()
    var first = true
    while let name = try cursor.nextMember(first: &first) {
      guard let row = known.first(where: { cursor.matches(name, $0.0) }),
        let value = try cursor.unsignedInteger().flatMap({ Int(exactly: $0) })
      else { throw Malformed() }
      result[keyPath: row.1] = value
    }
    return result
  }
}

extension ImportID {
  /// The id of nothing.
  init(zeros: ()) { self.init(unchecked: [UInt8](repeating: 0, count: Self.byteCount)) }
}
