import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Which JSON is taken for an export of Bitwarden.
@Suite struct BitwardenDetectionTests {
  private func isDetected(_ bytes: [UInt8]) -> Bool { BitwardenJSON.format.detect(Probe(bytes)) != nil }

  @Test(arguments: [
    #"{}"#, #"{"encrypted":false}"#, #"{"items":{}}"#, #"{"items":null}"#, #"{"items":[],"items":"x"}"#,
    #"{"sends":[{"text":"x"}]}"#,
  ])
  func anObjectWithoutAListOfItemsIsNoExport(_ text: String) throws {
    let read = try #require(BitwardenJSON.format.read)
    let error = try #require(throws: FormatError.self) {
      try read(SourceFile(name: "x.json", bytes: Array(text.utf8)), ReadOptions())
    }
    #expect(error.kind == .damaged)
    #expect(error.finding.code.name == "not-bitwarden-json")
    #expect(error.finding.file == "x.json")
  }

  @Test(arguments: [
    (#"{"type":1,"name":"a"}"#, true), (#"7,{"name":"a"},{"type":1,"name":"a"}"#, true),
    (#"{"folderId":null,"name":"a"}"#, true), (#"{"name":"a","login":{}}"#, true),
    (#"{"type":1,"name":"a"},{"type":"#, true), (#"{"type":"note","name":"a"}"#, false),
    (#"{"type":"1","name":"a","folderId":null}"#, false), (#"{"type":1}"#, false), (#"{"name":"a"}"#, false),
    (#""#, false),
  ])
  func anOldExportIsKnownByAnItem(_ items: String, isExport: Bool) {
    #expect(isDetected(Array(#"{"folders":[],"items":[\#(items)]}"#.utf8)) == isExport)
    #expect(isDetected(Array(#"{"encrypted":false,"items":[\#(items)]}"#.utf8)))
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
  func exportsOfPsonoAreNotTakenForOldOnes() throws {
    let names = SharedFiles.names(in: "cases/bitwarden-clients/psono-json") { $0.hasSuffix(".json") }
    #expect(!names.isEmpty)
    for name in names.map({ "bitwarden-clients/psono-json/\($0)" }) + ["psono-client/psono-json.json"] {
      #expect(!isDetected(try SharedFiles.bytes("cases/\(name)")), "\(name)")
    }
    for name in ["psono-client/bitwarden-json.json", "buttercup-importer/bitwarden.json"] {
      #expect(isDetected(try SharedFiles.bytes("cases/\(name)")), "\(name)")
    }
  }

  @Test func valuesOfUnknownMembersAreCounted() throws {
    let text =
      #"{"encrypted":false,"passwordProtected":false,"sends":[{"text":"one"},{"text":"two"}],"version":3,"#
      + #""folders":{"id":"three","name":"four"},"collections":[{"name":"five"}],"empty":[],"items":[]}"#
    let conversion = try Bitwarden.convert(try Bitwarden.read(text), to: CXFDocument.format)
    #expect(conversion.values.total == 6 && conversion.values.lost == 5)
    let lost = conversion.findings.filter { $0.code == .noPlaceInModel }
    #expect(
      lost.compactMap(\.field) == ["sends 1 text", "sends 2 text", "version", "folders id", "folders name"])
    #expect(conversion.findings.filter { $0.code == .unknownTopLevelMember }.map(\.field) == ["empty"])
  }

  @Test func membersThatDescribeTheFileAreNoValues() throws {
    let text =
      #"{"encrypted":false,"passwordProtected":false,"kdfType":0,"kdfIterations":600000,"salt":"x","#
      + #""folders":[{"id":"f","name":"Work"}],"collections":[{"id":"c","organizationId":"o","name":"Team","#
      + #""externalId":null}],"items":[]}"#
    let conversion = try Bitwarden.convert(try Bitwarden.read(text), to: CXFDocument.format)
    #expect(conversion.values.total == 2 && conversion.values.carried == 2)
  }
}
