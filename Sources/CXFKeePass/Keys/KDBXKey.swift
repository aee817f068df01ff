package import CXFCrypto

/// One part of a key: a passphrase, a key file, or the answer of a security key. Cleared with the last of its owners.
package final class KDBXKeyPart: Sendable {
  /// The kinds, in the order in which they are put together.
  enum Kind: Int {
    case passphrase, keyFile, response
  }

  let kind: Kind
  /// Whether it is a passphrase without a character, which some programs take for none.
  let isEmptyPassphrase: Bool
  let bytes: SecretBytes

  private init(_ kind: Kind, _ bytes: consuming SecretBytes, isEmpty: Bool = false) {
    self.kind = kind
    self.bytes = bytes
    isEmptyPassphrase = isEmpty
  }

  /// A passphrase, which may be empty: that differs from none.
  ///
  /// - Parameter passphrase: UTF-8 as it was typed; there is no normal form.
  /// - Throws: `CryptoError` where the library fails.
  package static func passphrase(_ passphrase: borrowing SecretBytes) throws(CryptoError) -> KDBXKeyPart {
    var digest = try Digest(.sha256)
    try digest.update(passphrase)
    return KDBXKeyPart(.passphrase, try digest.finishSecret(), isEmpty: passphrase.count == 0)
  }

  /// A key file.
  ///
  /// - Parameter file: all of its bytes.
  /// - Throws: `KDBXKeyFileError`.
  package static func keyFile(_ file: [UInt8]) throws(KDBXKeyFileError) -> KDBXKeyPart {
    KDBXKeyPart(.keyFile, try KDBXKeyFile.key(file))
  }

  /// What a security key answers to the salt of a database, which must be kept then when the database is written.
  ///
  /// - Parameter response: 20 bytes of HMAC-SHA-1.
  /// - Throws: `CryptoError` where the library fails.
  package static func response(_ response: borrowing SecretBytes) throws(CryptoError) -> KDBXKeyPart {
    var digest = try Digest(.sha256)
    try digest.update(response)
    return KDBXKeyPart(.response, try digest.finishSecret())
  }
}

/// The key of a database, put together of its parts, before the work that makes trying keys costly.
package final class KDBXKey: Sendable {
  /// 32 bytes.
  let composite: SecretBytes
  /// Whether it opens with one salt only.
  let isBoundToSalt: Bool

  /// Puts a key together.
  ///
  /// - Parameter parts: each kind once; their order does not count.
  /// - Throws: `CryptoError` where the library fails.
  package init(_ parts: [KDBXKeyPart]) throws(CryptoError) {
    var digest = try Digest(.sha256)
    for part in parts.sorted(by: { $0.kind.rawValue < $1.kind.rawValue }) { try digest.update(part.bytes) }
    composite = try digest.finishSecret()
    isBoundToSalt = parts.contains { $0.kind == .response }
  }

  /// The keys that these parts may mean, the likeliest first: where a passphrase is empty and there is something else, some
  /// programs take it for none.
  ///
  /// - Throws: `CryptoError` where the library fails.
  package static func candidates(_ parts: [KDBXKeyPart]) throws(CryptoError) -> [KDBXKey] {
    var keys = [try KDBXKey(parts)]
    let others = parts.filter { !$0.isEmptyPassphrase }
    if others.count < parts.count, !others.isEmpty { keys.append(try KDBXKey(others)) }
    return keys
  }
}
