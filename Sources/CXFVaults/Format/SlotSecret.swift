internal import CXFCrypto

/// The way from what the user has to the secret of a slot, by kind.
enum SlotSecret {
  private static let saltByteCount = KeyDerivation.saltByteCount
  static let byteCount = KeyDerivation.secretByteCount
  private static let suite = HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .exportOnly)

  /// Returns parameters for a new slot and its secret.
  static func make(
    _ slot: NewSlot, id: [UInt8], vaultID: [UInt8], _ randomness: VaultRandomness
  ) throws(VaultError) -> Made {
    switch slot {
    case .passphrase(let key, let derivation):
      guard case .passphrase(let passphrase) = key.content else {
        throw .invalidChange("the slot of a passphrase needs one")
      }
      var parameters: [UInt8] = []
      for number in [derivation.memoryKiB, derivation.iterations, derivation.parallelism] {
        parameters.append(integer: number)
      }
      let salt = try randomness.take(saltByteCount)
      let secret = try derive(passphrase, salt, derivation, KeyDerivationLimit.standard)
      return Made(kind: .passphrase, parameters: parameters + salt, secret: secret)
    case .recipient(let recipient):
      do throws(HPKEError) {
        let ephemeral: SecretBytes
        do throws(CryptoError) {
          ephemeral = try randomness.secret(X25519PublicKey.byteCount)
        } catch {
          throw .crypto(error)
        }
        let sender = try HPKESender(
          suite, to: HPKEPublicKey(recipient), info: info(vaultID, id), ephemeralKey: ephemeral)
        return Made(
          kind: .recipient, parameters: recipient.bytes + sender.encapsulatedKey,
          secret: try sender.export(context: label, count: byteCount))
      } catch {
        throw VaultError(error)
      }
    }
  }

  /// A new slot before it is wrapped.
  struct Made: ~Copyable {
    let kind: VaultSlot.Kind
    let parameters: [UInt8]
    let secret: SecretBytes
  }

  /// Returns the secret of a slot that a key may open, or nil where it is of no use for this slot.
  static func find(
    _ slot: VaultSlot, _ key: VaultKey, vaultID: [UInt8], _ limit: KeyDerivationLimit
  ) throws(VaultError) -> SecretBytes? {
    switch (slot.kind, key.content) {
    case (.passphrase, .passphrase(let passphrase)):
      guard let (derivation, salt) = derivation(of: slot) else {
        throw .damaged("the parameters of a slot are not well-formed")
      }
      return try derive(passphrase, salt, derivation, limit)
    case (.recipient, .identities(let keys)):
      guard slot.parameters.count == 2 * X25519PublicKey.byteCount else {
        throw .damaged("the parameters of a slot are not well-formed")
      }
      let publicKey = Array(slot.parameters.prefix(X25519PublicKey.byteCount))
      let encapsulated = Array(slot.parameters.suffix(X25519PublicKey.byteCount))
      guard let own = keys.first(where: { $0.publicKey.bytes == publicKey }) else { return nil }
      do throws(HPKEError) {
        return try HPKERecipient(
          suite, key: HPKEPrivateKey(own), encapsulatedKey: encapsulated, info: info(vaultID, slot.id)
        ).export(context: label, count: byteCount)
      } catch {
        if case .crypto = error { throw VaultError(error) }
        return nil
      }
    default: return nil
    }
  }

  /// The work that a passphrase slot asks for, and its salt.
  static func derivation(of slot: VaultSlot) -> (KeyDerivation, salt: [UInt8])? {
    slot.parameters.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      guard let memory = reader.integer(UInt32.self), let iterations = reader.integer(UInt32.self),
        let parallelism = reader.integer(UInt32.self), let salt = reader.array(saltByteCount), reader.isAtEnd
      else { return nil }
      return (KeyDerivation(memoryKiB: memory, iterations: iterations, parallelism: parallelism), salt)
    }
  }

  private static func derive(
    _ passphrase: VaultKey.PassphraseBytes, _ salt: [UInt8], _ derivation: KeyDerivation,
    _ limit: KeyDerivationLimit
  ) throws(VaultError) -> SecretBytes {
    do throws(KeyDerivationError) {
      return try limit.derive(passphrase.bytes, salt: salt, derivation)
    } catch {
      switch error {
      case .refused(let why): throw .keyDerivationLimit(why)
      case .malformed: throw .damaged("the parameters of a slot are not well-formed")
      case .passphrase(let error): throw VaultError(error)
      }
    }
  }

  private static let label = Array("slot secret".utf8)

  private static func info(_ vaultID: [UInt8], _ slotID: [UInt8]) -> [UInt8] {
    Array("cxfvault/1 slot".utf8) + [0] + vaultID + slotID
  }
}
