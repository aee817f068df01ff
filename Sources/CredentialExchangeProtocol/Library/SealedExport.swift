internal import CXFCrypto
internal import CXFFormats
public import CredentialExchangeFormat

/// The exporter's half of an exchange, for programs: an importer's request, and the sealed answer to it.
///
///     let export = try SealedExport(answering: request)
///     // show export.fingerprint, and let the user compare and agree
///     let sealed = try await export.seal(document)
public struct SealedExport: Sendable {
  /// What the importer asks for.
  public let request: ExportRequest
  /// The offer that is taken.
  public let negotiation: Negotiation
  /// The thumbprint (RFC 7638, SHA-256, base64url) of the importer's key, for people to compare.
  public var fingerprint: String { Base64URL.encode(negotiation.thumbprint) }

  /// Reads a request and chooses one of its offers.
  ///
  /// - Throws: ``ExchangeError``.
  public init(answering request: [UInt8]) throws(ExchangeError) {
    self.request = try ExportRequest(request)
    negotiation = try Negotiation(self.request)
  }

  /// A sealed answer.
  public struct Sealed: Sendable {
    /// The answer, as it goes to the importer.
    public var response: [UInt8]
    /// The thumbprint of the encapsulated key, which the importer shows, too.
    public var fingerprint: String
    /// What was noticed, and one finding for each value that stays behind.
    public var findings: [Finding]
    /// The number of values that stay behind: types and extensions that were not asked for, and passkeys with a counter.
    public var lostCount: Int
  }

  /// Seals a document. What the importer did not ask for stays behind, and is listed.
  ///
  /// - Parameter attachment: Returns the bytes of an attached file; nil where there are none.
  /// - Throws: ``ExchangeError``; what `attachment` throws.
  public func seal(
    _ document: Header, attachment: (Item, FileReference) throws -> [UInt8]? = { _, _ in nil }
  ) async throws -> Sealed {
    let file = SourceFile(name: "the document", bytes: CXFEncoder().encode(document))
    var reading: Reading
    do {
      reading = try CXFDocument.read(file, ReadOptions())
    } catch {
      throw ExchangeError.damaged(error.finding.code.name, error.finding.message)
    }
    for account in reading.accounts.indices {
      for place in reading.accounts[account].items.indices {
        let item = reading.accounts[account].items[place].item
        for file in item.files {
          guard let bytes = try attachment(item, file) else { continue }
          reading.accounts[account].items[place].attachments.append(
            ItemAttachment(
              file: file.id,
              content: AttachmentContent(
                MemoryBytes(bytes), count: file.decryptedSize, sha256: file.integrityHash.bytes)))
        }
      }
    }
    reading = reading.restricted(to: request.restriction)
    let writer = CXFModelWriter(WriteOptions(timestamp: document.timestamp.secondsSince1970))
    let conversion = try Conversion.run(
      [(file, CXFDocument.format, reading)], to: CXFBundle.format, writer: writer,
      options: .init(timestamp: document.timestamp.secondsSince1970, includesTrash: true))
    var response: [UInt8] = []
    let thumbprint: [UInt8]
    do {
      thumbprint = try await ResponseWriter.write(
        writer.header, conversion.documents, for: request, negotiation
      ) { response += $0 }
    } catch let error as AttachmentError {
      throw ExchangeError.damaged("attachment-damaged", error.message)
    }
    return Sealed(
      response: response, fingerprint: Base64URL.encode(thumbprint),
      findings: request.findings + negotiation.findings + conversion.findings,
      lostCount: conversion.values.lost)
  }
}
