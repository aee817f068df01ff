internal import CredentialExchangeFormat

/// Members of an object of JSON that are taken out and put in without reading the rest.
enum JSONSplicing {
  /// Returns the object without the member of that name.
  ///
  /// - Parameter object: an object that our own writer made.
  static func removing(_ name: Text, from object: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: object.count)
    writer.beginObject()
    object.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      var first = true
      guard (try? cursor.beginObject()) != nil else { return }
      while let member = try? cursor.nextMember(first: &first) {
        let text = cursor.text(of: member)
        guard let range = try? cursor.skipValue() else { return }
        guard text != name else { continue }
        writer.name(text.string)
        writer.fragment(Array(object[range]))
      }
    }
    writer.endObject()
    return writer.bytes
  }

  /// Returns the object with one more member at its end.
  ///
  /// - Parameter object: a compact object that ends with its brace.
  static func adding(_ name: String, _ value: [UInt8], to object: [UInt8]) -> [UInt8] {
    var result = Array(object.dropLast())
    result.reserveCapacity(object.count + value.count + name.utf8.count + 4)
    if result.count > 1 { result.append(UInt8(ascii: ",")) }
    result += Array("\"\(name)\":".utf8)
    result += value
    result.append(UInt8(ascii: "}"))
    return result
  }
}
