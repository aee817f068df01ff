internal import CXFCrypto
package import CredentialExchangeFormat

extension RowBuilder {
  /// Takes a cell by its role.
  mutating func apply(_ role: CellRole, _ view: SourceView) {
    guard let text = view.peek else { return }
    switch role {
    case .title:
      if titleView == nil { titleView = view } else { keep(view, .string, nil, nil) }
    // Of what an item has once the first counts, and a further one is kept beside it.
    case .subtitle where item.subtitle != nil, .created where item.createdAt != nil,
      .modified where item.modifiedAt != nil, .archived where archivedAt != nil:
      keep(view, .string, nil, nil)
    case .subtitle: item.subtitle = view.take(to: "subtitle")
    case .address(let placeholders):
      let read = view.takeAddress(into: &item, placeholders: placeholders)
      if address == nil { address = read }
    case .addresses(let list): takeAddresses(view, list)
    case .username where parts.login.username == nil:
      parts.login.username = view.field(.string, at: CredentialParts.usernamePlace)
    case .username: takeMember(view, CredentialParts.usernamePlace)
    // Key paths and tables take their time, and most rows have a login.
    case .password where parts.login.password == nil && !view.isDamaged:
      parts.login.password = view.field(.concealedString, at: CredentialParts.passwordPlace)
    case .password: takeMember(view, CredentialParts.passwordPlace)
    case .loginEmail: emailView = view
    case .totp: codeViews.append(view)
    case .note:
      if let note = view.field(.string, at: "note.content") {
        item.credentials.append(.note(Note(content: note)))
      }
    case .folder(let style): folderViews.append((view, style, false))
    case .folders(let style): folderViews.append((view, style, true))
    case .tags(let list): takeTags(view, list)
    case .favorite: takeMark(view, to: "favorite", "not a favourite") { $0.item.isFavorite = true }
    case .archived where BooleanText.parse(text.string).value == nil:
      archivedAt = moment(view, to: ToolkitExtension.state.place("archivedAt"))
    case .archived:
      takeMark(view, to: ToolkitExtension.state.place("archived"), "not archived") { $0.isArchived = true }
    case .trashed:
      takeMark(view, to: ToolkitExtension.state.place("deleted"), "not in the trash") { $0.isTrashed = true }
    case .created: if let moment = moment(view, to: "creationAt") { item.createdAt = Timestamp(moment) }
    case .modified: if let moment = moment(view, to: "modifiedAt") { item.modifiedAt = Timestamp(moment) }
    case .member(let place): takeMember(view, place)
    case .cardMonth: expiryViews.month = view
    case .cardYear: expiryViews.year = view
    case .streetLine: streetViews.append(view)
    case .sshKey: takeSSHKey(view)
    case .custom(let type, let label, let group): keep(view, type, label, group)
    case .fields(let form): takeFields(view, form)
    case .reprompt:
      takeMark(view, to: ToolkitExtension.reprompt.place("required"), "the passphrase is not asked for again")
      {
        $0.item.extensions.append(
          ToolkitExtension.reprompt.make { writer in
            writer.name("required")
            writer.boolean(true)
          })
      }
    case .usual(let texts):
      if texts.contains(text) {
        view.noteAbsent(.defaultValue, "\(view.label) says what is so anyway")
      } else {
        keep(view, .string, nil, nil)
      }
    case .kind: keepUnknownKind(view)
    case .identifier, .structure: break
    }
  }

  /// Keeps the name of a kind that the format does not know as a shown custom field.
  ///
  /// - Parameter label: what the field is called; the column's name where none is given.
  mutating func keepUnknownKind(_ view: SourceView, label: Text? = nil) {
    view.keep(
      as: .string, label: label ?? view.name, in: &item, .unknownKind,
      "\(view.label) names a kind that this format does not know; its name is kept as a custom field")
  }

  /// Keeps a cell as a custom field.
  mutating func keep(_ view: SourceView, _ type: FieldType, _ label: Text?, _ group: Text?) {
    view.keep(
      as: type, label: label ?? view.name, group: group, in: &item, .keptAsCustomField,
      "CXF has no place for \(view.label); it is kept as a custom field")
  }

  // MARK: Members of credentials

  /// Takes a cell into a typed credential; what does not fit there stays a custom field.
  mutating func takeMember(_ view: SourceView, _ place: Place, label: Text? = nil) {
    guard let text = view.peek, let member = CredentialParts.members[place] else { return }
    guard parts[keyPath: member.path] == nil else {
      keep(view, member.type == .concealedString ? .concealedString : .string, label, nil)
      return
    }
    if view.isDamaged, member.type == .concealedString {
      // A program must not fill in what cannot be right.
      view.keep(
        as: .concealedString, label: Text("Damaged \(view.label)"), in: &item, .invalidUnicodeInSecret,
        "\(view.label) cannot be read as it was; what is left of it is kept as a custom field")
      return
    }
    switch TypedText.read(text, as: member.type, order: dateOrder) {
    case .field(let field):
      parts[keyPath: member.path] = field
      if field.value == text {
        _ = view.take(to: place)
      } else {
        view.convert(
          to: place, as: field.value, TypedText.code(member.type), "\(view.label) stands in CXF's spelling")
      }
    case .absent: view.noteAbsent(.defaultValue, "\(view.label) says that there is nothing")
    case .refused(let code, let message):
      view.keep(as: .string, label: label ?? view.name, in: &item, code, "\(view.label) \(message)")
    }
  }

