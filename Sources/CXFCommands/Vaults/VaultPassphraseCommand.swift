internal import CXFCommandLine
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
    let slots = try await vault.naming { try await $0.slots() }
    guard slots.first(where: { $0.id == vault.store.openedSlot })?.kind == .passphrase else {
      throw SimpleFailure(
        .usage, "'\(vault.path)' was not opened by a passphrase, so there is none to change",
        hint: "'cxf vault slots VAULT add' gives it one")
    }
    let new = VaultKey.passphrase(try secrets.new(.output, of: "'\(vault.path)'"))
    let changed = try await environment.cancelling {
      try await vault.naming {
        try await $0.changePassphrase(to: new, keyDerivation: derivation)
        return try await $0.slots()
      }
    }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(JSONDocument.slots(changed.map { SlotText($0) }, of: vault.path))
    } else {
      environment.note("the passphrase of '\(vault.path)' is changed")
    }
    return .success
  }
}
