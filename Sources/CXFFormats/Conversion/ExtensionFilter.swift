internal import CredentialExchangeFormat

/// Takes extensions out of records, wherever in them they stand.
enum ExtensionFilter {
  /// Returns the item without the extensions for which `drops` holds.
  static func item(_ item: Item, _ drops: (Text) -> Bool) -> Item {
    filtered(CXFEncoder().encode(item), drops).withUnsafeBufferPointer { CXFDecoder.item($0) } ?? item
  }

  /// Returns the account, which has no items, without the extensions for which `drops` holds.
  static func account(_ account: Account, _ drops: (Text) -> Bool) -> Account {
    filtered(CXFEncoder().encode(account), drops).withUnsafeBufferPointer { CXFDecoder.account($0) }
      ?? account
  }

  /// The names of the extensions in a record, each once.
  static func names(in record: SourceRecord) -> Set<Text> {
    Set(
      record.nodes.indices.compactMap { index in
        let node = record.nodes[index]
        guard node.name == "name", node.parent > 0 else { return nil }
        let array = record.nodes[record.nodes[node.parent].parent]
        return array.name == "extensions" && array.kind == .array ? node.text : nil
      })
  }

  private static func filtered(_ json: [UInt8], _ drops: (Text) -> Bool) -> [UInt8] {
    var writer = JSONWriter(capacity: json.count)
    json.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      // Our own encoder wrote this text.
      try? copy(&cursor, bytes, to: &writer, isExtensions: false, drops)
    }
    return writer.bytes
  }

  private static func copy(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter,
    isExtensions: Bool,
    _ drops: (Text) -> Bool
  ) throws(JSONError) {
    var first = true
    switch try cursor.peek() {
    case UInt8(ascii: "{"):
      try cursor.beginObject()
      writer.beginObject()
      while let member = try cursor.nextMember(first: &first) {
        let name = cursor.text(of: member)
        writer.name(name.string)
        try copy(&cursor, bytes, to: &writer, isExtensions: name == "extensions", drops)
      }
      writer.endObject()
    case UInt8(ascii: "["):
      try cursor.beginArray()
      writer.beginArray()
      while try cursor.nextElement(first: &first) {
        let start = cursor.offset
        if isExtensions, let name = try extensionName(&cursor), drops(name) { continue }
        cursor.rewind(to: start)
        writer.element()
        try copy(&cursor, bytes, to: &writer, isExtensions: false, drops)
      }
      writer.endArray()
    default:
      let range = try cursor.skipValue()
      writer.fragment(Array(bytes[range]))
    }
  }

  /// Passes over an element, and returns the name that it has where it is an extension.
  private static func extensionName(_ cursor: inout JSONCursor) throws(JSONError) -> Text? {
    guard try cursor.peek() == UInt8(ascii: "{") else {
      _ = try cursor.skipValue()
      return nil
    }
    var name: Text?
    var first = true
    try cursor.beginObject()
    while let member = try cursor.nextMember(first: &first) {
      if cursor.matches(member, "name"), try cursor.peek() == UInt8(ascii: "\"") {
        name = try cursor.string()
      } else {
        _ = try cursor.skipValue()
      }
    }
    return name
  }
}
