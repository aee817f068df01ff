internal import CXFCrypto
package import CredentialExchangeFormat

/// The JSON of Enpass: items with fields of a kind each, folders by identifiers, attachments in Base64 inside.
///
/// Icons, the order of fields, and when each field was last synchronised are no values: they are how the program shows and
/// matches what it has.
package enum EnpassJSON {
  static let origin = Format.Origin(id: "enpass-json", name: "Enpass", rpID: "enpass.io")

  package static let format = Format(
    id: origin.id, name: "Enpass JSON", rpID: origin.rpID, exportSteps: "Menu > File > Export > .json",
    capabilities: Capabilities(
      native: [
        .logins, .totp, .cards, .identities, .notes, .customFields, .folders, .favorites, .dates, .history,
        .attachments, .archive, .trash,
      ]),
    detect: { probe in
      guard probe.jsonMembers?["items"] == .array else { return nil }
      let item = probe.membersOfRecords(in: "items")
      return item["template_type"] == nil || item["title"] == nil
        ? nil : Detection(.certain, "its items have a template_type, as those of Enpass")
    },
    read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let rules = StructureRules.members(
    "uuid", "category", "template_type", "folders", "icon", "icon.fav", "icon.type", "icon.uuid",
    "icon.image.file", "fields.uid", "fields.type", "fields.order", "fields.sensitive", "fields.deleted",
    "fields.updated_at", "fields.value_updated_at", "attachments.uuid", "attachments.order",
    "attachments.kind",
    "attachments.updated_at")

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    try origin.readJSON(file, options, syntheticIDs: false) { (tree, draft) throws(FormatError) in
      guard tree.root["items"]?.kind == .array else { throw origin.refusal(file, "has no list of items") }
      let folders = FolderList(tree.root.elements("folders"), &draft)
      for (index, view) in (tree.root["items"]?.elements ?? []).enumerated() {
        draft.cut(view, number: index + 1, rules: rules) { record, draft in
          var builder = RowBuilder(record, of: origin, id: record.root["uuid"]?.identifier)
          builder.folders = record.root.elements("folders").compactMap { $0.peek.flatMap { folders[$0] } }
          read(record.root, &builder)
          builder.finish(&draft)
        }
      }
    }
  }

  private static let members: MemberRoles = [
    "title": .title, "note": .note, "favorite": .favorite, "archived": .archived, "trashed": .trashed,
    "createdAt": .created, "created_at": .created, "updated_at": .modified,
    "auto_submit": .usual(["0", "1"]),
  ]

  private static func read(_ root: SourceView, _ builder: inout RowBuilder) {
    builder.apply(members, of: root)
    let template = template(root)
    var heading: SourceView?
    for field in root.elements("fields") {
      let type = field.peek("type") ?? ""
      if type == "section" {
        heading = field["label"]
        // Until a custom field turns up below it.
        heading?.noteAbsent(.defaultValue, "the heading stands over no custom field")
        continue
      }
      read(field, type, template, heading, &builder)
    }
    readSubtitle(root, &builder)
    for attachment in root.elements("attachments") { attach(attachment, &builder) }
  }

  /// The subtitle that the program makes itself repeats a field.
  private static func readSubtitle(_ root: SourceView, _ builder: inout RowBuilder) {
    guard let view = root["subtitle"], let text = view.peek else { return }
    let isRepeated = root.elements("fields").contains { $0.peek("value") == text }
    if isRepeated || text == root.peek("title") {
      view.noteAbsent(.defaultValue, "the subtitle repeats a field of the item")
    } else {
      builder.apply(.subtitle, view)
    }
  }

  private static func read(
    _ field: SourceView, _ type: Text, _ template: [String: CellRole], _ heading: SourceView?,
    _ builder: inout RowBuilder
  ) {
    readHistory(field, type, &builder)
    let label = field["label"]
    guard let value = field["value"], value.peek != nil else {
      label?.noteAbsent(.defaultValue, "the field has no value")
      return
    }
    let isSecret = field.peek("sensitive").map { BooleanText.parse($0.string).value } == true
    if field.peek("deleted").flatMap({ BooleanText.parse($0.string).value }) == true {
      builder.takeField(value, .concealedString, label: label, group: "Deleted fields")
      return
    }
    let name = ASCIIBytes.lower(ASCIIBytes.text(ASCIIBytes.trimmed(label?.peek?.string ?? "")))
    let role: CellRole
    if let known = template[name] ?? Self.roles[type], builder.isFree(known) {
      role = known
    } else if type.utf8.starts(with: ".Android#".utf8),
      value.peek?.utf8.starts(with: "android://".utf8) == true
    {
      role = .url
    } else {
      let isConcealed = isSecret || Self.secretTypes.contains(type)
      role = .custom(
        isConcealed ? .concealedString : .string, label: type, group: builder.takeHeading(heading))
    }
    builder.apply(role, value, labelled: label, usual: usualLabels)
  }

  /// What a kind of field holds.
  private static let roles: [Text: CellRole] = [
    "username": .username, "password": .password, "email": .loginEmail, "url": .url, "totp": .totp,
    "ccName": .member("credit-card.fullName"), "ccNumber": .member("credit-card.number"),
    "ccCvc": .member("credit-card.verificationNumber"), "ccPin": .member("credit-card.pin"),
    "ccExpiry": .member("credit-card.expiryDate"), "ccType": .member("credit-card.cardType"),
    "ccValidfrom": .member("credit-card.validFrom"),
  ]

  private static let secretTypes: Set<Text> = ["password", "pin", "ccPin", "ccCvc", "ccTxnpassword", "totp"]

  /// Names that Enpass itself gives to fields of those kinds.
  private static let usualLabels: Set<String> = [
    "username", "user name", "login", "password", "e-mail", "email", "website", "url", "totp",
    "one-time code",
    "cardholder", "cardholder name", "number", "card number", "cvc", "cvv", "pin", "expiry date",
    "valid from",
    "type", "card type",
  ]

  private static let templates: [(prefix: String, labels: [String: CellRole])] = [
    (
      "identity.",
      [
        "first name": .member("person-name.given"), "middle name": .member("person-name.given2"),
        "last name": .member("person-name.surname"), "title": .member("person-name.title"),
        "street": .member("address.streetAddress"), "street address": .member("address.streetAddress"),
        "address": .member("address.streetAddress"), "city": .member("address.city"),
        "state": .member("address.territory"), "country": .member("address.country"),
        "zip": .member("address.postalCode"), "zip code": .member("address.postalCode"),
        "postal code": .member("address.postalCode"), "phone": .member("address.tel"),
        "phone number": .member("address.tel"),
      ]
    ),
    (
      "computer.wifi",
      [
        "ssid": .member("wifi.ssid"), "network name": .member("wifi.ssid"), "name": .member("wifi.ssid"),
        "password": .member("wifi.passphrase"), "wireless password": .member("wifi.passphrase"),
        "security": .member("wifi.networkSecurityType"),
        "wireless security": .member("wifi.networkSecurityType"),
      ]
    ),
    (
      "travel.passport",
      [
        "number": .member("passport.passportNumber"), "passport number": .member("passport.passportNumber"),
        "full name": .member("passport.fullName"), "name": .member("passport.fullName"),
        "nationality": .member("passport.nationality"), "type": .member("passport.passportType"),
        "sex": .member("passport.sex"), "date of birth": .member("passport.birthDate"),
        "birth date": .member("passport.birthDate"), "place of birth": .member("passport.birthPlace"),
        "issued on": .member("passport.issueDate"), "issue date": .member("passport.issueDate"),
        "valid until": .member("passport.expiryDate"), "expiry date": .member("passport.expiryDate"),
        "issuing authority": .member("passport.issuingAuthority"),
        "country": .member("passport.issuingCountry"), "issuing country": .member("passport.issuingCountry"),
      ]
    ),
    (
      "license.driving",
      [
        "number": .member("drivers-license.licenseNumber"),
        "license number": .member("drivers-license.licenseNumber"),
        "full name": .member("drivers-license.fullName"), "name": .member("drivers-license.fullName"),
        "class": .member("drivers-license.licenseClass"),
        "license class": .member("drivers-license.licenseClass"),
        "date of birth": .member("drivers-license.birthDate"), "state": .member("drivers-license.territory"),
        "country": .member("drivers-license.country"), "expiry date": .member("drivers-license.expiryDate"),
        "valid until": .member("drivers-license.expiryDate"),
      ]
    ),
  ]

  private static func template(_ root: SourceView) -> [String: CellRole] {
    let type = root.peek("template_type")?.string ?? ""
    return templates.first { type.utf8.starts(with: $0.prefix.utf8) }?.labels ?? [:]
  }

  private static func readHistory(_ field: SourceView, _ type: Text, _ builder: inout RowBuilder) {
    guard type == "password" else { return }
    for entry in field.elements("history") {
      if entry.kind == .object {
        builder.takeEarlierPassword(entry["value"], replacedAt: entry["updated_at"])
      } else {
        builder.takeEarlierPassword(entry, replacedAt: nil)
      }
    }
  }

  private static func attach(_ attachment: SourceView, _ builder: inout RowBuilder) {
    let name = attachment.peek("name") ?? "attachment"
    guard let data = attachment["data"], data.peek != nil else {
      builder.missAttachment(name)
      return
    }
    if builder.attach(name: name, id: attachment["uuid"]?.identifier, base64: data) {
      _ = attachment["name"]?.take(to: "file.name")
    }
  }
}

