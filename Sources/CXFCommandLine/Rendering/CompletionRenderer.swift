/// A shell for which completion can be written.
package enum CompletionShell: String, Sendable, Hashable, CaseIterable {
  /// GNU bash from 4.4.
  case bash
  /// zsh from 5.
  case zsh
  /// fish from 3.
  case fish
}

/// Writes the completion script of a program.
///
/// The scripts are closed: they call nothing but the shell's own commands, so that pressing Tab never runs
/// the program.
package enum CompletionRenderer {
  /// Returns the script.
  package static func render(_ root: CommandSpec, for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash(root)
    case .zsh: zsh(root)
    case .fish: fish(root)
    }
  }

  /// Returns all command paths that are offered, the program itself first.
  static func paths(_ root: CommandSpec) -> [CommandPath] {
    CommandPath(root).visibleDescendants
  }

  /// Returns a name for a shell function: letters, digits and underscores.
  static func identifier(_ text: String) -> String {
    var result = "_"
    for byte in text.utf8 {
      let isWord =
        byte < 0x80
        && (UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
      result.unicodeScalars.append(isWord ? Unicode.Scalar(byte) : "_")
    }
    return result
  }

  /// Returns the text as one word of bash or zsh.
  static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
  }

  /// The words that may follow a command: its subcommands, and `help` after the program itself.
  static func subcommands(of path: CommandPath) -> [(name: String, abstract: String)] {
    var all = path.command.subcommands.filter { !$0.isHidden }.map { ($0.name, $0.abstract) }
    if path.subcommandNames.isEmpty, !all.isEmpty, path.command.subcommand(named: "help") == nil {
      all.append(("help", "Show help information."))
    }
    return all
  }

  /// The options that are offered after a command.
  static func options(of path: CommandPath) -> [OptionSpec] {
    path.options.filter { !$0.isHidden }
  }

  /// The spellings of an option.
  static func spellings(of option: OptionSpec) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
      + (option.isInvertible ? ["--no-\(option.name)"] : [])
  }
}
