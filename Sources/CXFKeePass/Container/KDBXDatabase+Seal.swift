internal import CXFArchiving
internal import CXFCrypto
internal import CredentialExchangeFormat

extension KDBXDatabase {
  /// What is written.
  package enum Form: Hashable, Sendable {
    /// KDBX 4: of the minor version that it had, or the lowest one that it needs.
    case version4
    /// KDBX 3.1, for databases that are no newer.
    case version3
  }

  /// Returns the file, under new seeds, vectors and keys; all else of the header stays as it was.
  ///
  /// What was written is read back and compared before it is returned.
  ///
  /// - Parameters:
  ///   - form: what is written.
  ///   - newKey: another key; nil for that with which it was opened.
  ///   - limits: for the work that its own header asks for.
  ///   - next: the key of the file, where it was begun to be made before; another one is made where it does not fit.
  /// - Throws: `KDBXError`; `.notAsWritten` where it does not read back.
  package func seal(
    as form: Form = .version4, for newKey: KDBXKey? = nil, limits: KDBXLimits = .standard,
    randomness: KDBXRandomness = .system, next: KDBXNextKey? = nil
  ) throws(KDBXError) -> [UInt8] {
    switch form {
    case .version4:
      let current = header.isVersion4 ? self : try upgraded()
      return try current.sealVersion4(key: newKey ?? key, limits, randomness, next)
    case .version3:
      guard !header.isVersion4 else { throw .unsupported(.olderVersion) }
      return try sealVersion3(key: newKey ?? key, limits, randomness)
    }
  }

  // MARK: KDBX 4

  private func sealVersion4(
    key: KDBXKey, _ limits: KDBXLimits, _ randomness: KDBXRandomness, _ next: KDBXNextKey?
  ) throws(KDBXError) -> [UInt8] {
    typealias ID = KDBXHeader.ID
    var header = header
    header.isPreRelease = false
    if header.minor == 0, KDBXFeatures.needVersion41(document) { header.minor = 1 }
    let cipher = try KDBXCipher(header)
    var derivation = try KDBXKeyDerivation(header)
    let made = next.flatMap { $0.fits(key, derivation) ? $0 : nil }
    if let made {
      derivation.salt = made.derivation.salt
    } else if !key.isBoundToSalt {
      derivation.salt = try randomness.take(KDBXKeyDerivation.saltByteCount)
    }
    let masterSeed = try randomness.take(32)
    let vector = try randomness.take(cipher.vectorByteCount)
    header.set(ID.masterSeed, masterSeed)
    header.set(ID.initialVector, vector)
    header.set(ID.derivation, derivation.dictionary.encoded)

    var inner = inner
    let streamKey = try randomness.take(64)
    inner.setStream(KDBXStream.chaCha20, key: streamKey)
    var stream = try KDBXStream(KDBXStream.chaCha20, key: streamKey)
    // A checksum of the header that was read would be wrong for the one that is written, and there is a better one.
    let document = try withoutHeaderHash()
    let plaintext = try inner.encoded() + document.encoded(stream: &stream)
    let head = try header.encoded()
    var written = self
    (written.header, written.inner, written.document) = (header, inner, document)
    // That the plaintext says what it must is seen while it is packed and encrypted.
    let understood = written.understanding(plaintext, head: head, key: key)

    let transformed: KDBXTransformedKey
    if let made {
      transformed = try made.transformed()
    } else {
      transformed = KDBXTransformedKey(try derivation.transform(key.composite, limit: limits.derivation))
    }
    let cipherKey = try KDBXKeySchedule.cipherKey(masterSeed: masterSeed, transformed.bytes)
    let blocks = try KDBXKeySchedule.blocks(masterSeed: masterSeed, transformed.bytes)
    var file = head
    file += try withCrypto { () throws(CryptoError) in try Digest.hash(head, with: .sha256) }
    file += try blocks.tag(ofHeader: head)
    file += try blocks.write(
      cipher.encrypt(try packed(plaintext, header), key: cipherKey, vector: vector))
    try written.check(file, holds: plaintext, transformed.bytes, limits)
    guard try understood.value.get() else { throw .notAsWritten }
    return file
  }

  /// The document without the checksum of a header in it.
  func withoutHeaderHash() throws(KDBXError) -> KeePassDocument {
    guard let hash = document.meta.flatMap({ document.xml.child(of: $0, named: "HeaderHash") }) else {
      return document
    }
    var edits = KeePassEdits()
    edits.remove(hash)
    return try document.editing(edits)
  }

  // MARK: KDBX 3.1

