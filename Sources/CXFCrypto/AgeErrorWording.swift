// Every sentence of the errors of age's files and of scrypt, and the codes they go by. None quotes input.

extension AgeError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .noRecipients: "age-no-recipients"
    case .tooManyRecipients: "age-too-many-recipients"
    case .unusableRecipient: "age-unusable-recipient"
    case .emptyPassphrase: "age-empty-passphrase"
    case .workFactorTooLow: "age-work-factor-low"
    case .workFactorTooHigh: "age-work-factor-high"
    case .headerFailure: "age-header"
    case .noMatch: "age-no-match"
    case .wrongPassphrase: "age-wrong-passphrase"
    case .hmacFailure: "age-header-changed"
    case .payloadFailure: "age-payload"
    case .armorFailure: "age-armor"
    case .outOfOrder: "age-out-of-order"
    case .scrypt(let error): error.code
    case .crypto(let error): error.code
    }
  }

  /// What happened, in one sentence without full stop.
  package var message: String {
    switch self {
    case .noRecipients: "there is no recipient to seal the file for"
    case .tooManyRecipients(let limit): "a file can have at most \(limit) recipients"
    case .unusableRecipient: "the key of a recipient protects nothing"
    case .emptyPassphrase: "the passphrase is empty"
    case .workFactorTooLow: "the work factor of the passphrase must be at least 1"
    case .workFactorTooHigh(let logN, let limit):
      "the work factor of the passphrase is 2^\(logN), and at most 2^\(limit) is allowed"
    case .headerFailure(let fault): fault.message
    case .noMatch: "the file is not for any of these keys"
    case .wrongPassphrase: "the passphrase is wrong"
    case .hmacFailure: "the head of the age file was changed"
    case .payloadFailure(let fault): fault.message
    case .armorFailure(let fault, let line): "\(fault.message) (line \(line))"
    case .outOfOrder: "the steps of sealing or opening were taken in another order"
    case .scrypt(let error): error.message
    case .crypto(let error): error.message
    }
  }
}

extension AgeHeaderFault {
  fileprivate var message: String {
    switch self {
    case .notAge: "this is no age file"
    case .unknownVersion: "the age file has a version that is not supported"
    case .carriageReturn: "the line ends of the age file were changed, as a transfer in text mode does"
    case .truncated: "the age file ends within its head"
    case .tooLong: "the head of the age file is too long"
    case .tooManyStanzas: "the age file has too many recipients"
    case .noStanzas: "the age file has no recipient"
    case .malformedStanza: "a line in the head of the age file is malformed"
    case .malformedBody: "a wrapped key in the head of the age file is malformed"
    case .malformedMAC: "the last line in the head of the age file is malformed"
    case .malformedX25519: "a recipient of the age file is malformed"
    case .unusableShare: "a recipient of the age file has a key that protects nothing"
    case .malformedScrypt: "the passphrase's line in the head of the age file is malformed"
    case .scryptNotAlone: "the age file has a passphrase beside other recipients, which is not allowed"
    case .missingNonce: "the age file ends after its head"
    }
  }
}

extension AgePayloadFault {
  fileprivate var message: String {
    switch self {
    case .chunk(let number):
      "the sealed content was changed or cut (at byte \(AgeChunkCipher.offset(ofChunk: number)) or after)"
    case .truncated: "the sealed content ends too early"
    case .emptyLastChunk: "the sealed content has an empty end that no program writes"
    case .trailingBytes: "there are bytes after the end of the sealed content"
    case .tooLong: "the sealed content is too long"
    }
  }
}

extension AgeArmorFault {
  fileprivate var message: String {
    switch self {
    case .noBeginLine: "the text does not begin with age's begin line"
    case .emptyLine: "there is an empty line in the age file"
    case .lineTooLong: "a line of the age file is too long"
    case .invalidBase64: "a line of the age file is not base64 as age writes it"
    case .noEndLine: "the end line is missing after the last line of the age file"
    case .truncated: "the age file ends before its end line"
    case .trailingText: "there is text after the end line of the age file"
    }
  }
}

extension ScryptError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .costOutOfRange: "scrypt-cost"
    case .crypto(let error): error.code
    }
  }

  /// What happened, in one sentence without full stop.
  package var message: String {
    switch self {
    case .costOutOfRange: "a cost of the key derivation is out of range"
    case .crypto(let error): error.message
    }
  }
}
