import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

@Suite struct ConvertTests {
  private let chrome = Samples.path("chrome.csv")

  @Test func writesAFileOnlyWithConsent() async throws {
    let folder = try TemporaryFolder()
    let refused = await CommandRun("convert", chrome, "--to", "cxf", "-o", "\(folder.path)/a.json")
    #expect(refused.code == .cannotCreate)
    #expect(refused.error.contains("--plaintext"))
    #expect(folder.names.isEmpty)
    let allowed = await CommandRun(
      "convert", chrome, "--to", "cxf", "-o", "\(folder.path)/a.json", "--plaintext")
    #expect(allowed.code == .success)
    #expect(folder.names == ["a.json"])
    #expect(folder.mode("a.json") == 0o600)
  }

  @Test func aPipeNeedsNoConsentAndATerminalDoes() async {
    #expect(await CommandRun("convert", chrome, "--to", "cxf").code == .success)
    #expect(await CommandRun("convert", chrome, "--to", "cxf", outputIsTerminal: true).code == .cannotCreate)
    #expect(
      await CommandRun("convert", chrome, "--to", "cxf", "--plaintext", outputIsTerminal: true).code
        == .success)
  }

  @Test func aBadInputIsReportedBeforeConsent() async throws {
    let folder = try TemporaryFolder()
    let unknown = try folder.write("unknown.txt", Array("neither this nor that".utf8))
    let output = "\(folder.path)/out"
    #expect(await CommandRun("convert", "\(folder.path)/none", "--to", "cxf", "-o", output).code == .noInput)
    #expect(await CommandRun("convert", unknown, "--to", "cxf", "-o", output).code == .badData)
    let broken = try folder.write("broken.json", Array(#"{"version":{"major":1},"accounts":["#.utf8))
    let run = await CommandRun("convert", broken, "--to", "cxf", "-o", output)
    #expect(run.code == .badData)
    #expect(run.error.contains("broken.json:1:"))
  }

  @Test func neverReplacesAFileUnasked() async throws {
    let folder = try TemporaryFolder()
    let output = try folder.write("there", Array("mine".utf8))
    let words = ["convert", chrome, "--to", "cxf", "-o", output, "--plaintext"]
    #expect(await CommandRun(words).code == .cannotCreate)
    #expect(folder.bytes("there") == Array("mine".utf8))
    #expect(await CommandRun(words + ["--force"]).code == .success)
    #expect(folder.bytes("there") != Array("mine".utf8))
    let same = try folder.write("in.csv", Array("name,url,username,password\na,https://a.example,u,p\n".utf8))
    #expect(
      await CommandRun("convert", same, "--to", "cxf", "-o", same, "--plaintext", "--force").code
        == .cannotCreate)
  }

  @Test func theResultIsAFunctionOfTheInput() async {
    let variables = ["SOURCE_DATE_EPOCH": "1700000000"]
    let first = await CommandRun("convert", chrome, "--to", "cxf", variables: variables)
    let second = await CommandRun("convert", chrome, "--to", "cxf", variables: variables)
    #expect(first.outputBytes == second.outputBytes)
    #expect(first.json.number("timestamp") == 1_700_000_000)
    #expect(await CommandRun("convert", chrome, "--to", "cxf").json.number("timestamp") == 1_800_000_000)
  }

  @Test(
    arguments: ["chrome.csv", "chrome-damaged.csv", "example-cxf.json", "bitwarden.json"],
    ["cxf", "chrome-csv", "bitwarden-json"])
  func theAccountBalances(_ sample: String, _ target: String) async {
    let run = await CommandRun("convert", Samples.path(sample), "--to", target, "--dry-run")
    let values = run.values ?? []
    #expect(values.count == 5)
    #expect(values.first ?? 0 > 0)
    #expect(values.first == values.dropFirst().reduce(0, +))
    #expect(run.code == (values.last == 0 && !run.output.contains("failed 1") ? .success : .negative))
    let report = await CommandRun("convert", Samples.path(sample), "--to", target, "--dry-run", "--json").json
    let lost = report.array("findings").filter { $0.string("action") == "lost" }
    #expect(lost.count == report.object("values").number("lost"))
    let items = report.object("items")
    #expect(
      items.number("in")
        == ["out", "skipped", "failed"].reduce(0) { $0 + (items.number($1) ?? -100) })
  }

  @Test func lossMakesTheStatusOneUnlessAllowed() async throws {
    let sample = Samples.path("example-cxf.json")
    #expect(await CommandRun("convert", sample, "--to", "chrome-csv").code == .negative)
    #expect(await CommandRun("convert", sample, "--to", "chrome-csv", "--allow-loss").code == .success)
  }

  @Test func theReportIsTheSameAsTheDocument() async throws {
    let folder = try TemporaryFolder()
    let run = await CommandRun(
      "convert", chrome, "--to", "bitwarden-json", "-o", "\(folder.path)/out", "--plaintext", "--report",
      "\(folder.path)/report", "--json")
    #expect(run.outputBytes == folder.bytes("report"))
    #expect(folder.mode("report") == 0o600)
    #expect(run.json.number("version") == 1)
    #expect(run.json.object("source").string("format") == "chrome-csv")
    #expect(run.json.object("target").string("format") == "bitwarden-json")
  }

  @Test func severalInputsBecomeOneDocument() async {
    let run = await CommandRun("convert", chrome, Samples.path("example-cxf.json"), "--to", "cxf")
    #expect(run.json.array("accounts").count == 3)
    let twice = await CommandRun("convert", chrome, chrome, "--to", "cxf")
    let ids = twice.json.array("accounts").compactMap { $0.string("id") }
    #expect(Set(ids).count == 2)
  }

  @Test func readsStandardInput() async {
    let bytes = Array("name,url,username,password\nA,https://a.example/,u,p\n".utf8)
    let run = await CommandRun("convert", "-", "--to", "cxf", input: bytes)
    #expect(run.code == .success)
    #expect(run.json.array("accounts").first?.array("items").first?.string("title") == "A")
  }

  /// Everything of an input stands in a collection of its name; folders of the input stand in that.
  @Test func eachSourceGetsACollectionWhenAskedFor() async throws {
    let folder = try TemporaryFolder()
    let output = "\(folder.path)/all.json"
    let words = [
      "convert", Samples.path("chrome.csv"), Samples.path("bitwarden.json"), "--to", "cxf", "-o", output,
      "--plaintext", "--collection-per-source", "--include-trash", "--json",
    ]
    let run = await CommandRun(words)
    #expect(run.code == .success, "\(run.error)")
    let values = run.json.object("values")
    #expect(values.number("lost") == 0)
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for (account, name) in zip(document.array("accounts"), ["chrome.csv", "bitwarden.json"]) {
      let collections = account.array("collections")
      #expect(collections.map { $0.string("title") } == [name])
      func links(_ collection: [String: Any]) -> [String] {
        collection.array("items").compactMap { $0.string("item") }
          + collection.array("subCollections").flatMap(links)
      }
      #expect(Set(collections.flatMap(links)) == Set(account.array("items").compactMap { $0.string("id") }))
    }
    let refused = await CommandRun(
      "convert", Samples.path("example-cxf.json"), "--to", "cxf", "--collection-per-source", "--dry-run")
    #expect(refused.code == .usage)
  }
}
