extension HPKESuite {
  /// X25519, HKDF-SHA256, AES-256-GCM.
  package static let x25519AES256GCM = HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .aes256GCM)
  /// X25519, HKDF-SHA256, AES-128-GCM.
  package static let x25519AES128GCM = HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .aes128GCM)
  /// P-256, HKDF-SHA256, AES-256-GCM.
  package static let p256AES256GCM = HPKESuite(kem: .p256HKDFSHA256, kdf: .hkdfSHA256, aead: .aes256GCM)
  /// P-256, HKDF-SHA256, AES-128-GCM.
  package static let p256AES128GCM = HPKESuite(kem: .p256HKDFSHA256, kdf: .hkdfSHA256, aead: .aes128GCM)

  /// The suite that an `alg` of a JSON Web Key allows (draft-ietf-jose-hpke-encrypt): "HPKE-0" to "HPKE-7", also with
  /// "-KE" at the end; nil for any other text.
  package init?(joseName: String) {
    let ending = "-KE"
    let bytes = joseName.utf8
    let isKeyEncryption = bytes.count > ending.utf8.count && bytes.suffix(3).elementsEqual(ending.utf8)
    let base = isKeyEncryption ? bytes.dropLast(3) : bytes[...]
    guard let found = Self.joseNames.first(where: { base.elementsEqual($0.name.utf8) }) else { return nil }
    self = found.suite
  }

  private static let joseNames: [(name: String, suite: HPKESuite)] = [
    ("HPKE-0", HPKESuite(kem: .p256HKDFSHA256, kdf: .hkdfSHA256, aead: .aes128GCM)),
    ("HPKE-1", HPKESuite(kem: .p384HKDFSHA384, kdf: .hkdfSHA384, aead: .aes256GCM)),
    ("HPKE-2", HPKESuite(kem: .p521HKDFSHA512, kdf: .hkdfSHA512, aead: .aes256GCM)),
    ("HPKE-3", HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .aes128GCM)),
    ("HPKE-4", HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .chaCha20Poly1305)),
    ("HPKE-5", HPKESuite(kem: .x448HKDFSHA512, kdf: .hkdfSHA512, aead: .aes256GCM)),
    ("HPKE-6", HPKESuite(kem: .x448HKDFSHA512, kdf: .hkdfSHA512, aead: .chaCha20Poly1305)),
    ("HPKE-7", HPKESuite(kem: .p256HKDFSHA256, kdf: .hkdfSHA256, aead: .aes256GCM)),
  ]
}
