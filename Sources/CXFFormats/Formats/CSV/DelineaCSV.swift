internal import CredentialExchangeFormat

/// The CSV of Delinea (Thycotic) Secret Server: two fixed columns, and those of a template.
package enum DelineaCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "delinea-csv", name: "Delinea Secret Server", rpID: "delinea.com",
      columns: [
        .init(.title, "secret name"), .init(.folder(.backslash), "folder", "folder path"),
        .init(.url, "url", "website"), .init(.username, "username", "user name"),
        .init(.password, "password"),
        .init(.note, "notes"), .init(.totp, "totp key", "totpkey"),
      ],
      signatures: [
        .distinctive("secret name", "folder|folder path", without: ["secretdata"])
      ])
    table.roleOfColumn = { $0.isEmpty ? nil : .custom(RowBuilder.type(ofColumn: $0), label: nil, group: nil) }
    return table
  }()

  package static let format = table.format(
    "Delinea (Thycotic) Secret Server CSV", exportSteps: "Admin > Export > Export secrets as CSV",
    Capabilities(native: [.logins, .totp, .notes, .folders, .customFields]))
}
