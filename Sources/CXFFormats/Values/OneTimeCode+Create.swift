package import CredentialExchangeFormat

/// Why there is no one-time code in a text.
package struct OneTimeCodeError: Error, Sendable, Hashable {
  /// What is wrong.
  package enum Reason: Sendable, Hashable {
    /// The text is empty or blank: there is no code, and nothing is lost.
    case empty
    /// There is no secret, or an empty one.
    case missingSecret
    /// The secret is not of its encoding.
    case invalidSecret(SecretEncoding)
    /// The URI has a scheme that is no code's.
    case unknownScheme
    /// The URI has no type (`totp`, `hotp`, …).
    case missingType
    /// A Google Authenticator transfer, which holds several codes in a form of its own.
    case migrationPayload
  }

  /// What is wrong.
  package var reason: Reason
  /// The issuer, where it could be read, so that the record can be named.
  package var issuer: Text?
  /// The account, where it could be read.
  package var account: Text?

  /// Creates the error.
  package init(_ reason: Reason, issuer: Text? = nil, account: Text? = nil) {
    self.reason = reason
    self.issuer = issuer
    self.account = account
  }
}

extension OneTimeCode {
  /// The members of a code as texts, for formats that store them one by one; nil and blank mean absent.
  package struct Members: Sendable, Hashable {
    /// The kind in any case: `totp`, `HOTP`, `steam`, …; TOTP when absent.
    package var type: String?
    /// The name of the hash, as `Algorithm.init(name:)` reads it.
    package var algorithm: String?
    /// The number of digits, in decimal digits.
    package var digits: String?
    /// The period in seconds, in decimal digits.
    package var period: String?
    /// The counter of HOTP, in decimal digits.
    package var counter: String?
    /// The service that issued the key.
    package var issuer: String?
    /// The account at the issuer.
    package var account: String?
    /// What has no member here, in order.
    package var others: [OtherParameter]

    /// Creates the members; what is left out is absent.
    package init(
      type: String? = nil, algorithm: String? = nil, digits: String? = nil, period: String? = nil,
      counter: String? = nil, issuer: String? = nil, account: String? = nil, others: [OtherParameter] = []
    ) {
      self.type = type
      self.algorithm = algorithm
      self.digits = digits
      self.period = period
      self.counter = counter
      self.issuer = issuer
      self.account = account
      self.others = others
    }
  }

  /// Creates a code from the key's bytes; throws `missingSecret` when there are none.
  package init(secret: [UInt8], _ members: Members = Members()) throws(OneTimeCodeError) {
    guard !secret.isEmpty else {
      throw OneTimeCodeError(
        .missingSecret, issuer: Self.nonEmpty(members.issuer), account: Self.nonEmpty(members.account))
    }
    let kind = Self.kind(members.type)
    self.kind = kind
    self.secret = secret
    algorithm = .sha1
    digits = kind.defaultDigits
    period = 30
    issuer = Self.nonEmpty(members.issuer)
    account = Self.nonEmpty(members.account)
    absentParameters = []
    otherParameters = members.others
    isSecretRespelled = false
    problems = []
    readAlgorithm(members.algorithm)
    readDigits(members.digits)
    readPeriod(members.period)
    readCounter(members.counter)
  }

  /// Creates a code from the text of its key in a known encoding.
  ///
  /// Throws `missingSecret` for a text without any byte, `invalidSecret` when it is not of the encoding.
  package init(
    secretText: Text, encoding: SecretEncoding, _ members: Members = Members()
  ) throws(OneTimeCodeError) {
    let names = (issuer: Self.nonEmpty(members.issuer), account: Self.nonEmpty(members.account))
    guard encoding == .base32 else {
      guard let bytes = encoding.decode(secretText) else {
        throw OneTimeCodeError(.invalidSecret(encoding), issuer: names.issuer, account: names.account)
      }
      try self.init(secret: bytes, members)
      isSecretRespelled = true
      return
    }
    guard let reading = try? Base32.read(secretText) else {
      throw OneTimeCodeError(.invalidSecret(.base32), issuer: names.issuer, account: names.account)
    }
    guard !reading.bytes.isEmpty || reading.problems.isEmpty else {
      // One character alone gives no whole byte: something was there, so it is not "missing".
      throw OneTimeCodeError(.invalidSecret(.base32), issuer: names.issuer, account: names.account)
    }
    try self.init(secret: reading.bytes, members)
    isSecretRespelled = reading.isRespelled
    problems.insert(contentsOf: reading.problems.map { .secret($0) }, at: 0)
  }

