import CXFCrypto
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// A response of ours taken apart by the words of the profile, with the primitives alone: another reader, so to say.
struct OpenedIndex {
  /// The index.
  let json: [String: Any]
  /// What it lists.
  let documents: [[String: Any]]
  /// The lengths of the documents' plaintexts, in bytes.
  let sizes: [Int]
  /// The names of the archive's files, in its order.
  let names: [String]

  init(_ response: [UInt8], _ exchange: Exchange) throws {
    let outer = try object(response)
    let payload = try Self.decoded(outer["payload"])
    let hpke = try #require(outer["hpke"] as? [String: Any])
    let jwk = try #require(hpke["key"] as? [String: String])
    let enc = try Self.decoded(jwk["x"])
    let files = try StoredZip(payload).files
    names = files.map(\.name)
    let key = try #require(exchange.keys.keys.first)
    let info =
      Array("cxf-cxp/1".utf8) + [0] + (try Digest.hash(exchange.request.bytes, with: .sha256))
      + key.publicKey.thumbprint
    #expect(info.count == 74)
    let recipient = try HPKERecipient(.x25519AES256GCM, key: key, encapsulatedKey: enc, info: info)
    let header = #"{"alg":"dir","enc":"A256GCM","kid":"\#(Base64URL.encode(key.publicKey.thumbprint))"}"#
    func open(_ path: String) throws -> [UInt8] {
      let file = try #require(files.first { $0.name == path })
      let secret = try recipient.export(
        context: Array("cxf-cxp/1 file".utf8) + [0] + Array(path.utf8), count: 32)
      return try JWE.open(file.bytes, protectedHeader: Array(header.utf8), key: secret, limit: 1 << 30)
    }
    json = try object(try open("CXP-Export/index.jwe"))
    let documents = try #require(json["documents"] as? [[String: Any]])
    self.documents = documents
    #expect(names.last == "CXP-Export/index.jwe", "documents first, the index last")
    sizes = try documents.map { document in
      let path = try #require(document["path"] as? String)
      let file = try #require(files.first { $0.name == path })
      #expect(document["size"] as? Int == file.bytes.count)
      #expect(document["sha256"] as? String == Base64URL.encode(try Digest.hash(file.bytes, with: .sha256)))
      return try open(path).count
    }
    #expect(Set(names) == Set(documents.compactMap { $0["path"] as? String } + ["CXP-Export/index.jwe"]))
  }

  private static func decoded(_ value: Any?) throws -> [UInt8] {
    let text = try #require(value as? String)
    let decoded = try #require(Array(text.utf8).withUnsafeBufferPointer { Base64URL.decode($0) })
    #expect(decoded.deviation.isEmpty)
    return decoded.bytes
  }
}

/// A zip file of stored entries, read from the front; it knows which bytes say nothing that is compared.
struct StoredZip {
  struct File {
    let name: String
    let bytes: [UInt8]
  }

  private(set) var files: [File] = []
  /// The bytes that describe the archive and its entries, rather than being content or what content is found by:
  /// versions, times, attributes, and extra fields.
  private(set) var framing: Set<Int> = []

  init(_ zip: [UInt8]) throws {
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(zip[place + $1]) << (8 * $1) }
    }
    let end = zip.count - 22
    try #require(number(end, 4) == 0x0605_4B50)
    var central = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      try #require(number(central, 4) == 0x0201_4B50)
      let (name, more, size) = (number(central + 28, 2), number(central + 30, 2), number(central + 24, 4))
      // Versions, time and date; attributes inside and outside.
      framing.formUnion(central + 4..<central + 8)
      framing.formUnion(central + 12..<central + 16)
      framing.formUnion(central + 36..<central + 42)
      framing.formUnion(central + 46 + name..<central + 46 + name + more)
      let local = number(central + 42, 4)
      try #require(number(local, 4) == 0x0403_4B50)
      framing.formUnion(local + 4..<local + 6)
      framing.formUnion(local + 10..<local + 14)
      let localName = number(local + 26, 2)
      framing.formUnion(local + 30 + localName..<local + 30 + localName + number(local + 28, 2))
      let data = local + 30 + localName + number(local + 28, 2)
      files.append(
        File(
          name: String(decoding: zip[central + 46..<central + 46 + name], as: UTF8.self),
          bytes: Array(zip[data..<data + size])))
      central += 46 + name + more
    }
  }
}
