package import CredentialExchangeFormat

/// An XML document as the bytes that it is, with where each element begins and ends.
///
/// libxml2 has judged the text before, so that the scanner here need not judge it again; should both see different elements,
/// the document is refused.
package struct XMLOutline: Sendable {
  /// An attribute.
  package struct Attribute: Sendable {
    /// With its prefix.
    package var name: Text
    /// The value between its quotation marks.
    package var value: Range<Int>
  }

  /// An element.
  package struct Element: Sendable {
    /// With its prefix.
    package var name: Text
    /// From the `<` of its start tag to behind the `>` of its end tag.
    package var range: Range<Int>
    /// What is between its tags; empty for an element of one tag, and where its `/` stands.
    package var content: Range<Int>
    /// In the order of the text.
    package var attributes: [Attribute]
    /// The element that it is right in; -1 for the root.
    package var parent: Int
    /// The place behind the last element in it.
    package var end: Int
    /// Whether it is a single tag.
    package var isSingleTag: Bool
  }

  /// UTF-8.
  package let bytes: [UInt8]
  /// In the order of the document; the first one is the root.
  package let elements: [Element]

  /// The most bytes that are read.
  package static let sizeLimit = Int(Int32.max) - 1

  /// Reads a document.
  package init(_ bytes: [UInt8]) throws(KeePassXMLFault) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .encoding }
    let count = try XMLJudge.countElements(bytes[start...])
    var scanner = XMLScanner(bytes, at: start)
    guard let elements = bytes.withUnsafeBufferPointer({ scanner.scan($0) }), elements.count == count else {
      throw .malformed(line: 1, column: 1)
    }
    self.bytes = bytes
    self.elements = elements
  }

  /// Reads a document that was made of one that was judged, by putting in markup of our own: it is not judged again.
  init(own bytes: [UInt8]) throws(KeePassXMLFault) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
    var scanner = XMLScanner(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let elements = bytes.withUnsafeBufferPointer({ scanner.scan($0) }) else {
      throw .malformed(line: 1, column: 1)
    }
    self.bytes = bytes
    self.elements = elements
  }

  /// The name of an element, with its prefix.
  package func name(of element: Int) -> Text { elements[element].name }

  /// The elements right in an element, in order.
  package func children(of element: Int) -> [Int] {
    var result: [Int] = []
    var child = element + 1
    while child < elements[element].end {
      result.append(child)
      child = elements[child].end
    }
    return result
  }

  /// The elements of that name right in an element, in order.
  package func children(of element: Int, named name: Text) -> [Int] {
    children(of: element).filter { elements[$0].name == name }
  }

  /// The first element of that name right in an element.
  package func child(of element: Int, named name: Text) -> Int? {
    var child = element + 1
    while child < elements[element].end {
      if elements[child].name == name { return child }
      child = elements[child].end
    }
    return nil
  }

  /// The value of an attribute, UTF-8.
  package func attribute(_ name: Text, of element: Int) -> [UInt8]? {
    elements[element].attributes.first { $0.name == name }.map {
      XMLText.decode(bytes[$0.value], isAttribute: true)
    }
  }

  /// The text right in an element, without that of elements in it, UTF-8.
  package func text(of element: Int) -> [UInt8] {
    let content = elements[element].content
    guard elements[element].end > element + 1 else { return XMLText.decode(bytes[content]) }
    var text: [UInt8] = []
    var start = content.lowerBound
    for child in children(of: element) {
      text += XMLText.decode(bytes[start..<elements[child].range.lowerBound])
      start = elements[child].range.upperBound
    }
    return text + XMLText.decode(bytes[start..<content.upperBound])
  }

  /// Whether XML calls the byte white space.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

/// Why a text is no XML that is read.
package enum KeePassXMLFault: Error, Hashable, Sendable {
  /// It breaks a rule of XML, about there; both from 1, columns in bytes.
  case malformed(line: Int, column: Int)
  /// It has a document type, which can make a small file large.
  case documentType
  /// Elements are nested deeper than is read.
  case tooDeep
  /// It is not in UTF-8, or says so.
  case encoding
  /// It has 2 GiB or more.
  case tooLarge
  /// The elements that a database must have are not there.
  case structure
}
