import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Databases of KeePass as a source.
@Suite struct KDBXTests {
  private static func options(
    _ passphrase: String?, keyFile: [UInt8]? = nil, none: Bool = false, rounds: UInt64? = nil
  ) -> ReadOptions {
    var options = ReadOptions()
    options.passphrase = passphrase.map { SourcePassphrase(SecretBytes(copying: Array($0.utf8))) }
    options.keyFile = keyFile.map { SourceKeyFile(name: "key", SecretBytes(copying: $0)) }
    options.hasNoPassphrase = none
    if let rounds { options.derivationLimit.rounds = rounds }
    return options
  }

  private static func read(_ bytes: [UInt8], _ options: ReadOptions) throws -> Reading {
    let file = SourceFile(name: "x", bytes: bytes)
    #expect(try FormatTable.detect(file).format.id == "kdbx")
    let read = try #require(FormatTable.format("kdbx")?.read)
    return try read(file, options)
  }

  private static func error(_ bytes: [UInt8], _ options: ReadOptions) throws -> FormatError? {
    do {
      _ = try read(bytes, options)
      return nil
    } catch let error as FormatError {
      return error
    }
  }

  private static func sample(_ name: String = "harbour.kdbx") throws -> Reading {
    try read(Samples.bytes("Samples/\(name)"), options("harbour"))
  }

  /// What stands in the export, whichever of the files it comes from.
  private static func comparable(_ reading: Reading) -> [Item] {
    Export.items(reading).map { item in
      var item = item
      // The file of the older database that the export does not have, and identifiers made of positions.
      item.credentials.removeAll { credential in
        guard case .file(let file) = credential else { return false }
        return file.name == "hidden.bin"
      }
      return item
    }
  }

  @Test(arguments: ["harbour.kdbx", "harbour-3.kdbx"])
  func aDatabaseHoldsWhatItsExportHolds(_ name: String) throws {
    let database = try Self.sample(name)
    let export = try Export.sample("keepass.xml", "keepass-xml")
    #expect(database.header.exporterRPID == export.header.exporterRPID)
    let (ours, theirs) = (Self.comparable(database), Self.comparable(export))
    #expect(ours.map(\.title) == theirs.map(\.title))
    for (item, other) in zip(ours, theirs) {
      #expect(CXFEncoder().encode(item) == CXFEncoder().encode(other), "\(item.title.string)")
    }
    #expect(Export.folders(database) == Export.folders(export))
    try Export.balance(database, "kdbx")
  }

