internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats

/// The key of a KeePass database that a command writes.
struct NewDatabase {
  static let keyFile = OptionSpec.value(
    "output-key-file", label: "path",
    help:
      "A key file for the KeePass database that is written; --key-file, where no input is such a database.",
    completion: .file)

  /// Whether a format is a database that needs a key.
  static func isMade(by format: Format) -> Bool { format.id == KDBX.format.id }

  /// Gets the key: from options, else from the person at the terminal.
  ///
  /// - Parameter inputs: what was read; a database among them was opened with `--key-file`.
  /// - Throws: `SimpleFailure` (64, 77), `PassphraseNeeded`, `PromptError`, `InputFileError`.
  static func key(
    _ arguments: ParsedArguments, _ secrets: Passphrases, inputs: [ReadInput]
  ) throws -> KeePassNewKey {
    var path = arguments.value(keyFile.name)
    if path == nil, arguments.knows(VaultOpening.keyFile.name),
      !inputs.contains(where: { isMade(by: $0.format) })
    {
      path = arguments.value(VaultOpening.keyFile.name)
    }
    if secrets.isRefused, path == nil {
      throw SimpleFailure(
        .usage, "nothing would protect the database", hint: "give it a passphrase, or a key file")
    }
    let file = try path.map { try secrets.keyFile($0) }
    let passphrase =
      secrets.isRefused ? nil : SourcePassphrase(try secrets.new(.output, of: "the database"))
    do throws(KeePassSealingError) {
      return try KeePassNewKey(
        passphrase: passphrase, keyFile: file?.bytes.withUnsafeBytes { Array($0) })
    } catch {
      throw failure(error)
    }
  }

  static func failure(_ error: KeePassSealingError) -> SimpleFailure {
    switch error.kind {
    case .keyFile: SimpleFailure(.refused, error.message, hint: "take another file")
    case .failed: SimpleFailure(.internalFault, error.message, hint: "nothing was written")
    }
  }
}
