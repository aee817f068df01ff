// Every sentence of the errors of sealing and key derivation, and the codes they go by. None quotes input.

extension AEADError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .authenticationFailed: "seal-authentication-failed"
    case .wrongTagLength: "seal-tag-length"
    case .wrongKeyLength: "seal-key-length"
    case .wrongNonceLength: "seal-nonce-length"
    case .wrongBufferLength: "seal-buffer-length"
    case .tooLong: "seal-too-long"
    case .crypto(let error): error.code
    }
  }

  /// What happened, in one sentence without full stop.
  package var message: String {
    switch self {
    case .authenticationFailed: "the sealed data were changed, or the key is another one"
    case .wrongTagLength: "the sealed data are shorter than their tag"
    case .wrongKeyLength: "the key has the wrong length"
    case .wrongNonceLength: "the nonce has the wrong length"
    case .wrongBufferLength: "the buffer has not the length of the result"
    case .tooLong: "the data are longer than one key and nonce can protect"
    case .crypto(let error): error.message
    }
  }
}

extension Argon2Error {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .saltTooShort: "argon2-salt"
    case .memoryTooSmall: "argon2-memory-small"
    case .memoryTooLarge: "argon2-memory-large"
    case .noIterations: "argon2-iterations"
    case .parallelismOutOfRange: "argon2-parallelism"
    case .lengthOutOfRange: "argon2-length"
    case .outOfMemory: "argon2-out-of-memory"
    case .noThreads: "argon2-no-threads"
    case .library: "argon2-failed"
    }
  }

  /// What happened, in one sentence without full stop.
  package var message: String {
    switch self {
    case .saltTooShort: "the salt of the key derivation is too short"
    case .memoryTooSmall: "the key derivation needs at least 8 KiB of memory for each lane"
    case .memoryTooLarge: "the key derivation asks for more memory than can be addressed"
    case .noIterations: "the key derivation needs at least one iteration"
    case .parallelismOutOfRange: "the number of lanes of the key derivation is out of range"
    case .lengthOutOfRange: "a length in the key derivation is out of range"
    case .outOfMemory: "there is not enough memory for the key derivation"
    case .noThreads: "the system does not start the threads that the key derivation asks for"
    case .library(let code): "the key derivation failed with the library's code \(code)"
    }
  }
}

extension PassphraseError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .invalidUTF8: "passphrase-not-utf8"
    case .normalizationFailed: "passphrase-normalization-failed"
    }
  }

  /// What is wrong, in one sentence without full stop.
  package var message: String {
    switch self {
    case .invalidUTF8: "the passphrase is not valid UTF-8"
    case .normalizationFailed: "the passphrase could not be brought into its normal form"
    }
  }
}
