package import CXFCrypto
package import CredentialExchangeFormat

/// A new request, with the private keys that belong to it.
package struct NewRequest: Sendable {
  /// The request.
  package let request: ExportRequest
  /// One key for each key encapsulation that is offered.
  package let keys: [HPKEPrivateKey]

  /// Makes a request with fresh keys: X25519 and P-256, each with AES-256-GCM and then with AES-128-GCM.
  ///
  /// - Parameters:
  ///   - importer: relying-party identifier of the importer.
  ///   - credentialTypes: the types that are asked for; nil for all.
  ///   - knownExtensions: the extensions that are known; nil leaves them to the exporter.
  /// - Throws: ``ExchangeError``.
  package init(
    importer: Text, credentialTypes: [Text]? = nil, knownExtensions: [Text]? = nil
  ) throws(ExchangeError) {
    do {
      let keys = [
        try HPKEPrivateKey.generate(.x25519HKDFSHA256), try HPKEPrivateKey.generate(.p256HKDFSHA256),
      ]
      var offers: [HPKEParameters] = []
      for aead in [HPKESuite.AEAD.aes256GCM, .aes128GCM] {
        for key in keys {
          offers.append(
            HPKEParameters(
              kem: key.publicKey.kem.rawValue, kdf: HPKESuite.KDF.hkdfSHA256.rawValue, aead: aead.rawValue,
              key: key.publicKey.exchanged))
        }
      }
      self.keys = keys
      request = try ExportRequest(
        Self.json(importer: importer, offers, credentialTypes, knownExtensions))
    } catch let error as ExchangeError {
      throw error
    } catch let error as CryptoError {
      throw .library(error)
    } catch {
      throw ExchangeError(.failed, "crypto-failed", "no keys could be made")
    }
  }

  private static func json(
    importer: Text, _ offers: [HPKEParameters], _ credentialTypes: [Text]?, _ knownExtensions: [Text]?
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("version")
    writer.integer(0)
    writer.name("hpke")
    writer.beginArray()
    for offer in offers {
      writer.element()
      offer.write(to: &writer)
    }
    writer.endArray()
    writer.name("archive")
    writer.beginArray()
    writer.element()
    writer.string(ExportRequest.deflate)
    writer.endArray()
    writer.name("mode")
    writer.string("indirect")
    writer.name("importer")
    writer.string(importer)
    for (name, list) in [("credentialTypes", credentialTypes), ("knownExtensions", knownExtensions)] {
      guard let list else { continue }
      writer.name(name)
      writer.beginArray()
      for text in list {
        writer.element()
        writer.string(text)
      }
      writer.endArray()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
