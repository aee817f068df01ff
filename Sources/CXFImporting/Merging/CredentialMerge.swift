internal import CredentialExchangeFormat

/// Which side of a part of an item counts.
enum PartSide {
  /// Both.
  case merge
  /// The vault's: the source did not change it since it was last imported.
  case keep
  /// The source's: the vault did not change it since then.
  case take
}

/// Merges lists of credentials.
///
/// Equal ones are found first, then those that only fill each other's gaps, then contradictions; what is left is
/// appended. Each credential of the vault takes part in one contradiction at most, which makes merging again change
/// nothing.
struct CredentialMerge {
  private(set) var credentials: [Credential]
  private(set) var changes: [MergeChange] = []
  private(set) var conflicts: [MergeConflict] = []

  private let originalCount: Int
  /// Whether the incoming one wins a contradiction; nil when both stay.
  private let incomingWins: Bool?
  private let side: (ItemPart) -> PartSide
  /// Whether an incoming credential lost against the vault's in an earlier merge.
  private let isSettled: (Credential) -> Bool
  private var index = CredentialIndex()
  /// Places of the vault's credentials that an incoming one stands for.
  private var used: Set<Int> = []
  /// The vault's credentials by their heading, last first; made when it is needed.
  private var free: [Heading: [Int]] = [:]

  init(
    _ existing: [Credential], incomingWins: Bool?, side: @escaping (ItemPart) -> PartSide,
    isSettled: @escaping (Credential) -> Bool
  ) {
    credentials = existing
    originalCount = existing.count
    self.incomingWins = incomingWins
    self.side = side
    self.isSettled = isSettled
    for (place, credential) in existing.enumerated() { index.insert(credential, at: place) }
  }

  /// Whether keeping both means two items: a login differs in its password, and none is shared.
  static func needsSecondItem(_ existing: [Credential], _ incoming: [Credential]) -> Bool {
    var index = CredentialIndex()
    for (place, credential) in existing.enumerated() {
      if case .basicAuth = credential { index.insert(credential, at: place) }
    }
    var hasConflict = false
    for credential in incoming {
      guard case .basicAuth(let login) = credential else { continue }
      let places = index.candidates(for: credential) + (index.equal(to: credential).map { [$0] } ?? [])
      let isShared = places.contains { place in
        guard case .basicAuth(let other) = existing[place] else { return false }
        return other.password.filledText != nil && other.password.filledText == login.password.filledText
          && existing[place].filled(from: credential) != nil
      }
      if isShared { return false }
      if !index.conflicts(with: credential).isEmpty { hasConflict = true }
    }
    return hasConflict
  }

  mutating func merge(_ incoming: [Credential]) {
    var rest = incoming.filter { side(ItemPart($0)) != .keep && !matchEqual($0) }
    rest = rest.filter { side(ItemPart($0)) == .take || !fill($0) }
    rest = rest.filter { !takeInPlace($0) }
    rest = rest.filter { !settle($0) }
    for credential in rest { append(credential) }
  }

  private mutating func matchEqual(_ credential: Credential) -> Bool {
    // A place may hold something else by now.
    guard let place = index.equal(to: credential),
      credentials[place].withoutIdentifiers == credential.withoutIdentifiers
    else { return false }
    used.insert(place)
    return true
  }

  /// Fills gaps of a credential that is the same, preferring one that has no gap.
  private mutating func fill(_ credential: Credential) -> Bool {
    if case .customFields(let group) = credential { return unite(group) }
    var best: (place: Int, filled: Credential)?
    for place in index.candidates(for: credential) {
      guard let filled = credentials[place].filled(from: credential) else { continue }
      if filled == credentials[place] {
        used.insert(place)
        return true
      }
      if best == nil { best = (place, filled) }
    }
    guard let best else { return false }
    used.insert(best.place)
    put(best.filled, at: best.place)
    note(.added, credential)
    return true
  }

