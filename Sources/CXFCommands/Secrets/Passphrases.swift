internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats

/// A passphrase is needed and nobody can be asked for it.
struct PassphraseNeeded: CodedFailure, Hashable {
  /// Whose it is, in words.
  let subject: String
  /// The options that could give it.
  let role: PassphraseRole

  var code: String { "passphrase-needed" }
  var exitCode: ExitCode { .refused }
  var message: String { "the passphrase of \(subject) is needed, and nobody can be asked for it" }
  var hint: String? { "--\(role.file) or --\(role.descriptor) gives it" }
}

/// Gets the passphrases of one command: from files and descriptors, else from the person at the terminal.
///
/// A descriptor can be read once, so what was given is kept to the end of the command, in memory that is cleared.
final class Passphrases {
  static let none = OptionSpec.flag(
    "no-passphrase", help: "There is no passphrase; which is not an empty one.")

  private final class Given {
    let bytes: SecretBytes
    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    var copy: SecretBytes {
      SecretBytes(count: bytes.count) { target in
        bytes.withUnsafeBytes { target.copyMemory(from: $0) }
      }
    }
  }

  let environment: CommandEnvironment
  private let arguments: ParsedArguments
  /// The options that stand for each role, the role's own first.
  private var spellings: [PassphraseRole: [PassphraseRole]] = [:]
  private var given: [PassphraseRole: Given] = [:]
  private var keyFile: SourceKeyFile?
  /// The files of the command: standard input can be had once, whether as input or for a secret.
  var files: InputFiles
  /// Whether `--no-passphrase` was given.
  let isRefused: Bool

  /// - Parameter roles: the roles whose options the command has.
  /// - Throws: `UsageError` or `SimpleFailure` for options that contradict each other.
  init(_ arguments: ParsedArguments, _ environment: CommandEnvironment, _ roles: PassphraseRole...) throws {
    self.environment = environment
    self.arguments = arguments
    files = InputFiles(environment)
    isRefused = arguments.knows(Self.none.name) && arguments.flag(Self.none.name)
    // Where the command works on no vault beside its input, the plain options are the input's.
    for role in roles {
      spellings[role] = role == roles.first && !roles.contains(.vault) ? [role, .vault] : [role]
    }
    var descriptors: Set<String> = []
    for role in roles {
      let names = (spellings[role] ?? []).flatMap { [$0.file, $0.descriptor] }.filter(arguments.isGiven)
      if names.count > 1 { try arguments.requireAtMostOne(of: names[0], names[1]) }
      if isRefused, let name = names.first {
        try arguments.requireAtMostOne(of: Self.none.name, name)
      }
      for name in names where name.utf8.elementsEqual(role.descriptor.utf8) {
        // The second reader would find nothing, and take that for an empty passphrase.
        guard descriptors.insert(arguments.value(name) ?? "").inserted else {
          throw SimpleFailure(.usage, "one descriptor cannot give two passphrases", hint: "use two, or files")
        }
      }
    }
  }

  /// Whether the command has a passphrase of the role.
  func has(_ role: PassphraseRole) -> Bool { spellings[role] != nil }

  /// Whether an option gives the passphrase of the role.
  func isGiven(_ role: PassphraseRole) -> Bool {
    (spellings[role] ?? []).contains { arguments.isGiven($0.file) || arguments.isGiven($0.descriptor) }
  }

  /// Returns the passphrase that opens something.
  ///
  /// - Parameter subject: what it opens, in words, such as `the vault 'home.cxfvault'`.
  /// - Throws: `PassphraseNeeded`, `PromptError`, `InputFileError`, `UsageError`.
  func existing(_ role: PassphraseRole, of subject: String) throws -> SecretBytes {
    try secret(role, of: subject, confirmation: nil)
  }

  /// Returns the passphrase for something new; on the terminal it is asked for twice.
  ///
  /// - Throws: as ``existing(_:of:)``.
  func new(_ role: PassphraseRole, of subject: String) throws -> SecretBytes {
    try secret(role, of: subject, confirmation: "The same again:")
  }

  /// Returns a key file, which like a passphrase can be had once where it comes through a pipe.
  ///
  /// - Throws: `InputFileError`.
  func keyFile(_ path: String) throws -> SourceKeyFile {
    if let keyFile, keyFile.name.utf8.elementsEqual(path.utf8) { return keyFile }
    var bytes = try files.read(path).bytes
    defer { clear(&bytes) }
    let read = SourceKeyFile(name: path, SecretBytes(copying: bytes))
    keyFile = read
    return read
  }

  private func secret(
    _ role: PassphraseRole, of subject: String, confirmation: String?
  ) throws -> SecretBytes {
    if let known = given[role] { return known.copy }
    if let bytes = try read(role) {
      try check(bytes, subject)
      let known = Given(bytes)
      given[role] = known
      return known.copy
    }
    let subject = ForeignText.escaped(subject)
    let prompt = confirmation == nil ? "Passphrase of \(subject):" : "New passphrase of \(subject):"
    var answer: [UInt8]
    do {
      answer = try environment.askSecret(prompt, confirmation: confirmation)
    } catch .noTerminal, .notAllowed {
      throw PassphraseNeeded(subject: subject, role: spellings[role]?.last ?? role)
    }
    defer { clear(&answer) }
    if confirmation != nil, answer.isEmpty {
      throw SimpleFailure(
        .refused, "the new passphrase of \(subject) is empty",
        hint: "an empty one can be given by a file only")
    }
    let secret = SecretBytes(copying: answer)
    try check(secret, subject)
    return secret
  }

  /// A passphrase is text; bytes that are none could not be typed anywhere else.
  private func check(_ secret: borrowing SecretBytes, _ subject: String) throws {
    do throws(PassphraseError) {
      _ = try Passphrase.normalized(secret)
    } catch {
      throw SimpleFailure(.refused, "the passphrase of \(subject) is not UTF-8")
    }
  }

  private func read(_ role: PassphraseRole) throws -> SecretBytes? {
    for spelling in spellings[role] ?? [] {
      var bytes: [UInt8]
      if let path = arguments.value(spelling.file) {
        bytes = try files.readSecret(path)
      } else if let number = try arguments.integer(spelling.descriptor, in: 0...Int(Int32.max)) {
        bytes = try files.readSecret(descriptor: Int32(number))
      } else {
        continue
      }
      defer { clear(&bytes) }
      return SecretBytes(copying: bytes)
    }
    return nil
  }
}

extension ParsedArguments {
  /// Whether the command has an option of that name.
  func knows(_ option: String) -> Bool { path.options.contains { $0.name == option } }
}
