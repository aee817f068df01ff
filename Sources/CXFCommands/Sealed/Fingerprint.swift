internal import CXFCommandLine
internal import CredentialExchangeFormat

/// A fingerprint is other than the one that was expected.
struct FingerprintMismatch: CodedFailure, Hashable {
  /// What has it.
  let subject: String

  var code: String { "fingerprint-mismatch" }
  var exitCode: ExitCode { .refused }
  var message: String { "the fingerprint of \(subject) is not the one that was expected" }
  var hint: String? { "somebody may have exchanged it on the way; ask the other side again" }
}

/// Fingerprints of keys: thumbprints of RFC 7638 in base64url, 43 characters, shown on both sides for people to compare.
enum Fingerprint {
  static let option = OptionSpec.value(
    "fingerprint", label: "text",
    help: "Go on only if the other side's key has this fingerprint, which is then not asked for.",
    takesDashes: true)

  static func text(_ thumbprint: [UInt8]) -> String { Base64URL.encode(thumbprint) }

  /// Shows a fingerprint, and lets a person or `--fingerprint` say whether it is the right one.
  ///
  /// - Parameters:
  ///   - thumbprint: nil where there is no key to have one.
  ///   - subject: what has it, such as `the importer's key`.
  ///   - name: who the other side claims to be.
  ///   - isExpected: whether it is the fingerprint that `--fingerprint` is about.
  /// - Throws: `FingerprintMismatch`, `SimpleFailure` (77) where the person says no.
  static func confirm(
    _ thumbprint: [UInt8]?, of subject: String, from name: Text, isExpected: Bool = true,
    _ arguments: ParsedArguments, _ environment: CommandEnvironment
  ) throws {
    guard let thumbprint else { return }
    let shown = text(thumbprint)
    show(shown, subject, name, environment)
    if isExpected, arguments.knows(option.name), let expected = arguments.value(option.name) {
      let bare = expected.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
      guard bare.elementsEqual(shown.utf8) else { throw FingerprintMismatch(subject: subject) }
      return
    }
    guard !environment.noInput else { return }
    let answer: Int
    do throws(PromptError) {
      answer = try environment.askChoice(
        "Does the other side show the fingerprint \(shown)? (yes/no)", among: ["yes", "no"])
    } catch .noTerminal, .notAllowed {
      // Whoever runs this without a terminal compares what was printed, or gives --fingerprint.
      return
    }
    guard answer == 0 else { throw FingerprintMismatch(subject: subject) }
  }

  /// Prints a fingerprint on standard error.
  static func show(_ text: String, _ subject: String, _ name: Text, _ environment: CommandEnvironment) {
    environment.note("fingerprint of \(subject) (\(ForeignText.escaped(name.string))): \(text)")
  }
}
