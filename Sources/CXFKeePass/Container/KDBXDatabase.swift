internal import CXFArchiving
internal import CXFCrypto
internal import CredentialExchangeFormat

/// A KeePass 2 database that was opened: its header, its pool of attached files and its document.
package struct KDBXDatabase: Sendable, Redacted {
  /// The unencrypted header of the file that was opened.
  package internal(set) var header: KDBXHeader
  /// The encrypted header of KDBX 4 with the attached files; empty before it, where they stand in the document.
  package var inner: KDBXInnerHeader
  /// The XML.
  package var document: KeePassDocument
  /// What it opened with.
  package let key: KDBXKey
  /// How many bytes stand behind all that belongs to the database, which writing leaves out.
  package private(set) var trailingByteCount = 0

  /// Creates a database that is in no file yet, of KDBX 4, encrypted with AES-256.
  ///
  /// - Throws: `KDBXError.crypto`.
  package init(
    new document: KeePassDocument, inner: KDBXInnerHeader = KDBXInnerHeader(), key: KDBXKey,
    derivation: KDBXKeyDerivation.Method = KDBXKeyDerivation.standardMethod, cipher: KDBXCipher = .aes
  ) {
    var header = KDBXHeader(major: 4, minor: 0)
    header.set(KDBXHeader.ID.cipher, cipher.uuid)
    header.set(KDBXHeader.ID.compression, [1, 0, 0, 0])
    let salt = [UInt8](repeating: 0, count: KDBXKeyDerivation.saltByteCount)
    header.set(KDBXHeader.ID.derivation, KDBXKeyDerivation(derivation, salt: salt).dictionary.encoded)
    (self.header, self.inner, self.document, self.key) = (header, inner, document, key)
  }

  /// Looks at the header of a file, before anybody is asked for a key.
  ///
  /// - Throws: `KDBXError` where no key could open it.
  package static func checkHeader(_ file: [UInt8]) throws(KDBXError) {
    let (header, count) = try KDBXHeader.read(file)
    _ = try KDBXOpening(file, header, headerByteCount: count, .standard)
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - keys: what may open it, in the order in which it is tried; see ``KDBXKey/candidates(_:)``.
  ///   - limits: how much work and room it may ask for.
  /// - Throws: `KDBXError`.
  package static func open(
    _ file: [UInt8], keys: [KDBXKey], limits: KDBXLimits = .standard
  ) throws(KDBXError) -> KDBXDatabase {
    let (header, count) = try KDBXHeader.read(file)
    let opening = try KDBXOpening(file, header, headerByteCount: count, limits)
    for key in keys {
      let transformed = try opening.transform(key)
      if let content = try opening.content(transformed) {
        return try opening.database(content, key: key)
      }
    }
    throw .wrongKey(isCertain: header.isVersion4)
  }

  init(header: KDBXHeader, inner: KDBXInnerHeader, document: KeePassDocument, key: KDBXKey, trailing: Int) {
    (self.header, self.inner, self.document, self.key) = (header, inner, document, key)
    trailingByteCount = trailing
  }

  /// Says another minor version, for databases with contents that need it.
  package mutating func setMinorVersion(_ minor: UInt16) { header.minor = minor }

  /// How its key is made costly to try.
  ///
  /// - Throws: `KDBXError`, for a header that says nothing that is known.
  package func derivation() throws(KDBXError) -> KDBXKeyDerivation { try KDBXKeyDerivation(header) }

  /// Version and sizes.
  package var redactedDescription: String {
    "KDBXDatabase(\(header.major).\(header.minor), \(document.redactedDescription))"
  }
}

/// What is done to a file with one key after the other.
struct KDBXOpening {
  private let file: [UInt8]
  private let header: KDBXHeader
  private let headerByteCount: Int
  private let limits: KDBXLimits
  private let cipher: KDBXCipher
  private let derivation: KDBXKeyDerivation
  private let masterSeed: [UInt8]
  private let vector: [UInt8]
  private let isCompressed: Bool

  private static let checksumByteCount = 32
  private static let startByteCount = 32

  /// Looks at all of the header, so that nothing costly is done for a file that cannot be opened.
  init(
    _ file: [UInt8], _ header: KDBXHeader, headerByteCount: Int, _ limits: KDBXLimits
  ) throws(KDBXError) {
    (self.file, self.header, self.headerByteCount, self.limits) = (file, header, headerByteCount, limits)
    if header.isVersion4 {
      // A damaged header may name anything; its checksum says so first.
      guard file.count >= headerByteCount + 2 * Self.checksumByteCount else { throw .damaged(.cutOff) }
      let head = Array(file[..<headerByteCount])
      let hash = try withCrypto { () throws(CryptoError) in try Digest.hash(head, with: .sha256) }
      guard hash.elementsEqual(file[headerByteCount..<(headerByteCount + Self.checksumByteCount)]) else {
        throw .damaged(.headerChecksum)
      }
    }
    cipher = try KDBXCipher(header)
    derivation = try KDBXKeyDerivation(header)
    masterSeed = try header.masterSeed()
    vector = try header.required(KDBXHeader.ID.initialVector, counts: cipher.vectorByteCount)
    isCompressed = try header.isCompressed()
  }

  func transform(_ key: KDBXKey) throws(KDBXError) -> SecretBytes {
    try derivation.transform(key.composite, limit: limits.derivation)
  }

  /// The content of the file, still compressed; nil where the key does not fit.
  func content(_ transformed: borrowing SecretBytes) throws(KDBXError) -> (bytes: [UInt8], trailing: Int)? {
    let cipherKey = try KDBXKeySchedule.cipherKey(masterSeed: masterSeed, transformed)
    guard header.isVersion4 else {
      // Looked at first: that a field is missing has nothing to do with the key.
      let start = try header.required(KDBXHeader.ID.startBytes, counts: Self.startByteCount)
      let padded = try cipher.decrypt(Array(file[headerByteCount...]), key: cipherKey, vector: vector)
      guard padded.count >= Self.startByteCount else { throw .damaged(.cutOff) }
      guard constantTimeEqual(Array(padded[..<Self.startByteCount]), start) else { return nil }
      let (content, trailing) = try HashedBlocks.read(
        try cipher.removePadding(padded), at: Self.startByteCount)
      return (content, trailing)
    }
    let blocks = try KDBXKeySchedule.blocks(masterSeed: masterSeed, transformed)
    let tagStart = headerByteCount + Self.checksumByteCount
    let tag = Array(file[tagStart..<(tagStart + Self.checksumByteCount)])
    guard constantTimeEqual(try blocks.tag(ofHeader: Array(file[..<headerByteCount])), tag) else {
      return nil
    }
    let (ciphertext, trailing) = try blocks.read(file, at: tagStart + Self.checksumByteCount)
    let padded = try cipher.decrypt(ciphertext, key: cipherKey, vector: vector)
    return (try cipher.removePadding(padded), trailing)
  }

  /// Reads what is inside.
  func database(_ content: (bytes: [UInt8], trailing: Int), key: KDBXKey) throws(KDBXError) -> KDBXDatabase {
    try KDBXContent(header: header, head: Array(file[..<headerByteCount]))
      .database(try unpacked(content.bytes), trailing: content.trailing, key: key)
  }

  /// The plaintext of what was decrypted.
  func unpacked(_ content: [UInt8]) throws(KDBXError) -> [UInt8] {
    guard isCompressed else { return content }
    let limit = limits.unpacked(from: content.count)
    do throws(Gzip.Failure) {
      return try Gzip.unpack(content, limit: limit)
    } catch {
      throw error == .tooLarge ? .limit(.unpacked(limit)) : .damaged(.compression)
    }
  }
}
