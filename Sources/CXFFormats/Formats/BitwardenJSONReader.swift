internal import CredentialExchangeFormat

/// Reads the document: folders first, wherever they stand, then the items in order.
struct BitwardenReader {
  private let file: SourceFile
  private let options: ReadOptions
  /// Whether the document was inside another one that was encrypted.
  private var isEncrypted = false
  /// The attached files beside the document, by the identifiers of the items that they belong to.
  var attachments: [Text: [SourceMembers.Member]] = [:]

  /// Identifiers that only tie things together and tags of types; everything else is a value.
  private static let rules = StructureRules.members(
    "id", "organizationId", "folderId", "collectionIds", "externalId", "type", "fields.type",
    "secureNote.type",
    "login.fido2Credentials.keyType", "login.fido2Credentials.keyAlgorithm", "login.fido2Credentials.keyCurve"
  )

  /// The same for what stands around the items and folders: how the file is encrypted.
  private static let envelopeRules = StructureRules.members(
    "encrypted", "passwordProtected", "encKeyValidation_DO_NOT_EDIT", "salt", "kdfType", "kdfIterations",
    "kdfMemory", "kdfParallelism"
  )

  /// The members of the document that are known, besides the items.
  private static let knownMembers: Set<Text> = ["encrypted", "passwordProtected", "folders", "collections"]

  init(_ file: SourceFile, _ options: ReadOptions) {
    self.file = file
    self.options = options
  }

  /// Where the parts of the document stand.
  private struct Outline {
    var folders: [Int] = []
    var items: [Int] = []
    var hasOtherItems = false
    /// Whether there is more than folders, items and marks.
    var hasOthers = false
    var isEncrypted = false
    var isPasswordProtected = false
  }

  func read() throws(FormatError) -> Reading {
    do {
      let source = try JSONSource(file.bytes)
      let result = try source.text.withUnsafeBufferPointer {
        (bytes) throws(JSONError) -> Result<Reading, FormatError> in
        let outline = try outline(bytes)
        if outline.isEncrypted {
          guard outline.isPasswordProtected else { return .failure(accountEncrypted) }
          return Result { () throws(FormatError) in try readProtected(bytes) }
        }
        if outline.items.isEmpty || outline.hasOtherItems { return .failure(notBitwarden) }
        return .success(try read(bytes, outline, source))
      }
      switch result {
      case .success(let reading): return reading
      case .failure(let error): throw error
      }
    } catch let error as JSONError {
      throw .notJSON(error, file)
    } catch let error as FormatError {
      throw error
    } catch {
      throw .notJSON(JSONError(.syntax, at: 0), file)
    }
  }

  private func outline(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Outline {
    var cursor = JSONCursor(bytes)
    guard try cursor.peek() == UInt8(ascii: "{") else { throw JSONError(.syntax, at: cursor.offset) }
    var outline = Outline()
    try cursor.readMembers { name, range in
      let first = bytes[range.lowerBound]
      switch name {
      case "items":
        if first == UInt8(ascii: "[") {
          outline.items.append(range.lowerBound)
        } else {
          outline.hasOtherItems = true
        }
      case "encrypted": outline.isEncrypted = first == UInt8(ascii: "t")
      case "passwordProtected": outline.isPasswordProtected = first == UInt8(ascii: "t")
      case "folders" where first == UInt8(ascii: "["), "collections" where first == UInt8(ascii: "["):
        outline.folders.append(range.lowerBound)
      default: if first != UInt8(ascii: "n") { outline.hasOthers = true }
      }
    }
    try cursor.finish()
    return outline
  }

  private var notBitwarden: FormatError {
    FormatError(
      .damaged,
      Finding(
        .notBitwardenJSON, file: file.name,
        message: "the JSON has no list of items, so it is no export of Bitwarden", action: .failed),
      hint: "leave the format out, so that it is found by the content, or export the vault again as .json")
  }

  private var accountEncrypted: FormatError {
    FormatError(
      .unsupportedEncryption,
      Finding(
        .accountEncrypted, file: file.name,
        message:
          "the Bitwarden export is encrypted with the key of its account, which only Bitwarden can open",
        action: .failed),
      hint:
        "export the vault again as .json, unencrypted, or as encrypted .json with the type 'password protected'"
    )
  }

  /// Reads the document in a protected export.
  private func readProtected(_ bytes: UnsafeBufferPointer<UInt8>) throws(FormatError) -> Reading {
    let record: SourceRecord
    do throws(JSONError) {
      var cursor = JSONCursor(bytes)
      record = try SourceRecord(&cursor, rules: Self.envelopeRules)
    } catch {
      throw .notJSON(error, file)
    }
    let document = try BitwardenEncryption(file, record).open(options)
    guard !isEncrypted else { throw accountEncrypted }
    var reader = BitwardenReader(SourceFile(name: file.name, bytes: document), options)
    reader.isEncrypted = true
    var reading = try reader.read()
    reading.isDerived = true
    return reading
  }

  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ outline: Outline, _ source: JSONSource
  ) throws(JSONError) -> Reading {
    var draft = VaultDraft(BitwardenJSON.origin, options: options, syntheticIDs: false)
    if let note = source.note { draft.report(Finding(.textEncoding, message: note, action: .repaired)) }
    var folders = BitwardenFolders()
    for offset in outline.folders {
      try eachRecord(bytes, at: offset) { record in
        folders.read(record.root, &draft)
        draft.addFolders(from: record)
      }
    }
    folders.reportJoined(&draft)
    if outline.hasOthers { try readOthers(bytes, &draft) }
    var number = 0
    for offset in outline.items {
      try eachRecord(bytes, at: offset) { record in
        number += 1
        item(record, number, folders, &draft)
      }
    }
    return draft.finish(text: source.text, isJSON: true, fileOffsets: { source.fileOffsets(of: $0) })
  }

