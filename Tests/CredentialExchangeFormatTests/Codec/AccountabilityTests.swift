import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Nothing is lost silently: whatever a scalar is turned into, its text stands in the document that is written again,
/// or a finding says at its place what became of it.
@Suite struct AccountabilityTests {
  /// Something of another JSON type, each time with a text of its own.
  private static func replacement(_ number: Int, _ random: inout SeededGenerator) -> JSONTree {
    let text = "canary-\(number)"
    let spelling =
      switch random.int(0...11) {
      case 0: "\(7_000_000 + number)"
      case 1: "-\(number).50"
      case 2: "\"\(text)\""
      case 3: "[\"\(text)\",[\(9_000_000 + number)]]"
      case 4: "{\"value\":\"\(text)\",\"fieldType\":\"string\"}"
      case 5: "{\"k\":{\"type\":\"\(text)\"}}"
      case 6: "{\"type\":\"\(text)\",\"name\":\"\(text)b\"}"
      case 7: "true"
      case 8: "null"
      case 9: "\"\""
      case 10: "[]"
      default: "1e\(number + 400)"
      }
    return JSONTree(Array(spelling.utf8))
  }

  /// Whether a scalar carries something: identifiers and the names of types are structure, and false is the default.
  private static func isValue(_ leaf: JSONTree.Leaf) -> Bool {
    if leaf.text.isEmpty || !leaf.isString && ["null", "false"].contains(leaf.text) { return false }
    return true
  }

  private static func counts(_ leaves: [JSONTree.Leaf]) -> [Text: Int] {
    leaves.reduce(into: [:]) { $0[Text($1.text), default: 0] += 1 }
  }

  /// Returns the scalars that are neither in the output nor named by a finding.
  private static func unaccounted(_ source: JSONTree, strict: Bool) throws -> [String] {
    let bytes = Array(source.text.utf8)
    let result = try CXFDecoder(strict: strict).decode(bytes)
    let leaves = source.leaves.filter(isValue)
    let written = counts(JSONTree(CXFEncoder().encode(result.header)).leaves)
    var repaired = Set<Int>()
    var lost = Set<Int>()
    for finding in result.findings {
      if finding.action == .repaired { repaired.insert(finding.position.byte ?? -1) }
      // Inside an item what could not be read has to be kept as a field of the item.
      let isInItem = finding.position.pointer?.contains("/items/") == true && finding.item != nil
      if finding.action == .failed, !isInItem { lost.insert(finding.position.byte ?? -1) }
    }
    var missing: [String] = []
    for (text, group) in Dictionary(grouping: leaves, by: { Text($0.text) }) {
      let excused = group.filter { leaf in
        // A repair may be told of a field as a whole, a loss of whatever held the value.
        leaf.starts.suffix(2).contains { repaired.contains($0) } || leaf.starts.contains { lost.contains($0) }
          // The name of a registered type goes with an object that was not understood.
          || ["type", "fieldType"].contains(leaf.name)
            && (Self.registered.contains(leaf.text) || FieldType(name: leaf.text).isRegistered)
      }
      if group.count - excused.count > written[text, default: 0] {
        missing.append("\(text.string) (\(group.map(\.name).first ?? ""))")
      }
    }
    return missing
  }

  private static let registered: Set<String> = [
    "address", "api-key", "basic-auth", "credit-card", "custom-fields", "drivers-license", "file",
    "generated-password", "identity-document", "item-reference", "note", "passkey", "passport", "person-name",
    "ssh-key", "totp", "wifi",
  ]

  @Test(arguments: UInt64(1)...30, [false, true])
  func mutatedScalarsAreKeptOrTold(seed: UInt64, strict: Bool) throws {
    var generator = DocumentGenerator(seed: seed)
    let tree = JSONTree(CXFEncoder().encode(generator.header(items: 1...4)))
    var random = SeededGenerator(seed: seed &* 31)
    for _ in 0..<3 {
      let rate = random.pick([4, 12, 40])
      let mutated = tree.mappingLeaves { number, spelling in
        random.oneIn(rate) ? Self.replacement(number, &random) : .scalar(spelling)
      }
      let missing = try Self.unaccounted(mutated, strict: strict)
      #expect(missing.isEmpty, "seed \(seed)")
    }
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared samples are absent"))
  func eachScalarOfTheExampleIsKeptOrTold() throws {
    let tree = JSONTree(try SharedFiles.bytes("spec/example-cxf.json"))
    var random = SeededGenerator(seed: 5)
    for phase in 0..<12 {
      let mutated = tree.mappingLeaves { number, spelling in
        number % 12 == phase ? Self.replacement(number, &random) : .scalar(spelling)
      }
      #expect(try Self.unaccounted(mutated, strict: false).isEmpty, "phase \(phase)")
    }
  }
}
