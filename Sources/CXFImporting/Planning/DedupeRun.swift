internal import CXFCrypto
internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

/// The search for duplicates within one vault: each item is compared with those that are older, by the rules of importing.
struct DedupeRun<Snapshot: VaultSnapshot> {
  let snapshot: Snapshot
  let options: ImportOptions
  let keyMaker: MatchKeyMaker
  private(set) var matcher: Matcher<Snapshot>
  private(set) var ledger = ValueLedger(sources: 1)
  private(set) var actions: [PlannedAction] = []
  private(set) var counts = ImportEntry.Counts()
  private(set) var findings: [Finding] = []
  private var hasReferences = false
  /// Items that took up others: who takes one of them away takes away what the others held.
  var reliedOn: [RecordReference] { Set(removed.values).map { RecordReference(.item, $0) } }
  /// Items that became part of others, and which.
  private(set) var removed: [Identifier: Identifier] = [:]

  init(_ snapshot: Snapshot, _ options: ImportOptions, _ domains: PublicSuffixList) async throws {
    self.snapshot = snapshot
    self.options = options
    keyMaker = MatchKeyMaker(digestKey: try await snapshot.digestKey(), domains: domains)
    matcher = Matcher(snapshot, keyMaker: keyMaker)
  }

  /// Finds and merges; writes nothing.
  mutating func run() async throws {
    let order = try await itemsByAge()
    matcher.reserve(order.count)
    counts.total = order.count
    for start in stride(from: 0, to: order.count, by: 512) {
      try Task.checkCancellation()
      options.progress(.init(phase: .matching, done: start, total: order.count))
      let ids = Array(order[start..<min(start + 512, order.count)])
      let items = Dictionary(try await snapshot.items(ids).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      var batch: [(item: VaultItem, keys: SearchKeys)] = []
      for id in ids {
        guard let item = items[id] else { continue }
        batch.append((item, SearchKeys(try keyMaker.keys(of: item.item))))
      }
      try await matcher.prepare(batch.flatMap { matcher.candidates($0.keys) })
      for (item, keys) in batch { try await look(at: item, keys) }
    }
    options.progress(.init(phase: .matching, done: order.count, total: order.count))
  }

  /// All identifiers, oldest item first; items without a date last; equal ones by their bytes.
  private func itemsByAge() async throws -> [Identifier] {
    var ages: [(at: UInt64, id: Identifier)] = []
    let total = try await snapshot.itemCount()
    ages.reserveCapacity(total)
    try await snapshot.forEachItem { page in
      ages += page.map { ($0.item.createdAt?.secondsSince1970 ?? .max, $0.id) }
      options.progress(.init(phase: .indexing, done: ages.count, total: total))
    }
    ages.sort { $0.at != $1.at ? $0.at < $1.at : $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
    return ages.map(\.id)
  }

  private mutating func look(at item: VaultItem, _ keys: SearchKeys) async throws {
    let decision = try await matcher.decide(item, keys, policy: options.policy)
    let title = item.item.displayTitle
    if decision.isConflict { counts.conflicts += 1 }
    switch decision.kind {
    case .create, .skip:
      counts.skipped += 1
      // What stays is worth a line where it was near to another one.
      if decision.code != nil { note(decision, item, as: .skip) }
      matcher.keep(item, keys)
      hasReferences = hasReferences || item.item.credentials.contains { $0.isItemReference }
    case .merge, .identical:
      guard let target = decision.target, let into = matcher.vaultID(target) else { return }
      if decision.kind == .merge { counts.merged += 1 } else { counts.identical += 1 }
      try await matcher.apply(decision, keys, from: item)
      removed[item.id] = into
      note(decision, item, as: decision.kind)
      if let record = decision.outcome?.record { ledger.count(record, item: title) }
    }
    if let code = decision.code {
      findings.append(
        Finding(
          code, item: title,
          message: decision.kind == .merge
            ? "\(decision.reason); settled by the policy '\(decision.policy.rawValue)'"
            : "\(decision.reason); both stay",
          action: .kept))
    }
  }

  private mutating func note(
    _ decision: Matcher<Snapshot>.Decision, _ item: VaultItem, as kind: PlannedAction.Kind
  ) {
    actions.append(
      PlannedAction(
        index: actions.count, kind: kind, grade: decision.grade, reason: decision.reason,
        into: decision.target.flatMap { matcher.vaultID($0) }.map { .vault($0) }, policy: decision.policy,
        isConflict: decision.isConflict, title: item.item.title, username: item.item.firstUsername,
        item: item.id, intoTitle: decision.target.flatMap { matcher.known($0)?.item.title },
        changes: kind == .merge ? decision.outcome?.changes ?? [] : [], code: decision.code))
  }

  /// What the merging did.
  func result(_ id: ImportID?) -> ImportResult {
    ImportResult(
      id: id, items: counts, values: ImportedValues(ledger.values), actions: actions,
      findings: findings + ledger.unlocated)
  }

  /// Every item that changed, with its links set right.
  func changedItems(_ body: ([VaultItem], [MatchKeys]) async throws -> Void) async throws {
    try await matcher.changedItems(
      redirected: removed, { options.progress(.init(phase: .writing, done: $0, total: $1)) }, body)
    guard hasReferences, !removed.isEmpty else { return }
    // Items that changed in nothing but their links.
    try await snapshot.forEachItem { page in
      var items: [VaultItem] = []
      var keys: [MatchKeys] = []
      for stored in page where removed[stored.id] == nil {
        guard let place = matcher.places[stored.id], matcher.changed(place) == nil else { continue }
        var item = stored
        item.item.redirectReferences { removed[$0.item] }
        guard item != stored else { continue }
        keys.append(try matcher.storedKeys(place, item))
        items.append(item)
      }
      if !items.isEmpty { try await body(items, keys) }
    }
  }

  /// The collections that hold links to items that became part of others.
  func changedCollections() async throws -> [VaultCollection] {
    try await snapshot.collections().compactMap { stored in
      var collection = stored
      for index in collection.collection.items.indices {
        let link = collection.collection.items[index]
        if link.account == nil, let id = removed[link.item] { collection.collection.items[index].item = id }
      }
      return collection == stored ? nil : collection
    }
  }
}
