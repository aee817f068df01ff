internal import CredentialExchangeFormat

/// A record as it stands in a row.
enum VaultRecord: Sendable {
  case item(VaultItem)
  case collection(VaultCollection)
  case account(VaultAccount)

  /// Which record it is.
  var reference: RecordReference {
    switch self {
    case .item(let item): RecordReference(.item, item.id)
    case .collection(let collection): RecordReference(.collection, collection.id)
    case .account(let account): RecordReference(.account, account.id)
    }
  }
}

/// The JSON of records.
enum RecordPayload {
  private static let encoder = CXFEncoder()

  static func encode(_ item: VaultItem) -> [UInt8] {
    JSONWriter.text(indented: false, estimate: 1 << 11) { writer in
      writer.beginObject()
      writer.name("item")
      writer.fragment(encoder.encode(item.item))
      if !item.collections.isEmpty {
        writer.name("collections")
        writer.beginArray()
        for id in item.collections {
          writer.element()
          writer.base64url(id.bytes)
        }
        writer.endArray()
      }
      if !item.attachments.isEmpty {
        writer.name("attachments")
        writer.beginArray()
        for attachment in item.attachments {
          writer.element()
          write(attachment, to: &writer)
        }
        writer.endArray()
      }
      writer.endObject()
    }
  }

  static func encode(_ collection: VaultCollection) -> [UInt8] {
    JSONWriter.text(indented: false, estimate: 1 << 9) { writer in
      writer.beginObject()
      writer.name("collection")
      writer.fragment(encoder.encode(collection.collection))
      if let parent = collection.parent {
        writer.name("parent")
        writer.base64url(parent.bytes)
      }
      writer.endObject()
    }
  }

  static func encode(_ account: VaultAccount) -> [UInt8] {
    JSONWriter.text(indented: false, estimate: 1 << 9) { writer in
      writer.beginObject()
      writer.name("account")
      writer.fragment(encoder.encode(account.account))
      writer.name("exporterRpId")
      writer.string(account.exporterRPID)
      writer.name("exporterDisplayName")
      writer.string(account.exporterDisplayName)
      writer.endObject()
    }
  }

  private static func write(_ attachment: VaultAttachment, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("file")
    writer.base64url(attachment.file.bytes)
    writer.name("blob")
    writer.base64url(attachment.blob.bytes)
    writer.name("size")
    writer.unsigned(attachment.count)
    writer.name("sha256")
    writer.base64url(attachment.sha256)
    writer.endObject()
  }

  /// Reads any record; nil where the payload is not one.
  static func decode(_ payload: UnsafeRawBufferPointer) -> VaultRecord? {
    let bytes = payload.assumingMemoryBound(to: UInt8.self)
    return try? read(bytes)
  }

  /// Reads the attachments of an item and skips the rest; none for other records, nil where the payload is not JSON.
  static func attachments(_ payload: UnsafeRawBufferPointer) -> [VaultAttachment]? {
    let bytes = payload.assumingMemoryBound(to: UInt8.self)
    var cursor = JSONCursor(bytes)
    do {
      var result: [VaultAttachment] = []
      try cursor.beginObject()
      var first = true
      while let name = try cursor.nextMember(first: &first) {
        if cursor.matches(name, "attachments") {
          result = try attachments(&cursor)
        } else {
          try cursor.skipValue()
        }
      }
      return result
    } catch {
      return nil
    }
  }

  private struct Malformed: Error {}

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> VaultRecord {
    var cursor = JSONCursor(bytes)
    try cursor.beginObject()
    var first = true
    guard let name = try cursor.nextMember(first: &first) else { throw Malformed() }
    _ = try cursor.peek()
    let start = cursor.offset
    let record: VaultRecord
    if cursor.matches(name, "item"), let item = CXFDecoder.item(bytes, at: start) {
      try cursor.skipValue()
      record = .item(try readRest(VaultItem(item: item), &cursor, &first))
    } else if cursor.matches(name, "collection"), let collection = CXFDecoder.collection(bytes, at: start) {
      try cursor.skipValue()
      var parent: Identifier?
      while let name = try cursor.nextMember(first: &first) {
        guard cursor.matches(name, "parent"), parent == nil else { throw Malformed() }
        parent = try identifier(&cursor)
      }
      record = .collection(VaultCollection(collection: collection, parent: parent))
    } else if cursor.matches(name, "account"), let account = CXFDecoder.account(bytes, at: start) {
      try cursor.skipValue()
      var result = VaultAccount(account: account)
      while let name = try cursor.nextMember(first: &first) {
        if cursor.matches(name, "exporterRpId") {
          result.exporterRPID = try cursor.string()
        } else if cursor.matches(name, "exporterDisplayName") {
          result.exporterDisplayName = try cursor.string()
        } else {
          throw Malformed()
        }
      }
      record = .account(result)
    } else {
      throw Malformed()
    }
    try cursor.finish()
    return record
  }

  private static func readRest(
    _ item: VaultItem, _ cursor: inout JSONCursor, _ first: inout Bool
  ) throws -> VaultItem {
    var item = item
    while let name = try cursor.nextMember(first: &first) {
      if cursor.matches(name, "collections"), item.collections.isEmpty {
        try cursor.beginArray()
        var first = true
        while try cursor.nextElement(first: &first) { item.collections.append(try identifier(&cursor)) }
      } else if cursor.matches(name, "attachments"), item.attachments.isEmpty {
        item.attachments = try attachments(&cursor)
      } else {
        throw Malformed()
      }
    }
    return item
  }

  private static func attachments(_ cursor: inout JSONCursor) throws -> [VaultAttachment] {
    var result: [VaultAttachment] = []
    try cursor.beginArray()
    var isFirst = true
    while try cursor.nextElement(first: &isFirst) {
      var file: Identifier?
      var blob: Identifier?
      var count: UInt64?
      var sha256: Identifier?
      try cursor.beginObject()
      var first = true
      while let name = try cursor.nextMember(first: &first) {
        if cursor.matches(name, "file") {
          file = try identifier(&cursor)
        } else if cursor.matches(name, "blob") {
          blob = try identifier(&cursor)
        } else if cursor.matches(name, "size") {
          count = try cursor.unsignedInteger()
        } else if cursor.matches(name, "sha256") {
          sha256 = try identifier(&cursor)
        } else {
          throw Malformed()
        }
      }
      guard let file, let blob, let count, let sha256 else { throw Malformed() }
      result.append(VaultAttachment(file: file, blob: blob, count: count, sha256: sha256.bytes))
    }
    return result
  }

  private static func identifier(_ cursor: inout JSONCursor) throws -> Identifier {
    guard let bytes = Base64URL.decode(try cursor.string().string) else { throw Malformed() }
    return Identifier(bytes)
  }
}
