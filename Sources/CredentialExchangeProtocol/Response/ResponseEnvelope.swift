internal import CXFCrypto
package import CredentialExchangeFormat

/// The outer text of an exporter's response: what is said in clear, and where the sealed archive lies. CXP section 3.3.
package struct ResponseEnvelope: Sendable {
  /// The version of CXP.
  package let version: UInt64
  /// The encryption, with the encapsulated key as a JWK.
  package let hpke: HPKEParameters
  /// The relying-party identifier that the exporter claims to be.
  package let exporter: Text
  /// The archive: a zip.
  package let payload: any RandomAccessBytes
  /// How it deviates.
  package let findings: [Finding]
  /// The members as they stand, for comparing with the index.
  let archive: Text

  static let subject = "the response"
  static let code = "cxp-response-malformed"
  /// The most bytes that all members but the payload may have.
  static let headLimit = 1 << 20

  /// Reads the outer text; of the payload only the place and the alphabet are looked at.
  ///
  /// - Throws: ``ExchangeError``; what reading the bytes throws.
  package init(_ bytes: any RandomAccessBytes) throws {
    let (head, payload) = try PayloadScanner.scan(bytes)
    let object = try StrictObject(head, subject: Self.subject, code: Self.code)
    guard object.has("payload"), object.has("hpke") else {
      throw ExchangeError.damaged(
        Self.code, "this is no response of an exporter: it lacks 'hpke' or 'payload'",
        hint: object.has("importer") ? "it is a request; 'cxf export --to' answers it" : nil)
    }
    guard let payload else { throw object.wrong("payload", "a string in base64url") }
    version = try object.integer("version", in: 0...UInt64(UInt16.max))
    guard version == 0 else {
      throw ExchangeError.damaged(
        "cxp-response-version", "the response is of version \(version), and version 0 was asked for")
    }
    hpke = try HPKEParameters(try object.object("hpke"))
    exporter = try object.string("exporter")
    var findings: [Finding] = []
    let profile = try object.optionalString("profile")
    var known: Set<Text> = ["version", "hpke", "exporter", "payload", "archive"]
    if let profile {
      guard profile == CXPProfile.name else {
        throw ExchangeError.damaged(
          "cxp-profile", "the response is of a profile that this program does not know",
          hint: "it reads \(CXPProfile.name.string)")
      }
      known.insert("profile")
      // Our own writer leaves nothing out; whoever did wants something.
      archive = try object.string("archive")
    } else {
      findings.append(
        .exchange(
          .noProfile, "profile",
          "the response names no profile; \(CXPProfile.name.string) is tried, and it opens only if it was sealed that way",
          .repaired))
      if let named = try object.optionalString("archive") {
        archive = named
      } else {
        archive = ExportRequest.deflate
        findings.append(
          .exchange(
            .noArchive, "archive",
            "the response names no archive algorithm; deflate is taken as meant",
            .repaired))
      }
    }
    guard archive == ExportRequest.deflate else {
      throw ExchangeError.damaged("cxp-archive", "the response's archive is of a kind that was not asked for")
    }
    // A member nobody knows may be a known one that was damaged.
    if let name = object.names.first(where: { !known.contains($0) }) {
      throw ExchangeError.damaged(
        Self.code, "the response has a member that its shape does not know: \(StrictObject.shown(name))",
        hint: "it was damaged, or written by a program whose encryption this one does not know")
    }
    self.payload = payload
    self.findings = findings
  }

  /// Thumbprint of the encapsulated key (RFC 7638, SHA-256), 32 bytes, by which both sides can tell the response; nil
  /// where there is no key.
  package var encapsulatedThumbprint: [UInt8]? {
    hpke.key.flatMap { try? HPKEPublicKey(exchanged: $0, "") }?.thumbprint
  }
}
