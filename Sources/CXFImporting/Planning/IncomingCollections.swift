internal import CXFFormats
internal import CXFVaults
package import CredentialExchangeFormat

/// The collections of a source joined with those of the vault: by their full paths, where names compare by canonical
/// equivalence and case counts.
struct IncomingCollections {
  /// Where a collection stands: the names from the outermost to its own.
  private typealias Path = [String]

  /// Collections that are new or changed, in an order in which parents come first.
  private(set) var changed: [VaultCollection] = []
  /// For each item of the source, by its place, the collections of the vault that hold it.
  private(set) var memberships: [Int: [Identifier]] = [:]
  /// Of each account, the record over its values with a mark on every leaf that does not simply stand in the vault.
  private(set) var records: [SourceRecord] = []

  private var byPath: [Path: Int] = [:]
  private var all: [VaultCollection]
  private var isChanged: Set<Int> = []
  private var ids: Set<Identifier>
  private let makeID: () throws -> Identifier

  /// The identifiers of the vault's collections, and those to which their links lead that lead to no item of the vault: an
  /// item that got such a one would be drawn into a collection of somebody else.
  var existingIDs: Set<Identifier> { ids.union(all.flatMap { $0.collection.items.map(\.item) }) }

  /// Begins with the collections of the vault.
  init(_ existing: [VaultCollection], makeID: @escaping () throws -> Identifier) {
    all = existing
    ids = Set(existing.map(\.id))
    self.makeID = makeID
    var paths: [Identifier: Path] = [:]
    for (index, collection) in existing.enumerated() {
      let path = (collection.parent.flatMap { paths[$0] } ?? []) + [collection.collection.title.string]
      paths[collection.id] = path
      // Of two collections of one path the first takes what is new.
      if byPath[path] == nil { byPath[path] = index }
    }
  }

  /// Where the links of one account lead.
  struct Links {
    /// Whether the identifiers of its collections are its exporter's.
    var hasOwnIDs: Bool
    /// Returns the place of the item that a link leads to, among all items of the source.
    var place: (LinkedItem) -> Int?
    /// Returns the identifier that the item of a place gets in the vault.
    var id: (Int) -> Identifier
    /// Whether an item of the vault or of the source has, or gets, an identifier.
    var isItem: (Identifier) -> Bool
    /// Returns another identifier for one that an item of the vault has, where a link leads to nothing in its own file.
    var foreign: (Identifier) -> Identifier?
  }

  /// Joins the collections of one account.
  mutating func add(_ account: Account, _ links: Links) throws {
    let record = SourceRecord(account)
    records.append(record)
    try add(account.collections, under: nil, at: [], record.root.elements("collections"), links)
  }

  private mutating func add(
    _ collections: [ItemCollection], under parent: Identifier?, at path: Path, _ views: [SourceView],
    _ links: Links
  ) throws {
    for (collection, view) in zip(collections, views) {
      let path = path + [collection.title.string]
      var bare = collection
      bare.subcollections = []
      bare.items = []
      var members: [Int] = []
      for link in collection.items {
        guard let item = links.place(link) else {
          var link = link
          // It leads out of its file: an item of the vault that happens to have the identifier is not meant.
          if let other = links.foreign(link.item) { link.item = other }
          bare.items.append(link)
          continue
        }
        members.append(item)
        if !link.unknown.isEmpty {
          // The link itself says more than that the item belongs here.
          var link = link
          link.item = links.id(item)
          link.account = nil
          bare.items.append(link)
        }
      }
      let index: Int
      if let known = byPath[path] {
        index = known
        var merged = CollectionMerger(all[index].collection)
        merged.merge(bare, view)
        if merged.result != all[index].collection {
          all[index].collection = merged.result
          isChanged.insert(index)
        }
      } else {
        if !links.hasOwnIDs || bare.id.isEmpty || bare.id.bytes.count > Identifier.maximumCount
          || links.isItem(bare.id) || !ids.insert(bare.id).inserted
        {
          bare.id = try makeID()
        }
        ids.insert(bare.id)
        index = all.count
        all.append(VaultCollection(collection: bare, parent: parent))
        isChanged.insert(index)
        byPath[path] = index
        view.carryAll(leavingOut: "subCollections")
      }
      let target = all[index].id
      for item in members where memberships[item]?.contains(target) != true {
        memberships[item, default: []].append(target)
      }
      try add(
        collection.subcollections, under: target, at: path, view.elements("subCollections"), links)
    }
  }

