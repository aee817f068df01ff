internal import CXFCommandLine
internal import CXFFormats
internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf import`: a file into a vault, in one change that can be taken back.
enum ImportCommand {
  static let into = OptionSpec.value(
    "into", label: "vault", help: "The vault.", isRequired: true, completion: .file)
  static let policy = OptionSpec.value(
    "on-conflict", label: "policy",
    help:
      "What to do about differing secrets of one account: keep both items, or let one win and keep the other in "
      + "its history.",
    allowed: ConflictPolicy.allCases.map(\.rawValue), defaultValue: ConflictPolicy.keepBoth.rawValue)
  private static let planOut = OptionSpec.value(
    "plan-out", label: "path",
    help: "Import nothing; write what would be done to this file, for 'cxf apply'.",
    completion: .file)

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "import",
      abstract: "Import a file into a vault; duplicates are found, nothing is overwritten silently.",
      discussion: [
        "Every item of the file is created, merged into the one that it is a duplicate of, or found to be there already. "
          + "A password that differs never replaces another one silently: both are kept unless --on-conflict says "
          + "otherwise, and what gives way stays in the history of its item.",
        "The whole import is one change of the vault. 'cxf undo' takes it back exactly.",
      ],
      examples: [
        CommandExample("cxf import passwords.csv --into home.cxfvault --dry-run", "See what would be done."),
        CommandExample("cxf import passwords.csv --into home.cxfvault", "Do it."),
        CommandExample(
          "cxf import export.json --into home.cxfvault --interactive", "Be asked about each conflict."),
      ],
      options: [
        into, InputReader.from, InputReader.map, policy,
        .flag("dry-run", help: "Say what would be done; change nothing."), planOut, Destination.force,
        .flag("interactive", help: "Ask about each conflict, on the terminal."),
      ] + ImportingFiles.options + [CommonOptions.json],
      arguments: [InputReader.input]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    guard let path = arguments.argument("input"), let vaultPath = arguments.value(into.name) else {
      throw SimpleFailure(.usage, "name a file and a vault")
    }
    let isInteractive = arguments.flag("interactive")
    if isInteractive, environment.noInput {
      throw SimpleFailure(
        .usage, "--interactive asks, and --no-input forbids it", hint: "choose with --on-conflict instead")
    }
    var files = try ImportingFiles(arguments, environment)
    try files.check(input: path, into: vaultPath)
    files.begin(vaultPath, input: path)
    let (source, key) = try await files.source(path, from: arguments.value(InputReader.from.name))
    if let plan = arguments.value(planOut.name) {
      try OutputFile.check(plan, replacing: arguments.flag(Destination.force.name), inputs: files.identities)
    }
    let vault = try await files.vault(vaultPath)
    let policy = arguments.value(policy.name).flatMap(ConflictPolicy.init) ?? .keepBoth
    let progress = ProgressReporter(environment)
    let options = ImportOptions(policy: policy, now: environment.timestamp, progress: progress.report)
    let resolver = isInteractive ? InteractiveResolver(environment, progress).resolver : nil
    let isDry = arguments.flag("dry-run") || arguments.isGiven(planOut.name)
    let (plan, result) = try await vault.importing(environment) { importer -> (ImportPlan?, ImportResult) in
      guard isDry || resolver != nil else { return (nil, try await importer.import(source, options)) }
      let (plan, result) = try await importer.plan(source, options, asking: resolver)
      if isDry { return (plan, result) }
      do {
        return (nil, try await importer.apply(plan, source, options))
      } catch ImportError.changedVault {
        throw SimpleFailure(
          .negative, "another program changed the vault while questions were open; nothing was imported",
          hint: "run the same command again")
      }
    }
    progress.end()
    // What could not be taken can be had once more, so the keys are kept for it.
    if !isDry, !result.hasLoss { try key?.markUsed(environment) }
    if let path = arguments.value(planOut.name), let plan {
      try OutputFile.write(
        plan.json, to: path, replacing: arguments.flag(Destination.force.name), inputs: files.identities)
    }
    try ImportReport(result, vault: vaultPath, plan: arguments.value(planOut.name)).print(
      arguments, environment)
    return result.exitCode
  }
}

extension ImportResult {
  /// 1 when anything of the source is missing.
  var exitCode: ExitCode { hasLoss ? .negative : .success }
}

extension CommandEnvironment {
  /// The time, or what `SOURCE_DATE_EPOCH` says.
  var timestamp: Timestamp {
    if let text = variables["SOURCE_DATE_EPOCH"], let seconds = UInt64(text) { return Timestamp(seconds) }
    return Timestamp(UInt64(clamping: now()))
  }
}

extension ProgressReporter {
  /// Draws the progress of an import.
  var report: @Sendable (ImportProgress) -> Void {
    let last = LastProgress()
    return { [self] progress in
      let advanced = last.advance(to: progress)
      if advanced.isNew { begin(progress.phase.words, total: progress.total) }
      self.advance(by: advanced.count)
    }
  }
}

extension ImportProgress.Phase {
  fileprivate var words: String {
    switch self {
    case .indexing: "looking through the vault"
    case .matching: "comparing"
    case .writing: "writing"
    }
  }
}
