internal import CXFCrypto
internal import CXFFormats
internal import CXFVaults
package import CredentialExchangeFormat

/// One import while it is under way: from the items of a source and a state of the vault to what the vault is to be.
/// Planning, dry runs and importing all are this; they differ in who decides and in what happens at the end.
struct ImportRun<Snapshot: VaultSnapshot> {
  /// Who decides what becomes of an item.
  enum Decider {
    /// The policy.
    case policy
    /// The policy, and for conflicts somebody who is asked.
    case asking(ConflictResolver)
    /// A plan; its actions by their index.
    case plan([Int: PlannedAction])

    /// Whether an item that its source has not changed may be passed over.
    func allowsIdentical(_ place: Int) -> Bool {
      switch self {
      case .policy, .asking: true
      case .plan(let actions): actions[place]?.kind == .identical
      }
    }
  }

  /// The number of items that are prepared with one question to the store.
  static var batchSize: Int { 512 }

  let snapshot: Snapshot
  let source: ImportSource
  let options: ImportOptions
  let keyMaker: MatchKeyMaker
  var incoming: IncomingItems
  var matcher: Matcher<Snapshot>
  var collections: IncomingCollections
  var accounts: IncomingAccounts
  var ledger = ValueLedger(sources: 1)
  var actions: [PlannedAction] = []
  var counts = ImportEntry.Counts()
  /// Provenance that is new or changed.
  var provenance: [Provenance] = []
  /// Identifiers that were meant for items which then became part of others.
  private var redirected: [Identifier: Identifier] = [:]
  /// Collections that items were put into.
  private var filled: Set<Identifier> = []
  private var isCreated: [Bool]

  init(_ snapshot: Snapshot, _ source: ImportSource, _ options: ImportOptions, _ domains: PublicSuffixList)
    async throws
  {
    self.snapshot = snapshot
    self.source = source
    self.options = options
    let digestKey = try await snapshot.digestKey()
    keyMaker = MatchKeyMaker(digestKey: digestKey, domains: domains)
    matcher = Matcher(snapshot, keyMaker: keyMaker)
    incoming = try IncomingItems(source.reading, digest: KeyedHash(key: SecretBytes(copying: digestKey)))
    isCreated = Array(repeating: false, count: incoming.count)
    collections = IncomingCollections(try await snapshot.collections(), makeID: options.makeID)
    accounts = IncomingAccounts(try await snapshot.accounts(), makeID: options.makeID)
  }

  // MARK: The work

  /// Does everything but the writing.
  mutating func run(_ decider: Decider) async throws {
    try await matcher.load(options)
    ledger.begin(source.reading, 0)
    let known = try await knownItems()
    try joinAccounts(known)
    let order = incoming.order
    for start in stride(from: 0, to: incoming.count, by: Self.batchSize) {
      try Task.checkCancellation()
      options.progress(.init(phase: .matching, done: start, total: incoming.count))
      try await run(order[start..<min(start + Self.batchSize, incoming.count)], known, decider)
    }
    if incoming.hasReferences { actions.sort { $0.index < $1.index } }
    counts.total = source.reading.itemCount + source.reading.failed
    counts.failed = source.reading.failed
    settleAccounts()
    options.progress(.init(phase: .matching, done: incoming.count, total: incoming.count))
  }

  /// What earlier imports of the same source said, by the places of the items.
  private func knownItems() async throws -> [Int: Provenance] {
    var known: [Int: Provenance] = [:]
    for start in stride(from: 0, to: incoming.count, by: 4096) {
      let range = start..<min(start + 4096, incoming.count)
      let wanted = range.filter { !incoming.sources[$0].isEmpty }
      guard !wanted.isEmpty else { continue }
      let found = try await snapshot.provenance(wanted.map { incoming.sources[$0] })
      guard !found.isEmpty else { continue }
      let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      for place in wanted {
        if let entry = byID[incoming.sources[place]], matcher.places[entry.item] != nil {
          known[place] = entry
        }
      }
    }
    return known
  }

  private mutating func joinAccounts(_ known: [Int: Provenance]) throws {
    let places = matcher.places
    let taken = collections.existingIDs
    try incoming.assign(
      isTaken: { places[$0] != nil || taken.contains($0) }, known: { known[$0]?.item }, makeID: options.makeID
    )
    let itemIDs = Set(incoming.ids)
    for (number, part) in incoming.parts.enumerated() {
      let account = source.reading.accounts[number].account
      let ids = incoming.ids
      let provider = Array(source.reading.header.exporterRPID.utf8)
      let links = IncomingCollections.Links(
        hasOwnIDs: part.hasOwnIDs, place: { [incoming] in incoming.place(of: $0, from: part) },
        id: { ids[$0] }, isItem: { itemIDs.contains($0) || places[$0] != nil },
        foreign: { [incoming] id in
          // Always the same one, so that importing twice changes nothing.
          places[id] == nil ? nil : try? incoming.foreignID([provider, account.id.bytes, id.bytes])
        })
      try collections.add(account, links)
      try accounts.add(account, source.reading.header, collections.records[number], hasOwnIDs: part.hasOwnIDs)
    }
    collections.finish()
  }

