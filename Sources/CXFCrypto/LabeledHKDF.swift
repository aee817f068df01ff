/// HKDF with the labels of RFC 9180, section 4, which keep the uses of a secret apart.
struct LabeledHKDF {
  /// What all labels begin with after the version: the algorithms in use.
  let suiteID: [UInt8]
  let algorithm: DigestAlgorithm

  /// LabeledExtract without a salt.
  func extract(label: String, ikm: borrowing SecretBytes) throws(CryptoError) -> SecretBytes {
    try extract(KeyedHash(salt: [], with: algorithm), label: label, ikm: ikm)
  }

  /// LabeledExtract with a secret as salt.
  func extract(
    salt: borrowing SecretBytes, label: String, ikm: borrowing SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    try extract(KeyedHash(key: salt, with: algorithm), label: label, ikm: ikm)
  }

  /// LabeledExtract without a salt of what is no secret.
  func hash(label: String, of content: [UInt8]) throws(CryptoError) -> [UInt8] {
    let hash = try KeyedHash(salt: [], with: algorithm)
    return try hash.tag(of: Self.version + suiteID + Array(label.utf8) + content)
  }

  private func extract(
    _ hash: KeyedHash, label: String, ikm: borrowing SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    try hash.update(Self.version + suiteID + Array(label.utf8))
    try ikm.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in try hash.update(bytes) }
    return try hash.finishSecret()
  }

  /// LabeledExpand; `count` is at most 255 times the length of the hash.
  func expand(
    _ prk: borrowing SecretBytes, label: String, info: [UInt8], count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard let length = UInt16(exactly: count) else {
      throw CryptoError(operation: "HKDF-Expand", reasons: ["length out of range"])
    }
    let labeled = bigEndian(length) + Self.version + suiteID + Array(label.utf8) + info
    return try HKDF.expand(prk, info: labeled, count: count, with: algorithm)
  }

  private static let version = Array("HPKE-v1".utf8)
}

/// The two bytes of a number, most significant first.
func bigEndian(_ value: UInt16) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
}
