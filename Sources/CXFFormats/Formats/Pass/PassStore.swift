internal import CredentialExchangeFormat

/// The folder of pass and gopass: a file for each entry, encrypted with OpenPGP. The user's own `gpg` opens them.
package enum PassStore {
  static let origin = Format.Origin(id: "pass", name: "pass", rpID: "passwordstore.org")

  package static let format = Format(
    id: origin.id, name: "pass and gopass (folder)", rpID: origin.rpID,
    exportSteps: "the folder ~/.password-store itself; gpg must be able to open its entries",
    capabilities: Capabilities(native: [.logins, .totp, .notes, .customFields, .folders, .attachments]),
    detect: { probe in
      guard let members = probe.members, !entries(members).isEmpty else { return nil }
      guard members.all.contains(where: { [".gpg-id", ".age-recipients"].contains($0.lastName) }) else {
        return nil
      }
      return Detection(
        .certain, "it has a file .gpg-id or .age-recipients, and entries that end with .gpg or .age")
    },
    read: { (file, options) throws(FormatError) in
      if let folder = file.folder { return try read(folder, file, options) }
      return try read(try SourceMembers(zip: file), file, options)
    },
    makeWriter: nil)

  /// The most bytes that an entry may have.
  private static let entryLimit = 1 << 28

  /// The files that are entries: none in hidden folders.
  private static func entries(_ members: SourceMembers) -> [SourceMembers.Member] {
    members.all.filter { member in
      let parts = member.name.utf8.split(separator: UInt8(ascii: "/"))
      return parts.allSatisfy { $0.first != UInt8(ascii: ".") }
        && (member.name.utf8.suffix(4).elementsEqual(".gpg".utf8)
          || member.name.utf8.suffix(4).elementsEqual(".age".utf8))
    }
  }

  private static func read(
    _ members: SourceMembers, _ file: SourceFile, _ options: ReadOptions
  ) throws(FormatError) -> Reading {
    let source = EncryptedSource(file, "a store of pass")
    var draft = VaultDraft(origin, options: options, syntheticIDs: true)
    let entries = entries(members)
    guard entries.contains(where: { $0.name.utf8.suffix(4).elementsEqual(".gpg".utf8) }) else {
      throw source.unsupported(
        "its entries are encrypted with age, which is not read here",
        hint: "in gopass, move the store to one with gpg, or decrypt the entries with age")
    }
    var opened = 0
    for (number, entry) in entries.enumerated() {
      let path = FolderPath.split(
        String(decoding: entry.name.utf8.dropLast(4), as: UTF8.self), style: .slash
      ).path.names
      let record = SourceRecord(texts: 0, number: number + 1)
      do {
        let plaintext = try GnuPG.decrypt(
          try entry.bytes(limit: entryLimit), passphrase: options.passphrase, keys: .user)
        opened += 1
        PassEntry(path: path, content: plaintext).add(to: &draft, record)
      } catch GnuPG.Failure.missing {
        throw source.unsupported(
          "its entries are opened by the program gpg, which is not installed",
          hint: "install the package gnupg")
      } catch let error as FormatError {
        throw error
      } catch {
        record.appendText("path", Text(path.joined(separator: "/")))
        record.endTexts()
        draft.fail(
          record,
          Finding(
            .encryptedDataDamaged, position: SourcePosition(member: entry.name), item: path.last,
            message: "gpg cannot open the entry: its key is not there, or the file is damaged",
            action: .failed))
      }
    }
    guard opened > 0 else {
      _ = try source.passphrase(options)
      throw FormatError(
        .wrongPassphrase,
        Finding(
          .wrongPassword, file: file.name,
          message:
            "gpg opens no entry of the store: the key that .gpg-id names is not there, or its passphrase is another one",
          action: .failed),
        hint: "try 'gpg --decrypt' on one of the entries")
    }
    var reading = draft.finish(text: [], isJSON: false, fileOffsets: { $0 })
    reading.isDerived = true
    return reading
  }
}

/// An entry: the password in its first line, then what the user writes there.
struct PassEntry {
  let path: [String]
  let content: [UInt8]

  /// The first line of entries in a form that gopass had for a time.
  private static let mimeMark = "GOPASS-SECRET-1.0"

