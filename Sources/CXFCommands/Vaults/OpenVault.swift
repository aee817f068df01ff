internal import CXFCommandLine
internal import CXFKeePassVaults
internal import CXFVaults

/// A vault that was opened.
struct OpenVault: Sendable {
  /// What kind of file it is.
  enum Kind: Sendable {
    /// One of this program's own.
    case cxfvault(SQLiteVaultStore, keys: [VaultKey])
    /// A KeePass database.
    case keePass(KDBXVaultStore)
  }

  /// The vault as the user named it.
  let path: String
  /// What kind of file it is.
  let kind: Kind
  /// What is in it.
  let store: AnyVaultStore

  init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
    store =
      switch kind {
      case .cxfvault(let store, _): AnyVaultStore(store)
      case .keePass(let store): AnyVaultStore(store)
      }
  }

  /// Does something with the vault, and names it where that fails.
  ///
  /// - Throws: `VaultFailure`, and what `body` throws.
  func naming<Result>(_ body: (AnyVaultStore) async throws -> Result) async throws -> Result {
    do {
      return try await body(store)
    } catch let error as VaultError {
      throw failure(error)
    }
  }

  /// Does something that only vaults of this program's own have, and names the vault where that fails.
  ///
  /// - Throws: `VaultFailure`, `SimpleFailure` for another kind of vault, and what `body` throws.
  func namingOwn<Result>(
    _ body: (SQLiteVaultStore, _ keys: [VaultKey]) async throws -> Result
  ) async throws -> Result {
    guard case .cxfvault(let store, let keys) = kind else { throw Self.noSlots(path) }
    do {
      return try await body(store, keys)
    } catch let error as VaultError {
      throw failure(error)
    }
  }

  /// What is said where slots are asked for that a KeePass database does not have.
  static func noSlots(_ path: String) -> SimpleFailure {
    SimpleFailure(
      .usage, "'\(path)' is a KeePass database, which has no slots: one passphrase or key file opens it",
      hint: "'cxf vault passphrase \(path)' changes the passphrase")
  }

  /// An error of the store, in words.
  func failure(_ error: VaultError) -> VaultFailure {
    var failure = VaultFailure(error: error, path: path)
    if case .keePass = kind { failure.isKeePass = true }
    return failure
  }

  /// Looks at the vault in one state.
  ///
  /// - Throws: `VaultFailure`, and what `body` throws.
  func read<Result: Sendable>(
    _ body: @Sendable (AnyVaultSnapshot) async throws -> Result
  ) async throws -> Result {
    try await naming { try await $0.read(body) }
  }

  /// Does something that may change the vault, and says what that did to a KeePass database beside what was asked for.
  ///
  /// - Throws: what `body` throws.
  func changing<Result: Sendable>(
    _ environment: CommandEnvironment, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard case .keePass(let store) = kind else { return try await environment.cancelling(body) }
    let before = store.remarks
    let result = try await environment.cancelling(body)
    let after = store.remarks
    if after.contains(.keepsNoHistory) {
      environment.note(
        "'\(path)' keeps no earlier versions of entries, by its own settings: what gives way in an import or a merge is "
          + "known to this program alone")
    }
    for remark in before where !after.contains(remark) {
      guard case .older(let major, let minor) = remark else { continue }
      environment.note(
        "'\(path)' was a database of KDBX \(major).\(minor) and is one of KDBX 4 now, which programs of before 2016 "
          + "do not open; '\(path).old' is what it was")
    }
    return result
  }
}
