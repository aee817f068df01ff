import CXFCrypto
import CXFKeePass
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct NewDatabaseTests {
  static let xml = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <KeePassFile><Meta><Generator>t</Generator></Meta><Root><Group><UUID>AiGFGt5mNnF5UUInFddhnw==</UUID><Name>G</Name>\
    <Entry><UUID>Wzkfnyu4btFDydT/gHDH9w==</UUID></Entry></Group></Root></KeePassFile>
    """.utf8)

  /// A database with one password.
  private static func database(
    _ derivation: KDBXKeyDerivation.Method, _ cipher: KDBXCipher, _ password: Text
  ) throws -> KDBXDatabase {
    let empty = try KeePassDocument(xml: xml)
    let entry = try #require(empty.xml.elements.indices.first { empty.xml.name(of: $0) == "Entry" })
    var edits = KeePassEdits()
    edits.append(
      try .element("String", [:], [.element("Key", text: "Title"), .element("Value", text: "Berth")]),
      to: entry)
    edits.append(
      try .element(
        "String", [:], [.element("Key", text: "Password"), .protected("Value", Array(password.utf8))]),
      to: entry)
    return KDBXDatabase(
      new: try empty.applying(edits), key: try SampleDatabase.key(), derivation: derivation, cipher: cipher)
  }

  private static let argon2 = KDBXKeyDerivation.Argon2(
    variant: .d, memory: 64 << 10, iterations: 2, parallelism: 3)

  private static let methods: [KDBXKeyDerivation.Method] = [
    .aes(rounds: 10_001), .argon2(argon2), .argon2(with(argon2) { $0.variant = .id }),
    .argon2(with(argon2) { $0.version = .v10 }), .aes(rounds: 0),
  ]

  private static func with(
    _ argon2: KDBXKeyDerivation.Argon2, _ change: (inout KDBXKeyDerivation.Argon2) -> Void
  ) -> KDBXKeyDerivation.Argon2 {
    var argon2 = argon2
    change(&argon2)
    return argon2
  }

  @Test(arguments: methods, KDBXCipher.allCases)
  func opensAsItWasMade(_ method: KDBXKeyDerivation.Method, _ cipher: KDBXCipher) throws {
    let database = try Self.database(method, cipher, "Ä\u{301} \u{1F511}")
    let file: [UInt8]
    do {
      file = try database.seal()
    } catch {
      // The library for Twofish may not be installed.
      #expect(error == .unsupported(.twofishLibrary))
      return
    }
    let again = try KDBXDatabase.open(file, keys: [SampleDatabase.key()])
    #expect(again.document.isSame(as: database.document))
    let entry = try #require(again.document.entries(titled: "Berth").first)
    #expect(again.document.value(of: entry, "Password") == "Ä\u{301} \u{1F511}")
    #expect(try again.derivation().method == method)
  }

  @Test(
    .enabled(
      if: Programs.keepassxc != nil, "keepassxc-cli is not installed; Scripts/setup --tests installs it"),
    arguments: methods.dropLast(), KDBXCipher.allCases)
  func keepassxcOpensIt(_ method: KDBXKeyDerivation.Method, _ cipher: KDBXCipher) throws {
    let program = try #require(Programs.keepassxc)
    let folder = try TemporaryFolder()
    let file = try folder.write("new.kdbx", Self.database(method, cipher, "pier \u{E9}").seal())
    let shown = try Programs.run(
      program, ["show", "--quiet", "--attributes", "Password", file, "Berth"], input: Array("harbour\n".utf8))
    #expect(shown == Array("pier \u{E9}\n".utf8))
  }

  @Test func valuesWithCharactersThatXMLCannotSayStayExact() throws {
    let database = try Self.database(.aes(rounds: 1), .aes, "x\u{1B}\u{0}y\r\n")
    let again = try KDBXDatabase.open(database.seal(), keys: [SampleDatabase.key()])
    let entry = try #require(again.document.entries(titled: "Berth").first)
    #expect(again.document.value(of: entry, "Password") == "x\u{1B}\u{0}y\r\n")
  }
}
