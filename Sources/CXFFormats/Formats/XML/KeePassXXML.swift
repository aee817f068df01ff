internal import CredentialExchangeFormat

/// The XML of KeePassX 0.4.
package enum KeePassXXML {
  static let origin = Format.Origin(id: "keepassx-xml", name: "KeePassX", rpID: "keepassx.org")

  package static let format = Format(
    id: origin.id, name: "KeePassX XML", rpID: origin.rpID,
    exportSteps: "File > Export to > KeePassX XML File",
    capabilities: Capabilities(native: [.logins, .notes, .folders, .dates, .attachments]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "database" else { return nil }
      if head.documentType == "KEEPASSX_DATABASE" {
        return Detection(.certain, "its document type is KEEPASSX_DATABASE")
      }
      guard head.hasElement("group"), head.hasElement("entry"), head.hasElement("lastmod") else { return nil }
      return Detection(.likely, "it has a database of groups and entries, as KeePassX writes it")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "database", syntheticIDs: true).read(file, options) { tree, draft in
        var count = 0
        readGroups(in: tree.root, tree, path: [], &count, &draft)
      }
    },
    makeWriter: nil)

  private static let roles: [Text: CellRole] = [
    "title": .title, "username": .username, "password": .password, "url": .url, "icon": .structure,
    "creation": .created, "lastmod": .modified, "lastaccess": .structure,
  ]

  private static func readGroups(
    in view: SourceView, _ tree: SourceRecord, path: [String], _ count: inout Int, _ draft: inout VaultDraft
  ) {
    for group in view.all("group") where group.kind == .object {
      group["icon"]?.markStructure()
      var path = path
      var folder: Int?
      if let title = group["title"], let text = title.peek {
        path.append(text.string)
        folder = draft.folder(FolderPath(path))
        if let folder { draft.carry(title, asPathOf: folder, isExact: true) }
      }
      for entry in group.all("entry") where entry.kind == .object {
        count += 1
        read(tree.cut(entry, number: count), folder, &draft)
      }
      readGroups(in: group, tree, path: path, &count, &draft)
    }
  }

  private static func read(_ record: SourceRecord, _ folder: Int?, _ draft: inout VaultDraft) {
    let entry = record.root
    var builder = RowBuilder(record, of: origin, id: nil)
    builder.folders = folder.map { [$0] } ?? []
    builder.apply(roles, to: entry)
    if let comment = entry["comment"] { builder.takeBrokenText(comment) }
    if let expiry = entry["expire"] {
      if expiry.peek == "Never" {
        expiry.noteAbsent(.defaultValue, "the entry never expires")
      } else {
        builder.apply(.field("Expires"), expiry)
      }
    }
    if let content = entry["bin"], let text = content.peek,
      let bytes = Base64Text.decode(text.utf8.filter { !ASCIIBytes.isBlank($0) }),
      builder.attach(name: entry.peek("bin_desc") ?? "attachment", content: MemoryBytes(bytes))
    {
      content.markStructure()
      _ = entry["bin_desc"]?.take(to: "file.name")
    }
    builder.finish(&draft)
  }
}

extension RowBuilder {
  /// Takes a note in which line breaks are elements `br`.
  mutating func takeBrokenText(_ view: SourceView) {
    guard view.kind == .object else {
      apply(.note, view)
      return
    }
    let texts = view.all("#text")
    let whole = Text(
      view.children.map { $0.name == "br" ? "\n" : $0.name == "#text" ? $0.text.string : "" }.joined())
    guard !texts.isEmpty else { return }
    item.credentials.append(.note(Note(content: EditableField(value: whole))))
    for text in texts {
      text.convert(
        to: "note.content", as: whole, .lineBreaks, "\(view.label) has its line breaks as elements")
    }
  }
}
