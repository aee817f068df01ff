/// What a shell may offer while the value of an option or argument is typed.
package enum CompletionKind: Sendable, Hashable {
  /// Nothing.
  case none
  /// Names of files and folders.
  case file
  /// Names of folders.
  case directory
  /// These words; other words stay allowed.
  case choices([String])
}

/// An option of a command: a flag, or a name with a value.
///
/// Make one with ``flag(_:short:help:isRepeatable:isInvertible:isHidden:)`` or
/// ``value(_:short:label:help:isRequired:isRepeatable:allowed:defaultValue:completion:isHidden:takesDashes:)``.
package struct OptionSpec: Sendable, Hashable {
  /// The long name without dashes, in ASCII.
  package var name: String
  /// The letter of the short form.
  package var short: Unicode.Scalar?
  /// The word that stands for the value in help; nil for a flag.
  package var valueLabel: String?
  /// One sentence for help.
  package var help: String
  /// Whether it must be given.
  package var isRequired: Bool
  /// Whether it may be given several times. A plain flag given twice is one flag.
  package var isRepeatable: Bool
  /// Whether `--no-name` takes an earlier `--name` back.
  package var isInvertible: Bool
  /// The only values that are accepted; empty when any value is.
  package var allowed: [String]
  /// The value that stands when none is given.
  package var defaultValue: String?
  /// What a shell offers for the value.
  package var completion: CompletionKind
  /// Whether help, completion and manual leave it out.
  package var isHidden: Bool
  /// Whether a word that begins with a dash and is no option can be its value.
  package var takesDashes = false

  /// Whether it stands alone, without a value.
  package var isFlag: Bool { valueLabel == nil }

  /// Creates a flag.
  package static func flag(
    _ name: String, short: Unicode.Scalar? = nil, help: String, isRepeatable: Bool = false,
    isInvertible: Bool = false, isHidden: Bool = false
  ) -> OptionSpec {
    OptionSpec(
      name: name, short: short, valueLabel: nil, help: help, isRequired: false, isRepeatable: isRepeatable,
      isInvertible: isInvertible, allowed: [], defaultValue: nil, completion: .none, isHidden: isHidden)
  }

  /// Creates an option that takes a value.
  ///
  /// Values in `allowed` are offered by shells too, unless `completion` says something else.
  package static func value(
    _ name: String, short: Unicode.Scalar? = nil, label: String, help: String, isRequired: Bool = false,
    isRepeatable: Bool = false, allowed: [String] = [], defaultValue: String? = nil,
    completion: CompletionKind = .none, isHidden: Bool = false, takesDashes: Bool = false
  ) -> OptionSpec {
    OptionSpec(
      name: name, short: short, valueLabel: label, help: help, isRequired: isRequired,
      isRepeatable: isRepeatable, isInvertible: false, allowed: allowed, defaultValue: defaultValue,
      completion: completion == .none && !allowed.isEmpty ? .choices(allowed) : completion,
      isHidden: isHidden, takesDashes: takesDashes)
  }

  /// The option that every command understands.
  package static let help = flag("help", short: "h", help: "Show help information.")
  /// The option that the outermost command understands when it has a version.
  package static let version = flag("version", help: "Show the version.")
}
