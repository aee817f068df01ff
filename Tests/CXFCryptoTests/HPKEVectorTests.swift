import CXFCrypto
import CXFTestSupport
import Foundation
import Testing

/// Published vectors of RFC 9180, the edge cases of its successor, and inputs that must be refused.
@Suite(.enabled(if: SharedFiles.has("vectors/hpke"), "no vectors"))
struct HPKEVectorTests {
  private struct Vector: Decodable {
    let mode: Int
    let kem: UInt16
    let kdf: UInt16
    let aead: UInt16
    let info: String
    let recipientKey: String
    let recipientPublicKey: String
    let recipientSeed: String?
    let ephemeralKey: String?
    let ephemeralSeed: String?
    let encapsulatedKey: String
    let encryptions: [Encryption]?
    let exports: [Export]?
    let additionalData: String?
    let ciphertext: String?
    let why: String?

    enum CodingKeys: String, CodingKey {
      case mode, info, encryptions, exports, why
      case kem = "kem_id"
      case kdf = "kdf_id"
      case aead = "aead_id"
      case recipientKey = "skRm"
      case recipientSeed = "ikmR"
      case ephemeralSeed = "ikmE"
      case recipientPublicKey = "pkRm"
      case ephemeralKey = "skEm"
      case encapsulatedKey = "enc"
      case additionalData = "aad"
      case ciphertext = "ct"
    }

    var isOurs: Bool { mode == 0 && kem == HPKESuite.KEM.x25519HKDFSHA256.rawValue }
  }

  private struct Encryption: Decodable {
    let seq: Int
    let aad: String
    let ct: String
    let pt: String
  }

  private struct Export: Decodable {
    let context: String
    let count: Int
    let value: String

    enum CodingKeys: String, CodingKey {
      case context = "exporter_context"
      case count = "L"
      case value = "exported_value"
    }
  }

  private func vectors(_ name: String) throws -> [Vector] {
    let data = Data(try SharedFiles.bytes("vectors/hpke/\(name)"))
    return try JSONDecoder().decode([Vector].self, from: data)
  }

  /// How many vectors a file holds, and how many of them are X25519 in base mode.
  @Test(arguments: [
    ("rfc9180.json", 128, 8), ("generated_p384_sha384.json", 112, 4),
    ("edge_draft_ietf_hpke_hpke.json", 5, 3),
  ])
  func agrees(name: String, count: Int, oursCount: Int) throws {
    let all = try vectors(name)
    #expect(all.count == count)
    let ours = all.filter(\.isOurs)
    #expect(ours.count == oursCount)
    for vector in ours { try check(vector) }
  }

  private func check(_ vector: Vector) throws {
    let suite = try HPKESuite(kemID: vector.kem, kdfID: vector.kdf, aeadID: vector.aead)
    let key = try X25519PrivateKey(SecretBytes(copying: hex(vector.recipientKey)))
    #expect(key.publicKey.bytes == hex(vector.recipientPublicKey))
    let ephemeralKey = hex(try #require(vector.ephemeralKey))
    for (seed, expected) in [
      (vector.recipientSeed, hex(vector.recipientKey)), (vector.ephemeralSeed, ephemeralKey),
    ] {
      let seed = SecretBytes(copying: hex(try #require(seed)))
      let derived = bytes(of: try suite.kem.deriveKey(seed: seed))
      #expect(derived == expected)
    }
    let sender = try HPKESender(
      suite, to: key.publicKey, info: hex(vector.info), ephemeralKey: SecretBytes(copying: ephemeralKey))
    #expect(sender.encapsulatedKey == hex(vector.encapsulatedKey))
    let recipient = try HPKERecipient(
      suite, key: key, encapsulatedKey: hex(vector.encapsulatedKey), info: hex(vector.info))

    var sequence = 0
    let encryptions = try #require(vector.encryptions)
    #expect(encryptions.isEmpty == (suite.aead == .exportOnly))
    for encryption in encryptions {
      // The numbers between the published ones are used up.
      while sequence < encryption.seq {
        #expect(try recipient.open(sender.seal([])) == [])
        sequence += 1
      }
      let plaintext = hex(encryption.pt)
      let aad = hex(encryption.aad)
      #expect(try sender.seal(plaintext, additionalData: aad) == hex(encryption.ct))
      #expect(try recipient.open(hex(encryption.ct), additionalData: aad) == plaintext)
      sequence += 1
    }
    let exports = try #require(vector.exports)
    for export in exports {
      let ours = bytes(of: try sender.export(context: hex(export.context), count: export.count))
      let theirs = bytes(of: try recipient.export(context: hex(export.context), count: export.count))
      #expect(ours == hex(export.value))
      #expect(theirs == hex(export.value))
    }
  }

  @Test func refusesWhatIsWrong() throws {
    let all = try vectors("negative.json")
    #expect(all.count == 138)
    let ours = all.filter(\.isOurs)
    #expect(ours.count == 45)
    for vector in ours {
      let suite = try HPKESuite(kemID: vector.kem, kdfID: vector.kdf, aeadID: vector.aead)
      let key = try X25519PrivateKey(SecretBytes(copying: hex(vector.recipientKey)))
      let error = thrown(HPKEError.self) {
        let recipient = try HPKERecipient(
          suite, key: key, encapsulatedKey: hex(vector.encapsulatedKey), info: hex(vector.info))
        return try recipient.open(
          hex(vector.ciphertext ?? ""), additionalData: hex(vector.additionalData ?? ""))
      }
      #expect(error == .openFailed, "\(vector.why ?? "")")
    }
  }
}
