internal import CXFFormats
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultSaving {
  /// Brings all entries to what their items are.
  mutating func saveItems() throws {
    let gone = before.state.items.keys.filter { after.items[$0] == nil }
    if !gone.isEmpty {
      referenced = EntryReferences(document, before.places).targets(
        without: Set(gone.compactMap { keys[$0] }))
    }
    for id in gone.sorted(by: Self.precedes) { try remove(id) }
    let different = after.items.filter { before.state.items[$0.key] != $0.value }
    for id in different.keys.sorted(by: Self.precedes) {
      guard let item = different[id] else { continue }
      if let was = before.state.items[id], let key = keys[id], let place = entry(key) {
        try change(place, from: was, to: item)
      } else {
        try create(item)
      }
    }
  }

  private static func precedes(_ first: Identifier, _ second: Identifier) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }

  // MARK: Gone

  private mutating func remove(_ id: Identifier) throws {
    guard let key = keys[id], let place = entry(key) else { return }
    if isEditedElsewhere(place) {
      // Undoing takes back what the import did, not what somebody did to it in another program since.
      try throwAway(place)
      return
    }
    if referenced.contains(key), try throwAway(place) { return }
    try keepOriginal(of: place, left: nil)
    edits.remove(place.element)
    deleted.append(key)
    keys[id] = nil
    population[before.places.groups[place.group].key, default: 0] -= 1
  }

  /// Whether an entry that an import made, which is undone now, was changed after it.
  private func isEditedElsewhere(_ place: KeePassPlaces.Entry) -> Bool {
    guard let made = keyIDs[place.key].flatMap({ madeAt[$0] }) else { return false }
    let content = reader.content(of: place.element, uuid: place.key, isTrashed: false)
    return (content.modified ?? 0) > max(made, 1)
  }

  /// Puts an entry into the recycle bin as it is, where there is one. It is an item still.
  ///
  /// - Returns: whether there is.
  @discardableResult
  private mutating func throwAway(_ place: KeePassPlaces.Entry) throws -> Bool {
    guard let bin = try recycleBin() else { return false }
    hasLeftovers = true
    guard !before.places.groups[place.group].isTrash else { return true }
    edits.remove(place.element)
    incoming[bin, default: KeePassFragment()].append(document.fragment(of: place.element))
    population[before.places.groups[place.group].key, default: 0] -= 1
    population[bin, default: 0] += 1
    return true
  }

  // MARK: New

  private mutating func create(_ item: VaultItem) throws {
    if let original = removedOriginals[item.id], let fragment = restored(original) {
      let key = original.entry
      let home = group(original.group) == nil ? try target(of: item) : original.group
      try place(fragment, into: home)
      keys[item.id] = key
      created.insert(key)
      try settle(item, key: key, fragment: fragment, group: home)
      return
    }
    let key = newKey(for: item.id)
    let target = try target(of: item)
    var content = content(of: item, key: key)
    content.created = content.created ?? now
    content.modified = content.modified ?? now
    EntryFragments.dateHistory(of: &content, now: now)
    var numbers: [Int] = []
    for attachment in content.attachments {
      guard case .bytes(let bytes) = attachment.source else { continue }
      numbers.append(number(of: bytes))
    }
    try place(EntryFragments.entry(content, numbers: numbers, now: now), into: target)
    keys[item.id] = key
    created.insert(key)
    content.uuid = key
    settle(item, key: key, content, group: target)
  }

  private mutating func place(_ fragment: KeePassFragment, into group: [UInt8]) throws {
    incoming[group, default: KeePassFragment()].append(fragment)
    population[group, default: 0] += 1
  }

  /// The key of the group that an item belongs into.
  private mutating func target(of item: VaultItem) throws -> [UInt8] {
    if item.item.isTrashed, let bin = try recycleBin() { return bin }
    for id in item.collections {
      if let key = groupKeys[id] { return key }
    }
    return rootKey
  }

  // MARK: Changed

  private mutating func change(_ place: KeePassPlaces.Entry, from was: VaultItem, to item: VaultItem) throws {
    let key = place.key
    if let original = changedOriginals[key], original.left == EntryTranslator.digest(was),
      !hasForeignVersions(place, since: original), let fragment = restored(original)
    {
      // It is as the import left it, so that it can be as it was before to the last byte.
      edits.remove(place.element)
      population[before.places.groups[place.group].key, default: 0] -= 1
      let home = group(original.group) == nil ? before.places.groups[place.group].key : original.group
      try self.place(fragment, into: home)
      try settle(item, key: key, fragment: fragment, group: home)
      return
    }
    try keepOriginal(of: place, left: item)
    let home = before.places.groups[place.group]
    let wasTrash = home.isTrash
    var target = home.key
    if item.item.isTrashed != wasTrash || was.collections.first != item.collections.first {
      if !(item.item.isTrashed && wasTrash) { target = try self.target(of: item) }
    }
    let actual = reader.content(of: place.element, uuid: key, isTrashed: wasTrash)
    let update = try update(place, actual, from: was, to: item, isMoved: target != home.key)
    var chosen: KeePassFragment?
    for candidate in variants(of: update, actual) {
      let fragment = try candidate.applied(to: place.element, of: document)
      if chosen == nil { chosen = fragment }
      if try says(fragment, item, key: key, group: target) {
        chosen = fragment
        break
      }
    }
    guard let fragment = chosen else { return }
    if target == home.key {
      edits.replace(place.element, with: fragment)
    } else {
      edits.remove(place.element)
      population[home.key, default: 0] -= 1
      try self.place(fragment, into: target)
    }
    try settle(item, key: key, fragment: fragment, group: target)
    try noteVersions(left: fragment, of: key)
  }

  /// Whether the history of an entry has a version that the import did not leave, which no undoing may take out.
  private func hasForeignVersions(_ place: KeePassPlaces.Entry, since original: KeePassNotes.Original) -> Bool
  {
    let present = reader.digests(ofVersionsOf: place.element)
    guard let left = original.leftVersions else { return !present.isEmpty }
    return !Set(present).isSubset(of: left)
  }

  private mutating func update(
    _ place: KeePassPlaces.Entry, _ actual: KeePassEntryContent, from was: VaultItem, to item: VaultItem,
    isMoved: Bool
  ) throws -> EntryUpdate {
    var update = EntryUpdate(
      old: content(of: was, key: place.key), new: content(of: item, key: place.key), now: now,
      isMoved: isMoved,
      // What somebody did since the import must not go by undoing it, whatever the history may hold.
      limits: changedOriginals[place.key] == nil ? limits : .none)
    update.modified = EntryUpdate.modified(place.element, document)
    // What the entry does not have cannot differ in it.
    let data = Set(actual.customData.map(\.key))
    update.old.customData.removeAll { !data.contains($0.key) }
    for attachment in update.old.attachments {
      guard case .bytes(let bytes) = attachment.source else { continue }
      update.oldFiles.append(.init(name: attachment.name, sha256: KeePassDigest.full(bytes)))
    }
    for attachment in update.new.attachments {
      guard case .bytes(let bytes) = attachment.source else { continue }
      update.newFiles.append(
        (.init(name: attachment.name, sha256: KeePassDigest.full(bytes)), number(of: bytes)))
    }
    let version = reader.digest(ofVersion: place.element)
    notes.versions[place.key, default: []].insert(version)
    return update
  }

  /// Ways to write a change, the least disturbing first.
  private func variants(of update: EntryUpdate, _ actual: KeePassEntryContent) -> [EntryUpdate] {
    let isOurs = actual.customData.contains { $0.key == Self.keptKey }
    guard !isOurs, update.new.customData.contains(where: { $0.key == Self.keptKey }) else { return [update] }
    var bare = update
    bare.new.customData.removeAll { $0.key == Self.keptKey }
    return [bare, update]
  }

  private static let keptKey: Text = "cxf-toolkit.alt/item"

  // MARK: Contents

  /// What an item is as an entry, with the bytes of its files.
  private func content(of item: VaultItem, key: [UInt8]) -> KeePassEntryContent {
    var options = KeePassEntryContent.Options()
    options.files = Set(item.attachments.map(\.file))
    options.addsPasskeyFlags = before.state.items[item.id] == nil
    var content = KeePassEntryContent.content(of: item.item, options: options)
    content.uuid = key
    content.attachments = content.attachments.compactMap { attachment in
      guard case .file(let id) = attachment.source else { return attachment }
      guard let blob = item.attachments.first(where: { $0.file == id })?.blob,
        let bytes = after.blob(blob) ?? before.state.blob(blob)
      else { return nil }
      return KeePassEntryContent.Attachment(name: attachment.name, source: .bytes(bytes))
    }
    return content
  }
}
