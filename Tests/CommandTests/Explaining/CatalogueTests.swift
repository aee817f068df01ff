import CXFCommandLine
import CXFCommands
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// The catalogue has each code of the sources, and its examples give their codes.
@Suite struct CatalogueTests {
  /// With `CXF_WRITE_CATALOGUE` set, the page is written anew instead.
  @Test func thePageOfFindingsIsWhatTheEntriesSay() throws {
    let path = "Schemas/FINDINGS.md"
    if ProcessInfo.processInfo.environment["CXF_WRITE_CATALOGUE"] != nil {
      try Data(FindingCatalogue.page.utf8).write(to: URL(fileURLWithPath: "\(Samples.root)/\(path)"))
    }
    #expect(Samples.text(path) == FindingCatalogue.page)
  }

  @Test func eachEntryHasACodeOfItsOwnAndSaysAll() {
    #expect(Set(FindingCatalogue.names).count == FindingCatalogue.names.count)
    for entry in FindingCatalogue.all {
      for text in [entry.subject, entry.meaning, entry.consequence, entry.advice] {
        #expect(!text.isEmpty && !text.hasSuffix("."), "\(entry.code.name)")
      }
    }
  }

  @Test(arguments: FindingCatalogue.all.filter { $0.example.scene != nil }.map(\.code.name))
  func theExampleGivesTheFinding(_ name: String) async throws {
    let entry = try #require(FindingCatalogue.entry(name))
    let scene = try #require(entry.example.scene)
    let run = try await ExampleRun(scene)
    #expect(run.complaint == nil)
    let isFound = run.findings.contains("\(name) \(entry.code.severity.rawValue)")
    // What keeps a command from its work is told as its failure.
    let isFailure = entry.code.severity == .error && run.last.failure == name
    #expect(isFound || isFailure, "\(run.findings) \(run.last.error)\(run.last.output.prefix(500))")
  }

  @Test func fewCodesHaveNoExample() {
    let bare = FindingCatalogue.all.filter { $0.example.scene == nil }
    #expect(bare.count <= 15, "\(bare.map(\.code.name))")
  }

  // MARK: The sources

  @Test func eachCodeOfTheSourcesHasAnEntryAndEachEntryACode() {
    let declared = SourceCodes.declared
    let known = Set(FindingCatalogue.names)
    let codes = Set(declared.map(\.name)).union(SourceCodes.failures)
    #expect(declared.count > 150)
    #expect(codes.subtracting(known).sorted() == [], "codes without an entry")
    #expect(known.subtracting(codes).sorted() == [], "entries without a code")
  }

  @Test func eachCodeHasOneSeverity() {
    let severities = Dictionary(grouping: SourceCodes.declared, by: \.name).mapValues {
      Set($0.map(\.severity))
    }
    #expect(severities.filter { $0.value.count > 1 }.keys.sorted() == [])
    for entry in FindingCatalogue.all {
      let severity = severities[entry.code.name]
      #expect(severity == nil || severity == [entry.code.severity.rawValue], "\(entry.code.name)")
    }
  }

  /// What is made of anything but a text at hand would escape the search.
  @Test func codesAreMadeOfTextsOrOfCodesThatAreListed() {
    let others = SourceCodes.matches(#"FindingCode\(\s*([a-zA-Z_.]+),"#).map { $0[1] }
    #expect(
      Set(others) == ["error.code.rawValue", "failure.error.code.rawValue", "code.rawValue", "failure.code"])
  }
}

/// The codes that the sources can give.
private enum SourceCodes {
  struct Declared {
    var name: String
    var severity: String
  }

  /// The sources but for the catalogue itself.
  private static let text: String = {
    let root = "\(Samples.root)/Sources"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") && !$0.contains("/Explaining/") }.sorted()
      .map { Samples.text("Sources/\($0)") }.joined(separator: "\n")
  }()

  static func matches(_ pattern: String) -> [[String]] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let range = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: range).map { match in
      (0..<match.numberOfRanges).map { index in
        Range(match.range(at: index), in: text).map { String(text[$0]) } ?? ""
      }
    }
  }

  static let declared: [Declared] =
    matches(#"FindingCode\(\s*"([a-z0-9-]+)",\s*\.([a-z]+)\s*\)"#).map {
      Declared(name: $0[1], severity: $0[2])
    }

  /// The codes of failures that `cxf validate` tells as findings, and of messages of CXP that are refused.
  static var failures: Set<String> {
    let json = matches(#"case [a-zA-Z]+ = "(json-[a-z-]+)""#)
    let exchange =
      matches(#"\.damaged(?:\(|,)\s*"([a-z-]+)""#) + matches(#"code: "(cxp-[a-z-]+)""#)
      + matches(#"static let code = "([a-z-]+)""#)
    let age: [AgeError] = [
      .workFactorTooHigh(logN: 0, limit: 0), .headerFailure(.notAge), .hmacFailure,
      .payloadFailure(.truncated),
      .armorFailure(.truncated, line: 1),
    ]
    let vault: [VaultError] = [.damaged(""), .unknownVersion(9), .keyDerivationLimit("")]
    let keys = matches(#"isRecipient \? "bad-recipient" : "([a-z-]+)""#)
    return Set((json + exchange + keys).map { $0[1] } + age.map(\.code) + vault.map(\.code))
  }
}
