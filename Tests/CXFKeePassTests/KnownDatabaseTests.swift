import CXFCrypto
import CXFKeePass
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite(.enabled(if: KnownDatabase.areHere, "the databases of other programs are not here"))
struct KnownDatabaseTests {
  private static func titles(_ document: KeePassDocument) -> [String] {
    let xml = document.xml
    return xml.elements.indices.filter {
      xml.name(of: $0) == "Entry" && xml.name(of: xml.elements[$0].parent) != "History"
    }.map { entry in
      xml.children(of: entry, named: "String").first { document.text(of: $0, child: "Key") == "Title" }
        .flatMap { document.text(of: $0, child: "Value")?.string } ?? ""
    }
  }

  @Test(arguments: KnownDatabase.all)
  func opensWithItsKey(_ known: KnownDatabase) throws {
    let file = try known.file()
    let database = try known.open()
    #expect(database.header.major == known.version.0)
    #expect(database.header.minor == known.version.1)
    #expect(database.trailingByteCount == 0)
    let head = try database.header.encoded()
    #expect(file.starts(with: head))
    if let titles = known.titles { #expect(Self.titles(database.document) == titles) }
    // Protected values that went wrong would rarely be UTF-8.
    for element in database.document.xml.elements.indices where database.document.isProtected(element) {
      #expect(database.document.text(of: element) != nil)
    }
  }

  @Test(arguments: KnownDatabase.all.filter { $0.path.hasPrefix("bugs") || $0.path.contains("Format") })
  func anotherKeyIsToldFromDamage(_ known: KnownDatabase) throws {
    let file = try known.file()
    let key = try KDBXKey([.passphrase(SecretBytes(copying: Array("wrong".utf8)))])
    #expect(throws: KDBXError.wrongKey(isCertain: known.version.0 == 4)) {
      try KDBXDatabase.open(file, keys: [key])
    }
  }

  @Test(arguments: KnownDatabase.all)
  func rewritesWithoutLosingAnything(_ known: KnownDatabase) throws {
    let database = try known.open()
    let written = try database.seal()
    let again = try KDBXDatabase.open(written, keys: [KDBXKey(known.parts())])
    #expect(again.header.major == 4)
    #expect(try DatabaseDump(again).lines() == DatabaseDump(database).lines())
    if known.version.0 == 4 {
      #expect(again.document.isSame(as: database.document))
      #expect(again.header.minor >= database.header.minor)
      #expect(again.inner.binaries == database.inner.binaries)
    } else {
      let older = try database.seal(as: .version3)
      let same = try KDBXDatabase.open(older, keys: [KDBXKey(known.parts())])
      #expect(same.header.major == 3)
      #expect(try DatabaseDump(same).lines() == DatabaseDump(database).lines())
    }
    #expect(try again.derivation().method == database.derivation().method)
  }

  @Test func whatIsWrittenTwiceSharesNoSeedAndNoKeyStream() throws {
    let database = try #require(KnownDatabase.all.first { $0.path.hasSuffix("test4_aes.kdbx") }).open()
    let first = try database.seal()
    let second = try database.seal()
    let (one, _) = try KDBXHeader.read(first)
    let (two, _) = try KDBXHeader.read(second)
    for id in [KDBXHeader.ID.masterSeed, KDBXHeader.ID.initialVector, KDBXHeader.ID.derivation] {
      #expect(one[id] != two[id])
      #expect(one[id] != database.header[id])
    }
  }

  // MARK: Those that must not open

  @Test func aHeaderThatWasExchangedIsRefused() throws {
    let file = try SharedFiles.bytes("cases/keepassxc/BrokenHeaderHash.kdbx")
    let key = try KDBXKey([.passphrase(SecretBytes(copying: []))])
    #expect(throws: KDBXError.damaged(.headerHash)) { try KDBXDatabase.open(file, keys: [key]) }
  }

  @Test(arguments: [
    ("keepassxc/FileKeyXmlBrokenBase64.key", KDBXKeyFileError.encoding),
    ("keepassxc/FileKeyXmlV2HashFail.keyx", .checksum),
    ("pykeepass/test_invalidversion.key", .version("3.00")),
  ])
  func aDamagedKeyFileIsNotTakenForAnyFile(_ path: String, _ expected: KDBXKeyFileError) throws {
    let file = try SharedFiles.bytes("cases/\(path)")
    #expect(throws: expected) { try KDBXKeyPart.keyFile(file) }
  }

  @Test(arguments: ["basic", "CompositeKey", "FileKeyHex"])
  func databasesOfKeePass1AreNamed(_ name: String) throws {
    let file = try SharedFiles.bytes("cases/keepassxc/\(name).kdb")
    #expect(KDBXHeader.isKeePass1(file))
    #expect(throws: KDBXError.keePass1) { try KDBXDatabase.open(file, keys: []) }
  }

  @Test func theAnswerOfASecurityKeyIsPartOfTheKey() throws {
    let file = try SharedFiles.bytes("cases/keepassxc/YubiKeyProtectedPasswords.kdbx")
    let passphrase = try KDBXKeyPart.passphrase(SecretBytes(copying: Array("a".utf8)))
    #expect(throws: KDBXError.wrongKey(isCertain: true)) {
      try KDBXDatabase.open(file, keys: [KDBXKey([passphrase])])
    }
    let (header, _) = try KDBXHeader.read(file)
    let field = try #require(header[KDBXHeader.ID.derivation])
    let salt = try #require(try VariantDictionary(field, field: KDBXHeader.ID.derivation).bytes("S"))
    // Published by the project for its test.
    let secret = Hex.bytes("1ce30fd78d20dcfa40b50c18779afb0f02288db7")
    let answer = try HMAC.tag(of: salt, key: secret, with: .sha1)
    let key = try KDBXKey([.response(SecretBytes(copying: answer)), passphrase])
    let database = try KDBXDatabase.open(file, keys: [key])
    #expect(Self.titles(database.document) == ["entry1", "entry2"])
    // The salt stays, or the device would have to be asked again.
    let written = try database.seal()
    #expect(try KDBXDatabase.open(written, keys: [key]).derivation().salt == salt)
  }

  @Test(arguments: [("bugs/B091-empty-password.kdbx", true), ("bugs/B091-no-password.kdbx", false)])
  func anEmptyPassphraseIsTriedAsOneAndAsNone(_ path: String, _ isSet: Bool) throws {
    let file = try SharedFiles.bytes("cases/\(path)")
    let keyFile = try KDBXKeyPart.keyFile(SharedFiles.bytes("cases/bugs/B091-key.keyx"))
    let empty = try KDBXKeyPart.passphrase(SecretBytes(copying: []))
    #expect(throws: Never.self) {
      try KDBXDatabase.open(file, keys: KDBXKey.candidates([empty, keyFile]))
    }
    let alone = try KDBXKey([keyFile])
    let both = try KDBXKey([empty, keyFile])
    #expect(throws: Never.self) { try KDBXDatabase.open(file, keys: [isSet ? both : alone]) }
    #expect(throws: KDBXError.wrongKey(isCertain: true)) {
      try KDBXDatabase.open(file, keys: [isSet ? alone : both])
    }
    #expect(throws: KDBXError.wrongKey(isCertain: true)) {
      try KDBXDatabase.open(file, keys: KDBXKey.candidates([empty]))
    }
  }
}
