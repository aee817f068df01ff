internal import CXFCrypto
package import CredentialExchangeFormat

/// The bytes of an attachment are not those that were announced, or cannot be read.
package struct AttachmentError: Error, Sendable, Hashable {
  /// What is wrong, in words.
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// Checks length and hash of an attachment while it is read.
package final class AttachmentCheck {
  private let content: AttachmentContent
  private var digest: Digest?
  private var count: UInt64 = 0

  /// Begins the check.
  package init(_ content: AttachmentContent) throws {
    self.content = content
    digest = try Digest(.sha256)
  }

  /// Adds the next piece.
  ///
  /// - Throws: `AttachmentError` once there are too many bytes.
  package func add(_ piece: [UInt8]) throws {
    count += UInt64(piece.count)
    guard count <= content.count else { throw Self.changed }
    try digest?.update(piece)
  }

  /// Ends the check.
  ///
  /// - Throws: `AttachmentError` where the bytes are others.
  package func finish() throws {
    guard let digest = digest.take(), count == content.count, try digest.finish() == content.sha256 else {
      throw Self.changed
    }
  }

  private static let changed = AttachmentError("the bytes of an attachment changed while they were read")
}

extension AttachmentContent {
  /// Calls `body` with each piece, and checks them against length and hash.
  ///
  /// - Throws: `AttachmentError`, `CancellationError`; what reading and `body` throw. What `body` got is then worth nothing.
  package func forEachPiece(_ body: ([UInt8]) async throws -> Void) async throws {
    let check = try AttachmentCheck(self)
    let stream = try open()
    while true {
      try Task.checkCancellation()
      let piece = try await stream.next()
      if piece.isEmpty { break }
      try check.add(piece)
      try await body(piece)
    }
    try check.finish()
  }
}

extension AttachmentContent {
  /// Creates content whose length and hash nobody knows yet: it is read once.
  ///
  /// - Throws: what reading throws.
  package init(measuring content: any ByteContent) throws {
    var digest = try Digest(.sha256)
    var count: UInt64 = 0
    let stream = try content.open()
    while true {
      let piece = try stream.next(upTo: attachmentPieceCount)
      if piece.isEmpty { break }
      count += UInt64(piece.count)
      try digest.update(piece)
    }
    self.init(content, count: count, sha256: try digest.finish())
  }
}

/// The documents of a source beside its CXF document, by what names them.
package struct SourceDocument: Sendable {
  /// The place of the account; nil where any item may have it.
  package var account: Int?
  /// The item; nil where any may have it.
  package var item: Identifier?
  /// The `File.id`.
  package var file: Identifier
  /// The bytes.
  package var content: any ByteContent
  /// Its SHA-256, where it is known already; the number of its bytes is known then, too.
  package var sha256: [UInt8]?
  /// The document's own name, for findings.
  package var name: String

  /// Creates the value.
  package init(
    account: Int? = nil, item: Identifier? = nil, file: Identifier, content: any ByteContent,
    sha256: [UInt8]? = nil,
    name: String
  ) {
    self.account = account
    self.item = item
    self.file = file
    self.content = content
    self.sha256 = sha256
    self.name = name
  }
}

extension Reading {
  private struct Key: Hashable {
    var account: Int?
    var item: Identifier?
    var file: Identifier
  }

  /// Joins documents with the `file` credentials that name them. Each whose hash is not known is read once to check it.
  ///
  /// A credential without its bytes, bytes that are not what the credential says, and bytes that no credential names
  /// each make a finding; the latter two count as lost values.
  ///
  /// - Throws: what reading the documents throws.
  package mutating func attach(_ documents: [SourceDocument]) throws {
    var byKey: [Key: Int] = [:]
    for (index, document) in documents.enumerated() {
      byKey[Key(account: document.account, item: document.item, file: document.file)] = index
    }
    var used: Set<Int> = []
    var measured: [Int: AttachmentContent] = [:]
    for account in accounts.indices {
      for place in accounts[account].items.indices {
        let item = accounts[account].items[place].item
        for var file in item.files {
          let keys = [
            Key(account: account, item: item.id, file: file.id), Key(account: nil, item: nil, file: file.id),
          ]
          guard let index = keys.lazy.compactMap({ byKey[$0] }).first else {
            report(.attachmentMissing, file, account, place, "its bytes are not in the source", .kept)
            continue
          }
          used.insert(index)
          let content = try measured[index] ?? Self.measure(documents[index])
          measured[index] = content
          guard content.count == file.decryptedSize, content.sha256 == file.integrityHash.bytes else {
            lose(
              .attachmentDamaged, file, account, place,
              "its bytes are not those that the item describes: length or hash differ")
            continue
          }
          if file.id.bytes.count > Identifier.maximumCount { shorten(&file, account, place) }
          guard !accounts[account].items[place].attachments.contains(where: { $0.file == file.id }) else {
            continue
          }
          accounts[account].items[place].attachments.append(ItemAttachment(file: file.id, content: content))
        }
      }
    }
    for (index, document) in documents.enumerated() where !used.contains(index) {
      failedEntries.append(
        LedgerEntry(
          offset: 0, field: "attachment \(document.name)", fate: .lost, code: .attachmentUnnamed,
          message: "no item names the attachment \(document.name)"))
    }
  }

  /// Gives a file whose identifier is longer than CXF allows, so that neither vaults nor bundles could name it, another
  /// one: the hash of its bytes.
  private mutating func shorten(_ file: inout FileReference, _ account: Int, _ place: Int) {
    let long = file.id
    file.id = Identifier(file.integrityHash.bytes)
    for index in accounts[account].items[place].item.credentials.indices {
      guard case .file(let other) = accounts[account].items[place].item.credentials[index], other.id == long,
        other.integrityHash == file.integrityHash
      else { continue }
      accounts[account].items[place].item.credentials[index] = .file(file)
    }
  }

  private static func measure(_ document: SourceDocument) throws -> AttachmentContent {
    let content = document.content
    if let sha256 = document.sha256, let count = content.knownCount {
      return AttachmentContent(content, count: count, sha256: sha256)
    }
    return try AttachmentContent(measuring: content)
  }

  private mutating func report(
    _ code: FindingCode, _ file: FileReference, _ account: Int, _ place: Int, _ message: String,
    _ action: FindingAction
  ) {
    let reading = accounts[account].items[place]
    findings.append(
      Finding(
        code, position: reading.position, item: reading.item.displayTitle,
        field: "attachment \(file.id.base64URL)",
        message: message, action: action))
  }

  private mutating func lose(
    _ code: FindingCode, _ file: FileReference, _ account: Int, _ place: Int, _ message: String
  ) {
    let position = accounts[account].items[place].position
    failedEntries.append(
      LedgerEntry(
        offset: position.byte ?? 0, field: "attachment \(file.id.base64URL)", fate: .lost, code: code,
        message: message))
  }
}
