import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Whether a passkey's key is whole, and its public half belongs to it.
enum PrivateKey {
  static func check(_ der: [UInt8]) throws -> Bool {
    let info = try PrivateKeyInfo(der: der)
    _ = try info.checkedPublicKey()
    return info.algorithm == .ec(.p256)
  }
}

/// Samples of other projects, and cases of public bug reports.
@Suite(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
struct ManagerCaseTests {
  static let cases: [(name: String, format: String, items: Int)] = [
    ("proton-authenticator/pass/PassExport.zip", "proton-json", 9),
    ("bitwarden-clients/protonpass-json/protonpass.json", "proton-json", 5),
    ("bugs/B065-proton-card.json", "proton-json", 2),
    ("keeper-commander/import_records_into_folders.json.txt", "keeper-json", 2),
    ("keeper-commander/import_shared_folders.json.txt", "keeper-json", 0),
    ("keeper-commander/import_shared_folders_and_records.json.txt", "keeper-json", 2),
    ("bitwarden-clients/keeper-json/testdata.json", "keeper-json", 3),
    ("buttercup-importer/keeper.json", "keeper-json", 3),
    ("bitwarden-clients/enpass-json/login.json", "enpass-json", 1),
    ("bitwarden-clients/enpass-json/note.json", "enpass-json", 1),
    ("bitwarden-clients/enpass-json/folders.json", "enpass-json", 1),
    ("pass-import/enpass.json", "enpass-json", 14),
    ("bitwarden-clients/psono-json/application-passwords.json", "psono-json", 1),
    ("bitwarden-clients/psono-json/bookmark.json", "psono-json", 1),
    ("bitwarden-clients/psono-json/empty-folders.json", "psono-json", 0),
    ("bitwarden-clients/psono-json/gpg.json", "psono-json", 1),
    ("bitwarden-clients/psono-json/notes.json", "psono-json", 1),
    ("bitwarden-clients/psono-json/totp.json", "psono-json", 1),
    ("psono-client/psono-json.json", "psono-json", 4),
    ("pass-import/dashlane.json", "dashlane-json", 15),
    ("pass-import/blur.json", "blur-json", 14),
  ]

  @Test(arguments: cases) func everySampleBalances(name: String, format: String, items: Int) throws {
    let reading = try Managers.shared(name, as: format)
    #expect(Managers.items(reading).count == items)
    let conversion = try Managers.balance(reading, from: format)
    // With whom a folder is shared is all that CXF has no place for.
    #expect(
      conversion.findings.filter { $0.action == .lost }.allSatisfy {
        $0.field?.contains("permissions") == true
      })
  }

  @Test func b065ReadsBothFormsOfTheExpiry() throws {
    let items = Managers.items(try Managers.shared("bugs/B065-proton-card.json", as: "proton-json"))
    #expect(items.map { $0.card?.expiryDate?.value } == ["2024-08", "2027-09"])
    #expect(items[0].card?.pin?.value == "0077")
  }

  @Test func buttercupsVaultOpensWithItsPassword() throws {
    let bytes = try SharedFiles.bytes("cases/buttercup-importer/test.bcup")
    #expect(try Managers.failure(bytes, as: "buttercup-bcup") == .passphraseNeeded)
    #expect(try Managers.failure(bytes, as: "buttercup-bcup", password: "passw0rd ") == .wrongPassphrase)
    let reading = try Managers.read(bytes, as: "buttercup-bcup", password: "passw0rd")
    let item = try Managers.items(reading).titled("Test Entry")
    #expect(item.basicAuth?.username?.value == "user@site.com" && item.scope?.urls == ["http://test.com"])
    try Managers.balance(reading, from: "buttercup-bcup")
  }

  @Test func encryptedOnesAreRefusedByName() throws {
    let passky = try SharedFiles.bytes("cases/bitwarden-clients/passky-json/passky-encrypted.json")
    #expect(try Managers.failure(passky, as: "passky-json") == .unsupportedEncryption)
    let padlock = try SharedFiles.bytes("cases/pass-import/padlock.json")
    #expect(try Managers.failure(padlock, as: "padlock-json") == .unsupportedEncryption)
  }

  @Test func keepersFoldersKeepTheirBlanks() throws {
    let reading = try Managers.shared("buttercup-importer/keeper.json", as: "keeper-json")
    let folder = try #require(reading.accounts[0].account.collections.first)
    #expect(folder.title == "Foo " && folder.subcollections.map(\.title) == ["Bar "])
  }
}

/// The program that opens OpenPGP messages.
private enum Program {
  static let path = ["/usr/bin/gpg", "/usr/local/bin/gpg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}

/// Proton Pass's export encrypted by OpenPGP, which another program opens.
@Suite(.enabled(if: Program.path != nil, "gpg is not installed")) struct OpenPGPTests {
  private func encrypt(_ bytes: [UInt8], armored: Bool) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let input = try folder.write("plain", bytes)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Program.path))
    process.arguments =
      ["--homedir", folder.path, "--batch", "--quiet", "--no-autostart", "--pinentry-mode", "loopback"]
      + ["--s2k-count", "65536", "--passphrase", Managers.password] + (armored ? ["--armor"] : [])
      + ["-o", folder.path("message"), "-c", input]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try #require(folder.bytes("message"))
  }

  @Test(arguments: [true, false], ["proton-json.json", "proton.zip"])
  func theMessageOpensWithItsPassphrase(armored: Bool, name: String) throws {
    let plain = name.hasSuffix("zip") ? Managers.vector(name) : Samples.bytes("Samples/exports/\(name)")
    let message = try encrypt(plain, armored: armored)
    let reading = try Managers.read(message, as: "proton-json", password: Managers.password)
    #expect(Managers.items(reading).count == 10 && reading.isDerived)
    try Managers.balance(reading, from: "proton-json")
    #expect(try Managers.failure(message, as: "proton-json") == .passphraseNeeded)
    #expect(try Managers.failure(message, as: "proton-json", password: "x") == .wrongPassphrase)
    let cut = Array(message.prefix(message.count * 2 / 3))
    let failure = try Managers.failure(cut, as: "proton-json", password: Managers.password)
    #expect(failure == .damaged || failure == .wrongPassphrase)
  }
}
