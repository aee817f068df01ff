internal import CredentialExchangeFormat

/// The CSV of NordPass.
package enum NordPassCSV {
  private static let identity: Text = "Identity"
  private static let kinds = [
    "password", "credit_card", "note", "identity", "folder", "document", "passkey",
  ]

  static let table: TableFormat = {
    var table = TableFormat(
      id: "nordpass-csv", name: "NordPass", rpID: "nordpass.com",
      columns: [
        .init(.title, "name"), .init(.url, "url"), .init(.addresses(.json), "additional_urls"),
        .init(.username, "username"), .init(.password, "password"), .init(.note, "note"),
        // The second name is Passbolt's, which writes this table, too.
        .init(.member("credit-card.fullName"), "cardholdername", "cardholername"),
        .init(.member("credit-card.number"), "cardnumber"),
        .init(.member("credit-card.verificationNumber"), "cvc"), .init(.member("credit-card.pin"), "pin"),
        .init(.member("credit-card.expiryDate"), "expirydate"),
        .init(.member("address.postalCode"), "zipcode"),
        .init(.folder(.slash), "folder"), .init(.field("Full name", group: identity), "full_name"),
        .init(.member("address.tel"), "phone_number"),
        .init(.custom(.email, label: "Email", group: identity), "email"), .init(.streetLine, "address1"),
        .init(.streetLine, "address2"), .init(.member("address.city"), "city"),
        .init(.member("address.country"), "country"), .init(.member("address.territory"), "state"),
        .init(.kind(kinds), "type"), .init(.fields(.json), "custom_fields"),
        .init(.totp, "totp", "otp"),
      ],
      signatures: [.distinctive("name", "cardholdername|cardholername", "cardnumber", "zipcode", "folder")])
    table.interpret = { row, draft in
      if row.word("type") == "folder", let view = row.cell("name"), let text = view.peek,
        let folder = draft.folder(FolderPath.split(text.string, style: .slash).path)
      {
        draft.carry(view, asPathOf: folder, isExact: !text.utf8.contains(UInt8(ascii: "/")))
        return .folders
      }
      return .item
    }
    return table
  }()

  package static let format = table.format(
    "NordPass CSV", exportSteps: "Settings > Export items > CSV",
    Capabilities(
      native: [.logins, .notes, .cards, .identities, .folders, .customFields]))
}
