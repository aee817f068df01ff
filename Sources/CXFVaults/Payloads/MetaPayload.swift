internal import CredentialExchangeFormat

/// The first byte of a row of kind 4.
enum MetaType: UInt8 {
  case facts = 1
  case history = 2
  case matchKeys = 3
  case provenance = 4
  case directory = 5
}

/// The collections and accounts of a vault, so that they are found without opening all items.
struct Directory: Equatable, Sendable {
  private(set) var collections: Set<Identifier> = []
  private(set) var accounts: Set<Identifier> = []

  init() {}

  var count: Int { collections.count + accounts.count }

  func contains(_ reference: RecordReference) -> Bool {
    switch reference.kind {
    case .item: false
    case .collection: collections.contains(reference.id)
    case .account: accounts.contains(reference.id)
    }
  }

  /// Adds a collection or account; returns whether it is new.
  mutating func insert(_ reference: RecordReference) -> Bool {
    switch reference.kind {
    case .item: false
    case .collection: collections.insert(reference.id).inserted
    case .account: accounts.insert(reference.id).inserted
    }
  }

  /// Takes a collection or account out; returns whether it was there.
  mutating func remove(_ reference: RecordReference) -> Bool {
    switch reference.kind {
    case .item: false
    case .collection: collections.remove(reference.id) != nil
    case .account: accounts.remove(reference.id) != nil
    }
  }

  var payload: [UInt8] {
    var result = [MetaType.directory.rawValue]
    result.append(integer: UInt32(truncatingIfNeeded: count))
    for (kind, ids) in [(RecordReference.Kind.collection, collections), (.account, accounts)] {
      for id in ids.map(\.bytes).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        result.append(kind.rawValue)
        result.append(identifier: id)
      }
    }
    return result
  }

  /// Reads a payload behind its type.
  init?(_ reader: inout ByteReader) {
    guard let count = reader.integer(UInt32.self) else { return nil }
    for _ in 0..<count {
      guard let kind = reader.integer(UInt8.self).flatMap(RecordReference.Kind.init(rawValue:)),
        let id = reader.identifier(), insert(RecordReference(kind, Identifier(id)))
      else { return nil }
    }
    guard reader.isAtEnd else { return nil }
  }
}

/// Match keys of up to 4,000 items, in the order in which they were noted.
struct MatchKeyPage {
  static let maximumCount = 4000
  /// The most keys of one item.
  static let maximumKeyCount = Int(UInt16.max)

  struct Entry {
    var item: [UInt8]
    /// The revision that the item's row must have for the entry to count.
    var revision: UInt64
    var keys: [UInt64]
  }

  var number: UInt64
  var scheme: UInt64
  var entries: [Entry]

  var payload: [UInt8] {
    var result = [MetaType.matchKeys.rawValue]
    result.append(integer: number)
    result.append(integer: scheme)
    result.append(integer: UInt32(truncatingIfNeeded: entries.count))
    for entry in entries {
      result.append(identifier: entry.item)
      result.append(integer: entry.revision)
      result.append(integer: UInt16(truncatingIfNeeded: entry.keys.count))
      for key in entry.keys { result.append(integer: key) }
    }
    return result
  }

  init(number: UInt64, scheme: UInt64, entries: [Entry]) {
    self.number = number
    self.scheme = scheme
    self.entries = entries
  }

  /// Reads a payload behind its type.
  init?(_ reader: inout ByteReader) {
    guard let number = reader.integer(UInt64.self), let scheme = reader.integer(UInt64.self),
      let count = reader.integer(UInt32.self)
    else { return nil }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard let item = reader.identifier(), let revision = reader.integer(UInt64.self),
        let keys = reader.numbers()
      else { return nil }
      entries.append(Entry(item: item, revision: revision, keys: keys))
    }
    guard reader.isAtEnd else { return nil }
    self.init(number: number, scheme: scheme, entries: entries)
  }
}

/// Where items come from, as one import noted it.
struct ProvenancePage {
  static let maximumCount = 4000

  var number: UInt64
  /// Zeros for none.
  var importID: [UInt8]
  var entries: [Provenance]

  var payload: [UInt8] {
    var result = [MetaType.provenance.rawValue]
    result.append(integer: number)
    result += importID
    result.append(integer: UInt32(truncatingIfNeeded: entries.count))
    for entry in entries {
      result.append(identifier: entry.id.bytes)
      result.append(identifier: entry.item.bytes)
      result.append(integer: UInt16(truncatingIfNeeded: entry.digests.count))
      for digest in entry.digests { result.append(integer: digest) }
    }
    return result
  }

  init(number: UInt64, importID: [UInt8], entries: [Provenance]) {
    self.number = number
    self.importID = importID
    self.entries = entries
  }

  /// Reads a payload behind its type.
  init?(_ reader: inout ByteReader) {
    guard let number = reader.integer(UInt64.self), let importID = reader.array(ImportID.byteCount),
      let count = reader.integer(UInt32.self)
    else { return nil }
    var entries: [Provenance] = []
    for _ in 0..<count {
      guard let id = reader.identifier(), let item = reader.identifier(), let digests = reader.numbers()
      else { return nil }
      entries.append(Provenance(id: Identifier(id), item: Identifier(item), digests: digests))
    }
    guard reader.isAtEnd else { return nil }
    self.init(number: number, importID: importID, entries: entries)
  }
}

extension ByteReader {
  /// Numbers of 64 bits behind their count.
  fileprivate mutating func numbers() -> [UInt64]? {
    guard let count = integer(UInt16.self) else { return nil }
    var result: [UInt64] = []
    result.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let number = integer(UInt64.self) else { return nil }
      result.append(number)
    }
    return result
  }
}
