internal import CredentialExchangeFormat

/// The groups of a database while it is written: one for each collection, each within the one around it.
struct KeePassGroups {
  /// A group.
  struct Group {
    var uuid: [UInt8]
    var name: Text
    var notes: Text
    var collection: ItemCollection
    var parent: Int?
    var children: [Int] = []
    /// Its entries, in the order in which they came.
    var entries: [Entry] = []
    /// Links of the collection that are not to entries in the group.
    var needsLinks = false
    /// Whether another group beside it has the same name.
    var isNamesake = false
  }

  struct Entry {
    var item: Identifier
    var markup: KeePassMarkup
  }

  private(set) var all: [Group] = []
  private(set) var roots: [Int] = []
  /// The groups whose collections name an item, in the order of the document.
  private var memberships: [Identifier: [Int]] = [:]
  private var uuids: Set<[UInt8]> = []

  /// Returns a UUID that nothing of the file has.
  mutating func unique(_ uuid: [UInt8]) -> [UInt8] {
    var unique = uuid
    var number = 2
    while !uuids.insert(unique).inserted {
      unique = KeePassUUID.of(Identifier(uuid), part: "/\(number)")
      number += 1
    }
    return unique
  }

  /// Begins an account: what links say counts within it.
  mutating func beginAccount() { memberships = [:] }

  /// Adds the collections of an account, and marks what has a place in groups as taken.
  mutating func add(
    _ collections: [ItemCollection], _ views: [SourceView], of account: Identifier, in parent: Int? = nil
  ) {
    var names: Set<String> = []
    for (collection, view) in zip(collections, views) {
      let index = all.count
      let name = KeePassXMLText.safe(collection.title)
      var group = Group(
        uuid: unique(KeePassUUID.of(collection.id)), name: name.isEmpty ? "Unnamed" : name,
        notes: KeePassXMLText.safe(collection.subtitle ?? ""), collection: collection, parent: parent)
      // Readers put groups of one name together, as far as they know.
      group.isNamesake = !names.insert(group.name.string).inserted
      all.append(group)
      if let parent { all[parent].children.append(index) } else { roots.append(index) }
      mark(view, group)
      for link in collection.items where link.account == nil || link.account == account {
        if memberships[link.item]?.last != index { memberships[link.item, default: []].append(index) }
      }
      add(collection.subcollections, view.elements("subCollections"), of: account, in: index)
    }
  }

  private func mark(_ view: SourceView, _ group: Group) {
    func take(_ member: Text, _ text: Text, _ place: Place) {
      guard let view = view[member] else { return }
      if view.peek == text {
        _ = view.take(to: place)
      } else {
        view.convert(to: "Group", as: view.text, .keptInCustomData, KeePassKept.message(view))
      }
    }
    take("title", group.name, "Group.Name")
    take("subtitle", group.notes, "Group.Notes")
    for child in view.children where child.name != "subCollections" {
      for value in child.untaken {
        value.convert(
          to: "Group", as: value.text, .keptInCustomData,
          "KeePass has no place for \(value.label); it is kept in the custom data of the group")
      }
    }
  }

  /// The group for an item: the first of those that name it; nil for none.
  func group(of item: Identifier) -> Int? { memberships[item]?.first }

  /// How many groups name an item.
  func count(of item: Identifier) -> Int { memberships[item]?.count ?? 0 }

  mutating func add(_ entry: Entry, to group: Int) { all[group].entries.append(entry) }

  // MARK: What is kept

  /// What a group says beside its name, its notes and its entries; nil where that is all.
  ///
  /// - Parameter keepsIDs: whether identifiers mean something.
  func kept(_ index: Int, keepsIDs: Bool, renamed: [Identifier: Identifier]) -> KeePassEntryContent.Datum? {
    let group = all[index]
    var collection = group.collection
    collection.subcollections = []
    for place in collection.items.indices {
      if let id = renamed[collection.items[place].item] { collection.items[place].item = id }
    }
    let natural = ItemCollection(
      id: Identifier(group.uuid), title: group.name, subtitle: group.notes.isEmpty ? nil : group.notes,
      items: group.entries.map { LinkedItem(item: $0.item) })
    if !keepsIDs { collection.id = natural.id }
    guard collection != natural || group.isNamesake else { return nil }
    let places = group.collection.items.indices.filter { place in
      group.entries.contains { $0.item == collection.items[place].item }
    }
    return KeePassKeptGroup(
      collection: collection, placed: places, name: group.name, notes: group.notes
    ).datum
  }
}
