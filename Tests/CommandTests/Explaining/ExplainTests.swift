import CXFCommandLine
import CXFCommands
import CredentialExchangeFormat
import Testing

@Suite struct ExplainTests {
  @Test func listsAllCodesUnderTheirSubjects() async {
    let run = await CommandRun("explain")
    #expect(run.code == .success)
    let lines = run.output.split(separator: "\n").map(String.init)
    for entry in FindingCatalogue.all {
      #expect(lines.contains { $0.hasPrefix("  \(entry.code.name): ") } && lines.contains(entry.subject))
    }
    #expect(!run.output.contains("%"))
  }

  @Test func explainsACodeWhole() async throws {
    let run = await CommandRun("explain", "unknown-column")
    #expect(
      run.output == """
        unknown-column

        warning: the format knows no column of that name.

        What is done: it keeps the values of the column as concealed custom fields of
        their items.

        What to do: look for them there.

        Example:

            # export.csv
            name,url,username,password,pin
            Mill,https://mill.example,mara,p,7
            $ cxf convert export.csv --from chrome-csv --to cxf --dry-run

        """)
  }

  @Test func explainsSeveralAlsoThoseWithoutExample() async {
    let run = await CommandRun("explain", "wrong-type", "account-mismatch")
    #expect(run.code == .success)
    #expect(run.output.contains("CXF 1.0, section 3") && run.output.contains("No example: "))
  }

  @Test(arguments: [
    (["unknown-colum"], "did you mean 'unknown-column'?"),
    (["wrong-type", "zzzzzzzz"], "'cxf explain' lists all"),
  ])
  func suggestsTheNearestOfAnUnknownCode(words: [String], hint: String) async {
    for json in [[], ["--json"]] {
      let run = await CommandRun(["explain"] + words + json)
      #expect(run.code == .usage && run.error.isEmpty == !json.isEmpty)
      #expect((json.isEmpty ? run.error : run.failureHint).contains(hint))
    }
  }

  @Test func printsDocumentsOfOneOrAll() async throws {
    let all = await CommandRun("explain", "--json")
    #expect(all.json.array("entries").compactMap { $0.string("code") } == FindingCatalogue.names)
    let one = await CommandRun("explain", "json-string", "--json").json.array("entries")
    let entry = try #require(one.first)
    #expect(one.count == 1 && entry.string("severity") == "error" && entry.string("spec") == "2.1")
    #expect(entry.object("example").array("files").first?.string("text") == #"{"a":"\x41"}"#)
  }

  @Test func shellsOfferTheCodes() async {
    for shell in ["bash", "zsh", "fish"] {
      #expect(await CommandRun("completions", shell).output.contains("match-rule-outside-scope"))
    }
  }

  @Test(arguments: [
    ("a‹bc × 3›d", "abcbcbcd"), ("‹#, × 3›", "1,2,3,"), ("‹0x41 0x42›", "AB"), ("plain", "plain"),
    ("‹open", "‹open"),
  ])
  func textsOfExamplesAreExpanded(text: String, bytes: String) {
    #expect(ExampleText.bytes(text) == Array(bytes.utf8))
  }
}
