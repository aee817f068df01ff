package import CredentialExchangeFormat

extension KeePassEntryContent {
  /// What writing needs to know beside the item.
  package struct Options: Sendable {
    /// The `File.id`s of the item whose bytes are at hand; others stay descriptions without a file.
    package var files: Set<Identifier>
    /// Whether identifiers mean something; those made of positions in a file do not, and are not kept.
    package var keepsID: Bool
    /// Whether passkeys get the flags of synchronised ones, as those of other products are. What came from a KeePass
    /// database has them already where they are known.
    package var addsPasskeyFlags: Bool

    /// Creates the options.
    package init(files: Set<Identifier> = [], keepsID: Bool = true, addsPasskeyFlags: Bool = true) {
      self.files = files
      self.keepsID = keepsID
      self.addsPasskeyFlags = addsPasskeyFlags
    }
  }

  /// Makes an entry of an item: all that KeePass and the programs of its family know in the places where they look for it, and
  /// the rest in the custom data of the entry.
  ///
  /// ``item(from:)`` gives the same item back, attached files apart.
  package static func content(of item: Item, options: Options = Options()) -> KeePassEntryContent {
    plainContent(of: item, options) ?? fullContent(of: item, options: options)
  }

  /// The same by the way that all items can take.
  package static func fullContent(of item: Item, options: Options = Options()) -> KeePassEntryContent {
    content(of: item, record: SourceRecord(item), options).content
  }

  /// The same, with each value of the record over the item marked as taken.
  ///
  /// - Parameter record: over the same item.
  /// - Returns: the entry, and what is to be said of it.
  static func content(
    of item: Item, record: SourceRecord, _ options: Options
  ) -> (content: KeePassEntryContent, findings: [Finding]) {
    var writer = KeePassEntryWriter(item, record, options)
    writer.write()
    var content = writer.content
    var wanted = item
    if !options.keepsID { wanted.id = Identifier(content.uuid) }
    if writer.isWhole, self.item(from: content) == wanted {
      // What any reader makes of the entry is the item.
      for view in record.root.untaken {
        view.convert(to: "Entry", as: view.text, .keptInKeePassForm, "\(view.label) follows from the entry")
      }
      return (content, writer.findings)
    }
    content.customData.append(
      Datum(key: KeePassKept.key, value: writer.kept(tags: content.tags, options).text))
    for view in record.root.untaken {
      view.convert(to: "CustomData", as: view.text, .keptInCustomData, KeePassKept.message(view))
    }
    return (content, writer.findings)
  }

  /// Returns the item that an entry stands for. Attached files whose bytes are not in the entry itself are left out.
  package static func item(from content: KeePassEntryContent) -> Item {
    plainItem(from: content) ?? readItem(from: content)
  }

  /// The same by the way that all entries can take.
  package static func readItem(from content: KeePassEntryContent) -> Item {
    let entry = KeePassEntry(SourceRecord(content).root)
    var reader = KeePassItem(entry, of: KeePassXML.origin, pool: KeePassPool([:]))
    reader.builder.isTrashed = content.isTrashed
    reader.fill(groupTags: [], unresolved: [])
    var draft = VaultDraft(KeePassXML.origin, options: ReadOptions(tracing: false), syntheticIDs: false)
    reader.builder.finish(&draft)
    let reading = draft.finish(text: [], isJSON: false, fileOffsets: { $0 })
    return reading.accounts.first?.items.first?.item ?? Item(id: Identifier(content.uuid))
  }
}

extension KeePassEntryWriter {
  /// Whether nothing of the item is in a form that needs what is kept to be understood.
  var isWhole: Bool {
    !positions.contains {
      [.added, .file, .raw, .agent].contains($0.form)
        || ($0.digest != nil && ![.code, .version].contains($0.form))
    }
  }

  /// What the entry has no place for.
  ///
  /// - Parameter written: the tags of the entry.
  func kept(tags written: Text, _ options: KeePassEntryContent.Options) -> KeePassKept {
    var bare = item
    if !options.keepsID || KeePassUUID.isUUID(item.id) { bare.id = Identifier() }
    if content.created != nil { bare.createdAt = nil }
    if content.modified != nil { bare.modifiedAt = nil }
    var tags: Text?
    let parts = KeePassTags.parts(written)
    if !item.isArchived, parts.filter({ $0 != KeePassTags.favorite }) == item.tags,
      parts.contains(KeePassTags.favorite) == item.isFavorite
    {
      (bare.tags, bare.isFavorite) = ([], false)
    } else {
      tags = KeePassKept.digest(written)
    }
    let json = CXFEncoder().encode(bare)
    let model = SourceRecord(encoded: json)
    var edits = JSONEdits(json)
    var positions = positions
    for (index, position) in positions.enumerated() {
      guard let view = model.root.at(position.path) else { continue }
      switch position.form {
      case .added, .file, .settings: continue
      case .agent: if let key = view["privateKey"] { edits.replace(key, with: "") }
      case .code:
        // The secret stands in the URI, unless it is spelled in a way of its own.
        if let secret = view["secret"], let code = code(in: position.field), code.base32Secret == secret.text
        {
          edits.replace(secret, with: "")
        }
      case .raw: edits.replace(view, with: "")
      case .text, .bytes, .pem, .steamType, .steamURI, .expiry, .version:
        guard position.digest == nil || position.form == .version else { continue }
        if edits.isPlain(view) {
          edits.replace(view, with: "")
        } else if position.form == .text {
          positions[index].digest = KeePassKept.digest(view.text)
        } else {
          // An earlier password in a spelling of its own: it is kept, and its version is known by the digest.
        }
      }
    }
    return KeePassKept(item: edits.applied(), positions: positions, tags: tags)
  }

  private func code(in field: Text) -> OneTimeCode? {
    content[field].flatMap { try? OneTimeCode.parse($0) }
  }
}

extension KeePassKept {
  /// What is said of a value that is kept.
  static func message(_ view: SourceView) -> String {
    "KeePass has no place for \(view.label); it is kept in the custom data of the entry"
  }
}

extension FindingCode {
  /// KeePass has no place for a value: it is kept in the custom data of the entry.
  package static let keptInCustomData = FindingCode("kept-in-custom-data", .note)
  /// A value stands in the form that KeePass has for it.
  package static let keptInKeePassForm = FindingCode("kept-in-keepass-form", .note)
  /// A character that XML cannot say.
  package static let xmlCharacterReplaced = FindingCode("xml-character-replaced", .warning)
  /// What was kept beside an entry does not fit it any more, since the entry was changed.
  package static let keptPartOutdated = FindingCode("kept-part-outdated", .note)
  /// What was kept beside an entry cannot be read.
  package static let keptPartUnreadable = FindingCode("kept-part-unreadable", .warning)
}
