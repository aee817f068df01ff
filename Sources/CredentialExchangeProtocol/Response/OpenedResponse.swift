internal import CXFArchiving
internal import CXFCrypto
package import CXFFormats
package import CredentialExchangeFormat

/// A response that was opened: its items are one CXF document, its attachments can be read. Everything was authenticated.
package struct OpenedResponse: Sendable {
  /// The document, as UTF-8 JSON.
  package let document: [UInt8]
  /// The attachments.
  package let attachments: [SourceDocument]
  /// What was noticed.
  package let findings: [Finding]

  /// Opens a response.
  ///
  /// - Throws: ``ExchangeError``; what reading the bytes throws.
  package init(_ envelope: ResponseEnvelope, with keys: OpenedKeyFile) throws {
    do {
      let opener = try ResponseOpener(envelope, keys)
      let index = try opener.index()
      (document, attachments) = try opener.contents(index)
      findings = envelope.findings + keys.request.findings.filter { $0.severity != .note }
    } catch let error as ZipError {
      throw ExchangeError(error)
    } catch let error as CryptoError {
      throw ExchangeError.library(error)
    }
  }
}

/// One response on its way from sealed to open.
private struct ResponseOpener {
  /// What the index says.
  struct Index {
    var header: IndexedHeader
    var documents: [DocumentEntry]
  }

  private let envelope: ResponseEnvelope
  private let archive: ZipArchive
  private let protectedHeader: [UInt8]
  private let keyByteCount: Int
  private let recipient: HPKERecipient
  private let entries: [String: ZipEntry]

  init(_ envelope: ResponseEnvelope, _ keys: OpenedKeyFile) throws {
    self.envelope = envelope
    guard let offer = keys.request.hpke.first(where: { $0.corresponds(to: envelope.hpke) }),
      let suite = Negotiation.suite(offer)
    else {
      throw ExchangeError.damaged(
        "cxp-not-offered", "the response is encrypted in a way that the request did not offer",
        hint: "it may have been tampered with; have it exported again")
    }
    guard let key = keys.keys.first(where: { $0.publicKey.kem == suite.kem }) else {
      throw ExchangeError.refused("cxp-no-private-key", "the key file has no key for the response")
    }
    guard let json = envelope.hpke.key else {
      throw ExchangeError.damaged("cxp-no-encapsulated-key", "the response has no encapsulated key")
    }
    let encapsulated = try HPKEPublicKey(exchanged: json, "the encapsulated key of the response")
    guard encapsulated.kem == suite.kem else {
      throw ExchangeError.damaged(
        "cxp-encapsulated-key", "the encapsulated key of the response is of another kind")
    }
    let thumbprint = key.publicKey.thumbprint
    protectedHeader = try CXPProfile.protectedHeader(suite.aead, thumbprint: thumbprint)
    keyByteCount = CXPProfile.keyByteCount(suite.aead)
    do throws(HPKEError) {
      recipient = try HPKERecipient(
        suite, key: key, encapsulatedKey: encapsulated.bytes,
        info: CXPProfile.info(request: keys.requestHash, thumbprint: thumbprint))
    } catch {
      throw ExchangeError.damaged("cxp-encapsulated-key", "the encapsulated key of the response is none")
    }
    archive = try ZipArchive(envelope.payload, limits: .cxp)
    var entries: [String: ZipEntry] = [:]
    for entry in archive.directory.entries {
      guard entry.kind == .file, entry.name == CXPProfile.indexPath || CXPProfile.isDocumentPath(entry.name)
      else {
        throw ExchangeError.damaged(
          "cxp-archive-entry", "the response's archive holds a file that no response has")
      }
      entries[entry.name] = entry
    }
    self.entries = entries
  }

  // MARK: Index

  func index() throws -> Index {
    guard let entry = entries[CXPProfile.indexPath] else {
      throw ExchangeError.damaged("cxp-no-index", "the response's archive has no index")
    }
    let text = try plaintext(
      authenticated(archive.content(of: entry), CXPProfile.indexPath, limit: UInt64(CXPProfile.indexLimit)),
      limit: CXPProfile.indexLimit)
    let object = try StrictObject(text, subject: "the index of the response", code: "cxp-index-malformed")
    let hpke = try HPKEParameters(try object.object("hpke"))
    guard try object.string("profile") == CXPProfile.name,
      try object.integer("version", in: 0...UInt64.max) == envelope.version,
      hpke.corresponds(to: envelope.hpke), try object.string("archive") == envelope.archive,
      try object.string("exporter") == envelope.exporter
    else {
      throw ExchangeError.damaged(
        "cxp-index-differs", "the response says other things in clear than in its sealed index")
    }
    guard let json = object.json("header") else { throw object.missing("header") }
    let header = try IndexedHeader(json)
    let documents = try object.objects("documents", limit: ZipLimits.cxp.entryCount).map {
      try DocumentEntry($0, accounts: header.accounts.count)
    }
    try check(documents)
    return Index(header: header, documents: documents)
  }

  /// Each file of the archive is listed once, and each listed file is there.
  private func check(_ documents: [DocumentEntry]) throws(ExchangeError) {
    var listed: Set<String> = []
    for document in documents {
      guard listed.insert(document.path).inserted else {
        throw .damaged("cxp-document-doubled", "the index of the response lists a document twice")
      }
      guard entries[document.path] != nil else {
        throw .damaged("cxp-document-missing", "a document of the response is missing")
      }
    }
    guard listed.count == entries.count - 1 else {
      throw .damaged(
        "cxp-document-unlisted", "the response's archive holds a document that its index does not list")
    }
  }

