internal import CredentialExchangeFormat

/// Reads what was opened of a vault: folders, then items.
struct OPVaultReader {
  private let file: SourceFile
  private let options: ReadOptions
  private let opened: OPVaultOpening.Result

  /// Identifiers that tie records together, tags of types, and what the product notes for itself.
  private static let rules = StructureRules.members(
    "uuid", "category", "tx", "folder", "isFolder", "parent", "overview.smart", "overview.predicate_b64")

  init(_ file: SourceFile, _ options: ReadOptions, _ opened: OPVaultOpening.Result) {
    self.file = file
    self.options = options
    self.opened = opened
  }

  func read() throws(FormatError) -> Reading {
    let (tree, source) = try SourceRecord.json(SourceFile(name: file.name, bytes: opened.document))
    var draft = VaultDraft(OPVault.origin, options: options, syntheticIDs: false)
    var folders = OnePasswordFolders()
    var context = OnePasswordContext()
    let files = opened.files
    context.file = { files[$0] }
    var records: [SourceRecord] = []
    for (index, view) in tree.root.children.enumerated() {
      let record = tree.cut(view, number: index + 1, rules: Self.rules)
      let root = record.root
      guard root["isFolder"] != nil else {
        records.append(record)
        if let id = root.peek("uuid") { context.titles[id] = root["overview"]?.peek("title") ?? "" }
        continue
      }
      if root["overview"]?.peek("smart") == "true" {
        root.markStructure()
        draft.report(.savedSearch(byte: nil))
      } else if let id = root.peek("uuid") {
        folders.add(
          record, id: id, title: root["overview"]?["title"], parent: root.peek("parent"),
          created: root["created"],
          modified: root["updated"])
      } else {
        draft.addFolders(from: record)
      }
    }
    folders.make(&draft)
    for record in records { read(record, folders, context, &draft) }
    var reading = draft.finish(text: source.text, isJSON: true, fileOffsets: { source.fileOffsets(of: $0) })
    reading.isDerived = true
    reading.loseUnnamed(opened.unnamed)
    return reading
  }

  private func read(
    _ record: SourceRecord, _ folders: OnePasswordFolders, _ context: OnePasswordContext,
    _ draft: inout VaultDraft
  ) {
    let root = record.root
    let id = root.peek("uuid")
    var reader = OnePasswordItemReader(
      RowBuilder(
        record, of: OPVault.origin,
        id: id.flatMap { $0.utf8.count <= Identifier.maximumCount ? Identifier(Array($0.utf8)) : nil }),
      category: root.peek("category")?.string ?? "", context: context)
    for member in root.children {
      switch member.name {
      case "overview": reader.readOverview(member)
      case "details": reader.readDetails(member)
      case "created": reader.builder.apply(.created, member)
      case "updated": reader.builder.apply(.modified, member)
      case "trashed": reader.builder.apply(.trashed, member)
      case "fave": reader.readFavorite(member)
      case "files":
        for file in member.children {
          reader.readFile(file, name: file["overview"]?["filename"], title: nil, group: nil)
        }
      default: break
      }
    }
    if let folder = root.peek("folder") {
      if let index = folders.indices[folder] {
        reader.builder.folders.append(index)
      } else {
        draft.report(
          reader.builder.finding(
            .unknownFolder, "the item names a folder that the vault does not have", .kept))
      }
    }
    if let id, opened.altered.contains(id) {
      draft.report(
        Finding(
          .encryptedDataDamaged, severity: .warning, item: root["overview"]?.peek("title")?.string,
          message:
            "the checksum over the item does not hold: its folder, dates or marks may have been altered",
          action: .kept))
    }
    reader.builder.finish(&draft)
  }
}
