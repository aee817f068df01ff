/// What the prefix of a key of age says.
enum AgeKeyKind {
  /// "age": a public key of X25519.
  case recipient
  /// "AGE-SECRET-KEY-": a private key of X25519.
  case identity
  /// Either half of a post-quantum key.
  case postQuantum
  /// Either half of a key in a device or of a plugin.
  case plugin
  /// Nothing of age.
  case other

  static let recipientPrefix = Array("age".utf8)
  static let identityPrefix = Array("age-secret-key-".utf8)

  /// Looks at what stands before the last "1".
  init(_ text: UnsafeRawBufferPointer) {
    let prefix = (text.lastIndex(of: UInt8(ascii: "1")).map { text[..<$0] } ?? text[...])
      .map(Bech32.lowercased)
    func begins(_ words: String) -> Bool { prefix.starts(with: words.utf8) }
    self =
      if prefix == Self.recipientPrefix {
        .recipient
      } else if prefix == Self.identityPrefix {
        .identity
      } else if begins("age1pq") || begins("age-secret-key-pq") {
        .postQuantum
      } else if begins("age1") || begins("age-plugin-") {
        .plugin
      } else {
        .other
      }
  }

  /// Returns the bytes of a key, after a look at its kind.
  ///
  /// - Parameter line: where the text stands, for the error.
  static func bytes(
    of text: UnsafeRawBufferPointer, wanted: AgeKeyKind, line: Int? = nil
  ) throws(AgeKeyError) -> SecretBytes {
    let kind = AgeKeyKind(text)
    guard kind == wanted else { throw AgeKeyError(kind.refusal, line: line) }
    do throws(Bech32Error) {
      let content = try Bech32.decode(text)
      return content.data
    } catch {
      throw AgeKeyError(.encoding(error), line: line)
    }
  }

  /// Why a key of this kind is refused where another kind is wanted.
  var refusal: AgeKeyError.Reason {
    switch self {
    case .recipient: .recipient
    case .identity: .privateKey
    case .postQuantum: .postQuantum
    case .plugin: .plugin
    case .other: .notAKey
    }
  }
}
