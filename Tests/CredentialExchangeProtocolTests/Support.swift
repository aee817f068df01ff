import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// Both sides of an exchange inside the test.
struct Exchange {
  let request: ExportRequest
  let keys: OpenedKeyFile

  static let now = Timestamp(1_800_000_000)

  init(types: [Text]? = nil, extensions: [Text]? = nil) throws {
    let made = try NewRequest(
      importer: "importer.example", credentialTypes: types, knownExtensions: extensions)
    request = made.request
    keys = try OpenedKeyFile(
      request: request, keys: made.keys, expires: Timestamp(Self.now.secondsSince1970 + 1))
  }

  /// The exporter's half: seals a whole document, and attachments that each name their owners.
  func seal(_ header: Header, _ documents: [Conversion.Document] = []) async throws -> [UInt8] {
    let sink = Sink()
    _ = try await ResponseWriter.write(header, documents, for: request, Negotiation(request)) {
      sink.bytes += $0
    }
    return sink.bytes
  }

  /// The exporter's half: what `cxf export` does with a source, with the account of its values.
  func export(_ reading: Reading) async throws -> (response: [UInt8], conversion: Conversion) {
    let writer = CXFModelWriter(WriteOptions(timestamp: 5))
    let file = SourceFile(name: "source", bytes: [])
    let conversion = try Conversion.run(
      [(file, CXFBundle.format, reading.restricted(to: request.restriction))], to: CXFBundle.format,
      writer: writer, options: .init(timestamp: 5))
    return (try await seal(writer.header, conversion.documents), conversion)
  }

  /// The importer's half.
  func open(_ response: [UInt8]) throws -> OpenedResponse {
    let envelope = try ResponseEnvelope(MemoryBytes(response))
    return try OpenedResponse(envelope, with: keys)
  }

  /// The importer's half, read as a document with attachments.
  func read(_ response: [UInt8]) throws -> Reading {
    try open(response).reading(SourceFile(name: "response", bytes: response), ReadOptions())
  }
}

/// Takes bytes from a closure that cannot return any.
final class Sink {
  var bytes: [UInt8] = []
}

/// Reads a document as `cxf` reads it.
func makeReading(_ header: Header) throws -> Reading {
  let read = try #require(CXFDocument.format.read)
  return try read(SourceFile(name: "source", bytes: CXFEncoder().encode(header)), ReadOptions())
}

/// Decodes a document in which nothing may be wrong.
func decoded(_ bytes: [UInt8]) throws -> Header {
  let result = try CXFDecoder().decode(bytes)
  #expect(result.findings.allSatisfy { $0.code.name == "unknown-credential-type" })
  return result.header
}

/// The error that `body` throws.
func failure(_ body: () throws -> Void) -> ExchangeError? {
  do {
    try body()
    return nil
  } catch {
    return error as? ExchangeError
  }
}

/// JSON, to look into with Foundation's reader.
func object(_ bytes: [UInt8]) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
}

/// Replaces a piece of a text that must be there.
func replacing(_ old: String, _ new: String, in bytes: [UInt8]) throws -> [UInt8] {
  let text = String(decoding: bytes, as: UTF8.self)
  try #require(text.contains(old), "'\(old)' is in \(text)")
  return Array(text.replacingOccurrences(of: old, with: new).utf8)
}

extension Reading {
  /// Adds bytes to the `file` credential of an item, and describes them there.
  mutating func attach(_ bytes: [UInt8], _ file: Identifier, account: Int = 0, item: Int) throws {
    let hash = try Digest.hash(bytes, with: .sha256)
    let content = AttachmentContent(MemoryBytes(bytes), count: UInt64(bytes.count), sha256: hash)
    accounts[account].items[item].attachments.append(ItemAttachment(file: file, content: content))
  }
}

extension AttachmentContent {
  func bytes() async throws -> [UInt8] {
    var result: [UInt8] = []
    try await forEachPiece { result += $0 }
    return result
  }
}
