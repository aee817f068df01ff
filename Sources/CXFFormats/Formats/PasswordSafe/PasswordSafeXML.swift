internal import CredentialExchangeFormat

/// The XML of Password Safe (pwsafe.org).
package enum PasswordSafeXML {
  static let origin = Format.Origin(id: "passwordsafe-xml", name: "Password Safe", rpID: "pwsafe.org")

  package static let format = Format(
    id: origin.id, name: "Password Safe XML", rpID: origin.rpID, exportSteps: "File > Export To > XML Format",
    capabilities: Capabilities(native: [.logins, .totp, .notes, .folders, .dates, .history]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "passwordsafe" else { return nil }
      return Detection(.certain, "its root element is passwordsafe")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "passwordsafe", syntheticIDs: false).read(file, options) { tree, draft in
        let delimiter = tree.root.peek("@delimiter")
        for child in tree.root.children where child.name != "entry" { child.markStructure() }
        for (number, entry) in tree.root.all("entry").enumerated() where entry.kind == .object {
          read(tree.cut(entry, number: number + 1), delimiter, &draft)
        }
      }
    },
    makeWriter: nil)

  /// Beside what is a value there are settings of how the program treats an entry, and marks of use.
  private static let roles: [Text: CellRole] = [
    "group": .folder(.escapedDot), "title": .title, "username": .username, "password": .password, "url": .url,
    "email": .loginEmail, "ctimex": .created, "rmtimex": .modified, "pmtimex": .field("Password changed"),
    "xtimex": .field("Expires"), "autotype": .field("Auto-type"), "runcommand": .field("Run command"),
    "twofactorkey": .totp, "twofactorykey": .totp, "@id": .structure, "@normal": .structure,
    "uuid": .structure,
    "atimex": .structure, "dca": .structure, "shiftdca": .structure, "protected": .structure,
    "kbdshortcut": .structure,
    "PasswordPolicy": .structure, "PasswordPolicyName": .structure, "entrypasswordpolicy": .structure,
    "xtime_interval": .structure,
  ]

  private static func read(_ record: SourceRecord, _ delimiter: Text?, _ draft: inout VaultDraft) {
    let entry = record.root
    let id = entry.peek("uuid").flatMap { KeePassText.uuid(hex: $0.utf8) }
    var builder = RowBuilder(record, of: origin, id: id.map { Identifier($0) })
    builder.apply(roles, to: entry)
    if let notes = entry["notes"], let text = notes.peek {
      let whole = delimiter.map { Text(text.string.replacingBytes($0.string, with: "\n")) } ?? text
      if whole == text {
        builder.apply(.note, notes)
      } else {
        builder.item.credentials.append(.note(Note(content: EditableField(value: whole))))
        notes.convert(
          to: "note.content", as: whole, .lineBreaks,
          "\(notes.label) has another character for its line breaks")
      }
    }
    for history in entry.all("pwhistory") {
      for child in history.children where child.kind != .object { child.markStructure() }
      let versions = history.all("history_entries").flatMap { $0.all("history_entry") }
      for (index, version) in versions.enumerated().reversed() {
        version["@num"]?.markStructure()
        // A password counted from when it was set; it was the password until the next one was.
        let next = index + 1 < versions.count ? versions[index + 1].peek("changedx") : entry.peek("pmtimex")
        if let password = version["oldpassword"]?.take(
          to: ToolkitExtension.history.place("passwords.password"))
        {
          builder.earlierPasswords.append((password, KeePassText.seconds(next)))
          version["changedx"]?.markStructure()
        }
        version["changed"]?.markStructure()
      }
    }
    builder.finish(&draft)
  }
}
