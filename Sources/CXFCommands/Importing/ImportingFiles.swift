internal import CXFCommandLine
internal import CXFFormats
internal import CXFImporting

/// The source and the vault of an import, with their secrets.
struct ImportingFiles {
  /// The options that open both.
  static let options = PassphraseRole.options(.vault, .source) + VaultOpening.keyOptions

  let reader: InputReader
  private let opening: VaultOpening

  /// The files that were read, which no output may replace.
  var identities: [FileIdentity] { reader.identities }

  init(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws {
    let secrets = try Passphrases(arguments, environment, .vault, .source)
    reader = try InputReader(secrets, arguments)
    opening = try VaultOpening(secrets, arguments)
  }

  /// Reads an input of any format.
  func source(_ path: String, from format: String?) async throws -> ImportSource {
    let input = try await reader.read(path, from: format, ReadOptions())
    return try ImportSource(file: input.file, format: input.format.id, reading: input.reading)
  }

  /// Opens the vault.
  func vault(_ path: String) async throws -> OpenVault { try await opening.open(path) }
}
