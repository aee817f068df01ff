internal import CXFCommandLine
internal import CXFFormats
internal import CXFImporting
internal import CXFVaults

/// `cxf apply`: does exactly what a plan says.
enum ApplyCommand {
  private static let plan = ArgumentSpec(
    "plan", help: "A plan that 'cxf import --plan-out' wrote.", completion: .file)
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
      options: [ImportCommand.into, source] + ImportingFiles.options + [CommonOptions.json], arguments: [plan]
    ), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    guard let path = arguments.argument(plan.name), let vaultPath = arguments.value(ImportCommand.into.name)
    else {
      throw SimpleFailure(.usage, "name a plan and a vault")
    }
    let files = try ImportingFiles(arguments, environment)
    let plan = try ImportFailure.wrapping { try ImportPlan(json: try files.reader.bytes(path).bytes) }
    let source = try await files.source(
      arguments.value(source.name) ?? plan.source.path, from: plan.source.format)
    let vault = try await files.vault(vaultPath)
    let progress = ProgressReporter(environment)
    let options = ImportOptions(policy: plan.policy, now: environment.timestamp, progress: progress.report)
    let result = try await vault.importing(environment) { try await $0.apply(plan, source, options) }
    progress.end()
    try ImportReport.print(result, arguments, environment, isDry: false, vault: vaultPath)
    return result.exitCode
  }
}
