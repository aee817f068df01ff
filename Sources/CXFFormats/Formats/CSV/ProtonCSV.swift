internal import CredentialExchangeFormat

/// The CSV of Proton Pass, in four ages.
package enum ProtonCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "proton-csv", name: "Proton Pass", rpID: "proton.me",
      columns: [
        .init(.kind(kinds), "type"), .init(.title, "name"), .init(.addresses(.addressList), "url"),
        .init(.loginEmail, "email"), .init(.username, "username"), .init(.password, "password"),
        .init(.note, "note"), .init(.totp, "totp"), .init(.created, "createtime"),
        .init(.modified, "modifytime"), .init(.folder(noSeparator), "vault"),
        .init(.field("Autofill addresses"), "autofillurls"),
      ],
      signatures: [
        .distinctive("name", "url", "username", "password", "note", "totp", "modifytime"),
        .all("name", "url", "email", "username", "password", "note", "totp", "vault"),
      ])
    table.interpret = { row, _ in
      let kind = row.cell("type")?.text ?? ""
      if let view = row.cell("note"), let text = view.peek, kind == "creditCard" || kind == "identity",
        let record = SourceRecord.json(text), record.root.kind == .object
      {
        read(record.root, view, kind == "creditCard" ? cardPlaces : identityPlaces, &row)
      }
      if kind == "alias" { row.item.tags.append("alias") }
      return .item
    }
    return table
  }()

  private static let kinds = [
    "login", "alias", "note", "creditcard", "identity", "sshkey", "wifi", "custom",
  ]

  /// A vault's name is no path.
  private static let noSeparator = FolderPath.Style(separator: 0)

  package static let format = table.format(
    "Proton Pass CSV", exportSteps: "Settings > Export > CSV (leaves out passkeys: prefer the zip)",
    Capabilities(native: [.logins, .totp, .notes, .cards, .identities, .folders, .dates]))

  private static let cardPlaces: [Text: Place] = [
    "cardholderName": "credit-card.fullName", "number": "credit-card.number",
    "verificationNumber": "credit-card.verificationNumber", "expirationDate": "credit-card.expiryDate",
    "pin": "credit-card.pin", "note": "note.content",
  ]

  private static let identityPlaces: [Text: Place] = [
    "firstName": "person-name.given", "middleName": "person-name.given2", "lastName": "person-name.surname",
    "streetAddress": "address.streetAddress", "zipOrPostalCode": "address.postalCode", "city": "address.city",
    "stateOrProvince": "address.territory", "countryOrRegion": "address.country",
    "phoneNumber": "address.tel", "socialSecurityNumber": "identity-document.identificationNumber",
    "passportNumber": "passport.passportNumber", "licenseNumber": "drivers-license.licenseNumber",
    "note": "note.content",
  ]

  /// Reads what stands as JSON in the cell of the note.
  private static func read(
    _ object: SourceView, _ view: SourceView, _ places: [Text: Place], _ row: inout RowBuilder
  ) {
    var stands: [PlacedText] = []
    for member in object.untaken {
      guard let text = member.peek else { continue }
      // The kind of a card by number means "unknown" in all exports.
      if member.name == "cardType", member.kind == .number { continue }
      if member.name == "note", member.kind == .string {
        row.item.credentials.append(.note(Note(content: EditableField(value: text))))
        stands.append(PlacedText("note.content", text))
      } else if let place = row.put(text, at: places[Text(member.label)], label: Text(member.label)) {
        stands.append(place)
      }
    }
    if stands.isEmpty {
      view.noteAbsent(.defaultValue, "\(view.label) holds an empty form")
    } else {
      view.convert(toAll: stands, .fieldsParted, "\(view.label) stands as \(stands.count) typed values")
    }
  }
}
