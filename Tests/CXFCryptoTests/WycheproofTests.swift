import CXFCrypto
import Foundation
import Testing

/// The vectors of Wycheproof (C2SP/wycheproof, testvectors_v1).
@Suite(.enabled(if: Wycheproof.isPresent, "no vectors or no gzip"))
struct WycheproofTests {
  private struct Agreement: Decodable {
    let tcId: Int
    let flags: [String]
    let `public`: String
    let `private`: String
    let shared: String
    let result: String
  }

  /// "Acceptable" are points of the twist and odd spellings, all of which RFC 7748 takes, and results of all
  /// zeros (flag ZeroSharedSecret), which are refused here.
  @Test func agreesOnX25519() throws {
    for example in try Wycheproof.cases("x25519", of: Agreement.self) {
      let key = try X25519PrivateKey(SecretBytes(copying: hex(example.private)))
      let other = try X25519PublicKey(hex(example.public))
      if example.flags.contains("ZeroSharedSecret") {
        #expect(
          thrown(X25519Error.self) { try key.sharedSecret(with: other).count } == .zeroSharedSecret,
          "\(example.tcId)")
      } else {
        let shared = bytes(of: try key.sharedSecret(with: other))
        #expect(shared == hex(example.shared), "\(example.tcId)")
      }
    }
  }

  private struct Derivation: Decodable {
    let tcId: Int
    let ikm: String
    let salt: String
    let info: String
    let size: Int
    let okm: String
    let result: String
  }

  @Test(arguments: [
    ("hkdf_sha256", DigestAlgorithm.sha256), ("hkdf_sha384", .sha384), ("hkdf_sha512", .sha512),
  ])
  func agreesOnHKDF(name: String, algorithm: DigestAlgorithm) throws {
    for example in try Wycheproof.cases(name, of: Derivation.self) {
      let ikm = SecretBytes(copying: hex(example.ikm))
      func derive() throws -> [UInt8] {
        bytes(
          of: try HKDF.derive(
            ikm: ikm, salt: hex(example.salt), info: hex(example.info), count: example.size, with: algorithm))
      }
      if example.result == "valid" {
        #expect(try derive() == hex(example.okm), "\(example.tcId)")
      } else {
        #expect(thrown(CryptoError.self, derive)?.operation == "HKDF-Expand", "\(example.tcId)")
      }
    }
  }
}