  /// Puts a part of a cell into a typed credential, or into a custom field where it does not fit; returns where it
  /// stands, or nil for a text that says "nothing".
  mutating func put(_ text: Text, at place: Place?, label: Text, group: Text? = nil) -> PlacedText? {
    guard !text.isEmpty else { return nil }
    if let place, let member = CredentialParts.members[place], parts[keyPath: member.path] == nil {
      switch TypedText.read(text, as: member.type, order: dateOrder) {
      case .field(let field):
        parts[keyPath: member.path] = field
        return PlacedText(place, field.value)
      case .absent: return nil
      case .refused: break
      }
    }
    let type = place.flatMap { CredentialParts.members[$0]?.type } == .concealedString
    item.appendCustomField(
      EditableField(
        fieldType: type ? .concealedString : Self.type(ofColumn: label), value: text, label: label),
      group: group)
    return PlacedText("custom-fields.fields", text)
  }

  private mutating func takeSSHKey(_ view: SourceView) {
    guard let text = view.peek else { return }
    do {
      let key = try CXFCrypto.SSHKey(text: text.string)
      parts.sshKeys.append(
        CredentialExchangeFormat.SSHKey(
          keyType: Text(key.algorithm.name), privateKey: OpaqueBytes(key.pkcs8),
          keyComment: key.commentText.map { Text($0) }))
      view.convert(
        to: "ssh-key.privateKey", as: Text(Base64URL.encode(key.pkcs8)), .keyConverted,
        "the SSH key stands as PKCS #8")
      if BitwardenSSHKey.text(pkcs8: key.pkcs8, comment: key.commentText) != text,
        Text(key.pkcs8Text) != text, Text(key.pkcs8Text) != Text(text.string + "\n")
      {
        // Width and ends of lines, the older forms: only the text itself has them.
        item.appendCustomField(
          EditableField(fieldType: .concealedString, value: text, label: BitwardenSSHKey.privateLabel),
          group: BitwardenGroup.sshKey)
      }
    } catch {
      view.keep(
        as: .concealedString, label: BitwardenSSHKey.privateLabel, group: BitwardenGroup.sshKey, in: &item,
        .unreadableKey,
        "the SSH key \(BitwardenSSHKey.reason(error)); its text is kept as a concealed custom field")
    }
  }

  // MARK: Marks and moments

  private mutating func takeMark(
    _ view: SourceView, to place: Place, _ absence: String, set: (inout RowBuilder) -> Void
  ) {
    guard let text = view.peek else { return }
    switch BooleanText.parse(text.string) {
    case .value(true):
      set(&self)
      if text == "true" {
        _ = view.take(to: place)
      } else {
        view.convert(to: place, as: "true", .booleanSpelling, "the mark of \(view.label) in another spelling")
      }
    case .value(false): view.noteAbsent(.booleanSpelling, "\(absence), which CXF says by leaving it out")
    case .absent: view.noteAbsent(.booleanSpelling, "\(view.label) is blank")
    case .refused: keep(view, .string, nil, nil)
    }
  }

  /// Reads a moment in any form that tables have; one that cannot be read is kept as a custom field.
  mutating func moment(_ view: SourceView, to place: Place) -> UInt64? {
    guard let text = view.peek else { return nil }
    let isNumber = text.utf8.allSatisfy { ASCIIBytes.isDigit($0) || ".- ".utf8.contains($0) }
    var reading = isNumber ? DateText.parse(text.string, epoch: .unix) : DateText.parse(text.string)
    if isNumber, case .refused(.unreadable) = reading { reading = DateText.parse(text.string) }
    if case .refused(.unreadable) = reading, let words = DateWords.moment(text.string) {
      reading = .value(words)
    }
    switch reading {
    case .value(let moment):
      let seconds = Text(String(moment.unixSeconds))
      if seconds == text {
        _ = view.take(to: place)
      } else {
        view.convert(to: place, as: seconds, .dateConverted, "\(view.label) stands in seconds since 1970")
      }
      return moment.unixSeconds
    case .absent: view.noteAbsent(.defaultValue, "\(view.label) says that no time is known")
    case .refused(.outOfRange):
      view.keep(
        as: .string, label: view.name, in: &item, .dateOutOfRange,
        "\(view.label) is not within 1970 and 2100; the text is kept as a custom field")
    case .refused(.unreadable):
      view.keep(
        as: .string, label: view.name, in: &item, .unreadableDate,
        "\(view.label) is no date that can be read; the text is kept as a custom field")
    }
    return nil
  }

  // MARK: What needs the whole row

