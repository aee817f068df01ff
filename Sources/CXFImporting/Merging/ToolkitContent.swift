internal import CXFFormats
internal import CredentialExchangeFormat

/// The members of an extension, each list taken apart into its elements, so that two can be united.
struct ToolkitContent {
  /// An element of a list.
  struct Element {
    /// The element as compact JSON.
    var json: [UInt8]
    /// Its members that are strings, numbers or booleans, as texts.
    var texts: [Text: Text]
  }

  private(set) var members: [(name: Text, json: [UInt8])] = []

  init() {}

  init(_ members: UnknownMembers) {
    self.members = members.members.map { ($0.name, Array($0.json.utf8)) }
  }

  /// Reads the first extension of that name; empty when there is none.
  init(_ kind: ToolkitExtension, of item: Item) {
    let name = Text(kind.rawValue)
    let found = item.extensions.lazy.compactMap { content -> UnknownMembers? in
      guard case .other(let other) = content, other.name == name else { return nil }
      return other.members
    }.first
    self.init(found ?? UnknownMembers())
  }

  func has(_ name: Text) -> Bool { members.contains { $0.name == name } }

  /// The value of a member as compact JSON.
  func json(_ name: Text) -> [UInt8]? { members.first { $0.name == name }?.json }

  /// The elements of a list; none when there is no list of that name.
  func elements(_ name: Text) -> [Element] {
    guard let json = json(name) else { return [] }
    return json.withUnsafeBufferPointer { bytes in
      // What stands here went through the strict reader before; what is no list has no elements.
      (try? Self.readElements(bytes)) ?? []
    }
  }

  private static func readElements(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [Element] {
    var cursor = JSONCursor(bytes)
    guard try cursor.peek() == UInt8(ascii: "[") else { return [] }
    try cursor.beginArray()
    var elements: [Element] = []
    var isFirst = true
    while try cursor.nextElement(first: &isFirst) {
      _ = try cursor.peek()
      let start = cursor.offset
      let range = try cursor.skipValue()
      var element = Element(json: Array(bytes[range]), texts: [:])
      var inner = JSONCursor(bytes, at: start)
      if bytes[start] == UInt8(ascii: "{") {
        try inner.readMembers { name, range in
          element.texts[name] = scalar(bytes, range)
        }
      } else if let text = scalar(bytes, range) {
        element.texts[""] = text
      }
      elements.append(element)
    }
    return elements
  }

  private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Text? {
    var cursor = JSONCursor(bytes, at: range.lowerBound)
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "\""): return try? cursor.string()
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"): return nil
    default: return cursor.spelling(range)
    }
  }

  /// Sets a member, which keeps its place or becomes the last one.
  mutating func set(_ name: Text, json: [UInt8]) {
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].json = json
    } else {
      members.append((name, json))
    }
  }

  /// Appends elements to a list, which begins where there was none.
  mutating func append(_ elements: [[UInt8]], to name: Text) {
    guard let first = elements.first else { return }
    var list = json(name) ?? []
    if list.first == UInt8(ascii: "["), list.last == UInt8(ascii: "]") {
      // What stands there was written compact, and stays as it is.
      list.removeLast()
      if list.count > 1 { list.append(UInt8(ascii: ",")) }
    } else {
      // What is no list in a foreign file stays, as the first element.
      list = [UInt8(ascii: "[")] + list + (list.isEmpty ? [] : [UInt8(ascii: ",")])
    }
    list += first
    for element in elements.dropFirst() {
      list.append(UInt8(ascii: ","))
      list += element
    }
    list.append(UInt8(ascii: "]"))
    set(name, json: list)
  }

  mutating func remove(_ name: Text) { members.removeAll { $0.name == name } }

  /// The members as the model keeps them.
  var unknownMembers: UnknownMembers {
    var result = UnknownMembers()
    for (name, json) in members {
      var writer = JSONWriter()
      writer.string(name)
      result.append(writer.bytes + [UInt8(ascii: ":")] + json)
    }
    return result
  }
}

extension Item {
  /// Puts the content in the place of the first extension of that kind, or behind all extensions; an empty content
  /// takes the extension away.
  mutating func set(_ kind: ToolkitExtension, _ content: ToolkitContent) {
    let name = Text(kind.rawValue)
    let index = extensions.firstIndex { $0.name == name }
    guard !content.members.isEmpty else {
      if let index { extensions.remove(at: index) }
      return
    }
    let made = Extension.other(OtherExtension(name: name, members: content.unknownMembers))
    if let index { extensions[index] = made } else { extensions.append(made) }
  }
}
