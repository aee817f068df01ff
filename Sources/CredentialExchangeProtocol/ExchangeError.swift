/// Why a message, a key file or a response cannot be used.
public struct ExchangeError: Error, Sendable, Hashable {
  /// What kind of refusal it is.
  public enum Kind: Sendable, Hashable {
    /// The bytes are not what they should be, were changed, or contradict each other.
    case damaged
    /// The key is the wrong one, used up or expired, or the response is for somebody else.
    case refused
    /// The library failed, or there is no memory.
    case failed
  }

  /// What kind of refusal it is.
  public var kind: Kind
  /// A stable name, such as `cxp-request-malformed`.
  public var code: String
  /// One line for people, without secrets.
  public var message: String
  /// What to do next.
  public var hint: String?

  package init(_ kind: Kind, _ code: String, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.code = code
    self.message = message
    self.hint = hint
  }

  package static func damaged(_ code: String, _ message: String, hint: String? = nil) -> ExchangeError {
    ExchangeError(.damaged, code, message, hint: hint)
  }

  package static func refused(_ code: String, _ message: String, hint: String? = nil) -> ExchangeError {
    ExchangeError(.refused, code, message, hint: hint)
  }
}
