// A document that is read where it lies: a first reading says where its items are, a second one reads them one by one.

/// Where the items of a document lie, what stands around them, and what there is to say about all of it.
package struct DocumentIndex: Sendable {
  /// The document, its accounts without their items.
  package let header: Header
  /// The number of items of each account.
  package let itemCounts: [Int]
  /// Where the items stand in the text, in order over all accounts.
  package let itemRanges: TextRanges
  /// Where items stand that could not be read.
  package let failedItemRanges: [Range<Int>]
  /// What was noticed, in the order of the text.
  package private(set) var findings: [Finding] = []
  /// The offset in the text of what each finding is about.
  package private(set) var findingOffsets: [Int] = []
  /// The insides of the arrays of items that were read one by one, in order.
  private let arrays: [Range<Int>]
  private let file: any RandomAccessBytes
  /// The bytes of the file before the text.
  private let start: Int

  /// The number of bytes of the text.
  package var textCount: Int { Int(file.count) - start }

  /// Returns bytes of the text.
  ///
  /// - Throws: what makes them unreadable.
  package func bytes(in range: Range<Int>) throws -> [UInt8] {
    try file.read(at: UInt64(start + range.lowerBound), count: range.count)
  }

  fileprivate init(
    _ header: Header, _ decoder: DocumentDecoder, _ passing: PassingItems, _ file: any RandomAccessBytes,
    _ start: Int, _ chunk: Int
  ) {
    self.header = header
    self.file = file
    self.start = start
    itemCounts = passing.counts
    itemRanges = passing.ranges
    arrays = passing.arrays
    var decoder = decoder
    decoder.settleRejected()
    failedItemRanges = decoder.rejected.filter(\.isItem).map(\.range)
    var notes = decoder.notes
    if header.version.major > 1 { notes.append(.unknownVersion(at: offset(of: "version"))) }
    if start > 0 { notes.append(.encoding(JSONSource.byteOrderMarkNote)) }
    var offsets: [Int] = []
    findings = DocumentDecoder.rendered(notes, isStrict: decoder.isStrict, offsets: &offsets) {
      Self.positions(of: $0, file, start, chunk)
    }
    findingOffsets = offsets
  }

  /// Returns the text without the items, and for each of its parts where it begins there and where in the whole text.
  ///
  /// - Throws: what makes it unreadable.
  package func frame() throws -> (text: [UInt8], parts: [(start: Int, origin: Int)]) {
    var text: [UInt8] = []
    var parts: [(start: Int, origin: Int)] = []
    var position = 0
    for gap in arrays + [textCount..<textCount] {
      parts.append((text.count, position))
      text += try bytes(in: position..<gap.lowerBound)
      position = gap.upperBound
    }
    return (text, parts)
  }

  /// Returns where the value of a member of the root object begins in the whole text.
  private func offset(of name: StaticString) -> Int {
    guard let (text, parts) = try? frame(), let offset = DocumentDecoder.offset(of: name, in: text),
      let part = parts.last(where: { $0.start <= offset })
    else { return 0 }
    return offset - part.start + part.origin
  }

  /// Returns positions in the file, in the order of `offsets`; the file is read once more.
  package func positions(of offsets: [Int]) -> [SourcePosition] {
    Self.positions(of: offsets, file, start, TextWindow.chunkByteCount)
  }

  fileprivate static func positions(
    of offsets: [Int], _ file: any RandomAccessBytes, _ start: Int, _ chunk: Int
  ) -> [SourcePosition] {
    guard !offsets.isEmpty, let window = try? TextWindow(file, from: start, chunk: chunk) else {
      return offsets.map { SourcePosition(byte: start + $0) }
    }
    var positions = PointerLocator.locate(offsets, in: window)
    for index in positions.indices { positions[index].byte = start + offsets[index] }
    return positions
  }
}

/// Ranges of a text in growing order: 8 bytes each.
package struct TextRanges: Sendable {
  // The start, of which the largest text needs 33 bits, above the length.
  private static let lengthBits: UInt64 = 30
  private var packed: [UInt64] = []

  package var count: Int { packed.count }

  package subscript(place: Int) -> Range<Int> {
    let start = Int(packed[place] >> Self.lengthBits)
    return start..<start + Int(packed[place] & (1 << Self.lengthBits - 1))
  }

  /// Returns false for a range that has no room.
  mutating func append(_ range: Range<Int>) -> Bool {
    guard range.count < 1 << Self.lengthBits else { return false }
    packed.append(UInt64(range.lowerBound) << Self.lengthBits | UInt64(range.count))
    return true
  }
}

