internal import CXFTestSupport

/// Changes JSON by its structure: what byte changes hardly ever reach.
struct JSONMutation: Sendable {
  /// Trees to take pieces from.
  let donors: [JSONNode]

  /// Returns the text with one to four changes; nil where it is no JSON.
  func mutated(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    guard var tree = JSONNode(text) else { return nil }
    for _ in 0..<random.int(1...4) { change(&tree, &random) }
    return tree.text
  }

  private func change(_ tree: inout JSONNode, _ random: inout SeededGenerator) {
    let place = random.int(0...(tree.count - 1))
    // Taken before the change, from the document itself or from a seed.
    let other = random.oneIn(2) ? tree[random.int(0...(tree.count - 1))] : donated(&random)
    tree.change(place) { node in
      switch node {
      case .scalar(let spelling): node = scalar(spelling, other, &random)
      case .array(var elements):
        elements = changed(elements, &random) { _ in other }
        node = deepened(.array(elements), &random)
      case .object(var members):
        members = changed(members, &random) { (Self.name(&$0, like: members), other) }
        node = deepened(.object(members), &random)
      }
    }
  }

  private func donated(_ random: inout SeededGenerator) -> JSONNode {
    guard !donors.isEmpty else { return .scalar(Array("null".utf8)) }
    let donor = random.pick(donors)
    return donor[random.int(0...(donor.count - 1))]
  }

  /// Leaves out, doubles, swaps or adds an element.
  private func changed<Element>(
    _ elements: [Element], _ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> Element
  ) -> [Element] {
    var elements = elements
    guard !elements.isEmpty else { return [make(&random)] }
    let index = random.int(0...(elements.count - 1))
    switch random.int(0...4) {
    case 0: elements.remove(at: index)
    case 1: elements.insert(elements[index], at: random.int(0...elements.count))
    case 2: elements.swapAt(index, random.int(0...(elements.count - 1)))
    case 3: elements[index] = make(&random)
    default: elements.insert(make(&random), at: random.int(0...elements.count))
    }
    return elements
  }

  private func deepened(_ node: JSONNode, _ random: inout SeededGenerator) -> JSONNode {
    switch random.int(0...15) {
    case 0: .array([node])
    case 1: .object([(Array("\"items\"".utf8), node)])
    case 2: (0..<random.int(1...120)).reduce(node) { inner, _ in .array([inner]) }
    default: node
    }
  }

  private static func name(
    _ random: inout SeededGenerator, like members: [(name: [UInt8], value: JSONNode)]
  ) -> [UInt8] {
    if !members.isEmpty, random.oneIn(3) { return random.pick(members).name }
    return Array("\"\(random.pick(names))\"".utf8)
  }

  private func scalar(_ spelling: [UInt8], _ other: JSONNode, _ random: inout SeededGenerator) -> JSONNode {
    switch random.int(0...5) {
    case 0: return other
    case 1: return .scalar(Array(random.pick(Self.spellings).utf8))
    case 2: return .scalar(Array("\"\(random.pick(Self.texts))\"".utf8))
    case 3 where spelling.first == UInt8(ascii: "\""): return .scalar(Array(spelling.dropFirst().dropLast()))
    case 3: return .scalar([UInt8(ascii: "\"")] + spelling + [UInt8(ascii: "\"")])
    default:
      // A character more, less or another, which Base64, dates and numbers notice.
      var changed = spelling
      let index = random.int(0...max(0, changed.count - 1))
      let byte =
        random.oneIn(6) ? UInt8(random.int(0x80...0xFF)) : random.pick(Array("Aa09=+/-_.:TZ \\u".utf8))
      switch random.int(0...2) {
      case 0 where changed.count > 2: changed.remove(at: max(1, min(index, changed.count - 2)))
      case 1 where changed.count > 2: changed[max(1, min(index, changed.count - 2))] = byte
      default: changed.insert(byte, at: min(max(1, index), changed.count))
      }
      return .scalar(changed)
    }
  }

  private static let names = [
    "id", "type", "value", "title", "credentials", "items", "collections", "subCollections", "accounts",
    "extensions", "name",
    "fieldType", "label", "fields", "username", "password", "key", "secret", "urls", "scope", "tags",
    "favorite", "creationAt",
    "modifiedAt", "version", "timestamp", "x", "", "account", "item", "content", "fido2Extensions",
    "\\u0069d", "major",
    "hmacCredentials", "largeBlob", "androidApps", "totp", "notes", "custom", "data", "folderId", "login",
    "uris", "a b", "é",
  ]

  private static let spellings = [
    "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1.5", "1e3", "1E400", "4294967296",
    "18446744073709551615",
    "18446744073709551616", "99999999999999999999999999", "1700000000", "1700000000000", "2147483648", "255",
    "256", "65536",
    "[]", "{}", "\"\"", "[null]", "[[]]", "{\"\":{}}", "-9223372036854775808", "9223372036854775807", "0.1",
  ]

  private static let texts = [
    "a", " ", "true", "0", "é", "e\\u0301", "\\ud800", "\\udc00\\ud800", "\\u0000", "\\r\\n", "😀",
    "basic-auth", "passkey",
    "totp", "note", "custom-fields", "file", "ssh-key", "credit-card", "vendor-thing", "string",
    "concealed-string", "date",
    "year-month", "boolean", "2024-02-30", "2024-02-29", "0000-00", "2024-01-01T00:00:00Z", "2024-13", "sha1",
    "SHA-256",
    "otpauth://totp/a:b?secret=GEZDGNBVGY3TQOJQ&digits=8&period=60", "GEZDGNBVGY3TQOJQ", "gezd gnbv", "AAAA",
    "AA==", "A",
    "AB", "_-8", "+/8=", "https://a.example/?q=1", "androidapp://a.b", "http://[::1]:99999/", "12/30",
    "1/2/3", "4111111111111111",
    "steam://ABCDE", "-----BEGIN PRIVATE KEY-----", "shared", "cxf-toolkit.alt/history", "\\\\", "a/b\\\\c",
    "&amp;", "=1+1", ",;\\t",
    "MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f",
  ]
}
