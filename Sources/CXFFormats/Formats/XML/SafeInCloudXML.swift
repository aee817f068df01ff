internal import CXFArchiving
internal import CredentialExchangeFormat

/// The XML of SafeInCloud.
package enum SafeInCloudXML {
  static let origin = Format.Origin(id: "safeincloud-xml", name: "SafeInCloud", rpID: "safe-in-cloud.com")

  package static let format = Format(
    id: origin.id, name: "SafeInCloud XML", rpID: origin.rpID, exportSteps: "Settings > Export > As XML",
    capabilities: Capabilities(
      native: [
        .logins, .totp, .cards, .notes, .customFields, .tags, .favorites, .dates, .attachments, .trash,
      ]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "database", head.documentType.isEmpty else { return nil }
      guard head.hasElement("card") else { return nil }
      return Detection(.certain, "it has a database of cards, as SafeInCloud writes it")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "database", syntheticIDs: false).read(file, options) { tree, draft in
        let labels = readLabels(tree)
        for child in tree.root.children where child.name.utf8.first == UInt8(ascii: "@") {
          child.markStructure()
        }
        for (number, card) in tree.root.xmlChildren.enumerated() {
          switch card.name {
          case "card": read(card, number: number + 1, labels, tree, &draft)
          case "ghost":
            // What is left of a card that was deleted for good.
            card.view.markStructure()
            for attribute in card.attributes.values { attribute.markStructure() }
          default: break
          }
        }
      }
    },
    makeWriter: nil)

  /// Roles by what a field is for, which does not depend on the language.
  private static let uses: [Text: CellRole] = [
    "username": .username, "email": .loginEmail, "current-password": .password, "new-password": .password,
    "url": .url, "one-time-code": .totp, "cc-number": .member("credit-card.number"),
    "cc-exp": .member("credit-card.expiryDate"), "cc-csc": .member("credit-card.verificationNumber"),
    "cc-name": .member("credit-card.fullName"), "cc-type": .member("credit-card.cardType"),
  ]

  /// Roles by the kind of a field.
  private static let kinds: [Text: CellRole] = [
    "login": .username, "password": .password, "website": .url, "weblogin": .url, "one_time_password": .totp,
    "email": .custom(.email, label: nil, group: nil), "secret": .secret(), "pin": .secret(), "notes": .note,
  ]

  /// The names of labels by their identifiers.
  private static func readLabels(_ tree: SourceRecord) -> [Text: SourceView] {
    var labels: [Text: SourceView] = [:]
    for label in tree.root.xmlChildren where label.name == "label" {
      for (name, view) in label.attributes where name != "name" { view.markStructure() }
      guard let id = label["id"], let name = label.attributes["name"], name.peek != nil else { continue }
      labels[id] = name
      // Who has it has its name.
      name.markStructure()
    }
    return labels
  }

  private static func read(
    _ card: XMLChild, number: Int, _ labels: [Text: SourceView], _ tree: SourceRecord,
    _ draft: inout VaultDraft
  ) {
    let isTemplate = card["template"] == "true"
    guard card.view.kind == .object else {
      // A card with nothing in it but its title.
      let record = tree.gather(
        card.attributes.sorted { $0.key < $1.key }.map { (Text("@\($0.key.string)"), $0.value) },
        number: number)
      finish(record, isTemplate: isTemplate, labels, &draft)
      return
    }
    finish(tree.cut(card.view, number: number), isTemplate: isTemplate, labels, &draft)
  }

  private static let attributes: [Text: CellRole] = [
    "@id": .structure, "@symbol": .structure, "@color": .structure, "@type": .structure,
    "@template": .structure,
    "@autofill": .structure, "@first_stamp": .created, "@time_stamp": .modified, "@title": .title,
    "@star": .favorite, "@deleted": .trashed,
  ]

  private static func finish(
    _ record: SourceRecord, isTemplate: Bool, _ labels: [Text: SourceView], _ draft: inout VaultDraft
  ) {
    let root = record.root
    var builder = RowBuilder(
      record, of: origin,
      id: root.peek("@id").map { Identifier(Array($0.utf8.prefix(Identifier.maximumCount))) })
    if isTemplate {
      // Forms for new cards, which are in each file and hold nothing.
      root.markStructure()
      return
    }
    builder.apply(attributes, to: root)
    for (index, child) in root.xmlChildren.enumerated() {
      switch child.name {
      case "field": read(child, &builder)
      case "notes": builder.apply(.note, child.view)
      case "label_id":
        child.view.markStructure()
        if let tag = child.view.peek.flatMap({ labels[$0]?.peek }), !builder.item.tags.contains(tag) {
          builder.item.tags.append(tag)
        }
      case "image", "file": attach(child, index, &builder)
      default: break
      }
    }
    builder.finish(&draft)
  }

  private static func read(_ field: XMLChild, _ builder: inout RowBuilder) {
    for (name, view) in field.attributes where name != "name" { view.markStructure() }
    let name = field.attributes["name"]
    guard field.view.peek != nil else {
      // A form has fields that were not filled in.
      name?.markStructure()
      return
    }
    let role = field["autofill"].flatMap { uses[$0] } ?? field["type"].flatMap { kinds[$0] }
    switch role {
    case .custom(let type, _, _)?: keep(field, type, &builder)
    case let role?:
      name?.markStructure()
      builder.apply(role, field.view)
    case nil: keep(field, .string, &builder)
    }
  }

  private static func keep(_ field: XMLChild, _ type: FieldType, _ builder: inout RowBuilder) {
    builder.item.appendCustomField(
      EditableField(
        fieldType: type, value: field.view.take(to: "custom-fields.fields") ?? "",
        label: field.attributes["name"]?.take(to: "custom-fields.fields.label")))
  }

  private static func attach(_ child: XMLChild, _ index: Int, _ builder: inout RowBuilder) {
    guard let text = child.view.peek,
      let bytes = Base64Text.decode(text.utf8.filter { !ASCIIBytes.isBlank($0) })
    else { return }
    let unpacked = bytes.starts(with: [0x1F, 0x8B]) ? try? Gzip.unpack(bytes, limit: KeePassPool.limit) : nil
    let name = child["name"] ?? Text("\(child.name.string)-\(index)")
    guard builder.attach(name: name, content: MemoryBytes(unpacked ?? bytes)) else { return }
    child.view.markStructure()
    for (key, view) in child.attributes where key != "name" { view.markStructure() }
    _ = child.attributes["name"]?.take(to: "file.name")
  }
}
