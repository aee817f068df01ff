internal import CredentialExchangeFormat

/// Writes a database of KeePass: an XML export, or what a KDBX file holds inside.
final class KeePassDatabaseWriter: VaultWriter {
  private let form: KeePassMarkup.Form
  private var groups = KeePassGroups()
  private var owner: Account?
  /// Whether identifiers of the account at hand mean something.
  private var keepsIDs = true
  private var allKeepIDs = true
  /// Identifiers that are not kept, with what stands for them.
  private var renamed: [Identifier: Identifier] = [:]
  private var rootEntries: [KeePassMarkup] = []
  private var trashEntries: [KeePassMarkup] = []
  /// The files of the pool, each once, by the hash of their bytes.
  private var pool: [[UInt8]: Int] = [:]
  private var files: [KeePassDraft.File] = []
  private var longestHistory = 0
  private var isFromKeePass = false
  /// What was written about the database, and about its outermost group.
  private var description: Text?
  private var notes: Text?
  private var findings: [Finding] = []

  var carriesEverything: Bool { false }

  init(_ form: KeePassMarkup.Form) { self.form = form }

  func begin(_ header: Header) {
    isFromKeePass = header.exporterRPID == Text(KeePassXML.origin.rpID)
  }

  func begin(_ account: Account, record: SourceRecord) {
    keepsIDs = !account.extensions.contains {
      $0.name == Text(ToolkitExtension.syntheticIDs.rawValue)
    }
    allKeepIDs = allKeepIDs && keepsIDs
    groups.beginAccount()
    groups.add(account.collections, record.root.elements("collections"), of: account.id)
    guard owner == nil else { return }
    var kept = account
    kept.items = []
    kept.collections = []
    kept.extensions.removeAll { $0.name == Text(ToolkitExtension.syntheticIDs.rawValue) }
    if !keepsIDs { kept.id = Identifier() }
    writeDescription(of: &kept)
    owner = kept
    for child in record.root.children where child.name != "collections" {
      for view in child.untaken {
        view.convert(
          to: "Meta", as: view.text, .keptInCustomData,
          "KeePass has no place for \(view.label); it is kept in the custom data of the database")
      }
    }
  }

  /// Takes out of an account what is written about the whole, where the database has a place for all of it.
  private func writeDescription(of account: inout Account) {
    let kind = ToolkitExtension.description
    guard case .other(let last)? = account.extensions.last, last.name == Text(kind.rawValue) else { return }
    var bare = Account()
    bare.extensions = [.other(last)]
    let view = kind.view(in: SourceRecord(bare).root)
    let texts = ["description", "notes"].map { view?.peek($0) }
    let made = kind.make { writer in
      for (name, text) in zip(["description", "notes"], texts) {
        guard let text else { continue }
        writer.name(name)
        writer.string(text)
      }
    }
    guard made == .other(last), texts.allSatisfy({ $0.map { KeePassXMLText.isSafe($0) } ?? true }) else {
      return
    }
    (description, notes) = (texts[0], texts[1])
    account.extensions.removeLast()
  }

  func write(_ item: Item, record: SourceRecord) -> ItemOutcome { write(item, record: record, files: []) }

  func write(_ item: Item, record: SourceRecord, files known: Set<Identifier>) -> ItemOutcome {
    var (content, said) = KeePassEntryContent.content(
      of: item, record: record,
      .init(files: known, keepsID: keepsIDs, addsPasskeyFlags: !isFromKeePass))
    content.uuid = groups.unique(content.uuid)
    if !keepsIDs { renamed[item.id] = Identifier(content.uuid) }
    longestHistory = max(longestHistory, content.history.count)
    let group = content.isTrashed ? nil : groups.group(of: item.id)
    var markup = KeePassMarkup(form, depth: depth(of: group, isTrashed: content.isTrashed))
    markup.entry(content) { number(of: $0, in: item) }
    if let group {
      groups.add(.init(item: renamed[item.id] ?? item.id, markup: markup), to: group)
    } else if content.isTrashed {
      trashEntries.append(markup)
    } else {
      rootEntries.append(markup)
    }
    for index in said.indices { said[index].item = item.displayTitle }
    findings += said
    return .written(1)
  }

