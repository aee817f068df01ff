import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Databases of Password Safe, written by `Scripts/vectors/psafe3.py`.
@Suite(.enabled(if: TwofishLibrary.isPresent, "libgcrypt is absent"))
struct PasswordSafe3Tests {
  private static let format = "passwordsafe-psafe3"
  private static let passphrase = "Tür7"

  private func bytes(_ name: String) throws -> [UInt8] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<2 { folder.deleteLastPathComponent() }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Vectors/\(name)")))
  }

  private func reading() throws -> Reading {
    try Export.read(try bytes("harbour.psafe3"), Self.format, passphrase: Self.passphrase)
  }

  @Test func everyKindOfFieldHasItsPlace() throws {
    let reading = try reading()
    let values = try Export.balance(reading, Self.format)
    // The description of the database, and the bytes of a file.
    #expect(values.lost == 2)
    let items = Export.items(reading)
    #expect(items.map(\.title) == ["Harbour Ferry", "Same password", "Shortcut", "Card"])
    #expect(items[0].login == Login("mara", " two blanks outside "))
    #expect(items[0].note == "Pier 4\r\nzweite Zeile: ä")
    #expect(items[0].totp?.digits == 8)
    #expect(items[0].totp?.period == 60)
    #expect(items[0].totp?.secret == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    #expect(items[0].createdAt == Timestamp(1_600_000_000))
    let fields = items[0].fields.map { "\($0.label?.string ?? "")=\($0.value.string)" }
    #expect(
      fields == [
        "Password changed=2022-04-15T05:20:00Z", "Token=6f-p", "Bay=blue", "Email=mara@ferry.example",
        "field 0x7e=0102",
      ])
    #expect(items[0].fields[1].fieldType == .concealedString)
    #expect(items[3].card?.expiryDate?.value == "2029-07")
    #expect(items[3].files.map(\.name) == ["terms.txt"])
    #expect(Export.folders(reading).contains("Ports > North.West: Harbour Ferry"))
    #expect(Export.folders(reading).contains("Ports > Empty.dot: "))
  }

  @Test func aliasesAreFollowed() throws {
    let items = Export.items(try reading())
    #expect(items[1].login == Login("tom", " two blanks outside "))
    #expect(items[2].login == Login("mara", " two blanks outside "))
    #expect(items[2].scope?.urls == ["https://ferry.example/login"])
  }

  @Test func earlierPasswordsAreTheLatestFirst() throws {
    let text = String(decoding: CXFEncoder().encode(Export.items(try reading())[0]), as: UTF8.self)
    #expect(
      text.contains(
        "\"passwords\":[{\"password\":\"second one\",\"usedAt\":1650000000},{\"password\":\"ältest☂\",\"usedAt\":1620000000}]"
      ))
  }

  @Test func aPassphraseInTheCodePageOfWindowsOpensToo() throws {
    let reading = try Export.read(try bytes("codepage.psafe3"), Self.format, passphrase: Self.passphrase)
    #expect(Export.items(reading).map(\.login) == [Login(nil, "pw")])
  }

  @Test func passphrasesAreAskedForAndChecked() throws {
    let bytes = try bytes("harbour.psafe3")
    #expect(try Export.error(bytes, Self.format)?.kind == .passphraseNeeded)
    #expect(try Export.error(bytes, Self.format, passphrase: "Tür8")?.kind == .wrongPassphrase)
    let dear = try #require(try Export.error(bytes, Self.format, passphrase: Self.passphrase, limit: 2047))
    #expect(dear.finding.code == .derivationRefused)
    #expect(dear.hint?.contains("--kdf-limit") == true)
  }

  @Test func damageIsNoticed() throws {
    let whole = try bytes("harbour.psafe3")
    for index in stride(from: 36, to: whole.count, by: 53) {
      var changed = whole
      changed[index] ^= 0x40
      let error = try #require(
        try Export.error(changed, Self.format, passphrase: Self.passphrase, limit: 5000), "byte \(index)")
      #expect([.damaged, .wrongPassphrase, .unsupportedEncryption].contains(error.kind))
    }
    for count in stride(from: 0, to: whole.count, by: 41) {
      let error = try Export.error(Array(whole[..<count]), Self.format, passphrase: Self.passphrase)
      #expect(error?.kind == .damaged)
    }
  }
}

/// Whether the library is there that has Twofish.
private enum TwofishLibrary {
  static let isPresent: Bool = {
    let key = SecretBytes(copying: [UInt8](repeating: 0, count: 32))
    return (try? Twofish.encryptBlocks([], key: key)) != nil
  }()
}
