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

extension X25519Error {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .wrongLength: "x25519-length"
    case .zeroSharedSecret: "x25519-zero"
    case .crypto(let error): error.code
    }
  }

  /// What is wrong, in one sentence without full stop.
  package var message: String {
    switch self {
    case .wrongLength: "an X25519 key has 32 bytes"
    case .zeroSharedSecret: "the X25519 key has no secret in common with any other"
    case .crypto(let error): error.message
    }
  }
}

extension HPKEError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .unsupportedKEM: "hpke-unsupported-kem"
    case .unsupportedKDF: "hpke-unsupported-kdf"
    case .unsupportedAEAD: "hpke-unsupported-aead"
    case .invalidKey: "hpke-invalid-key"
    case .invalidPreSharedKey: "hpke-invalid-pre-shared-key"
    case .openFailed: "hpke-open-failed"
    case .exportOnly: "hpke-export-only"
    case .tooManyMessages: "hpke-too-many-messages"
    case .lengthOutOfRange: "hpke-length"
    case .tooLong: "hpke-too-long"
    case .crypto(let error): error.code
    }
  }

  /// What happened, in one sentence without full stop.
  package var message: String {
    switch self {
    case .unsupportedKEM(let id): "the key encapsulation with HPKE's number \(id) is not supported"
    case .unsupportedKDF(let id): "the key derivation with HPKE's number \(id) is not supported"
    case .unsupportedAEAD(let id): "the cipher with HPKE's number \(id) is not supported"
    case .invalidKey: "the key cannot be used with these algorithms"
    case .invalidPreSharedKey: "a key agreed on before has at least 32 random bytes and a name"
    case .openFailed: "the sealed data were changed, or are for another key"
    case .exportOnly: "the suite has no cipher"
    case .tooManyMessages: "too many messages for one key"
    case .lengthOutOfRange: "the length of the exported secret is out of range"
    case .tooLong: "the data are longer than one key and nonce can protect"
    case .crypto(let error): error.message
    }
  }
}

extension Bech32Error {
  /// What is wrong, in one sentence without full stop.
  package var message: String {
    switch self {
    case .invalidCharacter: "the key holds a character that no such key has"
    case .mixedCase: "the key mixes upper and lower case"
    case .missingParts: "the key is too short"
    case .wrongChecksum: "the checksum of the key is wrong, so a character was lost or mistyped"
    case .invalidPadding: "the key does not consist of whole bytes"
    }
  }
}

extension AgeKeyError {
  /// A stable name of the kind of error.
  package var code: String {
    switch reason {
    case .notAKey: "age-not-a-key"
    case .privateKey: "age-private-key"
    case .recipient: "age-recipient"
    case .postQuantum: "age-post-quantum"
    case .plugin: "age-plugin"
    case .encoding: "age-encoding"
    case .wrongLength: "age-length"
    case .noKeys: "age-no-keys"
    case .tooLarge: "age-too-large"
    case .crypto(let error): error.code
    }
  }

  /// What is wrong and where, in one sentence without full stop.
  package var message: String {
    let place = line.map { " (line \($0))" } ?? ""
    return reason.message + place
  }
}

extension AgeKeyError.Reason {
  fileprivate var message: String {
    switch self {
    case .notAKey: "this is no key of age"
    case .privateKey: "a private key of age stands where a recipient is wanted"
    case .recipient: "a recipient of age stands where a private key is wanted"
    case .postQuantum: "post-quantum keys of age are not supported"
    case .plugin:
      "keys of age's plugins and of hardware are not supported, if it is not a digit 1 mistyped for l"
    case .encoding(let error): error.message
    case .wrongLength: "a key of age has 32 bytes"
    case .noKeys: "the file holds no private key of age"
    case .tooLarge: "the file is longer than a file of keys can be (\(AgeIdentity.maximumByteCount) bytes)"
    case .crypto(let error): error.message
    }
  }
}
