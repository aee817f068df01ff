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
