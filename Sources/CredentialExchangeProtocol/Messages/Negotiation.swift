package import CXFCrypto
public import CredentialExchangeFormat

/// What an exporter chose of a request: the first offer that it can do, in the importer's order.
public struct Negotiation: Sendable {
  /// The offer as it stands in the request, with the importer's key.
  public let offer: HPKEParameters
  /// Thumbprint of the importer's key (RFC 7638, SHA-256), 32 bytes.
  public let thumbprint: [UInt8]
  /// The offers that were passed over, each with the reason.
  public let findings: [Finding]

  package let suite: HPKESuite
  package let key: HPKEPublicKey

  /// Chooses; nothing is taken that was not offered.
  ///
  /// Unknown modes, algorithms and archives are passed over. An offer that could be taken and whose key is missing or
  /// no key is refused, since taking a later one would let whoever damaged it choose the encryption.
  ///
  /// - Throws: ``ExchangeError``.
  public init(_ request: ExportRequest) throws(ExchangeError) {
    guard request.archive.contains(ExportRequest.deflate) else {
      throw .damaged(
        "cxp-no-common-archive",
        "the request asks for archives that this program cannot write: only deflate is known")
    }
    var findings: [Finding] = []
    for (index, offer) in request.hpke.enumerated() {
      guard let suite = Self.suite(offer) else {
        findings.append(
          .exchange(
            .offerPassedOver, "hpke/\(index)",
            "offer \(index + 1) names a mode or an algorithm that this program does not use", .skipped))
        continue
      }
      let key = try Self.key(offer, suite, index)
      self.offer = offer
      self.suite = suite
      self.key = key
      thumbprint = key.thumbprint
      self.findings = findings
      return
    }
    throw .damaged(
      "cxp-no-common-suite", "the request offers no encryption that this program uses",
      hint: "X25519 or a NIST curve with AES-GCM in base mode is needed")
  }

  /// The suite of an offer; nil where it is not used here.
  static func suite(_ offer: HPKEParameters) -> HPKESuite? {
    guard offer.mode == "base",
      let suite = try? HPKESuite(kemID: offer.kem, kdfID: offer.kdf, aeadID: offer.aead)
    else { return nil }
    switch suite.aead {
    case .aes128GCM, .aes256GCM: return suite
    // These have no name in JOSE.
    case .chaCha20Poly1305, .exportOnly: return nil
    }
  }

  private static func key(
    _ offer: HPKEParameters, _ suite: HPKESuite, _ index: Int
  ) throws(ExchangeError) -> HPKEPublicKey {
    guard let json = offer.key else {
      throw .damaged("cxp-no-key", "offer \(index + 1) of the request has no key")
    }
    let key = try HPKEPublicKey(exchanged: json, "the key of offer \(index + 1) of the request")
    guard key.kem == suite.kem else {
      throw .damaged(
        "cxp-key", "the key of offer \(index + 1) of the request is for another key encapsulation")
    }
    return key
  }
}
