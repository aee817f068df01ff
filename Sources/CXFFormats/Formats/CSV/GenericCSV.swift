package import CredentialExchangeFormat

/// Any table with a header: columns go by what they are called in many languages, or as the person says.
package enum GenericCSV {
  static let id = "csv"

  private static func table(_ map: [ColumnMap.Entry]) -> TableFormat {
    var table = TableFormat(id: id, name: "CSV", rpID: "csv.example", columns: [], signatures: [])
    let roles = Dictionary(map.map { (CSVColumnName.folded(CSVColumnName.trimmed($0.column)), $0.role) }) {
      first, _ in first
    }
    table.roleOfColumn = { name in
      if let role = roles[CSVColumnName.folded(CSVColumnName.trimmed(name))] { return role }
      return roles.isEmpty ? ColumnWords.role(name) : nil
    }
    table.escape = .sniffedAgainstDoubling
    return table
  }

  package static let format = Format(
    id: id, name: "any CSV with a header", rpID: "csv.example",
    exportSteps: "Any table; --map \"Column=role,…\" says what its columns hold",
    capabilities: Capabilities(native: [
      .logins, .totp, .notes, .folders, .tags, .favorites, .cards, .dates, .customFields,
    ]),
    detect: { probe in
      guard let columns = probe.columns, columns.count > 1 else { return nil }
      let roles = columns.map { ColumnWords.role(Text($0)) }
      guard roles.contains(.password), roles.contains(.username) || roles.contains(.loginEmail),
        roles.contains(.title) || roles.contains(.url)
      else { return nil }
      let known = zip(columns, roles).filter { $0.1 != nil }.map(\.0)
      return Detection(
        .likely, "no product's header, but columns that say what they hold: \(known.joined(separator: ", "))")
    },
    read: { (file, options) throws(FormatError) in try table(options.columnMap).read(file, options) },
    makeWriter: nil)

  /// What a person may say of the columns of a table that nobody knows, as `--map` takes it; nil where the file has no
  /// header that could be shown.
  package static func proposal(_ probe: Probe) -> String? {
    guard let columns = probe.columnNames, CSVError.areNames(columns),
      columns.allSatisfy({ name in
        !name.isEmpty && name.utf8.count < 40 && !name.utf8.contains { "=,\"".utf8.contains($0) }
      })
    else { return nil }
    let entries = columns.compactMap { name in
      ColumnWords.role(name).flatMap { ColumnMap.name(of: $0) }.map { "\(name.string)=\($0)" }
    }
    // Where no name says anything, the person does.
    return (entries.isEmpty ? columns.map { "\($0.string)=ROLE" } : entries).joined(separator: ",")
  }
}

/// What a person says that columns hold: `Column=role,…`.
package enum ColumnMap {
  /// One column with its role.
  package struct Entry: Sendable, Hashable {
    package var column: Text
    package var role: CellRole
  }

  /// Why a map cannot be used.
  package enum Problem: Error, Sendable, Hashable {
    /// A part has no `=`.
    case noRole(String)
    /// The role is not known.
    case unknownRole(String)
  }

  /// The roles by their names, in the order in which they are shown.
  package static let roles: [(name: String, role: CellRole)] = [
    ("title", .title), ("url", .url), ("username", .username), ("password", .password),
    ("email", .loginEmail),
    ("totp", .totp), ("note", .note), ("folder", .folder(.slash)), ("tags", .tags(.semicolons)),
    ("favorite", .favorite), ("created", .created), ("modified", .modified),
    ("card-number", .member("credit-card.number")), ("card-holder", .member("credit-card.fullName")),
    ("card-expiry", .member("credit-card.expiryDate")),
    ("card-code", .member("credit-card.verificationNumber")),
    ("card-pin", .member("credit-card.pin")), ("given-name", .member("person-name.given")),
    ("surname", .member("person-name.surname")), ("street", .streetLine), ("city", .member("address.city")),
    ("postal-code", .member("address.postalCode")), ("country", .member("address.country")),
    ("phone", .member("address.tel")), ("ssid", .member("wifi.ssid")),
    ("wifi-password", .member("wifi.passphrase")), ("ssh-key", .sshKey), ("field", .field()),
    ("secret", .secret()),
  ]

  static func name(of role: CellRole) -> String? { roles.first { $0.role == role }?.name }

  /// Reads `Column=role,Other column=role`; the last `=` of a part counts.
  package static func parse(_ text: String) throws(Problem) -> [Entry] {
    var entries: [Entry] = []
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      guard let equals = part.lastIndex(of: UInt8(ascii: "=")) else { throw .noRole(ASCIIBytes.text(part)) }
      let column = ASCIIBytes.text(ASCIIBytes.trimmed(Array(part[..<equals])[...]))
      let name = ASCIIBytes.lower(
        ASCIIBytes.text(ASCIIBytes.trimmed(Array(part[part.index(after: equals)...])[...])))
      guard let role = roles.first(where: { $0.name == name })?.role else { throw .unknownRole(name) }
      entries.append(Entry(column: Text(column), role: role))
    }
    return entries
  }
}
