internal import CXFCrypto
internal import CXFFormats
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

/// A KeePass database, and what it is as a vault.
struct KeePassVaultContents: Sendable {
  /// Of KDBX 4, also where the file is older.
  var database: KDBXDatabase
  var places: KeePassPlaces
  /// Where each entry and group of the vault stands: its key.
  var keys: [Identifier: [UInt8]] = [:]
  var state: MemoryVaultState
  var notes: KeePassNotes
  /// The version of the file.
  var fileVersion: (major: UInt16, minor: UInt16)
  /// Whether that is of before KDBX 4.
  var isUpgraded: Bool
  /// Whether there were notes that could not be read.
  var hasDamagedNotes = false

  /// Understands a database.
  ///
  /// - Throws: `VaultError`.
  init(_ opened: KDBXDatabase) throws(VaultError) {
    fileVersion = (opened.header.major, opened.header.minor)
    isUpgraded = !opened.header.isVersion4
    do throws(KDBXError) {
      database = try opened.upgraded()
    } catch {
      throw VaultError(error)
    }
    guard database.document.rootGroup != nil, database.document.meta != nil else {
      throw .damaged("its groups or its settings are missing")
    }
    places = KeePassPlaces(database.document)
    let digest: [UInt8]
    do {
      digest = try database.document.contentDigest()
    } catch {
      throw .damaged("its XML cannot be read")
    }
    switch KeePassNotes.find(in: database.document) {
    case .none: notes = KeePassNotes()
    case .notes(let found): notes = found
    case .damaged:
      notes = KeePassNotes()
      hasDamagedNotes = true
    }
    if let known = MemoryVaultState(bookkeeping: notes.bookkeeping) {
      state = known
    } else {
      hasDamagedNotes = hasDamagedNotes || !notes.bookkeeping.isEmpty
      notes = KeePassNotes()
      state = MemoryVaultState(
        vaultID: Identifier(places.groups.first?.key ?? KeePassDigest.short(digest)),
        digestKey: try KeePassRandomness.bytes(32))
    }
    if notes.contentDigest != digest {
      // Another program has changed it. Two different changes of theirs give two different generations.
      state.generation += 1 + digest.prefix(3).reduce(0) { $0 << 8 | UInt64($1) }
    }
    readRecords()
  }

  // MARK: Records

  private mutating func readRecords() {
    var collections: [Identifier: VaultCollection] = [:]
    var items: [Identifier: VaultItem] = [:]
    items.reserveCapacity(places.entries.count)
    for (place, group) in places.groups.enumerated()
    where place > 0 && !group.isTrash && !notes.hiddenGroups.contains(group.key) {
      let id = unusedID(notes.identifiers[group.key] ?? Identifier(group.key), group.key)
      keys[id] = group.key
    }
    let groupIDs = Dictionary(keys.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    for group in places.groups {
      guard let id = groupIDs[group.key] else { continue }
      collections[id] = collection(group, id: id, groupIDs)
    }
    let reader = EntryReader(database.document, database.inner)
    var translator = EntryTranslator(blobIDs: notes.blobs)
    for entry in places.entries {
      let group = places.groups[entry.group]
      let content = reader.content(
        of: entry.element, uuid: entry.key, isTrashed: group.isTrash,
        skipping: notes.versions[entry.key] ?? []
      )
      var item = translator.item(content, notes.about(entry.key), in: groupIDs[group.key])
      let id = unusedID(item.id, entry.key)
      item.item.id = id
      keys[id] = entry.key
      items[id] = item
    }
    state.fill(items: items, collections: collections)
    for (id, bytes) in translator.blobs { state.insert(blob: id, bytes) }
  }

  private func unusedID(_ wanted: Identifier, _ key: [UInt8]) -> Identifier {
    guard keys[wanted] != nil || wanted.bytes.isEmpty || wanted.bytes.count > Identifier.maximumCount else {
      return wanted
    }
    var bytes = key
    // A copy of an entry made by another program has the identifier of the first one in it.
    while keys[Identifier(bytes)] != nil { bytes = KeePassDigest.short(bytes) }
    return Identifier(bytes)
  }

  /// The collection that a group is.
  func collection(
    _ group: KeePassPlaces.Group, id: Identifier, _ groupIDs: [[UInt8]: Identifier]
  ) -> VaultCollection {
    let parent = group.parent.map { places.groups[$0].key }
    let natural = VaultCollection(
      collection: ItemCollection(
        id: id, title: database.document.text(of: group.element, child: "Name") ?? ""),
      parent: parent.flatMap { groupIDs[$0] })
    guard let replacement = notes.replacements[group.key],
      replacement.digest == KeePassDigest.short(VaultRecordCoding.encode(natural)),
      var record = VaultRecordCoding.collection(replacement.record)
    else { return natural }
    record.collection.id = id
    return record
  }
}

/// What is noted about one entry.
struct EntryNotes {
  var identifier: Identifier?
  var times: KeePassNotes.Times?
  var replacement: KeePassNotes.Replacement?
}

extension KeePassNotes {
  func about(_ key: [UInt8]) -> EntryNotes {
    EntryNotes(identifier: identifiers[key], times: times[key], replacement: replacements[key])
  }
}

/// Makes items of the contents of entries.
struct EntryTranslator {
  /// The blobs by the SHA-256 of their bytes.
  var blobIDs: [[UInt8]: [Identifier]]
  /// The attached files that were seen.
  private(set) var blobs: [Identifier: [UInt8]] = [:]

