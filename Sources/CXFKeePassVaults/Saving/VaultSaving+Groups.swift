internal import CXFCrypto
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultSaving {
  /// Gives each collection its group: the one that it has, with another name perhaps, or a new one.
  mutating func planGroups() {
    for (id, key) in keys where after.collections[id] != nil { groupKeys[id] = key }
    let new = after.allCollections().filter { groupKeys[$0.id] == nil }
    for collection in new {
      let key = newKey(for: collection.id)
      groupKeys[collection.id] = key
      keys[collection.id] = key
      if key != collection.id.bytes { notes.identifiers[key] = collection.id }
    }
    for collection in new {
      guard let key = groupKeys[collection.id] else { continue }
      let parent = parentKey(of: collection)
      newGroups[parent, default: []].append(
        NewGroup(key: key, name: EntryFragments.safe(collection.collection.title), icon: Self.folderIcon))
      population[parent, default: 0] += 1
      created.insert(key)
    }
    let ids = Dictionary(groupKeys.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    for collection in after.collections.values { note(collection, ids) }
    for (id, collection) in after.collections {
      guard let was = before.state.collections[id], was.collection.title != collection.collection.title,
        let group = groupKeys[id].flatMap({ group($0) }),
        let name = document.xml.child(of: group.element, named: "Name")
      else { continue }
      edits.setText(of: name, to: EntryFragments.safe(collection.collection.title))
    }
  }

  private static let folderIcon = 48
  private static let binIcon = 43

  /// The key of the group that a new collection comes into: that of its parent, unless there is none, or both are in each other.
  private func parentKey(of collection: VaultCollection) -> [UInt8] {
    var seen: Set<Identifier> = [collection.id]
    var next = collection.parent
    while let id = next {
      guard seen.insert(id).inserted else { return rootKey }
      next = after.collections[id]?.parent
    }
    return collection.parent.flatMap { groupKeys[$0] } ?? rootKey
  }

  /// What tells a new record from all others: its identifier where that can be a UUID, or a digest of it.
  func newKey(for id: Identifier) -> [UInt8] {
    var key = id.bytes
    if key.count != KeePassPlaces.keyByteCount || key.allSatisfy({ $0 == 0 }) {
      key = KeePassDigest.short(key)
    }
    while entry(key) != nil || group(key) != nil || created.contains(key) { key = KeePassDigest.short(key) }
    return key
  }

  /// Notes what of a collection its group cannot say.
  private mutating func note(_ collection: VaultCollection, _ ids: [[UInt8]: Identifier]) {
    guard let key = groupKeys[collection.id], before.state.collections[collection.id] != collection else {
      return
    }
    // What stands in the group in the end, and in which one: groups are not moved.
    let place = group(key)
    let around =
      place.map { $0.parent.map { before.places.groups[$0].key } ?? rootKey } ?? parentKey(of: collection)
    let natural = VaultCollection(
      collection: ItemCollection(
        id: collection.id, title: EntryFragments.safe(collection.collection.title)),
      parent: around == rootKey ? nil : ids[around])
    notes.replacements[key] =
      natural == collection
      ? nil
      : KeePassNotes.Replacement(
        digest: KeePassDigest.short(VaultRecordCoding.encode(natural)),
        record: VaultRecordCoding.encode(collection))
  }

  /// Takes the groups of collections out that are gone, inner ones first. One that still holds something stays, and is not a
  /// collection any more.
  mutating func removeGroups() throws {
    let gone = before.state.collections.keys.filter { after.collections[$0] == nil }.compactMap { keys[$0] }
    let places = gone.compactMap { group($0) }.sorted { $0.element > $1.element }
    for place in places {
      if population[place.key, default: 0] > 0 {
        notes.hiddenGroups.insert(place.key)
      } else {
        edits.remove(place.element)
        deleted.append(place.key)
        if let parent = place.parent { population[before.places.groups[parent].key, default: 0] -= 1 }
      }
    }
    for id in before.state.collections.keys where after.collections[id] == nil { keys[id] = nil }
  }

  /// The group of things that were thrown away, which is made where there is none; nil where the database has none and wants none.
  mutating func recycleBin() throws -> [UInt8]? {
    if let bin { return bin }
    guard let meta = document.meta,
      document.text(of: meta, child: "RecycleBinEnabled").map({ KeePassElements.isTrue($0) }) ?? true
    else { return nil }
    let key = newKey(for: Identifier(KeePassDigest.short(Array("bin".utf8) + rootKey)))
    newGroups[rootKey, default: []].append(NewGroup(key: key, name: "Recycle Bin", icon: Self.binIcon))
    created.insert(key)
    bin = key
    let fields: [(Text, Text)] = [
      ("RecycleBinUUID", Text(Base64.encode(key))),
      ("RecycleBinChanged", KeePassTime.binary(Int64(clamping: now))),
    ]
    for (name, text) in fields {
      if let element = document.xml.child(of: meta, named: name) {
        metaEdits.setText(of: element, to: text)
      } else {
        metaEdits.append(try .element(name, text: text), to: meta)
      }
    }
    return key
  }

  // MARK: Fragments

  /// Puts new entries and groups where they belong.
  mutating func placeFragments() throws {
    for place in before.places.groups {
      placeReturning(in: place)
      if let entries = incoming[place.key] {
        let xml = document.xml
        let children = xml.children(of: place.element)
        // Entries stand in front of groups.
        if let first = children.first(where: { xml.elements[$0].name == "Group" }) {
          edits.insert(entries, before: first)
        } else {
          edits.append(entries, to: place.element)
        }
      }
      for group in newGroups[place.key] ?? [] { edits.append(try fragment(of: group), to: place.element) }
    }
  }

  private func fragment(of group: NewGroup) throws -> KeePassFragment {
    var content: [KeePassFragment] = []
    if let entries = incoming[group.key] { content.append(entries) }
    for inner in newGroups[group.key] ?? [] { content.append(try fragment(of: inner)) }
    return try EntryFragments.group(
      uuid: group.key, name: group.name, icon: group.icon, now: now, content: content)
  }

  /// Says of what is gone that it is, and of what is back no more.
  mutating func writeDeletedObjects() throws {
    guard let root = document.root else { return }
    let xml = document.xml
    let list = xml.child(of: root, named: "DeletedObjects")
    if let list, !created.isEmpty {
      for object in xml.children(of: list, named: "DeletedObject") {
        guard let uuid = xml.child(of: object, named: "UUID").flatMap({ KeePassPlaces.uuid(document, $0) }),
          created.contains(uuid)
        else { continue }
        edits.remove(object)
      }
    }
    guard !deleted.isEmpty else { return }
    var fragment = KeePassFragment()
    for key in deleted.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      fragment.append(try EntryFragments.deletedObject(key, now: now))
    }
    if let list {
      edits.append(fragment, to: list)
    } else {
      edits.append(try .element("DeletedObjects", [:], [fragment]), to: root)
    }
  }
}
