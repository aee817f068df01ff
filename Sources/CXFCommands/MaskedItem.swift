internal import CredentialExchangeFormat

/// An item in CXF form in which every secret is null.
///
/// Not secret are titles, user names, addresses, tags, names, types and dates. Everything else is, also notes, unknown
/// members and extensions: the list below names what is shown, so that what is new stays hidden.
enum MaskedItem {
  /// Members whose scalars are shown wherever they stand outside extensions and custom fields.
  private static let shown: Set<Text> = [
    "id", "creationAt", "modifiedAt", "title", "subtitle", "favorite", "urls", "bundleId", "tags", "type",
    "fieldType",
    "label", "username", "userDisplayName", "name", "rpId", "keyType", "algorithm", "issuer", "item",
    "account",
  ]

  static func json(_ item: Item, reveal: Bool) -> [UInt8] {
    let whole = CXFEncoder().encode(item)
    guard !reveal else { return whole }
    return JSONWriter.text(indented: false, estimate: whole.count) { writer in
      whole.withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes)
        // Our own encoder wrote this text.
        try? mask(&cursor, &writer, isShown: false)
      }
    }
  }

  private static func mask(
    _ cursor: inout JSONCursor, _ writer: inout JSONWriter, isShown: Bool
  ) throws(JSONError) {
    switch try cursor.peek() {
    case UInt8(ascii: "{"):
      try cursor.beginObject()
      writer.beginObject()
      var first = true
      while let name = try cursor.nextMember(first: &first) {
        let text = cursor.text(of: name)
        writer.name(text.string)
        if text == "extensions" {
          try cursor.skipValue()
          writer.null()
        } else {
          // The value of a shown editable field is shown; that of any other is not.
          try mask(&cursor, &writer, isShown: shown.contains(text) || (isShown && text == "value"))
        }
      }
      writer.endObject()
    case UInt8(ascii: "["):
      try cursor.beginArray()
      writer.beginArray()
      var first = true
      while try cursor.nextElement(first: &first) {
        writer.element()
        try mask(&cursor, &writer, isShown: isShown)
      }
      writer.endArray()
    case UInt8(ascii: "\""):
      let text = try cursor.string()
      if isShown { writer.string(text) } else { writer.null() }
    default:
      let range = try cursor.skipValue()
      if isShown { writer.fragment(Array(cursor.spelling(range).utf8)) } else { writer.null() }
    }
  }
}
