internal import CXFCrypto
package import CredentialExchangeFormat

/// The XML of a KeePass database, with the texts of protected values held apart.
///
/// It is the bytes that were read. Writing gives them back as they are, but for protected values, which stand under a new
/// key, and what was edited. Elements are named by their place in the order of the document; the root is 0.
package struct KeePassDocument: Sendable, Redacted {
  /// The document; what stands in protected elements of it means nothing.
  package let xml: XMLOutline
  /// The bytes of protected values, in the order of their elements; those without any are in it, too.
  private let secrets: [[UInt8]]
  /// The protected elements in order.
  private let protected: [Int]

  /// The name of the attribute.
  static let protection: Text = "Protected"

  /// Reads a document.
  ///
  /// - Parameter stream: goes forward over all protected values, in the order of the document.
  /// - Throws: `.damaged(.xml)`, `.damaged(.protectedValue)`.
  init(_ xml: XMLOutline, stream: inout KDBXStream) throws(KDBXError) {
    guard xml.name(of: 0) == "KeePassFile" else { throw .damaged(.xml(.structure)) }
    var secrets: [[UInt8]] = []
    var protected: [Int] = []
    for element in xml.elements.indices where Self.isProtected(element, in: xml) {
      let place = xml.elements[element]
      guard place.end == element + 1, var bytes = try? Base64.decode(xml.text(of: element)[...]) else {
        throw .damaged(.protectedValue(offset: place.range.upperBound))
      }
      try stream.process(&bytes)
      secrets.append(bytes)
      protected.append(element)
    }
    self.xml = xml
    self.secrets = secrets
    self.protected = protected
  }

  /// Creates a document that comes from no database.
  ///
  /// - Parameter xml: UTF-8 with the root element `KeePassFile`, in the form of KDBX 4, without protected values; those are put in
  ///   by ``applying(_:)``.
  /// - Throws: `KeePassEditError.malformed`.
  package init(xml: [UInt8]) throws(KeePassEditError) { try self.init(xml, values: []) }

  /// Creates a document that comes from no database, with protected values.
  ///
  /// - Parameters:
  ///   - xml: as for ``init(xml:)``, but with empty protected elements.
  ///   - values: theirs, in the order of the document.
  /// - Throws: `KeePassEditError.malformed`.
  package init(xml: [UInt8], protecting values: [[UInt8]]) throws(KeePassEditError) {
    try self.init(xml, values: values)
  }

  /// Creates a document of XML in which protected elements are empty, and their values.
  ///
  /// - Parameters:
  ///   - values: in the order of the document.
  ///   - isOurs: whether the XML was made here of a document that was judged, and is judged again when it is written.
  init(_ bytes: [UInt8], values: [[UInt8]], isOurs: Bool = false) throws(KeePassEditError) {
    let xml: XMLOutline
    do throws(KeePassXMLFault) {
      xml = isOurs ? try XMLOutline(own: bytes) : try XMLOutline(bytes)
    } catch {
      throw .malformed(error)
    }
    let places = xml.elements.indices.filter { Self.isProtected($0, in: xml) }
    guard xml.name(of: 0) == "KeePassFile", places.count == values.count,
      places.allSatisfy({ xml.elements[$0].end == $0 + 1 })
    else { throw .malformed(.structure) }
    self.xml = xml
    secrets = values
    protected = places
  }

  private static func isProtected(_ element: Int, in xml: XMLOutline) -> Bool {
    guard !xml.elements[element].attributes.isEmpty, let value = xml.attribute(protection, of: element) else {
      return false
    }
    // KeePass writes and takes `True` alone; other programs take these.
    return ["true", "1"].contains { value.map { $0 | 0x20 }.elementsEqual($0.utf8.map { $0 | 0x20 }) }
  }

  // MARK: Reading

  /// The protected ones among elements that stand beside each other, in order.
  func protected(in elements: Range<Int>) -> ArraySlice<Int> {
    protected[place(of: elements.lowerBound)..<place(of: elements.upperBound)]
  }

  /// How many protected elements come before an element.
  private func place(of element: Int) -> Int {
    var (low, high) = (0, protected.count)
    while low < high {
      let middle = (low + high) / 2
      if protected[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place of an element among the protected ones; nil for any other.
  private func secretPlace(of element: Int) -> Int? {
    // Most have no attribute at all.
    guard !xml.elements[element].attributes.isEmpty else { return nil }
    let place = place(of: element)
    return place < protected.count && protected[place] == element ? place : nil
  }

  /// Whether the value of an element is protected.
  package func isProtected(_ element: Int) -> Bool { secretPlace(of: element) != nil }

  /// The bytes of a protected value, or the text right in any other element, UTF-8.
  package func bytes(of element: Int) -> [UInt8] {
    secretPlace(of: element).map { secrets[$0] } ?? xml.text(of: element)
  }

  /// The text of an element; nil where the bytes of a protected value are no UTF-8.
  package func text(of element: Int) -> Text? {
    String(validating: bytes(of: element), as: UTF8.self).map { Text($0) }
  }

  /// The text of the first element of that name right in an element.
  package func text(of element: Int, child name: Text) -> Text? {
    xml.child(of: element, named: name).flatMap { text(of: $0) }
  }

  /// The element `Meta`.
  package var meta: Int? { xml.child(of: 0, named: "Meta") }
  /// The element `Root`.
  package var root: Int? { xml.child(of: 0, named: "Root") }
  /// The outermost group.
  package var rootGroup: Int? { root.flatMap { xml.child(of: $0, named: "Group") } }

  /// Whether both hold the same: the same bytes around protected values, and the same values.
  package func isSame(as other: KeePassDocument) -> Bool {
    protected == other.protected && secrets == other.secrets
      && (try? emit().bytes) == (try? other.emit().bytes)
  }

  /// Number of elements.
  package var redactedDescription: String { "KeePassDocument(\(xml.elements.count) elements)" }
}
