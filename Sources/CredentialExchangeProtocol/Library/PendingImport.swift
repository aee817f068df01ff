internal import CXFCrypto
package import CXFFormats
public import CredentialExchangeFormat

/// The importer's half of an exchange, for programs: a request, and the private keys that open its one answer.
///
///     let pending = try PendingImport(importer: "vault.example")
///     send(pending.request)                                   // show pending.fingerprints
///     let received = try pending.open(response)               // show received.fingerprint
///
/// Keep it no longer than the exchange takes, and drop it when what was received is safe: the keys must not open a second
/// answer.
public struct PendingImport: Sendable {
  /// The request, as it goes to the exporter.
  public var request: [UInt8] { content.request.bytes }
  /// The thumbprints (RFC 7638, SHA-256, base64url) of the keys that are offered, for people to compare; the exporter shows
  /// one of them.
  public let fingerprints: [String]
  private let content: OpenedKeyFile

  /// Makes a request with fresh keys.
  ///
  /// - Parameters:
  ///   - importer: The relying-party identifier of the importer: its domain.
  ///   - credentialTypes: The types of credentials that it can take; nil for all.
  /// - Throws: ``ExchangeError``.
  public init(importer: String, credentialTypes: [String]? = nil) throws(ExchangeError) {
    let made = try NewRequest(importer: Text(importer), credentialTypes: credentialTypes?.map { Text($0) })
    try self.init(OpenedKeyFile(request: made.request, keys: made.keys, expires: Timestamp(.max)))
  }

  /// Opens a key file that ``keyFile(passphrase:expires:)`` or `cxf request` made.
  ///
  /// - Parameters:
  ///   - passphrase: UTF-8.
  ///   - now: The time, against its expiry.
  /// - Throws: ``ExchangeError``.
  public init(keyFile: [UInt8], passphrase: [UInt8], now: Timestamp) throws {
    try self.init(OpenedKeyFile(keyFile, now: now) { SecretBytes(copying: passphrase) })
  }

  private init(_ content: OpenedKeyFile) throws(ExchangeError) {
    self.content = content
    fingerprints = content.keys.map { Base64URL.encode($0.publicKey.thumbprint) }
  }

  /// Returns the keys sealed under a passphrase, to wait for the answer on a disk.
  ///
  /// - Throws: ``ExchangeError``.
  public func keyFile(passphrase: [UInt8], expires: Timestamp) throws -> [UInt8] {
    try KeyFile.seal(
      keys: content.keys, request: request, expires: expires, passphrase: SecretBytes(copying: passphrase))
  }

  /// Opens the answer. All of it was authenticated when this returns.
  ///
  /// - Throws: ``ExchangeError``.
  public func open(_ response: [UInt8]) throws -> ReceivedExport {
    let envelope = try ResponseEnvelope(MemoryBytes(response))
    return ReceivedExport(try OpenedResponse(envelope, with: content), envelope)
  }
}

/// What an exporter sent.
public struct ReceivedExport: Sendable {
  /// The CXF document, as UTF-8 JSON: a secret as a whole.
  public var document: [UInt8] { opened.document }
  /// What was noticed about the messages.
  public var findings: [Finding] { opened.findings }
  /// The relying-party identifier that the exporter claims to be.
  public let exporter: Text
  /// The thumbprint of the encapsulated key, which the exporter shows, too.
  public let fingerprint: String
  package let opened: OpenedResponse

  fileprivate init(_ opened: OpenedResponse, _ envelope: ResponseEnvelope) {
    self.opened = opened
    exporter = envelope.exporter
    fingerprint = Base64URL.encode(envelope.encapsulatedThumbprint ?? [])
  }

  /// Returns the bytes of an attached file; nil where the exporter sent none.
  ///
  /// - Parameters:
  ///   - account: The place of the account in the document.
  ///   - item: The `Item.id`.
  ///   - file: The `File.id`.
  /// - Throws: ``ExchangeError``.
  public func attachment(account: Int, item: Identifier, file: Identifier) throws -> [UInt8]? {
    let document = opened.attachments.first { $0.account == account && $0.item == item && $0.file == file }
    do {
      return try document?.content.readAll(limit: Int(CXPProfile.attachmentLimit))
    } catch let error as JWEError {
      throw ExchangeError(error)
    }
  }

  /// Reads the document, with its attachments joined to its items.
  package func reading(_ file: SourceFile) throws -> Reading { try opened.reading(file, ReadOptions()) }
}
