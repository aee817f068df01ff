import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct CatalogueTests {
  /// With `CXF_WRITE_CATALOGUE` set, the page is written anew instead.
  @Test func thePageOfFindingsIsWhatTheRulesSay() throws {
    let path = "Schemas/FINDINGS.md"
    if ProcessInfo.processInfo.environment["CXF_WRITE_CATALOGUE"] != nil {
      try Data(JudgeRule.catalogue.utf8).write(to: URL(fileURLWithPath: "\(Samples.root)/\(path)"))
    }
    #expect(Samples.text(path) == JudgeRule.catalogue)
  }
}
