internal import CXFCommandLine
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf vault slots`: what opens a vault, and what shall open it.
enum VaultSlotsCommand {
  private static let action = ArgumentSpec(
    "action", help: "What to do; without it the slots are listed.", isOptional: true,
    allowed: ["add", "remove"])
  private static let slot = ArgumentSpec(
    "slot", help: "For remove: the id of the slot, or its unique beginning.", isOptional: true)

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "slots", abstract: "List what opens a vault; add or remove a passphrase or a key.",
      discussion: [
        "'add' makes a slot for each --recipient, and one for a passphrase that --output-passphrase-file gives; without "
          + "both the passphrase is asked for. 'remove' never removes the last slot."
      ],
      examples: [
        CommandExample("cxf vault slots home.cxfvault", "List the slots."),
        CommandExample("cxf vault slots home.cxfvault add --recipient age1…", "Add the owner of a key."),
        CommandExample("cxf vault slots home.cxfvault remove 3f0a", "Remove a slot."),
      ],
      options: VaultOpening.options + NewSlots.optionsBesideOpening + [CommonOptions.json],
      arguments: [VaultOpening.argument, action, slot]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let action = arguments.argument(action.name)
    let word = arguments.argument(slot.name)
    guard (word != nil) == (action == "remove") else {
      throw SimpleFailure(
        .usage, word == nil ? "name the slot to remove" : "only 'remove' takes the id of a slot",
        hint: "'cxf vault slots VAULT' lists the ids")
    }
    let secrets = try Passphrases(arguments, environment, .vault, .output)
    // What is wrong on the command line is told before a secret is asked for.
    _ = try AgeKeys.recipients(arguments)
    _ = try NewSlots.derivation(arguments)
    let opening = try VaultOpening(secrets, arguments)
    if let path = arguments.argument(VaultOpening.argument.name), try opening.isKeePass(path) {
      throw OpenVault.noSlots(path)
    }
    let vault = try await opening.open()
    if action == "add" {
      let new = try NewSlots.read(arguments, secrets, for: vault.path)
      let there = try await vault.namingOwn { store, _ in try await store.slots() }.count
      guard there + new.count <= VaultHeader.maximumSlotCount else {
        throw SimpleFailure(
          .negative, "a vault has at most \(VaultHeader.maximumSlotCount) slots, and this one has \(there)",
          hint: "'cxf vault slots VAULT remove ID' makes room")
      }
      try await environment.cancelling {
        try await vault.namingOwn { store, _ in for slot in new { _ = try await store.addSlot(slot) } }
      }
    }
    if let word { try await remove(word, vault, environment) }
    let slots = try await vault.namingOwn { store, _ in try await store.slots() }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(JSONDocument.slots(slots.map { SlotText($0) }, of: vault.path))
    } else {
      for slot in slots { try environment.printLine(SlotText(slot).line) }
    }
    return .success
  }

  private static func remove(
    _ word: String, _ vault: OpenVault, _ environment: CommandEnvironment
  ) async throws {
    let slots = try await vault.namingOwn { store, _ in try await store.slots() }
    let found = try SlotText.find(word, in: slots)
    guard slots.contains(where: { $0.id != found.id && [.passphrase, .recipient].contains($0.kind) }) else {
      throw SimpleFailure(
        .negative, "it is the last slot; without it nobody could open the vault",
        hint: "add another one first")
    }
    try await environment.cancelling {
      try await vault.namingOwn { store, _ in try await store.removeSlot(found.id) }
    }
  }
}
