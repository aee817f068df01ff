internal import CredentialExchangeFormat

/// Reads a document of 1PUX: accounts with vaults with items.
struct OnePassword1PUXReader {
  private let file: SourceFile
  private let options: ReadOptions
  private let files: OnePasswordFiles?

  /// Identifiers that only tie things together, and tags of types; everything else is a value.
  private static let itemRules = StructureRules.members(
    "uuid", "categoryUuid", "item.uuid", "item.categoryUuid", "file.attrs.uuid", "file.attrs.type")
  /// Whose account it is describes the file, as the exporter in the header of a CXF document does.
  private static let accountRules = StructureRules.members(
    "uuid", "avatar", "domain", "accountName", "name", "email")
  private static let vaultRules = StructureRules.members("uuid", "avatar", "type")

  init(_ file: SourceFile, _ options: ReadOptions, files: OnePasswordFiles?) {
    self.file = file
    self.options = options
    self.files = files
  }

  func read() throws(FormatError) -> Reading {
    let (tree, source) = try SourceRecord.json(file)
    let accounts = tree.root.elements("accounts")
    guard tree.root.kind == .object, tree.root["accounts"]?.kind == .array else {
      throw FormatError(
        .damaged,
        Finding(
          .notThisFormat, file: file.name,
          message: "the JSON has no list of accounts, so it is no export of 1Password", action: .failed),
        hint: "leave the format out, so that it is found by the content, or export the vault again as 1PUX")
    }
    var number = 0
    var readings: [Reading] = []
    var ids: Set<Identifier> = []
    for (index, account) in accounts.enumerated() {
      var draft = VaultDraft(OnePassword1PUX.origin, options: options, syntheticIDs: false)
      if index == 0, let note = source.note {
        draft.report(Finding(.textEncoding, message: note, action: .repaired))
      }
      read(account, of: tree, &number, &draft)
      if !ids.insert(draft.owner.id).inserted {
        draft.owner.id = Identifier(Array("account-\(index + 1)".utf8))
      }
      if index == accounts.count - 1 { draft.addFolders(from: tree) }
      readings.append(finish(draft, source))
    }
    if readings.isEmpty {
      var draft = VaultDraft(OnePassword1PUX.origin, options: options, syntheticIDs: false)
      draft.addFolders(from: tree)
      readings.append(finish(draft, source))
    }
    var reading = readings[0]
    for other in readings.dropFirst() { reading.append(other) }
    reading.loseUnnamed(files?.unused ?? [])
    return reading
  }

  private func finish(_ draft: VaultDraft, _ source: JSONSource) -> Reading {
    draft.finish(text: source.text, isJSON: true, fileOffsets: { source.fileOffsets(of: $0) })
  }

  // MARK: Accounts and vaults

  private func read(
    _ account: SourceView, of tree: SourceRecord, _ number: inout Int, _ draft: inout VaultDraft
  ) {
    let context = context(account)
    if let attributes = account["attrs"], attributes.kind == .object {
      let record = tree.cut(attributes, number: 0, rules: Self.accountRules)
      readOwner(record.root, &draft)
      draft.addFolders(from: record)
    }
    var folders: Set<Int> = []
    var joined = 0
    for vault in account.elements("vaults") {
      var folder: Int?
      if let attributes = vault["attrs"], attributes.kind == .object {
        let record = tree.cut(attributes, number: 0, rules: Self.vaultRules)
        folder = readVault(record.root, &draft)
        if let folder, !folders.insert(folder).inserted { joined += 1 }
        draft.addFolders(from: record)
      }
      for entry in vault.elements("items") {
        number += 1
        let record = tree.cut(entry, number: number, rules: Self.itemRules)
        read(record, in: folder, context, &draft)
      }
    }
    draft.reportJoinedFolders(joined)
  }

