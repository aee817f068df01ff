internal import CXFCrypto
internal import CXFFormats
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

/// Brings a database to another state of its vault: what did not change is not touched.
struct VaultSaving {
  let before: KeePassVaultContents
  /// What it is to be, and in the end what it is: undoing leaves what others changed.
  var after: MemoryVaultState
  /// Seconds since 1970.
  let now: UInt64

  var document: KeePassDocument { before.database.document }
  /// Changes outside `Meta`.
  var edits = KeePassEdits()
  /// Changes within it.
  var metaEdits = KeePassEdits()
  var inner: KDBXInnerHeader
  var notes: KeePassNotes
  let reader: EntryReader
  let limits: HistoryLimits

  /// Keys of groups, by collection, new ones too.
  var groupKeys: [Identifier: [UInt8]] = [:]
  /// Entries that come into a group, by its key.
  var incoming: [[UInt8]: KeePassFragment] = [:]
  /// Groups that are made, by the key of the one around them.
  var newGroups: [[UInt8]: [NewGroup]] = [:]
  /// Entries that come back into a group to where they stood, by its key.
  var returning: [[UInt8]: [(ordinal: Int, fragment: KeePassFragment)]] = [:]
  /// Elements of entries that are not where they were.
  var removed: Set<Int> = []
  /// Keys of entries and groups that are gone.
  var deleted: [[UInt8]] = []
  /// Keys of what is there again or new, which deleted objects must not name.
  var created: Set<[UInt8]> = []
  /// Keys of all records of the new state.
  var keys: [Identifier: [UInt8]]
  /// How many entries and groups each group holds in the end.
  var population: [[UInt8]: Int] = [:]
  /// Keys of entries that others refer to.
  var referenced: Set<[UInt8]> = []
  /// The key of the recycle bin, once it is needed.
  var bin: [UInt8]?
  /// The collections by the keys of their groups.
  var groupIDs: [[UInt8]: Identifier] = [:]
  /// The records by their keys, as they were.
  let keyIDs: [[UInt8]: Identifier]
  /// When items were made by the imports that the change undoes.
  let madeAt: [Identifier: UInt64]
  /// Entries as they were before those imports changed them, by key.
  let changedOriginals: [[UInt8]: KeePassNotes.Original]
  /// Entries as they were before those imports removed them, by item.
  let removedOriginals: [Identifier: KeePassNotes.Original]
  /// What those imports made, by key.
  let made: [[UInt8]: KeePassNotes.Made]
  /// The items that those imports changed.
  lazy var changedIDs: Set<Identifier> = Set(
    changedOriginals.keys.map { notes.identifiers[$0] ?? Identifier($0) })
  private let entryPlaces: [[UInt8]: Int]
  private let groupPlaces: [[UInt8]: Int]
  /// Numbers in the pool by SHA-256.
  lazy var pool: [[UInt8]: Int] = Dictionary(
    inner.binaries.enumerated().map { (KeePassDigest.full($0.element.bytes), $0.offset) },
    uniquingKeysWith: { first, _ in first })
  /// How many entries stand before each entry in its group.
  lazy var ordinals: [Int: Int] = {
    var counts: [Int: Int] = [:]
    var ordinals: [Int: Int] = [:]
    for entry in before.places.entries {
      ordinals[entry.element] = counts[entry.group, default: 0]
      counts[entry.group, default: 0] += 1
    }
    return ordinals
  }()
  /// The import that the change belongs to.
  let openImport: ImportID?
  /// The imports that the change undoes.
  let undone: Set<ImportID>

  struct NewGroup {
    var key: [UInt8]
    var name: Text
    var icon: Int
  }

