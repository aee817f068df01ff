package import CXFFormats
package import CredentialExchangeFormat

extension ResponseWriter {
  /// What stands as exporter of a vault that names none.
  package static let unnamedExporter: Text = "cxf-toolkit.alt"

  /// Seals a whole vault.
  ///
  /// - Parameters:
  ///   - header: the document.
  ///   - documents: its attachments.
  ///   - sink: takes the text of the response; what it got is worth nothing when an error is thrown.
  /// - Returns: the thumbprint of the encapsulated key, by which both sides can tell the response.
  /// - Throws: ``ExchangeError``, `AttachmentError`, `CancellationError`; what reading attachments and `sink` throw.
  package static func write(
    _ header: Header, _ documents: [Conversion.Document], for request: ExportRequest,
    _ negotiation: Negotiation,
    to sink: @escaping ([UInt8]) throws -> Void
  ) async throws -> [UInt8] {
    let writer = try ResponseWriter(
      request, negotiation, header: header,
      exporter: header.exporterRPID.isEmpty ? unnamedExporter : header.exporterRPID, sink: sink)
    for (index, account) in header.accounts.enumerated() {
      try Task.checkCancellation()
      try writer.add(account.items, account: index)
    }
    for document in documents {
      for owner in document.owners {
        try await writer.add(document.content, account: owner.account, item: owner.item, file: document.file)
      }
    }
    try writer.finish()
    return try writer.encapsulatedThumbprint()
  }
}
