internal import CredentialExchangeFormat

/// Members of an object of JSON that are taken out and put in without reading the rest.
enum JSONSplicing {
  /// The members of an object, each with the place of its value; nil where it is no object.
  static func members(of object: [UInt8]) -> [(name: Text, value: Range<Int>)]? {
    object.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      var members: [(name: Text, value: Range<Int>)] = []
      var first = true
      do throws(JSONError) {
        guard try cursor.peek() == UInt8(ascii: "{") else { return nil }
        try cursor.beginObject()
        while let member = try cursor.nextMember(first: &first) {
          let name = cursor.text(of: member)
          members.append((name, try cursor.skipValue()))
        }
      } catch {
        return nil
      }
      return members
    }
  }

  /// The elements of an array; nil where it is none.
  static func elements(of array: [UInt8]) -> [[UInt8]]? {
    array.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      var elements: [[UInt8]] = []
      var first = true
      do throws(JSONError) {
        guard try cursor.peek() == UInt8(ascii: "[") else { return nil }
        try cursor.beginArray()
        while try cursor.nextElement(first: &first) { elements.append(Array(bytes[try cursor.skipValue()])) }
      } catch {
        return nil
      }
      return elements
    }
  }

  /// Returns an array of these elements; an empty text stands for no element.
  static func array(_ elements: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + Array(elements.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
  }

  /// Returns the object without the members of that name.
  static func removing(_ name: Text, from object: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: object.count)
    writer.beginObject()
    for member in members(of: object) ?? [] where member.name != name {
      writer.name(member.name.string)
      writer.fragment(Array(object[member.value]))
    }
    writer.endObject()
    return writer.bytes
  }

  /// Returns the object with one more member at its end.
  ///
  /// - Parameter object: an object that ends with its brace.
  static func adding(_ name: String, _ value: [UInt8], to object: [UInt8]) -> [UInt8] {
    var result = Array(object.dropLast())
    result.reserveCapacity(object.count + value.count + name.utf8.count + 4)
    while let last = result.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { result.removeLast() }
    if result.count > 1 { result.append(UInt8(ascii: ",")) }
    result += Array("\"\(name)\":".utf8)
    result += value
    result.append(UInt8(ascii: "}"))
    return result
  }
}
