import CXFCommandLine
import CXFCommands
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct OtherCommandTests {
  @Test func formatsAreListed() async {
    let formats = await CommandRun("formats", "--json").json.array("formats")
    #expect(formats.compactMap { $0.string("id") } == FormatTable.all.map(\.id))
    #expect(formats.allSatisfy { $0["reads"] is Bool && $0["writes"] is Bool && $0["name"] is String })
    #expect(await CommandRun("formats").output.contains("chrome-csv"))
  }

  @Test func identifySaysWhichAndWhy() async throws {
    let run = await CommandRun(
      "identify", Samples.path("chrome.csv"), Samples.path("bitwarden.json"), "--json")
    #expect(run.code == .success)
    #expect(run.json.array("inputs").compactMap { $0.string("format") } == ["chrome-csv", "bitwarden-json"])
    let folder = try TemporaryFolder()
    let unknown = try folder.write("x.json", Array(#"{"accounts":[],"hello":1}"#.utf8))
    let refused = await CommandRun("identify", unknown)
    #expect(refused.code == .badData)
    #expect(refused.error.contains("closest: cxf"))
  }

  @Test func validateJudges() async throws {
    let folder = try TemporaryFolder()
    #expect(await CommandRun("validate", Samples.path("example-cxf.json")).code == .success)
    #expect(
      await CommandRun("validate", Samples.path("example-cxf.json"), "--fail-on", "warning").code == .negative
    )
    let text = try folder.write("text", Array("hello".utf8))
    #expect(await CommandRun("validate", text).code == .negative)
    #expect(await CommandRun("validate", "\(folder.path)/none").code == .noInput)
    let padded = try folder.write(
      "padded.json",
      Array(
        #"{"version":{"major":1,"minor":0},"exporterRpId":"a","exporterDisplayName":"a","timestamp":1,"accounts":[{"id":"YQ==","username":"","email":"","collections":[],"items":[]}]}"#
          .utf8))
    #expect(await CommandRun("validate", padded).code == .success)
    let strict = await CommandRun("validate", padded, "--strict", "--json")
    #expect(strict.code == .negative)
    let finding = strict.json.array("findings").first ?? [:]
    #expect(finding.string("code") == "inexact-base64url")
    #expect(finding.string("severity") == "error")
    #expect(finding.object("position").string("pointer") == "/accounts/0/id")
    #expect(strict.json.object("summary").number("errors") == 1)
  }

  @Test func validateTriesKeysWhenAsked() async throws {
    let folder = try TemporaryFolder()
    #expect(await CommandRun("validate", Samples.path("example-cxf.json"), "--deep").code == .success)
    let rule = try #require(JudgeRule.rule(.privateKeyMismatch))
    let bad = try folder.write("bad.json", Array(rule.example.document.utf8))
    #expect(await CommandRun("validate", bad).code == .success)
    let deep = await CommandRun("validate", bad, "--deep", "--json")
    #expect(deep.code == .negative)
    #expect(deep.json.array("findings").compactMap { $0.string("code") } == ["private-key-mismatch"])
  }

  @Test func validateMendsAnAccountWithoutAHeader() async throws {
    let folder = try TemporaryFolder()
    let bare = try folder.write(
      "bare.json",
      Array(
        #"{"id":"YQ","username":"","email":"","collections":[],"items":[{"id":"aQ","title":"t","credentials":[]}]}"#
          .utf8))
    let mended = "\(folder.path)/mended.json"
    #expect(
      await CommandRun("validate", bare, "--repair", "-o", mended, "--plaintext", "--json").json.object(
        "summary"
      )
      .number("warnings") == 1)
    #expect(await CommandRun("validate", bare, "--strict").code == .negative)
    let run = await CommandRun("validate", mended, "--strict", "--json")
    #expect(run.code == .success && run.json.object("summary").number("items") == 1)
  }

  @Test func validateMends() async throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write(
      "bad.json",
      Array(
        #"{"version":0,"exporter":"a","accounts":[{"id":"YQ==","userName":"","email":"","items":[{"id":"YQ","title":"t","credentials":[{"type":"BasicAuth","password":"x"}]}]}]}"#
          .utf8))
    let words = ["validate", bad, "--repair", "-o", "\(folder.path)/mended.json"]
    #expect(await CommandRun(words).code == .cannotCreate)
    #expect(await CommandRun(words + ["--plaintext"]).code == .success)
    let mended = await CommandRun(
      "validate", "\(folder.path)/mended.json", "--strict", "--fail-on", "warning")
    #expect(mended.code == .success, "\(mended.output)")
  }

  @Test func inspectShowsTitlesAndNoSecrets() async {
    let run = await CommandRun("inspect", Samples.path("chrome.csv"))
    #expect(run.code == .success)
    #expect(run.output.contains("basic-auth"))
    let hidden = await CommandRun("inspect", Samples.path("chrome.csv"), "--json")
    let login = hidden.json.array("items").first?.array("credentials").first ?? [:]
    #expect(login.object("username").string("value") != nil)
    #expect(login.object("password")["value"] != nil && login.object("password").string("value") == nil)
    let shown = await CommandRun("inspect", Samples.path("chrome.csv"), "--json", "--reveal")
    #expect(
      shown.json.array("items").first?.array("credentials").first?.object("password").string("value") != nil)
  }

  @Test func everyCommandHasHelp() async {
    for command in CXFCommand.spec.subcommands {
      let run = await CommandRun("help", command.name)
      #expect(run.code == .success)
      #expect(run.output.contains("USAGE: cxf \(command.name)"))
      #expect(await CommandRun(command.name, "--help").output == run.output)
    }
    #expect(await CommandRun("--version").output == "cxf \(CXFCommand.version)\n")
    #expect(await CommandRun("completions", "bash").output.contains("convert"))
  }

  @Test func mistakesAreUsageErrors() async {
    #expect(await CommandRun("convrt").code == .usage)
    #expect(await CommandRun("convert", "a", "--to", "nonsense").code == .usage)
    #expect(await CommandRun("convert").code == .usage)
    let json = await CommandRun("convert", "--json", "/nonexistent", "--to", "cxf", "--dry-run")
    #expect(json.code == .noInput)
    #expect(json.json.number("version") == 1)
    #expect(json.json.object("error").string("code") == "no-input")
    #expect(json.json.object("error").string("message") != nil)
  }
}
