package import CredentialExchangeFormat

extension TOTP {
  /// Creates the credential of a code, or nil when it cannot be one (`OneTimeCode.cxfObstacle` says why).
  ///
  /// The secret is spelled as `OneTimeCode.base32Secret`; period in seconds, issuer and account as they were read.
  package init?(_ code: OneTimeCode) {
    guard code.cxfObstacle == nil, let algorithm = code.algorithm.cxfName,
      let period = UInt16(exactly: code.period), let digits = UInt16(exactly: code.digits)
    else { return nil }
    self.init(
      secret: code.base32Secret, period: period, digits: digits, username: code.account,
      algorithm: OTPHashAlgorithm(name: algorithm), issuer: code.issuer)
  }
}

extension OneTimeCode {
  /// Why a code cannot be a CXF `totp` credential.
  package enum CXFObstacle: Sendable, Hashable {
    /// It is HOTP, Steam or another method, or has an unknown encoder: as TOTP it would give wrong codes.
    case kind
    /// CXF knows `sha1`, `sha256` and `sha512` only.
    case algorithm
    /// CXF's numbers end at 65,535.
    case range
  }

  /// What keeps this code from being a CXF `totp` credential, or nil when it can be one.
  package var cxfObstacle: CXFObstacle? {
    if kind != .totp || problems.contains(.unknownEncoder) { return .kind }
    if algorithm.cxfName == nil { return .algorithm }
    let limit = Int(UInt16.max)
    return period > limit || digits > limit ? .range : nil
  }

  /// Whether TOTP with the usual parameters (SHA-1, 6 digits, 30 seconds) gives the right codes.
  package var hasDefaultParameters: Bool {
    kind == .totp && algorithm == .sha1 && digits == 6 && period == 30 && !problems.contains(.unknownEncoder)
  }

  /// Whether `base32Secret` alone says everything: default parameters, and nothing beside the key.
  package var bareSecretSuffices: Bool {
    hasDefaultParameters && issuer == nil && account == nil && labelIssuer == nil && otherParameters.isEmpty
  }
}
