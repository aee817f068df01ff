/// What sender and recipient know of each other (RFC 9180, section 5), spelled as in the Credential Exchange
/// Protocol.
package enum HPKEMode: String, Sendable, Hashable, CaseIterable {
  /// The sender shows nothing of itself.
  case base
  /// Both have a secret that was agreed on before.
  case psk
  /// The sender shows that it has a private key. Who has the recipient's key can pretend that.
  case auth
  /// Both of these.
  case authPSK = "auth-psk"

  /// The number in the key schedule.
  package var number: UInt8 {
    switch self {
    case .base: 0
    case .psk: 1
    case .auth: 2
    case .authPSK: 3
    }
  }

  init(hasPreSharedKey: Bool, isAuthenticated: Bool) {
    self =
      switch (hasPreSharedKey, isAuthenticated) {
      case (false, false): .base
      case (true, false): .psk
      case (false, true): .auth
      case (true, true): .authPSK
      }
  }
}
