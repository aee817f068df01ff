internal import CXFOpenSSL

/// A call of the cryptographic library that failed.
package struct CryptoError: Error, Equatable, Sendable {
  /// The name of the C function.
  package let operation: String
  /// The library's fixed reason texts, oldest first; they never hold data of the call.
  package let reasons: [String]

  /// Creates the error from its parts.
  package init(operation: String, reasons: [String]) {
    self.operation = operation
    self.reasons = reasons
  }
}

extension CryptoError {
  /// Creates the error for a failed call and empties this thread's error queue into it.
  init(draining operation: StaticString) {
    var reasons: [String] = []
    while case let code = ERR_get_error(), code != 0 {
      // Only the reason is taken: the text that the queue can carry beside it may quote input.
      if let reason = ERR_reason_error_string(code) { reasons.append(String(cString: reason)) }
    }
    self.init(operation: "\(operation)", reasons: reasons)
  }
}

/// Throws what the library says when a call did not return 1.
func check(_ result: Int32, _ operation: StaticString) throws(CryptoError) {
  guard result == 1 else { throw CryptoError(draining: operation) }
}

/// Returns the object a call made, or throws what the library says when there is none.
func check(_ object: OpaquePointer?, _ operation: StaticString) throws(CryptoError) -> OpaquePointer {
  guard let object else { throw CryptoError(draining: operation) }
  return object
}
