internal import CredentialExchangeFormat

/// Reads the document: folders first, wherever they stand, then the items in order.
struct BitwardenReader {
  private let file: SourceFile
  private let options: ReadOptions

  /// Identifiers that only tie things together and tags of types; everything else is a value.
  private static let rules = StructureRules.members(
    "id", "organizationId", "folderId", "collectionIds", "externalId", "type", "fields.type",
    "secureNote.type",
    "login.fido2Credentials.keyType", "login.fido2Credentials.keyAlgorithm", "login.fido2Credentials.keyCurve"
  )

  init(_ file: SourceFile, _ options: ReadOptions) {
    self.file = file
    self.options = options
  }

  /// Where the parts of the document stand.
  private struct Outline {
    var folders: [Int] = []
    var items: [Int] = []
    var others: [(name: Text, offset: Int)] = []
    var isEncrypted = false
    var isPasswordProtected = false
  }

  func read() throws(FormatError) -> Reading {
    do {
      let source = try JSONSource(file.bytes)
      let result = try source.text.withUnsafeBufferPointer {
        (bytes) throws(JSONError) -> Result<Reading, FormatError> in
        let outline = try outline(bytes)
        if outline.isEncrypted { return .failure(encryption(outline)) }
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
      case "folders" where first == UInt8(ascii: "["), "collections" where first == UInt8(ascii: "["):
        outline.folders.append(range.lowerBound)
      case "items" where first == UInt8(ascii: "["): outline.items.append(range.lowerBound)
      case "encrypted": outline.isEncrypted = first == UInt8(ascii: "t")
      case "passwordProtected": outline.isPasswordProtected = first == UInt8(ascii: "t")
      default: if first != UInt8(ascii: "n") { outline.others.append((name, range.lowerBound)) }
      }
    }
    try cursor.finish()
    return outline
  }

  private func encryption(_ outline: Outline) -> FormatError {
    if outline.isPasswordProtected {
      return FormatError(
        .passphraseNeeded,
        Finding(
          .passwordNeeded, file: file.name,
          message: "the Bitwarden export is encrypted with a password, and this version cannot open it",
          action: .failed),
        hint: "export the vault again as unencrypted .json, and delete that file afterwards")
    }
    return FormatError(
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

  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ outline: Outline, _ source: JSONSource
  ) throws(JSONError) -> Reading {
    var draft = VaultDraft(BitwardenJSON.origin, options: options, syntheticIDs: false)
    if let note = source.note { draft.report(Finding(.textEncoding, message: note, action: .repaired)) }
    for other in outline.others {
      draft.report(
        Finding(
          .unknownTopLevelMember, position: SourcePosition(byte: other.offset), field: other.name.string,
          message: "the member \(other.name.string) of the document is not known and left aside",
          action: .kept))
    }
    var folders: [Text: Int] = [:]
    for offset in outline.folders {
      try eachRecord(bytes, at: offset) { record in folder(record, &folders, &draft) }
    }
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

  private func folder(_ record: SourceRecord, _ folders: inout [Text: Int], _ draft: inout VaultDraft) {
    let root = record.root
    if let view = root["name"], let text = view.peek, view.kind == .string {
      let reading = FolderPath.split(text.string, style: .slash)
      let id = root.peek("id")
      if let index = draft.folder(reading.path, id: id.map(BitwardenID.identifier)) {
        draft.carry(view, asPathOf: index, isExact: reading.path.names.count == 1 && reading.emptyParts == 0)
        if let id { folders[id] = index }
      }
      if view.isDamaged {
        draft.report(.damaged(view, item: nil, isSecret: false))
      }
    }
    draft.addFolders(from: record)
  }

  private func item(
    _ record: SourceRecord, _ number: Int, _ folders: [Text: Int], _ draft: inout VaultDraft
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
      if let index = folders[id] {
        if !places.contains(index) { places.append(index) }
      } else if !folders.isEmpty {
        draft.report(
          Finding(
            .unknownFolder, position: SourcePosition(byte: record.offset), item: reader.item.displayTitle,
            message: "the item names a folder that the file does not name", action: .kept))
      }
    }
    for finding in reader.findings { draft.report(finding) }
    draft.add(reader.item, from: record, folders: places)
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
