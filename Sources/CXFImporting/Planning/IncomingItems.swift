internal import CXFCrypto
internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

/// The items of a source in one row, with the identifiers that they get in the vault.
struct IncomingItems {
  /// One account of the source.
  struct Part {
    /// The places of its items in the row.
    var range: Range<Int>
    /// Whether identifiers are its exporter's own and mean the same in another export.
    var hasOwnIDs: Bool
    /// The account's identifier in the source.
    var account = Identifier()
    /// Places by identifier; only where something refers to items.
    var places: [Identifier: Int] = [:]
  }

  let reading: Reading
  private let digest: KeyedHash
  private(set) var parts: [Part] = []
  /// The identifier of each item in the vault, should it become one.
  private(set) var ids: [Identifier] = []
  /// What names each item in later exports of the same source; empty where nothing does.
  private(set) var sources: [Identifier] = []
  /// The places of items that refer to others, in order.
  private var referring: [Int] = []
  /// Whether any item refers to another one.
  var hasReferences: Bool { !referring.isEmpty }
  /// The blobs that attachments get, should they be kept, in the order of the item's attachments.
  private var blobs: [Int: [Identifier]] = [:]

  /// The number of items.
  var count: Int { ids.count }

  init(_ reading: Reading, digest: KeyedHash) throws {
    self.reading = reading
    self.digest = digest
    let provider = Array(reading.header.exporterRPID.utf8)
    for account in reading.accounts {
      let start = ids.count
      let hasOwnIDs = !account.account.hasSyntheticIDs
      for place in 0..<account.itemCount {
        let item = try account.item(at: place).item
        if item.credentials.contains(where: \.isItemReference) { referring.append(ids.count) }
        ids.append(item.id)
      }
      let doubled = Self.doubledIDs(ids[start...])
      for id in ids[start...] {
        let names =
          hasOwnIDs && !provider.isEmpty && !id.isMadeUp && !account.account.id.isMadeUp
          && !doubled.contains(id)
        sources.append(
          names ? try Self.source([provider, account.account.id.bytes, id.bytes], digest) : Identifier())
      }
      parts.append(Part(range: start..<ids.count, hasOwnIDs: hasOwnIDs, account: account.account.id))
    }
    guard hasReferences || reading.accounts.contains(where: { !$0.account.collections.isEmpty }) else {
      return
    }
    // Also accounts that refer to nothing: others may refer to them.
    for index in parts.indices {
      for place in parts[index].range where parts[index].places[ids[place]] == nil {
        parts[index].places[ids[place]] = place
      }
    }
  }

  /// The place of the item that a link of this account leads to; nil where it leads out of the source.
  func place(of link: LinkedItem, from part: Part) -> Int? {
    guard let account = link.account, account != part.account else { return part.places[link.item] }
    return parts.first { $0.account == account }?.places[link.item]
  }

  /// Identifiers of which a reader made others, because several items had them, and those that it made: with `-2`, `-3` … behind
  /// them. Which item has which of them depends on their order, so that none of them means the same in another export.
  private static func doubledIDs(_ ids: ArraySlice<Identifier>) -> Set<Identifier> {
    let numbered = ids.filter { $0.withoutNumber != nil }
    guard !numbered.isEmpty else { return [] }
    let all = Set(ids)
    var doubled: Set<Identifier> = []
    for id in numbered {
      guard let own = id.withoutNumber, all.contains(own) else { continue }
      doubled.insert(id)
      doubled.insert(own)
    }
    return doubled
  }

  /// A name of 16 bytes that says nothing about what it is made of to those who lack the key.
  private static func source(_ texts: [[UInt8]], _ digest: KeyedHash) throws -> Identifier {
    Identifier(Array(try tag(0x50, texts, digest).prefix(16)))
  }

  /// An identifier for something outside a source, of 16 bytes.
  func foreignID(_ texts: [[UInt8]]) throws -> Identifier {
    Identifier(Array(try Self.tag(0x46, texts, digest).prefix(16)))
  }

