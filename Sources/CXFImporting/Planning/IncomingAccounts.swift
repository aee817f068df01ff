internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

/// The accounts of a source joined with those that the vault knows.
struct IncomingAccounts {
  /// Accounts that are new or changed.
  private(set) var changed: [VaultAccount] = []
  private var known: [VaultAccount]
  private let makeID: () throws -> Identifier
  private var keepsHeader = false

  /// Begins with the accounts of the vault.
  init(_ existing: [VaultAccount], makeID: @escaping () throws -> Identifier) {
    known = existing
    self.makeID = makeID
  }

  /// Joins an account.
  ///
  /// - Parameter record: The record over it; its leaves outside the collections are marked.
  mutating func add(_ account: Account, _ header: Header, _ record: SourceRecord, hasOwnIDs: Bool) throws {
    var bare = account
    bare.collections = []
    bare.items = []
    bare.extensions.removeAll { $0.name == Text(ToolkitExtension.syntheticIDs.rawValue) }
    if !header.unknown.isEmpty, !keepsHeader {
      bare.extensions.append(ToolkitExtension.header.make { $0.members(header.unknown.json ?? []) })
      keepsHeader = true
    }
    let leaves = record.root.untakenPlaces(leavingOut: "collections")
    // An account that says nothing but its identifier needs no record.
    guard !leaves.isEmpty || keepsHeader else { return }
    defer { for leaf in leaves where !leaf.view.isTaken { leaf.view.carry() } }
    let isSame = { (known: VaultAccount) in
      hasOwnIDs && known.exporterRPID == header.exporterRPID && known.account.id == bare.id
    }
    guard let index = known.firstIndex(where: isSame) else {
      // Accounts without identifiers of their own are the same where they say the same.
      if known.contains(where: { $0.account.sameValues(as: bare) && $0.exporterRPID == header.exporterRPID })
      {
        return
      }
      if !hasOwnIDs || bare.id.isEmpty || known.contains(where: { $0.id == bare.id }) {
        bare.id = try makeID()
      }
      put(
        VaultAccount(
          account: bare, exporterRPID: header.exporterRPID, exporterDisplayName: header.exporterDisplayName))
      return
    }
    var merged = known[index]
    for (name, path) in [("username", \Account.username), ("email", \Account.email)] {
      replace(path, Text(name), in: &merged.account, by: bare)
    }
    if let name = bare.fullName, name != merged.account.fullName {
      if let old = merged.account.fullName, !old.isEmpty {
        merged.account.extensions.remember(old, at: "fullName")
      }
      merged.account.fullName = name
    }
    let headerName = Text(ToolkitExtension.header.rawValue)
    if let new = bare.extensions.first(where: { $0.name == headerName }),
      let old = merged.account.extensions.first(where: { $0.name == headerName }), old != new
    {
      // Two files of one account that say different things about themselves.
      merged.account.extensions.remember(
        Text(String(decoding: header.unknown.json ?? [], as: UTF8.self)), at: headerName)
    }
    let names = Set(merged.account.extensions.map(\.name))
    merged.account.extensions += bare.extensions.filter { !names.contains($0.name) }
    for member in bare.unknown.members
    where !merged.account.unknown.members.contains(where: { $0.name == member.name }) {
      merged.account.unknown.append(member.name, member.json)
    }
    settle(leaves, merged.account)
    if merged != known[index] { put(merged) }
  }

  private func replace(
    _ path: WritableKeyPath<Account, Text>, _ name: Text, in account: inout Account, by incoming: Account
  ) {
    guard !incoming[keyPath: path].isEmpty, incoming[keyPath: path] != account[keyPath: path] else { return }
    if !account[keyPath: path].isEmpty { account.extensions.remember(account[keyPath: path], at: name) }
    account[keyPath: path] = incoming[keyPath: path]
  }

  /// Marks each value by whether it stands in the account that the vault now has.
  private func settle(_ leaves: [(view: SourceView, place: String)], _ account: Account) {
    var standing = SourceRecord(account).root.untakenPlaces(leavingOut: "collections")
    for leaf in leaves {
      if let found = standing.firstIndex(where: { $0.place == leaf.place && $0.view.text == leaf.view.text })
      {
        standing.remove(at: found)
        leaf.view.carry()
      } else {
        leaf.view.lose(.noPlaceInTarget, "the vault has another \(leaf.view.label) of the same account")
      }
    }
  }

  private mutating func put(_ account: VaultAccount) {
    known.removeAll { $0.id == account.id }
    known.append(account)
    changed.removeAll { $0.id == account.id }
    changed.append(account)
  }

  /// What becomes of a value of the header: it moves into the first account.
  func headerFate(_ entry: LedgerEntry) -> Fate {
    entry.fate == .lost ? .lost : keepsHeader ? max(entry.fate, .converted) : .lost
  }
}

extension Account {
  /// Whether both say the same about their owner.
  fileprivate func sameValues(as other: Account) -> Bool {
    var mine = self
    mine.id = other.id
    return mine == other
  }
}
