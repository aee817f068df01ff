package import CredentialExchangeFormat

/// What `security dump-keychain -d` prints of a keychain of macOS.
package enum AppleKeychainText {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "apple-keychain-text", name: "macOS keychain", rpID: "apple.com",
      columns: [
        .init(.title, "label"), .init(.username, "acct"), .init(.password, "data"), .init(.created, "cdat"),
        .init(.modified, "mdat"), .init(.note, "icmt"), .init(.structure, "class"),
        .init(.kind(["note"]), "type"),
        .init(.field("Kind"), "desc"), .init(.field("Service"), "svce"), .init(.field("Protocol"), "ptcl"),
        .init(.url, "srvr"), .init(.field("Path"), "path"), .init(.field("Port"), "port"),
        .init(.field("Security domain"), "sdmn"), .init(.structure, "crtr"), .init(.structure, "atyp"),
      ], signatures: [])
    table.interpret = interpret
    return table
  }()

  package static let format = Format(
    id: table.origin.id, name: "macOS keychain as text", rpID: table.origin.rpID,
    exportSteps: "security dump-keychain -d login.keychain > keychain.txt",
    capabilities: Capabilities(native: [.logins, .notes, .dates], converted: [.customFields]),
    detect: { probe in
      guard let head = probe.textHead, head.utf8.starts(with: "keychain: ".utf8) else { return nil }
      let lines = TextLines(Array(head.utf8.prefix(4096))).lines
      guard lines.contains(where: { $0.text == "attributes:" }) else { return nil }
      return Detection(.certain, "it has keychain, class and attributes, as security prints them", score: 100)
    },
    read: { (file, options) throws(FormatError) in
      let text = TextDecoding.decode(file.bytes)
      return table.read(records(text.utf8), of: text, options)
    }, makeWriter: nil)

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, _ in
    let kind = row.cell("class")?.text
    guard kind == "genp" || kind == "inet" else {
      return .leave(.ownRecord, "the entry is a key or a certificate, which is no password")
    }
    if row.cell("type")?.text == "note" || row.peek("desc") == "secure note" { takeNote(&row) }
    takeAddress(&row)
    return .item
  }

  /// A note is a property list with the text beside its formatted form.
  private static func takeNote(_ row: inout RowBuilder) {
    guard let view = row.cell("data"), let text = view.peek else { return }
    if let start = text.string.range(of: "<key>NOTE</key>"),
      let open = text.string[start.upperBound...].range(of: "<string>"),
      let close = text.string[open.upperBound...].range(of: "</string>")
    {
      let inner = text.string[open.upperBound..<close.lowerBound]
      let note = Text(ASCIIBytes.text(HTMLEntities.decode(Array(inner.utf8)).bytes))
      guard !note.isEmpty else { return }
      row.item.credentials.append(.note(Note(content: EditableField(value: note))))
      view.convert(
        to: "note.content", as: note, .plainNote, "the text of the note stands without its formatting")
    } else {
      row.setRole(.note, of: "data")
    }
    row.setRole(.usual(["secure note"]), of: "desc")
  }

  private static let schemes: [String: String] = ["htps": "https", "http": "http"]

  /// Host, path and port stand apart; the address is made of them.
  private static func takeAddress(_ row: inout RowBuilder) {
    guard let server = row.cell("srvr"), let host = server.peek, let code = row.peek("ptcl"),
      let scheme = schemes[code.string]
    else { return }
    var address = "\(scheme)://\(host.string)"
    var views = [server]
    if let view = row.cell("ptcl") { views.append(view) }
    if let view = row.cell("port"), let port = view.peek {
      if let number = ASCIIBytes.number(port.utf8), number > 0, !host.utf8.contains(UInt8(ascii: "/")) {
        address += ":\(number)"
        views.append(view)
      } else if port == "0" {
        view.noteAbsent(.defaultValue, "the port is the usual one")
      }
    }
    if let view = row.cell("path"), let path = view.peek, !host.utf8.contains(UInt8(ascii: "/")) {
      address += path.string
      views.append(view)
    }
    let read = ServiceAddress(address)
    row.address = read
    guard let place = row.item.add(read, as: Text(address)) else { return }
    for view in views {
      view.convert(toAll: [place], .addressJoined, "host, path and protocol stand as one address")
    }
  }

  private static func records(_ bytes: [UInt8]) -> [TextRecord] {
    var records: [TextRecord] = []
    var isData = false
    for line in TextLines(bytes).lines {
      if line.bytes.starts(with: "keychain: ".utf8) {
        records.append(TextRecord(offset: line.offset))
        isData = false
        continue
      }
      guard let last = records.indices.last else { continue }
      if line.text == "data:" {
        isData = true
      } else if isData {
        if let value = value(line.bytes, isData: true) { records[last].add("data", value) }
        isData = false
      } else if let value = line.value("class") {
        records[last].add("class", value.text.utf8.first == 0x22 ? unquoted(value) : value)
      } else if line.bytes.starts(with: "    ".utf8), let pair = attribute(line.bytes.dropFirst(4)) {
        records[last].add(pair.name, pair.value)
      }
    }
    return records
  }

  private static func unquoted(_ value: (text: Text, offset: Int)) -> (text: Text, offset: Int) {
    (Text(ASCIIBytes.text(value.text.utf8.dropFirst().dropLast())), value.offset + 1)
  }

  /// `"acct"<blob>="name"`, `0x00000007 <blob>="title"`; nil where there is no value.
  private static func attribute(_ line: ArraySlice<UInt8>) -> (name: Text, value: (text: Text, offset: Int))?
  {
    guard let open = line.firstIndex(of: UInt8(ascii: "<")),
      let equals = line.firstIndex(of: UInt8(ascii: "=")),
      open < equals, let value = value(line[(equals + 1)...])
    else { return nil }
    let raw = ASCIIBytes.text(ASCIIBytes.trimmed(line[..<open]).filter { $0 != UInt8(ascii: "\"") })
    let type = line[(open + 1)..<equals]
    let name: Text = raw == "0x00000007" ? "label" : Text(raw)
    if type.starts(with: "timedate".utf8) { return (name, (moment(value.text), value.offset)) }
    if type.starts(with: "uint32".utf8), value.text.utf8.starts(with: "0x".utf8) {
      let number = UInt64(ASCIIBytes.text(value.text.utf8.dropFirst(2)), radix: 16)
      return (name, (number.map { Text(String($0)) } ?? value.text, value.offset))
    }
    return (name, value)
  }

  /// `20190418184252Z` with a zero byte behind it, in the form of RFC 3339.
  private static func moment(_ text: Text) -> Text {
    let digits = Array(text.utf8.prefix(while: ASCIIBytes.isDigit))
    guard digits.count == 14 else { return text }
    return Text(ASCIIBytes.text(digits[..<8]) + "T" + ASCIIBytes.text(digits[8...]) + "Z")
  }

  /// A value: quoted, or in hexadecimal where it holds what cannot be printed; nil for `<NULL>` and nothing.
  private static func value(_ bytes: ArraySlice<UInt8>, isData: Bool = false) -> (text: Text, offset: Int)? {
    let quote = UInt8(ascii: "\"")
    if bytes.first == quote, bytes.count > 1, bytes.last == quote {
      return (Text(ASCIIBytes.text(bytes.dropFirst().dropLast())), bytes.startIndex + 1)
    }
    guard bytes.starts(with: "0x".utf8) else { return nil }
    let digits = bytes.dropFirst(2).prefix { SecretEncoding.hexValue($0) != nil }
    // A number stands alone; an attribute's text has its printable form behind it.
    guard isData || digits.endIndex < bytes.endIndex, digits.count % 2 == 0 else {
      return (Text(ASCIIBytes.text(bytes)), bytes.startIndex)
    }
    var decoded: [UInt8] = []
    var index = digits.startIndex
    while index < digits.endIndex, let high = SecretEncoding.hexValue(digits[index]),
      let low = SecretEncoding.hexValue(digits[index + 1])
    {
      decoded.append(high << 4 | low)
      index += 2
    }
    if decoded.last == 0 { decoded.removeLast() }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      return (Text(ASCIIBytes.text(bytes)), bytes.startIndex)
    }
    return (Text(text), bytes.startIndex)
  }
}

extension String {
  /// The first place of a text in this one, byte by byte.
  fileprivate func range(of word: String) -> Range<String.Index>? { self[...].range(of: word) }
}

extension Substring {
  /// The first place of a text in this one, byte by byte.
  fileprivate func range(of word: String) -> Range<String.Index>? {
    let word = Array(word.utf8)
    guard let first = word.first else { return nil }
    var index = utf8.startIndex
    while let start = utf8[index...].firstIndex(of: first) {
      if utf8[start...].starts(with: word) {
        return start..<utf8.index(start, offsetBy: word.count)
      }
      index = utf8.index(after: start)
    }
    return nil
  }
}

extension FindingCode {
  /// A formatted note as plain text.
  package static let plainNote = FindingCode("note-without-formatting", .note)
  /// Parts of an address stand as one.
  package static let addressJoined = FindingCode("address-joined", .note)
}
