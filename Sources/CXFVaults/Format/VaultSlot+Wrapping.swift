internal import CXFCrypto

extension VaultSlot {
  private static let nonceByteCount = XAES256GCM.nonceByteCount

  /// Makes a slot that leads to a data key.
  static func make(
    _ slot: NewSlot, id: [UInt8], _ dataKey: DataKey, vaultID: [UInt8], _ randomness: VaultRandomness
  ) throws(VaultError) -> VaultSlot {
    let made = try SlotSecret.make(slot, id: id, vaultID: vaultID, randomness)
    var result = VaultSlot(kind: made.kind, id: id, parameters: made.parameters, commitment: [], wrapped: [])
    let nonce = try randomness.take(nonceByteCount)
    let context = try result.context()
    do {
      result.commitment = try commitment(made.secret, vaultID, context)
      let cipher = try XAES256GCM(key: try wrapKey(made.secret, vaultID, context))
      result.wrapped =
        nonce
        + (try cipher.seal(
          dataKey.bytes, nonce: nonce, additionalData: additionalData(vaultID, context)))
    } catch let error as CryptoError {
      throw VaultError(error)
    } catch let error as AEADError {
      throw VaultError(error, damaged: "a slot")
    } catch {
      throw .storage("the cryptographic library failed")
    }
    return result
  }

  /// Returns the data key under a secret, or nil where the secret is another one.
  ///
  /// - Throws: `VaultError.damaged` where the secret is right and the rest is not.
  func unwrap(_ secret: borrowing SecretBytes, vaultID: [UInt8]) throws(VaultError) -> DataKey? {
    let context = try context()
    do throws(CryptoError) {
      guard constantTimeEqual(try Self.commitment(secret, vaultID, context), commitment) else { return nil }
    } catch {
      throw VaultError(error)
    }
    do {
      let cipher = try XAES256GCM(key: try Self.wrapKey(secret, vaultID, context))
      let key = try cipher.openSecret(
        Array(wrapped.dropFirst(Self.nonceByteCount)), nonce: Array(wrapped.prefix(Self.nonceByteCount)),
        additionalData: Self.additionalData(vaultID, context))
      if let dataKey = DataKey(key) { return dataKey }
    } catch let error as CryptoError {
      throw VaultError(error)
    } catch let error as AEADError {
      if case .crypto(let cause) = error { throw VaultError(cause) }
    } catch {
      throw .storage("the cryptographic library failed")
    }
    throw .damaged("a slot was changed")
  }

  /// What binds the derived keys to this slot.
  private func context() throws(VaultError) -> [UInt8] {
    [0, kind.rawValue] + id + (try VaultHeader.hash(parameters))
  }

  private static func commitment(
    _ secret: borrowing SecretBytes, _ vaultID: [UInt8], _ context: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    try HKDF.derive(
      ikm: secret, salt: vaultID, info: Array("cxfvault/1 slot commitment".utf8) + context,
      count: VaultHeader.commitmentByteCount, with: .sha256
    ).withUnsafeBytes { Array($0) }
  }

  private static func wrapKey(
    _ secret: borrowing SecretBytes, _ vaultID: [UInt8], _ context: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    try HKDF.derive(
      ikm: secret, salt: vaultID, info: Array("cxfvault/1 slot wrap".utf8) + context,
      count: XAES256GCM.keyByteCount, with: .sha256)
  }

  private static func additionalData(_ vaultID: [UInt8], _ context: [UInt8]) -> [UInt8] {
    Array("cxfvault/1 slot".utf8) + [0] + vaultID + context
  }
}

extension VaultHeader {
  /// Opens the first slot that a key fits.
  ///
  /// - Returns: the data key, and the id of the slot.
  /// - Throws: `VaultError.wrongKey` where none fits, `.keyDerivationLimit` where one that might was not tried,
  ///   `.damaged` where one fits and does not lead to the key of this vault.
  func open(with key: VaultKey, _ limit: KeyDerivationLimit) throws(VaultError) -> (DataKey, slot: [UInt8]) {
    var refused: VaultError?
    for slot in slots {
      let secret: SecretBytes?
      do throws(VaultError) {
        secret = try SlotSecret.find(slot, key, vaultID: vaultID, limit)
      } catch {
        switch error {
        case .keyDerivationLimit:
          refused = refused ?? error
          continue
        // A passphrase that is no text opens nothing.
        case .invalidChange: throw .wrongKey
        default: throw error
        }
      }
      guard let secret, let dataKey = try slot.unwrap(secret, vaultID: vaultID) else { continue }
      try check(dataKey)
      return (dataKey, slot.id)
    }
    throw refused ?? .wrongKey
  }

  /// Refuses a data key that is not the one of this header.
  func check(_ dataKey: DataKey) throws(VaultError) {
    do throws(CryptoError) {
      guard constantTimeEqual(try dataKey.commitment(vaultID: vaultID), keyCommitment) else {
        throw CryptoError(operation: "", reasons: [])
      }
    } catch {
      throw error.operation.utf8.isEmpty ? .damaged("a slot leads to another key") : VaultError(error)
    }
  }
}
