import CXFCommandLine
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("Zoë, 日本, 👍🏽, می‌خواهم", "Zoë, 日本, 👍🏽, می‌خواهم"),
    ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"), ("\u{1B}[31m", "\\u{1B}[31m"),
    ("\u{0}\u{7F}\u{9B}", "\\u{0}\\u{7F}\\u{9B}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{FEFF}x\u{AD}", "\\u{FEFF}x\\u{AD}"),
    ("\u{301}e\u{301}", "\\u{301}e\u{301}"), ("\u{E0041}", "\\u{E0041}"), ("\u{FFFE}", "\\u{FFFE}"),
    ("\u{3164}", "\\u{3164}"), ("👩\u{200D}🔬", "👩\u{200D}🔬"), ("", ""),
  ])
  func escapesWhatATerminalWouldObey(_ text: String, _ escaped: String) {
    #expect(Array(ForeignText.escaped(text).utf8) == Array(escaped.utf8))
  }

  @Test(
    arguments: [0x202A...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C...0x061C, 0x80...0x9F]
      as [ClosedRange<UInt32>])
  func escapesEveryControl(_ range: ClosedRange<UInt32>) throws {
    for value in range {
      let scalar = try #require(Unicode.Scalar(value))
      #expect(ForeignText.escaped("a\(scalar)").hasPrefix("a\\u{"))
    }
  }

  @Test func cutsByScalars() {
    #expect(ForeignText.escaped("abcdef", limit: 6) == "abcdef")
    #expect(ForeignText.escaped("abcdef", limit: 5) == "abcd…")
    #expect(ForeignText.escaped("日本語", limit: 3) == "日本語")
    #expect(ForeignText.escaped("日本語", limit: 2) == "日…")
    #expect(ForeignText.escaped("ab", limit: 0) == "…")
  }

  @Test func measuresColumns() {
    #expect(DisplayWidth.of("abc") == 3)
    #expect(DisplayWidth.of("日本") == 4)
    #expect(DisplayWidth.of("e\u{301}") == 1)
    #expect(DisplayWidth.of("👍") == 2)
    #expect(DisplayWidth.prefix(of: "日本", columns: 3) == "日")
  }

  @Test func alignsATable() {
    let table = TableRenderer([
      TableRenderer.Column("Name"), TableRenderer.Column("Size", isRightAligned: true),
      TableRenderer.Column("Note", maximumWidth: 6),
    ])
    #expect(
      table.render([["a", "1", "short"], ["日本", "1000", "much too long"], ["x\n\u{1B}", "5"]])
        == """
        Name       Size  Note
        a             1  short
        日本       1000  much …
        x\\n\\u{1B}     5

        """)
  }

  @Test func losesNoSurplusCell() {
    let table = TableRenderer([TableRenderer.Column("")])
    #expect(table.render([["a", "b", "c"], []]) == "a b c\n\n")
    #expect(TableRenderer([]).render([["a"]]) == "")
  }

  @Test func stylesCellsWithoutShiftingThem() {
    let table = TableRenderer(
      [TableRenderer.Column(""), TableRenderer.Column("")], style: TextStyle(isColored: true))
    #expect(
      table.render([[TableRenderer.Cell("a", .green), "x"], ["abc", "y"]])
        == "\u{1B}[32ma\u{1B}[0m    x\nabc  y\n")
    #expect(TextStyle.plain.bold("x") == "x")
    #expect(TextStyle(isColored: true).dim("") == "")
  }

  @Test(
    arguments: [
      (ColorChoice.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false),
      (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
      (.never, true, [:], false),
      (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func decidesColour(
    _ choice: ColorChoice, _ isTerminal: Bool, _ variables: [String: String], _ colored: Bool
  ) {
    #expect(choice.isColored(isTerminal: isTerminal, variables: variables) == colored)
    let environment = CommandEnvironment(
      program: "t", output: MemoryWriter(isTerminal: isTerminal), variables: variables, color: choice)
    #expect(environment.outputStyle.isColored == colored)
  }
}