  /// An item of the source that is about to be decided on.
  private struct Candidate {
    var place: Int
    var item: VaultItem
    /// Digests of its parts, where a later export of the source can be recognised.
    var parts: [UInt64]
    var keys: SearchKeys
  }

  private mutating func candidate(_ place: Int) throws -> Candidate {
    let item = VaultItem(
      item: try incoming.item(at: place), collections: collections.memberships[place] ?? [],
      attachments: try incoming.attachments(at: place, makeID: options.makeID))
    return Candidate(
      place: place, item: item, parts: incoming.sources[place].isEmpty ? [] : try parts(of: item),
      keys: SearchKeys(try keyMaker.keys(of: item.item)))
  }

  private mutating func run(
    _ range: ArraySlice<Int>, _ known: [Int: Provenance], _ decider: Decider
  ) async throws {
    var batch: [Candidate] = []
    for place in range { batch.append(try candidate(place)) }
    try await matcher.prepare(
      batch.flatMap { candidate -> [ItemPlace] in
        let stood = known[candidate.place].flatMap { matcher.places[$0.item] }
        return matcher.candidates(candidate.keys) + (stood.map { [$0] } ?? [])
      })
    for prepared in batch {
      var candidate = prepared
      let entry = known[candidate.place]
      if incoming.hasReferences, candidate.item.item.credentials.contains(where: \.isItemReference) {
        // What it refers to may have become part of another item meanwhile.
        candidate = try self.candidate(candidate.place)
      }
      // The source has not changed it since, and neither did the vault.
      if let entry, entry.digests == candidate.parts, decider.allowsIdentical(candidate.place),
        let target = matcher.places[entry.item],
        matcher.holds(candidate.item, candidate.keys, at: target)
      {
        try finish(
          candidate, entry,
          .init(
            kind: .identical, grade: .same, reason: "the source has not changed it since it was imported",
            target: target, policy: options.policy))
        continue
      }
      var decision = try await decide(
        candidate.place, candidate.item, candidate.keys, entry, decider)
      if case .asking(let resolver) = decider, decision.isConflict {
        decision = try await ask(resolver, candidate.item, decision)
      }
      try await matcher.apply(decision, candidate.keys, from: candidate.item)
      try finish(candidate, entry, decision)
    }
  }

  private mutating func decide(
    _ place: Int, _ item: VaultItem, _ keys: SearchKeys, _ entry: Provenance?, _ decider: Decider
  ) async throws -> Matcher<Snapshot>.Decision {
    let known = entry.flatMap { entry in
      matcher.places[entry.item].map { (place: $0, base: Array(entry.digests.dropLast())) }
    }
    guard case .plan(let actions) = decider else {
      return try await matcher.decide(item, keys, policy: options.policy, known: known)
    }
    guard let action = actions[place] else {
      return .init(kind: .skip, grade: .none, reason: "the plan leaves it out", policy: options.policy)
    }
    return try await follow(action, item, known: known)
  }

  /// What an item is, part by part, and which collections hold it.
  private func parts(of item: VaultItem) throws -> [UInt64] {
    let collections = item.collections.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
    return try keyMaker.parts(of: item.item) + [incoming.number(collections)]
  }

  /// Turns an action of a plan into a decision.
  private mutating func follow(
    _ action: PlannedAction, _ item: VaultItem, known: (place: ItemPlace, base: [UInt64])?
  ) async throws -> Matcher<Snapshot>.Decision {
    var target: ItemPlace?
    switch action.into {
    case .vault(let id):
      guard let place = matcher.places[id] else {
        throw ImportError.invalidPlan("action \(action.index): the vault has no item \(id)")
      }
      target = place
    case .source(let place):
      guard isCreated.indices.contains(place), isCreated[place] else {
        throw ImportError.invalidPlan(
          "action \(action.index): item \(place) of the source is none that was created before")
      }
      target = .source(place)
    case nil: break
    }
    var decision = Matcher<Snapshot>.Decision(
      kind: action.kind, grade: action.grade, reason: action.reason, target: target, policy: action.policy,
      isConflict: action.isConflict, isLaterExport: action.isLaterExport,
      code: action.kind == .create ? action.code : nil)
    guard action.kind == .merge || action.kind == .identical else { return decision }
    guard let target, let existing = try await matcher.content(target) else {
      throw ImportError.invalidPlan(
        "action \(action.index): it says \(action.kind.rawValue), and not into what")
    }
    var comparison = chosen(existing, item)
    comparison.reason = action.reason
    let base = action.isLaterExport && known?.place == target ? known?.base : nil
    let merged = try matcher.merge(item, into: existing, target, comparison, action.policy, base: base)
    switch (action.kind, merged.kind) {
    case (.merge, .merge), (.merge, .identical):
      decision.kind = merged.kind
      decision.outcome = merged.outcome
      decision.collections = merged.collections
      decision.code = merged.code
    case (.identical, .identical): decision.outcome = merged.outcome
    case (.identical, _): decision.kind = .skip
    default:
      throw ImportError.invalidPlan(
        "action \(action.index): the secrets differ; give it a policy of incoming, existing or newer, or let it create"
      )
    }
    return decision
  }

