internal import CredentialExchangeFormat

/// The CSV of Bitwarden: of a person, of an organisation, and of Bitwarden Authenticator.
package enum BitwardenCSV {
  static let table = TableFormat(
    id: "bitwarden-csv", name: "Bitwarden", rpID: "bitwarden.com",
    columns: [
      .init(.folder(.slash), "folder"), .init(.folders(.slash), "collections"), .init(.favorite, "favorite"),
      .init(.kind(["login", "note"]), "type"), .init(.title, "name"), .init(.note, "notes"),
      .init(.fields(.linesByLastColon), "fields"), .init(.reprompt, "reprompt"),
      .init(.addresses(.addressList), "login_uri"), .init(.username, "login_username"),
      .init(.password, "login_password"), .init(.totp, "login_totp"), .init(.archived, "archiveddate"),
    ],
    signatures: [.distinctive("name", "login_uri", "login_username", "login_password")])

  package static let format = table.format(
    "Bitwarden CSV",
    exportSteps: "Tools > Export vault > File format .csv (leaves out cards, identities, keys: prefer .json)",
    Capabilities(native: [.logins, .totp, .notes, .customFields, .folders, .favorites]))

  /// Rows of the authenticator repeat parts of the code behind the last column.
  static let authenticator: TableFormat = {
    var table = TableFormat(
      id: "bitwarden-authenticator-csv", name: "Bitwarden Authenticator", rpID: "bitwarden.com",
      columns: [
        .init(.folder(.slash), "folder"), .init(.favorite, "favorite"), .init(.kind(["1", "login"]), "type"),
        .init(.title, "name"), .init(.addresses(.addressList), "login_uri"), .init(.totp, "login_totp"),
      ],
      signatures: [.all("folder", "favorite", "type", "name", "login_uri", "login_totp")])
    table.hasExtraCells = true
    return table
  }()

  package static let authenticatorFormat = authenticator.format(
    "Bitwarden Authenticator CSV", exportSteps: "Settings > Export > CSV",
    Capabilities(native: [.totp, .folders, .favorites]))
}
