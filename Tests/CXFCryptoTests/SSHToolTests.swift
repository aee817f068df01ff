import CXFCrypto
import Foundation
import Testing

/// The programs of OpenSSH and OpenSSL judge what we read and write.
@Suite(
  .enabled(if: Tool.sshKeygen != nil && Tool.openssl != nil, "ssh-keygen or openssl is not installed"))
struct SSHToolTests {
  private let keygen: Tool
  private let openssl: Tool

  init() throws {
    keygen = try #require(Tool.sshKeygen)
    openssl = try #require(Tool.openssl)
  }

  static let kinds = [
    ["-t", "ed25519"], ["-t", "rsa", "-b", "2048"], ["-t", "ecdsa", "-b", "256"],
    ["-t", "ecdsa", "-b", "384"], ["-t", "ecdsa", "-b", "521"],
  ]

  private let pkcs8 = ["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"]

  private func makeKey(_ kind: [String], in folder: URL, passphrase: String = "") throws -> URL {
    let file = folder.appendingPathComponent("key")
    try keygen.run(["-q", "-N", passphrase, "-C", "who@where now", "-f", file.path] + kind)
    return file
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: kinds)
  func agreesOnAKeyThatSSHKeygenMade(kind: [String]) throws {
    try withTemporaryFolder { folder in
      let file = try makeKey(kind, in: folder)
      let original = Array(try Data(contentsOf: file))
      let key = try SSHKey(bytes: original)
      #expect(key.commentText == "who@where now")
      #expect(key.publicKeyLine + "\n" == text(try keygen.run(["-y", "-f", file.path])))
      #expect(text(try keygen.run(["-lf", file.path])).contains(" \(key.fingerprint) who@where now"))

      // OpenSSL reads our PKCS #8 and would write it with the same bytes.
      let der = folder.appendingPathComponent("key.der")
      try writePrivate(key.pkcs8, to: der)
      #expect(try openssl.run(pkcs8 + ["-inform", "DER", "-in", der.path]) == key.pkcs8)
      #expect(text(try openssl.run(["pkey", "-inform", "DER", "-in", der.path])) == key.pkcs8Text)

      // ssh-keygen reads our text, which differs from its own only in the drawn check numbers.
      let ours = folder.appendingPathComponent("ours")
      try writePrivate(Array(try key.openSSHText().utf8), to: ours)
      #expect(text(try keygen.run(["-y", "-f", ours.path])) == key.publicKeyLine + "\n")
      #expect(
        withoutCheckNumbers(Array(try key.openSSHText().utf8), key) == withoutCheckNumbers(original, key))
      // Rewriting with an empty passphrase makes ssh-keygen load the private half too.
      try keygen.run(["-q", "-p", "-P", "", "-N", "", "-f", ours.path])
      #expect(try SSHKey(bytes: Array(try Data(contentsOf: ours))).pkcs8 == key.pkcs8)
    }
  }

  private func withoutCheckNumbers(_ text: [UInt8], _ key: SSHKey) -> [UInt8] {
    var bytes = base64(self.text(text).split(separator: "\n").dropFirst().dropLast().joined())
    let start = 15 + 8 + 8 + 4 + 4 + 4 + key.publicBlob.count + 4
    if bytes.count >= start + 8 {
      bytes.replaceSubrange(start..<start + 8, with: [UInt8](repeating: 0, count: 8))
    }
    return bytes
  }

  @Test(arguments: kinds.dropFirst(), ["PEM", "PKCS8"])
  func readsTheOtherFormsOfSSHKeygen(kind: [String], form: String) throws {
    try withTemporaryFolder { folder in
      let file = try makeKey(kind, in: folder)
      let key = try SSHKey(bytes: Array(try Data(contentsOf: file)))
      try keygen.run(["-q", "-p", "-P", "", "-N", "", "-m", form, "-f", file.path])
      let other = try SSHKey(bytes: Array(try Data(contentsOf: file)))
      #expect(other.form != .openSSH)
      #expect(other.pkcs8 == key.pkcs8)
      #expect(other.comment.isEmpty)
    }
  }

  @Test(arguments: [
    ("RFC4716", SSHKeyError.encrypted(.openSSH)), ("PEM", .encrypted(.pem)), ("PKCS8", .encrypted(.pkcs8)),
  ])
  func namesEncryption(form: String, expected: SSHKeyError) throws {
    try withTemporaryFolder { folder in
      let file = try makeKey(["-t", "ecdsa", "-m", form], in: folder, passphrase: "hunter22")
      let bytes = Array(try Data(contentsOf: file))
      #expect(thrown(SSHKeyError.self) { try SSHKey(bytes: bytes) } == expected)
    }
  }

  @Test func readsOpenSSLsOwnForms() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("ec.pem")
      try openssl.run(["ecparam", "-name", "prime256v1", "-genkey", "-out", file.path])
      let bytes = Array(try Data(contentsOf: file))
      let key = try SSHKey(bytes: bytes)
      #expect(key.form == .sec1)
      #expect(!key.hasOtherText)
      #expect(try openssl.run(pkcs8 + ["-in", file.path]) == key.pkcs8)
    }
  }
}
