import CXFCommandLine
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// What `cxf validate` prints for people.
@Suite struct JudgementTests {
  private static let head =
    #"{"version":{"major":1,"minor":0},"exporterRpId":"a.example","exporterDisplayName":"A","timestamp":1770000000,"#

  private static func rule(_ code: String) -> JudgeRule? { JudgeRule.all.first { $0.code.name == code } }

  @Test func showsTheLineWithACaretUnderThePlace() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "v.json",
      Array(
        """
        \(Self.head)
        "accounts": [{"id": "YQ", "username": "hidden-name", "email": "", "collections": [], "items": [
          {"id": "Yg", "title": "Harbour", "credentials": [
            {"type": "basic-auth",
             "password": {"fieldType": "e-mail", "value": "hidden-pass"}}]}]}]}
        """.utf8))
    let run = await CommandRun("validate", file)
    #expect(
      run.output == """
        \(file):5:18: note: password has another field type than its place prescribes (Harbour) [unexpected-field-type]
          5 | "password": {"fieldType": "•••", "value": "•••"}}]}]}]}
            |             ^
          note: the reader \(try #require(Self.rule("unexpected-field-type")).reading)
          hint: \(try #require(Self.rule("unexpected-field-type")).mending)
          rule: CXF 1.0, section 3.4
        \(file):5:32: warning: fieldType has a value that CXF 1.0 does not register; kept as it is (Harbour) \
        [unknown-enumeration-value]
          5 | "password": {"fieldType": "•••", "value": "•••"}}]}]}]}
            |                           ^~~~~
          note: the reader \(try #require(Self.rule("unknown-enumeration-value")).reading)
          hint: \(try #require(Self.rule("unknown-enumeration-value")).mending)
          rule: CXF 1.0, section 2.1.1
        1 items, 1 credentials: 0 errors, 1 warnings, 1 notes

        """)
    let quiet = await CommandRun("validate", file, "--quiet")
    #expect(quiet.output.split(separator: "\n").count == 2)
  }

  @Test func aPlaceInTheMiddleOfALongLineHasItsSurroundings() async throws {
    let folder = try TemporaryFolder()
    let item = #"{"id":"%","title":"hidden","tags":["hidden","hidden"],"credentials":[]}"#
    let items = (0..<500).map { item.replacingOccurrences(of: "%", with: "aaaa\($0 + 1000)") }
    let text =
      Self.head + #""accounts":[{"id":"YQ","username":"","email":"","collections":[],"items":["#
      + (items[..<250] + [item.replacingOccurrences(of: "%", with: "aaaaa")] + items[250...])
      .joined(separator: ",") + "]}]}"
    let file = try folder.write("long.json", Array(text.utf8))
    let run = await CommandRun("validate", file)
    let lines = run.output.split(separator: "\n").map(String.init)
    let line = try #require(lines.firstIndex { $0.contains("aaaaa") || $0.hasPrefix("  1 | ") })
    #expect(lines[line].hasPrefix("  1 | …") && lines[line].hasSuffix("…"))
    #expect(lines[line].unicodeScalars.count < 115)
    let caret = try #require(lines[line + 1].firstIndex(of: "^"))
    let column = lines[line + 1].distance(from: lines[line + 1].startIndex, to: caret)
    #expect(lines[line].dropFirst(column).hasPrefix(#""•••""#))
    #expect(lines[line].dropFirst(column - 5).hasPrefix(#""id":"#))
    #expect(!run.output.contains("hidden,"))
  }

  @Test func manyOfAKindAreCounted() async throws {
    let folder = try TemporaryFolder()
    let items = (0..<25).map { #"{"id":"YWFh\#($0 + 1000)","title":"t","extra":1,"credentials":[]}"# }
    let text =
      Self.head + #""accounts":[{"id":"YQ","username":"","email":"","collections":[],"items":["#
      + items.joined(separator: ",\n") + "]}]}"
    let file = try folder.write("many.json", Array(text.utf8))
    let run = await CommandRun("validate", file)
    #expect(run.output.contains("… and 15 more of unknown-member; --json lists all"))
    #expect(run.output.components(separatedBy: "[unknown-member]").count == 11)
    // Why and what to do stands once.
    #expect(run.output.components(separatedBy: "  hint: ").count == 2)
    #expect(await CommandRun("validate", file, "--json").json.array("findings").count == 25)
  }

  @Test func judgesFoldersWithAllThatIsInThem() async throws {
    let folder = try TemporaryFolder()
    let vault = try Data(contentsOf: URL(fileURLWithPath: Samples.path("example-cxf.json")))
    let manager = FileManager.default
    try manager.createDirectory(atPath: "\(folder.path)/all/in/.git", withIntermediateDirectories: true)
    for name in ["all/b.json", "all/in/a.json", "all/in/.hidden.json", "all/in/.git/c.json"] {
      try vault.write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/all/loop", withDestinationPath: "\(folder.path)/all")
    _ = try folder.write("all/notes.md", Array("# Words\n".utf8))
    _ = try folder.write("all/x.csv", Array("name,url,username,password\nA,https://a.example/,u,p\n".utf8))
    let run = await CommandRun("validate", "\(folder.path)/all", "--json")
    #expect(run.code == .success)
    #expect(run.json.object("summary").number("files") == 3)
    #expect(run.json.object("summary").number("items") == 25)
    let files = run.json.array("findings").compactMap { $0.string("file") }
    #expect(
      Set(files) == Set(["all/b.json", "all/in/a.json", "all/notes.md"].map { "\(folder.path)/\($0)" }))
    let passed = run.json.array("findings").filter { $0.string("code") == "file-not-judged" }
    #expect(passed.compactMap { $0.string("file") } == ["\(folder.path)/all/notes.md"])
    #expect(await CommandRun("validate", "\(folder.path)/all/in/.git").code == .success)
    let text = await CommandRun("validate", "\(folder.path)/all")
    #expect(text.output.contains("3 files, 25 items, "))
  }

  @Test func aFolderWithoutExportsIsNoInput() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/empty", withIntermediateDirectories: true)
    let run = await CommandRun("validate", "\(folder.path)/empty")
    #expect(run.code == .noInput)
    #expect(run.error.contains("no file in"))
    let repair = await CommandRun(
      "validate", "\(folder.path)/empty", "--repair", "-o", "\(folder.path)/x", "--plaintext")
    #expect(repair.code == .usage)
  }

  /// Whatever is broken about a file, excerpts show nothing of its values.
  @Test(arguments: ["\n", "\"", "\\", "{", ":", "\u{0}", ""])
  func excerptsOfBrokenFilesShowNoSecret(_ inserted: String) async throws {
    let folder = try TemporaryFolder()
    let text =
      Self.head + """
        "accounts":[{"id":"YQ","username":"kanary-u","email":"kanary@kanary.example","collections":[],
        "items":[{"id":"Yg","title":"x","type":"login-7","credentials":[{"type":"basic-auth","password":
        {"fieldType":"concealed-string","value":"kanary-\\"pass\\": \\"word\\": kanary"},"kept":[4929,"kanary"],
        "username":{"fieldType":"string","value":"a: kanary\\": b"}}]}]}]}
        """
    let bytes = Array(text.utf8)
    let broken = Array(inserted.utf8)
    for place in stride(from: Self.head.utf8.count, to: bytes.count, by: 3) {
      let rest = bytes[(broken.isEmpty ? place + 1 : place)...]
      let file = try folder.write("broken.json", bytes[..<place] + broken + rest)
      let run = await CommandRun("validate", file)
      let shown = (run.output + run.error).split(separator: "\n").filter { $0.contains(" | ") }
      #expect(!shown.contains { $0.contains("anary") || $0.contains("4929") }, "at \(place): \(shown)")
    }
  }

  /// What the header has beyond what CXF can say is counted, whatever its form.
  @Test(arguments: [
    #""version":{"major":1,"minor":0,"x":"CANARY"}"#, #""exporterRpId":{"a":"CANARY"}"#,
    #""exporterDisplayName":["CANARY"]"#, #""timestamp":"CANARY""#,
    #""exporterRpId":"a.example","exporterRpId":"CANARY""#, #""version":"CANARY""#,
  ])
  func whatIsLostOfTheHeaderIsCounted(_ member: String) async throws {
    let folder = try TemporaryFolder()
    let name = try #require(member.split(separator: "\"").first.map(String.init))
    let rest = [
      ("version", #""version":{"major":1,"minor":0}"#), ("exporterRpId", #""exporterRpId":"a.example""#),
      ("exporterDisplayName", #""exporterDisplayName":"A""#), ("timestamp", #""timestamp":1770000000"#),
    ].filter { $0.0 != name }.map(\.1)
    let text =
      "{" + ([member] + rest).joined(separator: ",")
      + #","accounts":[{"id":"YQ","username":"","email":"","collections":[],"items":[]}]}"#
    let file = try folder.write("v.json", Array(text.utf8))
    let run = await CommandRun("convert", file, "--to", "cxf", "--dry-run", "--json")
    #expect(run.json.object("values").number("lost") == 1, "\(run.output)")
    #expect(run.code == .negative)
  }

  @Test func columnsOfTheLogCountInTheTextWhateverItsEncoding() async throws {
    let folder = try TemporaryFolder()
    let text =
      Self.head
      + #""accounts":[{"id":"YQ","username":"","email":"","collections":[],"items":[{"id":"Yg","title":"Tïtle 🔐 日本","colour":"x","credentials":[]}]}]}"#
    let place = try #require(text.range(of: #""x""#))
    let column = text.unicodeScalars.distance(from: text.startIndex, to: place.lowerBound) + 1
    let utf16 = [UInt8]([0xFF, 0xFE]) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), utf16] {
      let run = await CommandRun("validate", try folder.write("v.json", bytes), "--sarif")
      let results = run.json.array("runs").first?.array("results") ?? []
      let result = try #require(results.first { $0.string("ruleId") == "unknown-member" })
      let region = result.array("locations").first?.object("physicalLocation").object("region") ?? [:]
      #expect(region.number("startColumn") == column)
      #expect(result.object("message").string("text")?.hasPrefix("\"colour\" ") == true)
    }
  }

  @Test func theMendedDocumentAndTheFindingsDoNotMix() async throws {
    let folder = try TemporaryFolder()
    let text = #"{"version":0,"exporter":"a","accounts":[]}"#
    let file = try folder.write("v.json", Array(text.utf8))
    let run = await CommandRun("validate", file, "--repair", "-o", "-", "--plaintext")
    #expect(run.json.object("version").number("major") == 1)
    #expect(run.error.contains("version-shape"))
    #expect(await CommandRun("validate", file, "--repair", "-o", "-", "--plaintext", "--json").code == .usage)
    #expect(await CommandRun("validate", file, "-o", "\(folder.path)/x").code == .usage)
  }

  /// Values of unknown members are hidden also where their names are those of harmless ones.
  @Test func excerptsShowWordsOfTheStandardOnly() async throws {
    let folder = try TemporaryFolder()
    let text =
      Self.head
      + #""accounts":[{"id":"YQ","username":"","email":"","collections":[],"items":[{"id":"Yg","title":"T","x":{"algorithm":"canary","timestamp":4929},"credentials":[{"type":"basic-auth","algorithm":"CANARY","period":4929}]}]}]}"#
    let run = await CommandRun("validate", try folder.write("v.json", Array(text.utf8)))
    #expect(run.output.contains(#""type":"basic-auth""#))
    #expect(!run.output.lowercased().contains("canary") && !run.output.contains("4929"))
  }

  @Test func manyEqualValuesAreCountedOneByOne() async throws {
    let folder = try TemporaryFolder()
    let tags = Array(repeating: #""t""#, count: 20_000).joined(separator: ",")
    let text =
      Self.head
      + #""accounts":[{"id":"YQ","username":"","email":"","collections":[],"items":[{"id":"Yg","title":"T","tags":[\#(tags)],"credentials":[]}]}]}"#
    let run = await CommandRun(
      "convert", try folder.write("v.json", Array(text.utf8)), "--to", "cxf", "--dry-run", "--json")
    #expect(run.json.object("values").number("carried") == 20_001)
    #expect(run.json.object("values").number("lost") == 0)
  }
}
