internal import CredentialExchangeFormat

/// Exports that are a list of logins in JSON, each described by what its members hold.
package struct LoginListJSON: Sendable {
  let origin: Format.Origin
  /// The member that holds the list; nil where the document is the list.
  let list: Text?
  /// Names of which the records must have all, and the document those before it.
  let marks: (document: [Text], record: [Text])
  let id: Text?
  /// Further lists of the document, of records that the same table fits.
  var others: [Text] = []
  let members: MemberRoles
  let rules: StructureRules
  /// Takes what the table cannot say, before the members go by their roles.
  var interpret: (@Sendable (SourceView, inout RowBuilder) -> Void)?
  /// Says of a document that it cannot be read.
  var refuse: (@Sendable (SourceView, SourceFile) -> FormatError?)?

  init(
    _ origin: Format.Origin, list: Text?, marks: (document: [Text], record: [Text]), id: Text? = nil,
    _ members: MemberRoles, rules: StructureRules = .none
  ) {
    self.origin = origin
    self.list = list
    self.marks = marks
    self.id = id
    self.members = members
    self.rules = rules
  }

  /// The row of the table of formats.
  func format(_ name: String, exportSteps: String, _ capabilities: Capabilities) -> Format {
    Format(
      id: origin.id, name: name, rpID: origin.rpID, exportSteps: exportSteps, capabilities: capabilities,
      detect: { detect($0) },
      read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)
  }

  private func detect(_ probe: Probe) -> Detection? {
    guard probe.looksLikeJSON else { return nil }
    if let list {
      guard let members = probe.jsonMembers, members[list] == .array,
        marks.document.allSatisfy({ members[$0] != nil })
      else { return nil }
    }
    let found = probe.membersOfRecords(in: list)
    let named = marks.record.filter { found[$0] != nil }
    guard named.count == marks.record.count, !named.isEmpty else { return nil }
    return Detection(
      .certain, "its records have \(named.map(\.string).joined(separator: ", ")), as those of \(origin.name)")
  }

  private func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    try origin.readJSON(file, options, syntheticIDs: id == nil) { (tree, draft) throws(FormatError) in
      if let refusal = refuse?(tree.root, file) { throw refusal }
      for name in marks.document { tree.root[name]?.markStructure() }
      guard let records = list.map({ tree.root[$0] }) ?? tree.root, records.kind == .array else {
        throw origin.refusal(file, "has no list of records")
      }
      let further = others.flatMap { tree.root[$0]?.elements ?? [] }
      for (index, view) in (records.elements + further).enumerated() {
        draft.cut(view, number: index + 1, rules: rules) { record, draft in
          var builder = RowBuilder(record, of: origin, id: id.flatMap { record.root[$0]?.identifier })
          interpret?(record.root, &builder)
          builder.apply(members, of: record.root)
          builder.finish(&draft)
        }
      }
    }
  }
}

/// The JSON of Blur.
package enum BlurJSON {
  private static var list: LoginListJSON {
    var list = LoginListJSON(
      .init(id: "blur-json", name: "Blur", rpID: "abine.com"), list: "accounts",
      marks: (document: ["dntmeExport"], record: ["label", "username"]), id: "id",
      [
        "label": .title, "domain": .address(placeholders: ["undefined"]), "login_url": .url,
        "username": .username, "email": .loginEmail, "password": .password, "createdAt": .created,
        "modifiedAt": .modified, "is_favorite": .favorite, "description": .note,
      ], rules: .members("id", "times_used", "user_modified_sortable", "user_modified_at", "pushed"))
    list.others = ["notes", "cards", "addresses", "identities"]
    return list
  }

  package static let format = list.format(
    "Blur JSON", exportSteps: "Settings > Export Data > Accounts, as JSON",
    Capabilities(native: [.logins, .notes, .favorites, .dates]))
}

/// The JSON of Avast Passwords: logins, notes and cards.
package enum AvastJSON {
  private static var list: LoginListJSON {
    var list = LoginListJSON(
      .init(id: "avast-json", name: "Avast Passwords", rpID: "avast.com"), list: "logins",
      marks: (document: [], record: ["custName", "loginName", "pwd"]),
      [
        "custName": .title, "label": .title, "url": .url, "loginName": .username, "pwd": .password,
        "note": .note, "text": .note, "cardNumber": .member("credit-card.number"),
        "holderName": .member("credit-card.fullName"), "cvv": .member("credit-card.verificationNumber"),
        "expirationDate.month": .cardMonth, "expirationDate.year": .cardYear,
      ])
    list.others = ["notes", "cards"]
    return list
  }

  package static let format = list.format(
    "Avast Passwords JSON", exportSteps: "Passwords > Settings > Export > JSON",
    Capabilities(native: [.logins, .notes, .cards]))
}

