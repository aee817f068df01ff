import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// The schema of CXF takes what is right and refuses what is wrong, by the words of the specification.
@Suite struct CXFSchemaTests {
  private static func aCase(_ label: String, _ text: [UInt8]) -> SchemaPeer.Case {
    .init(schema: CXFSchema.document, label: label, text: text)
  }

  // MARK: Valid documents

  @Test(.enabled(if: SchemaPeer.isPresent, SchemaPeer.absence))
  func documentsOfTheSampleAndTheGeneratorAreValid() throws {
    var cases = [Self.aCase("the sample", Samples.bytes("Samples/example-cxf.json"))]
    for seed in 1...40 as ClosedRange<UInt64> {
      var generator = DocumentGenerator(seed: seed)
      cases.append(Self.aCase("seed \(seed)", CXFEncoder().encode(generator.header(items: 1...12))))
    }
    try SchemaPeer.expectValid(cases)
  }

  @Test(.enabled(if: SchemaPeer.isPresent, SchemaPeer.absence))
  func whatIsConvertedToCXFIsValid() async throws {
    let folder = try TemporaryFolder()
    var cases: [SchemaPeer.Case] = []
    // A state that is no code of ISO 3166-2 stays a text where the specification asks for a code: calling it one would be
    // wrong too.
    let stateInWords =
      "$.accounts[0].items[11].credentials[1].territory.fieldType: 'subdivision-code' was expected"
    for name in ["bitwarden.json", "bitwarden-organisation.json", "chrome.csv", "chrome-damaged.csv"] {
      let path = folder.path("\(name).cxf")
      let run = await CommandRun(
        "convert", Samples.path(name), "--to", "cxf", "-o", path, "--plaintext", "--allow-loss")
      #expect(run.code == .success, "\(run.error)")
      cases.append(Self.aCase(name, folder.bytes("\(name).cxf") ?? []))
    }
    let errors = try SchemaPeer.errors([CXFSchema.document], cases)
    #expect(errors.flatMap(\.self) == [stateInWords])
  }

  @Test(
    .enabled(if: SchemaPeer.isPresent, SchemaPeer.absence),
    .enabled(if: SharedFiles.has("spec/example-cxf.json")))
  func theExampleOfTheStandardIsValid() throws {
    try SchemaPeer.expectValid([
      Self.aCase("appendix A of CXF 1.0", try SharedFiles.bytes("spec/example-cxf.json"))
    ])
  }

  @Test(
    .enabled(if: SchemaPeer.isPresent, SchemaPeer.absence), .enabled(if: SharedFiles.has("peers/gen_cxf.py")))
  func generatedVaultsOfAPeerAreValid() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["python3", "-B", try #require(SharedFiles.folder) + "/peers/gen_cxf.py"]
      + ["--items", "300", "--out", folder.path, "--only", "cxf"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try #require(folder.bytes("cxf.json"))
    try SchemaPeer.expectValid([Self.aCase("300 items", text)])
  }

  // MARK: Mutations

  @Test(.enabled(if: SchemaPeer.isPresent, SchemaPeer.absence))
  func whatTheSpecificationForbidsIsRefused() throws {
    let mutations = SchemaMutation.all()
    let cases = mutations.map { Self.aCase($0.label, $0.text) }
    for (mutation, errors) in zip(mutations, try SchemaPeer.errors([CXFSchema.document], cases)) {
      #expect(errors.isEmpty == mutation.isAllowed, "\(mutation.label): \(errors)")
    }
    #expect(mutations.count { !$0.isAllowed } > 800, "\(mutations.count { !$0.isAllowed })")
    #expect(mutations.count { $0.isAllowed } > 100, "\(mutations.count { $0.isAllowed })")
  }
}
