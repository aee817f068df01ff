internal import CredentialExchangeFormat

/// The text file of Kaspersky Password Manager: sections, and records between lines of dashes.
package enum KasperskyText {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "kaspersky-text", name: "Kaspersky Password Manager", rpID: "kaspersky.com",
      columns: [
        .init(.title, "website name", "application", "account name", "name"), .init(.url, "website url"),
        .init(.subtitle, "login name"), .init(.username, "login"), .init(.password, "password"),
        .init(.note, "comment", "text"),
      ], signatures: [])
    table.interpret = { row, _ in
      if row.titleView == nil, row.cell("website name")?.peek == nil {
        row.setRole(.title, of: "login name")
      }
      return .item
    }
    return table
  }()

  package static let format = Format(
    id: table.origin.id, name: "Kaspersky Password Manager TXT", rpID: table.origin.rpID,
    exportSteps: "Settings > Export > Text file",
    capabilities: Capabilities(native: [.logins, .notes]),
    detect: { probe in
      guard let head = probe.textHead, !probe.looksLikeJSON else { return nil }
      let lines = TextLines(Array(head.utf8.prefix(1 << 14))).lines
      guard let first = lines.first(where: { !$0.isBlank }), sections[first.text] != nil,
        lines.contains(where: { $0.value("Login") != nil || $0.value("Text") != nil })
      else { return nil }
      return Detection(
        .certain, "it begins with the section \(first.text) and has records of labels", score: 100)
    },
    read: { (file, options) throws(FormatError) in
      let text = TextDecoding.decode(file.bytes)
      return table.read(records(text.utf8), of: text, options)
    }, makeWriter: nil)

  /// The labels of each section, in order; what the last one holds may go on over lines.
  private static let sections: [String: [Text]] = [
    "Websites": ["Website name", "Website URL", "Login name", "Login", "Password", "Comment"],
    "Applications": ["Application", "Login name", "Login", "Password", "Comment"],
    "Other Accounts": ["Account name", "Login name", "Login", "Password", "Comment"],
    "Notes": ["Name", "Text"],
  ]

  private static func records(_ bytes: [UInt8]) -> [TextRecord] {
    let lines = TextLines(bytes).lines
    var labels: [Text] = []
    var records: [TextRecord] = []
    var current: TextRecord?
    // What goes on over lines: where it begins, and where its lines end.
    var long: (name: Text, offset: Int, ends: [Int])?

    var lastLineIsEmpty = false

    func close() {
      if let open = long, var record = current {
        var ends = open.ends
        // A blank line stands before the dashes.
        if lastLineIsEmpty, ends.count > 1 { ends.removeLast() }
        let text = bytes[open.offset..<(ends.last ?? open.offset)]
        record.add(open.name, (Text(ASCIIBytes.text(text)), open.offset))
        current = record
      }
      if let record = current { records.append(record) }
      current = nil
      long = nil
    }

    for (number, line) in lines.enumerated() {
      if line.text == "---" {
        close()
        continue
      }
      if current == nil {
        guard !line.isBlank else { continue }
        let isHeading = number + 1 == lines.count || lines[number + 1].isBlank
        if isHeading, let known = sections[line.text] {
          labels = known
          continue
        }
      }
      if long != nil {
        long?.ends.append(line.bytes.endIndex)
        lastLineIsEmpty = line.bytes.isEmpty
        continue
      }
      var record = current ?? TextRecord(offset: line.offset)
      if let label = labels.first(where: { line.value($0.string) != nil }),
        let value = line.value(label.string)
      {
        if label == labels.last {
          long = (label, value.offset, [line.bytes.endIndex])
          lastLineIsEmpty = false
        } else {
          record.add(label, value)
        }
      } else if !line.isBlank {
        record.add("Line", (Text(line.text), line.offset))
      }
      current = record
    }
    close()
    return records
  }
}