  /// Ends the joining.
  mutating func finish() { changed = isChanged.sorted().map { all[$0] } }
}

/// Merges a collection of a source into one of the same path.
struct CollectionMerger {
  private(set) var result: ItemCollection

  init(_ existing: ItemCollection) { result = existing }

  /// Takes over what the existing collection lacks; what differs goes to its history.
  mutating func merge(_ incoming: ItemCollection, _ view: SourceView) {
    if let created = incoming.createdAt { result.createdAt = min(result.createdAt ?? created, created) }
    if let modified = incoming.modifiedAt { result.modifiedAt = max(result.modifiedAt ?? modified, modified) }
    if result.subtitle?.isEmpty ?? true { result.subtitle = incoming.subtitle }
    for link in incoming.items where !result.items.contains(link) { result.items.append(link) }
    let names = Set(result.extensions.map(\.name))
    for content in incoming.extensions where !names.contains(content.name) {
      result.extensions.append(content)
    }
    for member in incoming.unknown.members
    where !result.unknown.members.contains(where: { $0.name == member.name }) {
      result.unknown.append(member.name, member.json)
    }
    settle(view)
  }

  /// Marks each value of the source by where it now stands, and puts what stands nowhere into the history.
  private mutating func settle(_ view: SourceView) {
    var missing: [(leaf: SourceView, place: String)] = []
    let model = SourceRecord(Account(collections: [result]))
    let leaves = model.root.elements("collections").first.map { $0.untakenPlaces() } ?? []
    var standing = leaves
    for leaf in view.untakenPlaces(leavingOut: "subCollections") {
      if let found = standing.firstIndex(where: { $0.place == leaf.place && $0.view.text == leaf.view.text })
      {
        standing.remove(at: found)
        leaf.view.carry()
      } else if leaf.place == "creationAt" || leaf.place == "modifiedAt" {
        leaf.view.convert(
          to: .root, as: leaf.view.text, .supersededDate,
          "of both dates the earliest creation and latest change stay")
      } else if leaf.place == "title" {
        // The same name in another normal form.
        leaf.view.convert(
          to: .root, as: leaf.view.text, .mergedCollection,
          "the collection is there already, its name in another Unicode form")
      } else {
        missing.append((leaf.view, leaf.place))
      }
    }
    guard !missing.isEmpty else { return }
    for (leaf, place) in missing {
      result.extensions.remember(leaf.text, at: Text(place))
      leaf.convert(
        to: .root, as: leaf.text, .keptInHistory,
        "\(leaf.label) differs; it is kept in the collection's history")
    }
  }
}

extension [Extension] {
  /// Puts a value into the history among these extensions, unless it is there already.
  mutating func remember(_ value: Text, at place: Text) {
    var owner = Item(extensions: self)
    var history = ItemHistory(of: owner)
    history.add(PlacedValue(place: place, value: value), at: nil)
    history.write(into: &owner)
    self = owner.extensions
  }
}

extension FindingCode {
  /// A collection of this path is there already.
  package static let mergedCollection = FindingCode("merged-collection", .note)
}

extension SourceView {
  /// Marks every value below as standing where it stood.
  func carryAll(leavingOut name: Text) {
    for leaf in untakenPlaces(leavingOut: name) { leaf.view.carry() }
  }

  /// Marks the value as standing in the result.
  func carry() { _ = take(to: place) }

  /// The values below that nobody has taken, each with the names that lead to it from here, array places left out.
  func untakenPlaces(leavingOut left: Text? = nil) -> [(view: SourceView, place: String)] {
    var result: [(SourceView, String)] = []
    func walk(_ view: SourceView, _ path: String) {
      switch view.kind {
      case .object:
        for child in view.children where !(path.isEmpty && child.name == left) {
          walk(child, path.isEmpty ? child.name.string : path + "." + child.name.string)
        }
      case .array: for child in view.children { walk(child, path) }
      case .null, .string, .number, .boolean: if view.isValue, !view.isTaken { result.append((view, path)) }
      }
    }
    walk(self, "")
    return result
  }
}

extension UnknownMembers {
  /// Appends a member whose value is compact JSON.
  mutating func append(_ name: Text, _ json: String) {
    var writer = JSONWriter()
    writer.string(name)
    append(writer.bytes + [UInt8(ascii: ":")] + Array(json.utf8))
  }
}
