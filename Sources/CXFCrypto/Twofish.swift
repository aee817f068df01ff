#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Twofish with keys of 256 bits (Schneier and others, 1998), which a few programs' files use.
///
/// OpenSSL has it not. libgcrypt does, and is opened when it is first needed, so that nothing else asks for it. It proves
/// nothing about what it decrypts: check a MAC where the file has one.
package enum Twofish {
  /// Why there is no result.
  package enum Failure: Error, Hashable, Sendable {
    /// The library is not installed.
    case libraryMissing
    /// A call of the library failed; its name.
    case library(String)
    /// Key, vector or data have the wrong length.
    case lengths
  }

  /// The length of a block and of the initial vector, in bytes.
  package static let blockByteCount = 16
  /// The length of a key, in bytes.
  package static let keyByteCount = 32

  /// The package of Debian and its relatives that has the library.
  package static let packageName = "libgcrypt20"

  /// Returns the plaintext of blocks in the mode CBC; nil for padding that is none.
  ///
  /// - Parameters:
  ///   - key: 32 bytes.
  ///   - initialVector: 16 bytes.
  ///   - isPadded: whether the last block ends with padding of PKCS #7, which is taken off.
  /// - Throws: `Failure`.
  package static func decryptCBC(
    _ ciphertext: [UInt8], key: borrowing SecretBytes, initialVector: [UInt8], isPadded: Bool
  ) throws(Failure) -> [UInt8]? {
    var bytes = ciphertext
    try process(&bytes, key: key, initialVector: initialVector, .decrypting)
    guard isPadded else { return bytes }
    guard let last = bytes.last, (1...UInt8(blockByteCount)).contains(last),
      bytes.suffix(Int(last)).allSatisfy({ $0 == last })
    else { return nil }
    bytes.removeLast(Int(last))
    return bytes
  }

  /// Returns the ciphertext of whole blocks in the mode CBC, without padding.
  ///
  /// - Throws: `Failure`.
  package static func encryptCBC(
    _ plaintext: [UInt8], key: borrowing SecretBytes, initialVector: [UInt8]
  ) throws(Failure) -> [UInt8] {
    var bytes = plaintext
    try process(&bytes, key: key, initialVector: initialVector, .encrypting)
    return bytes
  }

  /// Returns the plaintext of blocks that were encrypted one by one (ECB).
  ///
  /// - Throws: `Failure`.
  package static func decryptBlocks(_ ciphertext: [UInt8], key: borrowing SecretBytes) throws(Failure)
    -> [UInt8]
  {
    var bytes = ciphertext
    try process(&bytes, key: key, initialVector: nil, .decrypting)
    return bytes
  }

  /// Returns the ciphertext of blocks that are encrypted one by one (ECB).
  ///
  /// - Throws: `Failure`.
  package static func encryptBlocks(_ plaintext: [UInt8], key: borrowing SecretBytes) throws(Failure)
    -> [UInt8]
  {
    var bytes = plaintext
    try process(&bytes, key: key, initialVector: nil, .encrypting)
    return bytes
  }

  private enum Direction {
    case encrypting, decrypting
  }

  private static func process(
    _ bytes: inout [UInt8], key: borrowing SecretBytes, initialVector: [UInt8]?, _ direction: Direction
  ) throws(Failure) {
    guard key.count == keyByteCount, bytes.count % blockByteCount == 0,
      initialVector.map({ $0.count == blockByteCount }) ?? true
    else { throw .lengths }
    guard let library = Gcrypt.shared else { throw .libraryMissing }
    guard !bytes.isEmpty else { return }
    let handle = try library.open(isChained: initialVector != nil)
    defer { library.close(handle) }
    let keyStatus = key.withUnsafeBytes { library.setKey(handle, $0.baseAddress, $0.count) }
    guard keyStatus == 0 else { throw .library("gcry_cipher_setkey") }
    if let initialVector {
      guard library.setVector(handle, initialVector, initialVector.count) == 0 else {
        throw .library("gcry_cipher_setiv")
      }
    }
    let count = bytes.count
    let status = bytes.withUnsafeMutableBytes { buffer in
      // Without an input the output is worked on in place.
      direction == .encrypting
        ? library.encrypt(handle, buffer.baseAddress, count, nil, 0)
        : library.decrypt(handle, buffer.baseAddress, count, nil, 0)
    }
    guard status == 0 else { throw .library("gcry_cipher_decrypt") }
  }
}

/// The calls of libgcrypt that are used, looked up by their names.
private struct Gcrypt: Sendable {
  typealias Open =
    @convention(c) (UnsafeMutablePointer<OpaquePointer?>?, CInt, CInt, CUnsignedInt) -> CUnsignedInt
  typealias SetBytes = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> CUnsignedInt
  typealias Process =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int) ->
    CUnsignedInt
  typealias Close = @convention(c) (OpaquePointer?) -> Void
  typealias CheckVersion = @convention(c) (UnsafePointer<CChar>?) -> UnsafePointer<CChar>?

  private let openCipher: Open
  let setKey: SetBytes
  let setVector: SetBytes
  let encrypt: Process
  let decrypt: Process
  let close: Close

  /// Nil where the library is not installed.
  static let shared = Gcrypt()

  // GCRY_CIPHER_TWOFISH, with 256 bits; GCRY_CIPHER_MODE_ECB and _CBC.
  private static let twofish: CInt = 10
  private static let singleBlocks: CInt = 1
  private static let chained: CInt = 3

  private init?() {
    guard let library = dlopen("libgcrypt.so.20", RTLD_NOW | RTLD_LOCAL) else { return nil }
    func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let checkVersion = symbol("gcry_check_version", as: CheckVersion.self),
      let open = symbol("gcry_cipher_open", as: Open.self),
      let setKey = symbol("gcry_cipher_setkey", as: SetBytes.self),
      let setVector = symbol("gcry_cipher_setiv", as: SetBytes.self),
      let encrypt = symbol("gcry_cipher_encrypt", as: Process.self),
      let decrypt = symbol("gcry_cipher_decrypt", as: Process.self),
      let close = symbol("gcry_cipher_close", as: Close.self)
    else { return nil }
    // The first call also prepares the library.
    guard checkVersion(nil) != nil else { return nil }
    openCipher = open
    self.setKey = setKey
    self.setVector = setVector
    self.encrypt = encrypt
    self.decrypt = decrypt
    self.close = close
  }

  func open(isChained: Bool) throws(Twofish.Failure) -> OpaquePointer {
    var handle: OpaquePointer?
    let status = openCipher(&handle, Self.twofish, isChained ? Self.chained : Self.singleBlocks, 0)
    guard status == 0, let handle else { throw .library("gcry_cipher_open") }
    return handle
  }
}
