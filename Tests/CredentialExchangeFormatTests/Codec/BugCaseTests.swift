import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite(.enabled(if: SharedFiles.isPresent, "the shared samples are absent"))
struct BugCaseTests {
  @Test func aPasskeyWithoutKeyCostsThatPasskeyOnly() throws {
    let result = try CXFDecoder().decode(try SharedFiles.bytes("cases/bugs/B073-cxf-passkeys.json"))
    let items = try #require(result.header.accounts.first?.items)
    #expect(items.map(\.title) == ["Mixed", "Only"])
    guard case .basicAuth(let login) = items[0].credentials[0],
      case .passkey(let key) = items[0].credentials[1],
      case .passkey(let only) = items[1].credentials[0]
    else {
      Issue.record("other credentials")
      return
    }
    #expect(login.username?.value == "kim" && login.password?.value == "pw1")
    #expect(key.credentialID.bytes == Array("cred-0001".utf8))
    #expect(
      only.credentialID.bytes == Array("cred-0003".utf8) && only.rpID == "only.example" && only.username == ""
    )
    #expect(items[1].credentials.count == 1)
    let errors = result.findings.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [.incompleteObject])
    #expect(errors.map(\.position.pointer) == ["/accounts/0/items/0/credentials/2"])
    #expect(errors.map(\.field) == ["key"])
    let warnings = result.findings.filter { $0.severity == .warning }
    #expect(warnings.map(\.code) == [.unknownCredentialType])
    #expect(warnings.map(\.position.pointer) == ["/accounts/0/items/0/credentials/3/type"])
    #expect(result.findings.count == 2)
    // Its other values are kept with the item.
    guard case .unknown(let hologram) = items[0].credentials[2],
      case .customFields(let rest) = items[0].credentials[3]
    else {
      Issue.record("other credentials")
      return
    }
    #expect(hologram.type == "hologram")
    #expect(
      rest.fields.map(\.value) == ["Y3JlZC0wMDAy", "mixed.example", "kim", "Kim", "dWgy"])
    #expect(items[0].credentials.count == 4)
  }

  private static let path = "cases/bugs/B105-deviations.json"

  @Test func deviationsOfDraftsAreReadAsMeant() throws {
    let result = try CXFDecoder().decode(try SharedFiles.bytes(Self.path))
    let items = try #require(result.header.accounts.first?.items)
    #expect(items.map(\.title) == ["Bare", "Otp", "SameId", "NoId", ""])
    #expect(result.header.exporterRPID == "x.example" && result.header.version == FormatVersion())
    guard case .basicAuth(let bare) = items[0].credentials.first,
      case .totp(let otp) = items[1].credentials.first,
      case .basicAuth(let same) = items[2].credentials.first,
      case .creditCard(let card) = items[4].credentials.first,
      case .customFields(let kept) = items[4].credentials.last
    else {
      Issue.record("other credentials")
      return
    }
    #expect(bare.username == EditableField(value: "una"))
    #expect(bare.password == EditableField(fieldType: .concealedString, value: "pw-bare"))
    #expect(items[0].scope?.urls == ["https://bare.example/"])
    #expect(
      otp.algorithm == .sha256 && otp.digits == 8 && otp.period == 60 && otp.secret == "GEZDGNBVGY3TQOJQ")
    #expect(same.password == EditableField(fieldType: .concealedString, value: "no-type"))
    #expect(items[2].scope?.urls == ["https://top.example/"])
    #expect(items[3].credentials.isEmpty)
    #expect(card.number?.value == "4111111111111111" && card.expiryDate == nil)
    #expect(
      kept.fields == [EditableField(fieldType: .concealedString, value: "2031-13", label: "expiryDate")])
    #expect(result.findings.filter { $0.action == .failed }.map(\.code) == [.invalidFieldValue])
  }

  @Test func whatIsWrittenAgainIsStrictlyValid() throws {
    let first = try CXFDecoder().decode(try SharedFiles.bytes(Self.path))
    let written = CXFEncoder().encode(first.header)
    let second = try CXFDecoder(strict: true).decode(written)
    #expect(second.findings == [])
    #expect(second.header == first.header)
  }

  @Test(arguments: [
    (FindingCode.versionShape, "/version"), (.missingMember, ""), (.missingMember, "/accounts/0"),
    (.inexactBase64URL, "/accounts/0/id"), (.typeSpelling, "/accounts/0/items/0/credentials/0/type"),
    (.wrongType, "/accounts/0/items/0/credentials/0/username"),
    (.wrongType, "/accounts/0/items/0/credentials/0/password"),
    (.enumerationSpelling, "/accounts/0/items/1/credentials/0/algorithm"),
    (.wrongType, "/accounts/0/items/1/credentials/0/digits"), (.duplicateIdentifier, "/accounts/0/items/2"),
    (.missingMember, "/accounts/0/items/2/credentials/0/password"), (.missingMember, "/accounts/0/items/3"),
    (.missingMember, "/accounts/0/items/4"),
    (.invalidFieldValue, "/accounts/0/items/4/credentials/0/expiryDate"),
  ])
  func strictReadingNamesEachDeviation(code: FindingCode, pointer: String) throws {
    let result = try CXFDecoder(strict: true).decode(try SharedFiles.bytes(Self.path))
    #expect(result.findings.contains { $0.code == code && $0.position.pointer == pointer })
  }

  // MARK: Judged

  private func judge(_ path: String, strict: Bool = false) throws -> [Finding] {
    let bytes = try SharedFiles.bytes(path)
    expectAgreement(bytes)
    return CXFJudge(options: .init(strict: strict)).judge(bytes).findings
  }

  @Test func theBrokenPasskeyIsTheOnlyError() throws {
    let findings = try judge("cases/bugs/B073-cxf-passkeys.json")
    let errors = findings.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [.incompleteObject] && errors.map(\.field) == ["key"])
    #expect(errors.map(\.position.pointer) == ["/accounts/0/items/0/credentials/2"])
    #expect(errors.map(\.item) == ["Mixed"])
    let warnings = findings.filter { $0.severity == .warning }
    #expect(warnings.map(\.code) == [.unknownCredentialType])
    #expect(warnings.map(\.position.pointer) == ["/accounts/0/items/0/credentials/3/type"])
    #expect(findings.count == 2)
  }

  @Test(arguments: [
    (FindingCode.versionShape, "/version", "version"), (.aliasedMember, "/exporter_rp_id", "exporter_rp_id"),
    (.missingMember, "/accounts/0", "collections"), (.inexactBase64URL, "/accounts/0/id", "id"),
    (.typeSpelling, "/accounts/0/items/0/credentials/0/type", "type"),
    (.bareField, "/accounts/0/items/0/credentials/0/username", "username"),
    (.bareField, "/accounts/0/items/0/credentials/0/password", "password"),
    (.enumerationSpelling, "/accounts/0/items/1/credentials/0/algorithm", "algorithm"),
    (.textForNumber, "/accounts/0/items/1/credentials/0/digits", "digits"),
    (.duplicateIdentifier, "/accounts/0/items/2", "id"),
    (.aliasedMember, "/accounts/0/items/2/urls", "urls"),
    (.draftItemType, "/accounts/0/items/2/type", "type"),
    (.missingMember, "/accounts/0/items/2/credentials/0/password", "fieldType"),
    (.missingMember, "/accounts/0/items/3", "id"), (.missingMember, "/accounts/0/items/4", "title"),
    (.invalidFieldValue, "/accounts/0/items/4/credentials/0/expiryDate", "expiryDate"),
  ])
  func eachDeviationIsAnErrorToTheStrictJudge(code: FindingCode, pointer: String, field: String) throws {
    let found = try judge(Self.path, strict: true).filter {
      $0.code == code && $0.position.pointer == pointer && $0.field == field
    }
    #expect(found.map(\.severity) == [.error])
    #expect(found.allSatisfy { $0.position.line != nil && $0.spec != nil })
  }

  @Test func theDocumentWrittenAgainHasNothingToFind() throws {
    let read = try CXFDecoder().decode(try SharedFiles.bytes(Self.path))
    let written = CXFEncoder().encode(read.header)
    let found = CXFJudge(options: .init(strict: true)).judge(written).findings
    #expect(found == [])
  }
}
