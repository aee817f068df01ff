internal import CXFFormats
internal import CXFVaults
package import CredentialExchangeFormat

/// Finds what an item equals, belongs to or contradicts, among the items of a vault and those that were looked at before.
///
/// Keys propose candidates, the items themselves decide; so the work grows with the number of items, also where all
/// share one site.
struct Matcher<Snapshot: VaultSnapshot> {
  /// What was found about one item.
  struct Decision {
    var kind: PlannedAction.Kind
    var grade: MatchGrade
    var reason: String
    /// The item that it is merged into, equals or contradicts.
    var target: ItemPlace?
    var policy: ConflictPolicy
    var isConflict = false
    /// Whether the target stands for an earlier export of the same item.
    var isLaterExport = false
    /// What merging made of both; only where there was something to merge.
    var outcome: MergeOutcome?
    /// The collections of the target afterwards.
    var collections: [Identifier] = []
    var code: FindingCode?
  }

  /// The most items that one item takes up in one run. Without a limit many copies of one login, each with a title of its
  /// own, would make one item that grows with each.
  static var mergeLimit: Int { 128 }

  let snapshot: Snapshot
  let keyMaker: MatchKeyMaker
  private(set) var index = CandidateIndex()
  /// The identifiers of the vault's items, by their places.
  private(set) var vaultIDs: [Identifier] = []
  private(set) var places: [Identifier: ItemPlace] = [:]
  /// Items that differ from what they were, or from what the source has.
  private(set) var touched: [ItemPlace: VaultItem] = [:]
  /// Keys of what an item has taken up, so that the same source finds it again.
  private(set) var absorbed: [ItemPlace: [UInt64]] = [:]
  /// How many items each item has taken up.
  private var mergeCounts: [ItemPlace: Int] = [:]
  /// Items of the source that became items of the vault, as they come.
  var created: [ItemPlace: CreatedItem] = [:]
  var createdOrder: [ItemPlace] = []
  /// Keys of items of the vault for which the store had none.
  var newKeys: [ItemMatchKeys] = []
  private var loaded: [ItemPlace: VaultItem] = [:]

  init(_ snapshot: Snapshot, keyMaker: MatchKeyMaker) {
    self.snapshot = snapshot
    self.keyMaker = keyMaker
  }

  // MARK: What is known

  /// Adds an item of the vault.
  mutating func add(_ id: Identifier, _ keys: MatchKeys) -> ItemPlace {
    let place = ItemPlace.vault(vaultIDs.count)
    vaultIDs.append(id)
    places[id] = place
    insert(keys, place)
    return place
  }

  /// Makes an item findable.
  mutating func insert(_ keys: MatchKeys, _ place: ItemPlace) {
    for key in keys.values { index.insert(key, place) }
  }

  /// Keeps an item of the vault at hand.
  mutating func remember(_ item: VaultItem, _ place: ItemPlace) { loaded[place] = item }

  /// The identifier of an item of the vault.
  func vaultID(_ place: ItemPlace) -> Identifier? { place.vaultPlace.map { vaultIDs[$0] } }

  mutating func reserve(_ items: Int) {
    vaultIDs.reserveCapacity(items)
    places.reserveCapacity(items)
    index.reserve(items * 4)
  }

  /// Loads the items of the vault that any of these may be compared with.
  mutating func prepare(_ wanted: some Sequence<ItemPlace>) async throws {
    loaded.removeAll(keepingCapacity: true)
    var ids: Set<Identifier> = []
    for place in wanted where touched[place] == nil {
      if let number = place.vaultPlace { ids.insert(vaultIDs[number]) }
    }
    guard !ids.isEmpty else { return }
    for item in try await snapshot.items(Array(ids)) {
      if let place = places[item.id] { loaded[place] = item }
    }
  }

  /// The places that an item with these keys may be compared with.
  func candidates(_ keys: SearchKeys) -> [ItemPlace] {
    index.candidates(keys.content) + index.candidates(keys.credentials)
      + index.candidates(keys.accounts).prefix(2) + index.candidates(keys.similar).prefix(1)
  }

  /// The item as it is now, where it is at hand.
  func known(_ place: ItemPlace) -> VaultItem? { touched[place] ?? created[place]?.item ?? loaded[place] }

  /// Whether the item at a place has the content of another one, and dates that leave nothing to do.
  func holds(_ incoming: VaultItem, _ keys: SearchKeys, at place: ItemPlace) -> Bool {
    guard index.candidates(keys.content).contains(place), let known = known(place),
      known.holdsAttachments(of: incoming)
    else { return false }
    let (item, existing) = (incoming.item, known.item)
    if let created = item.createdAt, existing.createdAt != created { return false }
    if let modified = item.modifiedAt, existing.modifiedAt != modified { return false }
    return true
  }

