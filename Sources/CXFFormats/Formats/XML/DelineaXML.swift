internal import CredentialExchangeFormat

/// The XML of Delinea (Thycotic) Secret Server.
package enum DelineaXML {
  static let origin = Format.Origin(id: "delinea-xml", name: "Delinea Secret Server", rpID: "delinea.com")

  package static let format = Format(
    id: origin.id, name: "Delinea Secret Server XML", rpID: origin.rpID,
    exportSteps: "Administration > Export > XML",
    capabilities: Capabilities(native: [.logins, .totp, .notes, .customFields, .folders]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "ImportFile" else { return nil }
      guard head.hasElement("Secrets", "Folders", "Secret") else { return nil }
      return Detection(.certain, "its root element is ImportFile, with folders and secrets")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "ImportFile", syntheticIDs: true).read(file, options) { tree, draft in
        for child in tree.root.children where child.name.utf8.first == UInt8(ascii: "@") {
          child.markStructure()
        }
        readFolders(tree, &draft)
        var number = 0
        for list in tree.root.all("Secrets") {
          for secret in list.all("Secret") where secret.kind == .object {
            number += 1
            read(tree.cut(secret, number: number), &draft)
          }
        }
      }
    },
    makeWriter: nil)

  private static let roles: [Text: CellRole] = [
    "SecretName": .title, "FolderPath": .folder(.backslash), "TotpKey": .totp,
    "TotpBackupCodes": .secret("Backup codes"), "SecretTemplateName": .structure, "SiteId": .structure,
  ]

  /// Slugs of templates; names of fields are the user's to change.
  private static let slugs: [String: CellRole] = [
    "url": .url, "website": .url, "username": .username, "user": .username, "password": .password,
    "notes": .note,
    "email": .loginEmail, "private-key": .sshKey, "private-key-passphrase": .secret("Private key passphrase"),
    "card-number": .member("credit-card.number"), "full-name": .member("credit-card.fullName"),
    "expiration-date": .member("credit-card.expiryDate"), "card-type": .member("credit-card.cardType"),
  ]

  private static func readFolders(_ tree: SourceRecord, _ draft: inout VaultDraft) {
    for list in tree.root.all("Folders") {
      for view in list.all("Folder") {
        guard let path = view["FolderPath"], let text = path.peek,
          let folder = draft.folder(FolderPath.split(text.string, style: .backslash).path)
        else { continue }
        draft.carry(path, asPathOf: folder, isExact: false)
        view["FolderName"]?.markStructure()
      }
    }
  }

  private static func read(_ record: SourceRecord, _ draft: inout VaultDraft) {
    var builder = RowBuilder(record, of: origin, id: nil)
    builder.apply(roles, to: record.root)
    for item in record.root.all("SecretItems").flatMap({ $0.all("SecretItem") }) {
      guard let value = item["Value"] else { continue }
      let slug = ASCIIBytes.lower(item.peek("Slug")?.string ?? "")
      item["Slug"]?.markStructure()
      if let role = slugs[slug] {
        item["FieldName"]?.markStructure()
        builder.apply(role, value)
      } else if value.peek != nil {
        let label = item["FieldName"]?.take(to: "custom-fields.fields.label") ?? Text(slug)
        builder.item.appendCustomField(
          EditableField(
            fieldType: RowBuilder.type(ofColumn: label), value: value.take(to: "custom-fields.fields") ?? "",
            label: label))
      } else {
        // Templates list fields that have no value.
        item["FieldName"]?.markStructure()
      }
    }
    builder.finish(&draft)
  }
}
