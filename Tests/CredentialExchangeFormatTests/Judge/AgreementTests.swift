import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What the judge and the reader both say of a document, to be compared.
struct CommonFinding: Hashable, CustomStringConvertible {
  let code: String
  let pointer: String?
  let byte: Int?
  let severity: Severity
  let action: FindingAction
  let field: String?
  let item: String?
  let message: String

  init(_ finding: Finding) {
    code = finding.code.name
    pointer = finding.position.pointer
    byte = finding.position.byte
    severity = finding.severity
    action = finding.action
    field = finding.field
    item = finding.item
    message = finding.message
  }

  var description: String {
    "\(code) \(severity) \(action) at \(pointer ?? "-") \(byte ?? -1) (\(field ?? "-"))"
  }
}

extension CXFJudge.Verdict {
  /// The findings that the reader makes, too.
  var common: [CommonFinding] {
    findings.filter { Self.codesOfTheReader.contains($0.code) }.map(CommonFinding.init)
  }

  static let codesOfTheReader: Set<FindingCode> = [
    .wrongType, .numberOutOfRange, .invalidBase64URL, .inexactBase64URL, .invalidIdentifier,
    .duplicateIdentifier,
    .duplicateMember, .escapedMemberName, .nullValue, .missingMember, .incompleteObject, .missingType,
    .missingExtensionName, .unknownCredentialType, .unknownEnumerationValue, .enumerationSpelling,
    .typeSpelling,
    .aliasedMember, .bareField, .textSpelledBare, .textForNumber, .textForBoolean, .inexactNumber,
    .invalidTimestamp, .timestampEpoch, .timestampText, .versionShape, .unknownVersion, .invalidFieldValue,
    .unexpectedFieldType, .invalidUnicode, .invalidUnicodeInSecret, .malformedSharedExtension, .textEncoding,
    .documentShape, .itemInCollection, .repeatedItem, .bareReference, .draftType, .keyObject, .keyText,
    .extensionsList, .draftItemType,
  ]
}

/// Records an issue where judge and reader differ about a document.
func expectAgreement(
  _ bytes: [UInt8], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let verdict = CXFJudge().judge(bytes)
  do throws(JSONError) {
    let result = try CXFDecoder().decode(bytes)
    let read = result.findings.map(CommonFinding.init)
    // At one place the order of two findings means nothing.
    #expect(Set(verdict.common) == Set(read), comment, sourceLocation: sourceLocation)
    #expect(verdict.common.count == read.count, comment, sourceLocation: sourceLocation)
    #expect(verdict.summary.items == result.itemRanges.count, comment, sourceLocation: sourceLocation)
  } catch {
    #expect(verdict.isUnreadable, comment, sourceLocation: sourceLocation)
    #expect(
      verdict.findings.map(\.code.name) == [error.code.rawValue], comment, sourceLocation: sourceLocation)
  }
}

@Suite struct AgreementTests {
  @Test(arguments: JudgeRule.all.map(\.code))
  func examplesOfRulesAreReadAsTheyAreJudged(code: FindingCode) throws {
    let rule = try #require(JudgeRule.rule(code))
    expectAgreement(Array(rule.example.document.utf8))
  }

  @Test(arguments: deviations)
  func deviationsAreReadAsTheyAreJudged(deviation: Deviation) {
    expectAgreement(Array(deviation.text.utf8))
  }

  @Test(arguments: 0..<40)
  func randomDocumentsAreReadAsTheyAreJudged(seed: UInt64) {
    var generator = DocumentGenerator(seed: seed)
    expectAgreement(CXFEncoder(indented: seed % 2 == 0).encode(generator.header(items: 0...12)))
  }

  /// Damage of all kinds: bytes, and whole values put in the place of others.
  @Test(arguments: 0..<24)
  func damagedDocumentsAreReadAsTheyAreJudged(seed: UInt64) {
    var generator = DocumentGenerator(seed: seed)
    let bytes = CXFEncoder().encode(generator.header(items: 1...3))
    var random = SeededGenerator(seed: seed)
    for round in 0..<15 {
      let damaged = ValueDamage.damage(bytes, &random)
      expectAgreement(damaged, "seed \(seed), round \(round)")
    }
  }

  /// A number that is repaired is judged as what it is read as.
  @Test(arguments: [
    (#""version":{"major":"19","minor":0}"#, "unknown-version"),
    (#""version":{"major":2.0,"minor":0}"#, "unknown-version"),
    (#""version":{"major":"0","minor":0}"#, "draft-version"),
    (
      #""accounts":[{"items":[{"creationAt":1700000000,"modifiedAt":"1600000000"}]}]"#,
      "modified-before-created"
    ),
    (
      #""accounts":[{"items":[{"credentials":[{"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":"0","digits":6.0,"algorithm":"sha1"}]}]}]"#,
      "invalid-totp-period"
    ),
    (
      #""accounts":[{"items":[{"credentials":[{"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":30,"digits":"0","algorithm":"sha1"}]}]}]"#,
      "invalid-totp-digits"
    ),
  ])
  func numbersInOtherSpellingsAreJudged(member: String, code: String) {
    let text = Array("{\"exporterRpId\":\"a.example\",\(member)}".utf8)
    expectAgreement(text)
    #expect(CXFJudge().judge(text).findings.contains { $0.code.name == code })
  }
}
