internal import CXFCrypto
internal import CredentialExchangeFormat

/// The JSON of Psono: folders in folders, and items whose members begin with the name of their kind.
package enum PsonoJSON {
  static let origin = Format.Origin(id: "psono-json", name: "Psono", rpID: "psono.com")

  package static let format = Format(
    id: origin.id, name: "Psono JSON", rpID: origin.rpID,
    exportSteps: "Other > Export > Type: JSON (importable, without sharing)",
    capabilities: Capabilities(
      native: [.logins, .totp, .cards, .identities, .sshKeys, .notes, .folders, .dates],
      converted: [.customFields]),
    detect: detect, read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let kinds: [Text] = [
    "website_password", "application_password", "totp", "note", "environment_variables", "bookmark",
    "mail_gpg_own_key", "ssh_own_key", "credit_card", "identity", "passkey", "elster_certificate", "file",
  ]

  private static func detect(_ probe: Probe) -> Detection? {
    guard let members = probe.jsonMembers, members["folders"] == .array || members["items"] == .array,
      members.keys.allSatisfy({ ["folders", "items"].contains($0) })
    else { return nil }
    let item = probe.membersOfRecords(in: "items")
    if item["type"] == .string, item["name"] != nil,
      item.keys.contains(where: { name in kinds.contains { name.string.hasPrefix("\($0.string)_") } })
    {
      return Detection(.certain, "its items have members named after their kinds, as those of Psono")
    }
    // Items may lie in folders only, and folders may be empty.
    let folder = probe.membersOfRecords(in: "folders")
    guard item.isEmpty, folder["name"] == .string,
      folder.keys.allSatisfy({ ["name", "folders", "items", "id", "uuid"].contains($0) }), folder["id"] == nil
    else { return nil }
    return Detection(.likely, "it has folders by name with lists of items, as an export of Psono")
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    try origin.readJSON(file, options, syntheticIDs: true) { (tree, draft) throws(FormatError) in
      guard tree.root["items"]?.kind == .array || tree.root["folders"]?.kind == .array else {
        throw origin.refusal(file, "has neither items nor folders")
      }
      var number = 0
      read(tree.root, FolderPath(), nil, &number, &draft)
    }
  }

  private static func read(
    _ level: SourceView, _ path: FolderPath, _ folder: Int?, _ number: inout Int, _ draft: inout VaultDraft
  ) {
    for view in level["items"]?.elements ?? [] {
      number += 1
      draft.cut(view, number: number, rules: .members("type", "id", "secret_id")) { record, draft in
        var builder = RowBuilder(record, of: origin, id: record.root["id"]?.identifier)
        if let folder { builder.folders = [folder] }
        read(record.root, &builder)
        builder.finish(&draft)
      }
    }
    guard path.names.count < FolderPath.maximumDepth else { return }
    for view in level.elements("folders") where view.kind == .object {
      var inner = path
      if let name = view["name"], let text = name.peek, name.kind == .string {
        inner.names.append(text.string)
        if let index = draft.folder(inner) { draft.carry(name, asPathOf: index, isExact: true) }
      }
      read(view, inner, draft.folder(inner), &number, &draft)
    }
  }

  /// What the members hold, by their names without the kind in front.
  private static let roles: [Text: CellRole] = [
    "title": .title, "url": .url, "username": .username, "password": .password, "notes": .note,
    "create_date": .created, "write_date": .modified,
    "callback_url": .field("Callback URL"), "callback_user": .field("Callback user"),
    "callback_pass": .secret("Callback password"),
    "auto_submit": .custom(.boolean, label: "Submit automatically", group: nil),
    "allow_http": .custom(.boolean, label: "Allow HTTP", group: nil),
    "url_filter": .field("URL filter"), "description": .subtitle,
    "number": .member("credit-card.number"), "cvc": .member("credit-card.verificationNumber"),
    "valid_through": .member("credit-card.expiryDate"), "pin": .member("credit-card.pin"),
    "first_name": .member("person-name.given"), "last_name": .member("person-name.surname"),
    "company": .field("Company"), "address": .member("address.streetAddress"),
    "city": .member("address.city"), "postal_code": .member("address.postalCode"),
    "state": .member("address.territory"), "country": .member("address.country"),
    "phone_number": .member("address.tel"), "public": .field("Public key"), "private": .secret("Private key"),
    "email": .custom(.email, label: "Email", group: nil), "retrieval_code": .secret("Retrieval code"),
    "file_content": .secret("File content"),
  ]

  private static func role(_ name: Text, _ kind: Text) -> CellRole? {
    switch (kind, name) {
    case ("credit_card", "name"): .member("credit-card.fullName")
    case ("ssh_own_key", "private"): .sshKey
    case ("mail_gpg_own_key", "name"): .field("Name")
    default: roles[name]
    }
  }

  private static func read(_ root: SourceView, _ builder: inout RowBuilder) {
    let kind = root.peek("type") ?? ""
    readCode(root, kind, &builder)
    let title = root.peek(Text("\(kind.string)_title"))
    let address = root.peek(Text("\(kind.string)_url"))
    for member in root.children where !member.isTaken && !member.isStructure {
      let name = suffix(member.name, kind)
      if member.name == "name" {
        if member.peek == title {
          member.noteAbsent(.defaultValue, "the name says what the title says")
        } else {
          builder.apply(title == nil ? .title : .subtitle, member)
        }
      } else if name == "variables" {
        for pair in member.children {
          builder.takeField(
            pair["value"], .concealedString, label: pair["key"], group: "Environment variables")
        }
      } else if name == "custom_fields" {
        for field in member.children {
          let isSecret = ["password", "totp"].contains(field.peek("type") ?? "")
          field["type"]?.markStructure()
          builder.takeField(
            field["value"], isSecret ? .concealedString : .string, label: field["name"] ?? field["title"])
        }
      } else if name == "tags", member.kind == .array {
        for tag in member.children { if let text = tag.take(to: "tags") { builder.item.tags.append(text) } }
      } else if name == "url_filter" || member.name == "urlfilter", let text = member.peek {
        if address.map({ contains($0, text) }) == true {
          member.noteAbsent(.defaultValue, "the filter says what the address says")
        } else if !member.isTaken {
          builder.apply(.field("URL filter"), member)
        }
      } else if let role = role(name, kind) {
        builder.apply(role, member)
      }
    }
  }

  private static func suffix(_ name: Text, _ kind: Text) -> Text {
    let prefix = "\(kind.string)_"
    guard !kind.isEmpty, name.utf8.starts(with: prefix.utf8) else { return name }
    return Text(String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
  }

  private static func contains(_ text: Text, _ part: Text) -> Bool {
    let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
    guard wanted.count <= bytes.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }

  private static func readCode(_ root: SourceView, _ kind: Text, _ builder: inout RowBuilder) {
    let prefix = kind == "totp" ? "totp" : "\(kind.string)_totp"
    func part(_ name: String) -> SourceView? { root[Text("\(prefix)_\(name)")] }
    let (algorithm, digits, period) = (part("algorithm"), part("digits"), part("period"))
    guard let secret = part("code"), secret.peek != nil else {
      for view in [algorithm, digits, period] {
        view?.noteAbsent(.defaultValue, "there is no one-time code to which it belongs")
      }
      return
    }
    builder.takeCode(.init(secret: secret, algorithm: algorithm, digits: digits, period: period))
  }
}