/// The folders of a document in which each names the one around it.
struct FolderList {
  private var folders: [Text: Int] = [:]

  /// Makes the folders.
  ///
  /// - Parameters:
  ///   - views: objects with identifier, name, and the identifier of the folder around.
  init(
    _ views: [SourceView], _ draft: inout VaultDraft, id: Text = "uuid", name: Text = "title",
    parent: Text = "parent_uuid", around outer: [String] = []
  ) {
    var byID: [Text: SourceView] = [:]
    for view in views { if let key = view.peek(id), byID[key] == nil { byID[key] = view } }
    for view in views {
      var names: [String] = []
      var current: SourceView? = view
      var seen: Set<Text> = []
      // A folder may be named as its own ancestor in a damaged file.
      while let folder = current, let text = folder.peek(name), names.count < FolderPath.maximumDepth {
        names.append(text.string)
        guard let above = folder.peek(parent), seen.insert(above).inserted else { break }
        current = byID[above]
      }
      let wanted = view[id]?.identifier
      if let index = draft.folder(FolderPath(outer + names.reversed()), id: wanted) {
        if let title = view[name] { draft.carry(title, asPathOf: index, isExact: true) }
        if let key = view.peek(id), folders[key] == nil { folders[key] = index }
      }
      for member in view.children where member.name != name { member.markStructure() }
    }
  }

