internal import CXFCommandLine
internal import CXFCrypto
internal import CXFVaults

/// The slots that a command is to make: one for each recipient, and one for a passphrase.
enum NewSlots {
  static let memory = OptionSpec.value(
    "kdf-memory", label: "MiB", help: "Memory that turning the passphrase into a key takes; at least 19.",
    defaultValue: "64")
  /// The options of a command that makes slots and needs no other passphrase.
  static let options = [AgeKeys.recipient] + PassphraseRole.options(.output) + [Passphrases.none, memory]
  /// Those of a command that needs the vault's passphrase too.
  static let optionsBesideOpening = [AgeKeys.recipient] + PassphraseRole.output.options + [memory]

  /// Returns the slots.
  ///
  /// - Parameter path: the vault, for the question.
  /// - Throws: failures of usage; what asking for the passphrase throws.
  static func read(_ arguments: ParsedArguments, _ secrets: Passphrases, for path: String) throws -> [NewSlot]
  {
    var slots: [NewSlot] = try AgeKeys.recipients(arguments).map { .recipient($0) }
    if secrets.isGiven(.output) || (slots.isEmpty && !secrets.isRefused) {
      slots.append(try passphrase(arguments, secrets, for: path))
    }
    return slots
  }

  /// Returns a slot for a new passphrase.
  static func passphrase(
    _ arguments: ParsedArguments, _ secrets: Passphrases, for path: String
  ) throws -> NewSlot {
    let derivation = try derivation(arguments)
    return .passphrase(.passphrase(try secrets.new(.output, of: "'\(path)'")), derivation)
  }

  /// Returns how a new passphrase is turned into a key.
  static func derivation(_ arguments: ParsedArguments) throws -> KeyDerivation {
    var derivation = KeyDerivation.standard
    let least = Int(KeyDerivation.minimum.memoryKiB >> 10)
    let most = Int(KeyDerivationLimit.standard.memoryKiB >> 10)
    if let mebibytes = try arguments.integer(memory.name, in: least...most) {
      derivation.memoryKiB = UInt32(mebibytes << 10)
    }
    return derivation
  }
}