  mutating func finishDeferred(_ draft: inout VaultDraft) {
    if let email = emailView, !email.isTaken {
      if parts.login.username == nil {
        takeMember(email, "basic-auth.username")
      } else {
        keep(email, .email, "Email", nil)
      }
    }
    finishExpiry()
    finishStreet()
    for view in codeViews {
      view.takeOneTimeCode(into: &item) { finding in
        var finding = finding
        finding.position.row = record.row
        findings.append(finding)
      }
    }
    for entry in folderViews { takeFolder(entry.view, entry.style, entry.isList, &draft) }
    finishState()
  }

  private mutating func finishExpiry() {
    let both = [expiryViews.month, expiryViews.year].compactMap { $0 }.filter { !$0.isTaken }
    guard !both.isEmpty else { return }
    let reading = CardExpiry(
      month: expiryViews.month?.peek?.string, year: expiryViews.year?.peek?.string)
    switch reading {
    case .yearMonth(let value):
      guard parts.card.expiryDate == nil else { break }
      parts.card.expiryDate = EditableField(fieldType: .yearMonth, value: Text(value.text))
      for view in both {
        view.convert(
          to: "credit-card.expiryDate", as: Text(value.text), .expiryConverted,
          "month and year stand as one date")
      }
      return
    case .none:
      for view in both { view.noteAbsent(.defaultValue, "\(view.label) says that there is no expiry") }
      return
    case .yearOnly, .monthOnly, .invalid: break
    }
    for (index, view) in both.enumerated() {
      let code: FindingCode =
        switch reading {
        case .yearOnly, .monthOnly: .incompleteExpiry
        default: .invalidExpiry
        }
      view.keep(
        as: .string, label: view.name, in: &item, index == 0 ? code : .keptAsCustomField,
        "the expiry is no whole month and year; \(view.label) is kept as a custom field")
    }
  }

  private mutating func finishStreet() {
    let lines = streetViews.filter { !$0.isTaken }
    guard let first = lines.first else { return }
    guard lines.count > 1, parts.address.streetAddress == nil else {
      for line in lines { takeMember(line, "address.streetAddress") }
      return
    }
    let text = Text(lines.compactMap { $0.peek?.string }.joined(separator: "\n"))
    parts.address.streetAddress = EditableField(value: text)
    for line in lines {
      line.convert(
        to: "address.streetAddress", as: text, .addressLines, "the lines of the address stand as one text")
    }
    _ = first
  }

  private mutating func finishState() {
    guard isTrashed || isArchived || archivedAt != nil else { return }
    let (isTrashed, isArchived, archivedAt) = (isTrashed, isArchived, archivedAt)
    item.extensions.append(
      ToolkitExtension.state.make { writer in
        if isTrashed {
          writer.name("deleted")
          writer.boolean(true)
        }
        if isArchived {
          writer.name("archived")
          writer.boolean(true)
        } else if let archivedAt {
          writer.name("archivedAt")
          writer.unsigned(archivedAt)
        }
      })
  }

  /// Puts the item into the folder, or the folders, that a cell names.
  mutating func takeFolder(
    _ view: SourceView, _ style: FolderPath.Style, _ isList: Bool, _ draft: inout VaultDraft
  ) {
    guard let text = view.peek, !view.isTaken else { return }
    let paths = isList ? CellText.parts(text.string, separators: [UInt8(ascii: ",")]) : [text.string]
    var made: [(folder: Int, isExact: Bool)] = []
    for path in paths {
      let reading = FolderPath.split(path, style: style)
      guard let folder = draft.folder(reading.path) else { continue }
      made.append((folder, reading.path.names.count == 1 && reading.emptyParts == 0 && paths.count == 1))
    }
    guard let first = made.first else {
      view.noteAbsent(.defaultValue, "\(view.label) names no folder")
      return
    }
    draft.carry(view, asPathOf: first.folder, isExact: first.isExact)
    for entry in made where !folders.contains(entry.folder) { folders.append(entry.folder) }
  }
}

extension FindingCode {
  /// A row is of a kind that the format does not know; the name of the kind is kept.
  package static let unknownKind = FindingCode("unknown-kind", .warning)
  /// A moment that is not within 1970 and 2100.
  package static let dateOutOfRange = FindingCode("date-out-of-range", .warning)
  /// The security of a wireless network by another name.
  package static let securityRespelled = FindingCode("security-respelled", .note)
}

extension RowBuilder {
  /// Puts a private key that is a part of a cell where keys belong, or into a custom field; returns where it stands.
  mutating func putSSHKey(_ text: Text) -> PlacedText? {
    guard !text.isEmpty else { return nil }
    item.appendCustomField(
      EditableField(fieldType: .concealedString, value: text, label: BitwardenSSHKey.privateLabel),
      group: BitwardenGroup.sshKey)
    if let key = try? CXFCrypto.SSHKey(text: text.string) {
      parts.sshKeys.append(
        CredentialExchangeFormat.SSHKey(
          keyType: Text(key.algorithm.name), privateKey: OpaqueBytes(key.pkcs8),
          keyComment: key.commentText.map { Text($0) }))
    }
    return PlacedText("custom-fields.fields", text)
  }
}
