package import CXFCrypto

/// What can be said of a slot without opening it.
package struct VaultSlotSummary: Sendable, Equatable {
  /// Its name, 16 bytes.
  package let id: [UInt8]
  /// How its secret is had.
  package let kind: VaultSlot.Kind
  /// The work that a passphrase slot asks for.
  package let keyDerivation: KeyDerivation?
  /// The public key of a recipient slot.
  package let recipient: X25519PublicKey?

  init(_ slot: VaultSlot) {
    id = slot.id
    kind = slot.kind
    keyDerivation = slot.kind == .passphrase ? SlotSecret.derivation(of: slot)?.0 : nil
    recipient = slot.kind == .recipient ? slot.recipient : nil
  }
}

extension VaultSlot {
  /// The public key of a recipient slot.
  var recipient: X25519PublicKey? {
    guard parameters.count == 2 * X25519PublicKey.byteCount else { return nil }
    return try? X25519PublicKey(parameters.prefix(X25519PublicKey.byteCount))
  }

  /// Whether this version can open slots of its kind.
  var isKnown: Bool { kind == .passphrase || kind == .recipient }
}

// Each of these is one transaction. The data key stays, except by `rotate`.
extension SQLiteVaultStore {
  /// The slots, in the order of the header.
  package func slots() async throws -> [VaultSlotSummary] {
    try await reading(.reading) { connection, transaction in
      try await connection.perform(transaction) { $0.header.slots.map(VaultSlotSummary.init) }
    }
  }

  /// Adds a way to open the vault and returns its id.
  package func addSlot(_ slot: NewSlot) async throws -> [UInt8] {
    let randomness = access.randomness
    let id = try randomness.take(VaultSlot.idByteCount)
    try await changingHeader { header, dataKey in
      header.slots.append(
        try VaultSlot.make(slot, id: id, dataKey, vaultID: header.vaultID, randomness))
    }
    return id
  }

  /// Removes a way to open the vault. Whoever knows it and has an older copy knows the data key until `rotate`.
  ///
  /// - Throws: `VaultError.invalidChange` for an unknown slot and for the last one that this version can open.
  package func removeSlot(_ id: [UInt8]) async throws {
    try await changingHeader { header, _ in
      guard let index = header.slots.firstIndex(where: { $0.id == id }) else {
        throw VaultError.invalidChange("there is no such slot")
      }
      header.slots.remove(at: index)
      guard header.slots.contains(where: \.isKnown) else {
        throw VaultError.invalidChange("this is the last slot that opens the vault")
      }
    }
  }

  /// Replaces the passphrase of a slot, which keeps its id.
  ///
  /// - Parameter slot: The slot; nil for the one that opened the vault.
  /// - Throws: `VaultError.invalidChange` where it is no passphrase slot.
  package func changePassphrase(
    to passphrase: VaultKey, keyDerivation: KeyDerivation = .standard, slot id: [UInt8]? = nil
  ) async throws {
    let randomness = access.randomness
    let id = id ?? openedSlot
    try await changingHeader { header, dataKey in
      guard let index = header.slots.firstIndex(where: { $0.id == id }),
        header.slots[index].kind == .passphrase
      else { throw VaultError.invalidChange("there is no such slot with a passphrase") }
      header.slots[index] = try VaultSlot.make(
        .passphrase(passphrase, keyDerivation), id: id, dataKey, vaultID: header.vaultID, randomness)
    }
  }

  private func changingHeader(
    _ body: @escaping @Sendable (inout VaultHeader, DataKey) throws -> Void
  ) async throws {
    try await writing { connection, transaction in
      try await connection.perform(transaction) { session in
        try session.changing { session in
          var header = session.header
          try body(&header, session.keys.dataKey)
          try session.setHeader(header)
        }
      }
    }
  }

  // MARK: Rotation

  /// Renews the data key and seals everything anew.
  ///
  /// - Parameters:
  ///   - keys: The passphrases of slots that stay. Recipient slots need nothing.
  ///   - dropping: The ids of slots that may go because their passphrase is not known here.
  /// - Throws: `VaultError.invalidChange` where a slot would go that is not in `dropping`, or none would stay.
  package func rotate(keys: [VaultKey], dropping: Set<[UInt8]> = []) async throws {
    let (randomness, limit) = (access.randomness, access.limit)
    guard let dataKey = DataKey(try randomness.takeSecret(DataKey.byteCount)) else {
      throw VaultError.storage("there is no randomness")
    }
    do {
      try await writing { connection, transaction in
        try await connection.perform(transaction) { session in
          try session.changing { session in
            let header = try session.header.rotated(to: dataKey, keys, dropping, limit, randomness)
            try session.rotate(to: dataKey, header)
          }
        }
      }
    } catch {
      // The connection may have half of the new keys.
      forgetConnections()
      throw error
    }
    adopt(dataKey)
  }
}

extension VaultHeader {
  /// The header with a new data key.
  func rotated(
    to dataKey: DataKey, _ keys: [VaultKey], _ dropping: Set<[UInt8]>, _ limit: KeyDerivationLimit,
    _ randomness: VaultRandomness
  ) throws(VaultError) -> VaultHeader {
    var result = VaultHeader(
      vaultID: vaultID, keyCommitment: try dataKey.commitmentBytes(vaultID), slots: [])
    for slot in slots {
      if let new = try renewable(slot, keys, limit) {
        result.slots.append(try VaultSlot.make(new, id: slot.id, dataKey, vaultID: vaultID, randomness))
      } else if !dropping.contains(slot.id) {
        throw .invalidChange("a slot would be dropped because its secret is not known")
      }
    }
    guard !result.slots.isEmpty else { throw .invalidChange("no slot that opens the vault would stay") }
    return result
  }

  /// What a slot is made anew from; nil where its secret is not known.
  private func renewable(
    _ slot: VaultSlot, _ keys: [VaultKey], _ limit: KeyDerivationLimit
  ) throws(VaultError) -> NewSlot? {
    if slot.kind == .recipient { return slot.recipient.map { .recipient($0) } }
    guard slot.kind == .passphrase, let (derivation, _) = SlotSecret.derivation(of: slot) else { return nil }
    for key in keys {
      guard let secret = try SlotSecret.find(slot, key, vaultID: vaultID, limit),
        try slot.unwrap(secret, vaultID: vaultID) != nil
      else { continue }
      return .passphrase(key, derivation)
    }
    return nil
  }
}