  /// The number of an attached file in the pool, in which equal files stand once.
  private func number(of attachment: KeePassEntryContent.Attachment, in item: Item) -> Int? {
    let file: KeePassDraft.File
    let mark: [UInt8]
    switch attachment.source {
    case .bytes(let bytes):
      file = .bytes(bytes)
      mark = Array(KeePassKept.digest(bytes).utf8)
    case .file(let id):
      guard let known = item.files.first(where: { $0.id == id }) else { return nil }
      file = .document(id)
      mark = known.integrityHash.bytes
    }
    if let number = pool[mark] { return number }
    let number = files.count
    files.append(file)
    pool[mark] = number
    return number
  }

  private func depth(of group: Int?, isTrashed: Bool) -> Int {
    // Within KeePassFile, Root, Group; the recycle bin is a group within that.
    var depth = isTrashed ? 4 : 3
    var next = group
    while let index = next {
      depth += 1
      next = groups.all[index].parent
    }
    return depth
  }

  // MARK: The document

  func finish() -> WrittenVault {
    var markup = KeePassMarkup(form)
    markup.open("KeePassFile")
    let bin =
      trashEntries.isEmpty ? nil : groups.unique(KeePassUUID.of(owner?.id ?? Identifier(), part: "/bin"))
    let place = writeMeta(bin, to: &markup)
    markup.open("Root")
    markup.open("Group")
    markup.uuid("UUID", groups.unique(KeePassUUID.of(owner?.id ?? Identifier(), part: "/root")))
    markup.element("Name", "Passwords")
    if let notes { markup.element("Notes", notes) }
    markup.element("IconID", "48")
    markup.flag("IsExpanded", true)
    for entry in rootEntries { markup.append(entry) }
    for group in groups.roots { write(group, to: &markup) }
    if let bin {
      markup.open("Group")
      markup.uuid("UUID", bin)
      markup.element("Name", "Recycle Bin")
      markup.element("IconID", "43")
      markup.flag("IsExpanded", false)
      markup.element("EnableAutoType", "false")
      markup.element("EnableSearching", "false")
      for entry in trashEntries { markup.append(entry) }
      markup.close("Group")
    }
    markup.close("Group")
    markup.close("Root")
    markup.close("KeePassFile")
    let head = Array("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n".utf8)
    let draft = KeePassDraft(
      xml: head + markup.bytes, values: markup.values, files: files, poolOffset: head.count + place)
    return WrittenVault(
      bytes: form == .export ? draft.exported : [], findings: findings, database: draft)
  }

  /// Writes what concerns the database as a whole.
  ///
  /// - Returns: where the pool of an export belongs.
  private func writeMeta(_ bin: [UInt8]?, to markup: inout KeePassMarkup) -> Int {
    markup.open("Meta")
    markup.element("Generator", "cxf")
    if let description { markup.element("DatabaseDescription", description) }
    markup.open("MemoryProtection")
    for name in KeePassNames.standard {
      markup.flag("Protect\(name.string)", name == "Password")
    }
    markup.close("MemoryProtection")
    markup.flag("RecycleBinEnabled", true)
    markup.uuid("RecycleBinUUID", bin ?? KeePassScalars.noUUID)
    // Programs cut histories to this, and ours may be longer than what they take for usual.
    markup.element("HistoryMaxItems", longestHistory > 10 ? "-1" : "10")
    let place = markup.bytes.count
    if let owner, let datum = KeePassKeptAccount.datum(owner) { markup.custom([datum]) }
    markup.close("Meta")
    return place
  }

  private func write(_ index: Int, to markup: inout KeePassMarkup) {
    let group = groups.all[index]
    markup.open("Group")
    markup.uuid("UUID", group.uuid)
    markup.element("Name", group.name)
    markup.element("Notes", group.notes)
    markup.element("IconID", "48")
    let times = [group.collection.createdAt, group.collection.modifiedAt].map { moment in
      moment.flatMap { KeePassTimes.isExact($0.secondsSince1970) ? $0.secondsSince1970 : nil }
    }
    markup.times(times[0], times[1], expires: nil)
    markup.flag("IsExpanded", true)
    if let kept = groups.kept(index, keepsIDs: allKeepIDs, renamed: renamed) { markup.custom([kept]) }
    for entry in group.entries { markup.append(entry.markup) }
    for child in group.children { write(child, to: &markup) }
    markup.close("Group")
  }
}
