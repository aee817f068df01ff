internal import CXFFormats
internal import CredentialExchangeFormat

/// One merge of two items while it is under way.
struct ItemMerge {
  private let existing: Item
  private let incoming: Item
  /// The incoming item as it came, over which the account is.
  private let source: Item
  private let comparison: Comparison
  private let policy: ConflictPolicy
  private let sides: [ItemPart: PartSide]
  private let scope: ItemScope
  private var item: Item
  private var changes: [MergeChange] = []
  private var conflicts: [MergeConflict] = []

  init(
    existing: Item, incoming: Item, comparison: Comparison, policy: ConflictPolicy,
    sides: [ItemPart: PartSide], scope: ItemScope
  ) {
    self.existing = existing
    self.incoming = incoming.withoutFieldIdentifiers(of: existing)
    source = incoming
    self.comparison = comparison
    self.policy = policy
    self.sides = sides
    self.scope = scope
    item = existing
  }

  private func side(_ part: ItemPart) -> PartSide { sides[part] ?? .merge }

  mutating func run() -> MergeOutcome {
    if comparison.isByTitle || needsSecondItem || wouldExposeSecrets { return apart() }
    mergeHead()
    mergeScope()
    mergeTags()
    mergeCredentials()
    var extensions = ExtensionMerge(
      item, incoming, isProven: comparison.isProven, side: side(.extensions))
    extensions.merge()
    item = extensions.item
    changes += extensions.changes
    mergeUnknown()
    return finish()
  }

  // MARK: Two items

  private var needsSecondItem: Bool {
    policy == .keepBoth && side(.credentials("basic-auth")) == .merge
      && CredentialMerge.needsSecondItem(existing.credentials, incoming.credentials) && !isOldVersion
  }

  /// Whether the incoming item is dated before the existing one, whose history has its passwords already.
  private var isOldVersion: Bool {
    guard incoming.isDatedBefore(existing) else { return false }
    let history = ItemHistory(of: existing)
    return incoming.credentials.allSatisfy { credential in
      guard case .basicAuth = credential, let secret = credential.secretLeaf else { return true }
      return history.contains(secret) || existing.credentials.contains { $0.secretLeaf == secret }
    }
  }

  /// Whether secrets of the incoming item would be offered at sites that it does not name, in an item that nothing proves to be
  /// of the same owner: whoever knew its identifiers could have made it, with an address of his own.
  private var wouldExposeSecrets: Bool {
    guard !comparison.isProven, !comparison.isChosen else { return false }
    let history = ItemHistory(of: existing)
    // What stays as the vault has it, or gave way before, does not come in.
    let entering = incoming.credentials.filter { credential in
      side(ItemPart(credential)) != .keep && credential.secretLeaf.map { !history.contains($0) } ?? true
    }
    let gained = ItemSecrets.all(in: Item(credentials: entering)).subtracting(ItemSecrets.all(in: existing))
    guard !gained.isEmpty else { return false }
    return !Set(scope.sites(of: existing)).subtracting(scope.ownSites(of: incoming)).isEmpty
  }

  /// Leaves the existing item alone: the incoming one becomes an item of its own.
  private func apart() -> MergeOutcome {
    let record = SourceRecord(source)
    for leaf in ItemLeaf.all(in: record) { _ = leaf.view.take(to: leaf.view.place) }
    return MergeOutcome(
      item: existing, changes: [], addsNothing: false, conflicts: [MergeConflict(what: "password")],
      separate: true, record: record)
  }

  // MARK: Members of the item

  private mutating func note(_ kind: MergeChange.Kind, _ part: ItemPart) {
    changes.append(MergeChange(what: part.words, kind: kind))
  }

  private mutating func mergeHead() {
    if side(.title) != .keep, !incoming.title.isEmpty, item.title.isEmpty || side(.title) == .take {
      note(item.title.isEmpty ? .added : .replaced, .title)
      item.title = incoming.title
    }
    if let subtitle = incoming.subtitle, !subtitle.isEmpty, side(.subtitle) != .keep,
      item.subtitle ?? "" == "" || side(.subtitle) == .take
    {
      note(item.subtitle ?? "" == "" ? .added : .replaced, .subtitle)
      item.subtitle = subtitle
    }
    switch side(.favorite) {
    case .keep: break
    case .take: item.isFavorite = incoming.isFavorite
    case .merge: item.isFavorite = existing.isFavorite || incoming.isFavorite
    }
    if item.isFavorite != existing.isFavorite { note(.added, .favorite) }
    if let created = incoming.createdAt { item.createdAt = min(existing.createdAt ?? created, created) }
    if let modified = incoming.modifiedAt { item.modifiedAt = max(existing.modifiedAt ?? modified, modified) }
    if item.createdAt != existing.createdAt || item.modifiedAt != existing.modifiedAt {
      changes.append(MergeChange(what: "dates", kind: .replaced))
    }
  }