  init(_ before: KeePassVaultContents, _ after: MemoryVaultState, now: UInt64) {
    self.before = before
    self.after = after
    self.now = now
    inner = before.database.inner
    notes = before.notes
    keys = before.keys
    reader = EntryReader(before.database.document, before.database.inner)
    limits = HistoryLimits(before.database.document)
    entryPlaces = Dictionary(
      before.places.entries.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
    groupPlaces = Dictionary(
      before.places.groups.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
    let known = Set(before.state.history.map(\.id))
    openImport = after.history.last { !known.contains($0.id) }?.id
    let open = Set(before.state.history.filter { $0.undoneAt == nil }.map(\.id))
    undone = Set(after.history.filter { $0.undoneAt != nil && open.contains($0.id) }.map(\.id))
    keyIDs = Dictionary(before.keys.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    var madeAt: [Identifier: UInt64] = [:]
    for entry in before.state.history where undone.contains(entry.id) {
      for record in before.state.changes(of: entry.id).created where record.kind == .item {
        madeAt[record.id] = max(madeAt[record.id] ?? 0, entry.at.secondsSince1970)
      }
    }
    self.madeAt = madeAt
    let (notes, undone) = (notes, undone)
    made = Dictionary(
      notes.made.filter { undone.contains($0.importID) }.map { ($0.entry, $0) }, uniquingKeysWith: { $1 })
    let originals = notes.originals.filter { undone.contains($0.importID) }
    changedOriginals = Dictionary(
      originals.filter { !$0.left.isEmpty }.map { ($0.entry, $0) }, uniquingKeysWith: { first, _ in first })
    removedOriginals = Dictionary(
      originals.filter(\.left.isEmpty).map { (notes.identifiers[$0.entry] ?? Identifier($0.entry), $0) },
      uniquingKeysWith: { first, _ in first })
    bin = before.places.recycleBin.map { before.places.groups[$0].key }
    for group in before.places.groups {
      if let parent = group.parent { population[before.places.groups[parent].key, default: 0] += 1 }
    }
    for entry in before.places.entries { population[before.places.groups[entry.group].key, default: 0] += 1 }
  }

  func entry(_ key: [UInt8]) -> KeePassPlaces.Entry? { entryPlaces[key].map { before.places.entries[$0] } }
  func group(_ key: [UInt8]) -> KeePassPlaces.Group? { groupPlaces[key].map { before.places.groups[$0] } }
  var rootKey: [UInt8] { before.places.groups.first?.key ?? [] }

  /// Returns the database with the changes made.
  ///
  /// - Throws: `VaultError`.
  mutating func run() throws(VaultError) -> KeePassVaultContents {
    do {
      try change()
      var result = before
      result.database.document = try finished()
      result.database.inner = inner
      result.places = KeePassPlaces(result.database.document)
      result.keys = keys
      result.state = after
      result.notes = notes
      result.hasDamagedNotes = false
      return result
    } catch let error as VaultError {
      throw error
    } catch {
      throw .storage("the database cannot take the change")
    }
  }

  private mutating func change() throws {
    planGroups()
    groupIDs = Dictionary(groupKeys.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    try saveItems()
    try removeGroups()
    try placeFragments()
    try writeDeletedObjects()
    forgetOldNotes()
    notes.bookkeeping = after.encodedBookkeeping()
  }

  private mutating func finished() throws -> KeePassDocument {
    guard mayHaveLooseFiles else {
      notes.contentDigest = try document.contentDigest(applying: edits)
      try notes.write(to: &metaEdits, document)
      return try document.applying(edits, metaEdits)
    }
    let changed = try document.applying(edits, metaEdits)
    let numbers = dropLooseFiles(changed)
    var settings = KeePassEdits()
    notes.contentDigest = try changed.contentDigest(applying: numbers)
    try notes.write(to: &settings, changed)
    return try changed.applying(numbers, settings)
  }

  /// Notes about what is gone, or cannot be undone any more, are dropped.
  private mutating func forgetOldNotes() {
    let living = Set(keys.values)
    notes.times = notes.times.filter { living.contains($0.key) }
    notes.replacements = notes.replacements.filter { living.contains($0.key) }
    notes.versions = notes.versions.filter { living.contains($0.key) }
    let undoable = Set(after.history.filter { $0.undoneAt == nil && !$0.isForgotten }.map(\.id))
    notes.originals = notes.originals.filter { undoable.contains($0.importID) }
    notes.made = notes.made.filter { undoable.contains($0.importID) && living.contains($0.entry) }
    // Of what was removed, the identifier must be known when it comes back.
    let original = Set(notes.originals.map(\.entry))
    notes.identifiers = notes.identifiers.filter { living.contains($0.key) || original.contains($0.key) }
    let held = Set(after.items.values.flatMap { $0.attachments.map(\.blob) })
    notes.blobs = notes.blobs.compactMapValues { ids in
      let kept = ids.filter { held.contains($0) }
      return kept.isEmpty ? nil : kept
    }
  }

  // MARK: Files

  /// The number of a file in the pool, to which it is added where it is new.
  mutating func number(of bytes: [UInt8]) -> Int {
    let hash = KeePassDigest.full(bytes)
    if let number = pool[hash] { return number }
    let number = inner.add(KDBXBinary(bytes: bytes))
    pool[hash] = number
    return number
  }

  /// The number of a file that is known by its SHA-256 only; nil where it is not in the pool.
  mutating func number(ofFile sha256: [UInt8]) -> Int? { pool[sha256] }
}

extension KeePassDocument {
  /// Makes two lists of changes at once.
  func applying(_ first: KeePassEdits, _ second: KeePassEdits) throws(KeePassEditError) -> KeePassDocument {
    var both = first
    both.append(second)
    return try applying(both)
  }
}
