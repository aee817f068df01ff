internal import CXFKeePass
internal import CXFVaults

extension VaultError {
  /// What an error of the container means for a vault.
  init(_ error: KDBXError) {
    switch error {
    case .notKDBX: self = .damaged("it is no KeePass database")
    case .keePass1: self = .damaged("it is a database of KeePass 1, which cannot be used as a vault")
    case .version(let major, _): self = .unknownVersion(Int(major))
    case .wrongKey: self = .wrongKey
    case .damaged(let damage): self = .damaged(Self.words(damage))
    case .unsupported(let feature): self = .damaged(Self.words(feature))
    case .limit(.derivation(let words)): self = .keyDerivationLimit(words)
    case .limit: self = .damaged("it unpacks to more than is allowed")
    case .crypto: self = .storage("the cryptographic library failed")
    case .notAsWritten:
      self = .storage("what would be written does not read back; the file was left as it is")
    }
  }

  private static func words(_ damage: KDBXDamage) -> String {
    switch damage {
    case .headerCutOff, .headerField, .headerChecksum, .headerHash: "its header was changed"
    case .cutOff, .padding: "a part of it is missing"
    case .block(let number): "block \(number) was changed"
    case .compression: "its content cannot be unpacked"
    case .innerHeader, .xml, .protectedValue: "its content breaks the rules of the format"
    }
  }

  private static func words(_ feature: KDBXFeature) -> String {
    switch feature {
    case .cipher(let uuid): "its cipher (\(uuid)) is not known here"
    case .twofishLibrary: "it is encrypted with Twofish, for which a library is missing"
    case .keyDerivation(let uuid): "its way of making keys (\(uuid)) is not known here"
    case .argon2Version(let version): "it uses version \(version) of Argon2, which is not known here"
    case .dictionaryVersion, .compression, .innerStream:
      "it uses a version of the format that is not known here"
    case .olderVersion: "its version cannot be lowered"
    }
  }
}
