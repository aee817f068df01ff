/// Makes and opens vaults in files.
package enum VaultFile {
  /// Creates a vault and opens it with nothing but a path: the file is whole or absent, mode 0600, and never replaces another one.
  ///
  /// - Throws: `VaultError.cannotCreate`, `.invalidChange` for slots that cannot be made, `.storage`.
  package static func create(
    path: String, slots: [NewSlot], randomness: VaultRandomness = .system
  ) throws(VaultError) {
    try VaultPath.create(path, try bytes(slots: slots, randomness: randomness))
  }

  /// Returns the bytes of a new vault: no items, generation 1.
  ///
  /// Random bytes are drawn in this order: vault id, data key, for each slot its id, salt or ephemeral key, and nonce, then the digest
  /// key and the nonces of the rows.
  package static func bytes(
    slots: [NewSlot], randomness: VaultRandomness = .system
  ) throws(VaultError) -> [UInt8] {
    guard (1...VaultHeader.maximumSlotCount).contains(slots.count) else {
      throw .invalidChange("a vault has 1 to \(VaultHeader.maximumSlotCount) slots")
    }
    let vaultID = try randomness.take(VaultHeader.vaultIDByteCount)
    guard let dataKey = DataKey(try randomness.takeSecret(DataKey.byteCount)) else {
      throw .storage("there is no randomness")
    }
    let header = try VaultHeader.make(vaultID, dataKey, slots, randomness)
    let database = try SQLiteDatabase()
    try VaultDatabase.create(database)
    try VaultSession(database, header: header, dataKey, randomness).initialize()
    return try database.serialized()
  }

  /// Opens a vault in a file, and verifies it.
  ///
  /// - Throws: `VaultError.wrongKey` where no slot fits the key, `.damaged`, `.unknownVersion`, `.keyDerivationLimit`, `.busy`,
  ///   `.storage`.
  package static func open(
    path: String, key: VaultKey, access: VaultAccess = VaultAccess()
  ) async throws -> SQLiteVaultStore {
    try await open(.file(try VaultPath.resolved(path)), key, access)
  }

  /// Opens a vault from its bytes, for reading only, and verifies it.
  ///
  /// - Throws: `VaultError` as ``open(path:key:access:)``.
  package static func open(
    bytes: [UInt8], key: VaultKey, access: VaultAccess = VaultAccess()
  ) async throws -> SQLiteVaultStore {
    try await open(.bytes(bytes), key, access)
  }

  private static func open(
    _ source: VaultSource, _ key: VaultKey, _ access: VaultAccess
  ) async throws -> SQLiteVaultStore {
    let connection = VaultConnection(source, isReadOnly: true, access.randomness)
    let (dataKey, slot) = try await connection.open(with: key, access.limit)
    do { await connection.end(try await connection.begin(.reading)) } catch is VaultConnection.Replaced {
      throw VaultError.busy("the file was replaced while it was opened")
    }
    return SQLiteVaultStore(source, access, dataKey, openedSlot: slot, first: connection)
  }
}

extension VaultHeader {
  /// Makes the header of a new vault.
  static func make(
    _ vaultID: [UInt8], _ dataKey: DataKey, _ slots: [NewSlot], _ randomness: VaultRandomness
  ) throws(VaultError) -> VaultHeader {
    var made: [VaultSlot] = []
    for slot in slots {
      let id = try randomness.take(VaultSlot.idByteCount)
      made.append(try VaultSlot.make(slot, id: id, dataKey, vaultID: vaultID, randomness))
    }
    return VaultHeader(vaultID: vaultID, keyCommitment: try dataKey.commitmentBytes(vaultID), slots: made)
  }
}

extension DataKey {
  /// What stands in the header for this key.
  func commitmentBytes(_ vaultID: [UInt8]) throws(VaultError) -> [UInt8] {
    do { return try commitment(vaultID: vaultID) } catch { throw VaultError(error) }
  }
}

extension VaultSession {
  /// Writes the rows that every vault has into a new database.
  func initialize() throws(VaultError) {
    try database.run("BEGIN")
    change = VaultChange(generation: 1)
    try setHeader(header)
    let digestKey = try randomness.take(VaultFacts.digestKeyByteCount)
    try write(.meta, try metaID(.facts), VaultFacts.payload(digestKey: digestKey), replacing: nil)
    try write(.meta, try metaID(.directory), Directory().payload, replacing: nil)
    try commit()
  }
}
