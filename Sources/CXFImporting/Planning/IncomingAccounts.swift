internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

/// The accounts of a source joined with those that the vault knows.
struct IncomingAccounts {
  /// What an account is called in its source.
  private struct Name: Hashable {
    var provider: Text
    var id: Identifier
  }

  private var known: [VaultAccount] = []
  private var isChanged: Set<Int> = []
  private var byName: [Name: Int] = [:]
  /// Accounts without their identifiers.
  private var contents: Set<VaultAccount> = []
  private var ids: Set<Identifier> = []
  private let makeID: () throws -> Identifier
  private var keepsHeader = false

  /// Accounts that are new or changed.
  var changed: [VaultAccount] { isChanged.sorted().map { known[$0] } }

  /// Begins with the accounts of the vault.
  init(_ existing: [VaultAccount], makeID: @escaping () throws -> Identifier) {
    self.makeID = makeID
    for account in existing { add(account) }
  }

  /// Joins an account.
  ///
  /// - Parameter record: The record over it; its leaves outside the collections are marked.
  mutating func add(_ account: Account, _ header: Header, _ record: SourceRecord, hasOwnIDs: Bool) throws {
    var bare = account
    bare.collections = []
    bare.items = []
    bare.extensions.removeAll { $0.name == Text(ToolkitExtension.syntheticIDs.rawValue) }
    let takesHeader = !header.unknown.isEmpty && !keepsHeader
    if takesHeader {
      bare.extensions.append(ToolkitExtension.header.make { $0.members(header.unknown.json ?? []) })
      keepsHeader = true
    }
    let leaves = record.root.untakenPlaces(leavingOut: "collections")
    // An account that says nothing but its identifier needs no record.
    guard !leaves.isEmpty || takesHeader else { return }
    defer { for leaf in leaves where !leaf.view.isTaken { leaf.view.carry() } }
    guard let index = hasOwnIDs ? byName[Name(provider: header.exporterRPID, id: bare.id)] : nil else {
      var new = VaultAccount(
        account: bare, exporterRPID: header.exporterRPID, exporterDisplayName: header.exporterDisplayName)
      // Accounts without identifiers of their own are the same where they say the same.
      guard !contents.contains(new.withoutID) else { return }
      if !hasOwnIDs || bare.id.isEmpty || bare.id.bytes.count > Identifier.maximumCount
        || ids.contains(bare.id)
      {
        new.account.id = try makeID()
      }
      isChanged.insert(known.count)
      add(new)
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
    guard merged != known[index] else { return }
    contents.remove(known[index].withoutID)
    known[index] = merged
    contents.insert(merged.withoutID)
    isChanged.insert(index)
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

  private mutating func add(_ account: VaultAccount) {
    byName[Name(provider: account.exporterRPID, id: account.id)] = known.count
    contents.insert(account.withoutID)
    ids.insert(account.id)
    known.append(account)
  }

  /// What becomes of a value of the header: it moves into the first account.
  func headerFate(_ entry: LedgerEntry) -> Fate {
    entry.fate == .lost ? .lost : keepsHeader ? max(entry.fate, .converted) : .lost
  }
}

extension VaultAccount {
  /// What it says about its owner and provider; the names of providers for people may change.
  fileprivate var withoutID: VaultAccount {
    var account = self
    account.account.id = Identifier()
    account.exporterDisplayName = ""
    return account
  }
}
