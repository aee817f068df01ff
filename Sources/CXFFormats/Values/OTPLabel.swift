/// The label of an `otpauth` URI taken apart into issuer and account.
///
/// The `issuer` parameter wins. Where the label begins with exactly that issuer and a colon, this prefix is
/// cut off; otherwise the first colon parts issuer and account. Blanks after the colon do not count. A label
/// without colon is the account. (Rule of the key URI format, made exact for issuers that hold a colon.)
struct OTPLabel: Hashable {
  /// The issuer; nil or not empty.
  var issuer: String?
  /// The account; nil or not empty.
  var account: String?
  /// The issuer of the label where it differs from the parameter.
  var labelIssuer: String?

  /// Takes a decoded label apart; `issuer` is the parameter's decoded value, if there is one.
  init(_ label: String, issuer parameter: String?) {
    let label = Array(label.utf8)
    issuer = parameter
    if let parameter, label.starts(with: (parameter + ":").utf8) {
      account = Self.account(label[(parameter.utf8.count + 1)...])
      return
    }
    guard let colon = label.firstIndex(of: UInt8(ascii: ":")) else {
      account = label.isEmpty ? nil : ASCIIBytes.text(label)
      return
    }
    account = Self.account(label[(colon + 1)...])
    guard colon > 0 else { return }
    let prefix = ASCIIBytes.text(label[..<colon])
    if parameter == nil { issuer = prefix } else { labelIssuer = prefix }
  }

  private static func account(_ rest: ArraySlice<UInt8>) -> String? {
    let account = rest.drop { $0 == 0x20 }
    return account.isEmpty ? nil : ASCIIBytes.text(account)
  }
}
