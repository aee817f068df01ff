import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  private let readme = Samples.text("README.md")

  @Test func theMatrixIsThatOfTheTable() {
    #expect(readme.contains(FormatMatrix.markdown), "\(FormatMatrix.markdown)")
  }

  @Test func theLibraryExampleCompilesAndRuns() throws {
    #expect(readme.contains("```swift\n" + Samples.text("Tests/CommandTests/ReadmeExample.swift") + "```"))
    let found = try passkeyTitles(Samples.bytes("Samples/example-cxf.json"))
    #expect(!found.titles.isEmpty)
    #expect(found.findings.map(\.code) == [.unknownCredentialType])
  }

  @Test func theSessionIsReal() async throws {
    let folder = try TemporaryFolder()
    var shown = 0
    for block in readme.components(separatedBy: "```console\n").dropFirst() {
      let text = block.components(separatedBy: "```").first ?? ""
      for call in text.components(separatedBy: "$ cxf ").dropFirst() {
        let lines = call.split(separator: "\n", omittingEmptySubsequences: false)
        let words = (lines.first ?? "").split(separator: " ").map { word in
          word.hasPrefix("Samples/")
            ? "\(Samples.root)/\(word)" : word.hasSuffix(".json") ? "\(folder.path)/\(word)" : String(word)
        }
        let run = await CommandRun(words)
        let output = (run.output + run.error).replacingOccurrences(of: "\(Samples.root)/", with: "")
        #expect(output == lines.dropFirst().joined(separator: "\n"))
        shown += 1
      }
    }
    #expect(shown == 4)
  }
}
