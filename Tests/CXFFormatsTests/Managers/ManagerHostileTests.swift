import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Exports that are cut off, altered, or have other types than they should.
@Suite struct ManagerHostileTests {
  private typealias Export = ManagerSampleTests.Export

  static let documents = ManagerSampleTests.exports.filter { !$0.isVector }
  static let archives = ManagerSampleTests.exports.filter { $0.name.hasSuffix(".zip") }
  static let encrypted = ManagerSampleTests.exports.filter(\.isEncrypted)

  @Test(arguments: documents) func aCutDocumentIsDamaged(_ export: ManagerSampleTests.Export) throws {
    let bytes = export.bytes()
    for count in stride(from: 1, to: bytes.count - 1, by: 97) {
      #expect(try Managers.failure(Array(bytes.prefix(count)), as: export.format) == .damaged)
    }
  }

  @Test(arguments: documents) func valuesOfOtherTypesCostThemselvesOnly(_ export: ManagerSampleTests.Export)
    throws
  {
    let bytes = export.bytes()
    let source = try Managers.format(export.format)
    let others = [
      #""text""#, "7", "-1.5e300", "true", "null", "[]", "{}", "[[null]]", #"{"a":{"b":[1]}}"#, #""""#,
    ]
    for (index, range) in try Managers.values(bytes).enumerated() {
      let other = Array(others[index % others.count].utf8)
      let changed = Array(bytes[..<range.lowerBound]) + other + Array(bytes[range.upperBound...])
      do {
        let reading = try Managers.read(SourceFile(name: "x", bytes: changed), as: export.format)
        if index % 7 == 0 { _ = try Bitwarden.convert(reading, from: source, to: CXFDocument.format) }
      } catch let error as FormatError {
        // Only what is around all records can be missing as a whole.
        #expect(error.kind == .damaged || error.kind == .unsupportedEncryption)
      }
    }
  }

  @Test(arguments: archives) func aCutArchiveIsDamaged(_ export: ManagerSampleTests.Export) throws {
    let bytes = export.bytes()
    for count in stride(from: 4, to: bytes.count - 1, by: 131) {
      #expect(try Managers.failure(Array(bytes.prefix(count)), as: export.format) == .damaged)
    }
  }

  @Test(arguments: encrypted) func aWrongPasswordIsSaid(_ export: ManagerSampleTests.Export) throws {
    let bytes = export.bytes()
    #expect(try Managers.failure(bytes, as: export.format) == .passphraseNeeded)
    for password in ["", "correct horse ", "Correct horse", "x"] {
      #expect(try Managers.failure(bytes, as: export.format, password: password) == .wrongPassphrase)
    }
  }

  @Test(arguments: encrypted) func aCutOrAlteredVaultIsNeverRead(_ export: ManagerSampleTests.Export) throws {
    let bytes = export.bytes()
    for index in stride(from: 80, to: bytes.count - 30, by: 151) {
      var changed = bytes
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      for variant in [changed, Array(bytes.prefix(index))] {
        let failure = try Managers.failure(variant, as: export.format, password: Managers.password)
        #expect(failure != nil && failure != .passphraseNeeded)
      }
    }
  }

  @Test func endlessNestingEnds() throws {
    let folders = String(repeating: #"{"name":"a","folders":["#, count: 300)
    let text = "{\"folders\":[\(folders)\(String(repeating: "]}", count: 300))],\"items\":[]}"
    let file = SourceFile(name: "x", bytes: Array(text.utf8))
    let reading = try? Managers.read(file, as: "psono-json")
    if let reading { try Managers.balance(reading, from: "psono-json") }
  }

  @Test(arguments: [
    (
      #"{"encrypted":true,"passwords":[{"website":"a","username":"b","password":"c","message":"d"}]}"#,
      "passky-json"
    ),
    (
      #"{"version":1,"cipher":"aes","mode":"ccm","keySize":256,"iter":1,"adata":"","ct":"AA=="}"#,
      "padlock-json"
    ),
  ])
  func whatCannotBeOpenedIsRefused(text: String, format: String) throws {
    let match = try FormatTable.detect(SourceFile(name: "x", bytes: Array(text.utf8)))
    #expect(match.format.id == format)
    #expect(try Managers.failure(Array(text.utf8), as: format) == .unsupportedEncryption)
  }

  @Test func aNewerDashlaneArchiveIsRefusedWithAnotherWay() throws {
    // "$1$argon2d$16$" and some bytes.
    let text =
      "head\n---Data BEGIN---\nJDEkYXJnb24yZCQxNiQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"
    #expect(
      try Managers.failure(Array(text.utf8), as: "dashlane-dash", password: "x") == .unsupportedEncryption)
  }

  @Test func damagedMessagePackIsNoPasskey() throws {
    for content in [
      "", "gg==", "3////////w==", "3f////8=", "xv////8=",
      "kpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpI=",
    ] {
      let text = """
        {"version":"1","vaults":{"v":{"name":"A","items":[{"itemId":"i","data":{"metadata":{"name":"P"},"type":"login",
        "content":{"passkeys":[{"content":"\(content)","rpId":"a.example"}]}}}]}}}
        """
      let item = try Managers.items(try Managers.read(text, as: "proton-json")).titled("P")
      #expect(item.passkey == nil)
    }
  }
}
