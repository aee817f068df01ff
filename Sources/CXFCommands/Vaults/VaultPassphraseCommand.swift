internal import CXFCommandLine
internal import CXFKeePassVaults
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf vault passphrase`: another passphrase.
enum VaultPassphraseCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "passphrase", abstract: "Change the passphrase of a vault.",
      discussion: [
        "The key under which the records are sealed stays: whoever knows the old passphrase and has an old copy of the "
          + "file can still read it and what is added. 'cxf vault rotate' ends that."
      ],
      examples: [CommandExample("cxf vault passphrase home.cxfvault", "Asks for the old and the new one.")],
      options: VaultOpening.options + PassphraseRole.output.options + [NewSlots.memory, CommonOptions.json],
      arguments: [VaultOpening.argument]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let secrets = try Passphrases(arguments, environment, .vault, .output)
    let derivation = try NewSlots.derivation(arguments)
    let vault = try await VaultOpening(secrets, arguments).open()
    if case .keePass(let store) = vault.kind {
      return try await change(store, vault, secrets, arguments, environment)
    }
    let (slots, opened) = try await vault.namingOwn { store, _ in (try await store.slots(), store.openedSlot)
    }
    guard slots.first(where: { $0.id == opened })?.kind == .passphrase else {
      throw SimpleFailure(
        .usage, "'\(vault.path)' was not opened by a passphrase, so there is none to change",
        hint: "'cxf vault slots VAULT add' gives it one")
    }
    let new = VaultKey.passphrase(try secrets.new(.output, of: "'\(vault.path)'"))
    let changed = try await environment.cancelling {
      try await vault.namingOwn { store, _ in
        try await store.changePassphrase(to: new, keyDerivation: derivation)
        return try await store.slots()
      }
    }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(JSONDocument.slots(changed.map { SlotText($0) }, of: vault.path))
    } else {
      environment.note("the passphrase of '\(vault.path)' is changed")
    }
    return .success
  }

  /// Seals a KeePass database under another passphrase; a key file stays.
  private static func change(
    _ store: KDBXVaultStore, _ vault: OpenVault, _ secrets: Passphrases, _ arguments: ParsedArguments,
    _ environment: CommandEnvironment
  ) async throws -> ExitCode {
    let key = try KeePassKeys(secrets, arguments).new(.output, of: vault.path)
    let derivation =
      arguments.isGiven(NewSlots.memory.name) ? try KeePassKeys.derivation(arguments) : nil
    try await vault.changing(environment) {
      try await vault.naming { _ in try await store.changeKey(to: key, derivation: derivation) }
    }
    environment.warn(
      "'\(vault.path).old' is the file of before, which the old passphrase opens: delete it once the new one works"
    )
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.slots(KeePassKeys.slots(store.derivation, arguments), of: vault.path))
    } else {
      environment.note("the passphrase of '\(vault.path)' is changed")
    }
    return .success
  }
}
