internal import CredentialExchangeFormat

/// The CSV of Universal Password Manager, which has no header: title, user name, password, address, notes.
package enum UPMCSV {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "upm-csv", name: "Universal Password Manager", rpID: "upm.sourceforge.net", columns: [],
      signatures: [])
    table.layout = .positional(
      [.title, .username, .password, .url, .note], names: ["title", "username", "password", "url", "notes"])
    return table
  }()

  package static let format = table.format(
    "Universal Password Manager CSV", exportSteps: "Database > Export",
    Capabilities(native: [.logins, .notes]),
    detect: { probe in
      HeaderlessShape(cells: 5...5, address: 3, minimumCells: 5).detect(
        probe, "rows of five without header, an address in the fourth cell as UPM has it")
    })
}
