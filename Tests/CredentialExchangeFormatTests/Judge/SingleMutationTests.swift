import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Single mutations of a document that is valid and has every type of credential.
@Suite struct SingleMutationTests {
  /// The sample document in parts: each item of the first account alone, beside one that is never touched, and the
  /// account with its collections and that one.
  private static let parts: [JSONTree] = {
    let tree = JSONTree(Samples.bytes("Samples/example-cxf.json"))
    guard let account = tree["accounts"]?.elements.first, let items = account["items"]?.elements,
      let control = items.last
    else { return [] }
    func part(items: [JSONTree], keepsCollections: Bool) -> JSONTree {
      var account = account.setting("items", to: .array(items))
      if !keepsCollections { account = account.setting("collections", to: .array([])) }
      return tree.setting("accounts", to: .array([account]))
    }
    return items.dropLast().map { part(items: [$0, control], keepsCollections: false) }
      + [part(items: [control], keepsCollections: true)]
  }()

  @Test func theUntouchedPartsAreRight() {
    #expect(Self.parts.count == 11)
    for part in Self.parts {
      let findings = CXFJudge().judge(Array(part.text.utf8)).findings
      #expect(findings.allSatisfy { $0.severity == .note || $0.code == .unknownCredentialType })
    }
  }

  @Test func thereAreEnough() {
    let counts = Self.parts.map { MutationPlan($0).mutations.count }
    #expect(counts.reduce(0, +) > 1000, "\(counts)")
  }

  @Test(arguments: 0..<11)
  func eachMutationGivesWhatItMustAndNothingElse(part: Int) throws {
    let tree = try #require(Self.parts.indices.contains(part) ? Self.parts[part] : nil)
    let isWhole = part == Self.parts.count - 1
    let before = CXFJudge().judge(Array(tree.text.utf8))
    let known = Set(before.findings.map(Self.expected))
    let untouched = try CXFDecoder().decode(Array(tree.text.utf8)).header
    for mutation in MutationPlan(tree).mutations {
      // What is in every part is changed in one of them.
      let isInItem = mutation.path.starts(with: ["accounts", "0", "items", "0"])
      guard isInItem != isWhole else { continue }
      let bytes = Array(tree.applying(mutation.change, at: mutation.path[...]).text.utf8)
      let verdict = CXFJudge().judge(bytes)
      let found = verdict.findings.filter { $0.code != .danglingReference }.map(Self.expected)
      let new = found.filter { !known.contains($0) }
      let isAsForetold = Set(new) == mutation.expected && new.count == mutation.expected.count
      #expect(isAsForetold, "\(mutation): found \(new), not \(mutation.expected)")
      let result = try CXFDecoder().decode(bytes)
      #expect(Set(verdict.common) == Set(result.findings.map(CommonFinding.init)), "\(mutation)")
      if isInItem { Self.expectRest(of: untouched, in: result.header, mutation) }
    }
  }

  private static func expected(_ finding: Finding) -> Expected {
    Expected(code: finding.code.name, pointer: finding.position.pointer ?? "", field: finding.field ?? "")
  }

  /// All but the credential, or the member of the item, that was changed is read as before.
  private static func expectRest(of before: Header, in after: Header, _ mutation: Mutation) {
    guard let old = before.accounts.first, let new = after.accounts.first else { return }
    #expect(new.items.last == old.items.last, "\(mutation)")
    guard mutation.path.count > 6, mutation.path[4] == "credentials", let changed = Int(mutation.path[5]),
      let oldItem = old.items.first, let newItem = new.items.first
    else { return }
    #expect(newItem.title == oldItem.title && newItem.scope == oldItem.scope, "\(mutation)")
    var rest = newItem.credentials[...]
    for (index, credential) in oldItem.credentials.enumerated() where index != changed {
      let place = rest.firstIndex(of: credential)
      #expect(place != nil, "\(mutation)")
      rest = place.map { rest[($0 + 1)...] } ?? []
    }
  }
}

extension JSONTree {
  /// The elements of an array.
  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  /// Returns the object with a member of another value.
  func setting(_ name: String, to value: JSONTree) -> JSONTree {
    guard case .object(var members) = self else { return self }
    for index in members.indices where members[index].name == name { members[index].value = value }
    return .object(members)
  }
}
