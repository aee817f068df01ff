import CXFCrypto
import CXFTestSupport
import Foundation
import Testing

/// Keys as other projects keep them in their tests, and as exports of password managers hold them.
@Suite(
  .enabled(
    if: SharedFiles.has("cases/bitwarden-ssh") && SharedFiles.has("cases/bugs"),
    "the shared sample files are absent"))
struct SSHKeySampleTests {
  @Test(arguments: [
    "ecdsa_openssh_unencrypted", "ecdsa_p384_openssh_unencrypted", "ecdsa_p521_openssh_unencrypted",
    "ed25519_pkcs8_unencrypted", "ed25519_putty_openssh_unencrypted", "ed25519_regression_17028",
    "rsa_openssh_unencrypted", "rsa_pkcs8_unencrypted",
  ])
  func givesThePublicKeyBesideIt(name: String) throws {
    let text = try SharedFiles.text("cases/bitwarden-ssh/\(name)")
    let line = try SharedFiles.text("cases/bitwarden-ssh/\(name).pub")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    var key = try SSHKey(text: text)
    // PKCS #8 has no comment; the file beside it may have one.
    if key.form == .pkcs8 { key.comment = Array(line.split(separator: " ").dropFirst(2).joined().utf8) }
    #expect(key.publicKeyLine == line)
    #expect(!key.hasOtherText)
    #expect(try SSHKey(text: key.openSSHText()).pkcs8 == key.pkcs8)
    #expect(SSHKey.holdSameKey(text, key.pkcs8Text))
  }

  /// Fingerprints by ssh-keygen.
  @Test(arguments: [
    ("ecdsa_openssh_unencrypted", "SHA256:2Oehx+uQz+Jjj0/8Em6aC86GxfCr2oQjYX12TV0KNwA"),
    ("wrong_label", "SHA256:2Oehx+uQz+Jjj0/8Em6aC86GxfCr2oQjYX12TV0KNwA"),
    ("rsa_putty_pkcs1_unencrypted", "SHA256:RUynSX6TPSX6x3Z61jopEpiDm1u7OYCX7zGkUcrjin4"),
    ("ed25519_regression_17028", "SHA256:9UeSqZamYMygQ1se2909UiPGXd7SbNSBa5Zenw6dyeA"),
  ])
  func givesTheFingerprint(name: String, fingerprint: String) throws {
    #expect(
      try SSHKey(bytes: try SharedFiles.bytes("cases/bitwarden-ssh/\(name)")).fingerprint == fingerprint)
  }

  @Test func readsASingleLine() throws {
    let name = "cases/bitwarden-ssh/ed25519_pkcs8"
    #expect(
      SSHKey.holdSameKey(
        try SharedFiles.text("\(name)_1password_single_line_unencrypted"),
        try SharedFiles.text("\(name)_unencrypted")))
  }

  @Test func namesAHardwareKey() throws {
    let text = try SharedFiles.text("cases/bitwarden-ssh/sk_ed25519_openssh_unencrypted")
    #expect(thrown(SSHKeyError.self) { try SSHKey(text: text) } == .hardwareKey("sk-ssh-ed25519@openssh.com"))
  }

  @Test(arguments: [
    ("B075-pkcs1-crlf", "R", "SHA256:LqD2bn/xibUacXzpMXN3VG2Uyvbi7AqZfdk9j49mD9A", SSHKey.Form.pkcs1),
    ("B075-pkcs1-crlf", "E", "SHA256:R+B5TCKL0bhYkBWuXJ5gJ7NH55Y5asjhvtA8xuTRpvQ", .pkcs8),
    ("B077-ssh-to-kdbx", "Deploy", "SHA256:R+B5TCKL0bhYkBWuXJ5gJ7NH55Y5asjhvtA8xuTRpvQ", .openSSH),
  ])
  func readsTheKeysOfAnExport(file: String, title: String, fingerprint: String, form: SSHKey.Form) throws {
    struct Export: Decodable {
      struct Item: Decodable {
        struct Key: Decodable { let privateKey: String }
        let name: String
        let sshKey: Key
      }
      let items: [Item]
    }
    let export = try JSONDecoder().decode(
      Export.self, from: Data(try SharedFiles.bytes("cases/bugs/\(file).json")))
    let item = try #require(export.items.first { $0.name == title })
    let key = try SSHKey(text: item.sshKey.privateKey)
    #expect(key.fingerprint == fingerprint)
    #expect(key.form == form)
  }
}
