internal import CredentialExchangeFormat

/// The CSV of LastPass, whose notes hold what has no column of its own.
package enum LastPassCSV {
  private static let note = "http://sn"
  private static let group = "http://group"

  static let table: TableFormat = {
    var table = TableFormat(
      id: "lastpass-csv", name: "LastPass", rpID: "lastpass.com",
      columns: [
        .init(.address(placeholders: [note, group]), "url"), .init(.username, "username"),
        .init(.password, "password"), .init(.totp, "totp"), .init(.note, "extra"), .init(.title, "name"),
        .init(.folder(.backslash), "grouping"), .init(.favorite, "fav"),
        .init(.field("Last touched"), "last_touch"), .init(.field("Attachments"), "attachpresent"),
      ],
      signatures: [.distinctive("url", "name", "extra", "grouping")])
    table.undo = HTMLEntities.undo
    table.unwrap = page
    table.interpret = interpret
    return table
  }()

  package static let format = table.format(
    "LastPass CSV", exportSteps: "Account > Advanced Options > Export > LastPass CSV File",
    Capabilities(
      native: [.logins, .totp, .notes, .folders, .favorites, .cards, .identities, .sshKeys],
      converted: [.customFields]),
    detect: { probe in
      isPage(probe.bytes)
        ? Detection(.certain, "it is a page with LastPass's columns in it", score: 200) : nil
    })

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, draft in
    let address = row.word("url")
    if address == group, let view = row.cell("grouping") ?? row.cell("name"), let text = view.peek,
      let folder = draft.folder(FolderPath.split(text.string, style: .backslash).path)
    {
      draft.carry(view, asPathOf: folder, isExact: false)
      if let url = row.cell("url") {
        url.noteAbsent(.placeholderAddress, "the row is a folder without items")
      }
      return .folders
    }
    if row.peek("grouping") == "(none)" {
      row.cell("grouping")?.noteAbsent(.defaultValue, "the item is in no folder")
    }
    if address == note, let view = row.cell("extra"), let text = view.peek,
      let typed = LastPassNote(text.string)
    {
      typed.read(view, into: &row)
    }
    return .item
  }

  // MARK: The page in which some browsers saved the export

  private static let marks = ["<pre", "url,username,password"]

  private static func isPage(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(1 << 16).drop(while: { ASCIIBytes.isBlank($0) || $0 >= 0x80 })
    guard head.first == UInt8(ascii: "<") else { return false }
    let text = ASCIIBytes.lower(ASCIIBytes.text(head))
    return marks.allSatisfy { range(of: $0, in: Array(text.utf8), from: 0) != nil }
  }

  /// The text between `<pre>` and `</pre>` with its entities decoded, when the file is a page.
  private static let page: @Sendable (DecodedText) -> [UInt8]? = { text in
    guard isPage(text.utf8) else { return nil }
    let folded = text.utf8.map { ASCIIBytes.lower($0) }
    guard let open = range(of: "<pre", in: folded, from: 0),
      let start = folded[open.upperBound...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let end = range(of: "</pre", in: folded, from: start)?.lowerBound ?? folded.count
    return HTMLEntities.decode(Array(text.utf8[(start + 1)..<end])).bytes
  }

  private static func range(of word: String, in bytes: [UInt8], from start: Int) -> Range<Int>? {
    let word = Array(word.utf8)
    guard word.count <= bytes.count, start <= bytes.count - word.count else { return nil }
    for index in start...(bytes.count - word.count) where bytes[index] == word[0] {
      if bytes[index..<(index + word.count)].elementsEqual(word) { return index..<(index + word.count) }
    }
    return nil
  }
}
