internal import CXFCommandLine
internal import CXFCrypto

/// Why a recipient or an identity file cannot be used, in words.
struct AgeKeyFailure: CodedFailure {
  let error: AgeKeyError
  /// What was read: an option's value or a file, as the user named it.
  let subject: String
  /// A recipient stands on the command line, an identity in a file.
  let isRecipient: Bool

  var code: String { isRecipient ? "bad-recipient" : "bad-identity" }
  var exitCode: ExitCode { isRecipient ? .usage : .badData }

  var message: String {
    let place = error.line.map { "\(subject), line \($0)" } ?? subject
    return "\(place): \(what)"
  }

  private var what: String {
    switch error.reason {
    case .notAKey: isRecipient ? "not a recipient of age" : "not a private key of age"
    case .privateKey: "a private key, which belongs in a file and never on a command line"
    case .recipient: "a public key; the private key is needed"
    case .postQuantum: "a post-quantum key, which this program cannot use"
    case .plugin: "a key of a plugin, which this program cannot use"
    case .encoding: "the key is mistyped or cut off"
    case .wrongLength: "the key has the wrong length"
    case .noKeys: "there is no key"
    case .tooLarge: "the file is too large"
    case .crypto: "the cryptographic library refused the key"
    }
  }

  var hint: String? {
    isRecipient ? "a recipient is what age-keygen prints as public key: age1…" : nil
  }
}

/// Keys of age as options give them.
enum AgeKeys {
  static let recipient = OptionSpec.value(
    "recipient", label: "age1…", help: "A public key of age whose owner can open it.", isRepeatable: true)
  static let identity = OptionSpec.value(
    "identity", label: "path", help: "Open with the private keys of age in this file.", isRepeatable: true,
    completion: .file)

  /// Returns the public keys that `--recipient` gives, each once.
  ///
  /// - Throws: `AgeKeyFailure`. The text of a private key that stands there by mistake is not repeated.
  static func recipients(_ arguments: ParsedArguments) throws -> [X25519PublicKey] {
    var keys: [X25519PublicKey] = []
    for (index, text) in arguments.values(recipient.name).enumerated() {
      do throws(AgeKeyError) {
        let key = try AgeRecipient.parse(text)
        if !keys.contains(key) { keys.append(key) }
      } catch {
        throw AgeKeyFailure(error: error, subject: "recipient \(index + 1)", isRecipient: true)
      }
    }
    return keys
  }

  /// Returns the private keys in the files that `--identity` names.
  ///
  /// - Throws: `AgeKeyFailure`, `InputFileError`.
  static func identities(
    _ arguments: ParsedArguments, _ files: inout InputFiles
  ) throws -> [X25519PrivateKey] {
    var keys: [X25519PrivateKey] = []
    for path in arguments.values(identity.name) {
      var bytes = try files.readSecret(path)
      defer { clear(&bytes) }
      do throws(AgeKeyError) {
        keys += try AgeIdentity.parse(bytes)
      } catch {
        throw AgeKeyFailure(error: error, subject: "'\(path)'", isRecipient: false)
      }
    }
    return keys
  }
}
