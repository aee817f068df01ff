/// HKDF with the labels of RFC 9180, section 4, which keep the uses of a secret apart.
struct LabeledHKDF {
  /// What all labels begin with after the version: the algorithms in use.
  let suiteID: [UInt8]
  let algorithm: DigestAlgorithm
  /// Where results lie.
  var memory = SecretMemory.heap

  /// LabeledExtract without a salt.
  func extract(label: StaticString, ikm: borrowing SecretBytes) throws(CryptoError) -> SecretBytes {
    try extract(KeyedHash(salt: [], with: algorithm), label: label, ikm: ikm)
  }

  /// LabeledExtract with a secret as salt.
  func extract(
    salt: borrowing SecretBytes, label: StaticString, ikm: borrowing SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    try extract(KeyedHash(key: salt, with: algorithm), label: label, ikm: ikm)
  }

  /// LabeledExtract without a salt of what are no secrets, each with its label.
  func hashes(of contents: [(label: StaticString, content: [UInt8])]) throws(CryptoError) -> [UInt8] {
    let hash = try KeyedHash(salt: [], with: algorithm)
    var hashes: [UInt8] = []
    hashes.reserveCapacity(contents.count * algorithm.byteCount)
    for (label, content) in contents {
      try hash.update(labeled(label))
      hashes += try hash.tag(of: content)
    }
    return hashes
  }

  private func extract(
    _ hash: KeyedHash, label: StaticString, ikm: borrowing SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    try hash.update(labeled(label))
    try ikm.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in try hash.update(bytes) }
    return try hash.finishSecret(memory: memory)
  }

  /// LabeledExpand; `count` is at most 255 times the length of the hash.
  func expand(
    _ prk: borrowing SecretBytes, label: StaticString, info: [UInt8], count: Int
  ) throws(CryptoError) -> SecretBytes {
    try expand(KeyedHash(key: prk, with: algorithm), label: label, info: info, count: count)
  }

  /// LabeledExpand with a pseudorandom key that is set up already.
  func expand(
    _ prk: KeyedHash, label: StaticString, info: [UInt8], count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard let length = UInt16(exactly: count) else {
      throw CryptoError(operation: "HKDF-Expand", reasons: ["length out of range"])
    }
    return try HKDF.expand(
      prk, info: bigEndian(length) + labeled(label) + info, count: count, with: algorithm, memory: memory)
  }

  private func labeled(_ label: StaticString) -> [UInt8] {
    var bytes = Self.version
    bytes.reserveCapacity(bytes.count + suiteID.count + label.utf8CodeUnitCount)
    bytes += suiteID
    bytes += UnsafeBufferPointer(start: label.utf8Start, count: label.utf8CodeUnitCount)
    return bytes
  }

  private static let version = Array("HPKE-v1".utf8)
}

/// The two bytes of a number, most significant first.
func bigEndian(_ value: UInt16) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
}
