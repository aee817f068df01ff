package import CredentialExchangeFormat

/// What a source is cut down to before it leaves, with the account of what stays behind.
package struct Restriction: Sendable {
  /// Why a part of an item stays behind.
  package struct Reason: Sendable, Hashable {
    package var code: FindingCode
    package var message: String

    package init(_ code: FindingCode, _ message: String) {
      self.code = code
      self.message = message
    }
  }

  /// Says why a credential of an item stays behind; nil where it may leave.
  package var credential: @Sendable (Credential, Item) -> Reason?
  /// Says why extensions of a name stay behind; nil where they may leave.
  package var extensionNamed: @Sendable (Text) -> Reason?
  /// Why items without credentials stay behind; nil where they may leave.
  package var emptyItem: Reason?
  /// Why collections stay behind that hold nothing of what leaves; nil where they may leave.
  package var emptyCollection: Reason?
  /// Whether accounts go without items and collections.
  package var leavesAccountsOnly: Bool
  /// Why items and collections stay behind in that case.
  package var accountsOnly: Reason

  package init(
    credential: @escaping @Sendable (Credential, Item) -> Reason? = { _, _ in nil },
    extensionNamed: @escaping @Sendable (Text) -> Reason? = { _ in nil }, emptyItem: Reason? = nil,
    emptyCollection: Reason? = nil, leavesAccountsOnly: Bool = false,
    accountsOnly: Reason = Reason(.recordLeftOut, "it was not asked for")
  ) {
    self.credential = credential
    self.extensionNamed = extensionNamed
    self.emptyItem = emptyItem
    self.emptyCollection = emptyCollection
    self.leavesAccountsOnly = leavesAccountsOnly
    self.accountsOnly = accountsOnly
  }
}

extension Reading {
  /// Returns what of the source may leave. An item of which no credential may leave stays behind as a whole.
  package func restricted(to restriction: Restriction) -> Reading {
    var result = self
    for index in accounts.indices {
      var account = accounts[index]
      account.items = []
      for item in accounts[index].items {
        if restriction.leavesAccountsOnly {
          result.leave(item, restriction.accountsOnly)
        } else {
          result.restrict(item, restriction, into: &account.items)
        }
      }
      if let reason = restriction.emptyCollection, !restriction.leavesAccountsOnly {
        let dropped = account.keepCollections(holding: Set(account.items.map(\.item.id)))
        result.leftEntries += dropped.map { (nil, $0.lost(reason)) }
      }
      result.restrict(&account, restriction)
      result.accounts[index] = account
    }
    return result
  }

  private mutating func leave(_ item: Reading.ItemReading, _ reason: Restriction.Reason) {
    leftItemCount += 1
    let title = item.item.displayTitle
    for entry in item.entries + item.attachmentEntries { leftEntries.append((title, entry.lost(reason))) }
  }

  private mutating func restrict(
    _ reading: Reading.ItemReading, _ restriction: Restriction, into items: inout [Reading.ItemReading]
  ) {
    if reading.item.credentials.isEmpty, let reason = restriction.emptyItem { return leave(reading, reason) }
    let reasons = reading.item.credentials.map { restriction.credential($0, reading.item) }
    let record = SourceRecord(reading.item)
    let names = ExtensionFilter.names(in: record)
    let extensions = Dictionary(
      uniqueKeysWithValues: names.compactMap { name in restriction.extensionNamed(name).map { (name, $0) } })
    guard reasons.contains(where: { $0 != nil }) || !extensions.isEmpty else { return items.append(reading) }
    if let reason = reasons.first ?? nil, reasons.allSatisfy({ $0 != nil }) { return leave(reading, reason) }
    var item = reading.item
    item.credentials = zip(item.credentials, reasons).filter { $1 == nil }.map(\.0)
    if !extensions.isEmpty { item = ExtensionFilter.item(item) { extensions[$0] != nil } }
    let entries = reading.entries.map { entry -> LedgerEntry in
      guard entry.fate != .lost, let node = entry.node else { return entry }
      if let place = record.element(of: "credentials", around: node), reasons.indices.contains(place),
        let reason = reasons[place]
      {
        return entry.lost(reason)
      }
      if let name = record.extensionName(around: node), let reason = extensions[name] {
        return entry.lost(reason)
      }
      return entry
    }
    var restricted = Reading.ItemReading(item: item, position: reading.position) {
      nil
    } ledger: {
      entries
    }
    let files = Set(item.files.map(\.id))
    restricted.attachments = reading.attachments.filter { files.contains($0.file) }
    for attachment in reading.attachments where !files.contains(attachment.file) {
      let place = reading.item.credentials.firstIndex {
        if case .file(let file) = $0 { file.id == attachment.file } else { false }
      }
      let reason = place.flatMap { reasons[$0] } ?? restriction.accountsOnly
      leftEntries.append((item.displayTitle, attachment.entry(reading.position).lost(reason)))
    }
    items.append(restricted)
  }

  private mutating func restrict(_ account: inout Reading.AccountReading, _ restriction: Restriction) {
    let record = SourceRecord(account.account)
    let byName = Dictionary(
      uniqueKeysWithValues: ExtensionFilter.names(in: record).compactMap { name in
        restriction.extensionNamed(name).map { (name, $0) }
      })
    guard restriction.leavesAccountsOnly || !byName.isEmpty else { return }
    let titles = record.collectionTitles
    account.entries = account.entries.map { entry in
      let node = entry.collection.map { titles.indices.contains($0) ? titles[$0] : -1 } ?? entry.node
      guard entry.fate != .lost, let node, node >= 0 else { return entry }
      if restriction.leavesAccountsOnly, record.element(of: "collections", around: node) != nil {
        return entry.lost(restriction.accountsOnly)
      }
      if let name = record.extensionName(around: node), let reason = byName[name] {
        return entry.lost(reason)
      }
      return entry
    }
    if restriction.leavesAccountsOnly { account.account.collections = [] }
    if !byName.isEmpty { account.account = ExtensionFilter.account(account.account) { byName[$0] != nil } }
  }
}

extension LedgerEntry {
  /// The entry of a value that stays behind.
  fileprivate func lost(_ reason: Restriction.Reason) -> LedgerEntry {
    guard fate != .lost else { return self }
    var entry = self
    entry.fate = .lost
    entry.code = reason.code
    entry.message = "\(field) stays behind: \(reason.message)"
    entry.isReported = false
    return entry
  }
}

extension SourceRecord {
  /// The place of the element of the root's array of that name that a node is in.
  fileprivate func element(of array: Text, around node: Int) -> Int? {
    var here = node
    while here > 0 {
      let parent = nodes[here].parent
      if parent > 0, nodes[parent].parent == 0, nodes[parent].name == array { return nodes[here].ordinal - 1 }
      here = parent
    }
    return nil
  }

  /// The name of the extension that a node is in, if it is in one.
  fileprivate func extensionName(around node: Int) -> Text? {
    var here = node
    while here > 0 {
      let parent = nodes[here].parent
      if parent > 0, nodes[parent].name == "extensions", nodes[parent].kind == .array {
        return child(here, named: "name").map { nodes[$0].text }
      }
      here = parent
    }
    return nil
  }
}
