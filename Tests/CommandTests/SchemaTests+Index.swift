import CXFCommandLine
import CXFCommands
import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// What is sealed inside a response is what its schema says.
@Suite struct IndexSchemaTests {
  @Test(
    .enabled(if: SchemaPeer.isPresent, SchemaPeer.absence),
    arguments: ["office-bundle.tar", "bitwarden.json"])
  func theIndexOfAResponseFollowsItsSchema(_ sample: String) async throws {
    let folder = try TemporaryFolder()
    let made = try NewRequest(importer: "importer.example")
    let request = try folder.write("request.json", made.request.bytes)
    let run = await CommandRun(
      "export", Samples.path(sample), "--to", request, "-o", folder.path("response.json"), "--allow-loss")
    try #require(run.code == .success, "\(run.error)")
    let index = try Self.index(try #require(folder.bytes("response.json")), made)
    try SchemaPeer.expectValid([.init(schema: PublishedSchemas.exchangeIndex, label: sample, text: index)])
  }

  /// Opens the index by the words of `Schemas/CXP.md`.
  private static func index(_ response: [UInt8], _ made: NewRequest) throws -> [UInt8] {
    let outer = try #require(try JSONSerialization.jsonObject(with: Data(response)) as? [String: Any])
    let payload = try #require(outer.string("payload").flatMap { Base64URL.decode($0) })
    let key = try #require(made.keys.first)
    let encapsulated = try #require(
      outer.object("hpke").object("key").string("x").flatMap { Base64URL.decode($0) })
    let info =
      Array("cxf-cxp/1".utf8) + [0] + (try Digest.hash(made.request.bytes, with: .sha256))
      + key.publicKey.thumbprint
    let recipient = try HPKERecipient(.x25519AES256GCM, key: key, encapsulatedKey: encapsulated, info: info)
    let path = "CXP-Export/index.jwe"
    let secret = try recipient.export(
      context: Array("cxf-cxp/1 file".utf8) + [0] + Array(path.utf8), count: 32)
    let header = #"{"alg":"dir","enc":"A256GCM","kid":"\#(Base64URL.encode(key.publicKey.thumbprint))"}"#
    return try JWE.open(
      try stored(path, in: payload), protectedHeader: Array(header.utf8), key: secret, limit: 1 << 24)
  }

  /// The bytes of a stored file of a zip, by its local header: 30 bytes, the name, more fields.
  private static func stored(_ name: String, in zip: [UInt8]) throws -> [UInt8] {
    let place = try #require(Data(zip).range(of: Data(name.utf8))).lowerBound
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(zip[place - 30 + offset + $1]) << (8 * $1) }
    }
    try #require(number(0, 4) == 0x0403_4B50)
    let start = place + number(26, 2) + number(28, 2)
    return Array(zip[start..<start + number(18, 4)])
  }
}
