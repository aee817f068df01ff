internal import CXFCommandLine

/// Whose passphrase is meant.
enum PassphraseRole: Sendable, Hashable, CaseIterable {
  /// The vault's, or another file's that a command works on.
  case vault
  /// The input's.
  case source
  /// That of what is created.
  case output

  /// What its options begin with.
  private var prefix: String {
    switch self {
    case .vault: ""
    case .source: "source-"
    case .output: "output-"
    }
  }

  private var owner: String {
    switch self {
    case .vault: "the vault"
    case .source: "the input"
    case .output: "what is created"
    }
  }

  /// The option that names a file.
  var file: String { prefix + "passphrase-file" }
  /// The option that names a descriptor.
  var descriptor: String { prefix + "passphrase-fd" }

  /// The two options.
  var options: [OptionSpec] { options(for: owner) }

  private func options(for owner: String) -> [OptionSpec] {
    [
      .value(
        file, label: "path",
        help: "Take the passphrase of \(owner) from this file, without its last line end.",
        completion: .file),
      .value(descriptor, label: "number", help: "Take the passphrase of \(owner) from this open descriptor."),
    ]
  }

  /// The options of a command with these roles. With one role alone `--passphrase-*` is it, too.
  static func options(_ roles: PassphraseRole...) -> [OptionSpec] {
    guard roles.count == 1, let role = roles.first, role != .vault else { return roles.flatMap(\.options) }
    return vault.options(for: role.owner) + role.options
  }
}
