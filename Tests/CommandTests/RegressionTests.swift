import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// Faults that were found by trying to break the command: each once lost, changed or showed something.
@Suite struct RegressionTests {
  private static func document(_ account: String, header: String = "") -> String {
    #"{"version":{"major":1,"minor":0},"exporterRpId":"a.example","exporterDisplayName":"A","timestamp":1\#(header),"accounts":[\#(account)]}"#
  }

  private static func account(_ items: String, id: String = "QQ") -> String {
    #"{"id":"\#(id)","username":"","email":"","collections":[],"items":[\#(items)]}"#
  }

  private static func item(_ credentials: String, id: String = "YQ") -> String {
    #"{"id":"\#(id)","title":"T","credentials":[\#(credentials)]}"#
  }

  private static let login =
    #"{"type":"basic-auth","password":{"fieldType":"concealed-string","value":"hidden-1"}}"#

  private func convert(_ text: String, to target: String = "cxf", _ more: String...) async throws
    -> CommandRun
  {
    let folder = try TemporaryFolder()
    let file = try folder.write("in", Array(text.utf8))
    return await CommandRun(["convert", file, "--to", target, "--dry-run", "--json"] + more)
  }

  private func lost(_ run: CommandRun) -> Int? { run.json.object("values").number("lost") }

  @Test func aSecondListOfAccountsIsLostAloud() async throws {
    let second = #","accounts":[\#(Self.account(Self.item(Self.login, id: "Yg"), id: "Qg"))]"#
    let text = Self.document(Self.account(Self.item(Self.login)))
    let run = try await convert(String(text.dropLast()) + second + "}")
    #expect(run.code == .negative)
    #expect(lost(run) ?? 0 >= 2)
    let wrong = try await convert(
      #"{"version":{"major":1,"minor":0},"exporterRpId":"a","accounts":{"x":"hidden-1"}}"#, to: "cxf",
      "--from",
      "cxf")
    #expect(wrong.code == .negative)
    #expect(lost(wrong) == 1)
  }

  @Test func aSecondListOfItemsIsLostAloud() async throws {
    let account =
      Self.account(Self.item(Self.login)).dropLast() + #","items":[\#(Self.item(Self.login, id: "Yg"))]}"#
    let run = try await convert(Self.document(String(account)))
    #expect(run.code == .negative)
    #expect(lost(run) ?? 0 >= 1)
  }

  @Test func namesOfStructureInUnknownContentAreValues() async throws {
    let unknown = #"{"type":"loyalty","id":"CARD-4711","holder":{"item":"X-1","accountId":"gold"}}"#
    let run = try await convert(Self.document(Self.account(Self.item(unknown))), to: "chrome-csv")
    // The title and the three values.
    #expect(run.json.object("values").number("in") == 4)
    #expect(lost(run) == 4)
  }

  @Test func aCodeWithABadPeriodIsNoCode() async throws {
    for member in [#""period":100000"#, #""digits":"eight""#, #""algorithm":5"#] {
      let totp = #"{"type":"totp","secret":"JBSWY3DPEHPK3PXP",\#(member)}"#
      let run = await CommandRun(
        "convert", "-", "--to", "cxf", input: Array(Self.document(Self.account(Self.item(totp))).utf8))
      let credentials =
        run.json.array("accounts").first?.array("items").first?.array("credentials").compactMap {
          $0.string("type")
        }
      #expect(credentials == ["custom-fields"])
      #expect(run.output.contains("JBSWY3DPEHPK3PXP"))
    }
  }

  @Test func aDamagedPasswordIsNotFilledIn() async {
    let bytes =
      Array("name,url,username,password\nA,https://a.example/,é,p".utf8) + [0xED, 0xA0, 0x80]
      + Array("x\n".utf8)
    let run = await CommandRun("convert", "-", "--to", "cxf", input: bytes)
    #expect(run.output.contains("Damaged password"))
    let login = run.json.array("accounts").first?.array("items").first?.array("credentials").first ?? [:]
    #expect(login["password"] == nil)
  }

  @Test func resultAndReportAreTwoFiles() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/out"
    let run = await CommandRun(
      "convert", Samples.path("chrome.csv"), "--to", "cxf", "-o", path, "--report", path, "--plaintext",
      "--force")
    #expect(run.code == .usage)
    #expect(folder.names.isEmpty)
  }

  @Test func unknownContentStaysHiddenInInspect() async {
    let unknown =
      #"{"type":"loyalty","name":"hidden-1","item":"hidden-2","username":"hidden-3","algorithm":["hidden-4"],"x":{"fieldType":"string","value":"hidden-5"}}"#
    let text = Self.document(Self.account(Self.item(unknown + "," + Self.login)))
    let run = await CommandRun("inspect", "-", "--json", input: Array(text.utf8))
    #expect(run.code == .success)
    #expect(!run.output.contains("hidden-"))
    #expect(run.output.contains("loyalty"))
  }

  @Test func twoHeadersWithOneUnknownMemberStayApart() async throws {
    let folder = try TemporaryFolder()
    let text = Self.document(Self.account(Self.item(Self.login)), header: #","extra":"hidden-9""#)
    let first = try folder.write("a", Array(text.utf8))
    let second = try folder.write("b", Array(text.utf8))
    let run = await CommandRun("convert", first, second, "--to", "cxf", "--dry-run", "--json")
    #expect(lost(run) == 1)
    #expect(run.code == .negative)
  }

  @Test(.ends(withinMinutes: 1)) func oneItemWithManyFieldsTakesNoLongerByTheSquare() async throws {
    let fields = (0..<4000).map { #"{"fieldType":"string","value":"v\#($0)","label":"l\#($0)"}"# }
    let text = Self.document(
      Self.account(Self.item(#"{"type":"custom-fields","fields":[\#(fields.joined(separator: ","))]}"#)))
    let run = try await convert(text, to: "chrome-csv")
    #expect(lost(run) == 8001)
  }

  @Test func theUsersOwnLabelOfAForeignCodeIsKept() async {
    let field =
      #"{"fieldType":"concealed-string","value":"otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1","label":"OWN-LABEL","extensions":[{"name":"cxf-toolkit.alt/one-time-code","kind":"hotp"}]}"#
    let text = Self.document(Self.account(Self.item(#"{"type":"custom-fields","fields":[\#(field)]}"#)))
    let run = await CommandRun("convert", "-", "--to", "bitwarden-json", input: Array(text.utf8))
    #expect(run.output.contains("OWN-LABEL"))
  }

  @Test func onlyCollectionsHaveTitlesOfFolders() async throws {
    // Titles that are none of a folder: of the account, of an extension, of unknown content.
    let account =
      #"{"id":"QQ","username":"","email":"","title":"A","extensions":[{"name":"x.example/y","title":"B"}],"collections":[{"id":"Yw","title":"Folder","extensions":[{"name":"x.example/z","title":"C"}],"items":[{"item":"YQ"}]}],"items":[\#(Self.item(Self.login))]}"#
    let run = try await convert(Self.document(account), to: "bitwarden-json")
    #expect(run.code == .negative)
    #expect(lost(run) == 3)
    let fields = run.json.array("findings").filter { $0.string("action") == "lost" }.compactMap {
      $0.string("field")
    }
    #expect(!fields.contains { $0.hasSuffix("collections title") })
  }
}
