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

  private func content(of fragment: KeePassFragment, key: [UInt8], group: [UInt8]) throws
    -> KeePassEntryContent
  {
    let document = try KeePassDocument(around: fragment)
    let isTrash = group == bin || self.group(group)?.isTrash ?? false
    return EntryReader(document, inner).content(
      of: 1, uuid: key, isTrashed: isTrash, skipping: notes.versions[key] ?? [])
  }

  private func collection(ofGroup key: [UInt8]) -> Identifier? {
    guard key != rootKey, key != bin, !(group(key)?.isTrash ?? false) else { return nil }
    return groupIDs[key]
  }

  // MARK: What an entry was

  /// Keeps an entry as it was before the import under way.
  ///
  /// - Parameter left: the item that the import leaves; nil where it removes it.
  mutating func keepOriginal(of place: KeePassPlaces.Entry, left: VaultItem?) throws {
    guard let openImport else { return }
    let xml = document.xml
    let fragment = document.fragment(of: place.element)
    var files: [[UInt8]] = []
    for element in place.element..<xml.elements[place.element].end
    where xml.elements[element].name == "Binary" {
      files.append(reader.attachedBytes(element).map { KeePassDigest.full($0) } ?? Self.noFile)
    }
    if let id = keyIDs[place.key], id.bytes != place.key { notes.identifiers[place.key] = id }
    notes.originals.append(
      KeePassNotes.Original(
        importID: openImport, entry: place.key, group: before.places.groups[place.group].key,
        left: left.map { EntryTranslator.digest($0) } ?? [], fragment: fragment.encoded, files: files))
  }

  /// Notes which versions an import leaves in the history of an entry that it changed.
  mutating func noteVersions(left fragment: KeePassFragment, of key: [UInt8]) throws {
    guard openImport != nil,
      let index = notes.originals.lastIndex(where: { $0.entry == key && $0.importID == openImport })
    else { return }
    let reader = EntryReader(try KeePassDocument(around: fragment), KDBXInnerHeader())
    notes.originals[index].leftVersions = reader.digests(ofVersionsOf: 1)
  }

  private static var noFile: [UInt8] { [UInt8](repeating: 0, count: 32) }

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
      guard file != Self.noFile, let value = xml.child(of: element, named: "Value") else { continue }
      var number = number(ofFile: file)
      if number == nil, let id = before.notes.blobs[file]?.first, let bytes = before.state.blob(id) {
        number = self.number(of: bytes)
      }
      guard let number else { return nil }
      numbers.setAttribute("Ref", of: value, to: Array("\(number)".utf8))
    }
    return (try? document.applying(numbers))?.fragment(of: 1)
  }
}
