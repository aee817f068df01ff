import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Compares a document with what was written after reading it, as spellings: members that CXF does not know (their
/// names begin with `x` here) must stand behind the known ones in their order and spelling; known ones must have the
/// same text. Returns where they differ.
private func difference(_ read: JSONTree, _ written: JSONTree, _ path: String = "") -> String? {
  switch (read, written) {
  case (.scalar(let a), .scalar(let b)):
    return JSONTree.resolved(a).utf8.elementsEqual(JSONTree.resolved(b).utf8)
      && (a.first == "\"") == (b.first == "\"")
      ? nil : path
  case (.array(let a), .array(let b)):
    guard a.count == b.count else { return path }
    return zip(a, b).enumerated().lazy.compactMap { difference($1.0, $1.1, "\(path)/\($0)") }.first
  case (.object(let a), .object(let b)):
    // Of an extension of another vendor everything but the name is unknown.
    if case .scalar(let name)? = read["name"], name.contains("/"), read["bundleId"] == nil {
      return a.filter { $0.name != "name" } == b.filter { $0.name != "name" } ? nil : "\(path) extension"
    }
    func isUnknown(_ member: JSONTree.Member) -> Bool {
      member.name.hasPrefix("x") || member.name.hasPrefix("\\")
    }
    guard a.filter(isUnknown) == b.filter(isUnknown) else { return "\(path) unknown members" }
    guard b.drop(while: { !isUnknown($0) }).allSatisfy(isUnknown) else { return "\(path) order" }
    let known = a.filter { !isUnknown($0) && !isOmitted($0) }
    guard known.count == b.count - b.filter(isUnknown).count else { return "\(path) count" }
    for member in known {
      guard let other = written[member.name] else { return "\(path)/\(member.name) absent" }
      if let difference = difference(member.value, other, "\(path)/\(member.name)") { return difference }
    }
    return nil
  default: return path
  }
}

/// What the writer leaves out because its absence means the same.
private func isOmitted(_ member: JSONTree.Member) -> Bool {
  switch member.name {
  case "extensions", "tags", "subCollections": member.value == .array([])
  case "favorite": member.value == .scalar("false")
  default: false
  }
}

/// Spellings that a reader with numbers and dictionaries would change.
private let oddMembers: [JSONTree.Member] = [
  ("x1", "1e400"), ("x2", "-0"), ("x3", "1.50"), ("x4", "123456789012345678901234567890"), ("x5", "0E+1"),
  ("x6", #""\u0041\/\ud83d\ude00\u00e9é""#), ("x7", "null"), ("x8", "[]"), ("x9", "{}"), ("x1", "true"),
  ("x\\u0061", #"{"b":[1.0,{"b":[]}],"a":{"a":1,"a":2}}"#), ("x\\\"y", #""\ud800""#), ("xé", "1"),
].map { JSONTree.Member(name: $0, value: .scalar($1)) }

private func roundTrip(_ bytes: [UInt8], indented: Bool = false) throws -> [UInt8] {
  CXFEncoder(indented: indented).encode(try CXFDecoder().decode(bytes).header)
}

@Suite struct RoundTripTests {
  @Test(.enabled(if: SharedFiles.isPresent, "the shared samples are absent"))
  func theExampleReturns() throws {
    let bytes = try SharedFiles.bytes("spec/example-cxf.json")
    #expect(try CXFDecoder(strict: true).decode(bytes).findings == [])
    let written = try roundTrip(bytes)
    #expect(difference(JSONTree(bytes), JSONTree(written)) == nil)
    #expect(try roundTrip(written) == written)
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared samples are absent"))
  func unknownMembersOfEveryObjectReturn() throws {
    let example = JSONTree(try SharedFiles.bytes("spec/example-cxf.json"))
    // Before, between and behind the known members.
    let text = example.mappingObjects { members in
      let half = members.count / 2
      return Array(
        oddMembers[..<4] + members[..<half] + oddMembers[4..<8] + members[half...] + oddMembers[8...])
    }.text
    let crowded = JSONTree(Array(text.utf8))
    let written = try roundTrip(Array(text.utf8))
    #expect(difference(crowded, JSONTree(written)) == nil)
    let result = try CXFDecoder().decode(written)
    #expect(result.findings == [])
    #expect(CXFEncoder().encode(result.header) == written)
    #expect(JSONTree(try roundTrip(written, indented: true)) == JSONTree(written))
  }

  @Test(arguments: UInt64(1)...40)
  func randomDocumentsReturn(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let header = generator.header(items: 0...8)
    for indented in [false, true] {
      let bytes = CXFEncoder(indented: indented).encode(header)
      let result = try CXFDecoder(strict: true).decode(bytes)
      #expect(result.findings.allSatisfy { $0.code == .unknownCredentialType })
      #expect(result.header == header)
      #expect(CXFEncoder(indented: indented).encode(result.header) == bytes)
    }
  }

  @Test func everyKindOfCredentialReturns() throws {
    var generator = DocumentGenerator(seed: 18)
    for kind in 0..<DocumentGenerator.kindCount {
      for _ in 0..<20 {
        var item = generator.item()
        item.credentials = [generator.credential(kind: kind)]
        let account = Account(id: generator.identifier(), items: [item])
        let bytes = CXFEncoder().encode(Header(accounts: [account]))
        let result = try CXFDecoder(strict: true).decode(bytes)
        #expect(result.header.accounts == [account])
        #expect(result.findings.count == (kind == DocumentGenerator.kindCount - 1 ? 1 : 0))
      }
    }
  }

  @Test func knownMembersComeInTheOrderOfTheSpecification() throws {
    let text = document(
      credential:
        #"{"xa":1,"password":{"value":"p","fieldType":"concealed-string"},"type":"basic-auth","xb":2}"#)
    let written = String(decoding: try roundTrip(Array(text.utf8)), as: UTF8.self)
    #expect(
      written.contains(
        #"{"type":"basic-auth","password":{"fieldType":"concealed-string","value":"p"},"xa":1,"xb":2}"#))
  }

  @Test(arguments: [
    #"{"type":"x-new","x1":1.50,"a":[ 1 , 2 ],"a":{"type":"q"}}"#, #"{"x":1,"type":"x\u00e9"}"#,
    #"{"type":""}"#,
  ])
  func credentialsOfOtherTypesAreKeptWhole(credential: String) throws {
    let result = try decode(document(credential: credential))
    let written = JSONTree(CXFEncoder().encode(result.header))
    let kept = written["accounts"]?.text ?? ""
    let tree = JSONTree(Array(credential.utf8))
    guard case .object(let members) = tree else { return }
    let others = members.filter { $0.name != "type" }.map { "\"\($0.name)\":\($0.value.text)" }
    #expect(kept.contains(others.joined(separator: ",")))
    #expect(result.findings.map(\.code) == [.unknownCredentialType])
  }

  @Test func otherExtensionsAndEnumerationValuesAreKept() throws {
    let text = document(
      item: #"""
        "credentials":[{"type":"totp","secret":"GE","period":30,"digits":6,"algorithm":"steam"},\#
        {"type":"custom-fields","fields":[{"fieldType":"x-colour","value":"\u0041"}]}],\#
        "extensions":[{"name":"v.example/\u0065","x":1e400,"xy":{"name":"z"}},{"name":"shared","accessors":\#
        [{"type":"robot","accountId":"YQ","name":"r","permissions":["read","fly"]}]}]
        """#)
    let result = try decode(text)
    #expect(difference(JSONTree(Array(text.utf8)), JSONTree(CXFEncoder().encode(result.header))) == nil)
    #expect(Set(result.findings.map(\.code)) == [.unknownEnumerationValue])
    #expect(result.findings.allSatisfy { $0.action == .kept })
    #expect(result.item.extensions.first?.name == "v.example/e")
  }

  @Test func sameDocumentSameBytes() {
    var first = DocumentGenerator(seed: 3)
    var second = DocumentGenerator(seed: 3)
    let (a, b) = (first.header(), second.header())
    #expect(a == b && a.hashValue == b.hashValue)
    #expect(CXFEncoder().encode(a) == CXFEncoder().encode(b))
    #expect(CXFEncoder().encode(a) == CXFEncoder().encode(a))
  }
}
