/// Recipients as age writes them (C2SP, age.md): "age1" and the public key in Bech32.
package enum AgeRecipient {
  /// Reads a recipient such as "age1…", without white space around it.
  ///
  /// - Throws: `AgeKeyError` without a line.
  package static func parse(_ text: String) throws(AgeKeyError) -> X25519PublicKey {
    let text = Array(text.utf8)
    let key = try text.withBytes { (text: UnsafeRawBufferPointer) throws(AgeKeyError) in
      try AgeKeyKind.bytes(of: text, wanted: .recipient).withUnsafeBytes { Array($0) }
    }
    do throws(X25519Error) {
      return try X25519PublicKey(key)
    } catch {
      throw AgeKeyError(.wrongLength)
    }
  }

  /// Returns the recipient for a public key, such as "age1…".
  package static func text(_ key: X25519PublicKey) -> String {
    let text = Bech32.encode(key.bytes, prefix: AgeKeyKind.recipientPrefix)
    return text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