  private func sealVersion3(
    key: KDBXKey, _ limits: KDBXLimits, _ randomness: KDBXRandomness
  ) throws(KDBXError) -> [UInt8] {
    typealias ID = KDBXHeader.ID
    var header = header
    header.isPreRelease = false
    if header.major < 3 { (header.major, header.minor) = (3, 1) }
    let cipher = try KDBXCipher(header)
    var derivation = try KDBXKeyDerivation(header)
    if !key.isBoundToSalt { derivation.salt = try randomness.take(KDBXKeyDerivation.saltByteCount) }
    let masterSeed = try randomness.take(32)
    let vector = try randomness.take(cipher.vectorByteCount)
    let streamKey = try randomness.take(32)
    let start = try randomness.take(32)
    header.set(ID.masterSeed, masterSeed)
    header.set(ID.transformSeed, derivation.salt)
    header.set(ID.initialVector, vector)
    header.set(ID.streamKey, streamKey)
    header.set(ID.startBytes, start)
    header.set(ID.stream, KDBXStream.salsa20.littleEndianBytes)

    let head = try header.encoded()
    let hash = try withCrypto { () throws(CryptoError) in try Digest.hash(head, with: .sha256) }
    let document = try settingHeaderHash(Text(Base64.encode(hash)))
    var stream = try KDBXStream(KDBXStream.salsa20, key: streamKey)
    let plaintext = try document.encoded(stream: &stream)
    let content = try packed(plaintext, header)

    let transformed = try derivation.transform(key.composite, limit: limits.derivation)
    let cipherKey = try KDBXKeySchedule.cipherKey(masterSeed: masterSeed, transformed)
    let file =
      try head + cipher.encrypt(start + HashedBlocks.write(content), key: cipherKey, vector: vector)

    var written = self
    (written.header, written.document) = (header, document)
    let understood = written.understanding(plaintext, head: head, key: key)
    try written.check(file, holds: plaintext, transformed, limits)
    guard try understood.value.get() else { throw .notAsWritten }
    return file
  }

  private func settingHeaderHash(_ hash: Text) throws(KDBXError) -> KeePassDocument {
    guard let meta = document.meta else { throw .damaged(.xml(.structure)) }
    var edits = KeePassEdits()
    if let element = document.xml.child(of: meta, named: "HeaderHash") {
      edits.setText(of: element, to: hash)
    } else {
      let element: KeePassFragment
      do throws(KeePassEditError) {
        element = try .element("HeaderHash", text: hash)
      } catch {
        throw .notAsWritten
      }
      // Behind the name of the program, where it usually stands.
      if let generator = document.xml.child(of: meta, named: "Generator") {
        edits.insert(element, after: generator)
      } else {
        edits.append(element, to: meta)
      }
    }
    return try document.editing(edits)
  }

  // MARK: Both

  private func packed(_ plaintext: [UInt8], _ header: KDBXHeader) throws(KDBXError) -> [UInt8] {
    guard try header.isCompressed() else { return plaintext }
    guard let packed = try? Gzip.pack(plaintext) else { throw .notAsWritten }
    return packed
  }

  // What was written is read back in two halves at the same time, which meet in the plaintext: one opens the file and finds the
  // plaintext in it, byte for byte, the other one reads the plaintext and finds this database in it.

  /// Opens a file that was made of this, and compares what is in it. The work of the key is not done again: that its parameters
  /// are those that were used is seen in the header.
  private func check(
    _ file: [UInt8], holds plaintext: [UInt8], _ transformed: borrowing SecretBytes, _ limits: KDBXLimits
  ) throws(KDBXError) {
    let (header, count) = try KDBXHeader.read(file)
    // What is written may be large and repetitive, and it is not the file of anybody else.
    let room = KDBXLimits(derivation: limits.derivation, unpackingFactor: 1 << 20, unpackedFloor: .max)
    let opening = try KDBXOpening(file, header, headerByteCount: count, room)
    guard header == self.header, let content = try opening.content(transformed), content.trailing == 0,
      try opening.unpacked(content.bytes) == plaintext
    else { throw .notAsWritten }
  }

  /// Begins to read a plaintext that was made of this, and to compare all of it.
  ///
  /// - Parameter head: the bytes of the header.
  private func understanding(
    _ plaintext: [UInt8], head: [UInt8], key: KDBXKey
  ) -> ConcurrentWork<Result<Bool, KDBXError>> {
    ConcurrentWork { [self] in
      Result { () throws(KDBXError) in
        let database = try KDBXContent(header: header, head: head).database(plaintext, trailing: 0, key: key)
        return database.inner == inner && database.document.isSame(as: document)
      }
    }
  }
}

extension KeePassDocument {
  /// Makes changes of ours, which cannot fail but by a mistake of ours.
  func editing(_ edits: KeePassEdits) throws(KDBXError) -> KeePassDocument {
    do throws(KeePassEditError) {
      return try applying(edits)
    } catch {
      throw .notAsWritten
    }
  }
}
