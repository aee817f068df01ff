package import CredentialExchangeFormat

/// The bytes of an attached file, which can be read again and are the same each time.
package struct AttachmentContent: Sendable {
  /// The number of bytes.
  package let count: UInt64
  /// SHA-256 of the bytes, 32 bytes.
  package let sha256: [UInt8]
  private let begin: @Sendable () throws -> any AttachmentStream

  /// Creates content from whatever reads it; who creates it has checked, or checks while reading, that length and hash hold.
  package init(count: UInt64, sha256: [UInt8], begin: @escaping @Sendable () throws -> any AttachmentStream) {
    self.count = count
    self.sha256 = sha256
    self.begin = begin
  }

  /// Creates content of bytes that are at hand.
  package init(_ content: any ByteContent, count: UInt64, sha256: [UInt8]) {
    self.init(count: count, sha256: sha256) { ContentStream(try content.open()) }
  }

  /// Begins reading.
  package func open() throws -> any AttachmentStream { try begin() }
}

/// The bytes of an attached file, one piece after the other.
package protocol AttachmentStream: AnyObject {
  /// Returns the next piece, of at most 1 MiB; none only at the end.
  ///
  /// - Throws: what makes it unreadable; nothing more comes then.
  func next() async throws -> [UInt8]
}

/// How long the pieces of attachments are at most, in bytes.
package let attachmentPieceCount = 1 << 20

/// An attached file of an item: the bytes behind one of its `file` credentials.
package struct ItemAttachment: Sendable {
  /// The `File.id` of the credential.
  package var file: Identifier
  /// What it holds.
  package var content: AttachmentContent

  /// Creates the value.
  package init(file: Identifier, content: AttachmentContent) {
    self.file = file
    self.content = content
  }

  /// The value that the bytes are, for the account of values.
  ///
  /// - Parameter position: where the item stands.
  package func entry(_ position: SourcePosition) -> LedgerEntry {
    LedgerEntry(
      offset: position.byte ?? 0, row: position.row, field: "attachment \(file.base64URL)", fate: .carried,
      code: nil,
      message: "")
  }
}

extension FindingCode {
  /// The bytes of an attachment, which the result has no place for.
  package static let attachmentBytes = FindingCode("attachment-bytes-lost", .warning)
  /// A `file` credential without its bytes, in a source that should hold them.
  package static let attachmentMissing = FindingCode("attachment-missing", .warning)
  /// Bytes that are not what the `file` credential says.
  package static let attachmentDamaged = FindingCode("attachment-damaged", .error)
  /// Bytes that no `file` credential names.
  package static let attachmentUnnamed = FindingCode("attachment-without-item", .warning)
}

private final class ContentStream: AttachmentStream {
  private let stream: any ByteStream

  init(_ stream: any ByteStream) { self.stream = stream }

  func next() async throws -> [UInt8] { try stream.next(upTo: attachmentPieceCount) }
}

extension Item {
  /// Its `file` credentials.
  package var files: [FileReference] {
    credentials.compactMap { if case .file(let file) = $0 { file } else { nil } }
  }
}
