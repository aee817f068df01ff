import CXFCrypto
import CredentialExchangeFormat
import Foundation
import Testing

/// Agreement on secrets by Wycheproof's vectors. What they call acceptable is decided once:
///
/// - Twist, NonCanonicalPublic, SmallPublicKey, LowOrderPublic without ZeroSharedSecret: taken, as RFC 7748 says.
/// - ZeroSharedSecret: refused, as RFC 9180 says.
/// - CompressedPoint: refused, as RFC 9180 says, whatever the file says; it takes the uncompressed form only.
@Suite(.enabled(if: Wycheproof.isPresent, "no vectors or no gzip"))
struct WycheproofAgreementTests {
  private struct Agreement: Decodable {
    let tcId: Int
    let flags: [String]
    let `public`: String
    let `private`: String
    let shared: String
    let result: String
  }

  /// A key as a JSON text again, as its text would have come.
  private struct Key: Decodable {
    let members: [String: String]

    init(from decoder: any Decoder) throws {
      members = try decoder.singleValueContainer().decode([String: String].self)
    }

    var json: [UInt8] {
      get throws { Array(try JSONEncoder().encode(members)) }
    }
  }

  private struct KeyAgreement: Decodable {
    let tcId: Int
    let flags: [String]
    let `public`: Key
    let `private`: Key
    let shared: String
    let result: String
  }

  private func isAgreed(_ result: String, _ flags: [String]) -> Bool {
    result != "invalid" && !flags.contains("ZeroSharedSecret") && !flags.contains("CompressedPoint")
  }

  @Test(arguments: [
    ("ecdh_secp256r1_ecpoint", HPKESuite.KEM.p256HKDFSHA256, 237),
    ("ecdh_secp384r1_ecpoint", .p384HKDFSHA384, 527), ("ecdh_secp521r1_ecpoint", .p521HKDFSHA512, 441),
    ("x25519", .x25519HKDFSHA256, 345), ("x448", .x448HKDFSHA512, 340),
  ])
  func agreesOnSerializedKeys(name: String, kem: HPKESuite.KEM, count: Int) throws {
    let cases = try Wycheproof.cases(name, of: Agreement.self)
    #expect(cases.count == count)
    let length = bytes(of: try HPKEPrivateKey.generate(kem).secret()).count
    for example in cases {
      func agree() throws -> [UInt8] {
        // The files write the numbers of NIST's curves as DER would, with a zero in front or without zeros.
        let digits = hex(example.private).drop { $0 == 0 && kem.rawValue < 0x20 }
        let number = [UInt8](repeating: 0, count: max(0, length - digits.count)) + digits
        let key = try HPKEPrivateKey(kem, secret: SecretBytes(copying: number))
        return bytes(of: try key.sharedSecret(with: HPKEPublicKey(kem, bytes: hex(example.public))))
      }
      if isAgreed(example.result, example.flags) {
        #expect(try agree() == hex(example.shared), "\(example.tcId)")
      } else {
        #expect(thrown(HPKEError.self, agree) == .invalidKey, "\(example.tcId)")
      }
    }
  }

  @Test(arguments: [
    ("ecdh_secp256r1_webcrypto", HPKESuite.KEM.p256HKDFSHA256, 235),
    ("x25519_jwk", .x25519HKDFSHA256, 354), ("x448_jwk", .x448HKDFSHA512, 349),
  ])
  func agreesOnJSONWebKeys(name: String, kem: HPKESuite.KEM, count: Int) throws {
    let cases = try Wycheproof.cases(name, of: KeyAgreement.self)
    #expect(cases.count == count)
    for example in cases {
      func agree() throws -> [UInt8] {
        let key = try HPKEPrivateKey(jwk: SecretBytes(copying: example.private.json))
        let other = try HPKEPublicKey(jwk: JSONWebKey(json: example.public.json))
        return bytes(of: try key.sharedSecret(with: other))
      }
      if isAgreed(example.result, example.flags) {
        #expect(try agree() == hex(example.shared), "\(example.tcId)")
      } else {
        #expect(throws: (any Error).self, "\(example.tcId)") { try agree() }
      }
    }
  }
}
