/// A JSON text as a tree of spellings, read by a tokenizer of its own: what is tested must not judge itself.
///
/// It takes any valid JSON and says nothing useful about other bytes.
indirect enum JSONTree: Equatable, Sendable {
  /// A string with its quotes and escapes, a number or a literal: as spelled.
  case scalar(String)
  case array([JSONTree])
  case object([Member])

  struct Member: Equatable, Sendable {
    /// The name as spelled between the quotes.
    var name: String
    var value: JSONTree
  }

  init(_ text: [UInt8]) {
    var reader = Reader(text: text)
    self = reader.value()
  }

  private struct Reader {
    let text: [UInt8]
    var at = 0

    var next: UInt8 { at < text.count ? text[at] : 0 }

    mutating func skipBlanks() {
      while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
    }

    mutating func token(_ isEnd: (UInt8) -> Bool) -> String {
      let start = min(at, text.count)
      while at < text.count, !isEnd(text[at]) { at += text[at] == 0x5C ? 2 : 1 }
      return String(decoding: text[start..<min(at, text.count)], as: UTF8.self)
    }

    mutating func quoted() -> String {
      at += 1
      let content = token { $0 == 0x22 }
      at += 1
      return content
    }

    mutating func value() -> JSONTree {
      skipBlanks()
      defer { skipBlanks() }
      switch next {
      case UInt8(ascii: "{"):
        var members: [Member] = []
        each(UInt8(ascii: "}")) { reader in
          let name = reader.quoted()
          reader.skipBlanks()
          reader.at += 1
          members.append(Member(name: name, value: reader.value()))
        }
        return .object(members)
      case UInt8(ascii: "["):
        var elements: [JSONTree] = []
        each(UInt8(ascii: "]")) { elements.append($0.value()) }
        return .array(elements)
      case UInt8(ascii: "\""): return .scalar("\"\(quoted())\"")
      default: return .scalar(token { ",]} \t\r\n".utf8.contains($0) })
      }
    }

    mutating func each(_ end: UInt8, _ body: (inout Reader) -> Void) {
      at += 1
      skipBlanks()
      while at < text.count, next != end {
        body(&self)
        skipBlanks()
        if next == UInt8(ascii: ",") { at += 1 }
        skipBlanks()
      }
      at += 1
    }
  }
}

extension JSONTree {
  /// The tree as compact JSON.
  var text: String {
    switch self {
    case .scalar(let spelling): spelling
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  subscript(_ name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// A scalar of the tree, with where it stands in `text`.
  struct Leaf {
    /// The string with escapes resolved, or the spelling of anything else.
    let text: String
    let isString: Bool
    /// Name of the member that holds it, directly or in an array.
    let name: String
    /// Byte offsets in `text` of the leaf and of all values around it, outermost first.
    let starts: [Int]
    var offset: Int { starts.last ?? 0 }
  }

  /// All scalars in order.
  var leaves: [Leaf] {
    var result: [Leaf] = []
    var offset = 0
    collect("", [], &offset, &result)
    return result
  }

  private func collect(_ name: String, _ around: [Int], _ offset: inout Int, _ result: inout [Leaf]) {
    let starts = around + [offset]
    switch self {
    case .scalar(let spelling):
      let isString = spelling.utf8.first == 0x22
      result.append(Leaf(text: JSONTree.resolved(spelling), isString: isString, name: name, starts: starts))
      offset += spelling.utf8.count
    case .array(let elements):
      offset += elements.isEmpty ? 2 : 1
      for element in elements {
        element.collect(name, starts, &offset, &result)
        offset += 1
      }
    case .object(let members):
      offset += members.isEmpty ? 2 : 1
      for member in members {
        offset += member.name.utf8.count + 3
        member.value.collect(member.name, starts, &offset, &result)
        offset += 1
      }
    }
  }

  /// Returns the text of a string with its escapes resolved, or the spelling of anything else.
  static func resolved(_ spelling: String) -> String {
    guard spelling.utf8.first == 0x22 else { return spelling }
    var units: [UInt16] = []
    var rest = Substring(spelling).utf16.dropFirst().dropLast()
    while let unit = rest.popFirst() {
      guard unit == 0x5C, let kind = rest.popFirst() else {
        units.append(unit)
        continue
      }
      let simple: [UInt16: UInt16] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9]
      if kind == 0x75 {
        units.append(UInt16(String(rest.prefix(4)) ?? "", radix: 16) ?? 0xFFFD)
        rest = rest.dropFirst(4)
      } else {
        units.append(simple[kind] ?? kind)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns the tree with each scalar passed through `change`, which gets the number of the scalar.
  func mappingLeaves(_ change: (Int, String) -> JSONTree) -> JSONTree {
    var number = 0
    return mapping(&number, change)
  }

  private func mapping(_ number: inout Int, _ change: (Int, String) -> JSONTree) -> JSONTree {
    switch self {
    case .scalar(let spelling):
      defer { number += 1 }
      return change(number, spelling)
    case .array(let elements): return .array(elements.map { $0.mapping(&number, change) })
    case .object(let members):
      return .object(members.map { Member(name: $0.name, value: $0.value.mapping(&number, change)) })
    }
  }

  /// Returns the tree with the members of each object passed through `change`, inner objects first.
  func mappingObjects(_ change: ([Member]) -> [Member]) -> JSONTree {
    switch self {
    case .scalar: return self
    case .array(let elements): return .array(elements.map { $0.mappingObjects(change) })
    case .object(let members):
      return .object(change(members.map { Member(name: $0.name, value: $0.value.mappingObjects(change)) }))
    }
  }
}
