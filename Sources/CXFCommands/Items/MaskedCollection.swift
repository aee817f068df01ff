internal import CXFFormats
internal import CredentialExchangeFormat

/// A collection in CXF form: titles, dates and links are shown; extensions and unknown members are null unless revealed.
enum MaskedCollection {
  static func json(_ collection: ItemCollection, reveal: Bool) -> [UInt8] {
    let whole = CXFEncoder().encode(collection)
    guard !reveal else { return whole }
    return JSONWriter.text(indented: false, estimate: whole.count) { writer in
      whole.withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes)
        // Our own encoder wrote this text.
        try? write(&cursor, &writer)
      }
    }
  }

  /// Members that are shown as they are.
  static let shown: Set<Text> = ["id", "creationAt", "modifiedAt", "title", "subtitle"]

  private static func write(_ cursor: inout JSONCursor, _ writer: inout JSONWriter) throws(JSONError) {
    try cursor.beginObject()
    writer.beginObject()
    var first = true
    while let member = try cursor.nextMember(first: &first) {
      let name = cursor.text(of: member)
      writer.name(name.string)
      if name == "items" || name == "subCollections" {
        try cursor.beginArray()
        writer.beginArray()
        var isFirst = true
        while try cursor.nextElement(first: &isFirst) {
          writer.element()
          if name == "items" { try writeLink(&cursor, &writer) } else { try write(&cursor, &writer) }
        }
        writer.endArray()
      } else if shown.contains(name) {
        writer.fragment(Array(cursor.spelling(try cursor.skipValue()).utf8))
      } else {
        try cursor.skipValue()
        writer.null()
      }
    }
    writer.endObject()
  }

  private static func writeLink(_ cursor: inout JSONCursor, _ writer: inout JSONWriter) throws(JSONError) {
    try cursor.beginObject()
    writer.beginObject()
    var first = true
    while let member = try cursor.nextMember(first: &first) {
      let name = cursor.text(of: member)
      writer.name(name.string)
      let value = try cursor.skipValue()
      if name == "item" || name == "account" {
        writer.fragment(Array(cursor.spelling(value).utf8))
      } else {
        writer.null()
      }
    }
    writer.endObject()
  }
}
