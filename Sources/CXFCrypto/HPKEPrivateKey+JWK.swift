internal import CredentialExchangeFormat

extension HPKEPrivateKey {
  /// Reads a private JSON Web Key (RFC 7517, 7518 and 8037).
  ///
  /// Unknown members are passed over; `use`, `key_ops` and `alg` must allow that secrets are agreed on, where they
  /// are there.
  ///
  /// - Parameter jwk: one object, UTF-8, with the public key and the private one.
  /// - Throws: `JSONWebKeyError`.
  package convenience init(jwk: borrowing SecretBytes) throws(JSONWebKeyError) {
    let members = try jwk.withUnsafeBytes { (text: UnsafeRawBufferPointer) throws(JSONWebKeyError) in
      try Self.members(of: text)
    }
    let key = try members.publicKey(isPrivate: true)
    let expected = try HPKEPublicKey(jwk: key)
    let secret = try jwk.withUnsafeBytes { (text: UnsafeRawBufferPointer) throws(JSONWebKeyError) in
      try members.secret(in: text, key.kem.curve)
    }
    do throws(HPKEError) {
      try self.init(key.kem, secret: secret)
    } catch {
      throw JSONWebKeyError(error)
    }
    // Another public key would become part of what is derived, and nothing would open.
    guard publicKey == expected else { throw .mismatch }
  }

  private static func members(
    of text: UnsafeRawBufferPointer
  ) throws(JSONWebKeyError) -> JSONWebKeyMembers {
    var cursor = JSONCursor(text.assumingMemoryBound(to: UInt8.self))
    let members = try JSONWebKeyMembers(&cursor)
    do throws(JSONError) {
      try cursor.finish()
    } catch {
      throw .json(error)
    }
    return members
  }

  /// Returns the private JSON Web Key: JSON, UTF-8, with the members `kty`, `crv`, `x`, on NIST's curves `y`, and `d`.
  ///
  /// - Throws: `HPKEError.crypto` when the library fails.
  package func jwk() throws(HPKEError) -> SecretBytes {
    var head = JSONWebKey(publicKey).json
    // The private member goes before the closing brace.
    head.removeLast()
    head += Array(",\"d\":\"".utf8)
    let tail = Array("\"}".utf8)
    let secret = try secret()
    let digitCount = Base64URL.encodedCount(secret.count)
    return SecretBytes(count: head.count + digitCount + tail.count) { text in
      text.copyBytes(from: head)
      secret.withUnsafeBytes { bytes in
        Base64URL.encode(
          bytes.assumingMemoryBound(to: UInt8.self),
          into: UnsafeMutableRawBufferPointer(rebasing: text[head.count..<(head.count + digitCount)])
            .assumingMemoryBound(to: UInt8.self))
      }
      UnsafeMutableRawBufferPointer(rebasing: text[(head.count + digitCount)...]).copyBytes(from: tail)
    }
  }
}
