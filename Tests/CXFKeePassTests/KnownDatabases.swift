import CXFCrypto
import CXFKeePass
import CXFTestSupport
import Testing

/// The databases of other programs that lie beside the repository, and what opens them.
struct KnownDatabase: Sendable, CustomTestStringConvertible {
  /// Below the folder of cases.
  var path: String
  /// Nil for none, which differs from an empty one.
  var passphrase: String?
  var keyFile: String?
  /// Major and minor version, as they stand in the header.
  var version: (UInt16, UInt16)
  /// Titles of all entries, those in the trash too, but for earlier versions.
  var titles: [String]?

  var testDescription: String { path }

  init(
    _ path: String, _ passphrase: String?, keyFile: String? = nil, _ version: (UInt16, UInt16),
    titles: [String]? = nil
  ) {
    (self.path, self.passphrase, self.keyFile) = (path, passphrase, keyFile)
    (self.version, self.titles) = (version, titles)
  }

  static let all = [
    KnownDatabase("keepassxc/FileKeyHex.kdbx", nil, keyFile: "keepassxc/FileKeyHex.key", (2, 4)),
    KnownDatabase("keepassxc/FileKeyXml.kdbx", nil, keyFile: "keepassxc/FileKeyXml.key", (2, 4)),
    KnownDatabase("keepassxc/FileKeyXmlV2.kdbx", nil, keyFile: "keepassxc/FileKeyXmlV2.keyx", (3, 1)),
    KnownDatabase("keepassxc/Format200.kdbx", "a", (2, 0)),
    KnownDatabase("keepassxc/Format400.kdbx", "t", (4, 0)),
    KnownDatabase(
      "keepassxc/KeyFileProtectedNoPassword.kdbx", nil, keyFile: "keepassxc/KeyFileProtectedNoPassword.key",
      (4, 0)),
    KnownDatabase("keepassxc/MergeDatabase.kdbx", "a", (3, 1)),
    KnownDatabase("keepassxc/NewDatabaseBrowser.kdbx", "a", (4, 0)),
    KnownDatabase("keepassxc/NewDatabaseMulti.kdbx", "a", (3, 1)),
    KnownDatabase("keepassxc/NonAscii.kdbx", "\u{394}\u{F6}\u{636}", (3, 1)),
    KnownDatabase("keepassxc/ProtectedStrings.kdbx", "masterpw", (3, 1)),
    KnownDatabase("keepassxc/RecycleBinDisabled.kdbx", "123", (3, 1)),
    KnownDatabase("keepassxc/RecycleBinEmpty.kdbx", "123", (3, 1)),
    KnownDatabase("keepassxc/RecycleBinNotYetCreated.kdbx", "123", (3, 1)),
    KnownDatabase("keepassxc/RecycleBinWithData.kdbx", "123", (3, 1)),
    KnownDatabase("keepassxc/SyncDatabase.kdbx", "a", (3, 1)),
    KnownDatabase("keepassxc/SyncDatabaseDifferentPassword.kdbx", "b", (3, 1)),
    KnownDatabase("pykeepass/extra_content.kdbx", "password", (4, 0)),
    KnownDatabase("pykeepass/test3.kdbx", "password", keyFile: "pykeepass/test3.key", (3, 1)),
    KnownDatabase("pykeepass/test4.kdbx", "password", keyFile: "pykeepass/test4.key", (4, 0)),
    KnownDatabase("pykeepass/test4_aes.kdbx", "password", keyFile: "pykeepass/test4.key", (4, 0)),
    KnownDatabase("pykeepass/test4_aes_uncompressed.kdbx", "password", (4, 0)),
    KnownDatabase("pykeepass/test4_argon2id.kdbx", "password", (4, 0)),
    KnownDatabase("pykeepass/test4_blankpass.kdbx", "", keyFile: "pykeepass/test4.key", (4, 0), titles: []),
    KnownDatabase("pykeepass/test4_chacha20.kdbx", "password", keyFile: "pykeepass/test4.key", (4, 0)),
    KnownDatabase("pykeepass/test4_hex.kdbx", "password", keyFile: "pykeepass/test4_hex.key", (4, 0)),
    KnownDatabase("pykeepass/test4_keyx.kdbx", "password", keyFile: "pykeepass/test4_keyx.keyx", (4, 0)),
    KnownDatabase("pykeepass/test4_transformed.kdbx", "password", keyFile: "pykeepass/test4.key", (4, 0)),
    KnownDatabase(
      "buttercup-importer/test-archive-keyfile-kdbx3.kdbx", "passw0rd",
      keyFile: "buttercup-importer/test-archive-keyfile-kdbx3.key", (3, 1)),
    KnownDatabase(
      "buttercup-importer/test-archive-keyfile-kdbx4.kdbx", "passw0rd",
      keyFile: "buttercup-importer/test-archive-keyfile-kdbx4.key", (4, 1)),
    KnownDatabase(
      "bugs/B089-refs-history.kdbx", "test", (4, 0), titles: ["Master", "ByUuid", "Hist", "Trashed"]),
    KnownDatabase(
      "bugs/B091-empty-password.kdbx", "", keyFile: "bugs/B091-key.keyx", (4, 0), titles: ["EmptyPw"]),
    KnownDatabase(
      "bugs/B091-no-password.kdbx", nil, keyFile: "bugs/B091-key.keyx", (4, 0), titles: ["KeyOnly"]),
  ]

  static let areHere = SharedFiles.has("cases/keepassxc/Format400.kdbx")

  func file() throws -> [UInt8] { try SharedFiles.bytes("cases/\(path)") }

  func parts() throws -> [KDBXKeyPart] {
    var parts: [KDBXKeyPart] = []
    if let passphrase { parts.append(try .passphrase(SecretBytes(copying: Array(passphrase.utf8)))) }
    if let keyFile { parts.append(try .keyFile(SharedFiles.bytes("cases/\(keyFile)"))) }
    return parts
  }

  func open() throws -> KDBXDatabase {
    try KDBXDatabase.open(file(), keys: [KDBXKey(parts())])
  }
}
