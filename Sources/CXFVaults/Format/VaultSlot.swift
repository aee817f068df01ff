/// One way to the data key of a vault.
package struct VaultSlot: Sendable, Equatable {
  /// How the secret of a slot is had.
  package struct Kind: Sendable, Hashable {
    /// The number in the file.
    package var rawValue: UInt8
    /// Creates a kind, known or not.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A passphrase.
    package static let passphrase = Kind(rawValue: 1)
    /// An X25519 key pair.
    package static let recipient = Kind(rawValue: 2)
  }

  static let idByteCount = 16
  private static let maximumFieldByteCount = 1 << 16

  /// How its secret is had.
  package var kind: Kind
  /// Its name, 16 random bytes.
  package var id: [UInt8]
  /// What the way from the secret to the data key needs, by kind.
  package var parameters: [UInt8]
  /// What the secret leads to, 32 bytes.
  package var commitment: [UInt8]
  /// The data key under the secret.
  package var wrapped: [UInt8]

  /// Creates a slot; lengths are not checked.
  package init(kind: Kind, id: [UInt8], parameters: [UInt8], commitment: [UInt8], wrapped: [UInt8]) {
    self.kind = kind
    self.id = id
    self.parameters = parameters
    self.commitment = commitment
    self.wrapped = wrapped
  }

  /// Reads the next slot.
  init?(_ reader: inout ByteReader) {
    guard let kind = reader.integer(UInt8.self), let id = reader.array(Self.idByteCount),
      let parameterCount = reader.integer(UInt32.self), parameterCount <= Self.maximumFieldByteCount,
      let parameters = reader.array(Int(parameterCount)),
      let commitment = reader.array(VaultHeader.commitmentByteCount),
      let wrappedCount = reader.integer(UInt32.self), wrappedCount <= Self.maximumFieldByteCount,
      let wrapped = reader.array(Int(wrappedCount))
    else { return nil }
    self.init(
      kind: Kind(rawValue: kind), id: id, parameters: parameters, commitment: commitment, wrapped: wrapped)
  }

  /// The slot as it stands in the header.
  package var bytes: [UInt8] {
    var result = [kind.rawValue] + id
    result.append(integer: UInt32(truncatingIfNeeded: parameters.count))
    result += parameters + commitment
    result.append(integer: UInt32(truncatingIfNeeded: wrapped.count))
    return result + wrapped
  }
}
