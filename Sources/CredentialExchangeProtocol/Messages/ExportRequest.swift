internal import CXFCrypto
public import CredentialExchangeFormat

/// What an importer asks an exporter for: CXP section 3.2.
///
/// The bytes are kept as they were read, since their hash is bound into the answer.
public struct ExportRequest: Sendable {
  /// The version of CXP; no level is published yet, so that it is 0.
  public let version: UInt16
  /// The importer's offers, in its order.
  public let hpke: [HPKEParameters]
  /// The archive algorithms that the importer can read, in its order.
  public let archive: [Text]
  /// How the answer is to come back: `direct`, `indirect`, `self`, or one that is not known; nil where it is not said.
  public let mode: Text?
  /// The relying-party identifier that the importer claims to be.
  public let importer: Text
  /// The types of credentials that the importer can take; nil for all, and none for the account alone.
  public let credentialTypes: [Text]?
  /// The extensions that the importer knows; nil leaves them to the exporter.
  public let knownExtensions: [Text]?
  /// The request as it was read or made.
  public let bytes: [UInt8]
  /// How it deviates from CXP, and what of it is not used.
  public let findings: [Finding]

  /// The most bytes that a request may have: 1 MiB.
  public static let maximumByteCount = 1 << 20
  private static let subject = "the request"
  private static let code = "cxp-request-malformed"

  /// Reads a request.
  ///
  /// The shape of a known implementation that leaves out `archive` and `mode` is read, too, and named in a finding.
  ///
  /// - Throws: ``ExchangeError``.
  public init(_ bytes: [UInt8]) throws(ExchangeError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw .damaged(Self.code, "\(Self.subject) is longer than \(Self.maximumByteCount) bytes")
    }
    self.bytes = bytes
    let object = try StrictObject(bytes, subject: Self.subject, code: Self.code)
    guard object.has("hpke") || object.has("importer") else {
      throw .damaged(
        Self.code, "this is no request of an importer: it has neither 'hpke' nor 'importer'",
        hint: "'cxf request', or the program that is to import, makes one")
    }
    guard !object.has("payload") else {
      throw .damaged(
        Self.code, "this is an exporter's response, and a request is needed",
        hint: "'cxf open' and 'cxf import' take responses")
    }
    version = UInt16(try object.optionalInteger("version", in: 0...UInt64(UInt16.max)) ?? 0)
    var hpke: [HPKEParameters] = []
    for entry in try object.objects("hpke", limit: 100) { hpke.append(try HPKEParameters(entry)) }
    guard !hpke.isEmpty else { throw object.wrong("hpke", "an array with at least one entry") }
    self.hpke = hpke
    var findings: [Finding] = []
    if let archive = try object.strings("archive", limit: 100) {
      self.archive = archive
    } else {
      archive = [Self.deflate]
      findings.append(
        .exchange(
          .noArchive, "archive",
          "the request names no archive algorithm; deflate is taken as meant",
          .repaired))
    }
    mode = try object.optionalString("mode")
    if mode == nil {
      findings.append(
        .exchange(
          .noMode, "mode", "the request names no response mode; indirect is taken as meant",
          .repaired))
    }
    importer = try object.string("importer")
    // As long as a domain can be.
    guard (1...253).contains(importer.utf8.count) else { throw object.wrong("importer", "a domain") }
    credentialTypes = try Self.types(object, &findings)
    knownExtensions = try object.strings("knownExtensions", limit: 10_000)
    if version != 0 {
      findings.append(
        .exchange(
          .otherVersion, "version",
          "the request is of version \(version); it is answered in version 0", .kept))
    }
    self.findings = findings
  }

  private static func types(
    _ object: StrictObject, _ findings: inout [Finding]
  ) throws(ExchangeError) -> [Text]? {
    guard var types = try object.strings("credentialTypes", limit: 10_000) else { return nil }
    // One implementation writes it without its last letter.
    if let index = types.firstIndex(of: "driver-license"), !types.contains("drivers-license") {
      types[index] = "drivers-license"
      findings.append(
        .exchange(
          .requestedTypeSpelling, "credentialTypes",
          "the type 'driver-license' is read as CXF's 'drivers-license'", .repaired))
    }
    return types
  }

  static let deflate: Text = "deflate"

  /// The hash that is bound into the answer: SHA-256 of the exact bytes.
  package func digest() throws(ExchangeError) -> [UInt8] { try CXPProfile.hash(bytes) }
}

extension Finding {
  /// A finding about a message of CXP.
  static func exchange(
    _ code: FindingCode, _ field: String?, _ message: String, _ action: FindingAction
  ) -> Finding {
    Finding(code, field: field, message: message, action: action, spec: "CXP 3.2")
  }
}

extension FindingCode {
  /// A message of CXP names no archive algorithm.
  package static let noArchive = FindingCode("cxp-no-archive", .warning)
  /// A request names no response mode.
  package static let noMode = FindingCode("cxp-no-mode", .warning)
  /// A request is of another version.
  package static let otherVersion = FindingCode("cxp-version", .warning)
  /// A request spells a type of credentials in another way.
  package static let requestedTypeSpelling = FindingCode("cxp-type-spelling", .warning)
  /// An offer of a request that is not used here.
  package static let offerPassedOver = FindingCode("cxp-offer-passed-over", .note)
  /// A response names no profile.
  package static let noProfile = FindingCode("cxp-no-profile", .warning)
}