  private mutating func put(_ credential: Credential, at place: Int) {
    credentials[place] = credential
    index.insert(credential, at: place)
  }

  private mutating func note(_ kind: MergeChange.Kind, _ credential: Credential) {
    changes.append(MergeChange(what: ItemPart(credential).words, kind: kind))
  }

  private mutating func append(_ credential: Credential) {
    // Two of the incoming ones may be the same.
    if matchEqual(credential) || fill(credential) { return }
    credentials.append(credential)
    index.insert(credential, at: credentials.count - 1)
    note(.added, credential)
  }

  // MARK: Custom fields

  /// Adds the fields that are missing to the group of the same label; false when there is no such group, or one of both
  /// has more than fields.
  private mutating func unite(_ group: CustomFields) -> Bool {
    let places = index.candidates(for: .customFields(group)).filter { place in
      guard case .customFields(let other) = credentials[place] else { return false }
      return (group.extensions.isEmpty || group.extensions == other.extensions)
        && (group.unknown.isEmpty || group.unknown == other.unknown)
    }
    guard let target = places.first, case .customFields(var united) = credentials[target] else {
      return false
    }
    var present: Set<FieldContent> = []
    for place in places {
      guard case .customFields(let other) = credentials[place] else { continue }
      present.formUnion(other.fields.map { FieldContent($0) })
      used.insert(place)
    }
    let count = united.fields.count
    united.fields += group.fields.filter { present.insert(FieldContent($0)).inserted }
    if united.fields.count > count {
      put(.customFields(united), at: target)
      note(.added, .customFields(group))
    }
    return true
  }

  /// What makes two custom fields one.
  private struct FieldContent: Hashable {
    let label: Text
    let type: FieldType
    let value: Text

    init(_ field: EditableField) {
      label = field.label ?? ""
      type = field.fieldType
      value = field.value
    }
  }

  // MARK: Contradictions

  /// Puts what the source changed in the place of what the vault still has as it was imported. Files stay: their bytes
  /// are more than a value.
  private mutating func takeInPlace(_ credential: Credential) -> Bool {
    guard side(ItemPart(credential)) == .take else { return false }
    if case .file = credential { return false }
    let named = index.conflicts(with: credential).first { isFree($0) }
    guard let place = named ?? nextFree(Heading(credential)) else { return false }
    used.insert(place)
    put(credential, at: place)
    note(.replaced, credential)
    return true
  }

  private func isFree(_ place: Int) -> Bool { place < originalCount && !used.contains(place) }

  /// The first of the vault's credentials of a heading that no incoming one stands for.
  private mutating func nextFree(_ heading: Heading) -> Int? {
    if free.isEmpty {
      for place in (0..<originalCount).reversed() {
        free[Heading(credentials[place]), default: []].append(place)
      }
    }
    while let place = free[heading]?.popLast() {
      if isFree(place) { return place }
    }
    return nil
  }

  /// What one credential must have in common with another one whose place it takes: the type, and of a group of fields
  /// its label.
  private struct Heading: Hashable {
    let part: ItemPart
    let label: Text

    init(_ credential: Credential) {
      part = ItemPart(credential)
      if case .customFields(let group) = credential { label = group.label ?? "" } else { label = "" }
    }
  }

  private mutating func settle(_ credential: Credential) -> Bool {
    guard side(ItemPart(credential)) == .merge else { return false }
    let place = index.conflicts(with: credential).first { isFree($0) }
    guard let place else { return false }
    used.insert(place)
    switch incomingWins {
    case nil:
      conflicts.append(MergeConflict(what: credential.conflictWords))
      return false
    case true?:
      conflicts.append(MergeConflict(what: credential.conflictWords))
      put(credential, at: place)
      note(.replaced, credential)
    case false?:
      if !isSettled(credential) { conflicts.append(MergeConflict(what: credential.conflictWords)) }
    }
    return true
  }
}
