internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat

/// Files of age for one identity and one passphrase, by randomness that is none.
enum AgeSeeds {
  private static var identity: X25519PrivateKey? {
    try? X25519PrivateKey(SecretBytes(copying: [UInt8](repeating: 0x33, count: 32)))
  }

  private static let passphrase = Array("harbour".utf8)
  private static let random = AgeRandomness { (count: Int) throws(CryptoError) in
    SecretBytes(copying: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) })
  }

  static func open(_ file: AgeFile) throws -> AgePlaintext {
    if file.needs == .passphrase { return try file.open(passphrase: SecretBytes(copying: passphrase)) }
    return try file.open(identities: identity.map { [$0] } ?? [])
  }

  static func open(_ stream: AgeStream) throws -> AgeDecryptor {
    if stream.needs == .passphrase { return try stream.open(passphrase: SecretBytes(copying: passphrase)) }
    return try stream.open(identities: identity.map { [$0] } ?? [])
  }

  static var all: [FuzzSeed] {
    var seeds: [FuzzSeed] = []
    for (index, content) in [[], Array("content".utf8), [UInt8](repeating: 0x61, count: 3000)].enumerated() {
      guard let key = identity,
        let recipient = try? seal(content, AgeEncryptor(recipients: [key.publicKey], random: random)),
        let locked = try? seal(
          content, AgeEncryptor(passphrase: SecretBytes(copying: passphrase), logN: 1, random: random))
      else { continue }
      var encoder = AgeArmorEncoder()
      seeds.append(FuzzSeed("recipient-\(index)", recipient))
      seeds.append(FuzzSeed("passphrase-\(index)", locked))
      seeds.append(FuzzSeed("armor-\(index)", encoder.begin() + encoder.append(locked) + encoder.finish()))
    }
    if let key = identity {
      seeds.append(FuzzSeed("identity", AgeIdentity.text(key).withUnsafeBytes { Array($0) }))
      seeds.append(FuzzSeed("recipient", Array(AgeRecipient.text(key.publicKey).utf8)))
    }
    return seeds
  }

  private static func seal(_ content: [UInt8], _ encryptor: AgeEncryptor) throws -> [UInt8] {
    try encryptor.begin() + encryptor.append(content) + encryptor.finish()
  }
}

/// Private keys of the samples, in the forms in which they come.
enum KeySeeds {
  /// Every value of the sample that is a key, as bytes, PKCS #8 text and OpenSSH text.
  static let all: [FuzzSeed] = {
    let sample = SeedFiles.file("Samples/example-cxf.json")
    guard let header = try? CXFDecoder().decode(sample.bytes).header else { return [] }
    var seeds: [FuzzSeed] = []
    for (index, credential) in header.accounts.flatMap(\.items).flatMap(\.credentials).enumerated() {
      switch credential {
      case .passkey(let passkey): seeds.append(FuzzSeed("passkey-\(index)", passkey.key.bytes))
      case .sshKey(let key):
        seeds.append(FuzzSeed("ssh-\(index)", key.privateKey.bytes))
        guard let read = try? CXFCrypto.SSHKey(pkcs8: key.privateKey.bytes),
          let text = try? read.openSSHText()
        else { continue }
        seeds.append(FuzzSeed("openssh-\(index)", Array(text.utf8)))
        seeds.append(FuzzSeed("pkcs8-\(index)", Array(read.pkcs8Text.utf8)))
      default: continue
      }
    }
    return seeds
  }()

  /// A pair of each mechanism.
  static let webKeys: [FuzzSeed] = {
    [HPKESuite.KEM.x25519HKDFSHA256, .p256HKDFSHA256].flatMap { kem -> [FuzzSeed] in
      guard
        let key = try? HPKEPrivateKey.derive(
          kem, seed: SecretBytes(copying: [UInt8](repeating: 5, count: 64))),
        let text = try? key.jwk()
      else { return [] }
      return [
        FuzzSeed("public-\(kem.rawValue)", JSONWebKey(key.publicKey).json),
        FuzzSeed("private-\(kem.rawValue)", text.withUnsafeBytes { Array($0) }),
      ]
    }
  }()
}
