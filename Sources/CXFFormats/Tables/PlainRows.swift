internal import CredentialExchangeFormat

/// The short way from a row to its item, for rows of which there is nothing to say: each cell stands in the item byte for
/// byte, at a place that its column alone decides.
///
/// What the columns are for is worked out once for the file. A row with anything else in it (a cell that could not be
/// read as it was, an address that is an app's, a second password) is left to `RowBuilder`, which does what this does
/// and more; tests compare the two.
struct PlainRows {
  /// What a column is for.
  private enum Part {
    case title, username, password, note
    /// An address; these texts, in lower case, say that there is none.
    case address(placeholders: [[UInt8]])
    /// No value.
    case structure
    /// Nothing that is plain.
    case other
  }

  private let parts: [Part]
  /// The column of identifiers.
  private let identifier: Int?
  private let columns: TableColumns
  private let scanner: CSVScanner
  /// The texts of the row that was read last, each with the place where it stands; only where they are wanted.
  private(set) var texts: [PlacedText] = []
  private let keepsTexts: Bool
  /// Where the first value of that row stands, in bytes of the text; nil where it has none.
  private(set) var firstOffset: Int?

  /// Works out what the columns of a table are for; nil where a function looks at its rows or changes cells, or its rows are of
  /// several kinds.
  ///
  /// - Parameters:
  ///   - undo: what is undone in the cells of this file.
  ///   - keepsTexts: whether `texts` are wanted.
  init?(
    _ table: TableFormat, _ roles: [CellRole?], _ columns: TableColumns, _ scanner: CSVScanner,
    undo: CellUndo?, keepsTexts: Bool
  ) {
    guard table.interpret == nil, table.kinds.isEmpty, undo == nil, roles.contains(.title) else { return nil }
    parts = roles.map { role in
      switch role {
      case .title: .title
      case .username: .username
      case .password: .password
      case .note: .note
      case .address(let placeholders):
        .address(placeholders: placeholders.map { Array(ASCIIBytes.lower($0).utf8) })
      case .identifier, .structure: .structure
      default: .other
      }
    }
    identifier = roles.firstIndex(of: .identifier)
    self.columns = columns
    self.scanner = scanner
    self.keepsTexts = keepsTexts
  }

  /// An item and whether its identifier stands in the row.
  struct Result {
    var item: Item
    var hasOwnID: Bool
  }

  /// The cells of a row by what they are for.
  private struct Cells {
    var title: CSVCellSpan?
    var address: CSVCellSpan?
    var username: CSVCellSpan?
    var password: CSVCellSpan?
    var hasNotes = false

    /// Takes a cell; returns false where there is one already.
    @inline(__always)
    static func take(_ cell: CSVCellSpan, as member: inout CSVCellSpan?) -> Bool {
      guard member == nil else { return false }
      member = cell
      return true
    }
  }

  /// Makes the item of a row about which the reader has nothing to say; nil where it is not plain.
  mutating func item(
    ofRow number: Int, _ spans: [CSVCellSpan], in bytes: UnsafeBufferPointer<UInt8>
  ) -> Result? {
    var cells = Cells()
    firstOffset = nil
    for (index, span) in spans.enumerated() where span.contentStart < span.contentEnd {
      guard index < parts.count else { return nil }
      switch parts[index] {
      case .title: guard Cells.take(span, as: &cells.title) else { return nil }
      case .username: guard Cells.take(span, as: &cells.username) else { return nil }
      case .password: guard Cells.take(span, as: &cells.password) else { return nil }
      case .note: cells.hasNotes = true
      case .address(let placeholders):
        guard Self.isWebAddress(span, placeholders, in: bytes), Cells.take(span, as: &cells.address) else {
          return nil
        }
      case .structure: continue
      case .other: return nil
      }
      if firstOffset == nil { firstOffset = span.start }
    }
    guard let title = cells.title, !isHeader(spans, in: bytes) else { return nil }
    texts.removeAll(keepingCapacity: true)
    var result = Result(item: Item(id: Identifier()), hasOwnID: false)
    result.hasOwnID = setIdentifier(of: &result.item, number, spans, in: bytes)
    result.item.title = text(title, at: Self.titlePlace, in: bytes)
    if let address = cells.address {
      result.item.scope = CredentialScope(urls: [text(address, at: Self.addressPlace, in: bytes)])
    }
    let hasLogin = cells.username != nil || cells.password != nil
    result.item.credentials.reserveCapacity((hasLogin ? 1 : 0) + (cells.hasNotes ? 1 : 0))
    if hasLogin {
      result.item.credentials.append(
        .basicAuth(
          BasicAuth(
            username: cells.username.map {
              EditableField(fieldType: .string, value: text($0, at: Self.usernamePlace, in: bytes))
            },
            password: cells.password.map {
              EditableField(fieldType: .concealedString, value: text($0, at: Self.passwordPlace, in: bytes))
            })))
    }
    guard cells.hasNotes else { return result }
    for (index, span) in spans.enumerated() where span.contentStart < span.contentEnd {
      guard case .note = parts[index] else { continue }
      let note = EditableField(fieldType: .string, value: text(span, at: Self.notePlace, in: bytes))
      result.item.credentials.append(.note(Note(content: note)))
    }
    return result
  }

