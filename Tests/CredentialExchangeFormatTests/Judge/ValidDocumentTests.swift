import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Documents that are right: nothing above a note may be found in them.
@Suite struct ValidDocumentTests {
  @Test func theSampleHasItsUnknownTypeOnly() {
    let verdict = CXFJudge().judge(Samples.bytes("Samples/example-cxf.json"))
    #expect(verdict.findings.filter { $0.severity > .note }.map(\.code) == [.unknownCredentialType])
    #expect(verdict.summary.items == 12 && verdict.summary.credentials == 23)
    #expect(verdict.summary.warnings == 1 && verdict.summary.errors == 0)
  }

  @Test(.enabled(if: SharedFiles.has("spec/example-cxf.json")))
  func theExampleOfTheErrataIsRight() throws {
    let verdict = CXFJudge(options: .init(strict: true)).judge(try SharedFiles.bytes("spec/example-cxf.json"))
    #expect(verdict.findings.map(\.code.name) == [])
  }

  @Test(.enabled(if: SharedFiles.has("peers/gen_cxf.py")))
  func aThousandGeneratedItemsAreRight() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-B", "\(SharedFiles.folder ?? "")/peers/gen_cxf.py", "--items", "1000", "--only", "cxf",
      "--out",
      folder.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let bytes = try #require(folder.bytes("cxf.json"))
    let verdict = CXFJudge(options: .init(strict: true)).judge(bytes)
    #expect(Set(verdict.findings.map(\.code.name)) == [])
    #expect(verdict.summary.items == 1000)
  }

  /// What the generator makes is as the member tables say; its contents are random.
  @Test(arguments: 0..<20)
  func randomDocumentsBreakRulesOfContentOnly(seed: UInt64) {
    var generator = DocumentGenerator(seed: seed)
    let verdict = CXFJudge().judge(CXFEncoder().encode(generator.header()))
    let content: Set<FindingCode> = [
      .invalidTOTPSecret, .totpSecretSpelling, .totpSecretIsURI, .invalidTOTPPeriod, .unusualTOTPPeriod,
      .invalidTOTPDigits, .unusualTOTPDigits, .invalidRPID, .invalidPrivateKey, .barePrivateKey,
      .rawPrivateKey,
      .unsafeFileName, .packageNameForm, .fingerprintLength, .invalidEmail, .largeBlobForm,
      .misplacedSharedExtension, .unknownCredentialType, .integrityHashOfNothing, .timestampAhead,
      .timestampSince2001, .zeroCredentialID, .passportTypeCode,
    ]
    let others = verdict.findings.filter { $0.severity > .note && !content.contains($0.code) }
    #expect(others.map(\.code.name) == [])
  }
}
