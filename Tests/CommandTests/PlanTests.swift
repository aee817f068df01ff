import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// Plans that a person edits, and what `cxf apply` makes of them.
@Suite struct PlanTests {
  /// A vault with two items, and a file with an equal item, a contradicting one and a new one.
  private struct World {
    let fixture: ImportFixture
    let input: String
    let plan: String

    init() async throws {
      fixture = try await ImportFixture()
      _ = await fixture.imports(
        try fixture.table("a.csv", "Shop,https://shop.example,lia,old,", "Mail,https://mail.example,lia,m,"))
      input = try fixture.table(
        "b.csv", "Mail,https://mail.example,lia,m,", "Shop,https://shop.example,lia,new,",
        "New,https://new.example,me,x,hello")
      plan = try await fixture.planned(input)
    }

    /// Changes the plan's action of this index.
    func edit(_ index: Int, _ change: (inout [String: Any]) -> Void) throws {
      try edit { plan in
        var actions = plan.array("actions")
        change(&actions[index])
        plan["actions"] = actions
      }
    }

    func edit(_ change: (inout [String: Any]) -> Void) throws {
      var document = try #require(
        JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
      change(&document)
      _ = try fixture.vault.folder.write(
        "plan.json", Array(JSONSerialization.data(withJSONObject: document)))
    }

    var edited: String { "\(fixture.vault.folder.path)/plan.json" }

    private var bytes: [UInt8] {
      let folder = fixture.vault.folder
      return folder.bytes("plan.json") ?? folder.bytes(ImportFixture.planName) ?? []
    }
  }

