internal import CXFCrypto

extension HPKEPublicKey {
  /// Reads a key as messages carry it: a JWK.
  ///
  /// - Parameter subject: what it is, for messages.
  init(exchanged json: [UInt8], _ subject: String) throws(ExchangeError) {
    do throws(JSONWebKeyError) {
      try self.init(jwk: try JSONWebKey(json: json))
    } catch {
      switch error {
      case .privateMember:
        throw .damaged(
          "cxp-private-key", "\(subject) is a private key, which everybody has seen now",
          hint: "have a new request made, with new keys")
      case .crypto(let error): throw .library(error)
      default: throw .damaged("cxp-key", "\(subject) is not a well-formed public key")
      }
    }
  }

  /// The JSON of the key as messages carry it.
  var exchanged: [UInt8] { JSONWebKey(self).json }
}

extension HPKEPrivateKey {
  /// Reads a private key as key files hold it.
  convenience init(exchanged json: [UInt8]) throws(ExchangeError) {
    do {
      try self.init(jwk: SecretBytes(copying: json))
    } catch {
      throw .damaged("key-file-malformed", "a key in the key file is not well-formed")
    }
  }
}
