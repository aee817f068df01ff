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
    // Numbers of libsecret: any secret, a password of a network, a note, a password of a keyring, one of a key.
    "item-type": .kind(["0", "1", "2", "3", "4"]),
  ]

  /// Attributes that programs use for the parts of a login.
  private static let attributes: [Text: CellRole] = [
    "user": .username, "username": .username, "username_value": .username, "account": .username,
    "server": .url, "origin_url": .url, "signon_realm": .url, "action_url": .url,
    "xdg:schema": .kind(schemas),
  ]

  /// Schemas that say no more than that something is a password or a note.
  private static let schemas = [
    "org.freedesktop.secret.generic", "org.gnome.keyring.networkpassword", "org.gnome.keyring.note",
    "chrome_libsecret_password_schema", "chrome_libsecret_os_crypt_password_v2",
    "org.epiphany.formpassword", "org.gnome.keyring.chainedkeyring",
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
    let own = section.values.map { ($0.name, record.appendText($0.name, $0.text, offset: $0.offset)) }
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
      guard let role = roles[name] else { continue }
      if role.isStructure(view.text) { view.isStructural = true } else { builder.apply(role, view) }
    }
    for (name, nameView, value) in others {
      let role = attributes[name]
      switch role {
      case let role? where role.isStructure(value.text) || role.isKind && value.peek == nil:
        nameView.isStructural = true
        value.isStructural = true
      case .kind?:
        builder.keepUnknownKind(value, label: nameView.take(to: "custom-fields.fields.label"))
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
          (Text(ASCIIBytes.text(line[..<equals])), Text(KeyFile.unescaped(line[(equals + 1)...])), offset))
      }
    }
    return sections
  }
}
