import CXFCrypto
import Testing

/// One vector in the form of RFC 9180's published ones, texts in hexadecimal digits.
struct HPKEVector: Decodable {
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
  let senderKey: String?
  let senderPublicKey: String?
  let senderSeed: String?
  let preSharedKey: String?
  let preSharedKeyID: String?
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
    case recipientPublicKey = "pkRm"
    case recipientSeed = "ikmR"
    case ephemeralKey = "skEm"
    case ephemeralSeed = "ikmE"
    case senderKey = "skSm"
    case senderPublicKey = "pkSm"
    case senderSeed = "ikmS"
    case preSharedKey = "psk"
    case preSharedKeyID = "psk_id"
    case encapsulatedKey = "enc"
    case additionalData = "aad"
    case ciphertext = "ct"
  }

  struct Encryption: Decodable {
    let seq: Int?
    let aad: String
    let ct: String
    let pt: String
  }

  struct Export: Decodable {
    let context: String
    let count: Int
    let value: String

    enum CodingKeys: String, CodingKey {
      case context = "exporter_context"
      case count = "L"
      case value = "exported_value"
    }
  }
}

extension HPKEVector {
  func suite() throws -> HPKESuite { try HPKESuite(kemID: kem, kdfID: kdf, aeadID: aead) }

  func privateKey(_ text: String) throws -> HPKEPrivateKey {
    try HPKEPrivateKey(try suite().kem, secret: SecretBytes(copying: hex(text)))
  }

  /// The key agreed on before, where either half of it is there.
  func preShared() throws -> HPKEPreSharedKey? {
    guard preSharedKey?.isEmpty == false || preSharedKeyID?.isEmpty == false else { return nil }
    return try HPKEPreSharedKey(
      SecretBytes(copying: hex(preSharedKey ?? "")), id: hex(preSharedKeyID ?? ""))
  }

  func senderPublic() throws -> HPKEPublicKey? {
    if let senderPublicKey, !senderPublicKey.isEmpty {
      return try HPKEPublicKey(try suite().kem, bytes: hex(senderPublicKey))
    }
    return try senderKey.map { try privateKey($0).publicKey }
  }

  func recipient() throws -> HPKERecipient {
    try HPKERecipient(
      try suite(), key: try privateKey(recipientKey), encapsulatedKey: hex(encapsulatedKey), info: hex(info),
      preSharedKey: try preShared(), authenticatedBy: try senderPublic())
  }

  func sender() throws -> HPKESender {
    let ephemeral = try #require(ephemeralKey)
    return try HPKESender(
      try suite(), to: HPKEPublicKey(try suite().kem, bytes: hex(recipientPublicKey)), info: hex(info),
      preSharedKey: try preShared(), authenticatedBy: try senderKey.map { try privateKey($0) },
      ephemeralKey: SecretBytes(copying: hex(ephemeral)))
  }

  /// Expects that both sides do what the vector says.
  func check() throws {
    try checkKeys()
    let sender = try sender()
    let recipient = try recipient()
    #expect(sender.encapsulatedKey == hex(encapsulatedKey))
    for side in [sender.mode, recipient.mode] { #expect(Int(side.number) == mode) }

    var sequence = 0
    let encryptions = try #require(encryptions)
    #expect(encryptions.isEmpty == (aead == HPKESuite.AEAD.exportOnly.rawValue))
    for encryption in encryptions {
      // The numbers between the published ones are used up.
      while sequence < encryption.seq ?? sequence {
        #expect(try recipient.open(sender.seal([])) == [])
        sequence += 1
      }
      let plaintext = hex(encryption.pt)
      let aad = hex(encryption.aad)
      #expect(try sender.seal(plaintext, additionalData: aad) == hex(encryption.ct))
      #expect(try recipient.open(hex(encryption.ct), additionalData: aad) == plaintext)
      sequence += 1
    }
    for export in try #require(exports) {
      let ours = bytes(of: try sender.export(context: hex(export.context), count: export.count))
      let theirs = bytes(of: try recipient.export(context: hex(export.context), count: export.count))
      #expect(ours == hex(export.value))
      #expect(theirs == hex(export.value))
    }
  }

  private func checkKeys() throws {
    let kem = try suite().kem
    let keys = [
      (recipientSeed, recipientKey, recipientPublicKey), (senderSeed, senderKey, senderPublicKey),
      (ephemeralSeed, ephemeralKey, encapsulatedKey),
    ]
    for (seed, secret, publicKey) in keys {
      guard let secret else { continue }
      let expected = hex(secret)
      let loaded = try HPKEPrivateKey(kem, secret: SecretBytes(copying: expected))
      let kept = bytes(of: try loaded.secret())
      #expect(kept == expected)
      if let publicKey { #expect(loaded.publicKey.bytes == hex(publicKey)) }
      if let seed {
        let derived = try HPKEPrivateKey.derive(kem, seed: SecretBytes(copying: hex(seed)))
        let derivedSecret = bytes(of: try derived.secret())
        #expect(derivedSecret == expected)
      }
    }
  }
}
