internal import CredentialExchangeFormat

/// The CSV of Passwordstate, a list of lists: the header stands anew before each.
package enum PasswordstateCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "passwordstate-csv", name: "Passwordstate", rpID: "clickstudios.com.au",
      columns: [
        .init(.structure, "passwordlistid"), .init(.field("Password list"), "password list"),
        .init(.folder(.backslash), "treepath"), .init(.identifier, "passwordid"), .init(.title, "title"),
        .init(.field("Domain or host"), "domainorhost"), .init(.username, "username"),
        .init(.field("Description"), "description"), .init(.field("Account type"), "account type"),
        .init(.note, "notes"), .init(.url, "url"), .init(.password, "password"),
        .init(.field("Expires"), "expirydate"), .init(.totp, "otpuri"),
      ],
      signatures: [.distinctive("passwordlistid", "password list", "treepath", "title", "password")])
    table.interpret = { row, draft in
      let path = row.peek("treepath").map { FolderPath.split($0.string, style: .backslash).path }
      let list = row.peek("password list")
      let full = FolderPath((path?.names ?? []) + (list.map { [$0.string] } ?? []))
      if let folder = draft.folder(full) {
        for name: Text in ["treepath", "password list"] {
          guard let view = row.cell(name), view.peek != nil else { continue }
          draft.carry(view, asPathOf: folder, isExact: false)
        }
        row.folders = [folder]
      }
      // A row without an entry announces its list.
      let isList = row.cells.allSatisfy { !$0.isValue || $0.isTaken }
      return isList ? .folders : .item
    }
    return table
  }()

  package static let format = table.format(
    "Passwordstate CSV", exportSteps: "Administration > Export All Passwords > CSV",
    Capabilities(native: [.logins, .totp, .notes, .folders], converted: [.customFields]))
}
