internal import CXFCrypto
internal import CredentialExchangeFormat

/// Numbers of fields in a record of Password Safe that need more than a place.
enum PasswordSafe3Kind {
  static let end: UInt8 = 0xFF
  static let uuid: UInt8 = 0x01
  static let group: UInt8 = 0x02
  static let title: UInt8 = 0x03
  static let password: UInt8 = 0x06
  static let passwordChanged: UInt8 = 0x08
  static let history: UInt8 = 0x0F
  static let codeSecret: UInt8 = 0x1B
  static let codeSettings: Set<UInt8> = [0x21, 0x22, 0x23, 0x24]
  static let fileContent: UInt8 = 0x29
  static let credentialID: UInt8 = 0x2A
  static let privateKey: UInt8 = 0x2E
  static let customFields: UInt8 = 0x30
  /// In the header: a group without entries.
  static let emptyGroup: UInt8 = 0x11
  /// In the header: what was written about the database.
  static let description: UInt8 = 0x0A
}

/// Makes items of the records of a database.
struct PasswordSafe3Reader {
  private let database: PasswordSafe3Database
  private let places: [[UInt8]: Int]

  init(_ database: PasswordSafe3Database) {
    self.database = database
    places = Dictionary(
      database.records.enumerated().compactMap { place, record in
        record.first { $0.kind == PasswordSafe3Kind.uuid }.map { ($0.bytes, place) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// How a field's bytes become the text that stands for it.
  private enum Form {
    /// They are UTF-8.
    case text
    /// A moment; in seconds since 1970.
    case seconds
    /// A moment, as a date and time for people.
    case date
    /// A whole number.
    case number
    /// Bytes in base64url.
    case bytes
  }

  private struct Row {
    var name: Text
    var form: Form
    var role: CellRole?
  }

  private static let rows: [UInt8: Row] = [
    0x02: Row(name: "group", form: .text, role: .folder(.escapedDot)),
    0x03: Row(name: "title", form: .text, role: .title),
    0x04: Row(name: "username", form: .text, role: .username),
    0x05: Row(name: "notes", form: .text, role: .note),
    0x06: Row(name: "password", form: .text, role: .password),
    0x07: Row(name: "created", form: .seconds, role: .created),
    0x08: Row(name: "password changed", form: .date, role: .field("Password changed")),
    0x0A: Row(name: "expires", form: .date, role: .field("Expires")),
    0x0C: Row(name: "modified", form: .seconds, role: .modified),
    0x0D: Row(name: "url", form: .text, role: .url),
    0x0E: Row(name: "autotype", form: .text, role: .field("Auto-type")),
    0x0F: Row(name: "history", form: .text, role: nil),
    0x11: Row(name: "expiry interval", form: .number, role: .field("Expiry interval in days")),
    0x12: Row(name: "run command", form: .text, role: .field("Run command")),
    0x14: Row(name: "email", form: .text, role: .loginEmail),
    0x1C: Row(name: "card number", form: .text, role: .member("credit-card.number")),
    0x1D: Row(name: "card expiry", form: .text, role: .member("credit-card.expiryDate")),
    0x1E: Row(name: "card verification", form: .text, role: .member("credit-card.verificationNumber")),
    0x1F: Row(name: "card PIN", form: .text, role: .member("credit-card.pin")),
    0x20: Row(name: "QR code", form: .text, role: .secret("QR code")),
    0x21: Row(name: "code algorithm", form: .number, role: nil),
    0x22: Row(name: "code digits", form: .number, role: nil),
    0x23: Row(name: "code step", form: .number, role: nil),
    0x24: Row(name: "code start", form: .number, role: nil),
    0x25: Row(name: "file title", form: .text, role: .field("File title")),
    0x26: Row(name: "media type", form: .text, role: .field("Media type")),
    0x27: Row(name: "file name", form: .text, role: nil),
    0x28: Row(name: "file time", form: .date, role: .field("File changed")),
    0x2B: Row(name: "relying party", form: .text, role: nil),
    0x2C: Row(name: "user handle", form: .bytes, role: nil),
    0x2A: Row(name: "credential id", form: .bytes, role: nil),
    0x2D: Row(name: "key algorithm", form: .number, role: nil),
    0x2E: Row(name: "private key", form: .bytes, role: nil),
    0x2F: Row(name: "sign count", form: .number, role: nil),
  ]

  /// How the program treats an entry, rules for making passwords and marks of use: no values of the user's.
  private static let settings: Set<UInt8> = [0x01, 0x09, 0x10, 0x13, 0x15, 0x16, 0x17, 0x18, 0x19]

  /// Adds all records to an account.
  func read(into draft: inout VaultDraft) {
    let header = SourceRecord(texts: 0, number: 0)
    var groups: [SourceView] = []
    for field in database.header {
      let text = Text(String(decoding: field.bytes, as: UTF8.self))
      switch field.kind {
      case PasswordSafe3Kind.emptyGroup: groups.append(header.appendText("group", text))
      case PasswordSafe3Kind.description: header.appendText("description", text)
      default: break
      }
    }
    header.endTexts()
    for view in groups {
      let path = FolderPath.split(view.text.string, style: .escapedDot).path
      if let folder = draft.folder(path) {
        draft.carry(view, asPathOf: folder, isExact: path.names.count == 1)
      }
    }
    draft.addFolders(from: header)
    for (number, fields) in database.records.enumerated() { read(fields, number: number + 1, &draft) }
  }

  // MARK: Records

  private func read(_ fields: [PasswordSafe3Database.Field], number: Int, _ draft: inout VaultDraft) {
    let record = SourceRecord(texts: 0, number: number)
    let own = Set(fields.map(\.kind))
    let target = Self.alias(fields).flatMap { alias in
      places[alias.target].map { (alias.isWhole, database.records[$0]) }
    }
    var taken: [UInt8: SourceView] = [:]
    var files: [[UInt8]] = []
    var custom: [(field: PasswordSafe3Custom, isCopy: Bool)] = []
    var older: [PasswordSafe3History.Password] = []
    // What another entry has counts there.
    var copies: [SourceView] = []
    let inherited =
      target.map { isWhole, base in
        isWhole ? base.filter { !own.contains($0.kind) && $0.kind > PasswordSafe3Kind.title } : []
      } ?? []
    for (index, field) in (fields + inherited).enumerated() where !Self.settings.contains(field.kind) {
      let isCopy = index >= fields.count
      switch field.kind {
      case PasswordSafe3Kind.fileContent: files.append(field.bytes)
      case PasswordSafe3Kind.customFields where PasswordSafe3Custom.all(field.bytes) != nil:
        custom += (PasswordSafe3Custom.all(field.bytes) ?? []).map { ($0, isCopy) }
      case PasswordSafe3Kind.history where PasswordSafe3History.passwords(field.bytes) != nil:
        // Earlier passwords stay with the entry whose they were.
        if !isCopy { older += PasswordSafe3History.passwords(field.bytes) ?? [] }
      case PasswordSafe3Kind.codeSecret:
        let view = record.appendText("one-time code", Text(Base32.encode(field.bytes)))
        taken[field.kind] = view
        if isCopy { copies.append(view) }
      default:
        guard let (name, text) = Self.text(field) else { continue }
        let view = record.appendText(name, text)
        if taken[field.kind] == nil { taken[field.kind] = view }
        if isCopy { copies.append(view) }
      }
    }
    let customViews = custom.map { field, isCopy in
      let name = record.appendText("custom field name", field.name)
      let value = record.appendText("custom field", field.value)
      if isCopy { copies += [name, value] }
      return (field, name, value)
    }
    let olderViews = older.map { ($0, record.appendText("earlier password", $0.text)) }
    record.endTexts()
    for view in copies { view.isStructural = true }
    let uuid = fields.first { $0.kind == PasswordSafe3Kind.uuid }?.bytes
    var builder = RowBuilder(record, of: PasswordSafe3.origin, id: uuid.map { Identifier($0) })
    if let base = target?.1, let password = base.first(where: { $0.kind == PasswordSafe3Kind.password }) {
      taken[PasswordSafe3Kind.password]?.resolve(
        as: Text(String(decoding: password.bytes, as: UTF8.self)), .referenceResolved)
    }
    for (kind, view) in taken.sorted(by: { $0.key < $1.key }) {
      if let role = Self.rows[kind]?.role { builder.apply(role, view) }
    }
    builder.takeCode(of: taken)
    builder.takePasskey(of: taken)
    for content in files {
      let name = taken[0x27] ?? taken[0x25]
      if builder.attach(name: name?.peek ?? "attachment", content: MemoryBytes(content)) {
        _ = taken[0x27]?.take(to: "file.name")
      }
    }
    for (field, name, value) in customViews {
      builder.item.appendCustomField(
        EditableField(
          fieldType: field.isSecret ? .concealedString : .string,
          value: value.take(to: "custom-fields.fields") ?? "",
          label: name.take(to: "custom-fields.fields.label")))
    }
    // The latest first; a password was the one until the next one was set.
    let changed = fields.first { $0.kind == PasswordSafe3Kind.passwordChanged }.flatMap {
      Self.moment($0.bytes)
    }
    for (index, (_, view)) in olderViews.enumerated().reversed() {
      guard let text = view.take(to: ToolkitExtension.history.place("passwords.password")) else { continue }
      builder.earlierPasswords.append((text, index + 1 < older.count ? older[index + 1].setAt : changed))
    }
    builder.finish(&draft)
  }

  /// The entry that a password of the form `[[…]]` or `[~…~]` stands for.
  private static func alias(_ fields: [PasswordSafe3Database.Field]) -> (target: [UInt8], isWhole: Bool)? {
    guard let text = fields.first(where: { $0.kind == PasswordSafe3Kind.password })?.bytes, text.count == 36
    else {
      return nil
    }
    let isWhole = text.starts(with: "[~".utf8) && text.suffix(2).elementsEqual("~]".utf8)
    guard isWhole || (text.starts(with: "[[".utf8) && text.suffix(2).elementsEqual("]]".utf8)) else {
      return nil
    }
    return KeePassText.uuid(hex: text.dropFirst(2).dropLast(2)).map { ($0, isWhole) }
  }

  // MARK: Fields

  /// What a field is called and the text that stands for its bytes; nil for one that says nothing.
  private static func text(_ field: PasswordSafe3Database.Field) -> (Text, Text)? {
    let unknown = Text("field 0x\(hex([field.kind]))")
    guard let row = rows[field.kind] else { return (unknown, Text(hex(field.bytes))) }
    switch row.form {
    case .text: return (row.name, Text(String(decoding: field.bytes, as: UTF8.self)))
    case .bytes: return (row.name, Text(Base64URL.encode(field.bytes)))
    case .number:
      guard field.bytes.count <= 8 else { return (unknown, Text(hex(field.bytes))) }
      return (row.name, Text(String(number(field.bytes))))
    case .seconds, .date:
      guard let seconds = moment(field.bytes) else { return (unknown, Text(hex(field.bytes))) }
      // Zero means never.
      if seconds == 0 { return nil }
      let text = row.form == .date ? DateText.rfc3339(seconds, milliseconds: false) : nil
      return (row.name, Text(text ?? String(seconds)))
    }
  }

  private static func number(_ bytes: [UInt8]) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Seconds since 1970: four or five bytes, or eight hexadecimal digits in old files.
  private static func moment(_ bytes: [UInt8]) -> UInt64? {
    if bytes.count == 8, let number = UInt64(ASCIIBytes.text(bytes), radix: 16) { return number }
    return (4...8).contains(bytes.count) ? number(bytes) : nil
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension RowBuilder {
  fileprivate mutating func takeCode(of views: [UInt8: SourceView]) {
    guard let secret = views[PasswordSafe3Kind.codeSecret],
      let bytes = secret.peek.flatMap({ SecretEncoding.base32.decode($0) })
    else { return }
    func text(_ kind: UInt8) -> String? { views[kind]?.peek?.string }
    let names = ["0": "SHA1", "1": "SHA256", "2": "SHA512"]
    var members = OneTimeCode.Members(
      algorithm: text(0x21).map { names[$0] ?? $0 }, digits: text(0x22), period: text(0x23))
    if let start = text(0x24), start != "0" { members.others = [.init(name: "t0", value: Text(start))] }
    guard let code = try? OneTimeCode(secret: bytes, members) else { return }
    take(
      code, secret: secret,
      parameters: PasswordSafe3Kind.codeSettings.sorted().compactMap { views[$0] }.filter { $0.peek != nil })
  }

  fileprivate mutating func takePasskey(of views: [UInt8: SourceView]) {
    guard let idView = views[PasswordSafe3Kind.credentialID],
      let id = idView.peek.flatMap({ Base64URL.decode($0.string) }),
      let keyView = views[PasswordSafe3Kind.privateKey],
      let key = keyView.peek.flatMap({ Base64URL.decode($0.string) })
    else { return }
    var passkey = Passkey(credentialID: OpaqueBytes(id), key: OpaqueBytes(key))
    idView.takeBytes(id, to: "passkey.credentialId")
    keyView.takeBytes(key, to: "passkey.key")
    if let view = views[0x2C], let bytes = view.peek.flatMap({ Base64URL.decode($0.string) }) {
      view.takeBytes(bytes, to: "passkey.userHandle")
      passkey.userHandle = OpaqueBytes(bytes)
    }
    passkey.rpID = views[0x2B]?.take(to: "passkey.rpId") ?? ""
    passkey.username = parts.login.username?.value ?? ""
    // The key says its algorithm itself.
    views[0x2D]?.isStructural = true
    if let count = views[0x2F], let text = count.peek {
      if text == "0" {
        count.isStructural = true
      } else {
        apply(.field("Sign count", group: "Passkey"), count)
      }
    }
    item.credentials.append(.passkey(passkey))
    do {
      _ = try PrivateKeyInfo(der: key)
    } catch {
      findings.append(
        finding(
          .doubtfulPasskeyKey, "the private key is no well-formed PKCS #8 (\(error.code.name)); it is kept",
          .kept,
          field: "private key"))
    }
  }
}

/// Earlier passwords as one text.
enum PasswordSafe3History {
  struct Password {
    var text: Text
    /// When it was set, in seconds since 1970.
    var setAt: UInt64?
  }

  /// The passwords, the oldest first; nil for a text of another form.
  static func passwords(_ bytes: [UInt8]) -> [Password]? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    // Lengths count characters as the program's system does.
    return parse(text.unicodeScalars.map { String($0) }) ?? parse(utf16(text))
  }

  /// The text in pieces, each of which counts for one; the second half of a pair is empty.
  private static func utf16(_ text: String) -> [String] {
    text.unicodeScalars.flatMap { $0.value > 0xFFFF ? [String($0), ""] : [String($0)] }
  }

  private static func parse(_ units: [String]) -> [Password]? {
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= units.count else { return nil }
      return Int(units[start..<(start + count)].joined(), radix: 16)
    }
    guard units.count >= 5, let count = number(3, 2) else { return units.isEmpty ? [] : nil }
    var passwords: [Password] = []
    var index = 5
    for _ in 0..<count {
      guard let time = number(index, 8), let length = number(index + 8, 4), length >= 0,
        index + 12 + length <= units.count
      else { return nil }
      passwords.append(
        Password(
          text: Text(units[(index + 12)..<(index + 12 + length)].joined()),
          setAt: time > 0 ? UInt64(exactly: time) : nil))
      index += 12 + length
    }
    return index == units.count ? passwords : nil
  }
}

/// A field of the user's own.
struct PasswordSafe3Custom {
  var name: Text = ""
  var value: Text = ""
  var isSecret = false

  /// The fields in one text; nil for a text of another form.
  static func all(_ bytes: [UInt8]) -> [PasswordSafe3Custom]? {
    var fields: [PasswordSafe3Custom] = []
    var current = PasswordSafe3Custom()
    var isOpen = false
    var index = 0
    while index < bytes.count {
      guard index + 6 <= bytes.count, let id = UInt8(ASCIIBytes.text(bytes[index..<(index + 2)]), radix: 16),
        let count = Int(ASCIIBytes.text(bytes[(index + 2)..<(index + 6)]), radix: 16), count >= 0,
        index + 6 + count <= bytes.count
      else { return nil }
      let text = Text(String(decoding: bytes[(index + 6)..<(index + 6 + count)], as: UTF8.self))
      index += 6 + count
      switch id {
      case 0:
        if isOpen { fields.append(current) }
        (current, isOpen) = (PasswordSafe3Custom(), false)
        continue
      case 1: current.name = text
      case 2: current.value = text
      case 3: current.isSecret = text == "1"
      default: return nil
      }
      isOpen = true
    }
    if isOpen { fields.append(current) }
    return fields
  }
}
