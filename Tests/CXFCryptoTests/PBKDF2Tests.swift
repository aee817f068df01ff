import CXFCrypto
import Testing

@Suite struct PBKDF2Tests {
  /// RFC 7914, section 11.
  @Test(arguments: [
    (
      "passwd", "salt", Int32(1),
      "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
    ),
    (
      "Password", "NaCl", Int32(80_000),
      "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
        + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
    ),
  ])
  func derivesTheKeysOfTheStandard(passphrase: String, salt: String, rounds: Int32, key: String) throws {
    let derived = try PBKDF2.derive(
      passphrase: SecretBytes(copying: passphrase.utf8), salt: Array(salt.utf8), rounds: rounds, count: 64,
      with: .sha256)
    let text = derived.withUnsafeBytes { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(text == key)
  }

  @Test func paddingTellsAWrongKey() throws {
    let key = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
    let vector = [UInt8](repeating: 9, count: 16)
    #expect(try AESCBC.open([UInt8](repeating: 0, count: 15), key: key, iv: vector) == nil)
    #expect(try AESCBC.open([], key: key, iv: vector) == nil)
    #expect(try AESCBC.open([UInt8](repeating: 0, count: 16), key: key, iv: vector) == nil)
  }
}
