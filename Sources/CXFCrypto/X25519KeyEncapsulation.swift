/// DHKEM(X25519, HKDF-SHA256) of RFC 9180, section 4.1.
struct X25519KeyEncapsulation: HPKEKeyEncapsulation {
  var encapsulatedKeyByteCount: Int { X25519PublicKey.byteCount }
  var sharedSecretByteCount: Int { 32 }
  var publicKeyByteCount: Int { X25519PublicKey.byteCount }
  var privateKeyByteCount: Int { X25519PublicKey.byteCount }

  func generateKey() throws(HPKEError) -> SecretBytes {
    do throws(CryptoError) {
      return try SecretBytes.random(count: privateKeyByteCount)
    } catch {
      throw .crypto(error)
    }
  }

  func deriveKey(seed: borrowing SecretBytes) throws(HPKEError) -> SecretBytes {
    do throws(CryptoError) {
      let prk = try Self.hkdf.extract(label: "dkp_prk", ikm: seed)
      return try Self.hkdf.expand(prk, label: "sk", info: [], count: privateKeyByteCount)
    } catch {
      throw .crypto(error)
    }
  }

  func encapsulate(
    to publicKey: [UInt8], ephemeralKey: borrowing SecretBytes
  ) throws(HPKEError) -> HPKEEncapsulation {
    do throws(X25519Error) {
      let recipient = try X25519PublicKey(publicKey)
      let ephemeral = try Self.load(ephemeralKey)
      let shared = try ephemeral.sharedSecret(with: recipient)
      let encapsulated = ephemeral.publicKey.bytes
      return HPKEEncapsulation(
        encapsulatedKey: encapsulated, sharedSecret: try derive(shared, context: encapsulated + publicKey))
    } catch {
      throw HPKEError(error, otherwise: .invalidKey)
    }
  }

  func decapsulate(
    _ encapsulatedKey: [UInt8], with privateKey: borrowing SecretBytes
  ) throws(HPKEError) -> SecretBytes {
    do throws(X25519Error) {
      let own = try Self.load(privateKey)
      let shared = try own.sharedSecret(with: try X25519PublicKey(encapsulatedKey))
      return try derive(shared, context: encapsulatedKey + own.publicKey.bytes)
    } catch {
      throw HPKEError(error, otherwise: .openFailed)
    }
  }

  private static let hkdf = LabeledHKDF(
    suiteID: Array("KEM".utf8) + bigEndian(HPKESuite.KEM.x25519HKDFSHA256.rawValue), algorithm: .sha256)

  private static func load(_ key: borrowing SecretBytes) throws(X25519Error) -> X25519PrivateKey {
    try X25519PrivateKey(key.withUnsafeBytes { SecretBytes(copying: $0) })
  }

  /// ExtractAndExpand.
  private func derive(
    _ shared: borrowing SecretBytes, context: [UInt8]
  ) throws(X25519Error) -> SecretBytes {
    do throws(CryptoError) {
      let prk = try Self.hkdf.extract(label: "eae_prk", ikm: shared)
      return try Self.hkdf.expand(
        prk, label: "shared_secret", info: context, count: sharedSecretByteCount)
    } catch {
      throw .crypto(error)
    }
  }
}

extension HPKEError {
  /// Keeps a failure of the library, and says `refusal` for everything that is wrong with a key.
  fileprivate init(_ error: X25519Error, otherwise refusal: HPKEError) {
    if case .crypto(let cause) = error {
      self = .crypto(cause)
    } else {
      self = refusal
    }
  }
}
