import CXFTestSupport
import CredentialExchangeFormat

/// Puts one value, or one name, of a JSON text into another's place.
enum ValueDamage {
  private static let values = [
    "null", "true", "\"\"", "\"x\"", "7", "-3", "1.5", "1e3", "[]", "[null]", "[7]", "{}",
    "{\"value\":\"v\"}",
    "\"2024-01-01\"", "\"YQ==\"", "\"a\\ud800\"", "\"caf\\u00e9\"", "1700000000000", "-11644473599",
    "\"TRUE\"",
    "{\"type\":\"note\"}", "{\"name\":\"shared\"}", "{\"type\":\"BasicAuth\",\"password\":\"p\"}",
    "{\"fieldType\":\"date\",\"value\":\"soon\"}", "{\"fieldType\":\"boolean\",\"value\":\"True\"}",
  ]
  private static let names = [
    "id", "type", "title", "urls", "userName", "hashAlgorithm", "fieldType", "value", "x",
  ]

  static func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let (values, names) = spans(of: bytes)
    guard !values.isEmpty, !names.isEmpty else { return bytes }
    var bytes = bytes
    switch random.int(0...5) {
    case 0...2: bytes.replaceSubrange(random.pick(values), with: random.pick(Self.values).utf8)
    case 3: bytes.replaceSubrange(random.pick(names), with: "\"\(random.pick(Self.names))\"".utf8)
    case 4:
      let other = bytes[random.pick(values)]
      bytes.replaceSubrange(random.pick(values), with: Array(other))
    default: bytes[random.int(0...bytes.count - 1)] = UInt8(random.int(0...255))
    }
    return bytes
  }

  private static func spans(of bytes: [UInt8]) -> (values: [Range<Int>], names: [Range<Int>]) {
    var values: [Range<Int>] = []
    var names: [Range<Int>] = []
    func walk(_ cursor: inout JSONCursor) throws(JSONError) {
      let first = try cursor.peek()
      let start = cursor.offset
      if first == UInt8(ascii: "{") {
        try cursor.beginObject()
        var isFirst = true
        var before = cursor.offset
        while try cursor.nextMember(first: &isFirst) != nil {
          if let quote = bytes[before..<cursor.offset].firstIndex(of: UInt8(ascii: "\"")) {
            let end = bytes[quote..<cursor.offset].lastIndex(of: UInt8(ascii: "\"")) ?? quote
            names.append(quote..<end + 1)
          }
          try walk(&cursor)
          before = cursor.offset
        }
      } else if first == UInt8(ascii: "[") {
        try cursor.beginArray()
        var isFirst = true
        while try cursor.nextElement(first: &isFirst) { try walk(&cursor) }
      } else {
        try cursor.skipValue()
      }
      values.append(start..<cursor.offset)
    }
    bytes.withUnsafeBufferPointer {
      var cursor = JSONCursor($0)
      try? walk(&cursor)
    }
    return (values, names)
  }
}
