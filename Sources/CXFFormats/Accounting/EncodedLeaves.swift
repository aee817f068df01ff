internal import CredentialExchangeFormat

/// Looks in the text of an encoded item for texts that must stand at their places.
///
/// It is for items without extensions and knows places as `StructureRules.model` has them. What it does not understand it
/// passes over, so that a text is rather missed than found where it does not stand.
package struct EncodedLeaves {
  private var json: JSONCursor
  private let bytes: UnsafeBufferPointer<UInt8>
  private let wanted: UnsafeBufferPointer<PlacedText>
  /// One bit for each text that was found.
  private var found: UInt64 = 0

  /// Whether each of the texts, of which there may be 64, stands at its place in an encoded item.
  package static func hold(_ texts: [PlacedText], _ encoded: [UInt8]) -> Bool {
    guard texts.count <= 64 else { return false }
    return encoded.withUnsafeBufferPointer { bytes in
      texts.withUnsafeBufferPointer { wanted in
        var leaves = EncodedLeaves(json: JSONCursor(bytes), bytes: bytes, wanted: wanted)
        guard (try? leaves.readItem()) != nil else { return false }
        return leaves.found.nonzeroBitCount == texts.count
      }
    }
  }

  private init(
    json: JSONCursor, bytes: UnsafeBufferPointer<UInt8>, wanted: UnsafeBufferPointer<PlacedText>
  ) {
    self.json = json
    self.bytes = bytes
    self.wanted = wanted
  }

  /// The name of the member whose value is next; empty where it is not written as our encoder writes names.
  private var name: UnsafeBufferPointer<UInt8> {
    let quote = UInt8(ascii: "\"")
    let end = json.offset - 2
    guard end > 0, bytes[end] == quote, bytes[end + 1] == UInt8(ascii: ":") else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    var start = end
    while start > 0, bytes[start - 1] != quote { start -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  private func isName(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    for index in bytes.indices where bytes[index] != text.utf8Start[index] { return false }
    return true
  }

  private mutating func readItem() throws(JSONError) {
    var isFirst = true
    try json.beginObject()
    while try json.nextMember(first: &isFirst) != nil {
      let name = name
      if isName(name, "credentials") {
        var isFirst = true
        try json.beginArray()
        while try json.nextElement(first: &isFirst) { try readCredential() }
      } else {
        try readValue(at: Place.root.appending(name), name)
      }
    }
    try json.finish()
  }

  /// Reads a credential, which stands at the name of its type; its type comes first.
  private mutating func readCredential() throws(JSONError) {
    var isFirst = true
    try json.beginObject()
    guard try json.nextMember(first: &isFirst) != nil else { return }
    guard isName(name, "type"), try json.peek() == UInt8(ascii: "\"") else {
      throw JSONError(.syntax, at: json.offset)
    }
    let type = try json.stringSpan()
    guard !type.hasEscapes else { throw JSONError(.syntax, at: json.offset) }
    let place = Place.root.appending(
      UnsafeBufferPointer(rebasing: bytes[type.start..<(type.start + type.count)]))
    while try json.nextMember(first: &isFirst) != nil {
      let name = name
      try readValue(at: place.appending(name), name)
    }
  }

  private mutating func readValue(
    at place: Place, _ name: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) {
    switch try json.peek() {
    case UInt8(ascii: "\""): note(try json.stringSpan(), at: place)
    case UInt8(ascii: "{"): try readObject(at: place)
    case UInt8(ascii: "[") where !isName(name, "extensions"):
      var isFirst = true
      try json.beginArray()
      while try json.nextElement(first: &isFirst) { try readValue(at: place, name) }
    default: try json.skipValue()
    }
  }

  /// Reads an object, in which the value behind the type of a field stands at the place of the field.
  private mutating func readObject(at place: Place) throws(JSONError) {
    var isFirst = true
    var isField = false
    try json.beginObject()
    while try json.nextMember(first: &isFirst) != nil {
      let name = name
      if isName(name, "fieldType") {
        isField = true
        try json.skipValue()
      } else {
        try readValue(at: isField && isName(name, "value") ? place : place.appending(name), name)
      }
    }
  }

  private mutating func note(_ span: JSONCursor.StringSpan, at place: Place) {
    for index in wanted.indices where wanted[index].place == place && found & 1 << UInt64(index) == 0 {
      if holds(span, wanted[index].text) { found |= 1 << UInt64(index) }
    }
  }

  private func holds(_ span: JSONCursor.StringSpan, _ text: Text) -> Bool {
    guard !span.hasEscapes else { return json.text(of: span) == text }
    guard span.count == text.utf8.count else { return false }
    let isSame = text.utf8.withContiguousStorageIfAvailable { text in
      var index = 0
      while index < text.count, text[index] == bytes[span.start + index] { index += 1 }
      return index == text.count
    }
    return isSame ?? (json.text(of: span) == text)
  }
}
