package import CredentialExchangeFormat

/// Why a JSON Web Key cannot be used. Nothing of the key's text is in it.
package enum JSONWebKeyError: Error, Equatable, Sendable {
  /// The members that count here; others are passed over.
  package enum Member: String, Sendable, Hashable, CaseIterable {
    /// The type of the key.
    case type = "kty"
    /// The curve.
    case curve = "crv"
    /// The first or only coordinate.
    case x
    /// The second coordinate.
    case y
    /// The private key.
    case d
    /// What the key is for.
    case use
    /// What may be done with the key.
    case operations = "key_ops"
    /// The algorithm that the key is for.
    case algorithm = "alg"
  }

  /// The text is not JSON.
  case json(JSONError)
  /// A name, or the text of a member that counts, is not UTF-8 or holds half a surrogate pair.
  case damagedText
  /// The value is no object.
  case notAnObject
  /// A name occurs twice.
  case duplicateMember
  /// A member is not there.
  case missing(Member)
  /// A member has another type than it must have.
  case wrongType(Member)
  /// A public key is wanted, and this one has the private member `d`.
  case privateMember
  /// The type is not "EC" or "OKP".
  case unsupportedKeyType
  /// The curve is none of HPKE's.
  case unsupportedCurve
  /// The curve does not belong to the type.
  case curveOfAnotherType
  /// A member stands there that the type does not have.
  case unexpected(Member)
  /// A member is not base64url in its exact form.
  case notBase64URL(Member)
  /// A member has not as many bytes as the curve asks for.
  case wrongLength(Member)
  /// The numbers are no key of the curve.
  case invalidKey
  /// The private key belongs to another public key than the one beside it.
  case mismatch
  /// The key says that it must not be used for this.
  case notPermitted(Member)
  /// The library failed.
  case crypto(CryptoError)
}
