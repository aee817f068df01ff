package import CredentialExchangeFormat

/// One record of a file (a JSON object, a CSV row, an item of the model) as a tree whose leaves each carry a fate.
///
/// Readers and writers reach values only by views of a record, and a view hands out a value together with the note of
/// where it goes. What nobody takes is found at the end, so forgetting a member or column loses nothing silently.
/// The tokenizer counts the values, never a format's code.
package final class SourceRecord {
  /// What stands at a node.
  package enum Kind: Sendable, Hashable {
    case object, array, string, number, boolean, null
  }

  struct Node {
    var name: Text
    let kind: Kind
    /// The text of a string, the spelling of a number or boolean.
    var text: Text
    /// Offset in the file, in bytes.
    let offset: Int
    var parent: Int
    /// Index behind the last node below this one.
    var end: Int
    /// Number among the children of its parent, from 1, and how many it has itself.
    var ordinal = 0
    var childCount = 0
    var place = Place.root
    var isStructural = false
    /// Whether reading had to replace parts of the text.
    var isDamaged = false
    /// What a known fault of the file's writer was undone as, before anybody saw the text.
    var undone: FindingCode?
    /// Why `text` is another one than the source has, which only points to it.
    var resolved: FindingCode?
  }

  // Each access to the nodes and traces ends before the next begins: no closure runs inside of one. The checks that the
  // run-time makes of that took a twentieth of the time of reading a table.
  /// Nodes in the order of the text; the root is the first.
  @exclusivity(unchecked) var nodes: [Node] = []
  /// What became of each node; nil for those that nobody took.
  @exclusivity(unchecked) var traces: [Trace?] = []
  /// Number of the record in its file, from 1.
  package var number = 0
  private var excluded: Text?
  /// The same for rows of a table, where findings name row and column.
  var row: Int?
  /// Offset of the record in the file, in bytes.
  package var offset: Int { nodes.first?.offset ?? 0 }

  /// The whole record.
  package var root: SourceView { SourceView(record: self, index: 0) }

  /// Scalars by place and text: looking each leaf up one by one would take time by the square of their number.
  private lazy var leafIndex = LeafIndex(nodes)

  /// Up to so many nodes are looked through; making an index takes longer.
  private static let indexedCount = 64

  init() {}

  /// Reads a record from one JSON value.
  ///
  /// - Parameter rules: which members are no values but structure.
  /// - Parameter excluded: a member of the root that is skipped.
  package init(
    _ json: inout JSONCursor, rules: StructureRules, number: Int = 0, leavingOut excluded: Text? = nil
  ) throws(JSONError) {
    self.number = number
    self.excluded = excluded
    try add(&json, name: "", parent: -1)
    finishTree(rules)
  }

  /// A record whose leaves are given in a row: the cells of a table.
  package init(cells: [(name: Text, text: Text, offset: Int, isDamaged: Bool)], offset: Int, number: Int) {
    self.number = number
    row = number
    nodes.reserveCapacity(cells.count + 1)
    append(Node(name: "", kind: .object, text: "", offset: offset, parent: -1, end: 0))
    for cell in cells {
      let index = append(
        Node(name: cell.name, kind: .string, text: cell.text, offset: cell.offset, parent: 0, end: 0))
      nodes[index].end = index + 1
      nodes[index].isDamaged = cell.isDamaged
    }
    nodes[0].end = nodes.count
    finishTree(.none)
  }

  /// A record of a row of a table.
  ///
  /// - Parameter base: what is added to the row's offsets, where its text is one of several.
  init(row: CSVRecord, columns: TableColumns, base: Int) {
    number = row.number
    self.row = row.number
    let cells = row.cells
    nodes.reserveCapacity(cells.count + 1)
    nodes.append(
      Node(
        name: "", kind: .object, text: "", offset: row.byteRange.lowerBound + base, parent: -1,
        end: cells.count + 1, childCount: cells.count))
    for index in cells.indices {
      let name = columns.name(index)
      nodes.append(
        Node(
          name: name, kind: .string, text: cells[index].text, offset: cells[index].offset + base, parent: 0,
          end: index + 2, ordinal: index + 1, place: columns.place(index),
          isDamaged: !cells[index].flags.isDisjoint(with: .doubtful)))
    }
    traces = Array(repeating: nil, count: nodes.count)
  }

  @discardableResult
  func append(_ node: Node) -> Int {
    var node = node
    if node.parent >= 0 {
      nodes[node.parent].childCount += 1
      node.ordinal = nodes[node.parent].childCount
    }
    nodes.append(node)
    return nodes.count - 1
  }

  private func add(_ json: inout JSONCursor, name: Text, parent: Int) throws(JSONError) {
    let first = try json.peek()
    let offset = json.offset
    func node(_ kind: Kind, _ text: Text = "") -> Node {
      Node(name: name, kind: kind, text: text, offset: offset, parent: parent, end: 0)
    }
    let index: Int
    switch first {
    case UInt8(ascii: "{"):
      index = append(node(.object))
      try json.beginObject()
      var isFirst = true
      while let member = try json.nextMember(first: &isFirst) {
        let text = json.text(of: member)
        if index == 0, text == excluded {
          // The reader takes the first one that is an array; a further one is like any other member.
          if try json.peek() == UInt8(ascii: "[") { excluded = nil }
          try json.skipValue()
        } else {
          try add(&json, name: text, parent: index)
        }
      }
    case UInt8(ascii: "["):
      index = append(node(.array))
      try json.beginArray()
      var isFirst = true
      while try json.nextElement(first: &isFirst) { try add(&json, name: "", parent: index) }
    case UInt8(ascii: "\""):
      index = append(node(.string, try json.string()))
      nodes[index].isDamaged = json.sawDamagedText
      json.sawDamagedText = false
    case UInt8(ascii: "n"):
      try json.skipValue()
      index = append(node(.null))
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      index = append(node(.boolean, json.spelling(try json.skipValue())))
    default: index = append(node(.number, json.spelling(try json.number())))
    }
    nodes[index].end = nodes.count
  }

  /// Gives each node its place, and marks what is structure.
  func finishTree(_ rules: StructureRules) {
    traces = Array(repeating: nil, count: nodes.count)
    if !nodes.isEmpty { nodes[0].place = rules.rootPlace(self) }
    for index in nodes.indices.dropFirst() {
      let parent = nodes[nodes[index].parent]
      if parent.kind == .array {
        // Elements stand at the place of their array; the credentials and extensions of a model by their own name.
        nodes[index].place = rules.elementPlace(self, index) ?? parent.place
      } else {
        nodes[index].place =
          rules.collapses(self, index) ? parent.place : parent.place.appending(nodes[index].name)
      }
      nodes[index].isStructural = rules.isStructural(self, index)
    }
  }

  /// Whether a node counts as a value: a scalar that is not null, empty, false, or structure.
  func isValue(_ index: Int) -> Bool {
    switch nodes[index].kind {
    case .object, .array, .null: return false
    case .boolean: return nodes[index].text == "true" && !nodes[index].isStructural
    case .string, .number: return !nodes[index].text.isEmpty && !nodes[index].isStructural
    }
  }

  /// The number of values in the record.
  package var valueCount: Int { nodes.indices.reduce(0) { $0 + (isValue($1) ? 1 : 0) } }

  /// Returns the children of a node.
  func children(_ index: Int) -> [Int] {
    var result: [Int] = []
    var child = index + 1
    while child < nodes[index].end {
      result.append(child)
      child = nodes[child].end
    }
    return result
  }

  func child(_ index: Int, named name: Text) -> Int? {
    var child = index + 1
    while child < nodes[index].end {
      if nodes[child].name == name { return child }
      child = nodes[child].end
    }
    return nil
  }

  /// The names and numbers (from 1) that lead to a node, for people.
  func label(_ index: Int) -> String {
    // The cells of a row, most of all.
    if index > 0, nodes[index].parent == 0, nodes[0].kind != .array { return nodes[index].name.string }
    var parts: [String] = []
    var current = index
    while current > 0 {
      let parent = nodes[current].parent
      if nodes[parent].kind == .array {
        if nodes[parent].childCount > 1 { parts.append(String(nodes[current].ordinal)) }
      } else {
        parts.append(nodes[current].name.string)
      }
      current = parent
    }
    return parts.reversed().joined(separator: " ")
  }
}

