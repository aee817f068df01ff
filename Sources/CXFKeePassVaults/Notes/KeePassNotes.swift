internal import CXFVaults
internal import CredentialExchangeFormat

/// What a vault must remember and a KeePass database has no place for. It stands, packed, in the custom data of the database.
///
/// Entries and groups are named by keys of 16 bytes: their UUIDs, as a rule. Whatever is noted about one counts only as long
/// as that is as it was when it was noted, so that what was done in another program is believed over any note.
struct KeePassNotes: Sendable {
  /// Moments of an entry that are not those of the item.
  struct Times: Sendable, Equatable {
    /// What the entry says, in seconds since 1970.
    var written: [UInt64?]
    /// What the item says.
    var wanted: [UInt64?]
  }

  /// A record that the database cannot say.
  struct Replacement: Sendable {
    /// Of the record that the database says.
    var digest: [UInt8]
    /// The record: an item or a collection.
    var record: [UInt8]
  }

  /// An entry as it was before an import changed or removed it.
  struct Original: Sendable {
    var importID: ImportID
    /// Its key.
    var entry: [UInt8]
    /// The key of the group that it was in.
    var group: [UInt8]
    /// Of the item that the import left; empty where it removed it.
    var left: [UInt8]
    /// The entry with all that is in it.
    var fragment: [UInt8]
    /// SHA-256 of its attached files, in the order in which they are named in it.
    var files: [[UInt8]]
    /// What tells the versions in the history that the import left; see `EntryReader.digest(ofVersion:)`. Nil where it
    /// removed the entry, or that was not noted.
    var leftVersions: [[UInt8]]?
  }

  /// All of a vault's state but items and collections; see `MemoryVaultState`.
  var bookkeeping: [UInt8]
  /// What `KeePassDocument.contentDigest` said when this was written.
  var contentDigest: [UInt8]
  /// The identifiers of records that are not their keys.
  var identifiers: [[UInt8]: Identifier] = [:]
  /// Blobs by the SHA-256 of their bytes.
  var blobs: [[UInt8]: [Identifier]] = [:]
  var times: [[UInt8]: Times] = [:]
  var replacements: [[UInt8]: Replacement] = [:]
  /// Digests of earlier versions of entries that no item is to know of, since it is the import that knows.
  var versions: [[UInt8]: Set<[UInt8]>] = [:]
  var originals: [Original] = []
  /// Groups that hold what is not in the vault any more and that therefore stay.
  var hiddenGroups: Set<[UInt8]> = []

  init(bookkeeping: [UInt8] = [], contentDigest: [UInt8] = []) {
    self.bookkeeping = bookkeeping
    self.contentDigest = contentDigest
  }
}

// MARK: Bytes

extension KeePassNotes {
  private static let version: UInt8 = 1

  private enum Tag: UInt8 {
    case bookkeeping = 1
    case contentDigest = 2
    case identifier = 3
    case blob = 4
    case times = 5
    case replacement = 6
    case version = 7
    case original = 8
    case hiddenGroup = 9
  }

  /// Big-endian; equal notes give equal bytes.
  var encoded: [UInt8] {
    var bytes = [Self.version]
    func add(_ tag: Tag, _ parts: [[UInt8]]) {
      bytes.append(tag.rawValue)
      bytes.append(integer: UInt8(truncatingIfNeeded: parts.count))
      for part in parts {
        bytes.append(integer: UInt32(truncatingIfNeeded: part.count))
        bytes += part
      }
    }
    add(.bookkeeping, [bookkeeping])
    add(.contentDigest, [contentDigest])
    for (key, id) in Self.sorted(identifiers) { add(.identifier, [key, id.bytes]) }
    for (hash, ids) in Self.sorted(blobs) { for id in ids { add(.blob, [hash, id.bytes]) } }
    for (key, times) in Self.sorted(times) {
      add(.times, [key] + (times.written + times.wanted).map(Self.bytes))
    }
    for (key, replacement) in Self.sorted(replacements) {
      add(.replacement, [key, replacement.digest, replacement.record])
    }
    for (key, digests) in Self.sorted(versions) {
      for digest in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) { add(.version, [key, digest]) }
    }
    for original in originals {
      add(
        .original,
        [
          original.importID.bytes, original.entry, original.group, original.left, original.fragment,
          original.files.flatMap { $0 },
        ] + (original.leftVersions.map { [$0.flatMap { $0 }] } ?? []))
    }
    for key in hiddenGroups.sorted(by: { $0.lexicographicallyPrecedes($1) }) { add(.hiddenGroup, [key]) }
    return bytes
  }

  private static func sorted<Value>(_ dictionary: [[UInt8]: Value]) -> [(key: [UInt8], value: Value)] {
    dictionary.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  private static func bytes(_ moment: UInt64?) -> [UInt8] {
    var bytes: [UInt8] = []
    if let moment { bytes.append(integer: moment) }
    return bytes
  }

  /// Reads bytes that ``encoded`` made; nil where they are damaged, or of another version.
  init?(_ bytes: [UInt8]) {
    self.init()
    let isWhole = bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      guard reader.integer(UInt8.self) == Self.version else { return false }
      while !reader.isAtEnd {
        guard let tag = reader.integer(UInt8.self).flatMap(Tag.init(rawValue:)),
          let count = reader.integer(UInt8.self)
        else { return false }
        var parts: [[UInt8]] = []
        for _ in 0..<count {
          guard let length = reader.integer(UInt32.self), let part = reader.array(Int(length)) else {
            return false
          }
          parts.append(part)
        }
        guard add(tag, parts) else { return false }
      }
      return true
    }
    guard isWhole, !bookkeeping.isEmpty else { return nil }
  }

  private mutating func add(_ tag: Tag, _ parts: [[UInt8]]) -> Bool {
    switch (tag, parts.count) {
    case (.bookkeeping, 1): bookkeeping = parts[0]
    case (.contentDigest, 1): contentDigest = parts[0]
    case (.identifier, 2): identifiers[parts[0]] = Identifier(parts[1])
    case (.blob, 2): blobs[parts[0], default: []].append(Identifier(parts[1]))
    case (.times, 5):
      let moments = parts.dropFirst().map(Self.moment)
      times[parts[0]] = Times(written: Array(moments[..<2]), wanted: Array(moments[2...]))
    case (.replacement, 3): replacements[parts[0]] = Replacement(digest: parts[1], record: parts[2])
    case (.version, 2): versions[parts[0], default: []].insert(parts[1])
    case (.original, 6), (.original, 7):
      guard let id = ImportID(parts[0]), parts[5].count % 32 == 0,
        parts.count < 7 || parts[6].count % KeePassPlaces.keyByteCount == 0
      else { return false }
      originals.append(
        Original(
          importID: id, entry: parts[1], group: parts[2], left: parts[3], fragment: parts[4],
          files: Self.pieces(of: parts[5], 32),
          leftVersions: parts.count < 7 ? nil : Self.pieces(of: parts[6], KeePassPlaces.keyByteCount)))
    case (.hiddenGroup, 1): hiddenGroups.insert(parts[0])
    default: return false
    }
    return true
  }

  private static func pieces(of bytes: [UInt8], _ count: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<($0 + count)]) }
  }

  private static func moment(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.count == 8 else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
