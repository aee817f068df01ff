internal import CXFCrypto
public import CredentialExchangeFormat

/// One way of hybrid public key encryption that an importer offers, or the one that an exporter chose. CXP section 3.5.1.
public struct HPKEParameters: Sendable, Hashable {
  /// The mode of RFC 9180: `base`, `psk`, `auth`, `auth-psk`, or one that is not known.
  public var mode: Text
  /// Number of the key encapsulation in the IANA registry.
  public var kem: UInt16
  /// Number of the key derivation in the IANA registry.
  public var kdf: UInt16
  /// Number of the cipher in the IANA registry.
  public var aead: UInt16
  /// The JSON of the public key, a JWK (RFC 7517); nil where there is none.
  package var key: [UInt8]?

  /// Creates parameters.
  package init(mode: Text = "base", kem: UInt16, kdf: UInt16, aead: UInt16, key: [UInt8]?) {
    self.mode = mode
    self.kem = kem
    self.kdf = kdf
    self.aead = aead
    self.key = key
  }

  /// Whether both say the same mode and algorithms, whatever the keys.
  func corresponds(to other: HPKEParameters) -> Bool {
    mode == other.mode && kem == other.kem && kdf == other.kdf && aead == other.aead
  }

  init(_ object: StrictObject) throws(ExchangeError) {
    let range = UInt64(0)...UInt64(UInt16.max)
    mode = try object.string("mode")
    kem = UInt16(try object.integer("kem", in: range))
    kdf = UInt16(try object.integer("kdf", in: range))
    aead = UInt16(try object.integer("aead", in: range))
    key = object.json("key")
  }

  /// Writes the members in the order of the standard.
  func write(to writer: inout JSONWriter, includingKey: Bool = true) {
    writer.beginObject()
    writer.name("mode")
    writer.string(mode)
    writer.name("kem")
    writer.unsigned(UInt64(kem))
    writer.name("kdf")
    writer.unsigned(UInt64(kdf))
    writer.name("aead")
    writer.unsigned(UInt64(aead))
    if includingKey, let key {
      writer.name("key")
      writer.fragment(key)
    }
    writer.endObject()
  }
}
