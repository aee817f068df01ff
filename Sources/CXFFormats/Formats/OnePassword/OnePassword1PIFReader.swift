internal import CredentialExchangeFormat

/// Reads the records of a 1PIF file: first the folders among them, then the items in order.
struct OnePassword1PIFReader {
  private let file: SourceFile
  private let options: ReadOptions
  /// The attached files beside the document, by the items that they belong to.
  var attachments: [Text: [SourceMembers.Member]] = [:]

  /// Identifiers that tie records together, tags of types, and what the product notes for itself.
  private static let rules = StructureRules.members(
    "uuid", "typeName", "folderUuid", "locationKey", "contentsHash", "keyID", "securityLevel", "txTimestamp",
    "category", "categoryUuid", "openContents.contentsHash", "openContents.securityLevel",
    "openContents.passwordStrength", "openContents.usernameHash", "profileUuid", "lastUpdatedBy",
    "usernameHash")

  init(_ file: SourceFile, _ options: ReadOptions) {
    self.file = file
    self.options = options
  }

  func read() throws(FormatError) -> Reading {
    let source: JSONSource
    do throws(JSONError) {
      source = try JSONSource(file.bytes)
    } catch {
      throw .notJSON(error, file)
    }
    var draft = VaultDraft(OnePassword1PIF.origin, options: options, syntheticIDs: false)
    if let note = source.note { draft.report(Finding(.textEncoding, message: note, action: .repaired)) }
    let records = try records(source, &draft)
    var folders = OnePasswordFolders()
    var context = OnePasswordContext()
    for record in records {
      let root = record.root
      guard let id = root.peek("uuid") else { continue }
      if root.peek("typeName") == "system.folder.Regular" {
        folders.add(
          record, id: id, title: root["title"] ?? root["overview"]?["title"], parent: root.peek("folderUuid"),
          created: root["createdAt"], modified: root["updatedAt"])
      } else {
        context.titles[id] = root.peek("title") ?? root["overview"]?.peek("title") ?? ""
      }
    }
    folders.make(&draft)
    var used: Set<Text> = []
    for record in records where record.root.peek("typeName") != "system.folder.Regular" {
      if let id = record.root.peek("uuid") { used.insert(id) }
      read(record, folders, context, &draft)
    }
    var reading = draft.finish(text: source.text, isJSON: false, fileOffsets: { source.fileOffsets(of: $0) })
    reading.loseUnnamed(attachments.filter { !used.contains($0.key) }.values.joined().map(\.name).sorted())
    return reading
  }

  // MARK: Records

  /// Reads all records. One that cannot be read is set aside, and reading goes on behind the next line of stars.
  private func records(_ source: JSONSource, _ draft: inout VaultDraft) throws(FormatError) -> [SourceRecord]
  {
    var records: [SourceRecord] = []
    var failures: [(start: Int, end: Int, error: JSONError)] = []
    source.text.withUnsafeBufferPointer { bytes in
      var offset = 0
      var number = 0
      while let start = Self.skip(bytes, offset) {
        number += 1
        var cursor = JSONCursor(bytes, at: start)
        do throws(JSONError) {
          let record = try SourceRecord(&cursor, rules: Self.rules, number: number)
          let end = Self.skip(bytes, cursor.offset, stopsAtSeparator: true)
          if let end, !bytes[end...].starts(with: OnePassword1PIF.separator) {
            throw JSONError(.trailing, at: end)
          }
          records.append(record)
          offset = end ?? bytes.count
        } catch {
          offset = Self.nextSeparator(bytes, start) ?? bytes.count
          failures.append((start, offset, error))
        }
      }
    }
    if records.isEmpty, let first = failures.first { throw .notJSON(first.error, file) }
    for failure in failures {
      let text = Text(String(decoding: source.text[failure.start..<failure.end], as: UTF8.self))
      let record = SourceRecord(
        cells: [(name: "record", text: text, offset: failure.start, isDamaged: false)], offset: failure.start,
        number: 0)
      record.row = nil
      draft.fail(
        record,
        Finding(
          FindingCode(failure.error.code.rawValue, .error),
          position: SourcePosition(byte: failure.error.offset),
          message: "a record cannot be read: \(failure.error.message)", action: .failed))
    }
    return records
  }

  /// Returns where the next record begins, behind blanks and lines of stars; nil at the end.
  private static func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, stopsAtSeparator: Bool = false
  ) -> Int? {
    var offset = start
    while offset < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) {
        offset += 1
      } else if !stopsAtSeparator, bytes[offset...].starts(with: OnePassword1PIF.separator) {
        offset += OnePassword1PIF.separator.count
      } else {
        return offset
      }
    }
    return nil
  }

  /// Returns where the next line of stars begins.
  private static func nextSeparator(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var offset = start
    while let end = bytes[offset...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      offset = end + 1
      if bytes[offset...].starts(with: OnePassword1PIF.separator) { return offset }
    }
    return nil
  }

  // MARK: Items

  private func read(
    _ record: SourceRecord, _ folders: OnePasswordFolders, _ context: OnePasswordContext,
    _ draft: inout VaultDraft
  ) {
    let root = record.root
    guard root.kind == .object else {
      draft.fail(
        record,
        Finding(
          .notAnItem, position: SourcePosition(byte: record.offset), item: "record \(record.number)",
          message: "record \(record.number) of the file is no object and cannot be read", action: .failed))
      return
    }
    let type = root.peek("typeName") ?? ""
    if type == "system.folder.SavedSearch" || type == "system.Tombstone" {
      root.markStructure()
      if type != "system.Tombstone" { draft.report(.savedSearch(byte: record.offset)) }
      return
    }
    if type.utf8.starts(with: "system.".utf8) {
      draft.leave(
        record,
        Finding(
          .recordLeftOut, position: SourcePosition(byte: record.offset), item: root.peek("title")?.string,
          message: "what the program notes for itself is no item and is left out", action: .skipped))
      return
    }
    let id = root.peek("uuid")
    let category =
      OnePasswordFields.category(typeName: type) ?? (root.peek("categoryUuid") ?? root.peek("category"))?
      .string ?? ""
    var reader = OnePasswordItemReader(
      RowBuilder(
        record, of: OnePassword1PIF.origin,
        id: id.flatMap { $0.utf8.count <= Identifier.maximumCount ? Identifier(Array($0.utf8)) : nil }),
      category: category, context: context)
    for member in root.children {
      switch member.name {
      case "title": reader.readTitle(member)
      case "location": reader.builder.apply(.url, member)
      case "openContents", "overview": reader.readOverview(member)
      case "secureContents", "details": reader.readDetails(member)
      case "createdAt", "created": reader.builder.apply(.created, member)
      case "updatedAt", "updated": reader.builder.apply(.modified, member)
      case "trashed": reader.builder.apply(.trashed, member)
      case "favIndex", "faveIndex", "fave": reader.readFavorite(member)
      default: break
      }
    }
    if let folder = root.peek("folderUuid") {
      if let index = folders.indices[folder] {
        reader.builder.folders.append(index)
      } else {
        draft.report(
          reader.builder.finding(.unknownFolder, "the item names a folder that the file does not name", .kept)
        )
      }
    }
    for file in id.flatMap({ attachments[$0] }) ?? [] {
      reader.builder.attach(name: Text(file.lastName), content: file.content)
    }
    reader.builder.finish(&draft)
  }
}
