internal import CXFCommandLine
internal import CXFKeePassVaults
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf vault check`: whether everything in a vault is as it was written.
enum VaultCheckCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "check", abstract: "Open every record of a vault and compare every sum.",
      discussion: ["The exit status is 65 when something was changed or is missing."],
      examples: [CommandExample("cxf vault check home.cxfvault", "Look for damage.")],
      options: VaultOpening.options + [CommonOptions.json], arguments: [VaultOpening.argument]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    let vault = try await VaultOpening(arguments, environment).open()
    let found: VaultCheck
    switch vault.kind {
    case .cxfvault: found = try await vault.namingOwn { store, _ in try await store.check() }
    case .keePass(let store): found = try await vault.naming { _ in try await store.check() }
    }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(
        JSONDocument.make { writer in
          writer.member("vault", vault.path)
          writer.member("result", found.isSound ? "ok" : "damaged")
          writer.name("counts")
          writer.beginObject()
          writer.member("items", found.items)
          writer.member("collections", found.collections)
          writer.member("accounts", found.accounts)
          writer.member("imports", found.imports)
          writer.member("attachments", found.blobs)
          writer.endObject()
          writer.member("problemCount", found.problemCount)
          writer.array("problems", found.problems) { $0.string($1) }
        })
    } else {
      for problem in found.problems { try environment.printLine(environment.outputStyle.red(problem)) }
      guard !environment.isQuiet else { return found.isSound ? .success : .badData }
      let judgement = found.isSound ? "sound" : "damaged, \(found.problemCount) problems"
      try environment.printLine(
        "\(ForeignText.escaped(vault.path)): \(judgement); \(found.items) items, \(found.collections) collections, "
          + "\(found.imports) imports")
    }
    return found.isSound ? .success : .badData
  }
}