  /// The folder with an identifier.
  subscript(_ id: Text) -> Int? { folders[id] }
}

extension RowBuilder {
  /// Whether what a role stands for has no value yet.
  func isFree(_ role: CellRole) -> Bool {
    switch role {
    case .username: parts.login.username == nil
    case .password: parts.login.password == nil
    case .loginEmail: emailView == nil
    case .member(let place): CredentialParts.members[place].map { parts[keyPath: $0.path] == nil } ?? false
    default: true
    }
  }

  /// Attaches a file whose bytes stand in the record, in Base64.
  ///
  /// - Returns: whether they could be read; the text stays a custom field where not.
  mutating func attach(name: Text, id: Identifier?, base64 view: SourceView) -> Bool {
    guard let text = view.peek else { return false }
    // Long texts come in lines.
    guard let bytes = Base64Text.decode(text.utf8.filter { !ASCIIBytes.isBlank($0) }),
      attach(name: name, id: id, content: MemoryBytes(bytes)), let hash = attachments.last?.content.sha256
    else {
      view.keep(
        as: .concealedString, label: name, in: &item, .attachmentDamaged,
        "the bytes of the file cannot be read; their text is kept as a custom field")
      return false
    }
    view.convert(
      to: "file.integrityHash", as: Text(Base64URL.encode(hash)), .attachmentUnpacked,
      "the bytes of the file stand as an attachment")
    return true
  }
}

extension FindingCode {
  /// The bytes of a file that stood as text in its record are an attachment.
  package static let attachmentUnpacked = FindingCode("attachment-unpacked", .note)
}
