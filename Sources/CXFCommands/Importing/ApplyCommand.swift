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
        "The plan may be edited before. 'action' says what becomes of an item: create, merge, identical or skip; an item "
          + "whose action is taken out is skipped. 'into' is the id of the item of the vault that it is merged into, "
          + "'intoIndex' in its stead the index of an earlier item of the source. 'policy' says who wins where a merge finds "
          + "differing secrets. All else only explains.",
        "A plan is refused when the source or the vault has changed since it was made. The values of items that are "
          + "skipped count as lost, and the exit status is then 1.",
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
    guard FormatTable.format(plan.source.format) != nil else {
      throw ImportFailure(error: .invalidPlan("plan.source.format: there is no such format"))
    }
    let sourcePath = arguments.value(source.name) ?? plan.source.path
    do {
      try files.check(input: sourcePath, into: vaultPath)
    } catch InputFileError.missing where !arguments.isGiven(source.name) {
      throw SimpleFailure(
        .noInput, "the source of the plan is not there: \(sourcePath)",
        hint: "--source says where it is now; --source - reads it from standard input")
    }
    let (source, key) = try await files.source(
      sourcePath, from: plan.source.format, mustBe: plan.source.sha256)
    let vault = try await files.vault(vaultPath)
    let progress = ProgressReporter(environment)
    let options = ImportOptions(policy: plan.policy, now: environment.timestamp, progress: progress.report)
    let result = try await vault.importing(environment) { try await $0.apply(plan, source, options) }
    progress.end()
    if !result.hasLoss { try key?.markUsed(environment) }
    try ImportReport(result, vault: vaultPath).print(arguments, environment)
    return result.exitCode
  }
}
