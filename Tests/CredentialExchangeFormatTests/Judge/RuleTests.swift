import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct RuleTests {
  @Test func eachCodeHasOneRule() {
    let names = JudgeRule.all.map(\.code.name)
    #expect(Set(names).count == names.count)
    #expect(JudgeRule.all.allSatisfy { !$0.section.isEmpty && !$0.reading.isEmpty && !$0.mending.isEmpty })
  }

  @Test(arguments: JudgeRule.all.filter { !$0.example.isDeep }.map(\.code))
  func theExampleOfARuleBreaksIt(code: FindingCode) throws {
    let rule = try #require(JudgeRule.rule(code))
    let judge = CXFJudge(options: .init(profile: rule.example.profile))
    let verdict = judge.judge(Array(rule.example.document.utf8))
    let found = verdict.findings.filter { $0.code == rule.code }
    #expect(!found.isEmpty, "\(verdict.findings.map(\.code.name))")
    #expect(found.allSatisfy { $0.code.severity == rule.code.severity && $0.position.line != nil })
    // What makes a message of the reader's is the same sentence as the rule's.
    let finding = try #require(found.first)
    #expect(!finding.message.contains("%") && finding.spec != nil)
  }
}