  /// What the items of an account may point at.
  private func context(_ account: SourceView) -> OnePasswordContext {
    var context = OnePasswordContext()
    for vault in account.elements("vaults") {
      for entry in vault.elements("items") {
        let item = Self.item(entry)
        guard let id = item.peek("uuid") else { continue }
        context.titles[id] = item["overview"]?.peek("title") ?? ""
      }
    }
    if let files { context.file = { files.content($0) } }
    return context
  }

  private func readOwner(_ attributes: SourceView, _ draft: inout VaultDraft) {
    if let id = attributes.peek("uuid"), id.utf8.count <= Identifier.maximumCount {
      draft.owner.id = Identifier(Array(id.utf8))
    }
    if let email = attributes.peek("email") { draft.owner.email = email }
    draft.owner.fullName = attributes.peek("name")
    if let name = attributes.peek("accountName"), name != draft.owner.fullName { draft.owner.username = name }
  }

  private func readVault(_ attributes: SourceView, _ draft: inout VaultDraft) -> Int? {
    guard let name = attributes["name"], let text = name.peek else { return nil }
    let id = attributes.peek("uuid").map { Identifier(Array($0.utf8.prefix(Identifier.maximumCount))) }
    guard let folder = draft.folder(FolderPath([text.string]), id: id) else { return nil }
    draft.carry(name, asPathOf: folder, isExact: true)
    if let description = attributes["desc"] { draft.describe(folder, subtitle: description) }
    return folder
  }

  // MARK: Items

  /// The item itself, which early exports wrap.
  private static func item(_ entry: SourceView) -> SourceView {
    guard let item = entry["item"], item.kind == .object else { return entry }
    return item
  }

  private func read(
    _ record: SourceRecord, in folder: Int?, _ context: OnePasswordContext, _ draft: inout VaultDraft
  ) {
    let item = Self.item(record.root)
    guard item.kind == .object else {
      draft.fail(
        record,
        Finding(
          .notAnItem, position: SourcePosition(byte: record.offset), item: "item \(record.number)",
          message: "item \(record.number) of the file is no object and cannot be read", action: .failed))
      return
    }
    let id = item.peek("uuid").flatMap {
      $0.utf8.count <= Identifier.maximumCount ? Identifier(Array($0.utf8)) : nil
    }
    var reader = OnePasswordItemReader(
      RowBuilder(record, of: OnePassword1PUX.origin, id: id),
      category: item.peek("categoryUuid")?.string ?? "",
      context: context)
    for member in item.children {
      switch member.name {
      case "overview": reader.readOverview(member)
      case "details": reader.readDetails(member)
      case "favIndex": reader.readFavorite(member)
      case "createdAt": reader.builder.apply(.created, member)
      case "updatedAt": reader.builder.apply(.modified, member)
      case "state": reader.readState(member)
      case "trashed": reader.builder.apply(.trashed, member)
      case "archived": reader.builder.apply(.archived, member)
      default: break
      }
    }
    if let entry = record.root["file"] { readEarlyFile(entry, &reader) }
    if let folder { reader.builder.folders.append(folder) }
    reader.builder.finish(&draft)
  }

  /// The attached file of an early export, which names it beside the item.
  private func readEarlyFile(_ entry: SourceView, _ reader: inout OnePasswordItemReader) {
    let path = entry["path"]
    let name = entry["attrs"]?["name"]
    guard let shown = (name ?? path)?.peek else { return }
    guard let content = path?.peek.flatMap({ files?.content(path: $0) }) else {
      reader.builder.missAttachment(shown)
      return
    }
    reader.attach(content, shown, id: entry["attrs"]?.peek("uuid") ?? "", name, nil)
    path?.isStructural = true
  }
}

extension Reading {
  /// Adds the accounts of another reading of the same file.
  mutating func append(_ other: Reading) {
    accounts += other.accounts
    findings += other.findings
    failed += other.failed
    failedEntries += other.failedEntries
    leftItemCount += other.leftItemCount
    leftEntries += other.leftEntries
    headerEntries += other.headerEntries
  }
}
