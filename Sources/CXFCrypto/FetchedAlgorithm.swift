internal import CXFOpenSSL

/// An algorithm of the library, fetched once and kept for the life of the process.
///
/// Fetching takes a lock and about as long as a small message.
// What is fetched is counted and never changes; the library lets threads share it.
struct FetchedAlgorithm: @unchecked Sendable {
  private let object: OpaquePointer?
  private let failure: CryptoError?

  private init(_ object: OpaquePointer?, operation: StaticString) {
    self.object = object
    failure = object == nil ? CryptoError(draining: operation) : nil
  }

  /// Fetches a cipher.
  init(cipher name: String) {
    self.init(EVP_CIPHER_fetch(nil, name, nil), operation: "EVP_CIPHER_fetch")
  }

  /// Fetches a message authentication code.
  init(mac name: String) {
    self.init(EVP_MAC_fetch(nil, name, nil), operation: "EVP_MAC_fetch")
  }

  /// Returns the library's object, or throws why there is none.
  func get() throws(CryptoError) -> OpaquePointer {
    guard let object else {
      throw failure ?? CryptoError(operation: "fetch", reasons: [])
    }
    return object
  }
}
