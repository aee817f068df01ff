package import CredentialExchangeFormat

/// The key and the parameters of one-time codes, whatever text form they came in.
///
/// `parse` reads every text form that exports use; `otpauthURI` and `steamURI` write. The secret is in
/// `secret` as bytes and in `base32Secret` in the one spelling that CXF asks for.
package struct OneTimeCode: Sendable, Hashable {
  /// How a code comes from the key.
  package enum Kind: Sendable, Hashable {
    /// RFC 6238: the time decides.
    case totp
    /// RFC 4226: a counter decides; the value is that of the next code.
    case hotp(counter: UInt64)
    /// TOTP with Steam's alphabet and five characters.
    case steam
    /// Another method by its `otpauth` type in lower case, such as `motp` or `yandex`.
    case other(String)
  }

  /// The hash of the HMAC.
  package enum Algorithm: Sendable, Hashable {
    /// HMAC-SHA-1, the default.
    case sha1
    /// HMAC-SHA-256.
    case sha256
    /// HMAC-SHA-512.
    case sha512
    /// A name that is none of those, as it was given.
    case other(String)
  }

  /// A parameter that has a default.
  package enum Parameter: Sendable, Hashable, CaseIterable {
    /// The hash; SHA-1 unless given.
    case algorithm
    /// The number of digits; 6 unless given, 5 for Steam.
    case digits
    /// The seconds that a code is valid for; 30 unless given.
    case period
    /// The counter of HOTP; 0 unless given.
    case counter
  }

  /// A parameter that has no member here, decoded.
  package struct OtherParameter: Sendable, Hashable {
    /// The name as it was written.
    package var name: Text
    /// The value, or nil when there was no `=`. It may be a secret, such as a PIN.
    package var value: Text?

    /// Creates the parameter from decoded texts.
    package init(name: Text, value: Text?) {
      self.name = name
      self.value = value
    }
  }

  /// Something that was repaired, guessed or not understood. It never holds a value.
  package enum Problem: Sendable, Hashable {
    /// Label and `issuer` parameter name different issuers; the parameter won, the other is `labelIssuer`.
    case issuerMismatch
    /// The number of digits is outside 5…10; it is kept.
    case unusualDigits
    /// The parameter's text is no usable number: the default stands in, the text is in `otherParameters`.
    case unreadable(Parameter)
    /// A Steam code with another value than Steam's; it is kept.
    case contradictsSteam(Parameter)
    /// The algorithm is none of the three; it is kept by name.
    case unknownAlgorithm
    /// `encoder` names an alphabet that nobody here knows; it is in `otherParameters`.
    case unknownEncoder
    /// A parameter is there again with another value; the first won, the rest is in `otherParameters`.
    case repeatedParameter
    /// A `%` is not followed by two digits, or what it encodes is not UTF-8; the text was kept as it was.
    case malformedPercentEncoding
    /// A `+` was read as a blank, because the value makes sense only so.
    case plusReadAsSpace
    /// The Base32 text of the secret has a flaw that leaves its bytes readable.
    case secret(Base32.Problem)

    /// Whether the codes may differ from those that the user had, so that the user should compare them.
    package var mayChangeCodes: Bool {
      switch self {
      case .issuerMismatch, .plusReadAsSpace, .malformedPercentEncoding: false
      // Apps agree on the whole bytes here; on a group that is cut short they do not.
      case .secret(.wrongPadding), .secret(.nonZeroTrailingBits): false
      case .unusualDigits, .unreadable, .contradictsSteam, .unknownAlgorithm, .unknownEncoder,
        .repeatedParameter, .secret:
        true
      }
    }
  }

  /// How codes come from the key.
  package var kind: Kind
  /// The key's bytes; at least one.
  package var secret: [UInt8]
  /// The hash.
  package var algorithm: Algorithm
  /// The number of digits (characters for Steam); at least 1.
  package var digits: Int
  /// The seconds that a code is valid for, at least 1; of no meaning for HOTP.
  package var period: Int
  /// The service that issued the key, or nil; never empty.
  package var issuer: Text?
  /// The account at the issuer, or nil; never empty.
  package var account: Text?
  /// The issuer that the label named, where it is another than `issuer`.
  package var labelIssuer: Text?
  /// The parameters that were not given, so that their values here are the defaults, in declared order.
  package var absentParameters: [Parameter]
  /// Parameters without a member here, in the order of the source. Known parameters that the kind does not
  /// have stand in front (a period of HOTP), texts that were unreadable behind.
  package var otherParameters: [OtherParameter]
  /// Whether the secret's text was not yet `base32Secret`, byte for byte.
  package var isSecretRespelled: Bool
  /// What was repaired, guessed or not understood, each once.
  package var problems: [Problem]

  /// The secret as Base32 (RFC 4648 §6) in upper case, unbroken and without padding.
  package var base32Secret: Text { Text(Base32.encode(secret)) }
}

extension OneTimeCode.Kind {
  /// The type in an `otpauth` URI.
  package var name: String {
    switch self {
    case .totp: "totp"
    case .hotp: "hotp"
    case .steam: "steam"
    case .other(let name): name
    }
  }

  /// The number of digits where none is given.
  var defaultDigits: Int { self == .steam ? 5 : 6 }
}

extension OneTimeCode.Algorithm {
  /// Reads a name as products write it: `SHA1`, `SHA-1`, `sha_256`, `HMAC-SHA-512`, `HmacSHA256`.
  package init(name: String) {
    let letters = name.utf8.filter { ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) }
    var key = ASCIIBytes.lower(ASCIIBytes.text(letters))[...]
    if key.hasPrefix("hmac") { key = key.dropFirst(4) }
    switch key {
    case "sha1": self = .sha1
    case "sha256": self = .sha256
    case "sha512": self = .sha512
    default: self = .other(name)
    }
  }

  /// The name in an `otpauth` URI: `SHA1`, `SHA256`, `SHA512`, or the unknown name as it was given.
  package var uriName: String {
    switch self {
    case .sha1: "SHA1"
    case .sha256: "SHA256"
    case .sha512: "SHA512"
    case .other(let name): name
    }
  }

  /// The name in CXF (`sha1`, `sha256`, `sha512`), or nil for an algorithm that CXF does not have.
  package var cxfName: String? {
    switch self {
    case .sha1: "sha1"
    case .sha256: "sha256"
    case .sha512: "sha512"
    case .other: nil
    }
  }
}

extension OneTimeCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind alone: everything else may be a secret.
  package var description: String { "OneTimeCode(\(kind.name))" }
  /// The same as `description`.
  package var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows no key.
  package var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