  // MARK: Documents

  func contents(_ index: Index) throws -> ([UInt8], [SourceDocument]) {
    var items: [[UInt8]] = Array(repeating: [], count: index.header.accounts.count)
    var attachments: [SourceDocument] = []
    for document in index.documents {
      switch document.content {
      case .items(let count):
        let limit = CXPProfile.documentReadingLimit
        let text = try plaintext(authenticated(document, limit: UInt64(limit)), limit: limit)
        guard let inner = try Self.elements(text, count: count) else { continue }
        if !items[document.account].isEmpty { items[document.account].append(UInt8(ascii: ",")) }
        items[document.account] += inner
      case .file(let item, let id):
        let opened = try authenticated(document, limit: CXPProfile.attachmentLimit)
        attachments.append(
          SourceDocument(
            account: document.account, item: Identifier(spelled: item), file: Identifier(spelled: id),
            content: opened, sha256: opened.sha256, name: id.string))
      }
    }
    return (index.header.document(items: items), attachments)
  }

  /// Authenticates a document, and compares length and hash of its sealed text with the index.
  private func authenticated(_ document: DocumentEntry, limit: UInt64) throws -> JWEDocument {
    guard let entry = entries[document.path] else {
      throw ExchangeError.damaged("cxp-document-missing", "a document of the response is missing")
    }
    let content = try MeasuredContent(archive.content(of: entry))
    let opened: Result<JWEDocument, any Error> = Result {
      try authenticated(content, document.path, limit: limit, isHashed: document.isAttachment)
    }
    // A text that is another one is no tampered one, but a swapped file tells more by its place than by its tag.
    if case .failure(let error) = opened, (error as? ExchangeError)?.kind != .damaged { throw error }
    guard try content.matches(size: document.size, sha256: document.sha256) else {
      throw ExchangeError.damaged(
        "cxp-document-changed", "a document of the response is not the one that its index lists")
    }
    return try opened.get()
  }

  private func authenticated(
    _ content: any ByteContent, _ path: String, limit: UInt64, isHashed: Bool = false
  ) throws -> JWEDocument {
    let key: SecretBytes
    do throws(HPKEError) {
      key = try recipient.export(context: CXPProfile.exporterContext(path: path), count: keyByteCount)
    } catch {
      throw ExchangeError(.failed, "crypto-failed", "the cryptographic library failed")
    }
    do {
      return try JWEDocument.open(
        content, protectedHeader: protectedHeader, key: key, limit: limit, isHashed: isHashed)
    } catch let error as JWEError {
      throw ExchangeError(error)
    }
  }

  private func plaintext(_ document: JWEDocument, limit: Int) throws -> [UInt8] {
    do {
      return try document.readAll(limit: limit)
    } catch let error as JWEError {
      throw ExchangeError(error)
    }
  }

  /// The text between the brackets of an array of that many objects; nil for an empty one.
  private static func elements(_ text: [UInt8], count: Int) throws -> [UInt8]? {
    let malformed = ExchangeError.damaged(
      "cxp-document-malformed", "a document of the response is not the list of items that its index says")
    let range = try? text.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      var found = 0
      var start: Int?
      var end = 0
      var first = true
      try cursor.beginArray()
      while try cursor.nextElement(first: &first) {
        guard try cursor.peek() == UInt8(ascii: "{") else { throw malformed }
        let place = try cursor.skipValue()
        start = start ?? place.lowerBound
        end = place.upperBound
        found += 1
      }
      try cursor.finish()
      guard found == count else { throw malformed }
      return (start ?? 0)..<end
    }
    guard let range else { throw malformed }
    return range.isEmpty ? nil : Array(text[range])
  }
}

extension Identifier {
  /// The identifier that this text stands for in a document: its bytes, or where it is no base64url the bytes of the text.
  fileprivate init(spelled text: Text) {
    let decoded = Array(text.utf8).withUnsafeBufferPointer { Base64URL.decode($0) }
    if let decoded, decoded.deviation.isEmpty {
      self.init(decoded.bytes)
    } else {
      self.init(Array(text.utf8))
    }
  }
}

extension ExchangeError {
  init(_ error: JWEError) {
    switch error {
    case .otherKey:
      self = .refused(
        "cxp-other-recipient", "the response is sealed for another key",
        hint: "it answers another request; give the key file that belongs to it")
    case .crypto(let error): self = .library(error)
    default:
      self = .damaged(
        "cxp-tampered", "the response was changed, or answers another request",
        hint: "have it exported again, for the request that this key file belongs to")
    }
  }

  init(_ error: ZipError) {
    self = .damaged(
      "cxp-archive-malformed", "the response's archive is not as it should be: \(error.words)")
  }
}

extension OpenedResponse {
  /// Reads the document like any other CXF, with the attachments joined to their items.
  ///
  /// - Parameter file: the response as the user named it.
  /// - Throws: `FormatError`; what reading the attachments throws.
  package func reading(_ file: SourceFile, _ options: ReadOptions) throws -> Reading {
    var reading = try CXFDocument.read(SourceFile(name: file.name, bytes: document), options)
    reading.isDerived = true
    reading.findings = findings + reading.findings
    try reading.attach(attachments)
    return reading
  }
}