  private static let roles: [String: CellRole] = [
    "login": .username, "user": .username, "username": .username, "url": .url, "uri": .url, "website": .url,
    "link": .url, "email": .loginEmail, "mail": .loginEmail, "totp": .totp, "otp": .totp, "notes": .note,
    "note": .note, "comments": .note, "comment": .note,
  ]

  /// Adds the item to an account.
  ///
  /// - Parameter record: a new one, without texts.
  func add(to draft: inout VaultDraft, _ record: SourceRecord) {
    var taken: [(SourceView, CellRole)] = []
    var fields: [(label: SourceView, value: SourceView)] = []
    taken.append((record.appendText("title", Text(path.last ?? "")), .title))
    let folderView =
      path.count > 1
      ? record.appendText("folder", Text(path.dropLast().joined(separator: "/"))) : nil
    let text = String(validating: content, as: UTF8.self)
    if let text { read(text, record, &taken, &fields) }
    record.endTexts()
    var builder = RowBuilder(record, of: PassStore.origin, id: nil)
    if let folderView, let folder = draft.folder(FolderPath(Array(path.dropLast()))) {
      builder.folders = [folder]
      draft.carry(folderView, asPathOf: folder, isExact: path.count == 2)
    }
    for (view, role) in taken { builder.apply(role, view) }
    for field in fields {
      builder.item.appendCustomField(
        EditableField(
          fieldType: RowBuilder.type(ofColumn: field.label.text),
          value: field.value.take(to: "custom-fields.fields") ?? "",
          label: field.label.take(to: "custom-fields.fields.label")))
    }
    // Binary files are legal entries.
    if text == nil { builder.attach(name: Text(path.last ?? "file"), content: MemoryBytes(content)) }
    builder.finish(&draft)
  }

  private func read(
    _ text: String, _ record: SourceRecord, _ taken: inout [(SourceView, CellRole)],
    _ fields: inout [(label: SourceView, value: SourceView)]
  ) {
    var lines = CellText.lines(of: text)[...]
    // The last line ends with a line break.
    if lines.last?.utf8.isEmpty == true { lines = lines.dropLast() }
    let isMIME = lines.first == Self.mimeMark
    if isMIME {
      lines = lines.dropFirst()
    } else if let first = lines.first, !Self.isCode(first), Self.role(first) == nil {
      // An entry without a password may begin with its other lines.
      taken.append((record.appendText("password", Text(first)), .password))
      lines = lines.dropFirst()
    }
    var notes: [String] = []
    for line in lines {
      if Self.isCode(line) {
        taken.append((record.appendText("otpauth", Text(line)), .totp))
      } else if let (key, value) = Self.pair(line) {
        let name = ASCIIBytes.lower(key)
        if isMIME, name == "password" {
          taken.append((record.appendText("password", Text(value)), .password))
        } else if Self.roles[name] == .note {
          // It may go on in the lines behind it.
          notes.append(value)
        } else if let role = Self.roles[name] {
          taken.append((record.appendText(Text(name), Text(value)), role))
        } else {
          fields.append((record.appendText("key", Text(key)), record.appendText(Text(key), Text(value))))
        }
      } else if line != "---" || !notes.isEmpty {
        // A line of dashes begins the part in YAML.
        notes.append(line)
      }
    }
    let note = Text(Self.trimmed(notes).joined(separator: "\n"))
    if !note.isEmpty { taken.append((record.appendText("text", note), .note)) }
  }

  private static func role(_ line: String) -> CellRole? {
    pair(line).flatMap { roles[ASCIIBytes.lower($0.key)] }
  }

  private static func isCode(_ line: String) -> Bool { line.utf8.starts(with: "otpauth://".utf8) }

  /// Name and value of a line, parted at the first colon with a blank behind it.
  private static func pair(_ line: String) -> (key: String, value: String)? {
    let bytes = Array(line.utf8)
    guard
      let colon = bytes.indices.first(where: {
        bytes[$0] == UInt8(ascii: ":") && $0 + 1 < bytes.count && bytes[$0 + 1] == 0x20
      }),
      colon > 0, !ASCIIBytes.isBlank(bytes[0]), colon + 2 < bytes.count
    else { return nil }
    return (ASCIIBytes.text(bytes[..<colon]), ASCIIBytes.text(bytes[(colon + 2)...]))
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    let kept = lines.drop { $0.utf8.isEmpty }
    return Array(kept.reversed().drop { $0.utf8.isEmpty }.reversed())
  }
}
