internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat
internal import CredentialExchangeProtocol

/// `cxf export`: the exporter's half of an exchange, or a backup sealed with age.
enum ExportCommand {
  private static let to = OptionSpec.value(
    "to", label: "request", help: "Answer this request of an importer.", completion: .file)
  private static let armor = OptionSpec.flag("armor", help: "Write the backup as text.")
  private static let includeTrash = OptionSpec.flag(
    "include-trash", help: "Take items in the trash along in a response.")

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "export", abstract: "Seal a vault for an importer, or into a backup.",
      discussion: [
        "With --to, the vault is sealed for the keys of the request, and nobody else can open it. Passkeys with a "
          + "signature counter stay behind, as the standard asks, and so does what the importer did not ask for; each "
          + "is listed as lost, and the exit status is 1 unless --allow-loss is given.",
        "With --recipient or --output-passphrase-file, a backup is made that 'age -d backup.age | tar x' opens.",
      ],
      examples: [
        CommandExample("cxf export home.cxfvault --to request.json -o response.json", "Answer a request."),
        CommandExample(
          "cxf export home.cxfvault --to request.json --select type:passkey -o response.json",
          "Passkeys alone."),
        CommandExample(
          "cxf export home.cxfvault --recipient age1… -o backup.age", "A backup for a key of age."),
      ],
      options: [
        to, AgeKeys.recipient, armor, Destination.output, Destination.force, Selection.option, includeTrash,
        ConversionReport.report, ConversionReport.allowLoss, Fingerprint.option, InputReader.from,
        InputReader.map,
        SealedInput.key,
      ] + PassphraseRole.options(.vault, .source, .output) + VaultOpening.keyOptions + [CommonOptions.json],
      arguments: [InputReader.input]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    guard let path = arguments.argument(InputReader.input.name) else {
      throw SimpleFailure(.usage, "name a vault")
    }
    let destination = Destination(arguments)
    if arguments.flag("json"), destination.isStandardOutput {
      throw SimpleFailure(
        .usage, "the result and the JSON document cannot both go to standard output",
        hint: "name a file with -o")
    }
    try ConversionReport.check(arguments)
    let query = try ItemQuery.parse(arguments.values(Selection.option.name))
    let secrets = try Passphrases(arguments, environment, .source, .output)
    let target = try target(arguments, secrets)
    // With a request, the fingerprint is that of the importer's key.
    let reader = try InputReader(secrets, arguments, isExpected: target.request == nil)
    let request = try target.request.map {
      try ExportRequest(try secrets.files.read($0, limit: ExportRequest.maximumByteCount).bytes)
    }
    let negotiation = try request.map { try Negotiation($0) }
    let input = try await reader.read(path, from: arguments.value(InputReader.from.name), ReadOptions())
    try destination.checkSealed(
      environment, inputs: reader.identities, isText: request != nil || arguments.flag(armor.name))
    if let report = arguments.value(ConversionReport.report.name) {
      try OutputFile.check(report, replacing: arguments.flag("force"), inputs: reader.identities)
    }
    if let request, let negotiation {
      try Fingerprint.confirm(
        negotiation.thumbprint, of: "the importer's key", from: request.importer, arguments, environment)
    }
    var reading = Selection.apply(query, to: input.reading)
    if let request { reading = reading.restricted(to: request.restriction) }
    if let request, let negotiation {
      reading.findings = request.findings + negotiation.findings + reading.findings
    }
    let timestamp = environment.timestamp.secondsSince1970
    let model = CXFModelWriter(WriteOptions(timestamp: timestamp))
    let conversion = try Conversion.run(
      [(input.file, input.format, reading)], to: CXFBundle.format,
      writer: request == nil ? CXFWriter(WriteOptions(timestamp: timestamp)) : model,
      options: .init(timestamp: timestamp, includesTrash: request == nil || arguments.flag(includeTrash.name))
    )
    // A passphrase is asked for, or read from its file, before anything is written: the file must not be what is replaced.
    let sealer = request == nil ? try AgeBackup.sealer(target) : nil
    let output = try destination.begin(environment, inputs: reader.identities)
    let header = model.header
    if let request, let negotiation {
      let thumbprint = try await ConversionOutput.naming {
        try await ResponseWriter.write(header, conversion.documents, for: request, negotiation) {
          try output.write($0)
        }
      }
      try output.commit()
      Fingerprint.show(
        Fingerprint.text(thumbprint), "the response",
        header.exporterRPID.isEmpty ? ResponseWriter.unnamedExporter : header.exporterRPID, environment)
    } else {
      try await ConversionOutput.naming {
        guard let sealer else { return }
        try await AgeBackup.write(
          conversion, sealer, isArmored: arguments.flag(armor.name), timestamp, to: output)
      }
      try output.commit()
    }
    let report = ConversionReport(
      conversion: conversion, inputs: [input],
      target: request == nil ? SealedDocuments.age.id : SealedDocuments.response.id)
    if let path = arguments.value(ConversionReport.report.name) {
      try OutputFile.write(
        report.json, to: path, replacing: arguments.flag("force"), inputs: reader.identities)
    }
    let exitCode = report.exitCode(arguments)
    if exitCode == .success { try input.key?.markUsed(environment) }
    try report.print(arguments, environment, besideData: destination.isStandardOutput)
    return exitCode
  }

  /// Whom a vault is sealed for.
  struct Target {
    /// The path of a request.
    var request: String?
    /// Public keys of age.
    var recipients: [X25519PublicKey] = []
    /// The passphrase of a backup.
    var passphrase: () throws -> SecretBytes
  }

  private static func target(_ arguments: ParsedArguments, _ secrets: Passphrases) throws -> Target {
    let names =
      [to.name, AgeKeys.recipient.name].filter(arguments.isGiven)
      + (secrets.isGiven(.output) ? [PassphraseRole.output.file] : [])
    if names.count > 1 {
      throw SimpleFailure(
        .usage, "--\(names[0]) and --\(names[1]) cannot be given together",
        hint: "a response is for one request; a backup is for keys of age or for a passphrase")
    }
    if let request = arguments.value(to.name) {
      if arguments.flag(armor.name) {
        throw SimpleFailure(.usage, "--armor is for backups; a response is text already")
      }
      return Target(request: request) { SecretBytes(copying: []) }
    }
    guard !names.isEmpty else {
      throw SimpleFailure(
        .usage, "say whom the vault is for",
        hint:
          "--to names a request, --recipient a key of age, --output-passphrase-file a passphrase of a backup")
    }
    return Target(recipients: try AgeKeys.recipients(arguments)) {
      try secrets.new(.output, of: "the backup")
    }
  }
}

