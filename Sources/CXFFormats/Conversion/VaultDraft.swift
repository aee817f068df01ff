package import CredentialExchangeFormat

/// An account while a reader fills it: items in order, folders built from paths, failed records set aside.
package struct VaultDraft {
  private let format: Format.Origin
  /// Whether each value is accounted for.
  let isTracing: Bool
  private var items: [Reading.ItemReading] = []
  private var entries: [LedgerEntry] = []
  private var tree = FolderTree<FolderContent>()
  private var ids = IdentifierSet()
  private var copies: [Identifier: Int] = [:]
  private var findings: [Finding] = []
  private var failed = 0
  private var failedEntries: [LedgerEntry] = []
  private var left: [(item: String?, entry: LedgerEntry)] = []
  private var leftCount = 0
  /// Records whose values stand in the account itself.
  private var accountRecords: [SourceRecord] = []
  /// Whether identifiers come from positions in the file.
  package var hasSyntheticIDs: Bool
  /// The account itself: its identifier, and what the source says of its owner.
  package var owner: Account

  /// The title of a collection that holds everything of this source.
  private let outermost: String?

  private struct FolderContent: Sendable {
    var id: Identifier
    var subtitle: Text?
    var created: Timestamp?
    var modified: Timestamp?
    var items: [LinkedItem] = []
    /// Makes the collection of the items in the folder, where more is known of it than stands here.
    var join: (@Sendable ([Identifier]) -> ItemCollection)?
  }

  /// Begins an account of `format`.
  ///
  /// - Parameter syntheticIDs: whether identifiers come from positions in the file.
  package init(_ format: Format.Origin, options: ReadOptions, syntheticIDs: Bool) {
    self.format = format
    isTracing = options.isTracing
    outermost = options.collection
    hasSyntheticIDs = syntheticIDs
    owner = Account(id: Identifier(Array(format.id.utf8)))
  }

  // MARK: Findings

  /// Notes something about the file or a record.
  package mutating func report(_ finding: Finding) { findings.append(finding) }

  /// Sets a record aside that cannot be read: its values are lost, and the finding says why.
  package mutating func fail(_ record: SourceRecord, _ finding: Finding) {
    failed += 1
    findings.append(finding)
    record.root.loseAll(.recordLeftOut, "the value belongs to a record that could not be read")
    failedEntries += record.settledEntries()
  }

  /// Leaves a record out that is no item of the user's: its values are lost, and the finding says why.
  package mutating func leave(_ record: SourceRecord, _ finding: Finding) {
    leftCount += 1
    findings.append(finding)
    record.root.loseAll(.recordLeftOut, "the value belongs to a record that is no item")
    left += record.settledEntries().map { (finding.item, $0) }
  }

  // MARK: Items

  /// Returns an identifier that no item of the account has, as near to `wanted` as can be.
  package mutating func uniqueID(_ wanted: Identifier) -> Identifier {
    if ids.insert(wanted) { return wanted }
    var id = wanted
    // Counting goes on where it ended for this identifier: a file may have one a thousand times.
    var copy = copies[wanted] ?? 2
    defer { copies[wanted] = copy }
    while !ids.insert(id) {
      id = Identifier(Array(wanted.bytes.prefix(Identifier.maximumCount - 8)) + Array("-\(copy)".utf8))
      copy += 1
    }
    return id
  }

  /// Ends a record: what was not taken of it becomes custom fields, and the item joins the account.
  package mutating func add(
    _ item: Item, from record: SourceRecord, folders: [Int] = [], attachments: [ItemAttachment] = []
  ) {
    var item = item
    item.id = uniqueID(item.id)
    let settled = record.settle(into: &item, tracing: isTracing)
    var reading = Reading.ItemReading(item: item, entries: settled.filter { $0.collection == nil })
    reading.attachments = attachments
    items.append(reading)
    entries += settled.filter { $0.collection != nil }
    put(item.id, into: folders)
  }

  /// Adds an item that needs no check any more.
  ///
  /// - Parameter row: accounts for its values, each of which stands in the item as it stood in the source; nil where
  ///   nobody asks.
  mutating func add(plain item: Item, at position: SourcePosition, _ row: PlainRow?) {
    var item = item
    item.id = uniqueID(item.id)
    if let row {
      items.append(
        .init(item: item, position: position, plainCount: { row.count }, ledger: { row.entries }))
    } else {
      items.append(.init(item: item, position: position, plainCount: { nil }, ledger: { [] }))
    }
    put(item.id, into: [])
  }

  /// Makes room for about so many items in all. An array that grows copies everything into fresh memory time and again.
  mutating func expect(items count: Int) { items.reserveCapacity(count) }

  private mutating func put(_ item: Identifier, into folders: [Int]) {
    var folders = folders
    if folders.isEmpty, let outermost, let folder = insert(FolderPath([outermost]), id: nil) {
      folders = [folder]
    }
    for folder in folders { tree.update(folder) { $0.items.append(LinkedItem(item: item)) } }
  }

  // MARK: Folders

  /// Returns the folder of a path, made with those around it where they are new; nil for the empty path.
  ///
  /// - Parameter id: the identifier of the folder itself, if the source gives one.
  package mutating func folder(_ path: FolderPath, id: Identifier? = nil) -> Int? {
    guard !path.isEmpty else { return nil }
    return insert(FolderPath((outermost.map { [$0] } ?? []) + path.names), id: id)
  }

  private mutating func insert(_ path: FolderPath, id: Identifier?) -> Int? {
    var made = tree.nodes.count
    let index = tree.insert(path) { path in
      made += 1
      return FolderContent(id: Identifier(Array("folder-\(made)".utf8)))
    }
    if let index, let id, ids.insert(id) { tree.update(index) { $0.id = id } }
    return index
  }

  /// Says of a folder what stands beside its name.
  package mutating func describe(
    _ folder: Int, subtitle: SourceView? = nil, created: SourceView? = nil, modified: SourceView? = nil
  ) {
    var place: Place = "collections"
    var parent = tree.nodes[folder].parent
    while let outer = parent {
      place = place.appending("subCollections")
      parent = tree.nodes[outer].parent
    }
    if tree.nodes[folder].id.subtitle == nil, let text = subtitle?.take(to: place.appending("subtitle")) {
      tree.update(folder) { $0.subtitle = text }
    }
    if tree.nodes[folder].id.created == nil, let moment = moment(created, to: place.appending("creationAt")) {
      tree.update(folder) { $0.created = moment }
    }
    if tree.nodes[folder].id.modified == nil, let moment = moment(modified, to: place.appending("modifiedAt"))
    {
      tree.update(folder) { $0.modified = moment }
    }
  }

  /// Lets a collection be put together in another way than from what stands in its folder.
  ///
  /// - Parameter make: makes it, without those in it, of the items in the folder.
  package mutating func join(_ folder: Int, _ make: @escaping @Sendable ([Identifier]) -> ItemCollection) {
    tree.update(folder) { $0.join = make }
  }

  /// Takes a moment in seconds since 1970, where 0 says that none is known.
  private func moment(_ view: SourceView?, to place: Place) -> Timestamp? {
    guard let view, let text = view.peek, let seconds = UInt64(text.string) else { return nil }
    guard seconds > 0 else {
      view.noteAbsent(.defaultValue, "\(view.label) says that no time is known")
      return nil
    }
    return view.take(to: place).map { _ in Timestamp(seconds) }
  }

  /// Says once for the file that folders became one.
  package mutating func reportJoinedFolders(_ count: Int) {
    guard count > 0 else { return }
    report(
      Finding(
        .foldersJoined,
        message: "\(count) folders have the name of another one, and their items are in that one now",
        action: .converted))
  }

  /// Notes on a value that it is the path of `folder`.
  package func carry(_ view: SourceView, asPathOf folder: Int, isExact: Bool) {
    view.noteFolder(folder, isExact: isExact)
  }

  /// Ends a record that holds only folders, or what is said of the account: its values stand in the account.
  package mutating func addFolders(from record: SourceRecord) {
    for view in record.root.untaken { view.lose(.noPlaceInModel, "\(view.label) has no place in CXF") }
    accountRecords.append(record)
  }

  // MARK: The end

  /// Returns what was read.
  package consuming func finish(
    text: [UInt8], isJSON: Bool, fileOffsets: @escaping @Sendable ([Int]) -> [Int]
  ) -> Reading {
    var order: [Int: Int] = [:]
    var account = owner
    account.collections = collections(tree.roots, &order)
    if hasSyntheticIDs { account.extensions.append(ToolkitExtension.syntheticIDs.make { _ in }) }
    for record in accountRecords { entries += record.settledEntries(in: account) }
    for index in entries.indices {
      entries[index].collection = entries[index].collection.flatMap { order[$0] }
    }
    let header = Header(
      exporterRPID: Text(format.rpID), exporterDisplayName: Text(format.name), timestamp: Timestamp(0))
    var reading = Reading(
      header: header, accounts: [.init(account: account, items: items, entries: entries)], findings: findings,
      failed: failed, failedEntries: failedEntries, text: text, isJSON: isJSON, fileOffsets: fileOffsets)
    reading.leftItemCount = leftCount
    reading.leftEntries = left
    return reading
  }

  /// Numbers the folders as they stand in the document: each before those in it.
  private func collections(_ nodes: [Int], _ order: inout [Int: Int]) -> [ItemCollection] {
    nodes.map { index in
      order[index] = order.count
      let node = tree.nodes[index]
      if let join = node.id.join {
        var collection = join(node.id.items.map(\.item))
        collection.subcollections = collections(node.children, &order)
        return collection
      }
      return ItemCollection(
        id: node.id.id, createdAt: node.id.created, modifiedAt: node.id.modified, title: Text(node.name),
        subtitle: node.id.subtitle, items: node.id.items,
        subcollections: collections(node.children, &order))
    }
  }
}

extension Format {
  /// What a document converted from a format names as its exporter.
  package struct Origin: Sendable {
    package var id: String
    package var name: String
    package var rpID: String

    package init(id: String, name: String, rpID: String) {
      self.id = id
      self.name = name
      self.rpID = rpID
    }
  }
}

extension FindingCode {
  /// CXF has no place for the value.
  package static let noPlaceInModel = FindingCode("no-place-in-cxf", .warning)
  /// A folder path stands as nested collections.
  package static let folderPath = FindingCode("folder-path", .note)
  /// The item has no title; another of its values stands in.
  package static let emptyTitle = FindingCode("empty-title", .warning)
}

extension SourceView {
  fileprivate func noteFolder(_ folder: Int, isExact: Bool) {
    let text = Text(String(folder))
    if isExact {
      record.traces[index] = Trace(fate: .carried, place: .collection, text: text, code: nil, message: "")
    } else {
      record.traces[index] = Trace(
        fate: .converted, place: .collection, text: text, code: .folderPath,
        message: "\(label) stands as nested collections")
    }
  }
}
