package import CredentialExchangeFormat

/// Follows references to fields of other entries, `{REF:P@I:…}`.
struct KeePassReferences {
  private let entries: [KeePassEntry]
  private let places: [[UInt8]: Int]

  /// How deep references go, and how many there are in one value at most: they may go in circles.
  private static let depthLimit = 10
  private static let countLimit = 20
  /// The most bytes of a value that references make.
  private static let sizeLimit = 1 << 20

  /// - Parameter entries: all of the database, in the order of its tree.
  init(_ entries: [KeePassEntry]) {
    self.entries = entries
    places = Dictionary(
      entries.enumerated().compactMap { place, entry in entry.uuid.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Puts what its fields point to into an entry; returns the fields with references that lead nowhere.
  func resolve(_ entry: KeePassEntry) -> [SourceView] {
    entry.fields.filter { field in
      guard Self.mayRefer(field.raw) else { return false }
      var budget = Self.countLimit
      var isWhole = true
      let text = expand(Array(field.raw.utf8), in: nil, depth: 0, &budget, &isWhole)
      if text != Array(field.raw.utf8) {
        field.valueView.resolve(as: Text(ASCIIBytes.text(text)), .referenceResolved)
      }
      return !isWhole
    }.map(\.valueView)
  }

  private static let mark = Array("{ref:".utf8)

  private static func mayRefer(_ text: Text) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return false }
    return start(of: mark, in: Array(text.utf8)[...]) != nil
  }

  /// Where a text in lower case begins in another one, case of ASCII not counting.
  private static func start(of pattern: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= pattern.count else { return nil }
    return text.indices.dropLast(pattern.count - 1).first { index in
      zip(pattern, text[index...]).allSatisfy { $0 == ASCIIBytes.lower($1) }
    }
  }

  /// Expands the references of a text.
  ///
  /// - Parameter owner: the entry that a value of which is inserted, whose own fields `{S:…}` may name; nil in the value
  ///   that began, where such marks stay for the program that fills it in.
  private func expand(
    _ text: [UInt8], in owner: KeePassEntry?, depth: Int, _ budget: inout Int, _ isWhole: inout Bool
  ) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      result += rest[..<brace]
      rest = rest[brace...]
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { break }
      let inner = rest[(brace + 1)..<end]
      if let value = value(inner, owner, depth, &budget, &isWhole),
        result.count + value.count <= Self.sizeLimit
      {
        result += value
        rest = rest[(end + 1)...]
      } else {
        if ASCIIBytes.hasPrefix(inner, "ref:") { isWhole = false }
        result.append(UInt8(ascii: "{"))
        rest = rest[(brace + 1)...]
      }
    }
    return result + rest
  }

  /// What stands for the text between two braces; nil where it is no reference, or one that leads nowhere.
  private func value(
    _ inner: ArraySlice<UInt8>, _ owner: KeePassEntry?, _ depth: Int, _ budget: inout Int,
    _ isWhole: inout Bool
  ) -> [UInt8]? {
    if let owner, ASCIIBytes.hasPrefix(inner, "s:") {
      guard depth < Self.depthLimit, budget > 0, let field = owner[Text(ASCIIBytes.text(inner.dropFirst(2)))]
      else {
        return nil
      }
      budget -= 1
      return expand(Array(field.raw.utf8), in: owner, depth: depth + 1, &budget, &isWhole)
    }
    guard ASCIIBytes.hasPrefix(inner, "ref:"), depth < Self.depthLimit, budget > 0 else { return nil }
    let parts = Array(inner.dropFirst(4))
    guard parts.count > 4, parts[1] == UInt8(ascii: "@"), parts[3] == UInt8(ascii: ":") else { return nil }
    guard let target = find(ASCIIBytes.lower(parts[2]), Array(parts[4...])) else { return nil }
    budget -= 1
    let wanted = ASCIIBytes.lower(parts[0])
    if wanted == UInt8(ascii: "i") {
      return target.uuid.map { $0.flatMap { Self.hex($0) } }
    }
    guard let key = Self.keys[wanted] else { return nil }
    // A field that an entry lacks is empty.
    return expand(Array((target[key]?.raw ?? "").utf8), in: target, depth: depth + 1, &budget, &isWhole)
  }

  private static func hex(_ byte: UInt8) -> [UInt8] {
    [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
  }

  private static let keys: [UInt8: Text] = [
    UInt8(ascii: "t"): "Title", UInt8(ascii: "u"): "UserName", UInt8(ascii: "p"): "Password",
    UInt8(ascii: "a"): "URL", UInt8(ascii: "n"): "Notes",
  ]

  /// The first entry whose field is that text; if none is, the first one in whose field it occurs.
  private func find(_ field: UInt8, _ text: [UInt8]) -> KeePassEntry? {
    if field == UInt8(ascii: "i") {
      return KeePassText.uuid(hex: text).flatMap { places[$0] }.map { entries[$0] }
    }
    func values(_ entry: KeePassEntry) -> [Text] {
      if field == UInt8(ascii: "o") {
        return entry.fields.filter { !Self.keys.values.contains($0.key) }.map(\.raw)
      }
      return Self.keys[field].flatMap { entry[$0]?.raw }.map { [$0] } ?? []
    }
    let wanted = text.map { ASCIIBytes.lower($0) }
    return entries.first { values($0).contains { $0.utf8.elementsEqual(text) } }
      ?? entries.first { values($0).contains { Self.start(of: wanted, in: Array($0.utf8)[...]) != nil } }
  }
}

extension FindingCode {
  /// A value pointed to a field of another entry.
  package static let referenceResolved = FindingCode("reference-resolved", .note)
  /// A value points to a field of an entry that is not there.
  package static let referenceUnresolved = FindingCode("reference-unresolved", .warning)
}
