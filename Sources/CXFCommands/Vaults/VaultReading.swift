internal import CXFCommandLine
internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultOpening {
  /// Reads a vault as a source: what it holds is written as a CXF document and read like any other, so that its values are
  /// accounted for by the same code. The bytes of each attachment count as one value.
  ///
  /// - Parameter file: a vault's first bytes with its path, or the whole of one that has none.
  /// - Throws: as ``open(_:)``; `FormatError`.
  func read(_ file: SourceFile, _ options: ReadOptions) async throws -> Reading {
    let vault =
      try file.bytes.count > VaultDocument.headCount ? await open(file) : await open(file.name)
    let progress = ProgressReporter(secrets.environment)
    let contents = try await vault.read { try await VaultContents.read($0, progress: progress) }
    let document = VaultExport.document(contents, timestamp: 0)
    guard let read = CXFDocument.format.read else { throw VaultFailure(error: .storage(""), path: file.name) }
    var reading = try read(SourceFile(name: file.name, bytes: CXFEncoder().encode(document)), options)
    reading.isDerived = true
    guard !reading.accounts.isEmpty else { return reading }
    // The document and the contents have their items in one order.
    for (index, entry) in contents.items.enumerated() where index < reading.accounts[0].items.count {
      guard !entry.attachments.isEmpty else { continue }
      reading.accounts[0].items[index].attachments = entry.attachments.map { attachment in
        ItemAttachment(
          file: attachment.file,
          content: AttachmentContent(count: attachment.count, sha256: attachment.sha256) {
            BlobStream(vault, attachment)
          })
      }
    }
    return reading
  }
}

/// Reads the bytes of an attachment from a vault, a chunk at a time; blobs never change.
private final class BlobStream: AttachmentStream {
  private let vault: OpenVault
  private let blob: Identifier
  private let chunks: UInt64
  private var index: UInt64 = 0

  init(_ vault: OpenVault, _ attachment: VaultAttachment) {
    self.vault = vault
    blob = attachment.blob
    let piece = UInt64(attachmentPieceCount)
    chunks = attachment.count / piece + (attachment.count % piece == 0 ? 0 : 1)
  }

  func next() async throws -> [UInt8] {
    guard index < chunks else { return [] }
    let (blob, number) = (blob, Int(index))
    index += 1
    return try await vault.read { try await $0.blobChunk(blob, number) }
  }
}
