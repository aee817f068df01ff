internal import CXFArchiving
internal import CredentialExchangeFormat

/// The tree of a KeePass database: groups with entries in them, and the pool of attached bytes.
struct KeePassTree {
  private let record: SourceRecord
  private let origin: Format.Origin
  private var pool: KeePassPool
  private var entries: [Placed] = []
  private var recycleBin: [UInt8]?
  /// What was written about the database, and about its outermost group.
  private var description: SourceView?
  private var notes: SourceView?

  /// An entry with where it was.
  private struct Placed {
    var entry: KeePassEntry
    var folder: Int?
    var isTrashed: Bool
    var groupTags: [Text]
  }

  /// Creates the reader of a document whose root element is `KeePassFile`.
  ///
  /// - Parameter pool: the attached bytes by their number, where they do not stand in the document.
  init(_ record: SourceRecord, origin: Format.Origin, pool: [Text: [UInt8]]?) {
    self.record = record
    self.origin = origin
    self.pool = KeePassPool(pool ?? [:])
  }

  /// Adds all entries to an account.
  ///
  /// - Returns: whether there is a group at all.
  func read(into draft: inout VaultDraft) -> Bool {
    var reader = self
    reader.readMeta()
    let roots = record.root.all("Root")
    // Cut out of a document, groups may stand without their frame.
    let groups = (roots + [record.root]).flatMap { $0.all("Group") }
    guard !groups.isEmpty else { return false }
    for group in groups {
      // A group without anything in it is a text of blanks.
      guard group.kind == .object else { continue }
      // The name of the outermost group is that of the database.
      group["Name"]?.markStructure()
      reader.read(group, path: [], isTrashed: false, tags: [], depth: 0, &draft)
    }
    for root in roots { root["DeletedObjects"]?.markStructure() }
    for meta in record.root.all("Meta") { KeePassKeptParts.joinAccount(meta, &draft) }
    reader.describe(&draft.owner)
    reader.finish(&draft)
    return true
  }

  // MARK: Meta

  /// Settings of the database are no values of the user's, but for what was written about it.
  private mutating func readMeta() {
    for meta in record.root.all("Meta") {
      if KeePassText.isTrue(meta.peek("RecycleBinEnabled") ?? "True") {
        recycleBin = KeePassText.uuid(meta.peek("RecycleBinUUID"))
      }
      for child in meta.children {
        switch child.name {
        case "DatabaseDescription": if description?.peek == nil { description = child }
        case "Binaries": pool.read(child)
        case "CustomData":
          for item in child.all("Item") where Self.isSetting(item.peek("Key")) { item.markStructure() }
        default: child.markStructure()
        }
      }
    }
  }

  /// Where a database that is a vault remembers its imports.
  private static let vaultNotes = "cxf-toolkit.alt/vault"

  /// Whether programs keep a setting, or the pairing with a browser, under that name.
  private static func isSetting(_ key: Text?) -> Bool {
    guard let key else { return true }
    return ["KPXC_", "FDO_", "_CREATED", "_LAST_MODIFIED", vaultNotes].contains {
      key.utf8.starts(with: $0.utf8)
    }
  }

  /// Keeps what was written about the whole.
  private func describe(_ account: inout Account) {
    let place = ToolkitExtension.description
    let about = description?.take(to: place.place("description"))
    let notes = notes?.take(to: place.place("notes"))
    guard about != nil || notes != nil else { return }
    account.extensions.append(
      place.make { writer in
        for (name, text) in [("description", about), ("notes", notes)] {
          guard let text else { continue }
          writer.name(name)
          writer.string(text)
        }
      })
  }

  // MARK: Groups

