import CXFCrypto
import CXFTestSupport
import Foundation
import Testing

/// Published vectors of RFC 9180, the edge cases of its successor, and inputs that must be refused.
@Suite(.enabled(if: SharedFiles.has("vectors/hpke"), "no vectors"))
struct HPKEVectorTests {
  private func vectors(_ name: String) throws -> [HPKEVector] {
    let data = Data(try SharedFiles.bytes("vectors/hpke/\(name)"))
    return try JSONDecoder().decode([HPKEVector].self, from: data)
  }

  /// How many vectors a file holds; each is sealed and opened.
  @Test(arguments: [
    ("rfc9180.json", 128), ("generated_p384_sha384.json", 112), ("edge_draft_ietf_hpke_hpke.json", 5),
  ])
  func agrees(name: String, count: Int) throws {
    let all = try vectors(name)
    #expect(all.count == count)
    for vector in all { try vector.check() }
  }

  /// The official set has all modes, with each of its 4 mechanisms, 2 derivations and 4 ciphers.
  @Test func theOfficialSetIsWhole() throws {
    let all = try vectors("rfc9180.json")
    let kinds = Set(all.map { [UInt16($0.mode), $0.kem, $0.kdf, $0.aead] })
    #expect(kinds.count == 128)
    #expect(Set(all.map(\.kem)) == [0x10, 0x12, 0x20, 0x21])
  }

  @Test func refusesWhatIsWrong() throws {
    let all = try vectors("negative.json")
    #expect(all.count == 138)
    var preSharedKeyCaseCount = 0
    for vector in all {
      let error = thrown(HPKEError.self) {
        try vector.recipient().open(
          hex(vector.ciphertext ?? ""), additionalData: hex(vector.additionalData ?? ""))
      }
      let isPreSharedKeyCase = vector.why?.contains("inconsistent PSK inputs") == true
      #expect(
        error == (isPreSharedKeyCase ? .invalidPreSharedKey : .openFailed), "\(vector.why ?? "")")
      if isPreSharedKeyCase { preSharedKeyCaseCount += 1 }
    }
    #expect(preSharedKeyCaseCount == 4)
  }
}

/// The number of the mechanism that joins X25519 and ML-KEM-768.
private let xWing: UInt16 = 0x647A

/// Vectors of the draft with post-quantum mechanisms, which need a library that has ML-KEM.
@Suite(
  .enabled(
    if: HPKESuite.KEM(rawValue: xWing)?.isAvailable == true,
    "X-Wing is not offered: it needs ML-KEM-768, which OpenSSL has from 3.5 on"),
  .enabled(if: SharedFiles.has("vectors/hpke/pq"), "no vectors"))
struct HPKEHybridVectorTests {
  @Test func agreesOnXWing() throws {
    let data = Data(try SharedFiles.bytes("vectors/hpke/pq/hpke_pq_draft.json"))
    let ours = try JSONDecoder().decode([HPKEVector].self, from: data)
      .filter { $0.kem == xWing && HPKESuite.KDF(rawValue: $0.kdf) != nil }
    #expect(!ours.isEmpty)
    for vector in ours { try vector.check() }
  }
}
