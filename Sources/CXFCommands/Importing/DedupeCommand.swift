internal import CXFCommandLine
internal import CXFImporting
internal import CXFVaults

/// `cxf dedupe`: merges the duplicates within one vault.
enum DedupeCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "dedupe", abstract: "Merge the duplicates within a vault, by the rules of importing.",
      discussion: [
        "Each item is compared with the older ones, and what is a duplicate becomes part of the oldest. Nothing is merged "
          + "for a title alone, and differing passwords stay beside each other. 'cxf undo' takes it back.",
        "With --json, 'id' of an action is the item that was merged, and 'into' the one that it is part of now.",
      ],
      examples: [
        CommandExample("cxf dedupe home.cxfvault --dry-run", "See what would be merged."),
        CommandExample("cxf dedupe home.cxfvault", "Do it."),
      ],
      options: [ImportCommand.policy, .flag("dry-run", help: "Say what would be done; change nothing.")]
        + VaultOpening.options + [CommonOptions.json], arguments: [VaultOpening.argument]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let vault = try await VaultOpening(arguments, environment).open()
    let progress = ProgressReporter(environment)
    let options = ImportOptions(
      policy: arguments.value(ImportCommand.policy.name).flatMap(ConflictPolicy.init) ?? .keepBoth,
      now: environment.timestamp, progress: progress.report)
    let isDry = arguments.flag("dry-run")
    let result = try await vault.importing(environment) { try await $0.dedupe(options, dryRun: isDry) }
    progress.end()
    try ImportReport(result, vault: vault.path).print(arguments, environment)
    return result.exitCode
  }
}