  /// Adds the item of the row that was read last, if each of its texts stands in it as it is encoded.
  ///
  /// - Parameters:
  ///   - base: what is added to offsets.
  ///   - ledger: what accounts for the values; nil where nobody asks.
  /// - Returns: false where a text does not stand, so that the long way must be taken.
  func add(
    _ item: Item, of row: CSVRow, _ base: Int, _ ledger: PlainLedger?, to draft: inout VaultDraft
  ) -> Bool {
    guard let ledger else {
      draft.add(plain: item, at: SourcePosition(), nil)
      return true
    }
    guard EncodedLeaves.hold(texts, CXFEncoder().encode(item)) else { return false }
    draft.add(
      plain: item, at: SourcePosition(row: row.number, byte: firstOffset.map { $0 + base }),
      PlainRow(
        ledger, number: row.number, line: row.line, offset: row.byteRange.lowerBound, count: texts.count))
    return true
  }

  private static let titlePlace: Place = "title"
  private static let addressPlace: Place = "scope.urls"
  private static let usernamePlace: Place = "basic-auth.username"
  private static let passwordPlace: Place = "basic-auth.password"
  private static let notePlace: Place = "note.content"

  private mutating func text(
    _ span: CSVCellSpan, at place: Place, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Text {
    let text = Text(scanner.value(of: span, in: bytes))
    if keepsTexts { texts.append(PlacedText(place, text)) }
    return text
  }

  private func setIdentifier(
    of item: inout Item, _ number: Int, _ spans: [CSVCellSpan], in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if let identifier, identifier < spans.count {
      let text = scanner.value(of: spans[identifier], in: bytes)
      if !text.utf8.isEmpty, text.utf8.count <= Identifier.maximumCount {
        item.id = Identifier(Array(text.utf8))
        return true
      }
    }
    item.id = Identifier(row: number)
    return false
  }

  private func isHeader(_ spans: [CSVCellSpan], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    columns.areRepeated(by: spans.count) { index, name in
      let span = spans[index]
      guard span.flags.isDisjoint(with: [.doubledQuote, .escape]) else {
        return TableColumns.isName(scanner.value(of: span, in: bytes).utf8, name)
      }
      return TableColumns.isName(bytes[span.contentStart..<span.contentEnd], name)
    }
  }

  /// Whether a cell begins with `http://` or `https://`, has more than blanks behind it, and is no placeholder.
  private static func isWebAddress(
    _ span: CSVCellSpan, _ placeholders: [[UInt8]], in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // With a quote in it, it is nothing usual.
    guard span.flags.isDisjoint(with: [.doubledQuote, .escape]) else { return false }
    let content = UnsafeBufferPointer(rebasing: bytes[span.contentStart..<span.contentEnd])
    guard content.count > 8, hasPrefix(content, "http") else { return false }
    let colon = content[4] == UInt8(ascii: "s") ? 5 : 4
    guard content[colon] == UInt8(ascii: ":"), content[colon + 1] == UInt8(ascii: "/"),
      content[colon + 2] == UInt8(ascii: "/"), !ASCIIBytes.isBlank(content[colon + 3]),
      !ASCIIBytes.isBlank(content[content.count - 1])
    else { return false }
    return !placeholders.contains { TableColumns.isName(content, $0) }
  }

  private static func hasPrefix(_ bytes: UnsafeBufferPointer<UInt8>, _ prefix: StaticString) -> Bool {
    for index in 0..<prefix.utf8CodeUnitCount where bytes[index] != prefix.utf8Start[index] { return false }
    return true
  }
}

extension Identifier {
  private static let rowPrefix: StaticString = "row-"

  /// The identifier of the item of a row: `row-` and its number from 1.
  init(row number: Int) {
    var digits: (count: Int, divisor: Int) = (1, 1)
    while number / digits.divisor > 9 { digits = (digits.count + 1, digits.divisor * 10) }
    let count = Self.rowPrefix.utf8CodeUnitCount
    self.init(
      [UInt8](unsafeUninitializedCapacity: count + digits.count) { target, initialized in
        for index in 0..<count { target[index] = Self.rowPrefix.utf8Start[index] }
        for index in 0..<digits.count {
          target[count + index] = UInt8(ascii: "0") + UInt8(number / digits.divisor % 10)
          digits.divisor /= 10
        }
        initialized = count + digits.count
      })
  }

  /// The number for which `init(row:)` makes this identifier, if it is below `limit`.
  func row(below limit: Int) -> Int? {
    let prefix = Self.rowPrefix.utf8CodeUnitCount
    guard bytes.count > prefix, bytes.count <= prefix + 9, bytes[prefix] != UInt8(ascii: "0") else {
      return nil
    }
    for index in 0..<prefix where bytes[index] != Self.rowPrefix.utf8Start[index] { return nil }
    var number = 0
    for byte in bytes[prefix...] {
      guard ASCIIBytes.isDigit(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number < limit ? number : nil
  }
}
