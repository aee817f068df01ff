import CXFCrypto
import Foundation
import Testing

/// Vectors of our own, which an independent program made: `Scripts/vectors/hpke.py`.
struct HPKEOwnVectorTests {
  private struct File: Decodable {
    let count: Int
    let info: String
    let aad: String
    let context: String
    let psk: String
    let pskID: String
    let texts: [String]
    let keys: [Key]
    let vectors: [Vector]

    enum CodingKeys: String, CodingKey {
      case count, info, aad, context, psk, texts, keys, vectors
      case pskID = "psk_id"
    }
  }

  private struct Key: Decodable {
    let kem: UInt16
    let role: String
    let ikm: String
    let sk: String
    let pk: String
  }

  private struct Vector: Decodable {
    let kem: UInt16
    let kdf: UInt16
    let aead: UInt16
    let mode: Int
    let ikmE: String
    let enc: String
    let ct: [String]
    let exported: String
  }

  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Vectors/hpke.json")

  private func file() throws -> File {
    try JSONDecoder().decode(File.self, from: Data(contentsOf: Self.path))
  }

  @Test func hasEachSuiteInEachModeOnce() throws {
    let file = try file()
    #expect(file.count == 240)
    let kinds = Set(file.vectors.map { [$0.kem, $0.kdf, $0.aead, UInt16($0.mode)] })
    #expect(kinds.count == 240)
    #expect(file.vectors.count == 240)
    let expected =
      HPKESuite.KEM.allCases.count * HPKESuite.KDF.allCases.count * HPKESuite.AEAD.allCases.count
      * HPKEMode.allCases.count
    #expect(expected == 240)
  }

  @Test func derivesTheKeys() throws {
    for key in try file().keys {
      let kem = try #require(HPKESuite.KEM(rawValue: key.kem))
      let derived = try HPKEPrivateKey.derive(kem, seed: SecretBytes(copying: hex(key.ikm)))
      let secret = bytes(of: try derived.secret())
      #expect(secret == hex(key.sk))
      #expect(derived.publicKey.bytes == hex(key.pk))
    }
  }

  @Test(arguments: HPKESuite.KEM.allCases)
  func sealsAndOpens(kem: HPKESuite.KEM) throws {
    let file = try file()
    let recipientText = try #require(file.keys.first { $0.kem == kem.rawValue && $0.role == "recipient" })
    let senderText = try #require(file.keys.first { $0.kem == kem.rawValue && $0.role == "sender" })
    let recipientKey = try HPKEPrivateKey(kem, secret: SecretBytes(copying: hex(recipientText.sk)))
    let senderKey = try HPKEPrivateKey(kem, secret: SecretBytes(copying: hex(senderText.sk)))
    let preShared = try HPKEPreSharedKey(SecretBytes(copying: hex(file.psk)), id: hex(file.pskID))
    let info = hex(file.info)
    let aad = hex(file.aad)
    let ours = file.vectors.filter { $0.kem == kem.rawValue }
    #expect(ours.count == 48)
    for vector in ours {
      let suite = try HPKESuite(kemID: vector.kem, kdfID: vector.kdf, aeadID: vector.aead)
      let ephemeral = try HPKEPrivateKey.derive(kem, seed: SecretBytes(copying: hex(vector.ikmE)))
      let psk = vector.mode & 1 == 1 ? preShared : nil
      let sender = try HPKESender(
        suite, to: recipientKey.publicKey, info: info, preSharedKey: psk,
        authenticatedBy: vector.mode & 2 == 2 ? senderKey : nil, ephemeralKey: ephemeral.secret())
      let recipient = try HPKERecipient(
        suite, key: recipientKey, encapsulatedKey: hex(vector.enc), info: info, preSharedKey: psk,
        authenticatedBy: vector.mode & 2 == 2 ? senderKey.publicKey : nil)
      #expect(sender.encapsulatedKey == hex(vector.enc))
      #expect(Int(sender.mode.number) == vector.mode)
      #expect(vector.ct.count == (suite.aead == .exportOnly ? 0 : 2))
      for (text, ciphertext) in zip(file.texts, vector.ct) {
        #expect(try sender.seal(hex(text), additionalData: aad) == hex(ciphertext))
        #expect(try recipient.open(hex(ciphertext), additionalData: aad) == hex(text))
      }
      let sent = bytes(of: try sender.export(context: hex(file.context), count: 33))
      let received = bytes(of: try recipient.export(context: hex(file.context), count: 33))
      #expect(sent == hex(vector.exported))
      #expect(received == hex(vector.exported))
    }
  }

  /// The script makes the committed file.
  @Test(.enabled(if: Peers.python != nil, "no Python with pyhpke; Scripts/peers makes one"))
  func theScriptMakesTheCommittedFile() throws {
    let python = try #require(Peers.python)
    let script = Self.path.appendingPathComponent("../../../../Scripts/vectors/hpke.py").standardized
    let made = try python.run(["-B", script.path])
    #expect(try Data(made) == Data(contentsOf: Self.path))
  }
}
