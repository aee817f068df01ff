internal import CXFFormats
public import CXFImporting
internal import CredentialExchangeFormat
public import CredentialExchangeProtocol

extension ImportSource {
  /// Takes what an exporter sent as the source of an import, attachments included.
  ///
  /// - Parameter name: What to call it in findings and in the history.
  /// - Throws: ``ImportError/unreadable(_:hint:)``, ``ExchangeError``.
  public init(_ received: ReceivedExport, name: String) throws {
    let file = SourceFile(name: name, bytes: received.document)
    do {
      try self.init(file: file, format: SealedDocuments.response.id, reading: try received.reading(file))
    } catch let error as FormatError {
      throw ImportError.unreadable(error.finding, hint: error.hint)
    }
  }
}
