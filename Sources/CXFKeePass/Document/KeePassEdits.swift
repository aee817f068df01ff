internal import CXFCrypto
package import CredentialExchangeFormat

/// Changes to a document, which name its elements as they are before any of them. What is not named stays as it is, byte for
/// byte.
package struct KeePassEdits: Sendable, Redacted {
  enum Edit: Sendable {
    case replace(Int, KeePassFragment)
    case setText(Int, Text)
    case insertBefore(Int, KeePassFragment)
    case insertAfter(Int, KeePassFragment)
    case append(Int, KeePassFragment)
    case setAttribute(Int, Text, [UInt8])
  }

  private(set) var all: [Edit] = []

  /// Creates a list without changes.
  package init() {}

  /// Whether nothing changes.
  package var isEmpty: Bool { all.isEmpty }

  /// Puts a fragment in the place of an element.
  package mutating func replace(_ element: Int, with fragment: KeePassFragment) {
    all.append(.replace(element, fragment))
  }

  /// Takes an element out.
  package mutating func remove(_ element: Int) { all.append(.replace(element, KeePassFragment())) }

  /// Puts a fragment in front of an element.
  package mutating func insert(_ fragment: KeePassFragment, before element: Int) {
    all.append(.insertBefore(element, fragment))
  }

  /// Puts a fragment behind an element.
  package mutating func insert(_ fragment: KeePassFragment, after element: Int) {
    all.append(.insertAfter(element, fragment))
  }

  /// Puts a fragment behind all that is in an element.
  package mutating func append(_ fragment: KeePassFragment, to element: Int) {
    all.append(.append(element, fragment))
  }

  /// Puts another text in the place of all that is in an element. A protected one stays protected.
  package mutating func setText(of element: Int, to text: Text) { all.append(.setText(element, text)) }

  /// Gives an attribute that an element has another value; where it has none, nothing happens.
  package mutating func setAttribute(_ name: Text, of element: Int, to value: [UInt8]) {
    all.append(.setAttribute(element, name, value))
  }

  mutating func append(contentsOf edits: [Edit]) { all += edits }

  /// The number of changes.
  package var redactedDescription: String { "KeePassEdits(\(all.count))" }
}

extension KeePassDocument {
  /// Returns the document with the changes made.
  ///
  /// - Throws: `KeePassEditError`.
  package func applying(_ edits: KeePassEdits) throws(KeePassEditError) -> KeePassDocument {
    guard !edits.isEmpty else { return self }
    let (bytes, values) = try emit(edits)
    return try KeePassDocument(bytes, values: values, isOurs: true)
  }

  /// An element with all that is in it, to put elsewhere in this document or into another one.
  package func fragment(of element: Int) -> KeePassFragment {
    var pieces: [KeePassFragment.Piece] = []
    let range = xml.elements[element].range
    // No change can overlap another one.
    try? emit(range, elements: element..<xml.elements[element].end, marks: []) { pieces.append($0) }
    return KeePassFragment(pieces: pieces)
  }

  /// The bytes with protected elements left empty, and the values of those in order.
  func emit(_ edits: KeePassEdits = KeePassEdits()) throws(KeePassEditError) -> (
    bytes: [UInt8], values: [[UInt8]]
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(xml.bytes.count)
    var values: [[UInt8]] = []
    try emit(0..<xml.bytes.count, elements: xml.elements.indices, marks: marks(edits)) { piece in
      switch piece {
      case .markup(let markup): bytes += markup
      case .secret(let value): values.append(value)
      }
    }
    return (bytes, values)
  }

