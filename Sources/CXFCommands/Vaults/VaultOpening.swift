internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CXFKeePass
internal import CXFKeePassVaults
internal import CXFVaults
internal import CredentialExchangeFormat

/// Opens the vault of a command: first the path is looked at (66, 65), then the secret is asked for (77).
struct VaultOpening {
  static let argument = ArgumentSpec(
    "vault", help: "A vault: a file of this program (.cxfvault), or a KeePass database (.kdbx).",
    completion: .file)
  static let kdfLimit = OptionSpec.value(
    "kdf-limit", label: "MiB",
    help: "Allow a file to ask for this much memory, and any time, when the passphrase is turned into a key.")
  static let keyFile = OptionSpec.value(
    "key-file", label: "path", help: "The key file of a KeePass database.", completion: .file)
  static let keyOptions = [AgeKeys.identity, keyFile, Passphrases.none, kdfLimit]
  /// The options of a command whose only secret is the vault's.
  static let options = PassphraseRole.options(.vault) + keyOptions

  /// The largest limit that can be asked for: 1 TiB in MiB.
  private static let largestLimit = 1 << 20

  let secrets: Passphrases
  let arguments: ParsedArguments
  let role: PassphraseRole
  private let access: VaultAccess
  /// The KeePass database that ``begin(_:)`` is about, or why that was not begun.
  var begun: Result<KeePassOpening, any Error>?
  /// The most work that a file may ask for.
  var limit: KeyDerivationLimit { access.limit }

  /// - Parameter secrets: with the role.
  init(_ secrets: Passphrases, _ arguments: ParsedArguments, role: PassphraseRole = .vault) throws {
    self.secrets = secrets
    self.arguments = arguments
    self.role = role
    var limit = KeyDerivationLimit.standard
    if arguments.knows(Self.kdfLimit.name),
      let mebibytes = try arguments.integer(Self.kdfLimit.name, in: 1...Self.largestLimit)
    {
      limit = KeyDerivationLimit(
        memoryKiB: max(UInt32(clamping: mebibytes << 10), limit.memoryKiB), iterations: .max,
        parallelism: .max, rounds: .max)
    }
    access = VaultAccess(
      program: secrets.environment.program, patience: secrets.environment.patience, limit: limit)
  }

  /// Creates the opening of a command whose only secret is the vault's.
  init(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws {
    try self.init(Passphrases(arguments, environment, .vault), arguments)
  }

  /// Checks that a path leads to a vault, before any secret is asked for.
  ///
  /// - Throws: `InputFileError` (66) and `SimpleFailure` (65).
  func check(_ path: String) throws {
    guard let head = try secrets.files.head(path, count: VaultDocument.headCount) else {
      throw SimpleFailure(.noInput, "'\(path)' is no file on a disk", hint: "a vault must be one")
    }
    guard VaultDocument.isVault(head) || KDBXHeader.isKDBX(head) else {
      throw SimpleFailure(.badData, "'\(path)' is no vault", hint: "'cxf identify' tells what it is")
    }
  }

  /// Whether a path leads to a KeePass database.
  ///
  /// - Throws: `InputFileError`.
  func isKeePass(_ path: String) throws -> Bool {
    // A look that leaves no trace: the file counts as an input when it is opened.
    var files = secrets.files
    return try files.head(path, count: VaultDocument.headCount).map { KDBXHeader.isKDBX($0) } ?? false
  }

  /// Returns what may open a vault, in the order in which it is tried.
  ///
  /// - Throws: `PassphraseNeeded` and others when there is nothing.
  func keys(of path: String) throws -> [VaultKey] {
    var keys: [VaultKey] = []
    let identities =
      arguments.knows(AgeKeys.identity.name) ? try AgeKeys.identities(arguments, &secrets.files) : []
    if !identities.isEmpty { keys.append(.identities(identities)) }
    if secrets.isGiven(role) || (identities.isEmpty && !secrets.isRefused) {
      keys.append(.passphrase(try secrets.existing(role, of: "'\(path)'")))
    }
    guard !keys.isEmpty else {
      throw SimpleFailure(
        .refused, "there is nothing to open '\(path)' with",
        hint: "--identity or --\(role.file) gives what opens it")
    }
    return keys
  }

  /// Opens the vault that the argument of the command names.
  ///
  /// - Throws: as ``open(_:)``.
  func open() async throws -> OpenVault {
    guard let path = arguments.argument(Self.argument.name) else {
      throw SimpleFailure(.usage, "name a vault")
    }
    return try await open(path)
  }

  /// Opens a vault.
  ///
  /// - Throws: `InputFileError` (66), `SimpleFailure` (65), failures of the secret (77), `VaultFailure`.
  func open(_ path: String) async throws -> OpenVault {
    try check(path)
    if try isKeePass(path) { return try openKeePass(path) }
    return try await open(path) { try await VaultFile.open(path: path, key: $0, access: access) }
  }

  /// Opens a vault that was read whole, as from standard input. It cannot be changed.
  ///
  /// - Throws: as ``open(_:)``.
  func open(_ file: SourceFile) async throws -> OpenVault {
    try await open(file.name) { try await VaultFile.open(bytes: file.bytes, key: $0, access: access) }
  }

  /// Opens with what was given. Where private keys alone were, they may be meant for the input of the command, so that
  /// the passphrase is asked for when they do not fit.
  private func open(_ name: String, _ open: (VaultKey) async throws -> SQLiteVaultStore) async throws
    -> OpenVault
  {
    var keys = try keys(of: name)
    do {
      return OpenVault(path: name, kind: .cxfvault(try await firstThatOpens(keys, name, open), keys: keys))
    } catch let error as VaultFailure
      where error.error == .wrongKey && !secrets.isGiven(role) && !secrets.isRefused
      && arguments.knows(AgeKeys.identity.name) && arguments.isGiven(AgeKeys.identity.name)
    {
      do {
        keys = [.passphrase(try secrets.existing(role, of: "'\(name)'"))]
      } catch is PassphraseNeeded {
        throw error
      }
      return OpenVault(path: name, kind: .cxfvault(try await firstThatOpens(keys, name, open), keys: keys))
    }
  }

  private func firstThatOpens(
    _ keys: [VaultKey], _ name: String, _ open: (VaultKey) async throws -> SQLiteVaultStore
  ) async throws -> SQLiteVaultStore {
    for (index, key) in keys.enumerated() {
      do {
        return try await open(key)
      } catch VaultError.wrongKey where index + 1 < keys.count {
        continue
      } catch let error as VaultError {
        throw VaultFailure(error: error, path: name)
      }
    }
    throw VaultFailure(error: .wrongKey, path: name)
  }
}
