extension CompletionRenderer {
  /// Returns the script for bash.
  static func bash(_ root: CommandSpec) -> String {
    let function = identifier(root.name)
    let paths = paths(root)
    var script = """
      # bash completion for \(root.name)

      \(function)_words() {
        mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
      }

      \(function)_paths() {
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
      }

      \(function)() {
        local cur prev path word index
        COMPREPLY=()
        cur="${COMP_WORDS[COMP_CWORD]}"
        prev="${COMP_WORDS[COMP_CWORD - 1]}"
        # bash cuts --option=value into three words.
        if [[ $cur == "=" ]]; then
          cur=""
        elif [[ $prev == "=" && COMP_CWORD -gt 1 ]]; then
          prev="${COMP_WORDS[COMP_CWORD - 2]}"
        fi
        path=\(quoted(root.name))
        for ((index = 1; index < COMP_CWORD; index++)); do
          word="${COMP_WORDS[index]}"
          case "$path $word" in

      """
    let nested = paths.dropFirst().map { quoted($0.line) }
    if !nested.isEmpty {
      script += "      \(nested.joined(separator: " | "))) path=\"$path $word\" ;;\n"
    }
    script += "      *' --') return ;;\n    esac\n  done\n  case \"$path\" in\n"
    for path in paths { script += bashCase(path, function) }
    script += "  esac\n}\n\ncomplete -o bashdefault -F \(function) \(root.name)\n"
    return script
  }

  private static func bashCase(_ path: CommandPath, _ function: String) -> String {
    var text = "    \(quoted(path.line)))\n"
    let options = options(of: path)
    let valued = options.filter { !$0.isFlag }
    if !valued.isEmpty {
      text += "      case \"$prev\" in\n"
      for option in valued {
        text += "        \(spellings(of: option).joined(separator: " | "))) "
        text += bashAction(option.completion, function).map { "\($0); return ;;\n" } ?? "return ;;\n"
      }
      text += "      esac\n"
    }
    let names = options.flatMap(spellings).joined(separator: " ")
    text += "      if [[ $cur == -* ]]; then\n        \(function)_words \(quoted(names))\n        return\n"
    text += "      fi\n"
    let subcommands = subcommands(of: path)
    if !subcommands.isEmpty {
      text += "      \(function)_words \(quoted(subcommands.map(\.name).joined(separator: " ")))\n"
    } else if let action = bashArgumentAction(path.command.arguments, function) {
      text += "      \(action)\n"
    }
    return text + "      ;;\n"
  }

  /// Which argument is being typed cannot be told without parsing; words of all are offered, else paths.
  private static func bashArgumentAction(_ arguments: [ArgumentSpec], _ function: String) -> String? {
    if arguments.contains(where: { $0.completion == .file }) { return bashAction(.file, function) }
    if arguments.contains(where: { $0.completion == .directory }) { return bashAction(.directory, function) }
    let words = arguments.flatMap { argument -> [String] in
      if case .choices(let words) = argument.completion { words } else { [] }
    }
    return words.isEmpty ? nil : bashAction(.choices(words), function)
  }

  private static func bashAction(_ completion: CompletionKind, _ function: String) -> String? {
    switch completion {
    case .none: nil
    case .file: "\(function)_paths -f"
    case .directory: "\(function)_paths -d"
    case .choices(let words): "\(function)_words \(quoted(words.joined(separator: " ")))"
    }
  }
}
