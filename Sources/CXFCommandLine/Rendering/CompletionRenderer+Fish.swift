extension CompletionRenderer {
  /// Returns the script for fish.
  static func fish(_ root: CommandSpec) -> String {
    let function = "_" + identifier(root.name) + "_at"
    let paths = paths(root)
    var script = """
      # fish completion for \(root.name)

      function \(function)
          set -l path \(fishQuoted(root.name))
          set -l words (commandline -opc)
          for word in $words[2..-1]
              switch "$path $word"

      """
    let nested = paths.dropFirst().map { fishQuoted($0.line) }
    if !nested.isEmpty {
      script += "            case \(nested.joined(separator: " "))\n"
      script += "                set path \"$path $word\"\n"
    }
    script += """
                  case '* --'
                      return 1
              end
          end
          test "$path" = "$argv[1]"
      end

      complete -c \(root.name) -f

      """
    for path in paths {
      let start = "complete -c \(root.name) -n \(fishQuoted("\(function) \(fishQuoted(path.line))"))"
      for (name, abstract) in subcommands(of: path) {
        script += "\(start) -a \(fishQuoted(name)) -d \(fishQuoted(abstract))\n"
      }
      for option in options(of: path) {
        let short = option.short.map { " -s \($0)" } ?? ""
        script += "\(start) -l \(option.name)\(short)"
        script += option.isFlag ? "" : fishValue(option.completion)
        script += " -d \(fishQuoted(option.help))\n"
        if option.isInvertible {
          script += "\(start) -l no-\(option.name) -d \(fishQuoted("Undo --\(option.name)."))\n"
        }
      }
      for argument in path.command.arguments {
        switch argument.completion {
        case .none: break
        case .file: script += "\(start) -F\n"
        case .directory: script += "\(start) -a '(__fish_complete_directories)'\n"
        case .choices(let words):
          script += "\(start) -a \(fishQuoted(words.joined(separator: " ")))\n"
        }
      }
    }
    return script
  }

  private static func fishValue(_ completion: CompletionKind) -> String {
    switch completion {
    case .none: " -x"
    case .file: " -r -F"
    case .directory: " -x -a '(__fish_complete_directories)'"
    case .choices(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }
}