/// Where a value stands: names joined by dots from the root of its record, array positions left out.
package struct Place: Sendable, Hashable, ExpressibleByStringLiteral {
  // FNV-1a over the names: places are compared for each leaf, so they are numbers. A collision could not hide a loss,
  // since the bytes of the value are compared too.
  private let hash: UInt64

  private init(hash: UInt64) { self.hash = hash }

  /// The root itself.
  package static let root = Place(hash: 0xcbf2_9ce4_8422_2325)

  /// Creates a place from its dotted name.
  package init(_ path: String) { hash = Self.fold(Place.root.hash, UInt8(ascii: "."), path.utf8) }

  /// Creates a place from its dotted name.
  package init(stringLiteral path: String) { self.init(path) }

  /// Returns the place of a member.
  package func appending(_ name: Text) -> Place { Place(hash: Self.fold(hash, UInt8(ascii: "."), name.utf8)) }

  /// Returns the place of a member whose name is these bytes.
  func appending(_ name: some Collection<UInt8>) -> Place {
    Place(hash: Self.fold(hash, UInt8(ascii: "."), name))
  }

  private static func fold(_ start: UInt64, _ separator: UInt8, _ bytes: some Collection<UInt8>) -> UInt64 {
    var hash = (start ^ UInt64(separator)) &* 0x100_0000_01b3
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}

/// Looking for what stands at a place.
extension SourceRecord {
  /// The scalars at a place that hold a text, in order.
  func leaves(at place: Place, holding text: Text) -> [Int] {
    guard nodes.count <= Self.indexedCount else { return leafIndex.byPlace[PlacedText(place, text)] ?? [] }
    return nodes.indices.filter { nodes[$0].place == place && isScalar($0) && nodes[$0].text == text }
  }

  /// The first scalar at a place that holds a text.
  func leaf(at place: Place, holding text: Text) -> Int? {
    guard nodes.count <= Self.indexedCount else { return leaves(at: place, holding: text).first }
    for index in nodes.indices
    where nodes[index].place == place && isScalar(index) && nodes[index].text == text {
      return index
    }
    return nil
  }

  /// The scalars that hold a text, wherever they stand, in order.
  func leaves(holding text: Text) -> [Int] {
    guard nodes.count <= Self.indexedCount else { return leafIndex.byText[text] ?? [] }
    return nodes.indices.filter { isScalar($0) && nodes[$0].text == text }
  }

  private func isScalar(_ index: Int) -> Bool {
    switch nodes[index].kind {
    case .object, .array, .null: false
    case .string, .number, .boolean: true
    }
  }
}

/// What became of a value, from best to worst.
package enum Fate: UInt8, Sendable, Comparable {
  /// Its bytes stand in the result.
  case carried
  /// It stands in the result in another form or another kind of place.
  case converted
  /// It was a known deviation and was read as what was meant.
  case repaired
  /// It is not in the result.
  case lost

  package static func < (lhs: Fate, rhs: Fate) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// What a reader or writer noted about one leaf.
struct Trace {
  var fate: Fate
  /// Where it stands now.
  var place: Place
  /// What stands there: the leaf's own text when it was carried.
  var text: Text
  /// The rest of what stands for it, where one value became several.
  var others: [PlacedText] = []
  /// Why it was not simply carried.
  var code: FindingCode?
  var message: String
}

/// A text at a place.
package struct PlacedText: Sendable, Hashable {
  let place: Place
  let text: Text

  /// Creates the value.
  package init(_ place: Place, _ text: Text) {
    self.place = place
    self.text = text
  }
}

/// The scalars of a record by what they hold.
struct LeafIndex {
  private(set) var byPlace: [PlacedText: [Int]] = [:]
  private(set) var byText: [Text: [Int]] = [:]

  init(_ nodes: [SourceRecord.Node]) {
    byPlace.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      switch node.kind {
      case .object, .array, .null: continue
      case .string, .number, .boolean:
        byPlace[PlacedText(node.place, node.text), default: []].append(index)
        byText[node.text, default: []].append(index)
      }
    }
  }
}
