internal import CredentialExchangeFormat

/// The plain text of Password Safe: columns parted by tabs, group and title in one cell.
package enum PasswordSafeText {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "passwordsafe-text", name: "Password Safe", rpID: "pwsafe.org",
      columns: [
        .init(.title, "group/title"), .init(.username, "username"), .init(.password, "password"),
        .init(.url, "url"), .init(.field("Autotype"), "autotype"), .init(.created, "created time"),
        .init(.field("Password changed"), "password modified time"),
        .init(.field("Last access"), "last access time"), .init(.field("Expires"), "password expiry date"),
        .init(.field("Expiry interval"), "password expiry interval"),
        .init(.modified, "record modified time"),
        .init(.field("Policy"), "password policy"), .init(.field("Policy name"), "password policy name"),
        .init(.secret("Password history"), "history"), .init(.field("Run command"), "run command"),
        .init(.field("Double-click action"), "dca"), .init(.field("Shift double-click action"), "shift+dca"),
        .init(.loginEmail, "e-mail", "email"), .init(.field("Protected"), "protected"),
        .init(.field("Symbols"), "symbols"), .init(.field("Keyboard shortcut"), "keyboard shortcut"),
        .init(.totp, "two factor key"), .init(.note, "notes"),
      ],
      signatures: [.distinctive("group/title", "username", "password")])
    table.quotes = .lastCellRaw
    table.interpret = { row, draft in
      guard let view = row.cell("group/title"), let text = view.peek else { return .item }
      let (group, plain) = parted(Array(text.utf8))
      guard !plain.utf8.isEmpty, group != nil || Text(plain) != text else { return .item }
      if let group {
        let path = FolderPath.split(group, style: .escapedDot).path
        if let folder = draft.folder(path) { row.folders = [folder] }
      }
      row.item.title = Text(plain)
      view.convert(to: "title", as: Text(plain), .folderPath, "group and title stand apart")
      return .item
    }
    return table
  }()

  /// Group and title. A dot parts groups; a title with dots has another character for them, or quotes around it.
  private static func parted(_ bytes: [UInt8]) -> (group: String?, title: String) {
    let (dot, quote) = (UInt8(ascii: "."), UInt8(ascii: "\""))
    if bytes.last == quote, bytes.count > 2,
      let open = bytes.indices.dropLast().last(where: {
        bytes[$0] == quote && ($0 == 0 || bytes[$0 - 1] == dot)
      }),
      bytes[open...].contains(dot)
    {
      let title = ASCIIBytes.text(bytes[(open + 1)..<(bytes.count - 1)])
      return (open > 0 ? ASCIIBytes.text(bytes[..<(open - 1)]) : nil, title)
    }
    let last = bytes.indices.last { bytes[$0] == dot && ($0 == 0 || bytes[$0 - 1] != 0x5C) }
    let title = last.map { ASCIIBytes.text(bytes[($0 + 1)...]) } ?? ASCIIBytes.text(bytes)
    let plain = String(String.UnicodeScalarView(title.unicodeScalars.map { $0 == "\u{BB}" ? "." : $0 }))
    return (last.map { ASCIIBytes.text(bytes[..<$0]) }, plain)
  }

  package static let format = table.format(
    "Password Safe plain text",
    exportSteps: "File > Export To > Plain Text (prefer XML or the .psafe3 itself)",
    Capabilities(native: [.logins, .notes, .folders, .dates], converted: [.customFields]))

  /// Password Gorilla, which keeps the same files.
  static let gorilla = TableFormat(
    id: "gorilla-csv", name: "Password Gorilla", rpID: "pwsafe.org",
    columns: [
      .init(.identifier, "uuid"), .init(.folder(.escapedDot), "group"), .init(.title, "title"),
      .init(.url, "url"),
      .init(.username, "user"), .init(.password, "password"), .init(.note, "notes"),
    ],
    signatures: [.all("uuid", "group", "title", "user", "password", "notes")])

  package static let gorillaFormat = gorilla.format(
    "Password Gorilla CSV", exportSteps: "File > Export", Capabilities(native: [.logins, .notes, .folders]))
}
