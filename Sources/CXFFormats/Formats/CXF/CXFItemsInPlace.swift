internal import CredentialExchangeFormat
internal import Synchronization

/// The items of a document that is not in memory: each is read where it lies when it is asked for.
final class CXFItemsInPlace: Sendable {
  private let index: DocumentIndex
  private let options: ReadOptions
  private let notes: SourceNotes
  /// Text that was read ahead: items are mostly asked for in order.
  private let ahead = Mutex<(start: Int, bytes: [UInt8])>((0, []))
  private static let aheadByteCount = 1 << 18

  init(_ index: DocumentIndex, _ options: ReadOptions) {
    self.index = index
    self.options = options
    notes = SourceNotes(index.findings, index.findingOffsets)
  }

  /// What was read, without the items.
  ///
  /// - Throws: what makes the text unreadable.
  func reading() throws -> Reading {
    var header = index.header
    header.accounts = []
    var reading = Reading(
      header: header, accounts: [],
      findings: options.isTracing ? index.findings.map(\.withoutFate) : index.findings,
      failed: index.failedItemRanges.count, text: [], isJSON: true, fileOffsets: { $0 })
    reading.positions = { [index] in index.positions(of: $0) }
    var start = 0
    for (account, count) in zip(index.header.accounts, index.itemCounts) {
      var part = Reading.AccountReading(account: account, items: [], entries: [])
      part.onDemand = Part(document: self, range: start..<start + count)
      reading.accounts.append(part)
      start += count
    }
    guard options.isTracing else { return reading }
    for range in index.failedItemRanges {
      let matcher = SourceMatcher(
        try index.bytes(in: range), parts: [(0, range.lowerBound)], notes: notes, options)
      reading.failedEntries += matcher.lostEntries(at: 0)
    }
    let frame = try index.frame()
    SourceMatcher(frame.text, parts: frame.parts, notes: notes, options).settleAccounts(&reading)
    return reading
  }

  /// The items of one account.
  private struct Part: ItemsOnDemand {
    let document: CXFItemsInPlace
    let range: Range<Int>

    var count: Int { range.count }

    func reading(at place: Int) throws -> Reading.ItemReading {
      try document.reading(at: range.lowerBound + place)
    }
  }

  private func reading(at place: Int) throws -> Reading.ItemReading {
    let range = index.itemRanges[place]
    let text = try bytes(in: range)
    let decoder = CXFDecoder(strict: options.isStrict)
    guard let item = text.withUnsafeBufferPointer({ decoder.item($0) }), !item.id.isEmpty else {
      throw ChangedSource()
    }
    return SourceMatcher(text, parts: [(0, range.lowerBound)], notes: notes, options)
      .reading(of: item, at: text.indices, place + 1)
  }

  private func bytes(in range: Range<Int>) throws -> [UInt8] {
    try ahead.withLock { ahead in
      if range.lowerBound < ahead.start || range.upperBound > ahead.start + ahead.bytes.count {
        let end = min(max(range.upperBound, range.lowerBound + Self.aheadByteCount), index.textCount)
        ahead = (range.lowerBound, try index.bytes(in: range.lowerBound..<end))
      }
      let start = range.lowerBound - ahead.start
      return Array(ahead.bytes[start..<start + range.count])
    }
  }
}
