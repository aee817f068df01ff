internal import CXFCrypto
internal import CredentialExchangeFormat

/// One file of the archive as the index lists it.
struct DocumentEntry {
  /// What is in it.
  enum Content {
    /// This many items.
    case items(Int)
    /// The bytes of an attachment: the `id` members of the item and of its `file` credential, as they are spelled.
    case file(item: Text, id: Text)
  }

  var path: String
  /// Length of the file in bytes: of the sealed text.
  var size: UInt64
  /// SHA-256 of the file.
  var sha256: [UInt8]
  /// The place of its account in the header.
  var account: Int
  var content: Content

  /// Whether it is the bytes of an attachment.
  var isAttachment: Bool { if case .file = content { true } else { false } }

  init(path: String, size: UInt64, sha256: [UInt8], account: Int, content: Content) {
    self.path = path
    self.size = size
    self.sha256 = sha256
    self.account = account
    self.content = content
  }

  init(_ object: StrictObject, accounts: Int) throws(ExchangeError) {
    path = try object.string("path").string
    guard CXPProfile.isDocumentPath(path) else { throw object.wrong("path", "a document's path") }
    size = try object.integer("size", in: 0...UInt64.max)
    sha256 = try object.bytes("sha256")
    guard sha256.count == DigestAlgorithm.sha256.byteCount else { throw object.wrong("sha256", "a SHA-256") }
    guard accounts > 0 else { throw object.wrong("account", "the number of an account") }
    account = Int(try object.integer("account", in: 0...UInt64(accounts - 1)))
    switch (object.has("items"), object.has("file")) {
    case (true, false): content = .items(Int(try object.integer("items", in: 0...UInt64(Int32.max))))
    case (false, true):
      let file = try object.object("file")
      content = .file(item: try file.string("item"), id: try file.string("id"))
    default: throw object.wrong("items", "either the number of items or absent beside 'file'")
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("path")
    writer.string(path)
    writer.name("size")
    writer.unsigned(size)
    writer.name("sha256")
    writer.base64url(sha256)
    writer.name("account")
    writer.integer(account)
    switch content {
    case .items(let count):
      writer.name("items")
      writer.integer(count)
    case .file(let item, let id):
      writer.name("file")
      writer.beginObject()
      writer.name("item")
      writer.string(item)
      writer.name("id")
      writer.string(id)
      writer.endObject()
    }
    writer.endObject()
  }
}
