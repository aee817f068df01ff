internal import CXFOpenSSL

/// The library's description of one of NIST's curves, made once and kept for the life of the process.
// It never changes, and the library computes with it in working memory of the caller.
struct CurveGroup: @unchecked Sendable {
  private let group: OpaquePointer?

  private init(_ number: Int32) {
    group = EC_GROUP_new_by_curve_name(number)
  }

  private static let p256 = CurveGroup(NID_X9_62_prime256v1)
  private static let p384 = CurveGroup(NID_secp384r1)
  private static let p521 = CurveGroup(NID_secp521r1)

  /// Returns the description of a curve; nil for one that is not NIST's.
  static func of(_ curve: KeyAgreementCurve) -> CurveGroup? {
    switch curve {
    case .p256: p256
    case .p384: p384
    case .p521: p521
    case .x25519, .x448: nil
    }
  }

  /// Returns the public key of a private number as an uncompressed point, or nil where the number is not
  /// above zero and below the order of the curve.
  ///
  /// - Parameters:
  ///   - number: big-endian.
  ///   - count: the length of the point in bytes.
  func publicKey(of number: UnsafeRawBufferPointer, count: Int) throws(CryptoError) -> [UInt8]? {
    let group = try check(group, "EC_GROUP_new_by_curve_name")
    let scalar = try SecretNumber(number)
    guard scalar.isPositive, try scalar.isBelowOrder(of: group) else { return nil }
    let point = try check(EC_POINT_new(group), "EC_POINT_new")
    defer { EC_POINT_clear_free(point) }
    let scratch = try check(BN_CTX_secure_new(), "BN_CTX_secure_new")
    defer { BN_CTX_free(scratch) }
    // The library takes a path of constant time where a generator is multiplied by one number.
    try check(EC_POINT_mul(group, point, scalar.number, nil, nil, scratch), "EC_POINT_mul")
    return try [UInt8](uninitializedCount: count) {
      (bytes: UnsafeMutableRawBufferPointer) throws(CryptoError) in
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let written = EC_POINT_point2oct(
        group, point, POINT_CONVERSION_UNCOMPRESSED, start, bytes.count, scratch)
      guard written == bytes.count else { throw CryptoError(draining: "EC_POINT_point2oct") }
    }
  }
}

/// The owner of a private number of the library, cleared when freed.
private struct SecretNumber: ~Copyable {
  let number: OpaquePointer

  /// Creates a number from its big-endian bytes.
  init(_ magnitude: UnsafeRawBufferPointer) throws(CryptoError) {
    guard let count = Int32(exactly: magnitude.count) else {
      throw CryptoError(operation: "BN_bin2bn", reasons: ["length out of range"])
    }
    let made = try check(BN_secure_new(), "BN_secure_new")
    BN_set_flags(made, BN_FLG_CONSTTIME)
    guard BN_bin2bn(magnitude.baseAddress?.assumingMemoryBound(to: UInt8.self), count, made) != nil else {
      let error = CryptoError(draining: "BN_bin2bn")
      BN_clear_free(made)
      throw error
    }
    number = made
  }

  deinit {
    BN_clear_free(number)
  }

  var isPositive: Bool { BN_is_zero(number) == 0 }

  borrowing func isBelowOrder(of group: OpaquePointer) throws(CryptoError) -> Bool {
    BN_cmp(number, try check(EC_GROUP_get0_order(group), "EC_GROUP_get0_order")) < 0
  }
}
