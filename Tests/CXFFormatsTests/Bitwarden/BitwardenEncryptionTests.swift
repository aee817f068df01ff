import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Exports that are protected with a password, made by an independent script (`Scripts/vectors/bitwarden.py`).
@Suite struct BitwardenEncryptionTests {
  private func text(_ name: String) -> String {
    Samples.text("Tests/CXFFormatsTests/Vectors/bitwarden/\(name).json")
  }

  private func read(
    _ text: String, _ password: String = OnePassword.password, limit: KeyDerivationLimit = .standard
  ) throws -> Reading {
    let file = SourceFile(name: "x.json", bytes: Array(text.utf8))
    let match = try FormatTable.detect(file)
    #expect(match.format.id == "bitwarden-json")
    let read = try #require(match.format.read)
    var options = OnePassword.options(password)
    options.derivationLimit = limit
    return try read(file, options)
  }

  private func failure(
    _ text: String, _ password: String = OnePassword.password, limit: KeyDerivationLimit = .standard
  ) throws -> FormatError {
    try #require(throws: FormatError.self) { try read(text, password, limit: limit) }
  }

  @Test(arguments: ["pbkdf2", "argon2id"])
  func opensWithThePassword(_ name: String) throws {
    let reading = try read(text(name))
    let item = try #require(Bitwarden.items(reading).first)
    #expect(item.title == "Harbour" && item.basicAuth?.password?.value == " eel, pïe ")
    #expect(reading.isDerived)
    let conversion = try Bitwarden.convert(reading, to: CXFDocument.format)
    #expect(conversion.values.lost == 0)
  }

  @Test(arguments: ["pbkdf2", "argon2id"])
  func tellsAnotherPasswordFromDamage(_ name: String) throws {
    for password in ["", "sable otter 4", "sable otter 41\n"] {
      #expect(try failure(text(name), password).kind == .wrongPassphrase)
    }
    // Behind the check of the password: vector, ciphertext and seal of the data.
    let whole = text(name)
    let start = try #require(whole.range(of: "\"data\": \"2.")?.upperBound)
    let end = try #require(whole[start...].firstIndex(of: "\""))
    let count = whole.distance(from: start, to: end)
    for offset in stride(from: 0, to: count, by: max(1, count / 30)) {
      let place = whole.index(start, offsetBy: offset)
      guard whole[place] != "|", whole[place] != "=" else { continue }
      var changed = whole
      changed.replaceSubrange(place...place, with: whole[place] == "A" ? "B" : "A")
      let error = try failure(changed)
      #expect(error.kind == .damaged && error.finding.code.name == "encrypted-data-damaged", "\(offset)")
    }
  }

  @Test func anotherSaltOrOtherWorkIsAnotherKey() throws {
    for (old, new) in [
      ("\"kdfIterations\": 5000", "\"kdfIterations\": 5001"), ("\"kdfType\": 0", "\"kdfType\": 9"),
    ] {
      let error = try failure(text("pbkdf2").replacing(old, with: new))
      #expect(error.kind == (new.contains("9") ? .unsupportedEncryption : .wrongPassphrase))
    }
    #expect(
      try failure(text("argon2id").replacing("\"kdfParallelism\": 2", with: "\"kdfParallelism\": 1")).kind
        == .wrongPassphrase)
  }

  @Test(arguments: [
    ("pbkdf2", "\"kdfIterations\": 5000", "\"kdfIterations\": 2147483647"),
    ("argon2id", "\"kdfMemory\": 16", "\"kdfMemory\": 4194303"),
    ("argon2id", "\"kdfIterations\": 2", "\"kdfIterations\": 4000000000"),
    ("argon2id", "\"kdfParallelism\": 2", "\"kdfParallelism\": 4096"),
  ])
  func refusesMoreWorkThanIsAllowed(_ name: String, _ old: String, _ new: String) throws {
    let error = try failure(text(name).replacing(old, with: new))
    #expect(error.kind == .unsupportedEncryption && error.finding.code.name == "key-derivation-refused")
    #expect(error.hint?.contains("--kdf-limit") == true)
  }

  @Test func aLimitOfTheUsersIsKeptAndRaised() throws {
    var limit = KeyDerivationLimit(memoryKiB: 15 << 10, iterations: 2, parallelism: 2)
    #expect(try failure(text("argon2id"), limit: limit).finding.code.name == "key-derivation-refused")
    limit.memoryKiB = 16 << 10
    #expect(try read(text("argon2id"), limit: limit).itemCount == 1)
  }

  @Test(arguments: ["null", "-1", "0", "1.5", "\"x\"", "99999999999999999999", "[]"])
  func parametersThatAreNoneAreDamage(_ value: String) throws {
    for (name, member) in [
      ("pbkdf2", "\"kdfIterations\": 5000"), ("argon2id", "\"kdfIterations\": 2"),
      ("argon2id", "\"kdfMemory\": 16"),
      ("argon2id", "\"kdfParallelism\": 2"),
    ] {
      let label = member.prefix { $0 != ":" }
      #expect(try failure(text(name).replacing(member, with: "\(label): \(value)")).kind == .damaged)
    }
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
  func opensAnExportOfTheProgram() throws {
    let text = try SharedFiles.text("cases/keepassxc/bitwarden_encrypted_export.json")
    let reading = try read(text, "a")
    #expect(reading.itemCount > 0)
    #expect(try Bitwarden.convert(reading, to: CXFDocument.format).values.lost == 0)
    #expect(try failure(text, "b").kind == .wrongPassphrase)
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
  func b106TellsNeededFromWrong() throws {
    let text = try SharedFiles.text("cases/bugs/B106-bitwarden-protected.json")
    #expect(try failure(text, "x").finding.code.name == "wrong-password")
  }
}
