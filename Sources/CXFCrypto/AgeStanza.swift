/// A stanza in the head of a file of age: the file key, wrapped for one recipient.
enum AgeStanza: Sendable {
  /// For the owner of an X25519 key.
  case x25519(share: X25519PublicKey, wrapped: [UInt8])
  /// For who knows the passphrase.
  case scrypt(salt: [UInt8], logN: Int, wrapped: [UInt8])
  /// Of a kind that is not known here. Writers put such ones in, so that readers keep skipping them.
  case other(type: String)

  /// The length of the salt of scrypt in bytes.
  static let saltByteCount = 16
  /// The length of a wrapped file key in bytes.
  ///
  /// It is checked before anything is opened: a longer text can be made to open under many keys.
  static let wrappedByteCount = AgeKeyWrap.fileKeyByteCount + AEADAlgorithm.tagByteCount

  /// The first argument.
  var type: String {
    switch self {
    case .x25519: Self.x25519Type
    case .scrypt: Self.scryptType
    case .other(let type): type
    }
  }

  /// Understands a stanza.
  ///
  /// - Parameters:
  ///   - arguments: all of them; the first is the type.
  ///   - body: the decoded body.
  init(_ arguments: [ArraySlice<UInt8>], body: [UInt8], limits: AgeLimits) throws(AgeError) {
    let type = arguments.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    // Types are ASCII, in which equal texts are equal bytes.
    switch type {
    case Self.x25519Type:
      guard arguments.count == 2, body.count == Self.wrappedByteCount,
        let bytes = AgeBase64.decode(arguments[1]), let share = try? X25519PublicKey(bytes)
      else { throw .headerFailure(.malformedX25519) }
      self = .x25519(share: share, wrapped: body)
    case Self.scryptType:
      guard arguments.count == 3, body.count == Self.wrappedByteCount,
        let salt = AgeBase64.decode(arguments[1]), salt.count == Self.saltByteCount,
        let logN = Self.decimal(arguments[2])
      else { throw .headerFailure(.malformedScrypt) }
      guard logN <= limits.maximumLogN else {
        throw .workFactorTooHigh(logN: logN, limit: limits.maximumLogN)
      }
      self = .scrypt(salt: salt, logN: logN, wrapped: body)
    default:
      self = .other(type: type)
    }
  }

  /// The lines of the stanza; nothing for one that is not known.
  var lines: [UInt8] {
    switch self {
    case .x25519(let share, let wrapped):
      Self.lines([Array(Self.x25519Type.utf8), AgeBase64.encode(share.bytes)], body: wrapped)
    case .scrypt(let salt, let logN, let wrapped):
      Self.lines(
        [Array(Self.scryptType.utf8), AgeBase64.encode(salt), Array("\(logN)".utf8)], body: wrapped)
    case .other: []
    }
  }

  /// A body of 32 bytes is one short line.
  private static func lines(_ arguments: [[UInt8]], body: [UInt8]) -> [UInt8] {
    Array("-> ".utf8) + arguments.joined(separator: [0x20]) + [0x0A] + AgeBase64.encode(body) + [0x0A]
  }

  /// The value of digits without a leading zero, above 0. What fits no `Int` is the highest one.
  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let first = digits.first, first != UInt8(ascii: "0") else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (shifted, isTooHigh) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooHigh) = shifted.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      value = isTooHigh || isStillTooHigh ? Int.max : sum
    }
    return value
  }

  private static let x25519Type = "X25519"
  private static let scryptType = "scrypt"
}