  @Test func thePlanIsWhatIsDone() async throws {
    let world = try await World()
    let fixture = world.fixture
    let before = await fixture.contents()
    let text = fixture.text(ImportFixture.planName)
    #expect(!text.contains("old") && !text.contains("\"x\"") && !text.contains("hello"))
    #expect(fixture.vault.folder.mode(ImportFixture.planName) == 0o600)
    let dry = await fixture.imports(world.input, "--dry-run")
    let run = await fixture.applied(world.plan)
    #expect(run.code == .success, "\(run.output)")
    run.expectSums()
    #expect(run.items == dry.items)
    #expect(
      run.json.array("findings").map { $0.string("code") }
        == dry.json.array("findings").map { $0.string("code") })
    #expect(
      run.json.array("findings").map { $0.string("message") }
        == dry.json.array("findings").map { $0.string("message") })
    #expect(run.items["identical"] == 1 && run.items["created"] == 2 && run.items["conflicts"] == 1)
    #expect(await fixture.passwords() == ["Mail: m", "New: x", "Shop: new", "Shop: old"])
    #expect(await fixture.run(["undo", fixture.path]).code == .success)
    #expect(await fixture.contents().outputBytes == before.outputBytes)
  }

  @Test func theTextNamesTheCommandThatFollowsThePlan() async throws {
    let world = try await World()
    let other = "\(world.fixture.vault.folder.path)/my plan.json"
    let run = await world.fixture.imported(world.input, "--plan-out", other)
    #expect(run.output.contains("cxf apply '\(other)' --into \(world.fixture.path)\n"))
    let again = await world.fixture.imported(world.input, "--plan-out", other)
    #expect(again.code == .cannotCreate)
    #expect(await world.fixture.imported(world.input, "--plan-out", other, "--force").code == .success)
  }

  @Test func anActionCanBeTakenOutOrSkipped() async throws {
    for skips in [false, true] {
      let world = try await World()
      if skips {
        try world.edit(2) { $0["action"] = "skip" }
      } else {
        try world.edit { $0["actions"] = Array($0.array("actions").dropLast()) }
      }
      let run = await world.fixture.applied(world.edited)
      run.expectSums()
      #expect(run.items["skipped"] == 1 && run.items["created"] == 1)
      // What is left out is lost, and said.
      #expect(run.code == .negative && run.json.object("values").number("lost") == 5)
      #expect(run.json.array("findings").contains { $0.string("code") == "import-skipped" })
      #expect(await world.fixture.passwords() == ["Mail: m", "Shop: new", "Shop: old"])
    }
  }

  @Test(arguments: [("incoming", "Shop: new"), ("existing", "Shop: old")])
  func aConflictCanBecomeAMergeWithAPolicy(_ policy: String, _ expected: String) async throws {
    let world = try await World()
    try world.edit(1) {
      $0["action"] = "merge"
      $0["policy"] = policy
    }
    let run = await world.fixture.applied(world.edited)
    #expect(run.code == .success, "\(run.output)")
    run.expectSums()
    #expect(run.items["merged"] == 1 && run.items["conflicts"] == 1)
    #expect(await world.fixture.passwords() == ["Mail: m", "New: x", expected])
    let message = run.json.array("findings").first { $0.string("code") == "import-conflict" }?.string(
      "message")
    #expect(message?.contains("settled by the policy '\(policy)'") == true)
    #expect(await world.fixture.contents().output.contains(expected == "Shop: new" ? "\"old\"" : "\"new\""))
  }

  @Test func aMergeThatSettlesNothingIsRefused() async throws {
    let world = try await World()
    try world.edit(1) { $0["action"] = "merge" }
    let run = await world.fixture.applied(world.edited)
    #expect(run.code == .badData && run.failure == "invalid-plan")
    #expect(run.failureMessage.contains("action 1") && run.failureMessage.contains("policy"))
    #expect(await world.fixture.passwords() == ["Mail: m", "Shop: old"])
  }

  @Test func anItemCanGoIntoAnotherOne() async throws {
    let world = try await World()
    let mail = try #require(
      await world.fixture.contents().json.array("items").first { $0.string("title") == "Mail" }?.string("id"))
    try world.edit(2) {
      $0["action"] = "merge"
      $0["into"] = mail
    }
    let run = await world.fixture.applied(world.edited)
    #expect(run.code == .success, "\(run.output)")
    #expect(run.json.object("values").number("lost") == 0)
    #expect(await world.fixture.passwords() == ["Mail: m x", "Shop: new", "Shop: old"])
    // Into an item that the same plan creates.
    let second = try await World()
    try second.edit(2) {
      $0["action"] = "merge"
      $0["into"] = nil
      $0["intoIndex"] = 1
    }
    #expect(await second.fixture.applied(second.edited).code == .success)
    #expect(await second.fixture.passwords() == ["Mail: m", "Shop: new x", "Shop: old"])
  }

  @Test func whatIsNotIdenticalIsNotDroppedForSayingSo() async throws {
    let world = try await World()
    let shop = try #require(
      await world.fixture.contents().json.array("items").first { $0.string("title") == "Shop" }?.string("id"))
    try world.edit(2) {
      $0["action"] = "identical"
      $0["into"] = shop
    }
    let run = await world.fixture.applied(world.edited)
    run.expectSums()
    #expect(run.code == .negative && run.items["skipped"] == 1)
  }

  @Test func anEqualItemCanBeCreatedAllTheSame() async throws {
    let world = try await World()
    try world.edit(0) { $0["action"] = "create" }
    let run = await world.fixture.applied(world.edited)
    run.expectSums()
    #expect(run.code == .success && run.items["created"] == 3)
    #expect(await world.fixture.passwords() == ["Mail: m", "Mail: m", "New: x", "Shop: new", "Shop: old"])
    #expect(await world.fixture.isSound())
  }

  static let nonsense: [(String, @Sendable (inout [String: Any]) -> Void)] = [
    ("plan.actions[0].action", { edit(&$0, 0) { $0["action"] = "delete" } }),
    ("plan.actions[0].action", { edit(&$0, 0) { $0["action"] = 3 } }),
    ("plan.actions[0].action", { edit(&$0, 0) { $0["action"] = nil } }),
    ("plan.actions[0].index", { edit(&$0, 0) { $0["index"] = nil } }),
    ("plan.actions[1].index", { edit(&$0, 1) { $0["index"] = -1 } }),
    ("plan.actions[1].index", { edit(&$0, 1) { $0["index"] = "1" } }),
    ("plan.actions[1].index", { edit(&$0, 1) { $0["index"] = 1.5 } }),
    ("action 99", { edit(&$0, 1) { $0["index"] = 99 } }),
    ("action 0 occurs twice", { edit(&$0, 1) { $0["index"] = 0 } }),
    ("plan.actions[2].policy", { edit(&$0, 2) { $0["policy"] = "mine" } }),
    ("plan.actions[2].grade", { edit(&$0, 2) { $0["grade"] = "near" } }),
    ("plan.actions[2].into", { edit(&$0, 2) { $0["into"] = "not base64url!" } }),
    ("plan.actions[2].into", { edit(&$0, 2) { $0["into"] = 7 } }),
    ("action 2: the vault has no item", { edit(&$0, 2) { $0["into"] = "AAAA" } }),
    ("plan.actions[2].intoIndex", { edit(&$0, 2) { $0["intoIndex"] = "x" } }),
    (
      "plan.actions[2].intoIndex",
      {
        edit(&$0, 2) {
          $0["into"] = "AAAA"
          $0["intoIndex"] = 0
        }
      }
    ),
    (
      "action 1: item 2 of the source",
      {
        edit(&$0, 1) {
          $0["into"] = nil
          $0["intoIndex"] = 2
        }
      }
    ),
    (
      "action 2: it says merge",
      {
        edit(&$0, 2) {
          $0["action"] = "merge"
          $0["into"] = nil
        }
      }
    ),
    ("plan.actions[2].polcy", { edit(&$0, 2) { $0["polcy"] = "incoming" } }),
    ("plan.actions", { $0["actions"] = ["a": 1] }),
    ("plan.actions", { $0["actions"] = nil }),
    ("plan.actions[0]", { $0["actions"] = ["create"] }),
    ("version", { $0["version"] = 2 }),
    ("plan.version", { $0["version"] = nil }),
    ("plan.policy", { $0["policy"] = "mine" }),
    ("plan.source", { $0["source"] = "a.csv" }),
    ("source.sha256", { edit(&$0, "source") { $0["sha256"] = "abc" } }),
    ("plan.source.format", { edit(&$0, "source") { $0["format"] = "no-such-format" } }),
    ("plan.vault.generation", { edit(&$0, "vault") { $0["generation"] = "many" } }),
    ("plan.vault.id", { edit(&$0, "vault") { $0["id"] = nil } }),
    ("plan.publicSuffixList", { $0["publicSuffixList"] = nil }),
  ]

  private static func edit(_ plan: inout [String: Any], _ index: Int, _ change: (inout [String: Any]) -> Void)
  {
    var actions = plan.array("actions")
    change(&actions[index])
    plan["actions"] = actions
  }

  private static func edit(
    _ plan: inout [String: Any], _ name: String, _ change: (inout [String: Any]) -> Void
  ) {
    var object = plan.object(name)
    change(&object)
    plan[name] = object
  }

  @Test func nonsenseIsBadDataAndItsPlaceIsNamed() async throws {
    let world = try await World()
    let original = world.fixture.vault.folder.bytes(ImportFixture.planName) ?? []
    let before = await world.fixture.contents().outputBytes
    for (place, change) in Self.nonsense {
      _ = try world.fixture.vault.folder.write("plan.json", original)
      try world.edit(change)
      let run = await world.fixture.applied(world.edited)
      #expect(run.code == .badData && run.failure == "invalid-plan", "\(place): \(run.output)")
      #expect(run.failureMessage.contains(place), "\(place): \(run.failureMessage)")
      #expect(run.failureHint.contains("--plan-out"))
    }
    for text in ["", "[]", "{}", "{\"version\":1", "name,url\n", "\u{0}"] {
      let run = await world.fixture.applied(try world.fixture.file("plan.json", text))
      #expect(run.code == .badData, "\(text): \(run.output)")
    }
    #expect(await world.fixture.contents().outputBytes == before)
    #expect(await world.fixture.history().count == 1)
  }

  @Test func aMemberTwiceIsNonsense() async throws {
    let world = try await World()
    let text = world.fixture.text(ImportFixture.planName)
    let twice = text.replacingOccurrences(
      of: "\"action\": \"identical\"", with: "\"action\": \"skip\", \"action\": \"identical\"")
    try #require(twice != text)
    let run = await world.fixture.applied(try world.fixture.file("plan.json", twice))
    #expect(run.code == .badData && run.failureMessage.contains("plan.actions[0].action"))
  }
}