  /// The bytes with protected values under a key.
  func encoded(stream: inout KDBXStream) throws(KDBXError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(xml.bytes.count)
    var failure: KDBXError?
    // Without changes nothing overlaps.
    try? emit(0..<xml.bytes.count, elements: xml.elements.indices, marks: []) { piece in
      switch piece {
      case .markup(let markup): bytes += markup
      case .secret(var value):
        guard failure == nil else { return }
        do throws(KDBXError) {
          try stream.process(&value)
        } catch {
          failure = error
        }
        bytes += Base64.encode(value).utf8
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Bytes of the document that others take the place of.
  private struct Mark {
    var range: Range<Int>
    var pieces: [KeePassFragment.Piece]
  }

  private func marks(_ edits: KeePassEdits) throws(KeePassEditError) -> [Mark] {
    var marks: [Mark] = []
    // What goes into an element of a single tag, which then has two.
    var fillings: [Int: [KeePassFragment.Piece]] = [:]
    let outermost = outermostRemovals(edits)
    for edit in edits.all {
      switch edit {
      case .replace(let element, let fragment) where fragment.pieces.isEmpty && !outermost.contains(element):
        // It goes with what it is in.
        break
      case .replace(let element, let fragment):
        marks.append(Mark(range: xml.elements[element].range, pieces: fragment.pieces))
      case .setText(let element, let text):
        if isProtected(element) {
          marks.append(setProtected(element, Array(text.utf8)))
        } else if xml.elements[element].isSingleTag {
          fillings[element] = try KeePassFragment.text(text).pieces
        } else {
          marks.append(
            Mark(range: xml.elements[element].content, pieces: try KeePassFragment.text(text).pieces))
        }
      case .insertBefore(let element, let fragment):
        marks.append(at(xml.elements[element].range.lowerBound, fragment))
      case .insertAfter(let element, let fragment):
        marks.append(at(xml.elements[element].range.upperBound, fragment))
      case .append(let element, let fragment):
        if xml.elements[element].isSingleTag {
          fillings[element, default: []] += fragment.pieces
        } else {
          marks.append(at(xml.elements[element].content.upperBound, fragment))
        }
      case .setAttribute(let element, let name, let value):
        for attribute in xml.elements[element].attributes where attribute.name == name {
          marks.append(Mark(range: attribute.value, pieces: [.markup(value)]))
        }
      }
    }
    for (element, pieces) in fillings {
      let place = xml.elements[element]
      marks.append(
        Mark(
          range: place.content.lowerBound..<place.range.upperBound,
          pieces: [.markup([UInt8(ascii: ">")])] + pieces + [.markup(endTag(of: element))]))
    }
    return marks
  }

  /// The elements that are removed and stand in no other that is: a group goes with the entries in it.
  private func outermostRemovals(_ edits: KeePassEdits) -> Set<Int> {
    let removed = edits.all.compactMap { edit -> Int? in
      guard case .replace(let element, let fragment) = edit, fragment.pieces.isEmpty else { return nil }
      return element
    }
    var outermost: Set<Int> = []
    var end = 0
    // An element comes before those in it.
    for element in Set(removed).sorted() where element >= end {
      outermost.insert(element)
      end = xml.elements[element].end
    }
    return outermost
  }

  private func endTag(of element: Int) -> [UInt8] { Array("</\(xml.elements[element].name.string)>".utf8) }

  private func setProtected(_ element: Int, _ value: [UInt8]) -> Mark {
    let place = xml.elements[element]
    var tag = Array(xml.bytes[place.range.lowerBound..<place.content.lowerBound])
    if place.isSingleTag { tag.append(UInt8(ascii: ">")) }
    return Mark(range: place.range, pieces: [.markup(tag), .secret(value), .markup(endTag(of: element))])
  }

  private func at(_ offset: Int, _ fragment: KeePassFragment) -> Mark {
    Mark(range: offset..<offset, pieces: fragment.pieces)
  }

  /// Passes on a part of the document, with marks and protected values where they belong.
  ///
  /// - Parameter elements: those whose tags begin in the part.
  private func emit(
    _ part: Range<Int>, elements: Range<Int>, marks: [Mark], to sink: (KeePassFragment.Piece) -> Void
  ) throws(KeePassEditError) {
    // Changes at one place stay in their order, and what is put in stands before what is replaced.
    let edits = marks.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.isEmpty ? 0 : 1, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.isEmpty ? 0 : 1, $1.offset)
    }.map(\.element)
    var next = edits[...]
    var index = part.lowerBound
    func copy(to end: Int) {
      if end > index { sink(.markup(Array(xml.bytes[index..<end]))) }
      index = end
    }
    func emitMarks(before limit: Int) throws(KeePassEditError) {
      while let mark = next.first, mark.range.lowerBound < limit {
        guard mark.range.lowerBound >= index else { throw .overlap }
        copy(to: mark.range.lowerBound)
        mark.pieces.forEach(sink)
        index = mark.range.upperBound
        next = next.dropFirst()
      }
    }
    for element in protected(in: elements) {
      let value = bytes(of: element)
      let place = xml.elements[element]
      try emitMarks(before: place.range.lowerBound)
      // It was replaced, or something that it is in was.
      if index > place.range.lowerBound { continue }
      try emitProtected(element, place, value, &next, copy: copy(to:), skip: { index = $0 }, sink)
    }
    try emitMarks(before: .max)
    copy(to: part.upperBound)
  }

  /// Passes on a protected element, unless a change is about it as a whole; then the change comes next.
  private func emitProtected(
    _ element: Int, _ place: XMLOutline.Element, _ value: [UInt8], _ next: inout ArraySlice<Mark>,
    copy: (Int) -> Void, skip: (Int) -> Void, _ sink: (KeePassFragment.Piece) -> Void
  ) throws(KeePassEditError) {
    while let mark = next.first, mark.range == place.range.lowerBound..<place.range.lowerBound {
      copy(mark.range.lowerBound)
      mark.pieces.forEach(sink)
      next = next.dropFirst()
    }
    if let mark = next.first, mark.range.lowerBound < place.range.upperBound {
      guard mark.range == place.range else { throw .overlap }
      copy(place.range.lowerBound)
      mark.pieces.forEach(sink)
      skip(place.range.upperBound)
      next = next.dropFirst()
      return
    }
    if let attribute = place.attributes.first(where: { $0.name == Self.protection }) {
      // Programs differ in the spellings that they take; all take this one.
      copy(attribute.value.lowerBound)
      sink(.markup(Array("True".utf8)))
      skip(attribute.value.upperBound)
    }
    copy(place.content.lowerBound)
    sink(.secret(value))
    skip(place.content.upperBound)
  }
}
