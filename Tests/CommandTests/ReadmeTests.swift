import CXFFormats
import CXFTestSupport
import CredentialExchange
import Foundation
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  private let readme = Samples.text("README.md")

  /// With `CXF_WRITE_CATALOGUE` set, the table is written anew first.
  @Test func theMatrixIsThatOfTheTable() throws {
    var text = readme
    if ProcessInfo.processInfo.environment["CXF_WRITE_CATALOGUE"] != nil {
      let start = try #require(text.range(of: "a test compares them. -->\n"))
      let end = try #require(text.range(of: "\n\n", range: start.upperBound..<text.endIndex))
      text.replaceSubrange(start.upperBound..<end.lowerBound, with: FormatMatrix.markdown)
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(Samples.root)/README.md"))
    }
    #expect(text.contains(FormatMatrix.markdown))
  }

  @Test(arguments: ["ReadmeExample", "ReadmeImportExample", "ReadmeSealedExample"])
  func theLibraryExamplesAreThoseThatCompile(_ name: String) {
    let example = Samples.text("Tests/CommandTests/\(name).swift")
    #expect(!example.isEmpty)
    #expect(readme.contains("```swift\n" + example + "```"))
  }

  @Test func theExampleOfTheModelRuns() throws {
    let found = try passkeyTitles(Samples.bytes("Samples/example-cxf.json"))
    #expect(!found.titles.isEmpty)
    #expect(found.findings.map(\.code) == [.unknownCredentialType])
  }

  // MARK: The example of an import

  private let file = Samples.bytes("Samples/chrome.csv")

  private func imported(into store: MemoryVaultStore, isDry: Bool = false) async throws -> ImportResult {
    try await importFile(file, named: "chrome.csv", into: store, at: Timestamp(1), isDry: isDry) { _ in }
  }

  @Test func theExampleOfAnImportRuns() async throws {
    let store = MemoryVaultStore()
    let dry = try await imported(into: store, isDry: true)
    #expect(dry.id == nil && dry.items.created == 17)
    #expect(try await store.read { try await $0.itemCount() } == 0)
    let first = try await imported(into: store)
    #expect(first.items == dry.items && !first.hasLoss)
    #expect(try await store.read { try await $0.itemCount() } == 17)
    let second = try await imported(into: store)
    #expect(second.items.identical == 18)
    _ = try await VaultImporter(store).undo(first.id, at: Timestamp(2))
    #expect(try await store.read { try await $0.itemCount() } == 0)
  }

  @Test func theExampleOfAnImportCanBeCancelledWhileItShowsHowFarItIs() async throws {
    let store = MemoryVaultStore()
    // Its own task: the one of the test must go on.
    let work = Task { [file] in
      try await importFile(file, named: "chrome.csv", into: store, at: Timestamp(1)) { progress in
        if progress.phase == .matching { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(try await store.read { try await $0.itemCount() } == 0)
  }

  @Test func theExampleOfAnAnswerRuns() async throws {
    let vault = try CXFDecoder().decode(Samples.bytes("Samples/example-cxf.json")).header
    let pending = try PendingImport(importer: "vault.example")
    let sealed = try #require(
      await answer(pending.request, with: vault) { $0 == "vault.example: \(pending.fingerprints[0])" })
    #expect(try CXFDecoder().decode(pending.open(sealed.response).document).header == vault)
    #expect(try await answer(pending.request, with: vault) { _ in false } == nil)
  }

  // MARK: The sessions

  /// Splits a line as a shell does that knows single quotes only.
  private func words(_ line: Substring) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    return words
  }

  /// Identifiers of imports are random, and times pass: each becomes the same text.
  private func masked(_ text: String) -> String {
    text.replacing(/\): [A-Za-z0-9_-]{43}/, with: "): fingerprint")
      .replacing(/\b[0-9a-f]{16}\b/, with: "0123456789abcdef")
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, with: "2000-01-01 00:00 UTC")
  }

  @Test func theSessionsAreReal() async throws {
    let folder = try TemporaryFolder()
    let files = [".json", ".cxfvault", ".cxfkey", ".age", "secret"]
    try Data("violet anchor ridge".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/secret"))
    var shown = 0
    for block in readme.components(separatedBy: "```console\n").dropFirst() {
      let text = block.components(separatedBy: "```").first ?? ""
      for call in text.components(separatedBy: "$ cxf ").dropFirst() {
        let lines = call.split(separator: "\n", omittingEmptySubsequences: false)
        var words = words(lines.first ?? "").map { word in
          word.hasPrefix("Samples/")
            ? "\(Samples.root)/\(word)"
            : files.contains(where: word.hasSuffix) ? "\(folder.path)/\(word)" : word
        }
        // Deriving a key is slow on purpose; here it need not be.
        if words.starts(with: ["vault", "create"]) { words += ["--kdf-memory", "19"] }
        let isCompared = words.starts(with: ["export"])
        let confirms = words.contains("--key") && !words.starts(with: ["request"])
        let answers = isCompared || confirms ? ["a passphrase", "yes"] : ["a passphrase"]
        let run = await CommandRun(words, answers: answers + ["a passphrase"])
        // Fingerprints are shown before the work begins.
        let begins = run.error.hasPrefix("cxf: fingerprint")
        let output = (begins ? run.error + run.output : run.output + run.error).replacing(
          "\(Samples.root)/", with: ""
        )
        .replacing("\(folder.path)/", with: "")
        #expect(masked(output) == masked(lines.dropFirst().joined(separator: "\n")))
        shown += 1
      }
    }
    #expect(shown == 18)
  }
}
