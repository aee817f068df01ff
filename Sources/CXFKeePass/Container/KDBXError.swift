package import CXFCrypto

/// Why a KeePass database cannot be opened or written.
///
/// What the format lets one tell apart is told apart: a key that does not fit, damage, what is not known here, and work or
/// room that is refused.
package enum KDBXError: Error, Equatable, Sendable {
  /// The bytes do not begin as a database of KeePass does.
  case notKDBX
  /// It is a database of KeePass 1 (KDB), another format.
  case keePass1
  /// The version of the format is not known here.
  case version(major: UInt16, minor: UInt16)
  /// The key does not fit. Nothing in a file says that a security key or another plug-in takes part in its key, so that may be
  /// what is missing. KDBX 4 proves that the header is whole; before it, a damaged header looks the same.
  case wrongKey(isCertain: Bool)
  /// What was read is not what was written.
  case damaged(KDBXDamage)
  /// Something is used that is not known here.
  case unsupported(KDBXFeature)
  /// The file asks for more than is allowed.
  case limit(KDBXLimit)
  /// The cryptographic library failed.
  case crypto(CryptoError)
  /// What was written does not read back as what it was made from; it must not replace anything.
  case notAsWritten
}

/// What about a database is damaged.
package enum KDBXDamage: Hashable, Sendable {
  /// It ends within the header.
  case headerCutOff
  /// A field of the header, by its number, is missing or has a value that it cannot have.
  case headerField(UInt8)
  /// The header is not what its SHA-256 says (KDBX 4).
  case headerChecksum
  /// The header is not what the database says of it (`Meta/HeaderHash`): it was changed after it was written.
  case headerHash
  /// The file ends within a block, or before the last one.
  case cutOff
  /// A block, counted from 0, is not what its checksum or tag says.
  case block(UInt64)
  /// Whole blocks are missing at the end, or the last one has wrong padding.
  case padding
  /// The compressed content cannot be unpacked.
  case compression
  /// The header inside (KDBX 4) is malformed.
  case innerHeader
  /// The XML inside breaks a rule.
  case xml(KeePassXMLFault)
  /// A protected value is no base64, or has elements in it; it ends at this byte of the XML.
  case protectedValue(offset: Int)
}

/// What a database uses and is not known here.
package enum KDBXFeature: Hashable, Sendable {
  /// A cipher; its UUID in hexadecimal digits.
  case cipher(String)
  /// Twofish, for which a library must be installed.
  case twofishLibrary
  /// A way to make keys; its UUID in hexadecimal digits.
  case keyDerivation(String)
  /// A version of Argon2.
  case argon2Version(UInt32)
  /// A version of the dictionary of parameters.
  case dictionaryVersion(UInt16)
  /// A way of compressing.
  case compression(UInt32)
  /// A cipher for protected values.
  case innerStream(UInt32)
  /// Writing a form that cannot hold the database.
  case olderVersion
}

/// What a database asks for and is not allowed.
package enum KDBXLimit: Hashable, Sendable {
  /// Work to make a key; the text says how much, and how much is allowed.
  case derivation(String)
  /// The content unpacks to more bytes than that.
  case unpacked(Int)
  /// The XML has more bytes than that.
  case xml(Int)
}

/// Runs calls of the cryptographic library.
func withCrypto<Result: ~Copyable>(
  _ body: () throws(CryptoError) -> Result
) throws(KDBXError) -> Result {
  do throws(CryptoError) {
    return try body()
  } catch {
    throw .crypto(error)
  }
}