  private mutating func mergeTags() {
    item.tags = united(item.tags, incoming.tags, .tags) { _ in true }
  }

  private mutating func mergeUnknown() {
    switch side(.unknown) {
    case .keep: return
    case .take:
      var members = incoming.unknown
      members.fill(from: item.unknown)
      item.unknown = members
    case .merge: item.unknown.fill(from: incoming.unknown)
    }
    if item.unknown != existing.unknown { note(.added, .unknown) }
  }

  /// Unites two lists by bytes, the existing texts first.
  private mutating func united(
    _ ours: [Text], _ theirs: [Text], _ part: ItemPart, isAllowed: (Text) -> Bool
  ) -> [Text] {
    guard side(part) != .keep else { return ours }
    var present = Set(ours)
    let new = theirs.filter { !$0.isEmpty && !present.contains($0) }
    let allowed = new.filter { isAllowed($0) && present.insert($0).inserted }
    if !allowed.isEmpty { note(.added, part) }
    // What the source took away goes, unless something that takes its place is withheld.
    if side(part) == .take, new.allSatisfy(isAllowed) {
      let kept = Set(theirs)
      let stay = ours.filter { kept.contains($0) }
      if stay.count < ours.count { note(.replaced, part) }
      return stay + allowed
    }
    return ours + allowed
  }

  // MARK: Scope

  private mutating func mergeScope() {
    guard let theirs = incoming.scope else { return }
    var ours = item.scope ?? CredentialScope()
    let sites = comparison.isProven ? [] : Set(scope.sites(of: ours.urls))
    ours.urls = united(ours.urls, theirs.urls, .urls) { [comparison, scope] url in
      // Without proof an app's signature could not be checked against one that the item names.
      comparison.isProven || scope.site(of: url).map { $0.kind != .androidApp && sites.contains($0) } == true
    }
    // What is unknown in a scope may widen it, too.
    if side(.apps) != .keep, comparison.isProven {
      merge(theirs.androidApps, into: &ours)
      ours.unknown.fill(from: theirs.unknown)
    }
    if ours != CredentialScope() || item.scope != nil { item.scope = ours }
  }

  private mutating func merge(
    _ apps: [CredentialExchangeFormat.AndroidApp], into ours: inout CredentialScope
  ) {
    var present = Set(ours.androidApps)
    var places: [AppSignature: Int] = [:]
    for (place, app) in ours.androidApps.enumerated().reversed() { places[AppSignature(app)] = place }
    for app in apps where present.insert(app).inserted {
      if let place = places[AppSignature(app)] {
        if ours.androidApps[place].name == nil { ours.androidApps[place].name = app.name }
        ours.androidApps[place].unknown.fill(from: app.unknown)
      } else {
        places[AppSignature(app)] = ours.androidApps.count
        ours.androidApps.append(app)
        note(.added, .apps)
      }
    }
  }

  /// What makes two apps one.
  private struct AppSignature: Hashable {
    let bundleID: Text
    let certificate: AndroidAppCertificate?

    init(_ app: CredentialExchangeFormat.AndroidApp) {
      bundleID = app.bundleID
      certificate = app.certificate
    }
  }

  // MARK: Credentials

  private mutating func mergeCredentials() {
    var merge = CredentialMerge(
      existing.credentials, incomingWins: incomingWins, side: { [sides] in sides[$0] ?? .merge },
      isSettled: { [existing] in $0.secretLeaf.map { ItemHistory(of: existing).contains($0) } ?? false })
    merge.merge(incoming.credentials)
    item.credentials = merge.credentials
    changes += merge.changes
    conflicts += merge.conflicts
  }

  private var incomingWins: Bool? {
    switch policy {
    case .keepBoth: nil
    case .incoming: true
    case .existing: false
    case .newer:
      incoming.modifiedAt == existing.modifiedAt
        ? isLater(incoming.createdAt, existing.createdAt) : isLater(incoming.modifiedAt, existing.modifiedAt)
    }
  }

  /// Whether the first time is known and later than the second, or the second is not known.
  private func isLater(_ first: Timestamp?, _ second: Timestamp?) -> Bool {
    guard let first else { return false }
    return second.map { first > $0 } ?? true
  }

  // MARK: The net

