package import CredentialExchangeFormat

/// Makes random CXF documents that are valid: all credential types, all extensions, members that CXF does not know,
/// and texts with everything that encodings and formats trip over. Decoding what is encoded from them finds nothing.
package struct DocumentGenerator {
  /// The source of chance.
  package var random: SeededGenerator
  /// Whether objects get members that CXF does not know, in spellings that only our own codec keeps.
  package var hasUnknownMembers = true
  private var serial: UInt32 = 0

  /// Creates a generator; the same seed gives the same documents.
  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a document with as many items in each of its one or two accounts.
  package mutating func header(items: ClosedRange<Int> = 0...20) -> Header {
    var header = Header(
      exporterRPID: "exporter.example", exporterDisplayName: text(), timestamp: timestamp(),
      accounts: (0..<random.int(1...2)).map { _ in account(items: random.int(items)) })
    header.unknown = unknown()
    return header
  }

  /// Returns an account with items, and collections that refer to them.
  package mutating func account(items count: Int) -> Account {
    var account = Account(
      id: identifier(), username: text(), email: text(), fullName: maybe { $0.text() },
      items: (0..<count).map { _ in item() }, extensions: extensions())
    account.collections = (0..<random.int(0...3)).map { _ in collection(of: account.items, depth: 2) }
    account.unknown = unknown()
    return account
  }

  /// Returns an item with up to four credentials.
  package mutating func item() -> Item {
    var item = Item(
      id: identifier(), createdAt: maybe { $0.timestamp() }, modifiedAt: maybe { $0.timestamp() },
      title: text(),
      subtitle: maybe { $0.text() }, isFavorite: random.oneIn(3), scope: maybe { $0.scope() },
      credentials: (0..<random.int(0...4)).map { _ in credential() },
      tags: (0..<random.int(0...2)).map { _ in text() }, extensions: extensions())
    item.unknown = unknown()
    return item
  }

  /// The number of kinds that `credential(kind:)` knows: the registered types, and one that is not registered.
  package static let kindCount = 18

  /// Returns a credential of any type.
  package mutating func credential() -> Credential { credential(kind: random.int(0...Self.kindCount - 1)) }

  /// Returns a credential of one kind, from 0 to `kindCount - 1`.
  package mutating func credential(kind: Int) -> Credential {
    switch kind {
    case 0: .address(address())
    case 1: .apiKey(apiKey())
    case 2:
      .basicAuth(with(BasicAuth(username: field(.string), password: field(.concealedString)), \.unknown))
    case 3: .creditCard(creditCard())
    case 4: .customFields(customFields())
    case 5: .driversLicense(driversLicense())
    case 6:
      .file(
        with(
          FileReference(
            id: identifier(), name: text(), decryptedSize: random.next(), integrityHash: bytes(32...32)),
          \.unknown))
    case 7: .generatedPassword(with(GeneratedPassword(password: text()), \.unknown))
    case 8: .identityDocument(identityDocument())
    case 9: .itemReference(with(ItemReference(reference: link(to: identifier())), \.unknown))
    case 10: .note(with(Note(content: anyField(.string)), \.unknown))
    case 11: .passkey(passkey())
    case 12: .passport(passport())
    case 13: .personName(personName())
    case 14: .sshKey(sshKey())
    case 15: .totp(totp())
    case 16:
      .wifi(
        with(
          WiFi(
            ssid: field(.string), networkSecurityType: field(.wifiNetworkSecurityType),
            passphrase: field(.concealedString), hidden: field(.boolean)), \.unknown))
    default: .unknown(UnknownCredential(type: "vendor-thing", members: unknown()))
    }
  }

  // MARK: Values

  /// Returns a text, empty once in a while, of pieces with quotes, controls, combining marks and wide characters.
  package mutating func text() -> Text {
    let pieces = [
      "a", "Zz9", " ", "\"", "\\", "/", "\u{0}", "\u{8}", "\t", "\n", "\r\n", "\r", "\u{1F}", "\u{7F}", "é",
      "e\u{301}", "\u{FEFF}", "\u{2028}", "\u{FFFD}", "\u{FFFF}", "漢字", "😀", "👩‍👩‍👧", "\u{202E}", ",", ";", "'",
      "{}",
      "[1]", "null", "=1+1", "&amp;", "%41", "\u{10FFFF}", "a longer piece of text, past sixteen bytes",
    ]
    var string = ""
    for _ in 0..<random.int(0...5) { string += random.pick(pieces) }
    return Text(string)
  }

  /// Returns an identifier that this generator gave to nothing before.
  package mutating func identifier() -> Identifier {
    serial += 1
    return Identifier(random.bytes(0...60) + (0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * $0)) })
  }

  private mutating func bytes(_ count: ClosedRange<Int>) -> OpaqueBytes { OpaqueBytes(random.bytes(count)) }

  private mutating func timestamp() -> Timestamp {
    Timestamp(random.pick([0, 1, 1_700_000_000, UInt64.max, random.next() >> UInt64(random.int(34...60))]))
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    random.oneIn(3) ? nil : make(&self)
  }

  private mutating func with<Object>(_ object: Object, _ path: WritableKeyPath<Object, UnknownMembers>)
    -> Object
  {
    var object = object
    object[keyPath: path] = unknown()
    return object
  }

  /// Returns members that CXF does not know, with numbers and escapes in spellings worth keeping.
  package mutating func unknown() -> UnknownMembers {
    var members = UnknownMembers()
    guard hasUnknownMembers else { return members }
    let values = [
      "1e400", "-0", "1.50", "123456789012345678901234567890", "null", "true", "[]", "{}",
      #""\u0041\/\ud83d\ude00""#,
      #"{"a":[1,{"b":"c"}],"a":0.10}"#, #""é""#, "0E+1",
    ]
    for _ in 0..<max(0, random.int(-2...3)) {
      members.append(Array("\"x\(random.int(0...99))\":\(random.pick(values))".utf8))
    }
    return members
  }

  private mutating func extensions() -> [Extension] {
    (0..<max(0, random.int(-2...2))).map { _ in
      random.oneIn(2)
        ? .other(OtherExtension(name: "vendor.example/thing", members: unknown())) : .shared(shared())
    }
  }

  private mutating func shared() -> SharedExtension {
    let accessors = (0..<random.int(0...2)).map { _ in
      with(
        SharingAccessor(
          type: random.pick([.user, .group]), accountID: identifier(), name: text(),
          permissions: (0..<random.int(0...3)).map { _ in
            SharingPermission(name: random.pick(SharingPermission.registered))
          }), \.unknown)
    }
    return with(SharedExtension(accessors: accessors), \.unknown)
  }

  private mutating func field(_ type: FieldType) -> EditableField? { maybe { $0.anyField(type) } }

  /// Returns an editable field of a type, with a value that follows its grammar.
  package mutating func anyField(_ type: FieldType) -> EditableField {
    let value: Text =
      switch type {
      case .boolean: random.pick(["true", "false"])
      case .date: random.pick(["2024-02-29", "1999-12-31", "0001-01-01"])
      case .yearMonth: random.pick(["2030-01", "2031-12"])
      case .countryCode: random.pick(["US", "RO"])
      case .subdivisionCode: random.pick(["US-CA", "RO-CJ"])
      case .wifiNetworkSecurityType: Text(random.pick(WiFiSecurityType.registered))
      case .number: random.pick(["0", "-1.5", "007"])
      default: text()
      }
    return with(
      EditableField(
        id: maybe { $0.identifier() }, fieldType: type, value: value, label: maybe { $0.text() },
        extensions: random.oneIn(4) ? extensions() : []), \.unknown)
  }

  private mutating func link(to id: Identifier) -> LinkedItem {
    with(LinkedItem(item: id, account: random.oneIn(3) ? identifier() : nil), \.unknown)
  }

  private mutating func collection(of items: [Item], depth: Int) -> ItemCollection {
    let links = items.isEmpty ? [] : (0..<random.int(0...3)).map { _ in link(to: random.pick(items).id) }
    let inner = depth == 0 ? [] : (0..<random.int(0...2)).map { _ in collection(of: items, depth: depth - 1) }
    return with(
      ItemCollection(
        id: identifier(), createdAt: maybe { $0.timestamp() }, title: text(), subtitle: maybe { $0.text() },
        items: links, subcollections: inner, extensions: extensions()), \.unknown)
  }

  private mutating func scope() -> CredentialScope {
    let apps = (0..<random.int(0...2)).map { _ in
      let certificate = AndroidAppCertificate(
        fingerprint: bytes(32...32), hashAlgorithm: random.pick([.sha256, .sha512]))
      return with(
        AndroidApp(
          bundleID: text(), certificate: maybe { $0.with(certificate, \.unknown) }, name: maybe { $0.text() }),
        \.unknown)
    }
    return with(
      CredentialScope(urls: (0..<random.int(0...3)).map { _ in text() }, androidApps: apps), \.unknown)
  }
}
