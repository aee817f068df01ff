internal import CXFArgon2

/// Argon2id (RFC 9106): a key from a passphrase, made costly in time and memory on purpose.
package enum Argon2id {
  /// Returns `count` bytes derived from a passphrase.
  ///
  /// It takes `memoryKiB` of memory and up to `parallelism` threads while it runs, and clears the memory.
  /// Limits are the caller's: parameters from a file decide how long this takes.
  ///
  /// - Parameters:
  ///   - passphrase: its bytes as they are; `Passphrase.normalized` comes before. It may be empty.
  ///   - salt: 8 bytes or more; 16 random ones are usual.
  ///   - memoryKiB: at least 8 for each lane; what is not a multiple of 4 for each lane is rounded down.
  ///   - iterations: passes over the memory, 1 or more.
  ///   - parallelism: lanes, 1 to 2^24 - 1.
  ///   - count: 4 bytes or more.
  ///   - secret: the key K of the standard, which may be absent.
  ///   - associatedData: the data X of the standard, which may be absent.
  ///   - variant: what other programs' files may need.
  ///   - version: likewise.
  /// - Throws: `Argon2Error` for parameters out of range, and where memory or threads are not to be had.
  package static func derive(
    passphrase: borrowing SecretBytes, salt: [UInt8], memoryKiB: UInt32, iterations: UInt32,
    parallelism: UInt32,
    count: Int, secret: borrowing SecretBytes = SecretBytes(copying: []), associatedData: [UInt8] = [],
    variant: Argon2Variant = .id, version: Argon2Version = .v13
  ) throws(Argon2Error) -> SecretBytes {
    try SecretBytes(count: max(0, count)) { (output: UnsafeMutableRawBufferPointer) throws(Argon2Error) in
      try passphrase.withUnsafeBytes { (passphrase: UnsafeRawBufferPointer) throws(Argon2Error) in
        try secret.withUnsafeBytes { (secret: UnsafeRawBufferPointer) throws(Argon2Error) in
          try salt.withBytes { (salt: UnsafeRawBufferPointer) throws(Argon2Error) in
            try associatedData.withBytes { (associatedData: UnsafeRawBufferPointer) throws(Argon2Error) in
              var context = argon2_context()
              (context.out, context.outlen) = try field(UnsafeRawBufferPointer(output))
              (context.pwd, context.pwdlen) = try field(passphrase)
              (context.salt, context.saltlen) = try field(salt)
              (context.secret, context.secretlen) = try field(secret)
              (context.ad, context.adlen) = try field(associatedData)
              context.t_cost = iterations
              context.m_cost = memoryKiB
              context.lanes = parallelism
              // More threads do not change the result, and a file could ask for millions.
              context.threads = min(parallelism, threadLimit)
              context.version = version.rawValue
              let code = variant == .id ? argon2id_ctx(&context) : argon2d_ctx(&context)
              guard code == ARGON2_OK.rawValue else { throw Argon2Error(code: code) }
            }
          }
        }
      }
    }
  }

  private static let threadLimit: UInt32 = 64

  /// A buffer as the library takes it. Only the result is written to: no flag asks for clearing inputs.
  private static func field(
    _ bytes: UnsafeRawBufferPointer
  ) throws(Argon2Error) -> (UnsafeMutablePointer<UInt8>?, UInt32) {
    guard let count = UInt32(exactly: bytes.count) else { throw .lengthOutOfRange }
    let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
    return (start?.assumingMemoryBound(to: UInt8.self), count)
  }
}

extension Argon2Error {
  /// Says what one of the library's codes means.
  fileprivate init(code: Int32) {
    self =
      switch Argon2_ErrorCodes(code) {
      case ARGON2_SALT_TOO_SHORT: .saltTooShort
      case ARGON2_MEMORY_TOO_LITTLE: .memoryTooSmall
      case ARGON2_MEMORY_TOO_MUCH: .memoryTooLarge
      case ARGON2_TIME_TOO_SMALL: .noIterations
      case ARGON2_LANES_TOO_FEW, ARGON2_LANES_TOO_MANY, ARGON2_THREADS_TOO_FEW, ARGON2_THREADS_TOO_MANY:
        .parallelismOutOfRange
      case ARGON2_OUTPUT_TOO_SHORT, ARGON2_OUTPUT_TOO_LONG, ARGON2_PWD_TOO_LONG, ARGON2_SALT_TOO_LONG,
        ARGON2_SECRET_TOO_LONG, ARGON2_AD_TOO_LONG:
        .lengthOutOfRange
      case ARGON2_MEMORY_ALLOCATION_ERROR: .outOfMemory
      case ARGON2_THREAD_FAIL: .noThreads
      default: .library(code)
      }
  }
}
