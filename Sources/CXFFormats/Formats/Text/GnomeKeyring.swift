internal import CredentialExchangeFormat

/// A keyring of GNOME that is not encrypted: a key file, with sections for the items and for their attributes.
package enum GnomeKeyring {
  static let origin = Format.Origin(id: "gnome-keyring", name: "GNOME Keyring", rpID: "gnome.org")

  package static let format = Format(
    id: origin.id, name: "GNOME Keyring (unencrypted)", rpID: origin.rpID,
    exportSteps: "~/.local/share/keyrings/NAME.keyring of a keyring with an empty password",
    capabilities: Capabilities(native: [.logins, .customFields, .dates]),
    detect: { probe in
      if probe.bytes.starts(with: encryptedMark) {
        return Detection(.certain, "it begins as an encrypted keyring of GNOME does")
      }
      guard let text = probe.textHead, firstLine(text.utf8) == "[keyring]" else { return nil }
      return Detection(.certain, "its first section is [keyring]")
    },
    read: { (file, options) throws(FormatError) in
      guard !file.bytes.starts(with: encryptedMark) else {
        throw EncryptedSource(file, "a keyring of GNOME").unsupported(
          "it is encrypted with the password of the login",
          hint:
            "in Seahorse, change the password of the keyring to an empty one, convert the file, and change it back"
        )
      }
      return read(file, options)
    },
    makeWriter: nil)

  private static let encryptedMark = Array("GnomeKeyring\n\r\0\n".utf8)

  private static func firstLine(_ text: [UInt8]) -> String? {
    CellText.lines(of: ASCIIBytes.text(text.prefix(256))).first {
      !$0.utf8.isEmpty && $0.utf8.first != UInt8(ascii: "#")
    }
  }

  private struct Section {
    var name: String
    var offset: Int
    var values: [(name: Text, text: Text, offset: Int)] = []

    subscript(name: Text) -> Text? { values.first { $0.name == name }?.text }
  }

  private static let roles: [Text: CellRole] = [
    "display-name": .title, "secret": .password, "ctime": .created, "mtime": .modified,
  ]

  /// Attributes that programs use for the parts of a login.
  private static let attributes: [Text: CellRole] = [
    "user": .username, "username": .username, "username_value": .username, "account": .username,
    "server": .url, "origin_url": .url, "signon_realm": .url, "action_url": .url, "xdg:schema": .structure,
  ]

  private static func read(_ file: SourceFile, _ options: ReadOptions) -> Reading {
    let text = TextDecoding.decode(file.bytes)
    var draft = VaultDraft(origin, options: options, syntheticIDs: true)
    let sections = sections(text.utf8)
    var number = 0
    for section in sections where section.name != "keyring" && !section.name.utf8.contains(UInt8(ascii: ":"))
    {
      number += 1
      let parts = sections.filter { $0.name.utf8.starts(with: "\(section.name):attribute".utf8) }
      read(section, parts, number, &draft)
    }
    return draft.finish(
      text: text.utf8, isJSON: false, fileOffsets: { offsets in offsets.map { text.sourceOffset(of: $0) } })
  }

  private static func read(_ section: Section, _ parts: [Section], _ number: Int, _ draft: inout VaultDraft) {
    let record = SourceRecord(texts: section.offset, number: number)
    let own = section.values.filter { $0.name != "item-type" && $0.text != "0" }.map {
      ($0.name, record.appendText($0.name, $0.text, offset: $0.offset))
    }
    let others = parts.compactMap { part -> (Text, SourceView, SourceView)? in
      guard let name = part["name"], let value = part["value"] else { return nil }
      return (
        name, record.appendText("attribute name", name, offset: part.offset),
        record.appendText("attribute", value, offset: part.offset)
      )
    }
    record.endTexts()
    var builder = RowBuilder(record, of: origin, id: nil)
    for (name, view) in own {
      if let role = roles[name] { builder.apply(role, view) }
    }
    for (name, nameView, value) in others {
      let role = attributes[name]
      switch role {
      case .structure?:
        nameView.isStructural = true
        value.isStructural = true
      case let role?:
        nameView.isStructural = true
        builder.apply(role, value)
      case nil:
        guard value.peek != nil else {
          nameView.isStructural = true
          continue
        }
        builder.item.appendCustomField(
          EditableField(
            fieldType: RowBuilder.type(ofColumn: name), value: value.take(to: "custom-fields.fields") ?? "",
            label: nameView.take(to: "custom-fields.fields.label")))
      }
    }
    builder.finish(&draft)
  }

  /// The sections with their values, escapes undone.
  private static func sections(_ text: [UInt8]) -> [Section] {
    var sections: [Section] = []
    var offset = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
        sections.append(Section(name: ASCIIBytes.text(line.dropFirst().dropLast()), offset: offset))
      } else if line.first != UInt8(ascii: "#"), let equals = line.firstIndex(of: UInt8(ascii: "=")),
        !sections.isEmpty
      {
        sections[sections.count - 1].values.append(
          (Text(ASCIIBytes.text(line[..<equals])), Text(unescaped(line[(equals + 1)...])), offset))
      }
    }
    return sections
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "s"): 0x20, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
      UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first, let meant = escapes[next] {
        result.append(meant)
        rest = rest.dropFirst()
      } else {
        result.append(byte)
      }
    }
    return ASCIIBytes.text(result)
  }
}
