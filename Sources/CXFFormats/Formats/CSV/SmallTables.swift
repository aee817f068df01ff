internal import CredentialExchangeFormat

/// The CSV of Meldium.
package enum MeldiumCSV {
  static let table = TableFormat(
    id: "meldium-csv", name: "Meldium", rpID: "meldium.com",
    columns: [
      .init(.title, "displayname"), .init(.note, "notes"), .init(.username, "username"),
      .init(.password, "password"), .init(.url, "url"),
    ],
    signatures: [.all("displayname", "notes", "username", "password", "url")])

  package static let format = table.format(
    "Meldium CSV", exportSteps: "Settings > Export all app credentials",
    Capabilities(native: [.logins, .notes]))
}

/// The CSV of SecureSafe.
package enum SecureSafeCSV {
  static let table = TableFormat(
    id: "securesafe-csv", name: "SecureSafe", rpID: "securesafe.com",
    columns: [
      .init(.title, "title"), .init(.username, "username"), .init(.password, "password"), .init(.url, "url"),
      .init(.note, "comment"),
    ],
    signatures: [.all("title", "username", "password", "url", "comment")])

  package static let format = table.format(
    "SecureSafe CSV", exportSteps: "Settings > Passwords > Export", Capabilities(native: [.logins, .notes]))
}

/// The CSV of Yoti Password Manager.
package enum YotiCSV {
  static let table = TableFormat(
    id: "yoti-csv", name: "Yoti", rpID: "yoti.com",
    columns: [
      .init(.title, "name"), .init(.url, "url"), .init(.username, "user name"), .init(.password, "password"),
    ],
    signatures: [.all("name", "url", "user name", "password")])

  package static let format = table.format(
    "Yoti Password Manager CSV", exportSteps: "Settings > Export", Capabilities(native: [.logins]))
}

/// The CSV of BlackBerry Password Keeper.
package enum BlackBerryCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "blackberry-csv", name: "BlackBerry Password Keeper", rpID: "blackberry.com",
      columns: [
        .init(.kind(["login", "note", "list"]), "grouping"), .init(.favorite, "fav"), .init(.title, "name"),
        .init(.url, "url"),
        .init(.username, "username"), .init(.password, "password"), .init(.note, "extra"),
      ],
      signatures: [.distinctive("grouping", "fav", "name", "extra", "address", "phone")])
    table.roleOfColumn = { $0.isEmpty ? nil : .custom(RowBuilder.type(ofColumn: $0), label: nil, group: nil) }
    return table
  }()

  package static let format = table.format(
    "BlackBerry Password Keeper CSV", exportSteps: "Settings > Export to file",
    Capabilities(native: [.logins, .notes, .favorites]))
}
