import CXFCommandLine
import CXFTestSupport
import Foundation
import Testing

/// Documents that are longer than what is kept in memory give what short ones give, from files and from pipes.
@Suite struct LongDocumentTests {
  private let folder: TemporaryFolder
  private let short: String
  private let long: String
  private let bytes: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    let sample = Samples.bytes("Samples/example-cxf.json")
    short = try folder.write("short.json", sample)
    // White space says nothing and is quickly read.
    let space = [UInt8](repeating: 0x0A, count: 17 << 20)
    let end = try #require(sample.lastIndex(of: UInt8(ascii: "}")))
    bytes = sample[..<end] + space + sample[end...]
    long = try folder.write("long.json", bytes)
  }

  private func convert(_ path: String, to target: String, input: [UInt8] = []) async throws -> CommandRun {
    await CommandRun(
      "convert", path, "--to", target, "--plaintext", "-o", "\(folder.path)/out", "--force", "--allow-loss",
      "--report", "\(folder.path)/report", "--json", input: input,
      variables: ["SOURCE_DATE_EPOCH": "1800000000"])
  }

  /// What is written, and the account but for the places of what it names.
  private func result(_ run: CommandRun) throws -> (bytes: Data, account: [String]) {
    #expect(run.code == .success, "\(run.error)")
    let report = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/report")))
    let account = try #require(report as? [String: Any])
    let findings = account.array("findings").map {
      "\($0.string("code") ?? "") \($0.string("item") ?? "") \($0.string("field") ?? "") \($0.string("action") ?? "") \($0.object("position").string("pointer") ?? "")"
    }
    return (
      try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/out")),
      findings + ["\(account.object("values").sorted { $0.key < $1.key })"]
    )
  }

  @Test(arguments: ["cxf", "bitwarden-json", "chrome-csv", "cxf-bundle"])
  func theyConvertLikeShortOnes(target: String) async throws {
    let expected = try result(try await convert(short, to: target))
    #expect(!expected.bytes.isEmpty)
    let fromFile = try result(try await convert(long, to: target))
    #expect(fromFile.bytes == expected.bytes)
    #expect(fromFile.account == expected.account)
    let fromPipe = try result(try await convert("-", to: target, input: bytes))
    #expect(fromPipe.bytes == expected.bytes)
    #expect(fromPipe.account == expected.account)
  }

  /// Nothing of the format stands in the beginning.
  @Test func aDocumentThatBeginsLateIsRecognised() async throws {
    let path = try folder.write(
      "late.json", [UInt8](repeating: 0x0A, count: 17 << 20) + Samples.bytes("Samples/example-cxf.json"))
    let expected = try result(try await convert(short, to: "cxf"))
    let late = try result(try await convert(path, to: "cxf"))
    #expect(late.bytes == expected.bytes)
    #expect(late.account == expected.account)
  }

  @Test func whatIsNoCXFIsReadWhole() async throws {
    let rows = (0..<3).map { "Site \($0),https://s\($0).example/,u,p\($0),\n" }.joined()
    let note = String(repeating: "n", count: 9 << 20)
    let path = try folder.write(
      "long.csv",
      Array(
        "name,url,username,password,note\n\(rows)Last,https://l.example/,u,p,\(note)\nEnd,https://e.example/,u,p,\(note)\n"
          .utf8))
    let run = await CommandRun("identify", path, "--json")
    #expect(run.code == .success)
    let converted = await CommandRun("convert", path, "--to", "cxf", "--dry-run", "--json")
    #expect(converted.code == .success, "\(converted.error)")
    #expect(converted.json.object("items").number("out") == 5)
  }

  @Test func theyAreImportedOnce() async throws {
    let vault = try await VaultFixture(filled: false)
    let first = await vault.run(["import", long, "--into", vault.path, "--json"])
    #expect(first.code == .success, "\(first.error)")
    let created = first.json.object("items").number("created") ?? 0
    #expect(created > 0)
    let again = await vault.run(["import", short, "--into", vault.path, "--json"])
    #expect(again.json.object("items").number("created") == 0)
    #expect(again.json.object("items").number("identical") == created)
    let piped = await vault.run(["import", "-", "--into", vault.path, "--json"], input: bytes)
    #expect(piped.json.object("items").number("identical") == created)
    let plan = "\(folder.path)/plan.json"
    #expect(await vault.run(["import", long, "--into", vault.path, "--plan-out", plan]).code == .success)
    #expect(await vault.run(["apply", plan, "--into", vault.path]).code == .success)
    // The plan is for the file that it was made from, which is another one now.
    #expect(
      await vault.run(["import", long, "--into", vault.path, "--plan-out", plan, "--force"]).code == .success)
    _ = try folder.write("long.json", bytes.dropLast(1) + [0x20, 0x7D])
    #expect(await vault.run(["apply", plan, "--into", vault.path]).code != .success)
  }

  @Test func whereTheyAreBrokenIsSaid() async throws {
    let path = try folder.write("cut.json", Array(bytes.dropLast(300)))
    let run = await CommandRun("convert", path, "--to", "cxf", "--dry-run")
    #expect(run.code == .badData)
    #expect(run.error.contains("cut.json:"))
    #expect(run.output.isEmpty)
  }
}