/// The JSON of Passky. Its encrypted form takes the name of the account besides the password, for which nothing here asks.
package enum PasskyJSON {
  package static let format: Format = {
    var list = LoginListJSON(
      .init(id: "passky-json", name: "Passky", rpID: "passky.org"), list: "passwords",
      marks: (document: ["encrypted"], record: ["website", "username", "password", "message"]),
      ["website": .url, "username": .username, "password": .password, "message": .note])
    list.refuse = { root, file in
      guard root.peek("encrypted") == "true" else { return nil }
      return EncryptedSource(file, "an encrypted backup of Passky").unsupported(
        "it opens with the name of the account and its password together, and only in Passky",
        hint:
          "in Passky choose Settings > Export > Passky without encryption, or restore the backup there first")
    }
    return list.format(
      "Passky JSON", exportSteps: "Settings > Export > Passky, without encryption",
      Capabilities(native: [.logins, .notes]))
  }()
}

/// The JSON of Passman (Nextcloud).
package enum PassmanJSON {
  package static let format: Format = {
    var list = LoginListJSON(
      .init(id: "passman-json", name: "Passman", rpID: "passman.cc"), list: nil,
      marks: (document: [], record: ["label", "description", "custom_fields"]), id: "guid",
      [
        "label": .title, "username": .username, "email": .loginEmail, "password": .password, "url": .url,
        "description": .note, "created": .created, "changed": .modified,
      ],
      rules: .members(
        "guid", "credential_id", "vault_id", "user_id", "shared_key", "icon.type", "icon.content", "favicon",
        "renew_interval", "expire_time", "hidden", "compromised", "otp.type", "otp.qr_uri.qrData",
        "custom_fields.field_type", "custom_fields.secret", "set_share_key", "acl"))
    list.interpret = { root, builder in
      for tag in root.elements("tags") {
        let view = tag["text"] ?? tag
        if let text = view.take(to: "tags"), !builder.item.tags.contains(text) {
          builder.item.tags.append(text)
        }
      }
      for field in root.elements("custom_fields") {
        let isSecret = field.peek("secret") == "true" || field.peek("field_type") == "password"
        builder.takeField(field["value"], isSecret ? .concealedString : .string, label: field["label"])
      }
      readCode(root["otp"], &builder)
      // A moment of deletion is 0 for what is not in the trash.
      if let deleted = root["delete_time"], let text = deleted.peek {
        if text == "0" {
          deleted.noteAbsent(.defaultValue, "not in the trash")
        } else {
          builder.isTrashed = true
          deleted.convert(
            to: ToolkitExtension.state.place("deleted"), as: "true", .keptInExtension,
            "the item is in the trash")
        }
      }
      for file in root.elements("files") {
        let name = file.peek("filename") ?? "file"
        builder.missAttachment(name)
      }
    }
    return list.format(
      "Passman JSON", exportSteps: "Settings > Export credentials > JSON",
      Capabilities(native: [.logins, .totp, .notes, .tags, .customFields, .dates, .trash]))
  }()

  private static func readCode(_ code: SourceView?, _ builder: inout RowBuilder) {
    guard let code else { return }
    if code.kind == .string {
      builder.apply(.totp, code)
    } else if code["secret"]?.peek != nil {
      builder.takeCode(
        .init(
          secret: code["secret"], algorithm: code["algorithm"], digits: code["digits"], period: code["period"]
        ))
      for name: Text in ["issuer", "label"] {
        if let view = code[name] { builder.apply(.field(Text("One-time code \(name.string)")), view) }
      }
    } else {
      code.loseNothing()
    }
  }
}

/// The vault of Padlock, which is encrypted with AES in the mode CCM, as the library SJCL writes it.
package enum PadlockJSON {
  package static let format = Format(
    id: "padlock-json", name: "Padlock encrypted backup", rpID: "padlock.io",
    exportSteps: "Padlock: Settings > Export; choose CSV, which can be read",
    capabilities: Capabilities(native: []),
    detect: { probe in
      guard let members = probe.jsonMembers, members["cipher"] == .string, members["ct"] == .string,
        members["keySize"] == .number, members["adata"] != nil
      else { return nil }
      return Detection(.certain, "it has cipher, keySize, adata and ct, as a backup of Padlock")
    },
    read: { (file, _) throws(FormatError) in
      throw EncryptedSource(file, "an encrypted backup of Padlock").unsupported(
        "only Padlock opens it", hint: "import it in Padlock and export as CSV, which can be read")
    }, makeWriter: nil)
}

extension SourceView {
  /// Says of texts that only describe a thing that is not there that they say nothing.
  fileprivate func loseNothing() {
    for view in untaken {
      view.noteAbsent(.defaultValue, "\(view.label) belongs to something that is not there")
    }
  }
}
