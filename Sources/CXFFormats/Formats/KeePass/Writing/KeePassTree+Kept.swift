internal import CredentialExchangeFormat

/// What was kept beside groups and the database when they were written.
enum KeePassKeptParts {
  /// The item of custom data under a key.
  private static func datum(_ key: Text, in owner: SourceView) -> SourceView? {
    owner.all("CustomData").flatMap { $0.all("Item") }.first {
      $0.peek("Key") == key && $0.peek("Value") != nil
    }
  }

  /// What was kept beside a group; nil where there is nothing that can be read.
  static func group(_ group: SourceView) -> KeePassKeptGroup? {
    datum(KeePassKeptGroup.key, in: group)?.peek("Value").flatMap { KeePassKeptGroup($0) }
  }

  /// Puts a collection together from its group and what was kept beside it.
  ///
  /// - Parameter depth: of the group, from 1.
  static func join(
    _ kept: KeePassKeptGroup, _ group: SourceView, folder: Int, depth: Int, _ draft: inout VaultDraft
  ) {
    let name = group.peek("Name") ?? ""
    let notes = group.peek("Notes") ?? ""
    group["Notes"]?.markStructure()
    if let view = group["Name"] { draft.carry(view, asPathOf: folder, isExact: true) }
    draft.join(folder) { kept.joined(name: name, notes: notes, items: $0) }
    guard let datum = datum(KeePassKeptGroup.key, in: group), let value = datum["Value"] else { return }
    datum["Key"]?.markStructure()
    var collection = kept.joined(name: name, notes: notes, items: [])
    collection.title = ""
    // Values stand at the place of their collection, and that depends on how many are around it.
    for _ in 0..<max(0, depth - 1) { collection = ItemCollection(subcollections: [collection]) }
    place(value, in: Account(collections: [collection]))
  }

  /// Puts the account together again that a database was written from.
  static func joinAccount(_ meta: SourceView, _ draft: inout VaultDraft) {
    guard let datum = datum(KeePassKeptAccount.key, in: meta), let value = datum["Value"],
      let account = value.peek.flatMap({ KeePassKeptAccount.account($0) })
    else { return }
    datum["Key"]?.markStructure()
    var owner = account
    if owner.id.isEmpty { owner.id = draft.owner.id }
    owner.extensions += draft.owner.extensions
    draft.owner = owner
    place(value, in: account)
  }

  /// Says of a text that its values stand in the account.
  private static func place(_ value: SourceView, in account: Account) {
    let model = SourceRecord(account)
    let places = model.nodes.indices.filter(model.isValue).map {
      PlacedText(model.nodes[$0].place, model.nodes[$0].text)
    }
    if places.isEmpty {
      value.markStructure()
    } else {
      value.convert(toAll: places, .keptInCustomData, "what KeePass has no place for, put back")
    }
  }
}
