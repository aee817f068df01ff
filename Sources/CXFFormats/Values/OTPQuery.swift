internal import CredentialExchangeFormat

/// The parameters of a one-time code in the form of a URI query.
struct OTPQuery {
  /// The set of names that a query uses.
  enum Names {
    /// `secret`, `period`, `digits`, `algorithm`, `counter`, `issuer`, `encoder`.
    case otpauth
    /// KeeOtp's own names beside those: `key`, `step`, `size`, `otpHashMode`, `type`, `encoding`.
    case keeOtp
  }

  private enum Role: Hashable {
    case secret, period, digits, algorithm, counter, issuer, encoder, type, encoding
  }

  private struct Item {
    var name: String
    var rawValue: ArraySlice<UInt8>
    var value: String
    /// How many other parameters stand in front.
    var place: Int
  }

  private var known: [Role: Item] = [:]
  private var others: [OneTimeCode.OtherParameter] = []
  private var problems: [OneTimeCode.Problem] = []

  init(_ query: ArraySlice<UInt8>, names: Names) {
    for part in query.split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let name = PercentText.decode(part[..<(equals ?? part.endIndex)])
      let rawValue = equals.map { part[($0 + 1)...] }
      let value = rawValue.map { PercentText.decode($0) }
      if name.isMalformed || value?.isMalformed == true { note(.malformedPercentEncoding) }
      guard let role = Self.role(name.text, names) else {
        keep(name.text, value?.text)
        continue
      }
      // A known name alone says as little as an absent one.
      guard let rawValue, let value else { continue }
      let item = Item(name: name.text, rawValue: rawValue, value: value.text, place: others.count)
      // An empty value is the same as none, so a later one takes its place.
      if let first = known[role], !first.value.utf8.isEmpty {
        if !item.value.utf8.isEmpty, Text(first.value) != Text(item.value) {
          note(.repeatedParameter)
          keep(item.name, item.value)
        }
      } else {
        known[role] = item
      }
    }
  }

  /// Builds the code. `label` is the decoded label of a URI, `type` the type in its authority.
  func code(label: String?, type: String?) throws(OneTimeCodeError) -> OneTimeCode {
    var query = self
    let issuer = query.issuer(label: label)
    let names = OTPLabel(label ?? "", issuer: issuer)
    var members = OneTimeCode.Members(
      type: type ?? known[.type]?.value, algorithm: known[.algorithm]?.value, digits: known[.digits]?.value,
      period: known[.period]?.value, counter: known[.counter]?.value, issuer: names.issuer,
      account: names.account)
    query.applyEncoder(to: &members)
    let encoding = query.secretEncoding()
    members.others = query.others
    guard let secret = known[.secret]?.value, !ASCIIBytes.trimmed(secret).isEmpty else {
      throw OneTimeCodeError(
        .missingSecret, issuer: OneTimeCode.nonEmpty(names.issuer),
        account: OneTimeCode.nonEmpty(names.account))
    }
    guard let encoding else {
      throw OneTimeCodeError(
        .invalidSecret(.base32), issuer: OneTimeCode.nonEmpty(names.issuer),
        account: OneTimeCode.nonEmpty(names.account))
    }
    let plain = query.secretText(secret, encoding)
    var code = try OneTimeCode(secretText: Text(plain), encoding: encoding, members)
    if let labelIssuer = names.labelIssuer {
      code.labelIssuer = Text(labelIssuer)
      code.note(.issuerMismatch)
    }
    for problem in query.problems { code.note(problem) }
    return code
  }

  /// The `issuer` parameter; a `+` in it is a blank when only that agrees with the label.
  private mutating func issuer(label: String?) -> String? {
    guard let item = known[.issuer], !item.value.utf8.isEmpty else { return nil }
    guard let label, item.rawValue.contains(UInt8(ascii: "+")) else { return item.value }
    let spaced = PercentText.decode(item.rawValue.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }).text
    let hasLiteral = label.utf8.starts(with: (item.value + ":").utf8)
    guard !hasLiteral, label.utf8.starts(with: (spaced + ":").utf8) else { return item.value }
    note(.plusReadAsSpace)
    return spaced
  }

  /// `encoder=steam` makes the type Steam; any other encoder is kept and noted.
  private mutating func applyEncoder(to members: inout OneTimeCode.Members) {
    guard let encoder = known[.encoder], !encoder.value.utf8.isEmpty else { return }
    if ASCIIBytes.lower(encoder.value) == "steam" {
      members.type = "steam"
    } else {
      note(.unknownEncoder)
      // Where it stood, and so in front of what repeats it: reading the written URI finds the same one first.
      others.insert(.init(name: Text(encoder.name), value: Text(encoder.value)), at: encoder.place)
    }
  }

  /// The encoding that the query names, Base32 when it names none, nil when it is unknown.
  private func secretEncoding() -> SecretEncoding? {
    guard let name = known[.encoding]?.value else { return .base32 }
    switch ASCIIBytes.lower(name) {
    case "", "base32": return .base32
    case "hex": return .hex
    case "base64": return .base64
    case "utf8", "utf-8": return .utf8
    default: return nil
    }
  }

  private mutating func secretText(_ secret: String, _ encoding: SecretEncoding) -> String {
    guard encoding == .base32, secret.utf8.contains(UInt8(ascii: "+")) else { return secret }
    note(.plusReadAsSpace)
    return ASCIIBytes.text(secret.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
  }

  private mutating func keep(_ name: String, _ value: String?) {
    others.append(OneTimeCode.OtherParameter(name: Text(name), value: value.map { Text($0) }))
  }

  private mutating func note(_ problem: OneTimeCode.Problem) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  private static func role(_ name: String, _ names: Names) -> Role? {
    let name = ASCIIBytes.lower(name)
    switch name {
    case "secret": return .secret
    case "period": return .period
    case "digits": return .digits
    case "algorithm": return .algorithm
    case "counter": return .counter
    case "issuer": return .issuer
    case "encoder": return .encoder
    default: break
    }
    guard names == .keeOtp else { return nil }
    switch name {
    case "key": return .secret
    case "step": return .period
    case "size": return .digits
    case "otphashmode": return .algorithm
    case "type": return .type
    case "encoding": return .encoding
    default: return nil
    }
  }
}
