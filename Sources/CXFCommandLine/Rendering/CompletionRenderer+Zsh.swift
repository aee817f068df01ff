extension CompletionRenderer {
  /// Returns the script for zsh.
  static func zsh(_ root: CommandSpec) -> String {
    var script = "#compdef \(root.name)\n"
    for path in paths(root) { script += "\n" + zshFunction(path) }
    let function = identifier(root.name)
    // The file works both from a folder in fpath and when it is sourced.
    script += """

      if [ "$funcstack[1]" = \(quoted(function)) ]; then
        \(function) "$@"
      else
        compdef \(function) \(root.name)
      fi

      """
    return script
  }

  private static func zshFunction(_ path: CommandPath) -> String {
    let function = identifier(path.names.joined(separator: "_"))
    let subcommands = subcommands(of: path)
    var specs = options(of: path).flatMap(zshSpecs)
    var text = "\(function)() {\n"
    if subcommands.isEmpty {
      for argument in path.command.arguments {
        let action = zshAction(argument.completion)
        let message = zshEscaped(argument.name)
        if argument.isRepeatable || argument.isAfterTerminator {
          specs.append("*:\(message):\(action)")
        } else {
          specs.append((argument.isOptional ? "::" : ":") + "\(message):\(action)")
        }
      }
      text += "  _arguments -s"
      for spec in specs { text += " \\\n    \(quoted(spec))" }
      return text + "\n}\n"
    }
    text += "  local context state state_descr line\n  typeset -A opt_args\n  _arguments -C -s"
    for spec in specs + ["1:command:->command", "*::argument:->argument"] {
      text += " \\\n    \(quoted(spec))"
    }
    text += "\n  case $state in\n    command)\n      local -a commands=(\n"
    for (name, abstract) in subcommands {
      text += "        \(quoted("\(zshEscaped(name)):\(abstract)"))\n"
    }
    text += "      )\n      _describe command commands\n      ;;\n    argument)\n      case $words[1] in\n"
    for (name, _) in subcommands where path.command.subcommand(named: name) != nil {
      text += "        \(name)) \(identifier((path.names + [name]).joined(separator: "_"))) ;;\n"
    }
    return text + "      esac\n      ;;\n  esac\n}\n"
  }

  private static func zshSpecs(_ option: OptionSpec) -> [String] {
    let spellings = spellings(of: option)
    let exclusion = option.isRepeatable ? "*" : "(\(spellings.joined(separator: " ")))"
    let help = "[\(zshEscaped(option.help))]"
    let value = option.valueLabel.map { ":\(zshEscaped($0)):\(zshAction(option.completion))" } ?? ""
    return spellings.map { spelling in
      // `=` after a long and `+` after a short name: the value may be attached or follow.
      let joint = option.isFlag ? "" : spelling.utf8.starts(with: "--".utf8) ? "=" : "+"
      return exclusion + spelling + joint + help + value
    }
  }

  private static func zshAction(_ completion: CompletionKind) -> String {
    switch completion {
    case .none: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .choices(let words): "(\(words.map(zshEscaped).joined(separator: " ")))"
    }
  }

  private static func zshEscaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if [":", "[", "]", "\\", "(", ")"].contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
