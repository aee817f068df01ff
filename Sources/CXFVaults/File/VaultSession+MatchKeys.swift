internal import CredentialExchangeFormat

/// Where reading match keys stands.
struct KeyWalk {
  var scheme: UInt64
  /// The number of the page that was read last.
  var page: UInt64
  /// How many records the change under way had written then.
  var recordWrites: Int
  /// The rows for which there was a valid entry in the pages so far.
  var seen: Set<RowID>
}

// Match keys and provenance: pages of kind 4.
extension VaultSession {
  /// Stands for what was noted in this change and has no page yet; it counts before all pages.
  private static let pendingPage = UInt64.max

  // MARK: Match keys

  /// Pages are read from the highest number down, so that of two valid entries the later one is met first.
  func matchKeys(scheme: UInt64, after cursor: VaultCursor?) throws(VaultError) -> VaultPage<ItemMatchKeys> {
    let numbers = try keyPageNumbers(scheme)
    let previous = try cursor.map { (cursor) throws(VaultError) in try pageNumber(cursor) }
    try resumeWalk(scheme, after: previous, numbers)
    guard let number = numbers.first(where: { number in previous.map { number < $0 } ?? true }) else {
      return VaultPage([])
    }
    let elements = try walk(number).map {
      ItemMatchKeys(id: Identifier($0.item), keys: MatchKeys($0.keys))
    }
    var bytes: [UInt8] = []
    bytes.append(integer: number)
    return VaultPage(elements, next: number == numbers.last ? nil : VaultCursor(bytes))
  }

  func itemsWithoutKeys(scheme: UInt64) throws -> [Identifier] {
    let numbers = try keyPageNumbers(scheme)
    try resumeWalk(scheme, after: nil, numbers)
    for number in numbers {
      try Task.checkCancellation()
      _ = try walk(number)
    }
    let seen = keyWalk?.seen ?? []
    var result: [Identifier] = []
    for (position, row) in try ids(.record).filter({ !seen.contains($0) }).enumerated() {
      try checkCancellation(position)
      let id = try withPayload(.record, row) { (payload) throws(VaultError) -> Identifier? in
        guard let record = RecordPayload.decode(payload) else {
          throw .damaged("a record is not well-formed")
        }
        guard case .item(let item) = record else { return nil }
        return item.id
      }
      if let id = id ?? nil { result.append(id) }
    }
    return result
  }

  func put(_ matchKeys: [ItemMatchKeys], scheme: UInt64) throws {
    for (position, entry) in matchKeys.enumerated() {
      try checkCancellation(position)
      guard RecordRules.isIdentifier(entry.id), entry.keys.values.count <= MatchKeyPage.maximumKeyCount else {
        throw VaultError.invalidChange("match keys that cannot be kept")
      }
      let row = try keys.rowID(.item, entry.id.bytes)
      guard let revision = try revision(of: row) else {
        throw VaultError.invalidChange("match keys of an item that is not there")
      }
      note(
        MatchKeyPage.Entry(item: entry.id.bytes, revision: revision, keys: entry.keys.values), scheme, row)
      change?.isDirty = true
    }
  }

  /// Keeps match keys until the change ends. Of an item that was just changed, keys of other schemes are about its
  /// content before.
  func note(_ entry: MatchKeyPage.Entry, _ scheme: UInt64, _ row: RowID) {
    if entry.revision == change?.generation, let schemes = change?.keys.keys {
      for other in schemes where other != scheme { change?.keys[other]?[row] = nil }
    }
    change?.keys[scheme, default: [:]][row] = entry
    change?.recordWrites += 1
  }

  /// Drops what this change noted for a row.
  func forgetKeys(of row: RowID) {
    guard let schemes = change?.keys.keys else { return }
    for scheme in schemes { change?.keys[scheme]?[row] = nil }
  }

