// Identifiers: unique within an account, whatever they belong to (CXF 1.0 section 1.3), and what refers to them.
extension DocumentJudge {
  /// Where identifiers of accounts, and passkeys, are told apart from those of an account.
  private static let accountSpace = -1
  private static let passkeySpace = -2
  static let passkeyUserSpace = -3

  /// What refers to an item of an account that it names.
  struct OwnedReference {
    let offset: Int
    let item: [UInt8]
    let owner: IdentifierTable.Fingerprint
  }

  /// Hands the text of an identifier to `body`; nil for an empty one.
  private func withIdentifier<Result>(
    _ span: MemberSpan?, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let span else { return nil }
    if !unusualIdentifiers.isEmpty, let unusual = unusualIdentifiers[span.offset] {
      guard !unusual.isEmpty else { return nil }
      return Array(unusual.base64URL.utf8).withUnsafeBytes(body)
    }
    return body(
      UnsafeRawBufferPointer(decoder.json.bytes(in: span.offset + 1..<span.offset + span.count - 1)))
  }

  private func fingerprint(_ span: MemberSpan?, in space: Int) -> IdentifierTable.Fingerprint? {
    withIdentifier(span) { identifiers.fingerprint($0, in: space) }
  }

  /// Takes an identifier of the account at hand.
  mutating func take(_ span: MemberSpan?, as kind: IdentifierTable.Kind) {
    guard let span, let identifier = fingerprint(span, in: account) else { return }
    guard let other = identifiers.take(identifier, as: kind) else { return }
    // What refers to an account never refers to anything else, so that this confuses nobody.
    note(kind == .account || other.kind == .account ? .accountIdentifierReused : .identifierClash, span, "id")
  }

  /// Takes the identifier of an item; of two items of one identifier the second gets another.
  mutating func takeItem(_ item: ObjectSpans) {
    guard let span = item["id"], let identifier = fingerprint(span, in: account) else { return }
    let kind: IdentifierTable.Kind = isStrayItem ? .strayItem : .item
    guard let other = identifiers.take(identifier, as: kind, place: item.start) else { return }
    guard other.kind.hasPlace else { return note(.identifierClash, span, "id") }
    // The same words, one of the two in a collection.
    if isStrayItem || other.kind == .strayItem, isSameText(item.start..<item.end, at: other.place) {
      items -= 1
      credentials = credentialsBefore
      decoder.report(.repeatedItem, at: item.start, MemberName("items"), action: .repaired)
    } else {
      decoder.notes.append(
        .init(finding: IdentifierRepair.finding(item: name(of: item), isStrict: false), offset: item.start))
    }
  }

  /// Takes something that bytes tell apart in a space; returns whether it was there.
  mutating func isTaken(_ bytes: [UInt8], as kind: IdentifierTable.Kind, in space: Int) -> Bool {
    let identifier = bytes.withUnsafeBytes { identifiers.fingerprint($0, in: space) }
    return identifiers.take(identifier, as: kind) != nil
  }

  /// Takes a passkey's credential id at its relying party.
  mutating func takePasskey(_ passkey: ObjectSpans) {
    guard let domain = passkey["rpId"], let id = passkey["credentialId"], id.count > 2 else { return }
    if isTaken(Array(text(domain).utf8) + [0] + decoded(id), as: .passkey, in: Self.passkeySpace) {
      note(.duplicatePasskey, id, "credentialId")
    }
  }

  /// Remembers a reference, to be looked up when all items are known.
  mutating func refer(to item: MemberSpan?, of owner: MemberSpan?) {
    guard let item else { return }
    if let owner = fingerprint(owner, in: Self.accountSpace) {
      guard let bytes = withIdentifier(item, { Array($0) }) else { return }
      ownedReferences.append(OwnedReference(offset: item.offset, item: bytes, owner: owner))
    } else if let identifier = fingerprint(item, in: account) {
      refer(to: identifier, at: item.offset)
    }
  }

  /// Remembers a reference that is an identifier alone.
  mutating func refer(to item: Identifier, at offset: Int) {
    let identifier = Array(item.base64URL.utf8).withUnsafeBytes { identifiers.fingerprint($0, in: account) }
    refer(to: identifier, at: offset)
  }

  /// Remembers a reference to an item that is not known yet.
  private mutating func refer(to item: IdentifierTable.Fingerprint, at offset: Int) {
    if identifiers.entry(of: item)?.kind.hasPlace != true { references.append(item, at: offset) }
  }

  /// Ends an account; the next one has identifiers of its own.
  mutating func endAccount(_ id: MemberSpan?) {
    if let identifier = fingerprint(id, in: Self.accountSpace) {
      // Of two accounts of one identifier, references mean the first.
      if accountNumbers[identifier] != nil {
        if let id { note(.identifierClash, id, "id") }
      } else {
        accountNumbers[identifier] = account
      }
    }
    account += 1
  }

  /// Notes the references that point at nothing in the document.
  mutating func settleReferences() {
    references.forEach { item, offset in
      if identifiers.entry(of: item)?.kind.hasPlace != true { note(.danglingReference, at: offset, "item") }
    }
    for reference in ownedReferences {
      if let place = accountNumbers[reference.owner] {
        let item = reference.item.withUnsafeBytes { identifiers.fingerprint($0, in: place) }
        if identifiers.entry(of: item)?.kind.hasPlace == true { continue }
      }
      note(.danglingReference, at: reference.offset, "item")
    }
  }
}
