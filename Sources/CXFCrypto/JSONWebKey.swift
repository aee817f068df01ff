package import CredentialExchangeFormat

/// A public key for agreeing on secrets as a JSON Web Key (RFC 7517, 7518 and 8037): "EC" on NIST's curves, "OKP" with
/// X25519 and X448.
///
/// Lengths are checked, the curve is not: `HPKEPublicKey(jwk:)` does that.
package struct JSONWebKey: Sendable, Hashable {
  /// The mechanism that the curve stands for.
  package let kem: HPKESuite.KEM
  /// The first coordinate, big-endian, or the plain bytes of RFC 8037; as long as the curve asks for.
  package let x: [UInt8]
  /// The second coordinate, big-endian, on NIST's curves.
  package let y: [UInt8]?
  /// The member `alg`, where there is one.
  package let algorithm: String?

  /// Creates the JSON Web Key of a public key.
  package init(_ publicKey: HPKEPublicKey) {
    self.init(publicKey.bytes, publicKey.kem)
  }

  /// Creates the JSON Web Key of the serialized key of a mechanism, which has the right length.
  init(_ bytes: [UInt8], _ kem: HPKESuite.KEM) {
    self.kem = kem
    algorithm = nil
    if kem.curve.isNIST {
      x = Array(bytes.dropFirst().prefix(kem.curve.byteCount))
      y = Array(bytes.suffix(kem.curve.byteCount))
    } else {
      x = bytes
      y = nil
    }
  }

  /// Reads a key from a JSON text.
  ///
  /// Unknown members are passed over; `use`, `key_ops` and `alg` must allow that secrets are agreed on, where they
  /// are there.
  ///
  /// - Parameter json: one object, UTF-8.
  package init(json: [UInt8]) throws(JSONWebKeyError) {
    self = try json.withUnsafeBufferPointer { (text: UnsafeBufferPointer<UInt8>) throws(JSONWebKeyError) in
      var cursor = JSONCursor(text)
      let key = try JSONWebKey(&cursor)
      do throws(JSONError) {
        try cursor.finish()
      } catch {
        throw .json(error)
      }
      return key
    }
  }

  /// Reads the key that stands next in a JSON text, as `init(json:)` does.
  package init(_ cursor: inout JSONCursor) throws(JSONWebKeyError) {
    let members = try JSONWebKeyMembers(&cursor)
    guard members.privateKey == nil else { throw .privateMember }
    self = try members.publicKey(isPrivate: false)
  }

  init(_ kem: HPKESuite.KEM, x: [UInt8], y: [UInt8]?, algorithm: String?) {
    self.kem = kem
    self.x = x
    self.y = y
    self.algorithm = algorithm
  }

  /// The serialized public key of RFC 9180.
  package var publicKeyBytes: [UInt8] {
    y.map { [KeyAgreementCurve.uncompressedForm] + x + $0 } ?? x
  }

  /// The JSON text, compact: the members `kty`, `crv`, `x` and, on NIST's curves, `y`.
  package var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Writes the key as an object, with the members of `json`.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("kty")
    writer.string(kem.curve.keyType)
    writer.name("crv")
    writer.string(kem.curve.name)
    writer.name("x")
    writer.base64url(x)
    if let y {
      writer.name("y")
      writer.base64url(y)
    }
    writer.endObject()
  }

  /// Returns the SHA-256 thumbprint (RFC 7638) of a serialized key: over the required members, in the order of
  /// their names.
  static func thumbprint(of bytes: [UInt8], on kem: HPKESuite.KEM) throws(CryptoError) -> [UInt8] {
    let key = JSONWebKey(bytes, kem)
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("crv")
    writer.string(kem.curve.name)
    writer.name("kty")
    writer.string(kem.curve.keyType)
    writer.name("x")
    writer.base64url(key.x)
    if let y = key.y {
      writer.name("y")
      writer.base64url(y)
    }
    writer.endObject()
    return try Digest.hash(writer.bytes, with: .sha256)
  }
}

extension HPKEPublicKey {
  /// Creates the key of a JSON Web Key.
  ///
  /// - Parameter suite: what the key shall be used with; an `alg` of the key must name exactly that. Without it an
  ///   `alg` must name some suite of the key's mechanism.
  /// - Throws: `JSONWebKeyError.invalidKey` for what is no point of the curve, `.notPermitted` for another `alg`.
  package init(jwk: JSONWebKey, for suite: HPKESuite? = nil) throws(JSONWebKeyError) {
    if let suite, suite.kem != jwk.kem { throw .invalidKey }
    if let algorithm = jwk.algorithm {
      let allowed = HPKESuite(joseName: algorithm)
      guard let allowed, allowed.kem == jwk.kem, suite == nil || suite == allowed else {
        throw .notPermitted(.algorithm)
      }
    }
    do throws(HPKEError) {
      try self.init(jwk.kem, bytes: jwk.publicKeyBytes)
    } catch {
      throw JSONWebKeyError(error)
    }
  }
}

extension JSONWebKeyError {
  init(_ error: HPKEError) {
    if case .crypto(let cause) = error {
      self = .crypto(cause)
    } else {
      self = .invalidKey
    }
  }
}

extension KeyAgreementCurve {
  /// The `kty` of a JSON Web Key.
  var keyType: String { isNIST ? "EC" : "OKP" }
}