  @Test func attachedFilesComeFromThePoolAndFromTheDocument() async throws {
    func contents(_ name: String) async throws -> [String: [UInt8]] {
      let item = try #require(
        try Self.sample(name).accounts[0].items.first { $0.item.title == "Harbour Ferry" })
      var contents: [String: [UInt8]] = [:]
      for attachment in item.attachments {
        let stream = try attachment.content.open()
        let file = item.item.files.first { $0.id == attachment.file }
        contents[file?.name.string ?? "?"] = try await stream.next()
      }
      return contents
    }
    let newer = try await contents("harbour.kdbx")
    let both: [String: [UInt8]] = ["chart.txt": Array("depth 4 m\n".utf8), "small.bin": [1, 2, 3]]
    #expect(newer == both)
    let older = try await contents("harbour-3.kdbx")
    #expect(older == both.merging(["hidden.bin": Array("hidden\0bytes".utf8)]) { first, _ in first })
  }

  @Test func bytesThatNoEntryNamesAreLostAndSaidToBe() throws {
    let reading = try Self.sample()
    let source = try #require(FormatTable.format("kdbx"))
    let makeWriter = try #require(CXFDocument.format.makeWriter)
    let conversion = try Conversion.run(
      [(SourceFile(name: "x", bytes: []), source, reading)], to: CXFDocument.format,
      writer: makeWriter(WriteOptions(timestamp: 1)),
      options: .init(timestamp: 1, includesTrash: true))
    #expect(conversion.findings.filter { $0.code.name == "attachment-without-item" }.count == 1)
  }

  // MARK: Keys

  @Test func aPassphraseIsAskedFor() throws {
    let bytes = Samples.bytes("Samples/harbour.kdbx")
    #expect(try Self.error(bytes, Self.options(nil))?.kind == .passphraseNeeded)
    // A damaged header is said before.
    var damaged = bytes
    damaged[40] ^= 1
    #expect(try Self.error(damaged, Self.options(nil))?.kind == .damaged)
    #expect(try Self.error(bytes, Self.options(nil, none: true))?.kind == .passphraseNeeded)
  }

  @Test func otherKeysAreRefusedWithAdvice() throws {
    let bytes = Samples.bytes("Samples/harbour.kdbx")
    let wrong = try #require(try Self.error(bytes, Self.options("port")))
    #expect(wrong.kind == .wrongPassphrase)
    #expect(wrong.hint?.contains("--key-file") == true)
    #expect(wrong.hint?.contains("security key") == true)
    let file = try #require(try Self.error(bytes, Self.options("harbour", keyFile: [1])))
    #expect(file.kind == .wrongPassphrase)
    let empty = try #require(try Self.error(bytes, Self.options("harbour", keyFile: [])))
    #expect(empty.finding.code == .keyFileUnusable)
    let dear = try #require(try Self.error(bytes, Self.options("harbour", rounds: 0)))
    #expect(dear.finding.code == .derivationRefused)
    #expect(dear.hint?.contains("--kdf-limit") == true)
  }

  @Test func bytesBehindTheEndAreLostAndSaidToBe() throws {
    let reading = try Self.read(Samples.bytes("Samples/harbour.kdbx") + [1, 2], Self.options("harbour"))
    let plain = try Self.sample()
    #expect(
      reading.accounts[0].entries.filter { $0.fate == .lost }.count
        == plain.accounts[0].entries.filter { $0.fate == .lost }.count + 1)
  }

  @Test(.enabled(if: SharedFiles.has("cases/keepassxc/basic.kdb"), "the samples of KeePassXC are not here"))
  func databasesOfKeePass1AreNamed() throws {
    let error = try #require(
      try Self.error(SharedFiles.bytes("cases/keepassxc/basic.kdb"), Self.options("x")))
    #expect(error.kind == .unsupportedEncryption)
    #expect(error.hint?.contains("KeePassXC") == true)
  }

  // MARK: Known cases

  private static let hasCases = SharedFiles.has("cases/bugs/B089-refs-history.kdbx")

  @Test(.enabled(if: hasCases, "the cases are not here"))
  func referencesAreFollowedAndVersionsAreNoItems() throws {
    let reading = try Self.read(SharedFiles.bytes("cases/bugs/B089-refs-history.kdbx"), Self.options("test"))
    let items = Export.items(reading)
    #expect(items.filter { !$0.isTrashed }.map(\.title) == ["Master", "ByUuid", "Hist"])
    #expect(items.filter(\.isTrashed).map(\.title) == ["Trashed"])
    #expect(items[0].login?.password == "Pa{}55 &<>")
    #expect(items[1].login == Login("root@example.org", "Pa{}55 &<>"))
    let hist = try #require(items.first { $0.title == "Hist" })
    #expect(hist.login?.password == "v3")
    #expect(hist.fields.map(\.label) == ["PIN"])
    #expect(hist.fields.map(\.value) == ["0042"])
    #expect(hist.fields.map(\.fieldType) == [.concealedString])
    let text = String(decoding: CXFEncoder().encode(hist), as: UTF8.self)
    #expect(text.split(separator: "\"password\":\"").map { $0.prefix(2) }.suffix(2) == ["v2", "v1"])
    #expect(!String(decoding: items.flatMap { CXFEncoder().encode($0) }, as: UTF8.self).contains("{REF:"))
    try Export.balance(reading, "kdbx")
  }

  @Test(
    .enabled(if: hasCases, "the cases are not here"),
    arguments: [
      ("empty-password", "" as String?, "EmptyPw"), ("no-password", nil, "KeyOnly"),
      ("no-password", "", "KeyOnly"),
    ])
  func anEmptyPassphraseIsNotNone(_ name: String, _ passphrase: String?, _ title: String) throws {
    let bytes = try SharedFiles.bytes("cases/bugs/B091-\(name).kdbx")
    let keyFile = try SharedFiles.bytes("cases/bugs/B091-key.keyx")
    let reading = try Self.read(bytes, Self.options(passphrase, keyFile: keyFile, none: passphrase == nil))
    #expect(Export.items(reading).map(\.title.string) == [title])
    #expect(try Self.error(bytes, Self.options(""))?.kind == .wrongPassphrase)
    if name == "empty-password" {
      let error = try Self.error(bytes, Self.options(nil, keyFile: keyFile, none: true))
      #expect(error?.kind == .wrongPassphrase)
    }
  }

  @Test(
    .enabled(if: SharedFiles.has("cases/keepassxc/Format400.kdbx"), "the samples of KeePassXC are not here"),
    arguments: [
      ("keepassxc/Format400.kdbx", "t"), ("keepassxc/Format200.kdbx", "a"),
      ("keepassxc/SyncDatabase.kdbx", "a"),
      ("keepassxc/RecycleBinWithData.kdbx", "123"), ("keepassxc/NonAscii.kdbx", "\u{394}\u{F6}\u{636}"),
      ("keepassxc/ProtectedStrings.kdbx", "masterpw"), ("pykeepass/test4_aes_uncompressed.kdbx", "password"),
    ])
  func valuesOfOtherProgramsDatabasesAreAllAccountedFor(_ path: String, _ passphrase: String) throws {
    let reading = try Self.read(SharedFiles.bytes("cases/\(path)"), Self.options(passphrase))
    #expect(!Export.items(reading).isEmpty)
    try Export.balance(reading, "kdbx")
  }
}
