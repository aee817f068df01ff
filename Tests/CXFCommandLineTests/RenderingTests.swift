import CXFCommandLine
import CXFTestSupport
import Glibc
import Testing

@Suite struct RenderingTests {
  @Test func rendersTheHelpOfACommand() {
    #expect(
      HelpRenderer.render(Sample.copyPath, width: 72) == """
        OVERVIEW: Copies files.

        Nothing is changed on the way.

        USAGE: tool copy [<options>] --output <path> <input> ...

        ARGUMENTS:
          <input>                 What to copy.

        OPTIONS:
          -o, --output <path>     Where to write.
          -t, --tag <word>        A word to add. (may be repeated)
          -l, --level <n>         How hard to try. (default: 3)
          --mode <mode>           How to copy. (values: fast, safe)
          -f, --force             Replace what exists.
          -v, --verbose           Say more.
          --check/--no-check      Compare afterwards.
          -q, --quiet             Say less.
          --color <when>          When to colour. (values: auto, always, never;
                                  default: auto)
          -h, --help              Show help information.

        EXAMPLES:
          tool copy a b -o out
              Copies two files into one.

        """)
  }

  @Test func rendersTheHelpOfTheProgram() {
    #expect(
      HelpRenderer.render(Sample.path, width: 80) == """
        OVERVIEW: Moves things.

        It's small.

        USAGE: tool [--quiet] [--color <when>] <subcommand>

        OPTIONS:
          -q, --quiet             Say less.
          --color <when>          When to colour. (values: auto, always, never; default:
                                  auto)
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          copy                    Copies files.
          send                    Runs a command with the file.
          box                     Works on boxes.

          See 'tool help <subcommand>' for detailed help.

        """)
  }

  @Test(arguments: [0, 20, 44, 60, 80, 200])
  func wrapsHelpToTheWidth(_ width: Int) {
    let lines = HelpRenderer.render(Sample.copyPath, width: width).split(separator: "\n")
    let longest = lines.filter { !$0.hasPrefix("USAGE") }.map(\.count).max() ?? 0
    #expect(longest <= max(width, 44) + 2)
  }

  @Test func breaksALineAfterALongLabel() {
    let spec = CommandSpec("t", abstract: "T.", options: [.flag("a-very-long-name-of-a-flag", help: "Help.")])
    #expect(
      HelpRenderer.render(CommandPath(spec)).contains(
        "  --a-very-long-name-of-a-flag\n                          Help.\n"))
  }

  @Test func showsTheSynopsisOfEachKindOfArgument() {
    let send = Sample.path.appending(Sample.send)
    #expect(HelpRenderer.synopsis(of: send) == "tool send [<input>] -- <command> ...")
    #expect(
      HelpRenderer.synopsis(of: Sample.copyPath, width: 500)
        == "tool copy [--tag <word> ...] [--level <n>] [--mode <mode>] [--force] [--verbose ...]"
        + " [--[no-]check] --output <path> <input> ...")
  }

  @Test func hidesWhatIsHidden() {
    let texts =
      CompletionShell.allCases.map { CompletionRenderer.render(Sample.tool, for: $0) } + [
        HelpRenderer.render(Sample.path), HelpRenderer.render(Sample.copyPath),
        ManualRenderer.render(Sample.tool, date: "2026-01-31"),
      ]
    for text in texts {
      #expect(!text.contains("secret-door"))
      #expect(!text.contains("Not shown"))
    }
  }

  @Test func rendersTheManual() {
    let page = ManualRenderer.render(Sample.tool, date: "2026-01-31")
    #expect(
      page.hasPrefix(
        """
        .TH "TOOL" "1" "2026\\-01\\-31" "tool 1.2.3" "User Commands"
        .ad l
        .nh
        .SH "NAME"
        tool \\- moves things
        .SH "SYNOPSIS"
        \\fBtool\\fR [\\-\\-quiet] [\\-\\-color <when>] <subcommand>
        .SH "DESCRIPTION"
        It\\(aqs small.
        .SH "OPTIONS"
        .TP
        \\fB\\-q\\fR, \\fB\\-\\-quiet\\fR
        Say less.
        .TP
        \\fB\\-\\-color\\fR \\fIwhen\\fR
        When to colour. (values: auto, always, never; default: auto)

        """))
    #expect(
      page.hasSuffix(
        """
        .SH "EXIT STATUS"
        .TP
        \\fB0\\fR
        Done; also help and version.
        .TP
        \\fB1\\fR
        Ran, and the answer is no.
        .SH "ENVIRONMENT"
        .TP
        \\fBNO_COLOR\\fR
        No colour when set and not empty.
        .SH "FILES"
        .TP
        \\fB\\(ti/.toolrc\\fR
        Settings; a \\e is a backslash.
        .SH "FORMAT"
        \\&.dots and \\(aqquotes\\(aq stay

        """))
    #expect(page.contains(".SS \"box create\"\n\\fBtool box create\\fR <box>\n"))
  }

  @Test func completesInBash() throws {
    let folder = try TemporaryFolder()
    let script = folder.path("tool.bash")
    try OutputFile.write(CompletionRenderer.render(Sample.tool, for: .bash).utf8, to: script)
    #expect(shell("bash -n '\(script)'") == 0)

    func complete(_ words: String...) throws -> Set<String> {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let output = folder.path("out")
      let line =
        ". '\(script)'; COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); __tool_none() { :; };"
        + " _tool; printf '%s\\n' \"${COMPREPLY[@]}\""
      try OutputFile.write(line.utf8, to: folder.path("run"), replacing: true)
      #expect(shell("cd '\(folder.path(""))' && bash run >'\(output)' 2>err") == 0)
      let text = String(decoding: try folder.read("out"), as: UTF8.self)
      return Set(text.split(separator: "\n").map(String.init))
    }
    #expect(try complete("tool", "") == ["copy", "send", "box", "help"])
    #expect(try complete("tool", "-q", "co") == ["copy"])
    #expect(try complete("tool", "box", "") == ["create", "slots"])
    #expect(try complete("tool", "box", "slots", "--") == ["--quiet", "--color", "--help"])
    #expect(try complete("tool", "copy", "--mode", "") == ["fast", "safe"])
    #expect(try complete("tool", "copy", "--mode", "=") == ["fast", "safe"])
    #expect(try complete("tool", "copy", "--mode", "=", "f") == ["fast"])
    #expect(try complete("tool", "copy", "--output", "er") == ["err"])
    #expect(try complete("tool", "copy", "ru") == ["run"])
  }

  @Test func quotesForZshAndFish() {
    let spec = CommandSpec(
      "t", abstract: "",
      options: [.value("a", short: "a", label: "x", help: "It's [a]: b.", completion: .directory)])
    let zsh = CompletionRenderer.render(spec, for: .zsh)
    #expect(zsh.hasPrefix("#compdef t\n"))
    #expect(zsh.contains(#"'(-a --a)--a=[It'\''s \[a\]\: b.]:x:_files -/'"#))
    let fish = CompletionRenderer.render(spec, for: .fish)
    #expect(
      fish.contains(#"-l a -s a -x -a '(__fish_complete_directories)' -d 'It\'s [a]: b.'"#))
  }
}

/// Runs a line of the shell and returns its status. Not `system`, which has the whole process ignore SIGINT meanwhile:
/// other tests are about that signal.
private func shell(_ line: String) -> Int32 {
  guard let stream = popen(line, "r") else { return -1 }
  return pclose(stream)
}
