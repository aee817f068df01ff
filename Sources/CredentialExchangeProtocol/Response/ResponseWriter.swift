internal import CXFArchiving
internal import CXFCrypto
package import CXFFormats
package import CredentialExchangeFormat

/// Seals a vault for the importer that a request names, as a stream: nothing of it is kept but the index.
package final class ResponseWriter {
  private let profile: Seal
  private let exporter: Text
  private var header: Header
  private let output: PayloadOutput
  private let zip: ZipWriter
  private var documents: [DocumentEntry] = []

  /// Begins a response.
  ///
  /// - Parameters:
  ///   - header: the document without items; its accounts are numbered in their order.
  ///   - exporter: relying-party identifier of the exporter.
  ///   - sink: takes the text of the response.
  /// - Throws: ``ExchangeError``; what `sink` throws.
  package init(
    _ request: ExportRequest, _ negotiation: Negotiation, header: Header, exporter: Text,
    sink: @escaping ([UInt8]) throws -> Void
  ) throws {
    profile = try Seal(request, negotiation)
    self.exporter = exporter
    self.header = header
    for index in self.header.accounts.indices { self.header.accounts[index].items = [] }
    let output = PayloadOutput(sink)
    self.output = output
    zip = try ZipWriter(compression: .stored) { try output.append($0) }
    try sink(head(negotiation))
  }

  /// Everything before the payload's first character.
  private func head(_ negotiation: Negotiation) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("version")
    writer.integer(0)
    writer.name("profile")
    writer.string(CXPProfile.name)
    writer.name("hpke")
    var parameters = profile.parameters
    parameters.key = try HPKEPublicKey(negotiation.suite.kem, bytes: profile.encapsulatedKey).exchanged
    parameters.write(to: &writer)
    writer.name("archive")
    writer.string(ExportRequest.deflate)
    writer.name("exporter")
    writer.string(exporter)
    writer.name("payload")
    writer.string("")
    return Array(writer.bytes.dropLast())
  }

  /// Adds the items of an account, in their order.
  package func add(_ items: [Item], account: Int) throws {
    var batch: [UInt8] = []
    var count = 0
    func end() throws {
      guard count > 0 else { return }
      batch.append(UInt8(ascii: "]"))
      try seal(batch, account: account, .items(count))
      batch = []
      count = 0
    }
    for item in items {
      let json = CXFEncoder().encode(item)
      if count == CXPProfile.documentItemCount || batch.count + json.count + 2 > CXPProfile.documentByteCount
      {
        try end()
      }
      guard json.count + 2 <= CXPProfile.documentReadingLimit else {
        throw ExchangeError.damaged("cxp-item-too-large", "an item is larger than a response can hold")
      }
      batch.append(UInt8(ascii: count == 0 ? "[" : ","))
      batch += json
      count += 1
    }
    try end()
  }

  /// Adds the bytes of an attachment, which are checked against length and hash while they are read.
  ///
  /// - Parameters:
  ///   - item: the item that has it.
  ///   - file: the `File.id` of its credential.
  package func add(_ content: AttachmentContent, account: Int, item: Identifier, file: Identifier)
    async throws
  {
    guard content.count <= CXPProfile.attachmentLimit else {
      throw ExchangeError.damaged(
        "cxp-attachment-too-large", "an attachment is larger than 4 GiB, the most that a response can hold")
    }
    let document = try begin(count: content.count)
    try await content.forEachPiece { try document.append($0) }
    try end(document, account: account, .file(item: Text(item.base64URL), id: Text(file.base64URL)))
  }

  /// Ends the response.
  package func finish() throws {
    let index = index()
    guard index.count <= CXPProfile.indexLimit else {
      throw ExchangeError.damaged("cxp-index-too-large", "the index of the response is larger than 256 MiB")
    }
    let document = try SealedDocument(profile, CXPProfile.indexPath, zip, count: UInt64(index.count))
    try document.append(index)
    _ = try document.finish()
    try zip.finish()
    try output.finish()
  }

  /// Thumbprint of the encapsulated key (RFC 7638, SHA-256), 32 bytes.
  func encapsulatedThumbprint() throws -> [UInt8] {
    try HPKEPublicKey(profile.kem, bytes: profile.encapsulatedKey).thumbprint
  }

  // MARK: Documents

  private func seal(_ bytes: [UInt8], account: Int, _ content: DocumentEntry.Content) throws {
    let document = try begin(count: UInt64(bytes.count))
    try document.append(bytes)
    try end(document, account: account, content)
  }

  private func begin(count: UInt64) throws -> SealedDocument {
    // Readers refuse more; the index is one of them.
    guard documents.count + 1 < ZipLimits.cxp.entryCount else {
      throw ExchangeError.damaged(
        "cxp-too-many-documents", "there are more attachments than a response can hold",
        hint: "--select takes a part of the vault")
    }
    return try SealedDocument(profile, try CXPProfile.makeDocumentPath(), zip, count: count)
  }

  private func end(_ document: SealedDocument, account: Int, _ content: DocumentEntry.Content) throws {
    let (size, sha256) = try document.finish()
    documents.append(
      DocumentEntry(path: document.path, size: size, sha256: sha256, account: account, content: content))
  }

  private func index() -> [UInt8] {
    var bare = header
    bare.accounts = []
    let accounts = header.accounts.map { JSONSplicing.removing("items", from: CXFEncoder().encode($0)) }
    var writer = JSONWriter(capacity: 1 << 16)
    writer.beginObject()
    writer.name("profile")
    writer.string(CXPProfile.name)
    writer.name("version")
    writer.integer(0)
    writer.name("hpke")
    profile.parameters.write(to: &writer, includingKey: false)
    writer.name("archive")
    writer.string(ExportRequest.deflate)
    writer.name("exporter")
    writer.string(exporter)
    writer.name("header")
    writer.fragment(
      JSONSplicing.adding(
        "accounts", JSONSplicing.array(accounts),
        to: JSONSplicing.removing("accounts", from: CXFEncoder().encode(bare))))
    writer.name("documents")
    writer.beginArray()
    for document in documents {
      writer.element()
      document.write(to: &writer)
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}

/// One encapsulation for all files of a response.
private final class Seal {
  let parameters: HPKEParameters
  let kem: HPKESuite.KEM
  let encapsulatedKey: [UInt8]
  let protectedHeader: [UInt8]
  private let keyByteCount: Int
  private let sender: HPKESender

  init(_ request: ExportRequest, _ negotiation: Negotiation) throws {
    let suite = negotiation.suite
    kem = suite.kem
    parameters = HPKEParameters(
      mode: negotiation.offer.mode, kem: suite.kem.rawValue, kdf: suite.kdf.rawValue,
      aead: suite.aead.rawValue, key: nil)
    protectedHeader = try CXPProfile.protectedHeader(suite.aead, thumbprint: negotiation.thumbprint)
    keyByteCount = CXPProfile.keyByteCount(suite.aead)
    sender = try HPKESender(
      suite, to: negotiation.key,
      info: CXPProfile.info(request: try request.digest(), thumbprint: negotiation.thumbprint))
    encapsulatedKey = sender.encapsulatedKey
  }

  func key(_ path: String) throws -> SecretBytes {
    try sender.export(context: CXPProfile.exporterContext(path: path), count: keyByteCount)
  }
}

/// A file of the archive while it is sealed.
private final class SealedDocument {
  let path: String
  private let writer: JWEWriter
  private let zip: ZipWriter
  private let digest: RunningDigest

  /// - Parameter count: The bytes of plaintext that will come: the archive says the size of a file in front of it.
  init(_ profile: Seal, _ path: String, _ zip: ZipWriter, count: UInt64) throws {
    self.path = path
    self.zip = zip
    writer = try JWEWriter(protectedHeader: profile.protectedHeader, key: try profile.key(path))
    digest = try RunningDigest()
    try zip.beginEntry(
      path, size: JWEWriter.textCount(protectedHeader: profile.protectedHeader, plaintextCount: count))
    try put(try writer.begin())
  }

  func append(_ plaintext: [UInt8]) throws {
    var rest = plaintext[...]
    while !rest.isEmpty {
      try put(try writer.append(Array(rest.prefix(attachmentPieceCount))))
      rest = rest.dropFirst(attachmentPieceCount)
    }
  }

  func finish() throws -> (size: UInt64, sha256: [UInt8]) {
    try put(try writer.finish())
    try zip.endEntry()
    return (digest.count, try digest.finish())
  }

  private func put(_ text: [UInt8]) throws {
    try digest.update(text)
    try zip.append(text)
  }
}

/// Turns the archive's bytes into the characters of the payload, and ends the JSON text.
private final class PayloadOutput {
  private let sink: ([UInt8]) throws -> Void
  private var kept: [UInt8] = []

  init(_ sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    kept.append(contentsOf: bytes)
    // Small pieces are gathered; only whole groups of three bytes are written before the end.
    guard kept.count >= 1 << 16 else { return }
    let whole = kept.count / 3 * 3
    try sink(Self.text(kept[..<whole]))
    kept.removeSubrange(..<whole)
  }

  func finish() throws {
    try sink(Self.text(kept[...]) + Array("\"}\n".utf8))
    kept = []
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.withUnsafeBufferPointer { source in
      let count = Base64URL.encodedCount(source.count)
      return [UInt8](unsafeUninitializedCapacity: count) { target, used in
        Base64URL.encode(source, into: UnsafeMutableBufferPointer(rebasing: target[..<count]))
        used = count
      }
    }
  }
}
