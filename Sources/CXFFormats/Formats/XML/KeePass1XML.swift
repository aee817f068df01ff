internal import CredentialExchangeFormat

/// The XML of KeePass 1.
package enum KeePass1XML {
  static let origin = Format.Origin(id: "keepass1-xml", name: "KeePass 1", rpID: "keepass.info")

  package static let format = Format(
    id: origin.id, name: "KeePass 1 XML", rpID: origin.rpID, exportSteps: "File > Export To > XML File",
    capabilities: Capabilities(native: [.logins, .notes, .folders, .dates, .attachments]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "pwlist" else { return nil }
      return Detection(.certain, "its root element is pwlist")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "pwlist", syntheticIDs: false).read(file, options) { tree, draft in
        for (number, entry) in tree.root.all("pwentry").enumerated() where entry.kind == .object {
          read(tree.cut(entry, number: number + 1), &draft)
        }
      }
    },
    makeWriter: nil)

  private static let roles: [Text: CellRole] = [
    "title": .title, "username": .username, "password": .password, "url": .url, "notes": .note,
    "uuid": .structure, "image": .structure, "creationtime": .created, "lastmodtime": .modified,
    "lastaccesstime": .structure, "expiretime@expires": .structure,
  ]

  private static func read(_ record: SourceRecord, _ draft: inout VaultDraft) {
    let entry = record.root
    let id = entry.peek("uuid").flatMap { KeePassText.uuid(hex: $0.utf8) }
    var builder = RowBuilder(record, of: origin, id: id.map { Identifier($0) })
    builder.apply(roles, to: entry)
    if let group = entry["group"], let name = group.peek {
      let around =
        entry.peek("group@tree").map { FolderPath.split($0.string, style: .backslash).path.names } ?? []
      if let folder = draft.folder(FolderPath(around + [name.string])) {
        builder.folders = [folder]
        draft.carry(group, asPathOf: folder, isExact: around.isEmpty)
        if let tree = entry["group@tree"] { draft.carry(tree, asPathOf: folder, isExact: false) }
      }
    }
    if let expiry = entry["expiretime"] {
      // A moment stands there also where it does not count.
      if KeePassText.isTrue(entry.peek("expiretime@expires")) {
        builder.apply(.field("Expires"), expiry)
      } else {
        expiry.markStructure()
      }
    }
    if let content = entry["attachment"], let text = content.peek,
      let bytes = Base64Text.decode(text.utf8.filter { !ASCIIBytes.isBlank($0) }),
      builder.attach(name: entry.peek("attachdesc") ?? "attachment", content: MemoryBytes(bytes))
    {
      content.markStructure()
      _ = entry["attachdesc"]?.take(to: "file.name")
    }
    builder.finish(&draft)
  }
}
