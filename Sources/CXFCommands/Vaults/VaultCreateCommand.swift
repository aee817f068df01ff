internal import CXFCommandLine
internal import CXFVaults
internal import CredentialExchangeFormat

/// `cxf vault create`: a new, empty vault.
enum VaultCreateCommand {
  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "create", abstract: "Create an empty vault.",
      discussion: [
        "Without options a passphrase is asked for, twice. With --recipient the owner of that key can open the vault, and "
          + "a passphrase opens it too only where an option gives one.",
        "A name that ends with .kdbx makes a KeePass database, which KeePass, KeePassXC and others open as well.",
      ],
      examples: [
        CommandExample("cxf vault create home.cxfvault", "Protected by a passphrase."),
        CommandExample(
          "cxf vault create home.cxfvault --recipient age1…", "Opened by a key of age, with --identity."),
        CommandExample("cxf vault create home.kdbx", "A KeePass database."),
      ], options: NewSlots.options + [VaultOpening.keyFile, CommonOptions.json],
      arguments: [VaultOpening.argument]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    guard let path = arguments.argument(VaultOpening.argument.name) else {
      throw SimpleFailure(.usage, "name a vault")
    }
    let secrets = try Passphrases(arguments, environment, .output)
    // Whether there can be such a file is known before anybody types a passphrase.
    do {
      try OutputFile.check(path)
    } catch {
      guard case .exists = error else { throw error }
      // A vault is never replaced, so there is no --force to advise.
      throw SimpleFailure(.cannotCreate, "'\(path)' exists already", hint: "choose another name")
    }
    guard !OutputFile.isStream(path) else {
      throw SimpleFailure(.cannotCreate, "'\(path)' is no file on a disk", hint: "a vault must be one")
    }
    if KeePassKeys.isNamed(path) {
      return try KeePassKeys(secrets, arguments).create(path, environment)
    }
    if arguments.isGiven(VaultOpening.keyFile.name) {
      throw SimpleFailure(
        .usage, "--key-file is for KeePass databases (.kdbx)", hint: "--recipient names a key of age")
    }
    let slots = try NewSlots.read(arguments, secrets, for: path)
    guard !slots.isEmpty else {
      throw SimpleFailure(
        .usage, "nothing would open the vault", hint: "give it a passphrase, or a key with --recipient")
    }
    do throws(VaultError) {
      try VaultFile.create(path: path, slots: slots)
    } catch {
      throw VaultFailure(error: error, path: path)
    }
    if arguments.flag(CommonOptions.json.name) {
      try environment.output.write(JSONDocument.slots(slots.map { SlotText($0) }, of: path))
    } else {
      environment.note("created '\(path)'")
    }
    return .success
  }
}
