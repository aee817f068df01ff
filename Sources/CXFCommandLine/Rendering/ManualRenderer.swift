/// Writes one manual page for a program and all its commands, in the `man` macros of roff.
package enum ManualRenderer {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - root: The program.
  ///   - date: The date in the footer, for example `2026-01-31`; an input, so that equal specifications give
  ///     equal pages.
  ///   - title: The title of the volume, in the header.
  package static func render(_ root: CommandSpec, date: String, title: String = "User Commands") -> String {
    let path = CommandPath(root)
    var page = Page()
    page.macro(
      "TH", root.name.uppercased(), "1", date, root.name + (root.version.map { " " + $0 } ?? ""), title)
    // Not justified and not hyphenated: what is copied from the page must be what is typed.
    page.raw(".ad l")
    page.raw(".nh")
    page.macro("SH", "NAME")
    // `apropos` reads this line, which has no full stop.
    page.text("\(root.name) - \(lowerCasedFirst(root.abstract))")
    page.macro("SH", "SYNOPSIS")
    page.raw("\\fB" + page.escaped(root.name) + "\\fR " + page.escaped(synopsisTail(path)))
    page.macro("SH", "DESCRIPTION")
    page.paragraphs(root.discussion.isEmpty ? [root.abstract] : root.discussion)
    page.macro("SH", "OPTIONS")
    page.options(path.options)

    let commands = path.visibleDescendants.dropFirst().filter { $0.command.subcommands.isEmpty }
    if !commands.isEmpty { page.macro("SH", "COMMANDS") }
    for command in commands { render(command, on: &page) }

    page.entries("EXIT STATUS", root.manual.exitStatus)
    page.entries("ENVIRONMENT", root.manual.environment)
    page.entries("FILES", root.manual.files)
    for section in root.manual.sections { render(section, level: "SH", on: &page) }
    if !root.examples.isEmpty {
      page.macro("SH", "EXAMPLES")
      page.examples(root.examples)
    }
    return page.content
  }

  private static func render(_ path: CommandPath, on page: inout Page) {
    let command = path.command
    page.macro("SS", path.subcommandNames.joined(separator: " "))
    page.raw("\\fB" + page.escaped(path.line) + "\\fR " + page.escaped(synopsisTail(path)))
    page.macro("PP")
    page.paragraphs([command.abstract] + command.discussion)
    for argument in command.arguments {
      page.term("\\fI" + page.escaped(argument.name) + "\\fR", HelpRenderer.explanation(argument))
    }
    page.options(command.options)
    page.examples(command.examples)
    for section in command.manual.sections { render(section, level: "PP", on: &page) }
  }

  private static func render(_ section: ManualSupplement.Section, level: String, on page: inout Page) {
    if level == "SH" {
      page.macro("SH", section.title)
    } else {
      page.macro("PP")
      page.raw("\\fB" + page.escaped(section.title) + "\\fR")
      page.macro("PP")
    }
    page.paragraphs(section.paragraphs)
    for entry in section.entries { page.term("\\fB" + page.escaped(entry.term) + "\\fR", entry.text) }
  }

  private static func synopsisTail(_ path: CommandPath) -> String {
    String(HelpRenderer.synopsis(of: path, width: .max).dropFirst(path.line.count + 1))
  }

  private static func lowerCasedFirst(_ sentence: String) -> String {
    var text = sentence
    if text.last == "." { text.removeLast() }
    // An acronym at the start keeps its capitals.
    guard let first = text.first, text.dropFirst().first?.isLowercase ?? true else { return text }
    return first.lowercased() + text.dropFirst()
  }

  /// A page that grows line by line.
  private struct Page {
    var content = ""

    mutating func raw(_ line: String) {
      content += line + "\n"
    }

    mutating func text(_ line: String) {
      raw(escaped(line))
    }

    mutating func macro(_ name: String, _ arguments: String...) {
      let quoted = arguments.map { " \"" + escaped($0, inQuotes: true) + "\"" }
      raw(".\(name)" + quoted.joined())
    }

    mutating func paragraphs(_ paragraphs: [String]) {
      for (index, paragraph) in paragraphs.enumerated() {
        if index > 0 { macro("PP") }
        text(paragraph)
      }
    }

    mutating func term(_ term: String, _ explanation: String) {
      macro("TP")
      raw(term)
      text(explanation)
    }

    mutating func entries(_ title: String, _ entries: [ManualSupplement.Entry]) {
      guard !entries.isEmpty else { return }
      macro("SH", title)
      for entry in entries { term("\\fB" + escaped(entry.term) + "\\fR", entry.text) }
    }

    mutating func options(_ options: [OptionSpec]) {
      for option in options where !option.isHidden {
        var names = option.short.map { ["\\fB\\-\($0)\\fR"] } ?? []
        names.append("\\fB\\-\\-" + escaped(option.name) + "\\fR")
        if option.isInvertible { names.append("\\fB\\-\\-no\\-" + escaped(option.name) + "\\fR") }
        let label = option.valueLabel.map { " \\fI" + escaped($0) + "\\fR" } ?? ""
        term(names.joined(separator: ", ") + label, HelpRenderer.explanation(option))
      }
    }

    mutating func examples(_ examples: [CommandExample]) {
      for example in examples {
        macro("PP")
        text(example.explanation)
        macro("PP")
        macro("RS")
        macro("nf")
        text(example.line)
        macro("fi")
        macro("RE")
      }
    }

    /// Returns the text so that roff prints it as it is: no escapes, no macros, no typographic dashes.
    func escaped(_ text: String, inQuotes: Bool = false) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "'": result += "\\(aq"
        case "`": result += "\\(ga"
        case "^": result += "\\(ha"
        case "~": result += "\\(ti"
        case "\"" where inQuotes: result += "\\(dq"
        case "\n", "\r": result += " "
        default: result.unicodeScalars.append(scalar)
        }
      }
      // A dot at the start of a line would be a macro; a quote is already written out.
      return result.utf8.first == UInt8(ascii: ".") ? "\\&" + result : result
    }
  }
}
