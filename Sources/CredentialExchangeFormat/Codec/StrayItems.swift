// Whole items inside collections, where an early draft had them and CXF 1.0 has references.

/// An item that stood in a collection.
struct StrayItem {
  /// Its place in `DocumentDecoder.itemRanges`.
  let place: Int
  let item: Item
}

extension LinkedItem {
  /// Reads a reference, or what stands for one: the identifier alone, or the item itself.
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> LinkedItem? {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "\""), decoder.repairs(.bareReference, at: start, member) {
      return try Identifier.read(&decoder, member).map { LinkedItem(item: $0) }
    }
    guard first == UInt8(ascii: "{") else { return try decoder.reject(.wrongType, member) }
    if try decoder.isWholeItem(member), decoder.repairs(.itemInCollection, at: start, member) {
      return try decoder.strayItem(member)
    }
    return try readMembers(&decoder, member)
  }
}

extension DocumentDecoder {
  /// Returns whether an item stands next where a collection has a reference.
  func isWholeItem(_ member: MemberName) throws(JSONError) -> Bool {
    guard member.name.isSame(as: "items") else { return false }
    var ahead = json
    try ahead.beginObject()
    var first = true
    while let name = try ahead.nextMember(first: &first) {
      if ahead.matches(name, "item") { return false }
      if ahead.matches(name, "credentials") { return try ahead.peek() == UInt8(ascii: "[") }
      try ahead.skipValue()
    }
    return false
  }

  fileprivate mutating func strayItem(_ member: MemberName) throws(JSONError) -> LinkedItem? {
    guard var item = try Item.readMembers(&self, member) else { return nil }
    if item.id.isEmpty { item.id = Identifier(Array("item-0-\(strayItems.count + 1)".utf8)) }
    strayItems.append(StrayItem(place: itemRanges.count - 1, item: item))
    return LinkedItem(item: item.id)
  }

  /// Puts the items of an account's collections among its own, in the order of the text. One that is there already, in
  /// the same words, is not taken twice.
  mutating func placeStrayItems(in account: inout Account) {
    passing?.endAccount(account, strayCount: strayItems.count)
    defer { firstItemOfAccount = itemRanges.count }
    guard !strayItems.isEmpty else { return }
    let ranges = itemRanges[firstItemOfAccount...]
    itemRanges.removeSubrange(firstItemOfAccount...)
    var items: [Item] = []
    var known: [Identifier: (range: Range<Int>, isStray: Bool)] = [:]
    var strays = strayItems[...]
    var own = account.items[...]
    for (place, range) in zip(ranges.indices, ranges) {
      let isStray = strays.first?.place == place
      guard let item = isStray ? strays.popFirst()?.item : own.popFirst() else { continue }
      if let other = known[item.id] {
        if isStray || other.isStray, isSameText(range, other.range) {
          repeatedItemRanges.append(range)
          report(.repeatedItem, at: range.lowerBound, MemberName("items"), action: .repaired)
          notes[notes.count - 1].finding.item = item.title.isEmpty ? item.id.base64URL : item.title.string
          continue
        }
      } else {
        known[item.id] = (range, isStray)
      }
      items.append(item)
      itemRanges.append(range)
    }
    account.items = items
    strayItems = []
  }

  /// Returns whether two values are the same but for the white space between their parts.
  func isSameText(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    // No white space makes one five times as long, and thousands of short ones are not each compared with a long one.
    guard max(left.count, right.count) <= 4 * min(left.count, right.count) + 64 else { return false }
    var texts: ([UInt8], [UInt8]) = ([], [])
    json.appendCompact(left, to: &texts.0)
    json.appendCompact(right, to: &texts.1)
    return texts.0 == texts.1
  }
}

extension Account {
  static func didDecode(
    _ account: inout Account, from range: Range<Int>, _ mark: DocumentDecoder.Mark,
    _ decoder: inout DocumentDecoder
  ) {
    decoder.placeStrayItems(in: &account)
  }
}