  /// Writes pages of what was noted.
  func flushKeys() throws(VaultError) {
    guard let noted = change?.keys, change?.isDirty == true else { return }
    change?.keys = [:]
    for (scheme, entries) in noted.sorted(by: { $0.key < $1.key }) {
      let sorted = entries.sorted { $0.key < $1.key }.map(\.value)
      for start in stride(from: 0, to: sorted.count, by: MatchKeyPage.maximumCount) {
        let end = min(start + MatchKeyPage.maximumCount, sorted.count)
        try writeKeyPage(scheme, Array(sorted[start..<end]))
      }
    }
  }

  private func writeKeyPage(_ scheme: UInt64, _ entries: [MatchKeyPage.Entry]) throws(VaultError) {
    let number = try withMeta { meta in
      let number = meta.nextKeyPage
      meta.keyPages.append((number, scheme))
      return number
    }
    let page = MatchKeyPage(number: number, scheme: scheme, entries: entries)
    try write(.meta, try metaID(.matchKeys, page: number), page.payload, replacing: nil)
  }

  /// Reads a page; every entry, whether it counts or not.
  func keyPage(_ number: UInt64) throws(VaultError) -> MatchKeyPage {
    let page = try withPayload(.meta, try metaID(.matchKeys, page: number)) {
      (payload) throws(VaultError) -> MatchKeyPage in
      var reader = ByteReader(payload)
      guard reader.integer(UInt8.self) == MetaType.matchKeys.rawValue, let page = MatchKeyPage(&reader),
        page.number == number
      else { throw .damaged("a page of match keys is not well-formed") }
      return page
    }
    guard let page else { throw .damaged("a page of match keys is missing") }
    return page
  }

  /// The numbers of the pages of a scheme, descending, with the one that has no number yet before them.
  private func keyPageNumbers(_ scheme: UInt64) throws(VaultError) -> [UInt64] {
    let pages = try withMeta { $0.keyPages.filter { $0.scheme == scheme }.map(\.number) }
    let hasPending = !(change?.keys[scheme]?.isEmpty ?? true)
    return (hasPending ? [Self.pendingPage] : []) + pages.reversed()
  }

  private func pageNumber(_ cursor: VaultCursor) throws(VaultError) -> UInt64 {
    let number = cursor.bytes.withUnsafeBytes { bytes -> UInt64? in
      var reader = ByteReader(bytes)
      let number = reader.integer(UInt64.self)
      return reader.isAtEnd ? number : nil
    }
    guard let number else { throw .invalidChange("a cursor of another store") }
    return number
  }

  /// Brings the walk to where `previous` was read last.
  private func resumeWalk(
    _ scheme: UInt64, after previous: UInt64?, _ numbers: [UInt64]
  ) throws(VaultError) {
    let recordWrites = change?.recordWrites ?? 0
    if let keyWalk, keyWalk.scheme == scheme, keyWalk.page == previous, keyWalk.recordWrites == recordWrites {
      return
    }
    keyWalk = KeyWalk(scheme: scheme, page: Self.pendingPage, recordWrites: recordWrites, seen: [])
    guard let previous else { return }
    for number in numbers where number >= previous { _ = try walk(number) }
  }

  /// The entries of a page that count.
  private func walk(_ number: UInt64) throws(VaultError) -> [MatchKeyPage.Entry] {
    guard var walk = keyWalk else { return [] }
    keyWalk = nil
    defer {
      walk.page = number
      keyWalk = walk
    }
    if number == Self.pendingPage {
      let pending = change?.keys[walk.scheme] ?? [:]
      walk.seen.formUnion(pending.keys)
      return pending.sorted { $0.key < $1.key }.map(\.value)
    }
    var result: [MatchKeyPage.Entry] = []
    for entry in try keyPage(number).entries {
      let row = try keys.rowID(.item, entry.item)
      guard try revision(of: row) == entry.revision, walk.seen.insert(row).inserted else { continue }
      result.append(entry)
    }
    return result
  }
}