/// Items that are read one after the other and not kept.
struct PassingItems {
  let window: TextWindow
  private(set) var ranges = TextRanges()
  private(set) var arrays: [Range<Int>] = []
  private(set) var counts: [Int] = []
  /// Whether each identifier is there, and no other item of the account has it. What is to be repaired over the whole of
  /// an account needs all of it.
  private(set) var isSound = true
  private var identifiers = IdentifierTable()
  private var countBefore = 0

  init(_ window: TextWindow) { self.window = window }

  mutating func add(_ item: Item, at range: Range<Int>) {
    if item.id.isEmpty || !ranges.append(range) { isSound = false }
    let identifier = item.id.bytes.withUnsafeBytes { identifiers.fingerprint($0, in: counts.count) }
    if identifiers.take(identifier, as: .item) != nil { isSound = false }
  }

  mutating func endArray(_ range: Range<Int>) { arrays.append(range) }

  mutating func endAccount(_ account: Account, strayCount: Int) {
    counts.append(ranges.count - countBefore)
    countBefore = ranges.count
    if strayCount > 0 || !IdentifierRepair.isSound(account) { isSound = false }
  }
}

extension DocumentDecoder {
  /// Reads the whole text; nil where it is no document with a header.
  fileprivate mutating func wholeDocument() throws(JSONError) -> Header? {
    guard case .document = try DocumentRoot.of(json) else { return nil }
    let header = try document()
    try json.finish()
    return header
  }

  /// Reads the items of an account without keeping them.
  mutating func passItems(_ member: MemberName) throws(JSONError) {
    try json.beginArray()
    let start = json.offset
    var end = start
    var first = true
    while try json.nextElement(first: &first) {
      if try json.peek() == UInt8(ascii: "n") {
        let offset = json.offset
        _ = try json.consumeNull()
        report(.nullValue, at: offset, member, action: .repaired)
      } else if let item = try Item.read(&self, member), let range = itemRanges.popLast() {
        passing?.add(item, at: range)
      }
      end = json.offset
      passing?.window.release(start..<end)
    }
    passing?.endArray(start..<end)
  }
}

extension CXFDecoder {
  /// Reads a document where it lies, keeping all but its items: of each item memory holds where it is, in 8 bytes, and the
  /// hash of its identifier, in at most 16.
  ///
  /// - Parameters:
  ///   - chunk: The bytes that are read at once.
  ///   - progress: Called now and then with the number of bytes read; what it throws ends the reading.
  /// - Returns: nil for what must be read whole to be understood: parts of a document, UTF-16, items in collections, and
  ///   identifiers that are missing or occur twice.
  /// - Throws: ``LocatedJSONError``, what `progress` throws, and what makes the bytes unreadable.
  package func index(
    _ file: any RandomAccessBytes, chunk: Int = TextWindow.chunkByteCount,
    progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> DocumentIndex? {
    let head = try file.read(at: 0, count: Int(min(file.count, 4)))
    guard !JSONSource.isUTF16(head) else { return nil }
    let start = head.starts(with: JSONSource.byteOrderMark) ? JSONSource.byteOrderMark.count : 0
    var failure: (any Error)?
    do throws(JSONError) {
      let window = try TextWindow(file, from: start, chunk: chunk, progress: progress)
      var decoder = DocumentDecoder(window, strict: isStrict)
      decoder.passing = PassingItems(window)
      let header: Header?
      do throws(JSONError) {
        header = try decoder.wholeDocument()
      } catch {
        failure = window.failure
        throw error
      }
      failure = window.failure
      guard failure == nil else { throw JSONError(.truncated, at: window.loaded) }
      guard let header, let passing = decoder.passing, passing.isSound,
        passing.counts.count == header.accounts.count,
        passing.counts.reduce(0, +) == passing.ranges.count, decoder.strayItems.isEmpty
      else { return nil }
      return DocumentIndex(header, decoder, passing, file, start, chunk)
    } catch {
      if let failure { throw failure }
      throw LocatedJSONError(
        error: error,
        position: DocumentIndex.positions(of: [error.offset], file, start, chunk).first ?? SourcePosition())
    }
  }

  /// Reads one of the items that ``index(_:chunk:progress:)`` found.
  ///
  /// - Parameter json: its text alone.
  /// - Returns: nil where no item stands there, so that the file was changed since.
  package func item(_ json: UnsafeBufferPointer<UInt8>) -> Item? {
    var decoder = DocumentDecoder(json, strict: isStrict)
    guard let item = try? Item.read(&decoder, MemberName("items")), (try? decoder.json.finish()) != nil else {
      return nil
    }
    return item
  }
}

/// Why a text is no JSON, and where.
package struct LocatedJSONError: Error {
  package let error: JSONError
  /// In the file; without a pointer.
  package let position: SourcePosition
}
