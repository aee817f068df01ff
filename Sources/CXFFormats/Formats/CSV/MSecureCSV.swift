package import CredentialExchangeFormat

/// The CSV of mSecure, which has no header: title, kind, group, notes, and then `Label|kind|value` cells.
package enum MSecureCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "msecure-csv", name: "mSecure", rpID: "msecure.com", columns: [], signatures: [])
    table.layout = .positional(
      [.title, .kind(kinds), .folder(FolderPath.Style(separator: 0)), .note],
      names: ["title", "type", "group", "notes"])
    table.interpret = interpret
    return table
  }()

  private static let kinds = [
    "login", "web logins", "credit card", "bank accounts", "bank account", "secure note", "note",
    "email account", "e-mail accounts", "identity", "passport", "driver's license", "wi-fi", "wifi",
    "membership",
    "memberships", "server", "license", "software licenses", "passwords", "unassigned", "serial numbers",
    "social security", "insurance info", "prescriptions", "clothes size", "combinations", "general purpose",
    "frequent flyer", "vehicle info", "voice mail", "birthdays", "calling cards",
  ]

  package static let format = table.format(
    "mSecure CSV", exportSteps: "Settings > Backups > Export CSV",
    Capabilities(native: [.logins, .cards, .notes, .folders, .customFields]),
    detect: { probe in
      guard let rows = probe.rows, !rows.isEmpty, rows.allSatisfy({ $0.count >= 4 || $0.count == 1 }) else {
        return nil
      }
      let wide = rows.filter { $0.count >= 4 }
      let known = wide.filter { kinds.contains(ASCIIBytes.lower($0[1].string)) }
      let barred = wide.filter { row in
        row.dropFirst(4).contains { $0.utf8.filter { $0 == UInt8(ascii: "|") }.count >= 2 }
      }
      guard !wide.isEmpty, known.count * 4 >= wide.count * 3, barred.count * 2 >= wide.count else {
        return nil
      }
      return Detection(.certain, "rows of Label|kind|value cells behind a kind, as mSecure's", score: 90)
    })

  private static let places: [String: Place] = [
    "website": "scope.urls", "url": "scope.urls", "username": "basic-auth.username",
    "user name": "basic-auth.username", "password": "basic-auth.password",
    "card number": "credit-card.number",
    "number": "credit-card.number", "security code": "credit-card.verificationNumber",
    "name on card": "credit-card.fullName", "expiration date": "credit-card.expiryDate",
    "pin": "credit-card.pin",
  ]

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, _ in
    if row.cells.count == 1, ASCIIBytes.hasPrefix(row.cells[0].text.utf8, "msecure") {
      for cell in row.cells { cell.isStructural = true }
      return .structure
    }
    let isCard = row.cells.count > 1 && ASCIIBytes.lower(row.cells[1].text.string) == "credit card"
    takeTitle(&row)
    if row.cells.count > 2, row.cells[2].peek == "Unassigned" {
      row.cells[2].noteAbsent(.defaultValue, "the item is in no group")
    }
    if row.cells.count > 3 { takeNotes(row.cells[3], &row) }
    for cell in row.cells.dropFirst(4) { take(cell, isCard, &row) }
    return .item
  }

  /// `Title|7`: the number is mSecure's own.
  private static func takeTitle(_ row: inout RowBuilder) {
    guard let view = row.cells.first, let text = view.peek else { return }
    let bytes = Array(text.utf8)
    let digits = bytes.reversed().prefix(while: ASCIIBytes.isDigit).count
    guard digits > 0, digits + 1 < bytes.count, bytes[bytes.count - digits - 1] == UInt8(ascii: "|") else {
      return
    }
    row.item.title = Text(ASCIIBytes.text(bytes.dropLast(digits + 1)))
    view.convert(to: "title", as: row.item.title, .ownNumber, "the title stands without mSecure's number")
  }

  /// Line breaks are written as `\n`.
  private static func takeNotes(_ view: SourceView, _ row: inout RowBuilder) {
    guard let text = view.peek else { return }
    let plain = unescaped(text)
    guard plain != text else { return }
    row.item.credentials.append(.note(Note(content: EditableField(value: plain))))
    view.convert(to: "note.content", as: plain, .lineBreaks, "written line breaks stand as line breaks")
  }

  private static func unescaped(_ text: Text) -> Text {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x5C, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "n") {
        output.append(0x0A)
        index += 2
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return Text(ASCIIBytes.text(output))
  }

  private static func take(_ cell: SourceView, _ isCard: Bool, _ row: inout RowBuilder) {
    guard let text = cell.peek else { return }
    let parts = text.utf8.split(separator: UInt8(ascii: "|"), maxSplits: 2, omittingEmptySubsequences: false)
      .map { ASCIIBytes.text($0) }
    guard parts.count == 3 else { return }
    let value = Text(parts[2])
    guard !value.isEmpty else {
      cell.noteAbsent(.defaultValue, "a field without a value")
      return
    }
    let folded = ASCIIBytes.lower(parts[0])
    var place = places[folded]
    if !isCard, ["number", "pin", "expiration date"].contains(folded) { place = nil }
    if place == "scope.urls" {
      let address = ServiceAddress(value.string)
      if row.address == nil { row.address = address }
      if let stand = row.item.add(address, as: value) {
        cell.convert(toAll: [stand], .fieldsParted, "a field stands as an address")
      } else {
        cell.noteAbsent(.placeholderAddress, "a field holds a text that means no address")
      }
    } else if let stand = row.put(value, at: place, label: Text(parts[0])) {
      cell.convert(toAll: [stand], .fieldsParted, "a field stands by its label")
    } else {
      cell.noteAbsent(.defaultValue, "a field says that there is nothing")
    }
  }
}

extension FindingCode {
  /// A number that the exporter put behind a title.
  package static let ownNumber = FindingCode("exporter-own-number", .note)
  /// Line breaks written as `\n`.
  package static let lineBreaks = FindingCode("line-breaks-unescaped", .note)
}