  private mutating func finish() -> MergeOutcome {
    let record = SourceRecord(source)
    let theirs = ItemLeaf.all(in: record)
    let merged = seenByNet(item)
    let standing = StandingValues(ItemLeaf.all(in: SourceRecord(merged)))
    var history = ItemHistory(of: item)
    let before = seenByNet(existing)
    if merged != before {
      for leaf in ItemLeaf.all(in: SourceRecord(before)) where isKept(leaf) && !standing.has(leaf) {
        history.add(leaf.placed, at: existing.modifiedAt)
      }
    }
    for leaf in theirs {
      if standing.has(leaf) {
        _ = leaf.view.take(to: leaf.view.place)
      } else if isKept(leaf), leaf.part.map({ side($0) != .keep }) ?? false {
        keep(leaf, in: &history)
      } else {
        noteSuperseded(leaf)
      }
    }
    if !comparison.isProven {
      for secret in ItemSecrets.all(in: item).subtracting(ItemSecrets.all(in: existing)) {
        if let mark = ItemSecrets.mark(secret) { history.addUnproven(mark) }
      }
    }
    history.write(into: &item)
    let addsNothing = item == existing
    var seen: Set<MergeChange> = []
    return MergeOutcome(
      item: item, changes: addsNothing ? [] : changes.filter { seen.insert($0).inserted },
      addsNothing: addsNothing, conflicts: conflicts, separate: false, record: record)
  }

  /// What the net looks at. The history of an item only grows, so that it needs no look, however long it is, unless the
  /// incoming item has one to be found in it.
  private func seenByNet(_ item: Item) -> Item {
    let name = Text(ToolkitExtension.history.rawValue)
    guard !incoming.extensions.contains(where: { $0.name == name }) else { return item }
    var item = item
    item.extensions.removeAll { $0.name == name }
    return item
  }

  /// Whether a value that does not stand any more is worth a place in the history.
  private func isKept(_ leaf: ItemLeaf) -> Bool { leaf.part != nil && leaf.part != .favorite }

  private mutating func keep(_ leaf: ItemLeaf, in history: inout ItemHistory) {
    let isWithheld = !comparison.isProven && [.urls, .apps].contains(leaf.part)
    let isNew = !history.contains(leaf.placed)
    history.add(leaf.placed, at: incoming.modifiedAt)
    if let part = leaf.part, isNew { note(isWithheld ? .withheld : .keptInHistory, part) }
    let place = ToolkitExtension.history.place(
      leaf.placed.isPassword ? "passwords.password" : "values.value")
    leaf.view.convert(
      to: place, as: leaf.view.text, isWithheld ? .addressWithheld : .keptInHistory,
      isWithheld
        ? "\(leaf.view.label) is beyond the item's own sites and is kept in its history"
        : "\(leaf.view.label) gave way to another value and is kept in the history of the item")
  }

  private func noteSuperseded(_ leaf: ItemLeaf) {
    if leaf.part == nil {
      leaf.view.convert(
        to: leaf.view.place, as: leaf.view.text, .supersededDate,
        "\(leaf.view.label) gave way to the date of the other item")
    } else {
      leaf.view.convert(
        to: leaf.view.place, as: leaf.view.text, .unchangedInSource,
        "\(leaf.view.label) is as it was last imported; the vault's own version stays")
    }
  }
}

extension Item {
  /// The item without those identifiers of fields and groups that the other one uses: two fields would have one.
  fileprivate func withoutFieldIdentifiers(of other: Item) -> Item {
    var used: Set<Identifier> = []
    for credential in other.credentials {
      _ = credential.mappingFields { if let id = $0.id { used.insert(id) } }
      if case .customFields(let group) = credential, let id = group.id { used.insert(id) }
    }
    guard !used.isEmpty else { return self }
    var item = self
    item.credentials = credentials.map { credential in
      let mapped = credential.mappingFields { if let id = $0.id, used.contains(id) { $0.id = nil } }
      guard case .customFields(var group) = mapped else { return mapped }
      if let id = group.id, used.contains(id) { group.id = nil }
      return .customFields(group)
    }
    return item
  }
}

extension Credential {
  /// The secret as the history keeps it, for types that can contradict each other.
  fileprivate var secretLeaf: PlacedValue? {
    switch self {
    case .basicAuth(let login):
      login.password.filledText.map { PlacedValue(place: "basic-auth.password", value: $0) }
    case .totp(let code): PlacedValue(place: "totp.secret", value: code.secret)
    case .passkey(let passkey): PlacedValue(place: "passkey.key", value: Text(passkey.key.base64URL))
    default: nil
    }
  }
}