  /// The comparison of two items that a person put together, however near they are.
  private func chosen(_ existing: VaultItem, _ incoming: VaultItem) -> Comparison {
    var comparison = Comparison.compare(existing.item, incoming.item, domains: keyMaker.domains)
    if comparison.grade == .none || comparison.grade == .similar { comparison.grade = .sameAccount }
    comparison.isChosen = true
    return comparison
  }

  private mutating func ask(
    _ resolver: ConflictResolver, _ item: VaultItem, _ decision: Matcher<Snapshot>.Decision
  ) async throws -> Matcher<Snapshot>.Decision {
    guard let target = decision.target, let existing = try await matcher.content(target) else {
      return decision
    }
    let answer = try await resolver(
      ConflictQuestion(
        existing: existing.item, incoming: item.item, reason: decision.reason, grade: decision.grade,
        isAmbiguous: decision.code == .ambiguousMatch))
    switch answer {
    case .skip:
      return .init(
        kind: .skip, grade: decision.grade, reason: "\(decision.reason), and it was not wanted",
        target: target,
        policy: decision.policy,
        isConflict: true)
    case .policy(.keepBoth): return decision
    case .policy(let policy):
      var merged = try matcher.merge(
        item, into: existing, target, chosen(existing, item), policy, base: nil)
      guard merged.kind != .create else { return decision }
      merged.isConflict = true
      merged.code = merged.code ?? .conflict
      return merged
    }
  }

  // MARK: The account

  private mutating func finish(
    _ candidate: Candidate, _ entry: Provenance?, _ decision: Matcher<Snapshot>.Decision
  ) throws {
    let place = candidate.place
    let item = candidate.item
    let parts = candidate.parts
    let reading = try incoming.reading(at: place)
    let title = reading.item.displayTitle
    let position = reading.position
    var standsFor = decision.target.map(id)
    switch decision.kind {
    case .create:
      counts.created += 1
      var item = item
      if entry != nil { item = renamed(item, place) }
      isCreated[place] = true
      filled.formUnion(item.collections)
      standsFor = item.id
      matcher.create(item, candidate.keys, at: .source(place))
      settle(reading, item.item, against: nil)
    case .merge, .identical:
      if decision.kind == .merge {
        counts.merged += 1
        filled.formUnion(item.collections)
      } else {
        counts.identical += 1
      }
      if let standsFor, standsFor != incoming.ids[place] {
        redirected[incoming.ids[place]] = standsFor
        incoming.rename(place, standsFor)
      }
      settle(reading, item.item, against: decision.outcome?.record)
    case .skip:
      counts.skipped += 1
      standsFor = nil
      ledger.report(
        Finding(
          decision.isConflict ? .conflict : .importSkipped, position: position, item: title,
          message: "the item was left out: \(decision.reason)",
          action: .skipped), 0)
      ledger.leaveOut(reading.entries + reading.attachmentEntries, item: title, 0)
    }
    if decision.kind != .skip {
      for entry in reading.attachmentEntries { ledger.count(entry, as: .carried, item: title, 0) }
    }
    if decision.isConflict { counts.conflicts += 1 }
    if let code = decision.code {
      ledger.report(
        Finding(
          code, position: position, item: title, message: message(decision, code), action: .kept), 0)
    }
    let replaced = (decision.outcome?.changes ?? []).filter { $0.kind == .replaced && $0.isSecret }.map(
      \.what)
    if decision.isLaterExport, !replaced.isEmpty {
      ledger.report(
        Finding(
          .laterExport, position: position, item: title,
          message:
            "a later export of its source has another \(replaced.joined(separator: ", ")), which replaces the one "
            + "imported before; that one is in the history of the item",
          action: .kept), 0)
    }
    if !parts.isEmpty, let standsFor, entry?.digests != parts || entry?.item != standsFor {
      // An item that a source's item has stood for keeps doing so, unless a new one was made for it.
      let item = decision.kind == .create ? standsFor : entry?.item ?? standsFor
      provenance.append(Provenance(id: incoming.sources[place], item: item, digests: parts))
    }
    actions.append(
      PlannedAction(
        index: place, kind: decision.kind, grade: decision.grade, reason: decision.reason,
        into: decision.target.map(target), policy: decision.policy, isConflict: decision.isConflict,
        title: reading.item.title, username: reading.item.firstUsername,
        intoTitle: decision.target.flatMap { matcher.known($0)?.item.title },
        changes: decision.outcome?.changes ?? [], isLaterExport: decision.isLaterExport, code: decision.code))
  }

