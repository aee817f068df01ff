internal import CXFCrypto

/// The keys that a transformed key and the master seed of a file give.
enum KDBXKeySchedule {
  /// What the content is encrypted with, 32 bytes.
  static func cipherKey(masterSeed: [UInt8], _ transformed: borrowing SecretBytes) throws(KDBXError)
    -> SecretBytes
  {
    do throws(CryptoError) {
      var digest = try Digest(.sha256)
      try digest.update(masterSeed)
      try digest.update(transformed)
      return try digest.finishSecret()
    } catch {
      throw .crypto(error)
    }
  }

  /// What header and blocks of KDBX 4 are tagged with.
  static func blocks(masterSeed: [UInt8], _ transformed: borrowing SecretBytes) throws(KDBXError)
    -> HMACBlocks
  {
    do throws(CryptoError) {
      var digest = try Digest(.sha512)
      try digest.update(masterSeed)
      try digest.update(transformed)
      try digest.update([1])
      return HMACBlocks(base: try digest.finishSecret())
    } catch {
      throw .crypto(error)
    }
  }
}