/// A bundle sealed with age.
enum AgeBackup {
  /// Gets ready to seal.
  ///
  /// - Throws: `AgeFailure`; what asking for a passphrase throws.
  static func sealer(_ target: ExportCommand.Target) throws -> AgeEncryptor {
    try naming {
      try target.recipients.isEmpty
        ? AgeEncryptor(passphrase: target.passphrase()) : AgeEncryptor(recipients: target.recipients)
    }
  }

  /// - Throws: `AgeFailure`; what reading attachments and writing throw.
  static func write(
    _ conversion: Conversion, _ sealer: AgeEncryptor, isArmored: Bool, _ timestamp: UInt64, to output: Output
  ) async throws {
    do {
      var armor = AgeArmorEncoder()
      func put(_ bytes: [UInt8]) throws { try output.write(isArmored ? armor.append(bytes) : bytes) }
      if isArmored { try output.write(armor.begin()) }
      try put(try sealer.begin())
      try await CXFBundle.write(conversion, timestamp: timestamp) { try put(try sealer.append($0)) }
      try put(try sealer.finish())
      if isArmored { try output.write(armor.finish()) }
    } catch let error as AgeError {
      throw AgeFailure(error: error, path: "the backup")
    }
  }

  private static func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as AgeError {
      throw AgeFailure(error: error, path: "the backup")
    }
  }
}
