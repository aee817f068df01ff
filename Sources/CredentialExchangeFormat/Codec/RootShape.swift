/// What an object is by the names of its members, where it could be any part of a document.
package enum RootShape: Sendable {
  case header
  case account
  case item
  case credential

  /// Returns what the value that stands next is; nil for what is none of these.
  package static func of(_ json: JSONCursor) throws(JSONError) -> RootShape? {
    var ahead = json
    guard try ahead.peek() == UInt8(ascii: "{") else { return nil }
    try ahead.beginObject()
    var first = true
    var isAccount = false
    var isItem = false
    var isCredential = false
    while let name = try ahead.nextMember(first: &first) {
      if headerNames.contains(where: { ahead.matches(name, $0) }) { return .header }
      switch try ahead.peek() {
      case UInt8(ascii: "["):
        isAccount = isAccount || ahead.matches(name, "items") || ahead.matches(name, "collections")
        isItem = isItem || ahead.matches(name, "credentials")
        try ahead.skipValue()
      case UInt8(ascii: "\"") where ahead.matches(name, "type"):
        isCredential = Credential.isNamed(by: try ahead.string())
      default: try ahead.skipValue()
      }
    }
    if isItem { return .item }
    if isAccount { return .account }
    return isCredential ? .credential : nil
  }

  /// Members that only a header has: with one of them an object is one, whatever else is missing.
  private static let headerNames: [StaticString] = [
    "version", "exporterRpId", "accounts", "exporterDisplayName", "timestamp", "exporter", "exporter_rp_id",
  ]
}

/// What stands at the root of a file.
package enum DocumentRoot: Sendable {
  /// A header, or at least an object.
  case document
  /// A part of a document without the rest.
  case bare(RootShape)
  /// An array of such parts.
  case list

  /// Returns what a text holds; nothing of it is consumed.
  ///
  /// - Throws: `JSONError` for what is neither an object nor an array that begins with a part of a document.
  package static func of(_ json: JSONCursor) throws(JSONError) -> DocumentRoot {
    var ahead = json
    switch try ahead.peek() {
    case UInt8(ascii: "{"):
      guard let shape = try RootShape.of(ahead) else { return .document }
      if case .header = shape { return .document }
      return .bare(shape)
    case UInt8(ascii: "["):
      let start = ahead.offset
      try ahead.beginArray()
      var first = true
      guard try ahead.nextElement(first: &first), try RootShape.of(ahead) != nil else {
        throw JSONError(.syntax, at: start)
      }
      return .list
    default: throw JSONError(.syntax, at: ahead.offset)
    }
  }
}

extension DocumentDecoder {
  /// Reads the whole text. Parts of a document without the header around them become one.
  mutating func document() throws(JSONError) -> Header {
    let root = try DocumentRoot.of(json)
    _ = try json.peek()
    let start = json.offset
    let name = MemberName("document")
    if case .document = root { return try Header.readMembers(&self, name) ?? Header() }
    guard repairs(.documentShape, at: start, name) else {
      if case .list = root {
        let nothing: Header? = try reject(.documentShape, name)
        markRejectedAsItem()
        self.root = root
        return nothing ?? Header()
      }
      report(.documentShape, severity: .error, at: start, name, action: .kept)
      return try Header.readMembers(&self, name) ?? Header()
    }
    self.root = root
    var parts = DocumentParts()
    if case .bare = root {
      try readPart(into: &parts)
    } else {
      try json.beginArray()
      var first = true
      while try json.nextElement(first: &first) { try readPart(into: &parts) }
    }
    return Header(accounts: parts.accounts)
  }

  private mutating func readPart(into parts: inout DocumentParts) throws(JSONError) {
    let name = MemberName("document")
    switch try RootShape.of(json) {
    case .account?:
      if let account = try Account.readMembers(&self, name) { parts.add(account) }
    case .item?:
      if let item = try Item.readMembers(&self, name) { parts.add(item) }
      firstItemOfAccount = itemRanges.count
    case .credential?:
      parts.add(try bareCredential(name))
      firstItemOfAccount = itemRanges.count
    case .header?, nil:
      if try json.peek() == UInt8(ascii: "n") {
        let offset = json.offset
        _ = try json.consumeNull()
        report(.nullValue, at: offset, name, action: .repaired)
      } else {
        let _: Header? = try reject(.wrongType, name)
        markRejectedAsItem()
      }
    }
  }

  /// Reads a credential without an item around it: it becomes the only one of an item without title.
  private mutating func bareCredential(_ name: MemberName) throws(JSONError) -> Item {
    _ = try json.peek()
    let start = json.offset
    let mark = mark()
    var item = Item()
    if let credential = try Credential.read(&self, name) { item.credentials = [credential] }
    Item.didDecode(&item, from: start..<json.offset, mark, &self)
    return item
  }
}

/// Accounts and what stood between them: items that follow each other are of one account.
private struct DocumentParts {
  private(set) var accounts: [Account] = []
  private var isLoose = false

  mutating func add(_ account: Account) {
    accounts.append(account)
    isLoose = false
  }

  mutating func add(_ item: Item) {
    if !isLoose { accounts.append(Account()) }
    isLoose = true
    accounts[accounts.count - 1].items.append(item)
  }
}
