/// OpenSSH's private key format without encryption (`PROTOCOL.key` in its sources), one key.
enum OpenSSHPrivateKey {
  /// What the bytes begin with.
  static let magic = Array("openssh-key-v1\0".utf8)

  /// The block to which an unencrypted private section is padded, in bytes.
  private static let blockByteCount = 8

  /// Reads the bytes of the format.
  ///
  /// - Throws: `SSHKeyError`.
  static func decode(_ bytes: [UInt8]) throws(SSHKeyError) -> (key: PrivateKeyInfo, comment: [UInt8]) {
    var reader = SSHReader(bytes[...])
    guard reader.skip(magic) else { throw .openSSH(.magic, offset: 0) }
    let cipher = try reader.string()
    let derivation = try reader.string()
    _ = try reader.string()
    let none = "none".utf8
    let countOffset = reader.offset
    let count = try reader.uint32()
    guard count == 1 else { throw .openSSH(.keyCount, offset: countOffset) }
    let publicOffset = reader.offset
    let publicBlob = try reader.string()
    // The kind stands in clear, so that a hardware key is called one even behind a passphrase.
    try refuseForeignAlgorithm(of: publicBlob)
    guard cipher.elementsEqual(none), derivation.elementsEqual(none) else { throw .encrypted(.openSSH) }
    let section = try reader.string()
    try reader.finish()

    let (key, comment) = try decodePrivate(section)
    guard let embedded = PublicBlob.make(algorithm: key.algorithm, key: key.claimedPublicKey),
      publicBlob.elementsEqual(embedded)
    else { throw .openSSH(.publicKeys, offset: publicOffset) }
    return (key.info, comment)
  }

  private static func refuseForeignAlgorithm(of blob: ArraySlice<UInt8>) throws(SSHKeyError) {
    var reader = SSHReader(blob)
    let name = try reader.string()
    if SSHAlgorithm(name: name) == nil { throw ForeignSSHAlgorithm.error(for: name) }
  }

  private static func decodePrivate(
    _ section: ArraySlice<UInt8>
  ) throws(SSHKeyError) -> (key: Fields, comment: [UInt8]) {
    var reader = SSHReader(section)
    let first = try reader.uint32()
    guard try reader.uint32() == first else {
      throw .openSSH(.checkNumbers, offset: section.startIndex)
    }
    let key = try Fields(&reader)
    let comment = try reader.string()
    // PuTTY pads more than one block, so the length is free; what it counts is not.
    for (index, byte) in reader.rest.enumerated() where index >= 255 || Int(byte) != index + 1 {
      throw .openSSH(.padding, offset: reader.offset + index)
    }
    return (key, Array(comment))
  }

  /// Returns the bytes of the format for a key in canonical form.
  ///
  /// The two equal check numbers, which OpenSSH draws at random, come from the public key: the same key
  /// gives the same bytes, and nothing of the private key is hashed into the clear.
  ///
  /// - Throws: `CryptoError` when hashing fails.
  static func encode(
    _ info: PrivateKeyInfo, algorithm: SSHAlgorithm, publicKey: PublicKey, publicBlob: [UInt8],
    comment: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let check = try Digest.hash(publicBlob, with: .sha256).prefix(4)
    var section = SSHWriter()
    section.raw(check)
    section.raw(check)
    section.string(algorithm.name.utf8)
    switch (info.content, publicKey) {
    case (.raw(let seed), .raw(_, let point)):
      section.string(point)
      section.string(seed + point)
    case (.ec(let key), .ec(_, let point)):
      section.string((algorithm.curveName ?? "").utf8)
      section.string(point)
      section.unsignedInteger(key.privateKey)
    case (.rsa(let key), _):
      for number in [
        key.modulus, key.publicExponent, key.privateExponent, key.coefficient, key.prime1, key.prime2,
      ] {
        section.unsignedInteger(number)
      }
    default:
      break
    }
    section.string(comment)
    var pad: UInt8 = 0
    while section.bytes.count % blockByteCount != 0 {
      pad += 1
      section.raw([pad])
    }

    var file = SSHWriter()
    file.raw(magic)
    file.string("none".utf8)
    file.string("none".utf8)
    file.string([])
    file.uint32(1)
    file.string(publicBlob)
    file.string(section.bytes)
    return file.bytes
  }
}

extension OpenSSHPrivateKey {
  /// The fields of one key in the private section.
  private struct Fields: Redacted {
    let algorithm: SSHAlgorithm
    let info: PrivateKeyInfo
    /// The public key that stands beside the private one, not checked; `info` carries it too.
    let claimedPublicKey: PublicKey