  /// The item as it is now; nil where there is none.
  mutating func content(_ place: ItemPlace) async throws -> VaultItem? {
    if let item = known(place) { return item }
    guard let number = place.vaultPlace else { return nil }
    let item = try await snapshot.items([vaultIDs[number]]).first
    if let item { loaded[place] = item }
    return item
  }

  // MARK: Deciding

  /// Decides what becomes of an item.
  ///
  /// - Parameters:
  ///   - known: The item that stands for it since an earlier import of the same source, and what it was then.
  mutating func decide(
    _ incoming: VaultItem, _ keys: SearchKeys, policy: ConflictPolicy,
    known: (place: ItemPlace, base: [UInt64])? = nil
  ) async throws -> Decision {
    if let decision = try await equal(incoming, keys, policy) { return decision }
    if let known, let decision = try await fromSameSource(incoming, known, policy) { return decision }
    var matches: [(place: ItemPlace, comparison: Comparison)] = []
    for place in index.candidates(keys.credentials) {
      guard let item = try await content(place) else { continue }
      let comparison = Comparison.compare(item.item, incoming.item, domains: keyMaker.domains)
      if comparison.grade == .same || comparison.grade == .sameCredential {
        matches.append((place, comparison))
      }
    }
    if !matches.isEmpty { return try await merge(incoming, among: matches, policy) }
    var contradicted: [(place: ItemPlace, comparison: Comparison)] = []
    for place in index.candidates(keys.accounts).prefix(2) {
      guard let item = try await content(place) else { continue }
      let comparison = Comparison.compare(item.item, incoming.item, domains: keyMaker.domains)
      // What has its credential and was not found by it above is full.
      if comparison.grade == .sameCredential { return full(place, comparison, policy) }
      if comparison.grade == .sameAccount { contradicted.append((place, comparison)) }
    }
    if !contradicted.isEmpty { return try await settle(incoming, contradicting: contradicted, policy) }
    for place in index.candidates(keys.similar).prefix(1) {
      guard let item = try await content(place) else { continue }
      let comparison = Comparison.compare(item.item, incoming.item, domains: keyMaker.domains)
      guard comparison.grade == .similar else { continue }
      return Decision(
        kind: .create, grade: .similar, reason: comparison.reason, target: place, policy: policy,
        code: .similarItem)
    }
    return Decision(kind: .create, grade: .none, reason: "nothing like it is there", policy: policy)
  }

  /// An item that has all of it already.
  private mutating func equal(
    _ incoming: VaultItem, _ keys: SearchKeys, _ policy: ConflictPolicy
  ) async throws -> Decision? {
    var first: Decision?
    for place in index.candidates(keys.content) {
      guard let item = try await content(place) else { continue }
      if item.holdsAll(of: incoming) {
        return Decision(
          kind: .identical, grade: .same, reason: "the same content", target: place, policy: policy)
      }
      // Whatever has become of the item since it had this content: where nothing would be added, all of it is there.
      let comparison = Comparison.compare(item.item, incoming.item, domains: keyMaker.domains)
      let decision = try merge(incoming, into: item, place, comparison, policy, base: nil)
      if decision.kind == .identical { return decision }
      if comparison.grade == .same, first == nil { first = decision }
    }
    return first
  }

  /// A later export of the source that the item came from.
  private mutating func fromSameSource(
    _ incoming: VaultItem, _ known: (place: ItemPlace, base: [UInt64]), _ policy: ConflictPolicy
  ) async throws -> Decision? {
    guard let item = try await content(known.place) else { return nil }
    var comparison = Comparison.compare(item.item, incoming.item, domains: keyMaker.domains)
    comparison.reason = "it came from the same item of the same source"
    if comparison.grade != .same, comparison.grade != .sameCredential { comparison.grade = .sameAccount }
    var decision = try merge(incoming, into: item, known.place, comparison, policy, base: known.base)
    decision.isLaterExport = true
    return decision
  }

  private mutating func merge(
    _ incoming: VaultItem, among matches: [(place: ItemPlace, comparison: Comparison)],
    _ policy: ConflictPolicy
  ) async throws -> Decision {
    var first: Decision?
    for match in matches {
      guard let item = try await content(match.place) else { continue }
      let decision = try merge(incoming, into: item, match.place, match.comparison, policy, base: nil)
      if decision.kind == .identical { return decision }
      if first == nil { first = decision }
    }
    guard let first, matches.count == 1 else {
      return Decision(
        kind: .create, grade: .sameCredential,
        reason: "several items have it (\(matches[0].comparison.reason)); none of them was chosen",
        target: matches[0].place, policy: policy, isConflict: true, code: .ambiguousMatch)
    }
    return first
  }

