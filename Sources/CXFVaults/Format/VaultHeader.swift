internal import CXFCrypto

/// What stands in clear at the beginning of a vault: its id, and the ways to its data key.
package struct VaultHeader: Sendable, Equatable {
  /// The most slots.
  package static let maximumSlotCount = 16
  static let magic = Array("cxfvault/1".utf8) + [0]
  static let vaultIDByteCount = 16
  static let commitmentByteCount = 32

  /// The name of the vault, 16 random bytes.
  package var vaultID: [UInt8]
  /// What the data key leads to, 32 bytes.
  package var keyCommitment: [UInt8]
  /// The ways to the data key.
  package var slots: [VaultSlot]

  /// Creates a header; lengths are not checked.
  package init(vaultID: [UInt8], keyCommitment: [UInt8], slots: [VaultSlot]) {
    self.vaultID = vaultID
    self.keyCommitment = keyCommitment
    self.slots = slots
  }

  /// Reads a header.
  ///
  /// - Throws: `VaultError.damaged` for anything but exactly one header.
  package init(_ bytes: [UInt8]) throws(VaultError) {
    let parsed = bytes.withUnsafeBytes { buffer -> VaultHeader? in
      var reader = ByteReader(buffer)
      guard reader.array(Self.magic.count) == Self.magic,
        let vaultID = reader.array(Self.vaultIDByteCount),
        let keyCommitment = reader.array(Self.commitmentByteCount),
        let count = reader.integer(UInt16.self), count <= Self.maximumSlotCount
      else { return nil }
      var slots: [VaultSlot] = []
      for _ in 0..<count {
        guard let slot = VaultSlot(&reader) else { return nil }
        slots.append(slot)
      }
      guard reader.isAtEnd, Set(slots.map(\.id)).count == slots.count else { return nil }
      return VaultHeader(vaultID: vaultID, keyCommitment: keyCommitment, slots: slots)
    }
    guard let parsed else { throw .damaged("the header is not well-formed") }
    self = parsed
  }

  /// The header as it stands in the file.
  package var bytes: [UInt8] {
    var result = Self.magic + vaultID + keyCommitment
    result.append(integer: UInt16(truncatingIfNeeded: slots.count))
    for slot in slots { result += slot.bytes }
    return result
  }

  /// The hash that stands beside the header.
  static func hash(_ bytes: [UInt8]) throws(VaultError) -> [UInt8] {
    do { return try Digest.hash(bytes, with: .sha256) } catch { throw VaultError(error) }
  }
}

extension VaultError {
  /// A failure of the cryptographic library.
  init(_ error: CryptoError) { self = .storage(error.message) }

  /// A failure to seal or open, where it is no question of the key.
  init(_ error: AEADError, damaged what: String) {
    self = error == .authenticationFailed ? .damaged(what) : .storage(error.message)
  }
}
