// Every sentence of the errors of JSON Web Keys and JSON Web Encryption, and the codes they go by. None quotes input.

internal import CredentialExchangeFormat

extension JSONWebKeyError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .json(let error): error.code.rawValue
    case .damagedText: "jwk-damaged-text"
    case .notAnObject: "jwk-not-an-object"
    case .duplicateMember: "jwk-duplicate-member"
    case .missing: "jwk-missing-member"
    case .wrongType: "jwk-wrong-type"
    case .privateMember: "jwk-private-member"
    case .unsupportedKeyType: "jwk-unsupported-type"
    case .unsupportedCurve: "jwk-unsupported-curve"
    case .curveOfAnotherType: "jwk-curve-of-another-type"
    case .unexpected: "jwk-unexpected-member"
    case .notBase64URL: "jwk-not-base64url"
    case .wrongLength: "jwk-length"
    case .invalidKey: "jwk-invalid-key"
    case .mismatch: "jwk-mismatch"
    case .notPermitted: "jwk-not-permitted"
    case .crypto(let error): error.code
    }
  }

  /// What is wrong, in one sentence without full stop.
  package var message: String {
    switch self {
    case .json(let error): error.message
    case .damagedText: "the JSON Web Key holds text that is no Unicode"
    case .notAnObject: "the JSON Web Key is no object"
    case .duplicateMember: "the JSON Web Key has something twice"
    case .missing(let member): "the JSON Web Key has no member '\(member.rawValue)'"
    case .wrongType(let member): "the member '\(member.rawValue)' of the JSON Web Key has the wrong type"
    case .privateMember: "the JSON Web Key holds a private key, 'd', where a public one is wanted"
    case .unsupportedKeyType: "JSON Web Keys of this type ('kty') are not supported"
    case .unsupportedCurve: "JSON Web Keys on this curve ('crv') are not supported"
    case .curveOfAnotherType: "the curve ('crv') of the JSON Web Key does not belong to its type ('kty')"
    case .unexpected(let member): "JSON Web Keys of this type have no member '\(member.rawValue)'"
    case .notBase64URL(let member):
      "the member '\(member.rawValue)' of the JSON Web Key is not base64url in its exact form"
    case .wrongLength(let member): "the member '\(member.rawValue)' of the JSON Web Key has the wrong length"
    case .invalidKey: "the JSON Web Key is no key of its curve"
    case .mismatch: "the private and the public key in the JSON Web Key do not belong together"
    case .notPermitted(let member):
      "the member '\(member.rawValue)' of the JSON Web Key forbids this use"
    case .crypto(let error): error.message
    }
  }
}

extension JWEError {
  /// A stable name of the kind of error.
  package var code: String {
    switch self {
    case .otherKey: "jwe-other-key"
    case .unexpectedHeader: "jwe-unexpected-header"
    case .notCompact: "jwe-not-compact"
    case .nonCanonicalBase64: "jwe-not-base64url"
    case .wrongLength: "jwe-length"
    case .openFailed: "jwe-open-failed"
    case .tooLong: "jwe-too-long"
    case .outOfOrder: "jwe-out-of-order"
    case .crypto(let error): error.code
    }
  }

  /// What happened, in one sentence without full stop.
  package var message: String {
    switch self {
    case .otherKey: "the sealed data are for another key"
    case .unexpectedHeader: "the sealed data have another header than the one agreed on"
    case .notCompact: "the sealed data have not the five parts of a JSON Web Encryption"
    case .nonCanonicalBase64: "the sealed data are not base64url in its exact form"
    case .wrongLength: "a part of the sealed data, or the key, has the wrong length"
    case .openFailed: "the sealed data were changed, or the key is another one"
    case .tooLong: "the sealed data are longer than allowed"
    case .outOfOrder: "the sealed data were written in the wrong order"
    case .crypto(let error): error.message
    }
  }
}
