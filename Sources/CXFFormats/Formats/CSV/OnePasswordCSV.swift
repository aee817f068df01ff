package import CredentialExchangeFormat

/// The CSVs of 1Password: of version 8, of 4, and those of 6 and 7 for Windows and for Mac, whose columns depend on
/// what is inside.
package enum OnePasswordCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "1password-csv", name: "1Password", rpID: "1password.com",
      columns: [
        .init(.title, "title"), .init(.url, "url"), .init(.addresses(.lines), "urls"),
        .init(.username, "username"), .init(.password, "password"),
        .init(.totp, "otpauth", "one-time password"),
        .init(.favorite, "favorite"), .init(.archived, "archived"), .init(.tags(.semicolons), "tags"),
        .init(.note, "notes", "notesplain"), .init(.identifier, "uuid"),
        .init(.usual(["Default"]), "scope"), .init(.usual(["Default"]), "autosubmit"),
        .init(.created, "created date"), .init(.modified, "modified date"), .init(.kind(categories), "type"),
      ],
      signatures: [
        .distinctive("title", "otpauth", "archived", "favorite"),
        .distinctive("title", "uuid", "scope", "autosubmit"),
        .distinctive("account number(accountno)", "title", "created date"),
        .all("title", "notes", "username", "password", "url", without: ["otpauth", "group"]),
      ])
    table.escape = .sniffedAgainstDoubling
    table.roleOfColumn = role
    table.interpret = interpret
    return table
  }()

  package static let format = table.format(
    "1Password CSV",
    exportSteps: "File > Export > CSV (leaves out most: prefer .1pux)",
    Capabilities(
      native: [.logins, .totp, .notes, .cards, .identities, .favorites, .tags, .archive, .dates],
      converted: [.customFields]))

  /// Categories that 1Password for Mac writes in the column `Type`.
  private static let categories = [
    "login", "password", "secure note", "credit card", "identity", "bank account", "database",
    "driver license",
    "email account", "membership", "outdoor license", "passport", "reward program", "server",
    "social security number", "software license", "wireless router", "router", "document", "api credential",
    "ssh key", "generic account", "unix server", "medical record", "crypto wallet",
  ]

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, _ in
    // Passbolt writes its folders there, in a table with few other columns.
    if row.cell("created date") == nil, !categories.contains(row.word("type")) {
      row.setRole(.folder(.slash), of: "type")
    }
    if row.peek("tags")?.string.utf8.starts(with: "{(".utf8) == true {
      row.setRole(.tags(.cocoaSet), of: "tags")
    } else if row.cell("archived") != nil {
      // Version 8 parts tags by semicolons, so that a comma belongs to a tag.
      row.setRole(.tags(.separated([UInt8(ascii: ";")])), of: "tags")
    }
    // `ainfo` repeats the user name.
    if let info = row.cells.first(where: { $0.name == "ainfo" }), let text = info.peek,
      text == row.peek("username")
    {
      info.convert(to: "basic-auth.username", as: text, .repeatedValue, "ainfo repeats the user name")
    }
    groupSections(&row)
    return .item
  }

  /// Of Windows: the column `SECTION 2: NAME` holds the heading of the columns `NAME 1: …`.
  private static func groupSections(_ row: inout RowBuilder) {
    var headings: [String: SourceView] = [:]
    for cell in row.cells {
      guard let (section, label) = split(cell.name.string), cell.peek != nil else { continue }
      if section == "SECTION" {
        headings[label] = cell
      } else if let heading = headings[section], labels[ASCIIBytes.lower(label)] == nil {
        // What heads a group is no value of its own.
        heading.isStructural = true
        row.setRole(
          .custom(RowBuilder.type(ofColumn: Text(label)), label: Text(label), group: heading.text),
          ofCell: cell.index - 1)
      }
    }
  }

  /// Parts `NAME 1: LABEL` into the section's name, empty where there is none, and the label.
  private static func split(_ name: String) -> (section: String, label: String)? {
    let bytes = Array(name.utf8)
    guard let colon = bytes.indices.first(where: { $0 > 0 && bytes[$0...].starts(with: ": ".utf8) }) else {
      return nil
    }
    var head = bytes[..<colon]
    let digits = head.reversed().prefix(while: ASCIIBytes.isDigit).count
    guard digits > 0 else { return nil }
    head = head.dropLast(digits)
    while head.last == 0x20 { head.removeLast() }
    return (ASCIIBytes.text(head), ASCIIBytes.text(bytes[(colon + 2)...]))
  }

  /// The role of a column by the field that its name carries.
  private static let role: @Sendable (Text) -> CellRole? = { name in
    let plain = Text(
      String(String.UnicodeScalarView(name.string.unicodeScalars.filter { $0.value != 0x200B })))
    if let field = field(plain.string) {
      return roles[field] ?? .custom(type(field), label: label(plain), group: nil)
    }
    guard let (section, label) = split(plain.string) else { return nil }
    // The heading of a section: a value only where no column of the section has one.
    if section == "section" { return .field() }
    return labels[label] ?? .custom(type(label), label: Text(label), group: nil)
  }

  private static func type(_ field: String) -> FieldType { RowBuilder.type(ofColumn: Text(field)) }

  /// The identifier of the field in `cardholder name(cardholder)`.
  private static func field(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open > 0 else {
      return nil
    }
    let field = bytes[(open + 1)..<(bytes.count - 1)]
    guard !field.isEmpty,
      field.allSatisfy({ ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) || $0 == 0x5F })
    else { return nil }
    return ASCIIBytes.text(field)
  }

  private static func label(_ name: Text) -> Text? {
    let bytes = Array(name.utf8)
    guard let open = bytes.lastIndex(of: UInt8(ascii: "(")) else { return nil }
    return Text(ASCIIBytes.text(bytes[..<open]))
  }

  private static let roles: [String: CellRole] = [
    "cardholder": .member("credit-card.fullName"), "ccnum": .member("credit-card.number"),
    "cvv": .member("credit-card.verificationNumber"), "expiry": .member("credit-card.expiryDate"),
    "validfrom": .member("credit-card.validFrom"), "pin": .member("credit-card.pin"),
    "firstname": .member("person-name.given"), "initial": .member("person-name.given2"),
    "lastname": .member("person-name.surname"), "address": .member("address.streetAddress"),
    "defphone": .member("address.tel"), "network_name": .member("wifi.ssid"),
    "wireless_security": .member("wifi.networkSecurityType"),
    "wireless_password": .member("wifi.passphrase"), "username": .username, "password": .password,
    "url": .url,
  ]

  private static let labels: [String: CellRole] = [
    "cardholder name": .member("credit-card.fullName"), "number": .member("credit-card.number"),
    "verification number": .member("credit-card.verificationNumber"),
    "expiry date": .member("credit-card.expiryDate"), "valid from": .member("credit-card.validFrom"),
    "first name": .member("person-name.given"), "initial": .member("person-name.given2"),
    "last name": .member("person-name.surname"), "default phone": .member("address.tel"),
    "address": .member("address.streetAddress"), "one-time password": .totp,
  ]
}

extension FindingCode {
  /// The value stands in another cell of the row, too.
  package static let repeatedValue = FindingCode("repeated-value", .note)
}
