package import CredentialExchangeFormat

/// The CSV of RoboForm, whose last column goes on for as many fields as a row has.
package enum RoboFormCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "roboform-csv", name: "RoboForm", rpID: "roboform.com",
      columns: [
        .init(.title, "name"), .init(.url, "url"), .init(.url, "matchurl"), .init(.username, "login"),
        .init(.password, "pwd"), .init(.note, "note"), .init(.folder(.slash), "folder"),
        .init(.structure, "rffieldsv2", "rf_fields"),
      ],
      signatures: [.distinctive("name", "login", "pwd", "rffieldsv2|rf_fields")])
    table.hasExtraCells = true
    table.undo = guardUndo
    table.interpret = interpret
    return table
  }()

  package static let format = table.format(
    "RoboForm CSV", exportSteps: "Menu > Options > Account & Data > Export > Logins as CSV",
    Capabilities(native: [.logins, .totp, .notes, .folders, .customFields]))

  /// The writer puts `'` before texts that begin with `@` or `'`, so that no spreadsheet takes them for formulas.
  private static let guardUndo = CellUndo(
    code: .formulaGuard, survey: { _ in true },
    restore: { cell, column in column == "login" || column == "pwd" ? unguarded(cell) : nil }, finding: nil)

  /// The text without one leading guard; nil where there is none.
  static func unguarded(_ text: Text) -> Text? {
    let bytes = Array(text.utf8)
    let mark = UInt8(ascii: "'")
    guard bytes.count > 1, bytes[0] == mark, bytes[1] == mark || bytes[1] == UInt8(ascii: "@") else {
      return nil
    }
    return Text(ASCIIBytes.text(bytes.dropFirst()))
  }

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, _ in
    // The column of fields is the last of the header; whatever comes behind is of its kind.
    guard
      let first = row.cells.firstIndex(where: {
        ["rffieldsv2", "rf_fields"].contains(ASCIIBytes.lower($0.name.string))
      })
    else { return .item }
    for cell in row.cells[first...] {
      cell.isStructural = false
      row.setRole(.secret(), ofCell: cell.index - 1)
      guard let text = cell.peek, let field = RoboFormField(text.string) else { continue }
      take(cell, field, &row)
    }
    return .item
  }

  private static func take(_ cell: SourceView, _ field: RoboFormField, _ row: inout RowBuilder) {
    // The form's own fields repeat the columns.
    if let value = row.peek("login"), field.value == value, !field.isSecret {
      cell.convert(to: "basic-auth.username", as: value, .repeatedValue, "a field repeats the user name")
    } else if let value = row.peek("pwd"), field.value == value {
      cell.convert(to: "basic-auth.password", as: value, .repeatedValue, "a field repeats the password")
    } else if ASCIIBytes.hasPrefix(field.label.utf8, "totp key") {
      takeCode(cell, field.value, &row)
    } else if field.value.isEmpty {
      cell.noteAbsent(.defaultValue, "a field of the form without a value")
    } else {
      row.put(
        [
          CellText.Field(
            label: Text(field.label), value: field.value, type: field.isSecret ? .concealedString : .string)
        ], from: cell)
    }
  }

  private static func takeCode(_ cell: SourceView, _ secret: Text, _ row: inout RowBuilder) {
    guard let code = try? OneTimeCode.parse(secret), let credential = TOTP(code) else { return }
    row.item.credentials.append(.totp(credential))
    cell.convert(
      to: "totp.secret", as: code.base32Secret, .oneTimeCodeConverted,
      "a field of the form is a one-time code")
  }
}

/// A field of a form: `User ID$,,,txt,value`, or `User ID$:txt:value` in old files.
struct RoboFormField {
  var label: String
  var value: Text
  var isSecret: Bool

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    func parts(_ separator: UInt8, _ count: Int) -> [ArraySlice<UInt8>]? {
      let parts = bytes.split(separator: separator, maxSplits: count - 1, omittingEmptySubsequences: false)
      return parts.count == count ? parts : nil
    }
    let kind: String
    if let new = parts(UInt8(ascii: ","), 5), new[1].isEmpty, new[2].isEmpty {
      label = ASCIIBytes.text(new[0])
      kind = ASCIIBytes.text(new[3])
      value = Text(ASCIIBytes.text(new[4]))
    } else if let old = parts(UInt8(ascii: ":"), 3), old[1].count == 3 {
      label = ASCIIBytes.text(old[0])
      kind = ASCIIBytes.text(old[1])
      value = Text(ASCIIBytes.text(old[2]))
    } else {
      return nil
    }
    value = RoboFormCSV.unguarded(value) ?? value
    if label.utf8.last == UInt8(ascii: "$") { label = ASCIIBytes.text(label.utf8.dropLast()) }
    isSecret = kind == "pwd"
  }
}

extension FindingCode {
  /// An apostrophe before a text that a spreadsheet might take for a formula was taken off.
  package static let formulaGuard = FindingCode("formula-guard", .note)
}
