internal import CXFOpenSSL

/// The owner of one non-negative number of the library, cleared when freed.
struct BigNumber: ~Copyable {
  fileprivate let number: OpaquePointer

  private init() throws(CryptoError) {
    number = try check(BN_new(), "BN_new")
  }

  /// Creates a number from its big-endian bytes.
  init(_ magnitude: [UInt8]) throws(CryptoError) {
    guard let count = Int32(exactly: magnitude.count) else {
      throw CryptoError(operation: "BN_bin2bn", reasons: ["length out of range"])
    }
    number = try check(BN_bin2bn(magnitude, count, nil), "BN_bin2bn")
    BN_set_flags(number, BN_FLG_CONSTTIME)
  }

  deinit {
    BN_clear_free(number)
  }

  /// Whether the number is odd.
  var isOdd: Bool { BN_is_odd(number) == 1 }

  /// Whether the number is one.
  var isOne: Bool { BN_is_one(number) == 1 }

  /// Returns whether the numbers are equal.
  borrowing func equals(_ other: borrowing BigNumber) -> Bool { BN_cmp(number, other.number) == 0 }

  /// Returns the number minus one; the number must not be zero.
  borrowing func predecessor() throws(CryptoError) -> BigNumber {
    let result = try BigNumber()
    _ = try check(BN_copy(result.number, number), "BN_copy")
    try check(BN_sub_word(result.number, 1), "BN_sub_word")
    return result
  }

  /// Returns the product.
  borrowing func times(_ other: borrowing BigNumber) throws(CryptoError) -> BigNumber {
    let result = try BigNumber()
    let scratch = try Scratch()
    try check(BN_mul(result.number, number, other.number, scratch.context), "BN_mul")
    return result
  }

  /// Returns the remainder of the division by `modulus`, which must not be zero.
  borrowing func modulo(_ modulus: borrowing BigNumber) throws(CryptoError) -> BigNumber {
    let result = try BigNumber()
    let scratch = try Scratch()
    try check(BN_nnmod(result.number, number, modulus.number, scratch.context), "BN_nnmod")
    return result
  }

  /// The big-endian bytes without leading zeros; zero is no byte.
  var magnitude: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
    _ = BN_bn2bin(number, &bytes)
    return bytes
  }
}

/// The owner of the library's working memory for one computation.
private struct Scratch: ~Copyable {
  let context: OpaquePointer

  init() throws(CryptoError) {
    context = try check(BN_CTX_new(), "BN_CTX_new")
  }

  deinit {
    BN_CTX_free(context)
  }
}
