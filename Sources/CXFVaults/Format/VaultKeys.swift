internal import CXFCrypto

/// The data key of a vault, 32 random bytes. It is an object, so that there is one copy, cleared when the last user is gone.
final class DataKey: Sendable {
  static let byteCount = 32
  let bytes: SecretBytes

  /// Takes 32 bytes.
  init?(_ bytes: consuming SecretBytes) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// What stands in the header for this key.
  func commitment(vaultID: [UInt8]) throws(CryptoError) -> [UInt8] {
    try subkey("commitment", vaultID: vaultID).withUnsafeBytes { Array($0) }
  }

  /// A key for one purpose.
  func subkey(_ purpose: String, vaultID: [UInt8]) throws(CryptoError) -> SecretBytes {
    try HKDF.derive(
      ikm: bytes, salt: vaultID, info: Array("cxfvault/1 \(purpose)".utf8), count: Self.byteCount,
      with: .sha256)
  }
}

/// All that a data key leads to, set up for many uses.
///
/// Not `Sendable`: the contexts have a state.
final class VaultKeys {
  let dataKey: DataKey
  let vaultID: [UInt8]
  let record: XAES256GCM
  let blob: XAES256GCM
  let journal: XAES256GCM
  let manifest: XAES256GCM
  let index: KeyedHash
  let manifestSum: KeyedHash

  init(_ dataKey: DataKey, vaultID: [UInt8]) throws(VaultError) {
    self.dataKey = dataKey
    self.vaultID = vaultID
    do {
      record = try XAES256GCM(key: try dataKey.subkey("record", vaultID: vaultID))
      blob = try XAES256GCM(key: try dataKey.subkey("blob", vaultID: vaultID))
      journal = try XAES256GCM(key: try dataKey.subkey("journal", vaultID: vaultID))
      manifest = try XAES256GCM(key: try dataKey.subkey("manifest", vaultID: vaultID))
      index = try KeyedHash(key: try dataKey.subkey("index", vaultID: vaultID))
      manifestSum = try KeyedHash(key: try dataKey.subkey("manifest-sum", vaultID: vaultID))
    } catch let error as CryptoError {
      throw VaultError(error)
    } catch let error as AEADError {
      throw VaultError(error, damaged: "a key")
    } catch {
      throw .storage("the cryptographic library failed")
    }
  }

  /// What seals rows of a kind.
  func cipher(_ kind: RowKind) -> XAES256GCM {
    switch kind {
    case .record, .meta: record
    case .blob: blob
    case .journal: journal
    case .manifest: manifest
    }
  }

  /// The id of a row that is found by what it is about: `pieces` are each preceded by their length.
  func rowID(_ kind: RowKind, _ pieces: [UInt8]...) throws(VaultError) -> RowID {
    var message = [kind.rawValue]
    for piece in pieces {
      message.append(integer: UInt32(truncatingIfNeeded: piece.count))
      message += piece
    }
    do throws(CryptoError) {
      let tag = try index.tag(of: message)
      return tag.withUnsafeBytes { RowID($0) } ?? .zero
    } catch {
      throw VaultError(error)
    }
  }

  /// The id of the row of a record.
  func rowID(_ kind: RecordReference.Kind, _ id: [UInt8]) throws(VaultError) -> RowID {
    // The same message as above without an array for each piece: this is called for each record.
    let count = id.count
    let result: Result<RowID, CryptoError> = withUnsafeTemporaryAllocation(
      byteCount: 10 + count + 32, alignment: 8
    ) {
      memory in
      memory[0] = RowKind.record.rawValue
      memory.storeBytes(of: UInt32(1).bigEndian, toByteOffset: 1, as: UInt32.self)
      memory[5] = kind.rawValue
      memory.storeBytes(of: UInt32(truncatingIfNeeded: count).bigEndian, toByteOffset: 6, as: UInt32.self)
      for position in id.indices { memory[10 + position] = id[position] }
      let tag = UnsafeMutableRawBufferPointer(rebasing: memory[(10 + count)...])
      return Result { () throws(CryptoError) in
        try index.tag(of: UnsafeRawBufferPointer(rebasing: memory[..<(10 + count)]), into: tag)
        return RowID(UnsafeRawBufferPointer(tag)) ?? .zero
      }
    }
    do throws(CryptoError) { return try result.get() } catch { throw VaultError(error) }
  }
}
