internal import CXFFormats
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

/// What an import changed in an entry, the other way round: from what it left to what was there before.
struct EntryReversal {
  private let left: KeePassEntryContent
  private let wanted: KeePassEntryContent
  private let leftFiles: [EntryUpdate.File]
  private let wantedFiles: [EntryUpdate.File]

  /// Reads what was kept of an entry; nil where that is damaged.
  init?(_ original: KeePassNotes.Original, _ leaving: KeePassNotes.Leaving) {
    guard let wanted = Self.read(original.fragment, original.files),
      let left = Self.read(leaving.fragment, leaving.files)
    else { return nil }
    (self.wanted, wantedFiles) = wanted
    (self.left, leftFiles) = left
  }

  private static func read(
    _ encoded: [UInt8], _ hashes: [[UInt8]]
  ) -> (KeePassEntryContent, [EntryUpdate.File])? {
    guard let fragment = KeePassFragment(encoded: encoded),
      let document = try? KeePassDocument(around: fragment)
    else { return nil }
    let xml = document.xml
    let binaries = xml.elements.indices.filter { xml.elements[$0].name == "Binary" }
    guard binaries.count == hashes.count else { return nil }
    let files = zip(binaries, hashes).filter { xml.elements[$0.0].parent == 1 }.map {
      EntryUpdate.File(name: document.text(of: $0.0, child: "Key") ?? "", sha256: $0.1)
    }
    let reader = EntryReader(document, KDBXInnerHeader())
    return (reader.content(of: 1, uuid: [], isTrashed: false), files)
  }

  /// Sets what becomes of an entry: where it is as the import left it, it is as before; where somebody changed it, that stays.
  ///
  /// - Parameters:
  ///   - update: whose `old` is the entry as it is.
  ///   - number: of a file in the pool.
  /// - Returns: Whether all files are there that have to come back.
  func fill(_ update: inout EntryUpdate, number: ([UInt8]) -> Int?) -> Bool {
    var new = update.old
    reverseFields(&new)
    reverseTags(&new)
    reverseData(&new)
    if left.expires != wanted.expires, new.expires == left.expires { new.expires = wanted.expires }
    if left.created != wanted.created, new.created == left.created { new.created = wanted.created }
    update.new = new
    for case (let name, .bytes(let bytes)) in update.old.attachments.map({ ($0.name, $0.source) }) {
      update.oldFiles.append(.init(name: name, sha256: KeePassDigest.full(bytes)))
    }
    // Those that stay need no number.
    update.newFiles = update.oldFiles.filter { !leftFiles.contains($0) || wantedFiles.contains($0) }
      .map { ($0, 0) }
    var isWhole = true
    for file in wantedFiles where !leftFiles.contains(file) && !update.oldFiles.contains(file) {
      if let number = number(file.sha256) {
        update.newFiles.append((file, number))
      } else {
        isWhole = false
      }
    }
    return isWhole
  }

  private func reverseFields(_ new: inout KeePassEntryContent) {
    func value(_ key: Text, _ content: KeePassEntryContent) -> Text { content[key] ?? "" }
    let fields = wanted.fields + left.fields + new.fields
    let edited = Set(fields.map(\.key).filter { value($0, new) != value($0, left) }.map(Self.unit))
    var seen: Set<Text> = []
    for key in fields.map(\.key) where seen.insert(key).inserted {
      guard value(key, wanted) != value(key, left), !edited.contains(Self.unit(key)) else { continue }
      let field = wanted.fields.first { $0.key == key }
      if let index = new.fields.firstIndex(where: { $0.key == key }) {
        if let field { new.fields[index] = field } else { new.fields.remove(at: index) }
      } else if let field {
        new.fields.append(field)
      }
    }
  }

  /// What a field is a part of: half a passkey or half a code of two of them would be neither.
  private static func unit(_ key: Text) -> String {
    let prefixes = ["KPEX_PASSKEY", "KPXC_PASSKEY", "TimeOtp", "HmacOtp", "TOTP "]
    guard let prefix = prefixes.first(where: { key.string.utf8.starts(with: $0.utf8) }) else {
      return key.string
    }
    return prefix.utf8.starts(with: "KP".utf8) ? "passkey" : prefix
  }

  private func reverseTags(_ new: inout KeePassEntryContent) {
    let (before, left) = (EntryForm.tags(wanted.tags), EntryForm.tags(left.tags))
    let present = EntryForm.tags(new.tags)
    guard Set(before) != Set(left) else { return }
    if Set(present) == Set(left) {
      new.tags = wanted.tags
      return
    }
    let kept = present.filter { !left.contains($0) || before.contains($0) }
    let back = before.filter { !left.contains($0) && !kept.contains($0) }
    guard kept.count < present.count || !back.isEmpty else { return }
    new.tags = Text((kept + back).map(\.string).joined(separator: ";"))
  }

  private func reverseData(_ new: inout KeePassEntryContent) {
    func value(_ key: Text, _ content: KeePassEntryContent) -> KeePassEntryContent.Datum? {
      content.customData.first { $0.key == key }
    }
    var seen: Set<Text> = []
    for key in (wanted.customData + left.customData).map(\.key) where seen.insert(key).inserted {
      let was = value(key, wanted)
      guard was != value(key, left), value(key, new) == value(key, left) else { continue }
      new.customData.removeAll { $0.key == key }
      if let was { new.customData.append(was) }
    }
  }
}

extension EntryUpdate {
  /// Whether anything of the entry itself is another thing than before.
  var changesSomething: Bool {
    old.fields != new.fields || old.tags != new.tags || old.customData != new.customData
      || old.expires != new.expires || old.created != new.created
      || Set(oldFiles) != Set(newFiles.map(\.file))
  }
}

extension HistoryLimits {
  /// Whether there is no history.
  var keepNothing: Bool { count == 0 || byteCount == 0 }

  /// Whether an entry can be put into its own history and nothing has to go for that.
  func haveRoom(for entry: Int, in document: KeePassDocument) -> Bool {
    let xml = document.xml
    let versions = xml.children(of: entry, named: "History").flatMap { xml.children(of: $0) }
    if let count, versions.count + 1 > count { return false }
    guard let byteCount else { return true }
    // Its history is in the entry, so that this is what both have.
    return document.fragment(of: entry).byteCount <= byteCount
  }
}
