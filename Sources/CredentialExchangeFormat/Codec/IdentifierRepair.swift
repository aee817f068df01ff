/// Identifiers within an account (CXF 1.0 section 1.3): an entity without one gets one that tells its place, a second
/// item of the same identifier another one. The strict reader only says so.
enum IdentifierRepair {
  static func run(
    _ header: inout Header, itemRanges: [Range<Int>], isStrict: Bool, into notes: inout [DocumentDecoder.Note]
  ) {
    var ordinal = 0
    var collections = 0
    for index in header.accounts.indices {
      if let (items, named) = countIfSound(header.accounts[index]) {
        ordinal += items
        collections += named
        continue
      }
      var seen = Set<Identifier>(minimumCapacity: header.accounts[index].items.count)
      var copies: [Identifier: Int] = [:]
      var unnamed: [(place: Int, ordinal: Int)] = []
      var doubled: [Int] = []
      for place in header.accounts[index].items.indices {
        ordinal += 1
        let id = header.accounts[index].items[place].id
        if id.isEmpty {
          unnamed.append((place, ordinal))
        } else if !seen.insert(id).inserted {
          doubled.append(place)
          if ordinal <= itemRanges.count {
            notes.append(note(header.accounts[index].items[place], at: itemRanges[ordinal - 1], isStrict))
          }
        }
      }
      guard !isStrict else { continue }
      // Only when all are known that came with the document, so that none of them is taken.
      for (place, number) in unnamed {
        header.accounts[index].items[place].id = free(Array("item-\(number)".utf8), &seen, &copies)
      }
      for place in doubled {
        header.accounts[index].items[place].id = free(
          header.accounts[index].items[place].id.bytes, &seen, &copies)
      }
      if header.accounts[index].id.isEmpty {
        header.accounts[index].id = Identifier(Array("account-\(index + 1)".utf8))
      }
      name(&header.accounts[index].collections, &collections, &seen, &copies)
    }
  }

  /// Returns the numbers of items and collections of an account in which nothing is to be repaired, which is nearly every
  /// one; nil for any other.
  private static func countIfSound(_ account: Account) -> (items: Int, collections: Int)? {
    guard !account.id.isEmpty, let collections = countIfNamed(account.collections),
      account.items.withUnsafeBufferPointer(DistinctIdentifiers.areDistinct)
    else { return nil }
    return (account.items.count, collections)
  }

  /// Whether nothing outside of its items is to be repaired in an account.
  static func isSound(_ account: Account) -> Bool {
    !account.id.isEmpty && countIfNamed(account.collections) != nil
  }

  private static func countIfNamed(_ collections: [ItemCollection]) -> Int? {
    var count = collections.count
    for collection in collections {
      guard !collection.id.isEmpty, let inside = countIfNamed(collection.subcollections) else { return nil }
      count += inside
    }
    return count
  }

  private static func note(_ item: Item, at range: Range<Int>, _ isStrict: Bool) -> DocumentDecoder.Note {
    .init(
      finding: finding(
        item: item.title.isEmpty ? item.id.base64URL : item.title.string, isStrict: isStrict),
      offset: range.lowerBound)
  }

  /// What is said of the second item of an identifier.
  static func finding(item name: String, isStrict: Bool) -> Finding {
    let message = "an earlier item of the account has the same id"
    return Finding(
      .duplicateIdentifier, severity: isStrict ? .error : nil, item: name, field: "id",
      message: isStrict ? message : "\(message); this one gets another",
      action: isStrict ? .kept : .repaired, spec: "1.3")
  }

  private static func name(
    _ collections: inout [ItemCollection], _ count: inout Int, _ seen: inout Set<Identifier>,
    _ copies: inout [Identifier: Int]
  ) {
    for index in collections.indices {
      count += 1
      if collections[index].id.isEmpty {
        collections[index].id = free(Array("collection-\(count)".utf8), &seen, &copies)
      }
      name(&collections[index].subcollections, &count, &seen, &copies)
    }
  }

  /// Returns `wanted`, or with the first number behind it that makes it new.
  private static func free(
    _ wanted: [UInt8], _ seen: inout Set<Identifier>, _ copies: inout [Identifier: Int]
  ) -> Identifier {
    var id = Identifier(wanted)
    let first = id
    // Counting goes on where it ended for this identifier: a file may have one ten thousand times.
    var copy = copies[first] ?? 2
    defer { copies[first] = copy }
    while !seen.insert(id).inserted {
      id = Identifier(Array(wanted.prefix(52)) + Array("-\(copy)".utf8))
      copy += 1
    }
    return id
  }
}

extension Identifier {
  /// Whether a reader made it for an entity without one: `item-3`, `account-1`, `collection-2`, `folder-1`, with or without
  /// a further number. An exporter's own of that form counts as made, too, which costs nothing but later recognition.
  package var isMadeUp: Bool {
    guard !bytes.isEmpty else { return true }
    for start in ["item-", "account-", "collection-", "folder-"] where bytes.starts(with: start.utf8) {
      let rest = bytes.dropFirst(start.utf8.count)
      return !rest.isEmpty && rest.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }
    return false
  }

  /// What stands before a dash and a number at the end, which readers append to the identifier of a second entity; nil where
  /// there is no such end.
  package var withoutNumber: Identifier? {
    let digits = bytes.reversed().prefix { (0x30...0x39).contains($0) }
    let rest = bytes.dropLast(digits.count)
    guard !digits.isEmpty, rest.last == UInt8(ascii: "-"), rest.count > 1 else { return nil }
    return Identifier(Array(rest.dropLast()))
  }
}
