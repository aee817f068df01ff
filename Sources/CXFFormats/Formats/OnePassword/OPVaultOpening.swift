internal import CXFCrypto
internal import CredentialExchangeFormat

/// Opens the records of a vault, and writes what is in them as one JSON document.
struct OPVaultOpening {
  /// What was opened.
  struct Result {
    /// An array of items and folders.
    var document: [UInt8]
    var files: [Text: any ByteContent] = [:]
    /// The identifiers of items whose members outside the seals are others than when they were written.
    var altered: Set<Text> = []
    /// The names of attached files that belong to no item.
    var unnamed: [String] = []
  }

  private let members: SourceMembers
  private let folder: String
  private let keys: OPVaultKeyRing
  private let source: EncryptedSource

  init(_ members: SourceMembers, folder: String, _ keys: OPVaultKeyRing, _ source: EncryptedSource) {
    self.members = members
    self.folder = folder
    self.keys = keys
    self.source = source
  }

  func open() throws(FormatError) -> Result {
    var result = Result(document: [])
    var json = JSONWriter()
    json.beginArray()
    if let member = members["\(folder)folders.js"] {
      for record in try records(member, "loadFolders(") { try writeFolder(record, &json) }
    }
    var attachments = try attachments()
    for digit in "0123456789ABCDEF" {
      guard let member = members["\(folder)band_\(digit).js"] else { continue }
      for record in try records(member, "ld(") { try writeItem(record, &attachments, &json, &result) }
    }
    json.endArray()
    result.document = json.bytes
    result.unnamed = attachments.values.joined().map(\.name).sorted()
    return result
  }

  /// The objects in a file, each under its identifier.
  private func records(_ member: SourceMembers.Member, _ mark: String) throws(FormatError) -> [SourceRecord] {
    let script = try member.bytes()
    guard let start = OPVaultScript.body(of: script, after: mark),
      let all = OPVaultScript.record(script, at: start)
    else { throw source.damaged("\(member.lastName) is not as it must be") }
    return all.root.children.map { all.cut($0, number: 0) }
  }

  // MARK: Parts

  private func sealed(_ text: Text?) throws(FormatError) -> [UInt8] {
    guard let text, let data = Base64Text.decode(text.utf8) else {
      throw source.damaged("a record lacks one of its parts, or has another text in its place")
    }
    return data
  }

  /// Opens a part that holds JSON.
  private func json(_ text: Text?, _ keys: OPVaultKeys, _ what: String) throws(FormatError) -> [UInt8] {
    let data = try sealed(text)
    guard let content = try source.withLibrary({ () throws(CryptoError) in try keys.open(data) }) else {
      throw source.damaged("\(what) is not as it was written")
    }
    let isObject = content.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      guard (try? cursor.peek()) == UInt8(ascii: "{"), (try? cursor.skipValue()) != nil else { return false }
      return (try? cursor.finish()) != nil
    }
    guard isObject else { throw source.damaged("\(what) is no JSON object") }
    return content
  }

  /// Writes the members of a record that are in clear.
  private func writeClear(_ record: SourceRecord, without names: Set<Text>, _ json: inout JSONWriter) {
    for member in record.root.children where !names.contains(member.name) {
      switch member.kind {
      case .string:
        json.name(member.name.string)
        json.string(member.text)
      case .number, .boolean:
        json.name(member.name.string)
        json.fragment(Array(member.text.utf8))
      case .object, .array, .null: continue
      }
    }
  }

  private func writeFolder(_ record: SourceRecord, _ json: inout JSONWriter) throws(FormatError) {
    let overview = try self.json(record.root.peek("overview"), keys.overview, "the name of a folder")
    json.element()
    json.beginObject()
    json.name("isFolder")
    json.boolean(true)
    writeClear(record, without: ["overview", "hmac"], &json)
    json.name("overview")
    json.fragment(overview)
    json.endObject()
  }

  private func writeItem(
    _ record: SourceRecord, _ attachments: inout [Text: [Attachment]], _ json: inout JSONWriter,
    _ result: inout Result
  ) throws(FormatError) {
    let root = record.root
    // What is left of an item that was deleted for good.
    if root.peek("category") == "099" { return }
    let id = root.peek("uuid") ?? ""
    if try isAltered(root) { result.altered.insert(id) }
    let overview = try self.json(root.peek("o"), keys.overview, "the title of an item")
    let data = try sealed(root.peek("k"))
    guard let itemKeys = try source.withLibrary({ () throws(CryptoError) in try keys.master.openKeys(data) })
    else {
      throw source.damaged("the key of an item is not as it was written")
    }
    let details = try self.json(root.peek("d"), itemKeys, "the content of an item")
    json.element()
    json.beginObject()
    writeClear(record, without: ["o", "k", "d", "hmac"], &json)
    json.name("overview")
    json.fragment(overview)
    json.name("details")
    json.fragment(details)
    if let files = attachments.removeValue(forKey: id) {
      json.name("files")
      json.beginArray()
      for file in files {
        json.element()
        json.beginObject()
        json.name("documentId")
        json.string(file.id)
        json.name("overview")
        json.fragment(file.overview)
        json.endObject()
        result.files[file.id] = OPVaultFile(content: file.content, start: file.start, keys: itemKeys)
      }
      json.endArray()
    }
    json.endObject()
  }

  /// Whether the checksum over an item's members is that of others.
  private func isAltered(_ root: SourceView) throws(FormatError) -> Bool {
    guard let expected = root.peek("hmac").flatMap({ Base64Text.decode($0.utf8) }) else { return true }
    let members = root.children.filter { $0.name != "hmac" && $0.kind != .object && $0.kind != .array }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var message: [UInt8] = []
    for member in members {
      message += member.name.utf8
      message +=
        member.kind == .boolean ? Array((member.text == "true" ? "1" : "0").utf8) : Array(member.text.utf8)
    }
    let tag = try source.withLibrary { () throws(CryptoError) in try keys.overview.tag(of: message) }
    return !constantTimeEqual(tag, expected)
  }

  // MARK: Attached files

  /// An attached file that has not been opened yet.
  private struct Attachment {
    var id: Text
    var name: String
    var overview: [UInt8]
    var content: any ByteContent
    /// Where its bytes begin, sealed.
    var start: Int
  }

  /// The attached files by the items that they belong to, in the order of their names.
  private func attachments() throws(FormatError) -> [Text: [Attachment]] {
    var result: [Text: [Attachment]] = [:]
    let files = members.all.filter {
      $0.name.utf8.starts(with: folder.utf8) && $0.name.hasSuffix(".attachment") && !$0.isShadow
    }
    for file in files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      guard let head = OPVaultFile.head(of: file.content) else {
        throw source.damaged("\(file.lastName) is not as it must be")
      }
      let metadata = head.metadata.root
      guard let item = metadata.peek("itemUUID"), let id = metadata.peek("uuid") else {
        throw source.damaged("\(file.lastName) does not say what it belongs to")
      }
      guard metadata.peek("trashed") != "true" else { continue }
      let overview = try json(metadata.peek("overview"), keys.overview, "the name of an attached file")
      result[item, default: []].append(
        Attachment(id: id, name: file.name, overview: overview, content: file.content, start: head.start))
    }
    return result
  }
}
