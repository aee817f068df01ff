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
    let different = after.items.filter { before.state.items[$0.key] != $0.value }
    for id in gone.sorted(by: Self.precedes) { try remove(id) }
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
    // Undoing takes back what the import did, not what somebody did to it in another program since.
    if isEdited(place) || referenced.contains(key) { return try leave(place, id) }
    try keepOriginal(of: place, left: nil)
    edits.remove(place.element)
    removed.insert(place.element)
    deleted.append(key)
    keys[id] = nil
    population[before.places.groups[place.group].key, default: 0] -= 1
  }

  // MARK: New

  private mutating func create(_ item: VaultItem) throws {
    if try bringBack(item) { return }
    let key = newKey(for: item.id)
    let target = try target(of: item)
    var content = content(of: item, key: key)
    content.created = content.created ?? now
    content.modified = content.modified ?? now
    content.dateVersions()
    var numbers: [Int] = []
    for attachment in content.attachments {
      guard case .bytes(let bytes) = attachment.source else { continue }
      numbers.append(number(of: bytes))
    }
    try place(EntryFragments.entry(content, numbers: numbers, now: now), into: target)
    keys[item.id] = key
    created.insert(key)
    content.uuid = key
    if let openImport {
      notes.made.append(
        .init(importID: openImport, entry: key, group: target, form: EntryForm(content).digest))
    }
    settle(item, key: key, content, group: target)
  }

  mutating func place(_ fragment: KeePassFragment, into group: [UInt8]) throws {
    incoming[group, default: KeePassFragment()].append(fragment)
    population[group, default: 0] += 1
  }

  /// The key of the group that an item belongs into.
  mutating func target(of item: VaultItem) throws -> [UInt8] {
    if item.item.isTrashed, let bin = try recycleBin() { return bin }
    for id in item.collections {
      if let key = groupKeys[id] { return key }
    }
    return rootKey
  }

  // MARK: Changed

  private mutating func change(_ place: KeePassPlaces.Entry, from was: VaultItem, to item: VaultItem) throws {
    let key = place.key
    if try takeBack(place, from: was, to: item) { return }
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
    try keepOriginal(of: place, left: (item, fragment, target))
    try put(fragment, inPlaceOf: place, into: target)
    try settle(item, key: key, fragment: fragment, group: target)
  }

  /// Puts what becomes of an entry where it stands, or into another group.
  mutating func put(
    _ fragment: KeePassFragment, inPlaceOf place: KeePassPlaces.Entry, into target: [UInt8]
  ) throws {
    let home = before.places.groups[place.group].key
    guard target != home else {
      edits.replace(place.element, with: fragment)
      return
    }
    edits.remove(place.element)
    removed.insert(place.element)
    population[home, default: 0] -= 1
    try self.place(fragment, into: target)
  }

  private mutating func update(
    _ place: KeePassPlaces.Entry, _ actual: KeePassEntryContent, from was: VaultItem, to item: VaultItem,
    isMoved: Bool
  ) throws -> EntryUpdate {
    var update = EntryUpdate(
      old: content(of: was, key: place.key), new: content(of: item, key: place.key),
      moment: moment(after: place.element), isMoved: isMoved, limits: limits)
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
    update.takenMoments = reader.changes(of: place.element)
    // What the entry is goes into its history whole: no version of its password alone is needed beside that.
    let passwords = reader.passwords(of: place.element)
    var isShown = false
    for version in update.new.history where !update.old.history.contains(version) {
      let password = version.fields.first { $0.key == "Password" }?.value ?? ""
      isShown = isShown || password == actual["Password"]
      if !passwords.contains(password) { update.addedVersions.append(version) }
    }
    if !isShown {
      notes.versions[place.key, default: []].insert(reader.digest(ofVersion: place.element))
    }
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
