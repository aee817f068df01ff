import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// The export with attachments.
@Suite struct BitwardenZipTests {
  private func read(_ files: [(String, String)]) throws -> Reading {
    let members = SourceMembers(folder: "x", files: files.map { ($0.0, MemoryBytes(Array($0.1.utf8))) })
    return try OnePassword.read(SourceFile(name: "x", folder: members), as: "bitwarden-zip")
  }

  @Test func everyValueAndEachFileOfTheSampleIsInTheBundle() async throws {
    let file = OnePassword.file(Samples.bytes("Samples/bitwarden-attachments.zip"))
    let reading = try OnePassword.read(file, as: "bitwarden-zip")
    let conversion = try Bitwarden.convert(reading, from: BitwardenZip.format, to: CXFBundle.format)
    #expect(conversion.values.lost == 0 && conversion.problems == [])
    let papers = try #require(reading.accounts[0].items.first)
    #expect(papers.item.files.map(\.name) == ["licence.pdf", "Übersicht.txt", "empty.txt"])
    #expect(try await OnePassword.bytes(papers.attachments[1]) == Array("Kiel, Rahen".utf8))
    #expect(reading.accounts[0].items[1].attachments.isEmpty)
  }

  @Test func filesOfNoItemAreLostWithAFinding() throws {
    let reading = try read([
      ("data.json", Bitwarden.document(#"{"id":"a","type":2,"name":"n"}"#)), ("attachments/b/lost.txt", "x"),
      ("attachments/a/one.txt", "y"), ("__MACOSX/attachments/a/._one.txt", "z"),
    ])
    let conversion = try Bitwarden.convert(reading, from: BitwardenZip.format, to: CXFBundle.format)
    #expect(conversion.values.lost == 1 && conversion.problems == ["attachment-without-item"])
    #expect(conversion.documents.count == 1)
  }

  @Test func equalFilesAndAnOuterFolderAreNoTrouble() throws {
    let reading = try read([
      ("Export/data.json", Bitwarden.document(#"{"id":"a","type":2,"name":"n"}"#)),
      ("Export/attachments/a/1.txt", "same"), ("Export/attachments/a/2.txt", "same"),
    ])
    let item = try #require(reading.accounts[0].items.first)
    #expect(item.item.files.map(\.name) == ["1.txt", "2.txt"] && Set(item.item.files.map(\.id)).count == 2)
  }

  @Test func isKnownByTheDocumentInIt() {
    func isExport(_ files: [(String, String)]) -> Bool {
      let members = SourceMembers(folder: "x", files: files.map { ($0.0, MemoryBytes(Array($0.1.utf8))) })
      return BitwardenZip.format.detect(Probe(SourceFile(name: "x", folder: members))) != nil
    }
    #expect(isExport([("data.json", Bitwarden.document(""))]))
    #expect(
      !isExport([("data.json", #"{"vaults":{}}"#)]) && !isExport([("other.json", Bitwarden.document(""))]))
    #expect(!isExport([]))
  }
}
