internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CXFKeePass
internal import CXFKeePassVaults
internal import CXFVaults
internal import CredentialExchangeFormat

/// What opens KeePass databases that are vaults: a passphrase, a key file, or both.
struct KeePassKeys {
  private let secrets: Passphrases
  private let arguments: ParsedArguments

  init(_ secrets: Passphrases, _ arguments: ParsedArguments) {
    self.secrets = secrets
    self.arguments = arguments
  }

  /// Whether the name of a file says that it is, or shall be, a KeePass database.
  static func isNamed(_ path: String) -> Bool {
    path.utf8.suffix(5).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }.elementsEqual(".kdbx".utf8)
  }

  /// Returns what may open a database, in the order in which it is tried.
  ///
  /// - Throws: what asking for the passphrase throws; `SimpleFailure` (77) where there is nothing.
  func existing(_ role: PassphraseRole, of path: String) throws -> [KDBXKey] {
    var parts = try keyFile()
    if !secrets.isRefused {
      parts.append(try .passphrase(try secrets.existing(role, of: "'\(path)'")))
    }
    guard !parts.isEmpty else {
      throw SimpleFailure(
        .refused, "there is nothing to open '\(path)' with",
        hint: "--key-file or --\(role.file) gives what opens it")
    }
    return try KDBXKey.candidates(parts)
  }

  /// Returns a key with a new passphrase.
  ///
  /// - Throws: what asking for the passphrase throws; `SimpleFailure` (64) where nothing would open the database.
  func new(_ role: PassphraseRole, of path: String) throws -> KDBXKey {
    var parts = try keyFile()
    if secrets.isRefused, !secrets.isGiven(role), parts.isEmpty {
      throw SimpleFailure(
        .usage, "nothing would open the vault", hint: "give it a passphrase, or a key file with --key-file")
    }
    let isOnlyKeyFile = !parts.isEmpty && secrets.isRefused && !secrets.isGiven(role)
    if !isOnlyKeyFile { parts.append(try .passphrase(try secrets.new(role, of: "'\(path)'"))) }
    return try KDBXKey(parts)
  }

  private func keyFile() throws -> [KDBXKeyPart] {
    guard arguments.knows(VaultOpening.keyFile.name), let path = arguments.value(VaultOpening.keyFile.name)
    else { return [] }
    let file = try secrets.keyFile(path)
    do throws(KDBXKeyFileError) {
      return [try .keyFile(file.bytes.withUnsafeBytes { Array($0) })]
    } catch {
      throw SimpleFailure(
        .refused, "the key file '\(path)' gives no key: \(error.words)",
        hint: "take another copy of it; nothing else opens the database")
    }
  }

  // MARK: New databases

  /// How the key of a new database is made.
  ///
  /// - Throws: failures of usage.
  static func derivation(_ arguments: ParsedArguments) throws -> KDBXKeyDerivation.Method {
    let memory = UInt64(try NewSlots.derivation(arguments).memoryKiB) << 10
    return .argon2(.init(variant: .id, memory: memory, iterations: passes, parallelism: lanes))
  }

  /// Less than a second, with 64 MiB.
  private static let passes: UInt64 = 10
  private static let lanes: UInt32 = 2

  /// Creates a database.
  func create(_ path: String, _ environment: CommandEnvironment) throws -> ExitCode {
    guard !arguments.isGiven(AgeKeys.recipient.name) else {
      throw SimpleFailure(
        .usage, "a KeePass database cannot be opened by a key of age", hint: "a .cxfvault can")
    }
    let method = try Self.derivation(arguments)
    let key = try new(.output, of: path)
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0.dropLast(5)) } ?? nil
    do throws(VaultError) {
      try KDBXVaultFile.create(
        path: path, name: Text(name ?? ""), key: key, derivation: method, limits: .standard,
        now: environment.timestamp.secondsSince1970)
    } catch {
      throw VaultFailure(error: error, path: path)
    }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.slots(Self.slots(KDBXKeyDerivation(method, salt: []), arguments), of: path))
    } else {
      environment.note("created '\(path)'")
    }
    return .success
  }

  /// What opens a database, told as slots are.
  static func slots(_ derivation: KDBXKeyDerivation?, _ arguments: ParsedArguments) -> [SlotText] {
    var known: KeyDerivation?
    if case .argon2(let argon2) = derivation?.method {
      known = KeyDerivation(
        memoryKiB: UInt32(clamping: argon2.memory >> 10), iterations: UInt32(clamping: argon2.iterations),
        parallelism: argon2.parallelism)
    }
    var slots: [SlotText] = []
    if !(arguments.knows(Passphrases.none.name) && arguments.flag(Passphrases.none.name)) {
      slots.append(SlotText(kind: "passphrase", derivation: known))
    }
    if arguments.isGiven(VaultOpening.keyFile.name) {
      slots.append(SlotText(kind: "key-file", derivation: known))
    }
    return slots
  }
}

extension VaultOpening {
  /// Opens a KeePass database.
  ///
  /// - Throws: failures of the secret (77), `VaultFailure`.
  func openKeePass(_ path: String) throws -> OpenVault {
    let opening = try begun?.get() ?? beginKeePass(path)
    let environment = secrets.environment
    do throws(VaultError) {
      let store = try opening.value.get()
      if store.remarks.contains(.damagedNotes) {
        environment.warn(
          "'\(path)': what is known of earlier imports cannot be read; the entries are all there, but those imports "
            + "cannot be undone")
      }
      return OpenVault(path: path, kind: .keePass(store))
    } catch {
      var failure = VaultFailure(error: error, path: path)
      failure.isKeePass = true
      throw failure
    }
  }

  /// Begins to open a KeePass database, and to make its key, on a thread of its own.
  ///
  /// - Throws: failures of the secret.
  private func beginKeePass(_ path: String) throws -> KeePassOpening {
    let keys = try KeePassKeys(secrets, arguments).existing(role, of: path)
    let environment = secrets.environment
    let now = environment.timestamp.secondsSince1970
    let access = KDBXVaultAccess(
      program: environment.program, patience: environment.patience, limits: KDBXLimits(derivation: limit),
      now: { now })
    return ConcurrentWork {
      Result { () throws(VaultError) in try KDBXVaultStore.open(path: path, keys: keys, access: access) }
    }
  }

  /// Begins to open a KeePass database where nobody need be asked for its passphrase, so that something else can be read
  /// meanwhile. ``open(_:)`` ends it, and says what was wrong.
  mutating func begin(_ path: String) {
    guard begun == nil, secrets.isGiven(role), looksLikeKeePass(path) else { return }
    begun = Result { try beginKeePass(path) }
  }

  /// A database that is being opened.
  typealias KeePassOpening = ConcurrentWork<Result<KDBXVaultStore, VaultError>>

  /// Whether a path leads to a KeePass database, as far as can be seen.
  func looksLikeKeePass(_ path: String) -> Bool { (try? isKeePass(path)) ?? false }

  /// Refuses a KeePass database for a command that does nothing to one.
  ///
  /// - Parameter words: what it is like instead.
  /// - Throws: `SimpleFailure` (64).
  func refuseKeePass(_ words: String, hint: String?) throws {
    guard let path = arguments.argument(Self.argument.name), looksLikeKeePass(path) else { return }
    throw SimpleFailure(.usage, "'\(path)' is a KeePass database, which \(words)", hint: hint)
  }
}
