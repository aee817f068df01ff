/// The algorithms of one use of hybrid public key encryption (RFC 9180, section 7).
package struct HPKESuite: Sendable, Hashable {
  /// How a shared secret reaches the recipient.
  package enum KEM: UInt16, Sendable, Hashable, CaseIterable {
    /// DHKEM(P-256, HKDF-SHA256).
    case p256HKDFSHA256 = 0x0010
    /// DHKEM(P-384, HKDF-SHA384).
    case p384HKDFSHA384 = 0x0011
    /// DHKEM(P-521, HKDF-SHA512).
    case p521HKDFSHA512 = 0x0012
    /// DHKEM(X25519, HKDF-SHA256).
    case x25519HKDFSHA256 = 0x0020
    /// DHKEM(X448, HKDF-SHA512).
    case x448HKDFSHA512 = 0x0021
  }

  /// How keys are derived from the shared secret.
  package enum KDF: UInt16, Sendable, Hashable, CaseIterable {
    /// HKDF-SHA256.
    case hkdfSHA256 = 0x0001
    /// HKDF-SHA384.
    case hkdfSHA384 = 0x0002
    /// HKDF-SHA512.
    case hkdfSHA512 = 0x0003
  }

  /// How texts are sealed.
  package enum AEAD: UInt16, Sendable, Hashable, CaseIterable {
    /// AES-128-GCM.
    case aes128GCM = 0x0001
    /// AES-256-GCM.
    case aes256GCM = 0x0002
    /// ChaCha20-Poly1305.
    case chaCha20Poly1305 = 0x0003
    /// None: secrets are exported only.
    case exportOnly = 0xFFFF
  }

  /// How a shared secret reaches the recipient.
  package let kem: KEM
  /// How keys are derived from it.
  package let kdf: KDF
  /// How texts are sealed.
  package let aead: AEAD

  /// Creates a suite of known algorithms.
  package init(kem: KEM, kdf: KDF, aead: AEAD) {
    self.kem = kem
    self.kdf = kdf
    self.aead = aead
  }

  /// Creates the suite with these numbers of the IANA registry.
  ///
  /// - Throws: `HPKEError.unsupportedKEM`, `.unsupportedKDF` or `.unsupportedAEAD` for an unknown number, and
  ///   for a mechanism that the linked library lacks.
  package init(kemID: UInt16, kdfID: UInt16, aeadID: UInt16) throws(HPKEError) {
    guard let kem = KEM(rawValue: kemID), kem.isAvailable else { throw .unsupportedKEM(kemID) }
    guard let kdf = KDF(rawValue: kdfID) else { throw .unsupportedKDF(kdfID) }
    guard let aead = AEAD(rawValue: aeadID) else { throw .unsupportedAEAD(aeadID) }
    self.init(kem: kem, kdf: kdf, aead: aead)
  }
}

extension HPKESuite {
  /// The derivation with the suite's own label.
  func labeledHKDF(_ memory: SecretMemory) -> LabeledHKDF {
    LabeledHKDF(
      suiteID: Array("HPKE".utf8) + bigEndian(kem.rawValue) + bigEndian(kdf.rawValue)
        + bigEndian(aead.rawValue),
      algorithm: kdf.algorithm, memory: memory)
  }
}

extension HPKESuite.KEM {
  /// Whether the linked library has all kinds of keys that the mechanism needs; its configuration may take some
  /// away.
  package var isAvailable: Bool { implementation.requiredAlgorithms.allSatisfy(libraryHasKeys(of:)) }

  /// What the number stands for.
  var implementation: any HPKEKeyEncapsulation {
    switch self {
    case .p256HKDFSHA256, .x25519HKDFSHA256: DHKeyEncapsulation(self, curve, .sha256)
    case .p384HKDFSHA384: DHKeyEncapsulation(self, curve, .sha384)
    case .p521HKDFSHA512, .x448HKDFSHA512: DHKeyEncapsulation(self, curve, .sha512)
    }
  }

  /// The curve of the keys.
  var curve: KeyAgreementCurve {
    switch self {
    case .p256HKDFSHA256: .p256
    case .p384HKDFSHA384: .p384
    case .p521HKDFSHA512: .p521
    case .x25519HKDFSHA256: .x25519
    case .x448HKDFSHA512: .x448
    }
  }
}

extension HPKESuite.KDF {
  var algorithm: DigestAlgorithm {
    switch self {
    case .hkdfSHA256: .sha256
    case .hkdfSHA384: .sha384
    case .hkdfSHA512: .sha512
    }
  }
}

extension HPKESuite.AEAD {
  /// The cipher, nil where nothing is sealed.
  var algorithm: AEADAlgorithm? {
    switch self {
    case .aes128GCM: .aes128GCM
    case .aes256GCM: .aes256GCM
    case .chaCha20Poly1305: .chaCha20Poly1305
    case .exportOnly: nil
    }
  }
}
