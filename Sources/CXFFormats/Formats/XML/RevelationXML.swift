internal import CredentialExchangeFormat

/// The unencrypted XML of Revelation.
package enum RevelationXML {
  static let origin = Format.Origin(
    id: "revelation-xml", name: "Revelation", rpID: "revelation.olasagasti.info")

  package static let format = Format(
    id: origin.id, name: "Revelation XML", rpID: origin.rpID, exportSteps: "File > Export > XML",
    capabilities: Capabilities(native: [.logins, .cards, .notes, .customFields, .folders, .dates]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "revelationdata" else { return nil }
      return Detection(.certain, "its root element is revelationdata")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "revelationdata", syntheticIDs: true).read(file, options) { tree, draft in
        for child in tree.root.children where child.name.utf8.first == UInt8(ascii: "@") {
          child.markStructure()
        }
        var count = 0
        read(in: tree.root, tree, path: [], &count, &draft)
      }
    },
    makeWriter: nil)

  /// Where the values go that each kind of entry has.
  private static let fields: [Text: CellRole] = [
    "generic-hostname": .url, "generic-url": .url, "generic-username": .username,
    "generic-password": .password,
    "generic-email": .loginEmail, "generic-port": .field("Port"), "generic-domain": .field("Domain"),
    "generic-database": .field("Database"), "generic-location": .field("Location"),
    "generic-code": .password, "generic-pin": .password, "generic-certificate": .secret("Certificate"),
    "generic-keyfile": .field("Key file"), "phone-phonenumber": .field("Phone number"),
    "creditcard-cardnumber": .member("credit-card.number"),
    "creditcard-cardtype": .member("credit-card.cardType"),
    "creditcard-ccv": .member("credit-card.verificationNumber"),
    "creditcard-expirydate": .member("credit-card.expiryDate"),
  ]

  private static func read(
    in view: SourceView, _ tree: SourceRecord, path: [String], _ count: inout Int, _ draft: inout VaultDraft
  ) {
    for entry in view.all("entry") where entry.kind == .object {
      guard entry.peek("@type") == "folder" else {
        count += 1
        read(tree.cut(entry, number: count, rules: .members("@type")), path, &draft)
        continue
      }
      entry["@type"]?.markStructure()
      entry["updated"]?.markStructure()
      var inner = path
      if let name = entry["name"], let text = name.peek {
        inner.append(text.string)
        if let folder = draft.folder(FolderPath(inner)) { draft.carry(name, asPathOf: folder, isExact: true) }
      }
      read(in: entry, tree, path: inner, &count, &draft)
    }
  }

  private static func read(_ record: SourceRecord, _ path: [String], _ draft: inout VaultDraft) {
    let isCard = record.root.peek("@type") == "creditcard"
    var builder = RowBuilder(record, of: origin, id: nil)
    builder.folders = draft.folder(FolderPath(path)).map { [$0] } ?? []
    for child in record.root.xmlChildren {
      switch child.name {
      case "name": builder.apply(.title, child.view)
      case "description": builder.apply(.subtitle, child.view)
      case "updated": builder.apply(.modified, child.view)
      case "notes": builder.apply(.note, child.view)
      case "field":
        guard let id = child["id"] else { break }
        let role = isCard && id == "generic-pin" ? .member("credit-card.pin") : fields[id]
        if let role {
          child.attributes["id"]?.markStructure()
          builder.apply(role, child.view)
        } else if child.view.peek != nil {
          builder.item.appendCustomField(
            EditableField(
              fieldType: RowBuilder.type(ofColumn: id),
              value: child.view.take(to: "custom-fields.fields") ?? "",
              label: child.attributes["id"]?.take(to: "custom-fields.fields.label")))
        } else {
          child.attributes["id"]?.markStructure()
        }
      default: break
      }
    }
    builder.finish(&draft)
  }
}
