// Identifiers: unique within an account, whatever they belong to (CXF 1.0 section 1.3), and what refers to them.
extension DocumentJudge {
  /// The space of the table that holds the numbers of the accounts by their identifiers.
  private static let accountSpace = -1

  /// What refers to an item.
  struct Reference {
    let offset: Int
    let item: IdentifierTable.Key
    let owner: IdentifierTable.Key?
    let account: Int
  }

  private mutating func key(_ span: MemberSpan?) -> IdentifierTable.Key? {
    guard let span else { return nil }
    if let unusual = unusualIdentifiers[span.offset] {
      guard !unusual.isEmpty else { return nil }
      return identifiers.key(for: Array(unusual.base64URL.utf8))
    }
    return IdentifierTable.Key(start: span.offset + 1, count: span.count - 2)
  }

  /// Takes an identifier of the account at hand.
  mutating func take(_ span: MemberSpan?, as kind: IdentifierTable.Kind) {
    guard let span, let key = key(span) else { return }
    guard let other = identifiers.take(key, as: kind, in: account) else { return }
    // What refers to an account never refers to anything else, so that this confuses nobody.
    note(kind == .account || other == .account ? .accountIdentifierReused : .identifierClash, span, "id")
  }

  /// Takes the identifier of an item; of two items of one identifier the second gets another.
  mutating func takeItem(_ item: ObjectSpans) {
    itemPlaces.append((item.start..<item.end, isStrayItem))
    guard let span = item["id"], let key = key(span) else { return }
    let place = itemPlaces.count - 1
    switch identifiers.take(key, as: .item, in: account, value: place) {
    case nil: break
    case .item? where isRepeated(key):
      items -= 1
      credentials = credentialsBefore
      decoder.report(.repeatedItem, at: item.start, MemberName("items"), action: .repaired)
    case .item?:
      decoder.notes.append(
        .init(finding: IdentifierRepair.finding(item: name(of: item), isStrict: false), offset: item.start))
    default: note(.identifierClash, span, "id")
    }
  }

  /// Returns whether the item at hand stands in the account already in the same words, one of the two in a collection.
  private func isRepeated(_ key: IdentifierTable.Key) -> Bool {
    guard let this = itemPlaces.last,
      let other = identifiers.entry(of: key, in: account).map({ itemPlaces[$0.value] }),
      this.isStray || other.isStray
    else { return false }
    return decoder.isSameText(this.range, other.range)
  }

  /// Takes a passkey's credential id at its relying party.
  mutating func takePasskey(_ passkey: ObjectSpans) {
    guard let domain = passkey["rpId"], let id = passkey["credentialId"], id.count > 2 else { return }
    let bytes = Array(text(domain).utf8) + [0] + decoded(id)
    if identifiers.take(identifiers.key(for: bytes), as: .passkey, in: Self.passkeySpace) != nil {
      note(.duplicatePasskey, id, "credentialId")
    }
  }

  private static let passkeySpace = -2

  /// Remembers a reference, to be looked up when all items are known.
  mutating func refer(to item: MemberSpan?, of owner: MemberSpan?) {
    guard let item, let key = key(item) else { return }
    references.append(
      Reference(offset: item.offset, item: key, owner: self.key(owner), account: account))
  }

  /// Ends an account; the next one has identifiers of its own.
  mutating func endAccount(_ id: MemberSpan?) {
    if let key = key(id) {
      // Of two accounts of one identifier, references mean the first.
      let isTaken = identifiers.take(key, as: .account, in: Self.accountSpace, value: account) != nil
      if isTaken, let id { note(.identifierClash, id, "id") }
    }
    account += 1
  }

  /// Notes the references that point at nothing in the document.
  mutating func settleReferences() {
    for reference in references {
      var place: Int? = reference.account
      if let owner = reference.owner { place = identifiers.entry(of: owner, in: Self.accountSpace)?.value }
      if let place, identifiers.entry(of: reference.item, in: place)?.kind == .item { continue }
      note(.danglingReference, at: reference.offset, "item")
    }
  }
}