    init(_ reader: inout SSHReader) throws(SSHKeyError) {
      let name = try reader.string()
      guard let algorithm = SSHAlgorithm(name: name),
        let identifier = AlgorithmIdentifier(algorithm.keyAlgorithm)
      else { throw ForeignSSHAlgorithm.error(for: name) }
      self.algorithm = algorithm
      let content: PrivateKeyInfo.Content
      switch algorithm {
      case .ed25519: (content, claimedPublicKey) = try Self.ed25519(&reader)
      case .rsa: (content, claimedPublicKey) = try Self.rsa(&reader)
      case .ecdsaP256: (content, claimedPublicKey) = try Self.ecdsa(&reader, algorithm, .p256)
      case .ecdsaP384: (content, claimedPublicKey) = try Self.ecdsa(&reader, algorithm, .p384)
      case .ecdsaP521: (content, claimedPublicKey) = try Self.ecdsa(&reader, algorithm, .p521)
      }
      // The public key goes along as RFC 5958 carries it, so that the check of the key compares it.
      if case .raw(_, let bytes) = claimedPublicKey {
        info = PrivateKeyInfo(identifier, content, publicKey: bytes)
      } else {
        info = PrivateKeyInfo(identifier, content)
      }
    }

    private static func ed25519(
      _ reader: inout SSHReader
    ) throws(SSHKeyError) -> (PrivateKeyInfo.Content, PublicKey) {
      let start = reader.offset
      let publicKey = try reader.string()
      let both = try reader.string()
      guard publicKey.count == 32, both.count == 64 else { throw .openSSH(.wrongLength, offset: start) }
      guard both.suffix(32).elementsEqual(publicKey) else { throw .openSSH(.publicKeys, offset: start) }
      return (.raw(Array(both.prefix(32))), .raw(.ed25519, Array(publicKey)))
    }

    private static func rsa(
      _ reader: inout SSHReader
    ) throws(SSHKeyError) -> (PrivateKeyInfo.Content, PublicKey) {
      let modulus = try reader.unsignedInteger()
      let publicExponent = try reader.unsignedInteger()
      let privateExponent = try reader.unsignedInteger()
      let coefficient = try reader.unsignedInteger()
      let prime1 = try reader.unsignedInteger()
      let prime2 = try reader.unsignedInteger()
      do throws(KeyCheckError) {
        let key = try RSAPrivateKey(
          modulus: modulus, publicExponent: publicExponent, privateExponent: privateExponent, prime1: prime1,
          prime2: prime2, coefficient: coefficient)
        return (.rsa(key), .rsa(modulus: modulus, exponent: publicExponent))
      } catch {
        throw .inconsistent(error)
      }
    }

    private static func ecdsa(
      _ reader: inout SSHReader, _ algorithm: SSHAlgorithm, _ curve: NamedCurve
    ) throws(SSHKeyError) -> (PrivateKeyInfo.Content, PublicKey) {
      let start = reader.offset
      let name = try reader.string()
      guard let curveName = algorithm.curveName, name.elementsEqual(curveName.utf8) else {
        throw .openSSH(.curve, offset: start)
      }
      let point = Array(try reader.string())
      let key = ECPrivateKey(privateKey: try reader.unsignedInteger(), publicKey: point)
      guard let number = key.privateKey(byteCount: curve.byteCount) else {
        throw .openSSH(.wrongLength, offset: start)
      }
      return (.ec(ECPrivateKey(privateKey: number, publicKey: point)), .ec(curve, point: point))
    }

    var redactedDescription: String { "Fields(\(algorithm.name))" }
  }
}

/// The bytes by which SSH names a public key: what `authorized_keys` holds in base64.
enum PublicBlob {
  /// Returns the bytes; nil when the key is not of that algorithm.
  static func make(algorithm: SSHAlgorithm, key: PublicKey) -> [UInt8]? {
    var writer = SSHWriter()
    writer.string(algorithm.name.utf8)
    switch (algorithm, key) {
    case (.ed25519, .raw(.ed25519, let bytes)):
      writer.string(bytes)
    case (.rsa, .rsa(let modulus, let exponent)):
      writer.unsignedInteger(exponent)
      writer.unsignedInteger(modulus)
    case (_, .ec(let curve, let point)) where algorithm.curve == curve:
      writer.string((algorithm.curveName ?? "").utf8)
      writer.string(point)
    default:
      return nil
    }
    return writer.bytes
  }
}
