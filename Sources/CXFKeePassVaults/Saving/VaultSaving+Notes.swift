internal import CXFFormats
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultSaving {
  // MARK: What an entry does not say

  /// Notes what of an item its entry does not say.
  ///
  /// - Parameter content: of the entry as it is written.
  mutating func settle(_ item: VaultItem, key: [UInt8], _ content: KeePassEntryContent, group: [UInt8]) {
    notes.replacements[key] = nil
    notes.times[key] = nil
    notes.identifiers[key] = nil
    for attachment in item.attachments {
      let known = notes.blobs[attachment.sha256, default: []]
      if !known.contains(attachment.blob) { notes.blobs[attachment.sha256] = known + [attachment.blob] }
    }
    var natural = natural(content, item, group: group)
    if natural.item.id != item.id {
      notes.identifiers[key] = item.id
      natural.item.id = item.id
    }
    if natural.item.createdAt != item.item.createdAt || natural.item.modifiedAt != item.item.modifiedAt {
      notes.times[key] = KeePassNotes.Times(
        written: [content.created, content.modified],
        wanted: [item.item.createdAt?.secondsSince1970, item.item.modifiedAt?.secondsSince1970])
      natural.item.createdAt = item.item.createdAt
      natural.item.modifiedAt = item.item.modifiedAt
    }
    guard natural != item else { return }
    notes.replacements[key] = KeePassNotes.Replacement(
      digest: EntryTranslator.digest(natural), record: VaultRecordCoding.encode(item))
  }

  /// The same, for an entry that is there as XML.
  mutating func settle(_ item: VaultItem, key: [UInt8], fragment: KeePassFragment, group: [UInt8]) throws {
    settle(item, key: key, try content(of: fragment, key: key, group: group), group: group)
  }

  /// Whether an entry says all of an item, times apart.
  func says(_ fragment: KeePassFragment, _ item: VaultItem, key: [UInt8], group: [UInt8]) throws -> Bool {
    let content = try content(of: fragment, key: key, group: group)
    var natural = natural(content, item, group: group)
    natural.item.createdAt = item.item.createdAt
    natural.item.modifiedAt = item.item.modifiedAt
    natural.item.id = item.item.id
    return natural == item
  }

  /// The item that an entry is when nothing is noted about it but which of its blobs the item has.
  private func natural(_ content: KeePassEntryContent, _ item: VaultItem, group: [UInt8]) -> VaultItem {
    // Nothing of the notes may be held here: a copy of all of them would be made for each item.
    var translator = EntryTranslator(
      blobIDs: Dictionary(
        item.attachments.map { ($0.sha256, [$0.blob]) }, uniquingKeysWith: { first, _ in first }))
    return translator.natural(content, EntryNotes(), in: collection(ofGroup: group))
  }

  func content(of fragment: KeePassFragment, key: [UInt8], group: [UInt8]) throws
    -> KeePassEntryContent
  {
    let document = try KeePassDocument(around: fragment)
    let isTrash = group == bin || self.group(group)?.isTrash ?? false
    return EntryReader(document, inner).content(
      of: 1, uuid: key, isTrashed: isTrash, skipping: notes.versions[key] ?? [])
  }

  func collection(ofGroup key: [UInt8]) -> Identifier? {
    guard key != rootKey, key != bin, !(group(key)?.isTrash ?? false) else { return nil }
    return groupIDs[key]
  }

  // MARK: What an entry was

  /// Keeps an entry as it was before the import under way.
  ///
  /// - Parameter left: the item that the import leaves, the entry that it is, and the group of that; nil where it removes it.
  mutating func keepOriginal(
    of place: KeePassPlaces.Entry, left: (item: VaultItem, fragment: KeePassFragment, group: [UInt8])?
  ) throws {
    guard let openImport else { return }
    if let id = keyIDs[place.key], id.bytes != place.key { notes.identifiers[place.key] = id }
    var original = KeePassNotes.Original(
      importID: openImport, entry: place.key, group: before.places.groups[place.group].key,
      left: left.map { EntryTranslator.digest($0.item) } ?? [],
      fragment: document.fragment(of: place.element).encoded,
      files: reader.files(of: place.element))
    original.ordinal = ordinals[place.element] ?? 0
    if let left { original.leaving = try leaving(left.fragment, in: left.group) }
    notes.originals.append(original)
  }

  private func leaving(_ fragment: KeePassFragment, in group: [UInt8]) throws -> KeePassNotes.Leaving {
    let whole = try KeePassDocument(around: fragment)
    var edits = KeePassEdits()
    for history in whole.xml.children(of: 1, named: "History") { edits.remove(history) }
    let document = try whole.applying(edits)
    return KeePassNotes.Leaving(
      group: group, form: EntryReader(whole, inner).form(of: 1).digest,
      fragment: document.fragment(of: 1).encoded, files: EntryReader(document, inner).files(of: 1))
  }

  /// The entry that was kept, with the numbers that its files have now; nil where that is not possible any more.
  mutating func restored(_ original: KeePassNotes.Original) -> KeePassFragment? {
    guard let fragment = KeePassFragment(encoded: original.fragment),
      let document = try? KeePassDocument(around: fragment)
    else { return nil }
    guard !original.files.isEmpty else { return fragment }
    var numbers = KeePassEdits()
    let xml = document.xml
    let binaries = xml.elements.indices.filter { xml.elements[$0].name == "Binary" }
    guard binaries.count == original.files.count else { return nil }
    for (element, file) in zip(binaries, original.files) {
      guard file != EntryReader.noFile, let value = xml.child(of: element, named: "Value") else { continue }
      guard let number = number(ofKept: file) else { return nil }
      numbers.setAttribute("Ref", of: value, to: Array("\(number)".utf8))
    }
    return (try? document.applying(numbers))?.fragment(of: 1)
  }

  /// The number of a file that must come back; nil where it is nowhere any more.
  mutating func number(ofKept sha256: [UInt8]) -> Int? {
    if let number = number(ofFile: sha256) { return number }
    guard let id = before.notes.blobs[sha256]?.first, let bytes = before.state.blob(id) else { return nil }
    return number(of: bytes)
  }
}
