internal import CXFCommandLine
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf vault compact`: gives unused space of the file back.
enum VaultCompactCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "compact", abstract: "Make the file of a vault as small as its content; the history stays.",
      examples: [CommandExample("cxf vault compact home.cxfvault", "Give space back.")],
      options: VaultOpening.options + [CommonOptions.json], arguments: [VaultOpening.argument]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let opening = try VaultOpening(arguments, environment)
    try opening.refuseKeePass(
      "is written whole with each change, so that there is nothing to compact", hint: nil)
    let vault = try await opening.open()
    try await environment.cancelling { try await vault.namingOwn { store, _ in try await store.compact() } }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(JSONDocument.make { $0.member("vault", vault.path) })
    } else {
      environment.note("'\(vault.path)' is as small as its content")
    }
    return .success
  }
}
