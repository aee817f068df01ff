internal import CredentialExchangeFormat

/// The CSV of Zoho Vault, which keeps what matters as lines in two cells.
package enum ZohoCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "zoho-csv", name: "Zoho Vault", rpID: "zoho.com",
      columns: [
        .init(.title, "secret name", "password name"), .init(.field("Description"), "description"),
        .init(.url, "secret url", "password url"), .init(.fields(.linesByFirstColon), "secretdata"),
        .init(.note, "notes"), .init(.fields(.linesByFirstColon), "customdata"),
        .init(.tags(.commas), "tags"),
        .init(.usual(["P", "E", "Personal", "Enterprise"]), "classification"), .init(.favorite, "favorite"),
        .init(.totp, "login_totp", "totp"),
        .init(.folder(FolderPath.Style(separator: 0x0A)), "chambername", "folder name"),
      ],
      signatures: [
        .distinctive("secret name|password name", "secretdata"), .all("secret name", "secret url", "notes"),
      ])
    table.interpret = { row, _ in
      if let view = row.cell("secretdata"), let text = view.peek { read(view, text, &row) }
      return .item
    }
    return table
  }()

  package static let format = table.format(
    "Zoho Vault CSV", exportSteps: "Tools > Export Passwords > Zoho Vault format CSV",
    Capabilities(native: [.logins, .totp, .notes, .folders, .tags, .favorites, .customFields]))

  private static let kinds = ["web account"]

  private static let places: [String: Place] = [
    "user name": "basic-auth.username", "username": "basic-auth.username",
    "login name": "basic-auth.username",
    "password": "basic-auth.password", "name on card": "credit-card.fullName",
    "card number": "credit-card.number", "cvv": "credit-card.verificationNumber",
    "expiry date": "credit-card.expiryDate", "ssid": "wifi.ssid",
  ]

  private static func read(_ view: SourceView, _ text: Text, _ row: inout RowBuilder) {
    guard let fields = CellText.lines(text.string, atLast: false) else { return }
    var stands: [PlacedText] = []
    for field in fields {
      if field.label == "SecretType" {
        let kind = CellRole.kindWord(field.value)
        guard !kinds.contains(kind), !kind.isEmpty else { continue }
        row.findings.append(
          row.finding(
            .unknownKind,
            "SecretType names a kind that this format does not know; it is kept as a custom field",
            .converted, field: view.label))
      }
      let place = places[ASCIIBytes.lower(field.label.string)]
      if let stand = row.put(field.value, at: place, label: field.label) { stands.append(stand) }
    }
    if stands.isEmpty {
      view.noteAbsent(.defaultValue, "\(view.label) holds an empty form")
    } else {
      view.convert(toAll: stands, .fieldsParted, "\(view.label) stands as \(stands.count) values")
    }
  }
}