  /// Creates a code from bytes that JSON carries as signed numbers; each must be −128…255.
  package init(signedSecret: [Int], _ members: Members = Members()) throws(OneTimeCodeError) {
    var bytes: [UInt8] = []
    for number in signedSecret {
      guard (-128...255).contains(number) else {
        throw OneTimeCodeError(
          .invalidSecret(.utf8), issuer: Self.nonEmpty(members.issuer),
          account: Self.nonEmpty(members.account))
      }
      bytes.append(UInt8(truncatingIfNeeded: number))
    }
    try self.init(secret: bytes, members)
  }

  static func nonEmpty(_ text: String?) -> Text? {
    guard let text, !text.utf8.isEmpty else { return nil }
    return Text(text)
  }

  /// Notes a problem once.
  mutating func note(_ problem: Problem) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  private static func kind(_ type: String?) -> Kind {
    let name = ASCIIBytes.lower(ASCIIBytes.text(ASCIIBytes.trimmed(type ?? "")))
    switch name {
    case "", "totp": return .totp
    case "hotp": return .hotp(counter: 0)
    case "steam": return .steam
    default: return .other(name)
    }
  }

  private mutating func readAlgorithm(_ text: String?) {
    guard let text = Self.nonBlank(text) else {
      absentParameters.append(.algorithm)
      return
    }
    algorithm = Algorithm(name: text)
    if algorithm.cxfName == nil { note(.unknownAlgorithm) }
    if kind == .steam, algorithm != .sha1 { note(.contradictsSteam(.algorithm)) }
  }

  private mutating func readDigits(_ text: String?) {
    guard let text = Self.nonBlank(text) else {
      absentParameters.append(.digits)
      return
    }
    guard let number = Self.positive(text) else {
      keepUnreadable(.digits, name: "digits", text)
      return
    }
    digits = number
    if kind == .steam {
      if number != kind.defaultDigits { note(.contradictsSteam(.digits)) }
    } else if !(5...10).contains(number) {
      note(.unusualDigits)
    }
  }

  private mutating func readPeriod(_ text: String?) {
    guard let text = Self.nonBlank(text) else {
      if case .hotp = kind { return }
      absentParameters.append(.period)
      return
    }
    if case .hotp = kind {
      // HOTP has no period, but some apps write one; it has no other place here.
      keepForeign(name: "period", text)
      return
    }
    guard let number = Self.positive(text) else {
      keepUnreadable(.period, name: "period", text)
      return
    }
    period = number
    if kind == .steam, number != 30 { note(.contradictsSteam(.period)) }
  }

  private mutating func readCounter(_ text: String?) {
    guard case .hotp = kind else {
      if let text = Self.nonBlank(text) {
        keepForeign(name: "counter", text)
      }
      return
    }
    guard let text = Self.nonBlank(text) else {
      absentParameters.append(.counter)
      return
    }
    guard let number = ASCIIBytes.number(ASCIIBytes.trimmed(text)) else {
      keepUnreadable(.counter, name: "counter", text)
      return
    }
    kind = .hotp(counter: number)
  }

  private mutating func keepUnreadable(_ parameter: Parameter, name: Text, _ text: String) {
    note(.unreadable(parameter))
    otherParameters.append(OtherParameter(name: name, value: Text(text)))
  }

  /// Keeps a parameter that the kind does not have, in front of what repeats it.
  private mutating func keepForeign(name: Text, _ text: String) {
    otherParameters.insert(OtherParameter(name: name, value: Text(text)), at: 0)
  }

  private static func nonBlank(_ text: String?) -> String? {
    guard let text, !ASCIIBytes.trimmed(text).isEmpty else { return nil }
    return text
  }

  private static func positive(_ text: String) -> Int? {
    guard let number = ASCIIBytes.number(ASCIIBytes.trimmed(text)), number > 0 else { return nil }
    return Int(exactly: number)
  }
}