  private mutating func settle(
    _ incoming: VaultItem, contradicting matches: [(place: ItemPlace, comparison: Comparison)],
    _ policy: ConflictPolicy
  ) async throws -> Decision {
    let first = matches[0]
    if policy != .keepBoth, matches.count == 1, let item = try await content(first.place) {
      // No conflict where the secret lost before and stands in the history.
      let decision = try merge(incoming, into: item, first.place, first.comparison, policy, base: nil)
      if decision.kind != .create { return decision }
    }
    return Decision(
      kind: .create, grade: .sameAccount, reason: first.comparison.reason, target: first.place,
      policy: .keepBoth,
      isConflict: true, code: matches.count > 1 && policy != .keepBoth ? .ambiguousMatch : .conflict)
  }

  /// A duplicate of an item that has taken up as many others as it may.
  private func full(_ place: ItemPlace, _ comparison: Comparison, _ policy: ConflictPolicy) -> Decision {
    Decision(
      kind: .create, grade: MatchGrade(comparison.grade),
      reason:
        "\(comparison.reason), in an item that has taken up \(Self.mergeLimit) others and takes no more at once",
      target: place, policy: policy, code: .fullItem)
  }

  /// Merges into one item, or finds that both must stand beside each other.
  func merge(
    _ incoming: VaultItem, into existing: VaultItem, _ place: ItemPlace, _ comparison: Comparison,
    _ policy: ConflictPolicy, base: [UInt64]?
  ) throws -> Decision {
    let outcome = try ItemMerger(keys: keyMaker, policy: policy).merge(
      incoming.item, into: existing.item, comparison: comparison, base: base)
    var decision = Decision(
      kind: .merge, grade: MatchGrade(comparison.grade), reason: comparison.reason, target: place,
      policy: policy)
    if outcome.separate {
      decision.kind = .create
      decision.isConflict = true
      decision.code = .conflict
      return decision
    }
    decision.outcome = outcome
    decision.collections =
      existing.collections + incoming.collections.filter { !existing.collections.contains($0) }
    let bytes = existing.missingAttachments(of: incoming, in: outcome.item)
    if !bytes.isEmpty { decision.outcome?.changes.append(MergeChange(what: "attachment", kind: .added)) }
    if outcome.addsNothing, decision.collections.count == existing.collections.count, bytes.isEmpty {
      decision.kind = .identical
      decision.grade = .same
    } else if mergeCounts[place, default: 0] >= Self.mergeLimit {
      return full(place, comparison, policy)
    } else if !outcome.conflicts.isEmpty {
      decision.isConflict = true
      decision.code = .conflict
    }
    return decision
  }

  // MARK: Doing

  /// Carries out a merge.
  mutating func apply(_ decision: Decision, _ keys: SearchKeys, from incoming: VaultItem) async throws {
    guard decision.kind == .merge, let target = decision.target, let outcome = decision.outcome,
      var item = try await content(target)
    else { return }
    let existing = item.item
    let isFirst = touched[target] == nil
    item.item = outcome.item
    item.collections = decision.collections
    item.attachments += item.missingAttachments(of: incoming, in: item.item)
    touched[target] = item
    // Whoever became this item, or was it before, is found again by what it was.
    if isFirst { absorbed[target, default: []].append(SearchKeys(try keyMaker.keys(of: existing)).content) }
    if absorbed[target]?.contains(keys.content) != true { absorbed[target, default: []].append(keys.content) }
    mergeCounts[target, default: 0] += 1
    if outcome.changes.contains(where: \.mayAddKeys) {
      insert(try keyMaker.keys(of: item.item).packed, target)
    }
    index.insert(keys.content, target)
    if mergeCounts[target, default: 0] >= Self.mergeLimit {
      // What is full makes room for the next one, so that the list of candidates stays short.
      for key in keys.credentials { index.remove(key, target) }
    }
  }
}

extension MergeChange {
  /// Whether the item may be found by more than before: by what it has of sites, logins and other credentials.
  fileprivate var mayAddKeys: Bool {
    kind != .keptInHistory && kind != .withheld
      && !["dates", "title", "subtitle", "favourite mark", "tag", "note"].contains(what)
  }
}

extension VaultItem {
  /// Whether the other one is the same but for its identifier and the dates that it lacks, and in no further collection.
  fileprivate func holdsAll(of other: VaultItem) -> Bool {
    var item = other.item
    item.id = self.item.id
    item.createdAt = item.createdAt ?? self.item.createdAt
    item.modifiedAt = item.modifiedAt ?? self.item.modifiedAt
    return item == self.item && other.collections.allSatisfy(collections.contains)
      && holdsAttachments(of: other)
  }
}

extension FindingCode {
  /// An item contradicts one that is there.
  package static let conflict = FindingCode("import-conflict", .warning)
  /// An item matches several.
  package static let ambiguousMatch = FindingCode("import-ambiguous", .warning)
  /// An item is a duplicate of one that takes up no more in one import; it stays beside it.
  package static let fullItem = FindingCode("import-full", .warning)
  /// An item is similar to one that is there, and nothing was merged.
  package static let similarItem = FindingCode("import-similar", .note)
}
