package import CredentialExchangeFormat

/// An `otpauth` URI cut into its parts, not yet understood.
struct OTPAuthURI {
  private var type: String
  private var label: PercentText.Decoded
  private var query: OTPQuery

  /// Cuts what follows `otpauth://`. A `#` is ordinary text: labels are often not encoded.
  init(_ rest: ArraySlice<UInt8>) {
    let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    let path = rest[..<mark]
    let slash = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
    type = ASCIIBytes.lower(PercentText.decode(path[..<slash]).text)
    label = PercentText.decode(path[slash...].dropFirst())
    query = OTPQuery(rest[mark...].dropFirst(), names: .otpauth)
  }

  func code() throws(OneTimeCodeError) -> OneTimeCode {
    guard !type.isEmpty else { throw OneTimeCodeError(.missingType) }
    var code = try query.code(label: label.text, type: type)
    if label.isMalformed { code.note(.malformedPercentEncoding) }
    return code
  }
}

extension OneTimeCode {
  /// How a URI says that a code is Steam's.
  package enum SteamSpelling: Sendable, Hashable {
    /// `otpauth://steam/…` (Ente, Aegis).
    case type
    /// `otpauth://totp/…&encoder=steam` (KeePassXC).
    case encoderParameter
  }

  /// Returns the code as `otpauth://TYPE/ISSUER:ACCOUNT?secret=…&issuer=…&algorithm=…&digits=…&period=…`.
  ///
  /// The same code always gives the same text: the parameters stand in this order (`counter` in place of
  /// `period` for HOTP), defaults are written out (but not for an `other` kind, whose defaults are unknown),
  /// unknown parameters follow in their own order, and every byte that is not unreserved in RFC 3986 is
  /// percent-encoded. The label is empty when there is no account. An account with a colon but without issuer
  /// gets an empty issuer in front, so that it is not cut in two. `labelIssuer` is not written.
  package func otpauthURI(steam: SteamSpelling = .type) -> Text {
    let usesEncoder = kind == .steam && steam == .encoderParameter
    let type = usesEncoder ? "totp" : PercentText.encode(kind.name)
    var parameters = ["secret=" + base32Secret.string]
    if let issuer { parameters.append("issuer=" + PercentText.encode(issuer.string)) }
    if writes(.algorithm) { parameters.append("algorithm=" + PercentText.encode(algorithm.uriName)) }
    if writes(.digits) { parameters.append("digits=\(digits)") }
    if case .hotp(let counter) = kind {
      parameters.append("counter=\(counter)")
    } else if writes(.period) {
      parameters.append("period=\(period)")
    }
    if usesEncoder { parameters.append("encoder=steam") }
    for parameter in otherParameters {
      let name = PercentText.encode(parameter.name.string)
      parameters.append(parameter.value.map { name + "=" + PercentText.encode($0.string) } ?? name)
    }
    return Text("otpauth://" + type + "/" + label + "?" + parameters.joined(separator: "&"))
  }

  /// Returns `steam://SECRET` for a Steam code, or nil for any other: the form has no place for a type.
  package var steamURI: Text? {
    kind == .steam ? Text("steam://" + base32Secret.string) : nil
  }

  /// Whether the parameter is known: the defaults of a method that is not known here are not ours to name.
  private func writes(_ parameter: Parameter) -> Bool {
    if case .other = kind { !absentParameters.contains(parameter) } else { true }
  }

  private var label: String {
    guard let account else { return "" }
    let encoded = PercentText.encode(account.string)
    if let issuer { return PercentText.encode(issuer.string) + ":" + encoded }
    return account.utf8.contains(UInt8(ascii: ":")) ? ":" + encoded : encoded
  }
}
