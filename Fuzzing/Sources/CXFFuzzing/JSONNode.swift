/// A JSON text as a tree of spellings, for changing it. Not the reader under test: this one takes some texts that are none.
indirect enum JSONNode: Sendable {
  case scalar([UInt8])
  case array([JSONNode])
  /// Names with their quotes.
  case object([(name: [UInt8], value: JSONNode)])

  private static let depthLimit = 200

  /// Reads a text; nil where it has no shape.
  init?(_ text: [UInt8]) {
    var index = 0
    guard let node = Self.parse(text, &index, 0) else { return nil }
    Self.skipBlanks(text, &index)
    guard index == text.count else { return nil }
    self = node
  }

  /// The text.
  var text: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  /// The number of nodes, this one included.
  var count: Int {
    switch self {
    case .scalar: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// The node of a number in the order of the text, 0 for this one.
  subscript(number: Int) -> JSONNode {
    var rest = number
    return find(&rest) ?? self
  }

  /// Changes the node of a number.
  mutating func change(_ number: Int, _ body: (inout JSONNode) -> Void) {
    var rest = number
    _ = change(&rest, body)
  }

  private func find(_ rest: inout Int) -> JSONNode? {
    if rest == 0 { return self }
    rest -= 1
    switch self {
    case .scalar: return nil
    case .array(let elements):
      for element in elements { if let found = element.find(&rest) { return found } }
    case .object(let members):
      for member in members { if let found = member.value.find(&rest) { return found } }
    }
    return nil
  }

  private mutating func change(_ rest: inout Int, _ body: (inout JSONNode) -> Void) -> Bool {
    if rest == 0 {
      body(&self)
      return true
    }
    rest -= 1
    switch self {
    case .scalar: return false
    case .array(var elements):
      for index in elements.indices where elements[index].change(&rest, body) {
        self = .array(elements)
        return true
      }
    case .object(var members):
      for index in members.indices where members[index].value.change(&rest, body) {
        self = .object(members)
        return true
      }
    }
    return false
  }

  private func write(to output: inout [UInt8]) {
    switch self {
    case .scalar(let spelling): output += spelling
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output += member.name
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  // MARK: Reading

  private static func skipBlanks(_ text: [UInt8], _ index: inout Int) {
    while index < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[index]) { index += 1 }
  }

  private static func parse(_ text: [UInt8], _ index: inout Int, _ depth: Int) -> JSONNode? {
    skipBlanks(text, &index)
    guard index < text.count, depth < depthLimit else { return nil }
    switch text[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return container(text, &index, depth)
    case UInt8(ascii: "\""): return string(text, &index).map { .scalar($0) }
    default:
      let start = index
      while index < text.count, !",]}: \n\r\t".utf8.contains(text[index]) { index += 1 }
      return index > start ? .scalar(Array(text[start..<index])) : nil
    }
  }

  private static func container(_ text: [UInt8], _ index: inout Int, _ depth: Int) -> JSONNode? {
    let isObject = text[index] == UInt8(ascii: "{")
    let end = UInt8(ascii: isObject ? "}" : "]")
    index += 1
    var members: [(name: [UInt8], value: JSONNode)] = []
    while true {
      skipBlanks(text, &index)
      guard index < text.count else { return nil }
      if text[index] == end {
        index += 1
        return isObject ? .object(members) : .array(members.map(\.value))
      }
      if text[index] == UInt8(ascii: ",") {
        index += 1
        continue
      }
      var name: [UInt8] = []
      if isObject {
        guard text[index] == UInt8(ascii: "\""), let found = string(text, &index) else { return nil }
        name = found
        skipBlanks(text, &index)
        guard index < text.count, text[index] == UInt8(ascii: ":") else { return nil }
        index += 1
      }
      guard let value = parse(text, &index, depth + 1) else { return nil }
      members.append((name, value))
    }
  }

  private static func string(_ text: [UInt8], _ index: inout Int) -> [UInt8]? {
    let start = index
    index += 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""):
        index += 1
        return Array(text[start..<index])
      default: index += 1
      }
    }
    return nil
  }
}
