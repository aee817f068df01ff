internal import CXFFormats
internal import CredentialExchangeFormat

/// Merges the extensions of items.
struct ExtensionMerge {
  private(set) var item: Item
  private(set) var changes: [MergeChange] = []
  private let incoming: Item
  private let isProven: Bool
  private let side: PartSide

  init(_ existing: Item, _ incoming: Item, isProven: Bool, side: PartSide) {
    item = existing
    self.incoming = incoming
    self.isProven = isProven
    self.side = side
  }

  mutating func merge() {
    guard side != .keep else { return }
    let before = item.extensions
    mergeState()
    mergeReprompt()
    unite(.history, ["passwords", "values", "unproven"]) { element in
      // Times are part of it: what differs in them only is two entries, and nothing is lost.
      let names: [Text] = ["", "password", "usedAt", "place", "value", "at"]
      let texts = names.compactMap { name in
        element.texts[name].map { "\(name.string.utf8.count)\($0.string.utf8.count):\($0.string)" }
      }
      return texts.isEmpty ? nil : Text(texts.joined(separator: "\u{0}"))
    }
    unite(.passkeys, ["passkeys"]) { $0.texts["credentialId"] }
    // A rule decides where a password is offered, so that it needs the same proof as an address.
    if isProven { unite(.matchRules, ["addresses"]) { $0.texts["url"] } }
    mergeOthers(before)
  }

  private mutating func note(_ kind: MergeChange.Kind) {
    changes.append(MergeChange(what: ItemPart.extensions.words, kind: kind))
  }

  /// Archived or in the trash is what both say; active wins.
  private mutating func mergeState() {
    var ours = ToolkitContent(.state, of: item)
    let theirs = ToolkitContent(.state, of: incoming)
    let before = ours.members.count
    for names in [["deletedAt", "deleted"], ["archivedAt", "archived"]] as [[Text]] {
      let inOurs = names.contains { ours.has($0) }
      let inTheirs = names.contains { theirs.has($0) }
      if inOurs, !inTheirs {
        for name in names { ours.remove(name) }
      } else if side == .take, inTheirs, !inOurs {
        for name in names { if let json = theirs.json(name) { ours.set(name, json: json) } }
        note(.added)
      }
    }
    if ours.members.count < before { note(.replaced) }
    item.set(.state, ours)
  }

  /// Asking again is what one of both says.
  private mutating func mergeReprompt() {
    let yes = Array("true".utf8)
    var ours = ToolkitContent(.reprompt, of: item)
    let theirs = ToolkitContent(.reprompt, of: incoming)
    if theirs.json("required") == yes, ours.json("required") != yes {
      ours.set("required", json: yes)
      item.set(.reprompt, ours)
      note(.added)
    } else if side == .take, ours.json("required") == yes, theirs.json("required") != yes {
      ours.remove("required")
      item.set(.reprompt, ours)
      note(.replaced)
    }
  }

  /// Unites the lists of an extension of ours: elements of which no other has the same key are appended.
  private mutating func unite(
    _ kind: ToolkitExtension, _ lists: [Text], key: (ToolkitContent.Element) -> Text?
  ) {
    let theirs = ToolkitContent(kind, of: incoming)
    guard !theirs.members.isEmpty else { return }
    var ours = ToolkitContent(kind, of: item)
    var isChanged = false
    for (name, json) in theirs.members where !lists.contains(name) && !ours.has(name) {
      ours.set(name, json: json)
      isChanged = true
    }
    for list in lists {
      var keys = Set(ours.elements(list).compactMap(key))
      var texts = Set(ours.elements(list).map(\.json))
      let new = theirs.elements(list).filter { element in
        let isNewText = texts.insert(element.json).inserted
        return key(element).map { keys.insert($0).inserted } ?? isNewText
      }
      isChanged = isChanged || !new.isEmpty
      ours.append(new.map(\.json), to: list)
    }
    guard isChanged else { return }
    item.set(kind, ours)
    note(.added)
  }

  /// What is absent is added, what differs stays as it was.
  private mutating func mergeOthers(_ before: [Extension]) {
    let own = Set(
      [ToolkitExtension.state, .reprompt, .history, .passkeys, .matchRules].map { Text($0.rawValue) })
    let present = Set(before)
    let names = Set(before.map(\.name))
    var taken: Set<Text> = []
    var isAdded = false
    for content in incoming.extensions where !own.contains(content.name) && !present.contains(content) {
      if !names.contains(content.name) {
        item.extensions.append(content)
        isAdded = true
      } else if side == .take, taken.insert(content.name).inserted,
        let index = item.extensions.firstIndex(where: { $0.name == content.name })
      {
        item.extensions[index] = content
        note(.replaced)
      }
    }
    if isAdded { note(.added) }
  }
}
