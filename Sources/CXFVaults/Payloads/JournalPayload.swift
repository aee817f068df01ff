internal import CredentialExchangeFormat

/// One thing that undoing an import must know.
enum JournalEntry: Equatable, Sendable {
  /// The import created the record.
  case created(RecordReference)
  /// The import replaced or removed the record, whose payload was this.
  case changed(RecordReference, payload: [UInt8])
  /// The import relied on the record.
  case reliedOn(RecordReference)
  /// The import created the blob.
  case blob([UInt8])
  /// The import wrote the page of provenance with this number.
  case provenancePage(UInt64)

  /// The record that it is about.
  var record: RecordReference? {
    switch self {
    case .created(let record), .changed(let record, _), .reliedOn(let record): record
    case .blob, .provenancePage: nil
    }
  }
}

/// A row of the journal.
enum JournalPayload {
  /// A row ends when it has so many bytes.
  static let rowByteCount = 1 << 20

  /// The beginning of a row.
  static func begin(_ id: ImportID, _ number: UInt32) -> [UInt8] {
    var result = id.bytes
    result.append(integer: number)
    return result
  }

  static func append(_ entry: JournalEntry, to payload: inout [UInt8]) {
    switch entry {
    case .created(let record):
      payload.append(1)
      append(record, to: &payload)
    case .changed(let record, let before):
      payload.append(2)
      append(record, to: &payload)
      payload.append(integer: UInt32(truncatingIfNeeded: before.count))
      payload += before
    case .reliedOn(let record):
      payload.append(3)
      append(record, to: &payload)
    case .blob(let id):
      payload.append(4)
      payload += id
    case .provenancePage(let number):
      payload.append(5)
      payload.append(integer: number)
    }
  }

  private static func append(_ record: RecordReference, to payload: inout [UInt8]) {
    payload.append(record.kind.rawValue)
    payload.append(identifier: record.id.bytes)
  }

  /// Reads a row; nil where it is not one.
  static func decode(_ payload: UnsafeRawBufferPointer) -> (
    id: ImportID, number: UInt32, entries: [JournalEntry]
  )? {
    var reader = ByteReader(payload)
    guard let id = reader.array(ImportID.byteCount).flatMap({ ImportID($0) }),
      let number = reader.integer(UInt32.self)
    else { return nil }
    var entries: [JournalEntry] = []
    while !reader.isAtEnd {
      guard let entry = entry(&reader) else { return nil }
      entries.append(entry)
    }
    return (id, number, entries)
  }

  private static func entry(_ reader: inout ByteReader) -> JournalEntry? {
    guard let tag = reader.integer(UInt8.self) else { return nil }
    switch tag {
    case 1: return record(&reader).map { .created($0) }
    case 2:
      guard let record = record(&reader), let count = reader.integer(UInt32.self),
        let payload = reader.array(Int(count))
      else { return nil }
      return .changed(record, payload: payload)
    case 3: return record(&reader).map { .reliedOn($0) }
    case 4: return reader.array(RowID.byteCount).map { .blob($0) }
    case 5: return reader.integer(UInt64.self).map { .provenancePage($0) }
    default: return nil
    }
  }

  private static func record(_ reader: inout ByteReader) -> RecordReference? {
    guard let kind = reader.integer(UInt8.self).flatMap(RecordReference.Kind.init(rawValue:)),
      let id = reader.identifier()
    else { return nil }
    return RecordReference(kind, Identifier(id))
  }
}
