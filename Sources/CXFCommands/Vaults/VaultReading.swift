internal import CXFCommandLine
internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

extension FindingCode {
  /// The bytes of an attachment, which the result has no place for.
  static let attachmentBytes = FindingCode("attachment-bytes-lost", .warning)
}

extension VaultOpening {
  /// Reads a vault as a source: what it holds is written as a CXF document and read like any other, so that its values are
  /// accounted for by the same code. The bytes of each attachment count as one value, lost since no format takes them.
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
    guard options.isTracing, !reading.accounts.isEmpty else { return reading }
    // The document and the contents have their items in one order.
    for (index, entry) in contents.items.enumerated() where index < reading.accounts[0].items.count {
      reading.accounts[0].items[index].addEntries(
        entry.attachments.map { attachment in
          LedgerEntry(
            offset: 0, field: "attachment \(attachment.file.base64URL)", fate: .lost, code: .attachmentBytes,
            message: "the bytes of an attachment (\(attachment.count)) have no place in the result")
        })
    }
    return reading
  }
}
