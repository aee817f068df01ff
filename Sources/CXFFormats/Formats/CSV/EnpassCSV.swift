internal import CredentialExchangeFormat

/// The CSV of Enpass: a title, pairs of label and value, and a note at last.
package enum EnpassCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "enpass-csv", name: "Enpass", rpID: "enpass.io", columns: [], signatures: [])
    table.layout = .positional([.title], names: ["Title"])
    table.interpret = interpret
    return table
  }()

  package static let format = table.format(
    "Enpass CSV", exportSteps: "Menu > File > Export > .csv (prefer .json)",
    Capabilities(native: [.logins, .totp, .notes, .cards, .customFields]),
    detect: { probe in
      guard let first = probe.rows?.first?.map({ ASCIIBytes.lower($0.string) }), first.count > 3,
        first[0] == "title", first[1] == "field", first[2] == "value"
      else { return nil }
      return Detection(.certain, "the first row is Title, Field, Value, … as Enpass writes it", score: 200)
    })

  private static let roles: [String: CellRole] = [
    "username": .username, "login": .username, "user name": .username, "benutzername": .username,
    "password": .password, "passwort": .password, "url": .url, "website": .url, "webseite": .url,
    "totp": .totp, "one-time code": .totp, "otp": .totp, "e-mail": .loginEmail, "email": .loginEmail,
    "cardholder": .member("credit-card.fullName"), "cardholder name": .member("credit-card.fullName"),
    "number": .member("credit-card.number"), "cvc": .member("credit-card.verificationNumber"),
    "cvv": .member("credit-card.verificationNumber"), "expiry date": .member("credit-card.expiryDate"),
    "valid from": .member("credit-card.validFrom"),
  ]

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, _ in
    let texts = row.cells.map { ASCIIBytes.lower($0.text.string) }
    if texts.count > 2, texts[0] == "title", texts[1] == "field", texts[2] == "value" {
      for cell in row.cells { cell.isStructural = true }
      return .structure
    }
    // An even number of cells ends in the note; of an odd one nothing is left over.
    let hasNote = row.cells.count % 2 == 0
    if hasNote, row.cells.count > 1 { row.setRole(.note, ofCell: row.cells.count - 1) }
    let isCard = texts.contains("cvc") || texts.contains("cvv") || texts.contains("cardholder")
    var seen: Set<Text> = []
    var index = 1
    while index + 1 < row.cells.count {
      let label = row.cells[index]
      let value = row.cells[index + 1]
      let folded = ASCIIBytes.lower(ASCIIBytes.text(ASCIIBytes.trimmed(label.text.string)))
      let role = roles[folded]
      let isWanted = folded != "number" && folded != "expiry date" && folded != "valid from" || isCard
      if let role, isWanted, seen.insert(Text(folded)).inserted {
        label.isStructural = true
        row.setRole(role, ofCell: index + 1)
      } else if value.peek != nil {
        _ = label.take(to: "custom-fields.fields.label")
        value.keep(
          as: RowBuilder.type(ofColumn: label.text), label: label.text, in: &row.item, .keptAsCustomField,
          "a field of Enpass stands as a custom field")
      } else {
        label.isStructural = true
      }
      index += 2
    }
    return .item
  }
}
