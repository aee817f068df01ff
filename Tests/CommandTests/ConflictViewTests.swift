import CXFCommandLine
import CXFCommands
import CredentialExchangeFormat
import Testing

@Suite struct ConflictViewTests {
  private func login(_ password: String, _ username: String = "alice", note: String? = nil) -> Item {
    var credentials: [Credential] = [
      .basicAuth(
        BasicAuth(
          username: EditableField(value: Text(username)),
          password: EditableField(fieldType: .concealedString, value: Text(password))))
    ]
    if let note { credentials.append(.note(Note(content: EditableField(value: Text(note))))) }
    return Item(
      id: Identifier([UInt8(password.utf8.count)]), modifiedAt: Timestamp(1_700_000_000), title: "Example",
      credentials: credentials)
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test func secretsAreDotsOfOneLengthAndTheDifferenceIsAWord() throws {
    let view = ConflictView.render(existing: login("short"), incoming: login("a much longer one"))
    let row = try #require(lines(view).first { $0.contains("password") })
    #expect(row.hasPrefix("≠ "))
    #expect(row.split(separator: "│").map { $0.count(where: { $0 == "•" }) } == [8, 8])
    #expect(row.contains("(differs)"))
    #expect(!view.contains("short") && !view.contains("longer"))
    let same = ConflictView.render(existing: login("same", "alice"), incoming: login("same", "bob"))
    let equal = try #require(lines(same).first { $0.contains("password") })
    #expect(equal.hasPrefix("  ") && equal.contains("(equal)"))
    let name = try #require(lines(same).first { $0.contains("username") })
    #expect(name.hasPrefix("≠ ") && name.contains("alice") && name.contains("bob"))
  }

  @Test func twoSpellingsOfOneLetterDiffer() throws {
    let view = ConflictView.render(existing: login("\u{E9}"), incoming: login("e\u{301}"))
    let row = try #require(lines(view).first { $0.contains("password") })
    #expect(row.hasPrefix("≠ "))
  }

  @Test func datesAreShownAndIdentifiersAreNot() throws {
    var incoming = login("p")
    incoming.modifiedAt = Timestamp(1_800_000_000)
    let view = ConflictView.render(existing: login("p"), incoming: incoming)
    #expect(view.contains("2023-11-14T22:13:20Z") && view.contains("2027-01-15T08:00:00Z"))
    #expect(!lines(view).contains { $0.contains("id ") })
  }

  @Test func whatOneSideHasAloneIsMarked() throws {
    let view = ConflictView.render(existing: login("p"), incoming: login("p", note: "a secret note"))
    let row = try #require(lines(view).first { $0.contains("note content") })
    #expect(row.hasPrefix("≠ ") && row.contains("differs"))
    #expect(!view.contains("secret note"))
    let shown = ConflictView.render(
      existing: login("p"), incoming: login("p", note: "a secret note"), reveal: true)
    #expect(shown.contains("a secret note"))
  }

  @Test(arguments: [40, 60, 80, 200])
  func linesFitAndLongValuesGoOn(_ width: Int) {
    let long = String(repeating: "x", count: 150) + "END"
    var other = login("p")
    other.title = Text(long)
    let view = ConflictView.render(existing: login("p"), incoming: other, width: width)
    for line in lines(view) { #expect(DisplayWidth.of(line) <= width) }
    let parts = lines(view).compactMap { $0.split(separator: "│", omittingEmptySubsequences: false).last }
    #expect(parts.map { $0.drop { $0 == " " } }.joined().contains(long))
  }

  @Test func foreignTextCannotMoveTheCursor() {
    var evil = login("p")
    evil.title = "a\u{1B}[2Jb\u{202E}\nc"
    let view = ConflictView.render(existing: login("p"), incoming: evil)
    #expect(!view.unicodeScalars.contains("\u{1B}") && !view.unicodeScalars.contains("\u{202E}"))
    #expect(view.contains("\\n"))
  }

  @Test(arguments: [
    ("b", ConflictPrompt.Answer(.keepBoth)), ("I", .init(.incoming, isForAll: true)), ("e", .init(.existing)),
    ("N", .init(.newer, isForAll: true)), ("s", .init(.skip)),
  ])
  func asksUntilTheAnswerIsALetter(_ reply: String, _ expected: ConflictPrompt.Answer) throws {
    let terminal = ScriptedTerminal(["", "x", "both", "b i", reply + " "])
    let error = MemoryWriter()
    let environment = CommandEnvironment(program: "cxf", error: error, terminal: terminal)
    let answer = try ConflictPrompt.ask(environment, view: "VIEW\n", title: "a\u{1B}b")
    #expect(answer == expected)
    #expect(terminal.prompts.count == 5)
    #expect(error.text == "\na\\u{1B}b\nVIEW\n")
  }

  @Test func neverAsksWhenForbidden() {
    let environment = CommandEnvironment(program: "cxf", terminal: ScriptedTerminal(["b"]), noInput: true)
    #expect(throws: PromptError.notAllowed) {
      try ConflictPrompt.ask(environment, view: "", title: "")
    }
  }
}
