import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

@testable import CXFCommands

/// Files that somebody exchanged, and files that one command needs for two things.
@Suite struct ExchangedFilesTests {
  private let folder: TemporaryFolder
  private let phrase: String
  private let csv: String

  init() throws {
    folder = try TemporaryFolder()
    phrase = try folder.write("phrase", Array("violet anchor ridge".utf8))
    csv = try folder.write("response.json", Samples.bytes("Samples/chrome.csv"))
  }

  private func request(_ name: String = "request.json") async -> (request: String, key: String) {
    let (path, key) = (folder.path(name), folder.path(name + ".key"))
    let run = await CommandRun([
      "request", "--importer", "vault.example", "-o", path, "--key", key, "--passphrase-file", phrase,
      "--no-input",
    ])
    #expect(run.code == .success)
    return (path, key)
  }

  @Test func aKeyFileOpensNothingButAResponse() async throws {
    let (_, key) = await request()
    let before = folder.bytes("request.json.key")
    for command in [
      ["inspect"], ["convert", "--to", "cxf", "-o", folder.path("out")], ["open", "-o", folder.path("out")],
    ] {
      let run = await CommandRun(
        command
          + [csv, "--key", key, "--passphrase-file", phrase, "--plaintext"].filter {
            command[0] != "inspect" || $0 != "--plaintext"
          })
      #expect(run.code != .success, "\(command)")
      #expect(folder.bytes("out") == nil)
    }
    #expect(folder.bytes("request.json.key") == before)
  }

  @Test func aKeyFileThatWasExchangedIsNotReplaced() async throws {
    let (path, key) = await request()
    let sealed = folder.path("sealed.json")
    #expect(await CommandRun(["export", csv, "--to", path, "-o", sealed, "--no-input"]).code == .success)
    let other = Array("another key file".utf8)
    let use = KeyFileUse(path: key, content: try #require(folder.bytes("request.json.key")), request: [])
    _ = try folder.write("request.json.key", other)
    #expect(throws: SimpleFailure.self) { try use.markUsed(CommandEnvironment(program: "cxf")) }
    #expect(folder.bytes("request.json.key") == other)
  }

  @Test func aPassphraseFileIsNeverReplacedByWhatItSeals() async throws {
    let before = folder.bytes("phrase")
    let backup = await CommandRun([
      "export", csv, "--output-passphrase-file", phrase, "-o", folder.path(".") + "/phrase", "--force",
      "--no-input",
    ])
    #expect(backup.code == .cannotCreate)
    let request = await CommandRun([
      "request", "--importer", "vault.example", "-o", folder.path("r"), "--key", phrase, "--passphrase-file",
      phrase,
      "--force", "--no-input",
    ])
    #expect(request.code == .cannotCreate)
    #expect(folder.bytes("phrase") == before)
  }

  @Test func aReportNeverTakesThePlaceOfTheResult() async throws {
    let (path, key) = await request()
    let sealed = folder.path("sealed.json")
    #expect(await CommandRun(["export", csv, "--to", path, "-o", sealed, "--no-input"]).code == .success)
    let run = await CommandRun([
      "open", sealed, "--key", key, "--passphrase-file", phrase, "-o", folder.path("x.json"), "--report",
      folder.path(".") + "/x.json", "--plaintext", "--force", "--no-input",
    ])
    #expect(run.code == .usage)
    #expect(String(decoding: folder.bytes("request.json.key") ?? [], as: UTF8.self).contains("box"))
  }

  @Test(arguments: [
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "4Ot6fDtBuK4WVuP68Z_EatoJjeucMrH9hmIFFl9JuAA",
  ])
  func aKeyThatProtectsNothingIsRefused(_ x: String) async throws {
    let path = try folder.write(
      "weak.json",
      Array(
        #"{"version":0,"hpke":[{"mode":"base","kem":32,"kdf":1,"aead":2,"key":{"kty":"OKP","crv":"X25519","x":"\#(x)"}}],"archive":["deflate"],"mode":"indirect","importer":"vault.example"}"#
          .utf8))
    let run = await CommandRun(["export", csv, "--to", path, "-o", folder.path("out"), "--no-input"])
    #expect(run.code == .badData)
    #expect(folder.bytes("out") == nil)
  }

  // MARK: Identifiers

  private func document(account: String, collection: String, item: String, file: String = "BBBB") -> [UInt8] {
    Array(
      #"{"version":{"major":1,"minor":0},"exporterRpId":"a.example","exporterDisplayName":"A","timestamp":1,"accounts":[{"id":"\#(account)","username":"u","email":"e","collections":[{"id":"\#(collection)","title":"C","items":[{"item":"\#(item)"}]}],"items":[{"id":"\#(item)","title":"t","credentials":[{"type":"note","content":{"fieldType":"string","value":"n"}}]}]}]}"#
        .utf8)
  }

  @Test(arguments: [
    ("AAAA", "AQAA", "AQAA"),
    (String(repeating: "A", count: 268), String(repeating: "B", count: 268), "AQAA"),
  ])
  func identifiersThatClashOrAreTooLongAreReplaced(_ account: String, _ collection: String, _ item: String)
    async throws
  {
    let path = try folder.write("ids.json", document(account: account, collection: collection, item: item))
    let vault = folder.path("v.cxfvault")
    let opens = ["--passphrase-file", phrase, "--no-input"]
    #expect(await CommandRun(["vault", "create", vault, "--kdf-memory", "19"] + opens).code == .success)
    let first = await CommandRun(["import", path, "--into", vault] + opens)
    #expect(first.code == .success, "\(first.error)")
    let again = await CommandRun(["import", path, "--into", vault] + opens)
    #expect(again.output.contains("identical 1"), "\(again.output)")
    #expect(await CommandRun(["vault", "check", vault] + opens).code == .success)
    let list = await CommandRun(["list", vault] + opens)
    #expect(list.output.contains("C\n"), "\(list.output)")
  }
}