  /// Accounts for the values of an item.
  ///
  /// - Parameters:
  ///   - item: The item as it was merged or created, with the links of the vault.
  ///   - record: The record over it, where something was marked.
  private mutating func settle(
    _ reading: Reading.ItemReading, _ item: Item, against record: SourceRecord?
  ) {
    let title = reading.item.displayTitle
    guard incoming.hasReferences, let links = RewrittenLinks(reading.item, item) else {
      if let record { return ledger.settle(reading.entries, against: record, titles: [], item: title, 0) }
      return ledger.settleWhole(reading, item: title, 0)
    }
    let (rewritten, rest) = links.split(reading.entries)
    for entry in rewritten {
      ledger.count(
        entry, as: max(entry.fate, .converted), item: title, 0,
        why: entry.fate == .lost
          ? nil : (.linkRewritten, "the link leads to the item by its identifier in the vault"))
    }
    ledger.settle(rest, against: record, titles: [], item: title, 0)
  }

  private func message(_ decision: Matcher<Snapshot>.Decision, _ code: FindingCode) -> String {
    switch (code, decision.kind) {
    case (.similarItem, _): "\(decision.reason); both are kept"
    case (.fullItem, _): "\(decision.reason); it is kept as an item of its own, and 'dedupe' joins them"
    case (.ambiguousMatch, _): "\(decision.reason); it is kept as an item of its own"
    case (_, .create): "\(decision.reason); both are kept"
    default: "\(decision.reason); settled by the policy '\(decision.policy.rawValue)'"
    }
  }

  /// An item that cannot have the identifier of the one that it stood for so far.
  private mutating func renamed(_ item: VaultItem, _ place: Int) -> VaultItem {
    var item = item
    if matcher.places[item.id] != nil, let id = try? options.makeID() {
      incoming.rename(place, id)
      item.item.id = id
    }
    return item
  }

  private func id(_ place: ItemPlace) -> Identifier {
    if let number = place.vaultPlace { return matcher.vaultIDs[number] }
    return incoming.ids[place.sourcePlace ?? 0]
  }

  private func target(_ place: ItemPlace) -> PlannedAction.Target {
    if let number = place.vaultPlace { return .vault(matcher.vaultIDs[number]) }
    return .source(place.sourcePlace ?? 0)
  }

  private mutating func settleAccounts() {
    for (number, account) in source.reading.accounts.enumerated() {
      let record = collections.records[number]
      ledger.settle(account.entries, against: record, titles: record.collectionTitles, item: nil, 0)
    }
    for entry in source.reading.headerEntries {
      let fate = accounts.headerFate(entry)
      ledger.count(
        entry, as: fate, item: nil, 0,
        why: fate == .lost ? nil : (.keptInExtension, "\(entry.field) is kept with the account"))
    }
  }

  // MARK: The end

  /// The result; `id` is nil for a dry run.
  func result(_ id: ImportID?) -> ImportResult {
    ImportResult(
      id: id, items: counts, values: ImportedValues(ledger.values),
      actions: actions, findings: ledger.located([(source.file, source.reading)]))
  }

  /// The collections without which what was imported would hang in the air.
  var reliedOn: [RecordReference] {
    filled.union(collections.changed.compactMap(\.parent)).map { RecordReference(.collection, $0) }
  }

  /// Every item that is new or changed, with all its links set right, in the order of the source.
  func changedItems(_ body: ([VaultItem], [MatchKeys]) async throws -> Void) async throws {
    try await matcher.changedItems(
      redirected: incoming.hasReferences ? redirected : [:],
      { options.progress(.init(phase: .writing, done: $0, total: $1)) }, body)
  }
}

extension MergeChange {
  /// Whether a credential with a secret is meant.
  fileprivate var isSecret: Bool {
    ["basic-auth", "totp", "passkey", "ssh-key", "credit-card", "wifi", "api-key", "generated-password"]
      .contains(what)
  }
}

extension FindingCode {
  /// A later export of the same source replaced a secret that was imported before.
  package static let laterExport = FindingCode("import-later-export", .warning)
  /// An item was left out on purpose.
  package static let importSkipped = FindingCode("import-skipped", .warning)
}
