internal import CXFCommandLine
internal import CXFImporting
internal import CXFVaults

/// `cxf apply`: does exactly what a plan says.
enum ApplyCommand {
  private static let plan = ArgumentSpec("plan", help: "A plan that 'cxf import --plan-out' wrote.", completion: .file)
  private static let source = OptionSpec.value(
    "source", label: "path", help: "The file that the plan was made from, where it is not where it was.",
    completion: .file)

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "apply", abstract: "Do exactly what a plan says.",
      discussion: [
        "The plan may be edited before: change the action of an item (create, merge, identical, skip), the item that it is "
          + "merged into, or its policy; or take an action out, and its item is left out. A plan is refused when the "
          + "source or the vault has changed since it was made."
      ],
      examples: [
        CommandExample(
          "cxf import new.csv --into home.cxfvault --plan-out plan.json", "Write the plan."),
        CommandExample("cxf apply plan.json --into home.cxfvault", "Do what it says."),
      ],
      options: [ImportCommand.into, source] + VaultOpening.secretOptions + PassphraseRole.source.options
        + [CommonOptions.json], arguments: [plan]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws -> ExitCode {
    guard let path = arguments.argument(plan.name), let vaultPath = arguments.value(ImportCommand.into.name) else {
      throw SimpleFailure(.usage, "name a plan and a vault")
    }
    var opening = try VaultOpening(arguments, environment, path: vaultPath, source: true)
    var reader = InputReader(environment)
    let plan = try ImportFailure.wrapping { try ImportPlan(json: try reader.bytes(path).bytes) }
    let source = try await ImportingSource.read(
      arguments.value(source.name) ?? plan.source.path, arguments, environment, &opening, format: plan.source.format)
    let vault = try await opening.open()
    let importer = VaultImporter(vault.store)
    let progress = ProgressReporter(environment)
    let options = ImportOptions(policy: plan.policy, now: environment.timestamp, progress: progress.report)
    let file = source.source
    let result = try await ImportFailure.wrapping {
      try await Interruption.cancelling { try await importer.apply(plan, file, options) }
    }
    progress.end()
    try ImportReport.print(result, arguments, environment, isDry: false, vault: vaultPath)
    return result.exitCode
  }
}
