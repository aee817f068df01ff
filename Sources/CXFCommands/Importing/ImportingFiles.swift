internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CXFImporting

/// The source and the vault of an import, with their secrets.
struct ImportingFiles {
  /// The options that open both.
  static let options =
    PassphraseRole.options(.vault, .source) + InputReader.keyOptions + [sourceKeyFile]
  private static let sourceKeyFile = OptionSpec.value(
    "source-key-file", label: "path", help: "The key file of an input that is a KeePass database.",
    completion: .file)

  private(set) var reader: InputReader
  private var opening: VaultOpening

  /// The files that were read, which no output may replace.
  var identities: [FileIdentity] { reader.identities }

  init(_ arguments: ParsedArguments, _ environment: CommandEnvironment) throws {
    let secrets = try Passphrases(arguments, environment, .vault, .source)
    reader = try InputReader(secrets, arguments)
    opening = try VaultOpening(secrets, arguments)
    // Where the vault is a KeePass database, the plain option names its key file.
    let vault = arguments.value(ImportCommand.into.name)
    if arguments.isGiven(Self.sourceKeyFile.name) || vault.map({ opening.looksLikeKeePass($0) }) ?? false {
      reader.keyFileOption = Self.sourceKeyFile.name
    }
  }

  /// Looks at both files before anything long is done or a secret asked for: both must be there, the vault must be one,
  /// and the input must be another file.
  ///
  /// - Throws: `InputFileError` and `SimpleFailure` (66, 65, 64), which say what to write instead.
  func check(input: String, into vault: String) throws {
    let start = reader.identities.count
    let source = try head(input)
    let before = reader.identities.count
    do {
      try opening.check(vault)
    } catch InputFileError.missing {
      throw SimpleFailure(
        .noInput, "there is no vault '\(vault)'", hint: "'cxf vault create \(vault)' makes an empty one")
    } catch {
      if let source, VaultDocument.isVault(source), let file = try? head(vault), !VaultDocument.isVault(file)
      {
        throw SimpleFailure(
          .badData, "'\(vault)' is no vault, and '\(input)' is one",
          hint: "to import the other way round: cxf import \(vault) --into \(input)")
      }
      throw error
    }
    guard Set(reader.identities[start..<before]).isDisjoint(with: opening.secrets.files.identities[before...])
    else {
      throw SimpleFailure(
        .usage, "'\(vault)' cannot be imported into itself",
        hint: "'cxf dedupe \(vault)' merges the duplicates within a vault")
    }
  }

  /// The first bytes of a file; nil of a folder, and of what can be read only once.
  private func head(_ path: String) throws -> [UInt8]? {
    if try FolderListing.files(in: path, hidden: true) != nil { return nil }
    return try opening.secrets.files.head(path, count: VaultDocument.headCount)
  }

  /// Reads an input of any format.
  ///
  /// - Parameter sha256: What the file must be, where that is known.
  /// - Throws: ``ImportFailure`` for another file; what reading throws.
  func source(_ path: String, from format: String?, mustBe sha256: [UInt8]? = nil) async throws
    -> (source: ImportSource, key: KeyFileUse?)
  {
    let file = try reader.bytes(path, documentLimit: InputReader.memoryLimit)
    let input: ReadInput
    var options = ReadOptions()
    options.leavesItems = true
    do {
      input = try await reader.read(file, as: nil, from: format, options)
    } catch {
      // A file that has changed may be unreadable now; that it has changed is what matters.
      if let sha256, try Self.isOther(file, than: sha256, error) { throw ImportFailure(error: .otherSource) }
      throw error
    }
    // What was opened is known by the document that it was read as: a vault's file changes where its content does not,
    // and of large files only the beginning was read here.
    let isKnownByText = input.reading.isDerived || file.folder != nil
    let source = try ImportSource(
      file: input.file, format: input.format.id, reading: input.reading,
      sha256: isKnownByText ? Digest.hash(input.reading.text, with: .sha256) : nil)
    return (source, input.key)
  }

  /// Whether a file that cannot be read is not the one that the digest is of. An encrypted one is known by what is
  /// inside, and so not before it is open.
  private static func isOther(_ file: SourceFile, than sha256: [UInt8], _ error: any Error) throws -> Bool {
    guard file.folder == nil, file.isWhole, InputKind(file.bytes) == .document else { return false }
    switch (error as? InputFailure)?.error.kind {
    case .passphraseNeeded, .wrongPassphrase, .unsupportedEncryption: return false
    default: return try Digest.hash(file.bytes, with: .sha256) != sha256
    }
  }

  /// Begins to open the vault while the source is read, where that can be and the source is a file that does not come through
  /// a pipe, which the passphrase may come through, too.
  mutating func begin(_ vault: String, input: String) {
    if input != "-" { opening.begin(vault) }
  }

  /// Opens the vault.
  func vault(_ path: String) async throws -> OpenVault { try await opening.open(path) }
}
