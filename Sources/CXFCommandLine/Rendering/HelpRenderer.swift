/// Writes the help of a command.
package enum HelpRenderer {
  /// The column, from 0, in which explanations begin.
  static let explanationColumn = 26
  /// Help is never narrower than this, whatever the terminal says.
  static let minimumWidth = 44

  /// Returns the help text, wrapped to the width in columns, ended by a line feed.
  package static func render(_ path: CommandPath, width: Int = 80) -> String {
    let width = max(width, minimumWidth)
    let command = path.command
    var sections = [heading("OVERVIEW", command.abstract, width)]
    for paragraph in command.discussion {
      sections.append(TextWrapper.lines(paragraph, width: width).joined(separator: "\n"))
    }
    sections.append(heading("USAGE", synopsis(of: path, width: width - 7), width))

    if !command.arguments.isEmpty {
      sections.append(list("ARGUMENTS", command.arguments.map { ("<\($0.name)>", explanation($0)) }, width))
    }
    let options = path.options.filter { !$0.isHidden }
    sections.append(list("OPTIONS", options.map { (label($0), explanation($0)) }, width))
    let subcommands = command.subcommands.filter { !$0.isHidden }
    if !subcommands.isEmpty {
      sections.append(list("SUBCOMMANDS", subcommands.map { ($0.name, $0.abstract) }, width))
    }
    if !command.examples.isEmpty {
      sections.append("EXAMPLES:\n" + command.examples.map { example($0, width) }.joined(separator: "\n"))
    }
    if !subcommands.isEmpty {
      let topic = (["help"] + path.subcommandNames + ["<subcommand>"]).joined(separator: " ")
      sections.append("  See '\(path.root.name) \(topic)' for detailed help.")
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// Returns how the command is called, on one line.
  ///
  /// Optional options are named when all fits into the width; otherwise `[<options>]` stands for them.
  package static func synopsis(of path: CommandPath, width: Int = 73) -> String {
    let command = path.command
    let visible = command.options.filter { !$0.isHidden }
    let required = visible.filter(\.isRequired).map(synopsis)
    var tail = command.arguments.map(synopsis)
    if !command.subcommands.isEmpty { tail.append("<subcommand>") }
    let optional = visible.filter { !$0.isRequired }.map { "[\(synopsis($0))]" }
    let full = ([path.line] + optional + required + tail).joined(separator: " ")
    if full.utf8.count <= width { return full }
    return ([path.line, "[<options>]"] + required + tail).joined(separator: " ")
  }

  // MARK: Parts

  private static func synopsis(_ option: OptionSpec) -> String {
    (option.isInvertible ? "--[no-]\(option.name)" : "--\(option.name)")
      + (option.valueLabel.map { " <\($0)>" } ?? "") + (option.isRepeatable ? " ..." : "")
  }

  static func synopsis(_ argument: ArgumentSpec) -> String {
    let name =
      (argument.isAfterTerminator ? "-- " : "") + "<\(argument.name)>"
      + (argument.isRepeatable || argument.isAfterTerminator ? " ..." : "")
    return argument.isOptional ? "[\(name)]" : name
  }

  static func label(_ option: OptionSpec) -> String {
    (option.short.map { "-\($0), " } ?? "")
      + (option.isInvertible ? "--\(option.name)/--no-\(option.name)" : "--\(option.name)")
      + (option.valueLabel.map { " <\($0)>" } ?? "")
  }

  static func explanation(_ option: OptionSpec) -> String {
    var remarks: [String] = []
    if !option.allowed.isEmpty { remarks.append("values: " + option.allowed.joined(separator: ", ")) }
    if let value = option.defaultValue { remarks.append("default: " + value) }
    if option.isRepeatable && !option.isFlag { remarks.append("may be repeated") }
    return option.help + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
  }

  static func explanation(_ argument: ArgumentSpec) -> String {
    argument.help
      + (argument.allowed.isEmpty ? "" : " (values: \(argument.allowed.joined(separator: ", ")))")
  }

  private static func heading(_ title: String, _ text: String, _ width: Int) -> String {
    let indent = String(repeating: " ", count: title.utf8.count + 2)
    return "\(title): "
      + TextWrapper.lines(text, width: width - indent.utf8.count).joined(separator: "\n" + indent)
  }

  private static func list(_ title: String, _ entries: [(String, String)], _ width: Int) -> String {
    "\(title):\n" + entries.map { entry($0.0, $0.1, width) }.joined(separator: "\n")
  }

  private static func entry(_ label: String, _ text: String, _ width: Int) -> String {
    let indent = String(repeating: " ", count: explanationColumn)
    let explanation = TextWrapper.lines(text, width: width - explanationColumn)
      .joined(separator: "\n" + indent)
    let start = "  " + label
    // A label that leaves no gap before the explanation has a line of its own.
    guard start.utf8.count < explanationColumn else { return start + "\n" + indent + explanation }
    return start + String(repeating: " ", count: explanationColumn - start.utf8.count) + explanation
  }

  private static func example(_ example: CommandExample, _ width: Int) -> String {
    "  \(example.line)\n"
      + TextWrapper.lines(example.explanation, width: width - 6).map { "      \($0)" }.joined(separator: "\n")
  }
}