  private func eachRecord(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ body: (SourceRecord) -> Void
  ) throws(JSONError) {
    var cursor = JSONCursor(bytes, at: offset)
    try cursor.beginArray()
    var isFirst = true
    var number = 0
    while try cursor.nextElement(first: &isFirst) {
      number += 1
      body(try SourceRecord(&cursor, rules: Self.rules, number: number))
    }
  }

  /// Accounts for the members of the document that are not known: their values are lost.
  private func readOthers(
    _ bytes: UnsafeBufferPointer<UInt8>, _ draft: inout VaultDraft
  ) throws(JSONError) {
    var cursor = JSONCursor(bytes)
    let record = try SourceRecord(&cursor, rules: Self.envelopeRules, leavingOut: "items")
    for member in record.root.children {
      if member.kind == .array, member.name == "folders" || member.name == "collections" {
        // Each folder has its own record, which counts its values.
        for index in member.index..<record.nodes[member.index].end { record.nodes[index].isStructural = true }
      } else if !Self.knownMembers.contains(member.name), member.untaken.isEmpty {
        // Where the member has values, each of them is reported.
        draft.report(
          Finding(
            .unknownTopLevelMember, position: SourcePosition(byte: member.offset), field: member.name.string,
            message: "the member \(member.name.string) of the document is not known and left aside",
            action: .skipped))
      }
    }
    draft.addFolders(from: record)
  }

  private func item(
    _ record: SourceRecord, _ number: Int, _ folders: BitwardenFolders, _ draft: inout VaultDraft
  ) {
    guard record.root.kind == .object else {
      draft.fail(
        record,
        Finding(
          .notAnItem, position: SourcePosition(byte: record.offset), item: "item \(number)",
          message: "item \(number) of the file is no object and cannot be read", action: .failed))
      return
    }
    var reader = BitwardenItemReader(record, number: number)
    reader.read()
    var places: [Int] = []
    for id in [record.root.peek("folderId")].compactMap({ $0 })
      + record.root.elements("collectionIds").compactMap(\.peek)
    {
      if let index = folders.indices[id] {
        if !places.contains(index) { places.append(index) }
      } else if folders.unnamed.contains(id) {
        draft.report(
          Finding(
            .folderMembershipLost, position: SourcePosition(byte: record.offset),
            item: reader.item.displayTitle,
            message: "the item is in a folder without a name, which CXF cannot say; it is in none now",
            action: .skipped))
      } else if !folders.indices.isEmpty {
        draft.report(
          Finding(
            .unknownFolder, position: SourcePosition(byte: record.offset), item: reader.item.displayTitle,
            message: "the item names a folder that the file does not name", action: .kept))
      }
    }
    let files = attach(&reader)
    for finding in reader.findings { draft.report(finding) }
    draft.add(reader.item, from: record, folders: places, attachments: files)
  }

  /// Attaches the files that lie beside the document for an item.
  private func attach(_ reader: inout BitwardenItemReader) -> [ItemAttachment] {
    var files: [ItemAttachment] = []
    for member in reader.root.peek("id").flatMap({ attachments[$0] }) ?? [] {
      do throws(UnreadableAttachment) {
        try reader.item.attach(name: Text(member.lastName), content: member.content, to: &files)
      } catch {
        reader.findings.append(
          Finding(
            .attachmentDamaged, position: SourcePosition(byte: reader.root.offset),
            item: reader.item.displayTitle,
            field: member.lastName, message: error.message, action: .lost))
      }
    }
    return files
  }
}

extension Finding {
  /// A text of which parts could not be read.
  static func damaged(_ view: SourceView, item: String?, isSecret: Bool) -> Finding {
    Finding(
      isSecret ? .invalidUnicodeInSecret : .invalidUnicode, position: SourcePosition(byte: view.offset),
      item: item,
      field: view.label,
      message:
        "\(view.label) holds half a character; U+FFFD stands in its place, so compare it with the old program",
      action: .repaired)
  }
}
