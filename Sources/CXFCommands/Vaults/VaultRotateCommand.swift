internal import CXFCommandLine
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf vault rotate`: another key under everything.
enum VaultRotateCommand {
  private static let dropSlots = OptionSpec.flag(
    "drop-slots", help: "Allow slots to be dropped whose secret is not given.")

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "rotate", abstract: "Seal everything in a vault anew, under a new key.",
      discussion: [
        "Public keys stay, and so does the passphrase that opened the vault. Another passphrase cannot be kept without being "
          + "given; its slot is dropped, after a question or with --drop-slots."
      ],
      examples: [
        CommandExample("cxf vault rotate home.cxfvault", "After somebody else knew the passphrase.")
      ],
      options: VaultOpening.options + [dropSlots, CommonOptions.json], arguments: [VaultOpening.argument]),
    run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let opening = try VaultOpening(arguments, environment)
    try opening.refuseKeePass(
      "is sealed under new keys with each change",
      hint: "'cxf vault passphrase' gives it another passphrase, after somebody else knew it")
    let vault = try await opening.open()
    let (before, opened, keys) = try await vault.namingOwn { store, keys in
      (try await store.slots(), store.openedSlot, keys)
    }
    // What neither a public key nor the secret that opened the vault can seal anew.
    let unsure = before.filter { $0.kind != .recipient && $0.id != opened }
    var isDone = false
    if unsure.isEmpty || keys.count > 1 {
      isDone = try await rotate(vault, dropping: [], environment)
    }
    if !isDone {
      if !arguments.flag(dropSlots.name) { try ask(unsure, environment) }
      _ = try await rotate(vault, dropping: Set(unsure.map(\.id)), environment)
    }
    let after = try await vault.namingOwn { store, _ in try await store.slots() }
    let dropped = before.filter { slot in !after.contains { $0.id == slot.id } }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.slots(after.map { SlotText($0) }, of: vault.path) { writer in
          writer.array("dropped", dropped) { SlotText($1).write(to: &$0) }
        })
    } else {
      environment.note("'\(vault.path)' is sealed anew; \(after.count) slots, \(dropped.count) dropped")
    }
    return .success
  }

  /// Returns whether it was done; not where a slot would go that may not.
  private static func rotate(
    _ vault: OpenVault, dropping ids: Set<[UInt8]>, _ environment: CommandEnvironment
  ) async throws -> Bool {
    do {
      try await environment.cancelling {
        try await vault.namingOwn { store, keys in try await store.rotate(keys: keys, dropping: ids) }
      }
      return true
    } catch let failure as VaultFailure {
      guard case .invalidChange = failure.error, ids.isEmpty else { throw failure }
      return false
    }
  }

  private static func ask(_ slots: [VaultSlotSummary], _ environment: CommandEnvironment) throws {
    for slot in slots { environment.warn("would be dropped: \(SlotText(slot).line)") }
    do throws(PromptError) {
      let answer = try environment.askChoice(
        "Drop \(slots.count) of the slots (yes/no)?", among: ["yes", "no"])
      if answer == 0 { return }
    } catch .noTerminal, .notAllowed {
      throw SimpleFailure(
        .negative,
        "\(slots.count) of the slots would be dropped, and nobody can be asked; nothing was changed",
        hint: "--drop-slots allows it")
    }
    throw SimpleFailure(.negative, "nothing was changed")
  }
}
