internal import CXFFormats
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

/// Taking an import back. What the import changed is as it was before; what anybody else wrote since, in a field or in the
/// history, stays.
extension VaultSaving {
  // MARK: What the import changed

  /// Takes back what an import that is undone made of an entry.
  ///
  /// - Returns: Whether that was done; false where no such import is known.
  mutating func takeBack(
    _ place: KeePassPlaces.Entry, from was: VaultItem, to item: VaultItem
  ) throws -> Bool {
    if removedOriginals[item.id] != nil {
      // The import removed it, and somebody has brought it back since.
      after.correct(item.id, to: was)
      return true
    }
    guard let original = changedOriginals[place.key], let leaving = original.leaving else { return false }
    let home = before.places.groups[place.group].key
    // Somebody may have moved it since.
    var target = home
    if leaving.group == home, group(original.group) != nil { target = original.group }
    let moment = moment(after: place.element)
    if reader.form(of: place.element).digest == leaving.form, leaving.group == home,
      let fragment = restored(original)
    {
      let stamped = try EntryStamp(modified: moment, moved: target == home ? nil : moment).on(fragment)
      try put(stamped, inPlaceOf: place, into: target)
      try settle(item, key: place.key, fragment: stamped, group: target)
      return true
    }
    guard let reversal = EntryReversal(original, leaving) else { return false }
    var update = EntryUpdate(
      old: reader.content(of: place.element, uuid: place.key, isTrashed: false),
      new: KeePassEntryContent(uuid: place.key), moment: moment, isMoved: target != home, limits: limits)
    let isWhole = reversal.fill(&update) { number(ofKept: $0) }
    guard update.changesSomething || target != home else {
      after.correct(item.id, to: was)
      return true
    }
    let isAsLeft = original.left == EntryTranslator.digest(was) && isWhole
    // Making room for what is taken back must not cost a version that somebody else wrote.
    update.cutsHistory = false
    update.keepsVersion = limits.haveRoom(for: place.element, in: document)
    if update.keepsVersion {
      notes.versions[place.key, default: []].insert(reader.digest(ofVersion: place.element))
    }
    let fragment = try update.applied(to: place.element, of: document)
    try put(fragment, inPlaceOf: place, into: target)
    if isAsLeft {
      try settle(item, key: place.key, fragment: fragment, group: target)
    } else {
      try believe(fragment, item.id, key: place.key, group: target)
    }
    return true
  }

  // MARK: What the import made

  /// Leaves an entry whose item is to go and that somebody needs, having changed it or referring to it: it goes into the recycle
  /// bin, or stays where there is none.
  mutating func leave(_ place: KeePassPlaces.Entry, _ id: Identifier) throws {
    let fragment = document.fragment(of: place.element)
    let home = before.places.groups[place.group]
    guard !home.isTrash, let bin = try recycleBin(), home.key != bin else {
      return try believe(fragment, id, key: place.key, group: home.key)
    }
    let moved = try EntryStamp(modified: nil, moved: moment(after: place.element)).on(fragment)
    try put(moved, inPlaceOf: place, into: bin)
    try believe(moved, id, key: place.key, group: bin)
  }

  /// Whether somebody changed or moved an entry since the import that made it, which is undone now.
  func isEdited(_ place: KeePassPlaces.Entry) -> Bool {
    if let made = made[place.key] {
      return made.group != before.places.groups[place.group].key
        || made.form != reader.form(of: place.element).digest
    }
    guard let made = keyIDs[place.key].flatMap({ madeAt[$0] }) else { return false }
    let content = reader.content(of: place.element, uuid: place.key, isTrashed: false)
    return (content.modified ?? 0) > max(made, 1)
  }

  // MARK: What the import removed

  /// Puts an entry back that an import that is undone removed.
  ///
  /// - Returns: Whether nothing else has to be done about the item.
  mutating func bringBack(_ item: VaultItem) throws -> Bool {
    if let original = removedOriginals[item.id], let fragment = restored(original) {
      let key = original.entry
      let whole = try KeePassDocument(around: fragment)
      let latest = EntryReader(whole, inner).latestChange(of: 1)
      // Later than that it was deleted, or a copy that knows of that would delete it again.
      let stamped = try EntryStamp(modified: moment(after: max(latest, deletion(of: key))), moved: nil)
        .on(fragment)
      let isThere = group(original.group) != nil
      let home = isThere ? original.group : try target(of: item)
      if isThere {
        returning[home, default: []].append((original.ordinal, stamped))
        population[home, default: 0] += 1
      } else {
        try place(stamped, into: home)
      }
      keys[item.id] = key
      created.insert(key)
      try settle(item, key: key, fragment: stamped, group: home)
      return true
    }
    guard changedIDs.contains(item.id) else { return false }
    // The import changed it, and somebody has deleted it since.
    after.correct(item.id, to: nil)
    return true
  }

  /// When an entry was deleted, as the database says it; 0 where it does not.
  private func deletion(of key: [UInt8]) -> UInt64 {
    let xml = document.xml
    var latest: UInt64 = 0
    for list in document.root.map({ xml.children(of: $0, named: "DeletedObjects") }) ?? [] {
      for object in xml.children(of: list, named: "DeletedObject")
      where xml.child(of: object, named: "UUID").flatMap({ KeePassPlaces.uuid(document, $0) }) == key {
        latest = max(latest, reader.moment(object, "DeletionTime") ?? 0)
      }
    }
    return latest
  }

  /// Puts entries that come back to where they stood in a group.
  mutating func placeReturning(in place: KeePassPlaces.Group) {
    guard let entries = returning[place.key] else { return }
    let xml = document.xml
    let standing = xml.children(of: place.element).filter {
      xml.elements[$0].name == "Entry" && !removed.contains($0)
    }
    var fragments: [Int: KeePassFragment] = [:]
    for (count, entry) in entries.sorted(by: { $0.ordinal < $1.ordinal }).enumerated() {
      let index = entry.ordinal - count
      if standing.indices.contains(index) {
        fragments[standing[index], default: KeePassFragment()].append(entry.fragment)
      } else {
        incoming[place.key, default: KeePassFragment()].append(entry.fragment)
      }
    }
    for (element, fragment) in fragments { edits.insert(fragment, before: element) }
  }

  // MARK: Steps

  /// Takes an item to be what its entry says, whatever it was to be.
  private mutating func believe(
    _ fragment: KeePassFragment, _ id: Identifier, key: [UInt8], group: [UInt8]
  ) throws {
    let content = try content(of: fragment, key: key, group: group)
    var known: [[UInt8]: [Identifier]] = [:]
    for case .bytes(let bytes) in content.attachments.map(\.source) {
      let hash = KeePassDigest.full(bytes)
      known[hash] = notes.blobs[hash]
    }
    var translator = EntryTranslator(blobIDs: known)
    var item = translator.item(content, notes.about(key), in: collection(ofGroup: group))
    item.item.id = id
    for (blob, bytes) in translator.blobs { after.insert(blob: blob, bytes) }
    after.correct(id, to: item)
    keys[id] = key
    settle(item, key: key, content, group: group)
  }

  /// The moment that a change of an entry gets: now, and later than any change in it.
  func moment(after element: Int) -> UInt64 { moment(after: reader.latestChange(of: element)) }

  private func moment(after latest: UInt64) -> UInt64 { max(now, latest < .max ? latest + 1 : latest) }
}
