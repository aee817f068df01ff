internal import CredentialExchangeFormat

/// What a JSON Web Encryption must be to be opened.
final class JWEExpectation: Sendable {
  /// The protected header's JSON.
  let headerContent: [UInt8]
  /// The same in base64url, as it stands in the text.
  let header: [UInt8]
  let algorithm: AEADAlgorithm
  let key: SecretBytes
  /// The most plaintext in bytes.
  let limit: UInt64

  /// - Throws: `JWEError.wrongLength` for a key of another length than 16 or 32 bytes.
  init(header: [UInt8], key: borrowing SecretBytes, limit: UInt64) throws(JWEError) {
    algorithm = try JWECipher.algorithm(keyByteCount: key.count)
    headerContent = header
    self.header = JWECipher.encoded(header)
    self.key = key.withUnsafeBytes { SecretBytes(copying: $0) }
    self.limit = min(limit, UInt64(algorithm.maximumTextByteCount))
  }
}