  private mutating func read(
    _ group: SourceView, path: [String], isTrashed: Bool, tags: [Text], depth: Int, _ draft: inout VaultDraft
  ) {
    var (path, isTrashed, tags) = (path, isTrashed, tags)
    for child in group.children {
      switch child.name {
      case "UUID", "IconID", "CustomIconUUID", "Times", "IsExpanded", "EnableAutoType", "EnableSearching",
        "LastTopVisibleEntry", "PreviousParentGroup":
        child.markStructure()
      default: break
      }
    }
    let isBin = recycleBin != nil && KeePassText.uuid(group.peek("UUID")) == recycleBin
    var folder: Int?
    if isBin, depth > 0 {
      isTrashed = true
      group["Name"]?.noteAbsent(
        .defaultValue, "the group is the recycle bin, which its entries say themselves")
    } else if depth > 0, let kept = KeePassKeptParts.group(group) {
      // Groups that were collections stay apart, whatever their names.
      path.append("\(group.peek("Name")?.string ?? "")\u{0}\(group.offset)")
      folder = draft.folder(FolderPath(path))
      if let folder { KeePassKeptParts.join(kept, group, folder: folder, depth: path.count, &draft) }
    } else if depth > 0, let name = group["Name"], let text = name.peek {
      path.append(text.string)
      folder = draft.folder(FolderPath(path), id: KeePassText.uuid(group.peek("UUID")).map { Identifier($0) })
      if let folder {
        draft.carry(name, asPathOf: folder, isExact: true)
        if let notes = group["Notes"], notes.peek != nil { draft.describe(folder, subtitle: notes) }
      }
    } else {
      folder = draft.folder(FolderPath(path))
      if depth == 0, notes?.peek == nil { notes = group["Notes"] }
    }
    if let view = group["Tags"], let text = view.peek {
      let own = CellText.parts(text.string, separators: Self.tagSeparators).map { Text($0) }
      tags += own.filter { !tags.contains($0) }
      // The entries have them.
      if group.all("Entry").isEmpty == false { view.markStructure() }
    }
    for child in group.children {
      if child.name == "Entry" {
        let part = record.cut(child, number: entries.count + 1)
        entries.append(
          Placed(entry: KeePassEntry(part.root), folder: folder, isTrashed: isTrashed, groupTags: tags))
      } else if child.name == "Group" {
        read(child, path: path, isTrashed: isTrashed, tags: tags, depth: depth + 1, &draft)
      }
    }
  }

  /// Semicolon, comma, colon and tab: programs of the family differ.
  static let tagSeparators = Array(";,:\t".utf8)

  // MARK: Entries

  private func finish(_ draft: inout VaultDraft) {
    let references = KeePassReferences(entries.map(\.entry))
    for placed in entries {
      let unresolved = references.resolve(placed.entry)
      var item = KeePassItem(placed.entry, of: origin, pool: pool)
      if let folder = placed.folder { item.builder.folders = [folder] }
      item.builder.isTrashed = placed.isTrashed
      item.fill(groupTags: placed.groupTags, unresolved: unresolved)
      item.builder.finish(&draft)
    }
    pool.settle(&draft)
  }
}

/// The attached bytes of a database, by number.
final class KeePassPool {
  private struct Member {
    var view: SourceView
    var isCompressed: Bool
    var isUsed = false
  }

  private var members: [Text: Member] = [:]
  private let bytes: [Text: [UInt8]]
  private var used: Set<Text> = []

  /// The most bytes that a packed attachment may have.
  static let limit = 1 << 30

  init(_ bytes: [Text: [UInt8]]) { self.bytes = bytes }

  /// Takes the `Binaries` of a document: an element with `ID` is a text, before which its attributes stand.
  func read(_ binaries: SourceView) {
    var number: Text?
    var isCompressed = false
    for child in binaries.children {
      switch child.name {
      case "Binary@ID":
        number = child.peek
        child.markStructure()
      case "Binary@Compressed":
        isCompressed = KeePassText.isTrue(child.peek)
        child.markStructure()
      case "Binary@Protected", "Binary@ProtectInMemory": child.markStructure()
      case "Binary":
        if let number, members[number] == nil {
          members[number] = Member(view: child, isCompressed: isCompressed)
          child.markStructure()
        }
        (number, isCompressed) = (nil, false)
      default: break
      }
    }
  }

  /// The bytes of an attachment; nil where there are none, or they are damaged.
  func content(of attachment: KeePassEntry.Attachment) -> [UInt8]? {
    guard let reference = attachment.reference else {
      return Self.decode(attachment.valueView?.peek, isCompressed: attachment.isCompressed)
    }
    if let bytes = bytes[reference] {
      used.insert(reference)
      return bytes
    }
    guard let member = members[reference] else { return nil }
    members[reference]?.isUsed = true
    return Self.decode(member.view.peek, isCompressed: member.isCompressed)
  }

  private static func decode(_ text: Text?, isCompressed: Bool) -> [UInt8]? {
    // An empty file may be said to be packed all the same.
    guard let text else { return [] }
    guard let bytes = Base64Text.decode(text.utf8.filter { !ASCIIBytes.isBlank($0) }) else { return nil }
    return isCompressed ? try? Gzip.unpack(bytes, limit: limit) : bytes
  }

  /// Says of bytes that no entry names that they are lost: they are values again.
  func settle(_ draft: inout VaultDraft) {
    let unused = bytes.keys.filter { !used.contains($0) }.sorted()
    if !unused.isEmpty {
      let record = SourceRecord(texts: 0, number: 0)
      let views = unused.map { number in
        record.appendText(
          "attached file", Text("number \(number.string), \(bytes[number]?.count ?? 0) bytes"))
      }
      record.endTexts()
      for view in views { view.lose(.attachmentUnnamed, "no entry names these bytes") }
      draft.addFolders(from: record)
    }
    for member in members.values where !member.isUsed {
      member.view.isStructural = false
      member.view.lose(.attachmentUnnamed, "no entry names these bytes")
    }
  }
}