  init(blobIDs: [[UInt8]: [Identifier]]) { self.blobIDs = blobIDs }

  /// The item that an entry is.
  ///
  /// - Parameter collection: the one that its group is.
  mutating func item(
    _ content: KeePassEntryContent, _ notes: EntryNotes, in collection: Identifier?
  ) -> VaultItem {
    let natural = natural(content, notes, in: collection)
    guard let replacement = notes.replacement, replacement.digest == Self.digest(natural),
      let record = VaultRecordCoding.item(replacement.record)
    else { return natural }
    for attachment in record.attachments where blobs[attachment.blob] == nil {
      guard let same = natural.attachments.first(where: { $0.sha256 == attachment.sha256 }) else { continue }
      blobs[attachment.blob] = blobs[same.blob]
    }
    return record
  }

  /// The item that an entry is without notes about it as a whole.
  mutating func natural(
    _ content: KeePassEntryContent, _ notes: EntryNotes, in collection: Identifier?
  ) -> VaultItem {
    var item = KeePassEntryContent.item(from: content)
    if let id = notes.identifier { item.id = id }
    if let times = notes.times, times.written == [content.created, content.modified] {
      item.createdAt = times.wanted[0].map { Timestamp($0) }
      item.modifiedAt = times.wanted[1].map { Timestamp($0) }
    }
    var result = VaultItem(item: item, collections: collection.map { [$0] } ?? [])
    if !content.attachments.isEmpty { result.attachments = attachments(of: item, content) }
    return result
  }

  /// What tells an item from all others.
  static func digest(_ item: VaultItem) -> [UInt8] { KeePassDigest.short(VaultRecordCoding.encode(item)) }

  private mutating func attachments(of item: Item, _ content: KeePassEntryContent) -> [VaultAttachment] {
    var files: [(name: Text, bytes: [UInt8], sha256: [UInt8])] = content.attachments.compactMap {
      guard case .bytes(let bytes) = $0.source else { return nil }
      return ($0.name, bytes, KeePassDigest.full(bytes))
    }
    return item.credentials.compactMap { credential in
      guard case .file(let file) = credential else { return nil }
      let candidates = files.indices.filter { files[$0].sha256 == file.integrityHash.bytes }
      guard let index = candidates.first(where: { files[$0].name == file.name }) ?? candidates.first else {
        return nil
      }
      let found = files.remove(at: index)
      let blob = blobIDs[found.sha256]?.first ?? Identifier(Array(found.sha256.prefix(16)))
      blobs[blob] = found.bytes
      return VaultAttachment(
        file: file.id, blob: blob, count: UInt64(found.bytes.count), sha256: found.sha256)
    }
  }
}

enum KeePassRandomness {
  /// Random bytes for keys and names.
  static func bytes(_ count: Int) throws(VaultError) -> [UInt8] {
    do throws(CryptoError) {
      return try SecretBytes.random(count: count).withUnsafeBytes { Array($0) }
    } catch {
      throw .storage("there is no randomness")
    }
  }
}
