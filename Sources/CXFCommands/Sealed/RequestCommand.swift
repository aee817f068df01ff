internal import CXFCommandLine
internal import CXFCrypto
internal import CredentialExchangeFormat
internal import CredentialExchangeProtocol

/// `cxf request`: the importer's first half of an exchange.
enum RequestCommand {
  private static let secondsOfDay: UInt64 = 86_400

  private static let importer = OptionSpec.value(
    "importer", label: "domain", help: "Who imports: the domain of the manager, such as vault.example.",
    isRequired: true)
  private static let key = OptionSpec.value(
    "key", label: "path", help: "Write the private keys to this file, sealed under a passphrase.",
    isRequired: true,
    completion: .file)
  private static let types = OptionSpec.value(
    "type", label: "type",
    help: "Ask for credentials of this type only, such as passkey; may be given several times.",
    isRepeatable: true)
  private static let days = OptionSpec.value(
    "days", label: "number", help: "How long the key file is good for, in days.", defaultValue: "7")

  static let subcommand = CXFCommand.Subcommand(
    spec: CommandSpec(
      "request", abstract: "Make a request for a vault, which an exporter answers with a sealed response.",
      discussion: [
        "The request goes to the other side. The key file stays here: it opens exactly one response, and expires. Compare the "
          + "fingerprints that both sides show, by telephone for instance: whoever exchanges the request on the way could "
          + "read the vault."
      ],
      examples: [
        CommandExample(
          "cxf request --importer vault.example -o request.json --key import.cxfkey", "Ask for a whole vault."
        ),
        CommandExample(
          "cxf import response.json --key import.cxfkey --into home.cxfvault", "Take the answer in."),
      ],
      options: [importer, Destination.output, key, types, days, Destination.force]
        + PassphraseRole.options(.vault) + [CommonOptions.json]), run: run)

  private static func run(_ arguments: ParsedArguments, _ environment: CommandEnvironment) async throws
    -> ExitCode
  {
    guard let importer = arguments.value(importer.name), let keyPath = arguments.value(key.name) else {
      throw SimpleFailure(.usage, "name the importer and a key file")
    }
    try check(importer)
    let destination = Destination(arguments)
    if arguments.flag("json"), destination.isStandardOutput {
      throw SimpleFailure(
        .usage, "the request and the JSON document cannot both go to standard output",
        hint: "name a file with -o")
    }
    guard !keyPath.utf8.elementsEqual("-".utf8) else {
      throw SimpleFailure(.usage, "the key file must be a file: it stays here", hint: "name one with --key")
    }
    if let path = arguments.value(Destination.output.name), OutputFile.isSame(path, keyPath) {
      throw SimpleFailure(.usage, "the request and the key file cannot be one file", hint: "name two files")
    }
    let days = try arguments.integer(days.name, in: 1...3650) ?? 7
    let replaces = arguments.flag(Destination.force.name)
    guard !OutputFile.isStream(keyPath) else {
      throw SimpleFailure(
        .cannotCreate, "'\(keyPath)' is no file on a disk",
        hint: "the keys must be kept until the answer comes")
    }
    try OutputFile.check(keyPath, replacing: replaces)
    try destination.checkSealed(environment, inputs: [], isText: true)
    let secrets = try Passphrases(arguments, environment, .vault)
    let passphrase = try secrets.new(.vault, of: "the key file '\(keyPath)'")
    let types = arguments.values(types.name)
    let made = try NewRequest(
      importer: Text(importer), credentialTypes: types.isEmpty ? nil : types.map { Text($0) })
    let expires = Timestamp(environment.timestamp.secondsSince1970 + UInt64(days) * secondsOfDay)
    let sealed = try KeyFile.seal(
      keys: made.keys, request: made.request.bytes, expires: expires, passphrase: passphrase)
    // A request without its keys would be answered for nothing; keys without a request do no harm.
    let output = try destination.begin(environment, inputs: [])
    try OutputFile.write(sealed, to: keyPath, replacing: replaces)
    try output.write(made.request.bytes)
    try output.commit()
    try report(made, expires, arguments, environment)
    return .success
  }

  private static func check(_ importer: String) throws {
    let bytes = Array(importer.utf8)
    let isDomain =
      !bytes.isEmpty && bytes.count <= 253
      && bytes.allSatisfy {
        $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0)
          || (0x61...0x7A).contains($0)
      }
      && bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0.count <= 63
      }
    guard isDomain else {
      throw SimpleFailure(
        .usage, "'\(importer)' is no domain",
        hint: "write it in lower case, such as vault.example; xn-- for others")
    }
  }

  private static func report(
    _ made: NewRequest, _ expires: Timestamp, _ arguments: ParsedArguments, _ environment: CommandEnvironment
  ) throws {
    for key in made.keys {
      Fingerprint.show(
        Fingerprint.text(key.publicKey.thumbprint), "the \(key.publicKey.kem.curveName) key",
        made.request.importer,
        environment)
    }
    guard arguments.flag("json") else { return }
    try environment.output.write(
      JSONDocument.make { writer in
        writer.name("request")
        writer.beginObject()
        writer.member("importer", made.request.importer.string)
        writer.member("expires", Int(clamping: expires.secondsSince1970))
        writer.array("fingerprints", made.keys) { writer, key in
          writer.beginObject()
          writer.member("key", key.publicKey.kem.curveName)
          writer.member("fingerprint", Fingerprint.text(key.publicKey.thumbprint))
          writer.endObject()
        }
        writer.endObject()
      })
  }
}

extension HPKESuite.KEM {
  /// The name of the curve, as people know it.
  fileprivate var curveName: String {
    switch self {
    case .p256HKDFSHA256: "P-256"
    case .p384HKDFSHA384: "P-384"
    case .p521HKDFSHA512: "P-521"
    case .x25519HKDFSHA256: "X25519"
    case .x448HKDFSHA512: "X448"
    }
  }
}
