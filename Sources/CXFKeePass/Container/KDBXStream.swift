internal import CXFCrypto

/// The key stream that protected values of a database are combined with, one after the other in the order of the document.
struct KDBXStream {
  private enum Cipher {
    case none
    case salsa20(Salsa20)
    case chaCha20(ChaCha20)
  }

  static let salsa20: UInt32 = 2
  static let chaCha20: UInt32 = 3

  private var cipher: Cipher

  /// The nonce that KeePass uses with Salsa20.
  private static let salsaNonce: [UInt8] = [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A]

  /// - Throws: `.unsupported(.innerStream)`.
  init(_ number: UInt32, key: [UInt8]) throws(KDBXError) {
    switch number {
    case 0: cipher = .none
    case Self.salsa20:
      let hash = try withCrypto { () throws(CryptoError) in try Digest.hash(key, with: .sha256) }
      guard let salsa = Salsa20(key: hash, nonce: Self.salsaNonce) else {
        throw .unsupported(.innerStream(number))
      }
      cipher = .salsa20(salsa)
    case Self.chaCha20:
      do throws(CryptoError) {
        let hash = try Digest.hash(key, with: .sha512)
        cipher = .chaCha20(
          try ChaCha20(key: SecretBytes(copying: hash[..<32]), nonce: Array(hash[32..<44])))
      } catch {
        throw .crypto(error)
      }
    default: throw .unsupported(.innerStream(number))
    }
  }

  /// Combines a value with the next bytes of the stream.
  mutating func process(_ bytes: inout [UInt8]) throws(KDBXError) {
    switch cipher {
    case .none: break
    case .salsa20(var salsa):
      salsa.process(&bytes)
      cipher = .salsa20(salsa)
    case .chaCha20(let stream):
      do throws(CryptoError) {
        try stream.process(&bytes)
      } catch {
        throw .crypto(error)
      }
    }
  }
}