  /// A keyed digest of a list of byte strings.
  func number(_ texts: [[UInt8]]) throws -> UInt64 {
    try Self.tag(0x43, texts, digest).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func tag(_ kind: UInt8, _ texts: [[UInt8]], _ digest: KeyedHash) throws -> [UInt8] {
    var message = [kind]
    for text in texts {
      withUnsafeBytes(of: UInt32(clamping: text.count).bigEndian) { message.append(contentsOf: $0) }
      message += text
    }
    return try digest.tag(of: message)
  }

  /// The places in the order in which they are looked at: items that refer to others come last, when it is known what
  /// those became.
  var order: [Int] {
    let places = Array(ids.indices)
    guard hasReferences else { return places }
    let refers = Set(referring)
    return places.filter { !refers.contains($0) } + referring
  }

  /// The account that an item belongs to.
  func part(of place: Int) -> Int {
    var low = 0
    var high = parts.count - 1
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The item at a place, as it was read.
  ///
  /// - Throws: what makes items unreadable that are read on demand.
  func reading(at place: Int) throws -> Reading.ItemReading {
    let part = part(of: place)
    return try reading.accounts[part].item(at: place - parts[part].range.lowerBound)
  }

  /// Gives every item an identifier that no record of the vault has: its own if it can be.
  ///
  /// - Parameters:
  ///   - isTaken: Whether a record of the vault has an identifier.
  ///   - known: For items that an earlier import brought: the item of the vault.
  mutating func assign(
    isTaken: (Identifier) -> Bool, known: (Int) -> Identifier?, makeID: () throws -> Identifier
  ) rethrows {
    var used = Set<Identifier>(minimumCapacity: ids.count)
    for (part, account) in parts.enumerated() {
      for place in account.range {
        if let id = known(place) {
          ids[place] = id
          continue
        }
        let own = ids[place]
        if !parts[part].hasOwnIDs || own.isEmpty || own.bytes.count > Identifier.maximumCount || own.isMadeUp
          || isTaken(own) || !used.insert(own).inserted
        {
          ids[place] = try makeID()
        }
      }
    }
  }

  /// Gives the item at a place another identifier.
  mutating func rename(_ place: Int, _ id: Identifier) { ids[place] = id }

  /// The attachments of the item at a place, each with the blob that its bytes would be kept in.
  mutating func attachments(at place: Int, makeID: () throws -> Identifier) throws -> [VaultAttachment] {
    let attachments = try reading(at: place).attachments
    guard !attachments.isEmpty else { return [] }
    let ids = try blobs[place] ?? attachments.map { _ in try makeID() }
    blobs[place] = ids
    return zip(attachments, ids).map {
      VaultAttachment(file: $0.file, blob: $1, count: $0.content.count, sha256: $0.content.sha256)
    }
  }

  /// The bytes of all attachments, by the blobs that they would be kept in.
  func contents() throws -> [Identifier: AttachmentContent] {
    var contents: [Identifier: AttachmentContent] = [:]
    for (place, ids) in blobs {
      for (id, attachment) in zip(ids, try reading(at: place).attachments) {
        contents[id] = attachment.content
      }
    }
    return contents
  }

  /// The item at a place with the identifiers of the vault, its references included.
  func item(at place: Int) throws -> Item {
    var item = try reading(at: place).item
    item.id = ids[place]
    guard hasReferences else { return item }
    let part = parts[part(of: place)]
    item.redirectReferences { link in
      self.place(of: link, from: part).map { ids[$0] }
    }
    return item
  }
}

extension Account {
  /// Whether identifiers come from positions in a file.
  var hasSyntheticIDs: Bool {
    extensions.contains { $0.name == Text(ToolkitExtension.syntheticIDs.rawValue) }
  }
}

extension Credential {
  /// Whether it is a link to another item.
  var isItemReference: Bool { if case .itemReference = self { true } else { false } }
}

extension Item {
  /// The user name of its first login that has one; empty where there is none.
  var firstUsername: Text {
    for case .basicAuth(let login) in credentials {
      if let username = login.username, !username.value.isEmpty { return username.value }
    }
    return ""
  }

  /// Gives each link to another item the identifier that `target` has for it; nil leaves it.
  mutating func redirectReferences(_ target: (LinkedItem) -> Identifier?) {
    for index in credentials.indices {
      guard case .itemReference(var reference) = credentials[index], let id = target(reference.reference)
      else {
        continue
      }
      if reference.reference.item == id, reference.reference.account == nil { continue }
      reference.reference.item = id
      reference.reference.account = nil
      credentials[index] = .itemReference(reference)
    }
  }
}
