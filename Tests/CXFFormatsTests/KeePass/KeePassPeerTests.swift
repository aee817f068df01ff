import CXFCrypto
import CXFFormats
import CXFKeePass
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Other programs read the databases that are written here, and what they write of them is read here again.
@Suite struct KeePassPeerTests {
  private static let python =
    ProcessInfo.processInfo.environment["CXF_PEERS_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
    ?? "\(Samples.root)/.build/peers/bin/python"
  private static let hasPyKeePass =
    FileManager.default.isExecutableFile(atPath: python)
    && (try? run(python, ["-c", "import pykeepass"])) != nil
  private static let keepassxc: String? = ["/usr/bin/keepassxc-cli", "/usr/local/bin/keepassxc-cli"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static let text = Array("attached".utf8)
  private static let passphrase = "a passphrase"

  private static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    // From a file, so that nothing waits for a full pipe.
    process.standardInput = FileHandle(forReadingAtPath: try folder.write("input", Array(input.utf8)))
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: try folder.write("errors", []))
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ProgramFailure(text: String(decoding: folder.bytes("errors") ?? [], as: UTF8.self))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct ProgramFailure: Error { var text: String }

  /// Items with everything that the programs know.
  private static func reading() throws -> Reading {
    func hidden(_ text: Text, _ label: Text? = nil) -> EditableField {
      EditableField(fieldType: .concealedString, value: text, label: label)
    }
    var history = UnknownMembers()
    history.append(
      Array(
        #""passwords":[{"password":"older","usedAt":1600000000},{"password":"oldest","usedAt":1500000000}]"#
          .utf8))
    var item = Item(
      id: Identifier(Array(1...16)), createdAt: Timestamp(1_400_000_000),
      modifiedAt: Timestamp(1_700_000_000),
      title: "Mill", isFavorite: true,
      scope: CredentialScope(urls: ["https://mill.example/", "https://other.example/"]),
      credentials: [
        .basicAuth(
          BasicAuth(
            username: EditableField(fieldType: .string, value: "ada <&>"), password: hidden(" p\"ä\r\n]]>"))),
        .totp(TOTP(secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", digits: 8, issuer: "Mill")),
        .note(Note(content: EditableField(fieldType: .string, value: "line 1\nline 2"))),
        .customFields(CustomFields(fields: [hidden("0000", "PIN")])),
      ], tags: ["work"])
    item.extensions = [.other(OtherExtension(name: "cxf-toolkit.alt/history", members: history))]
    var attachments: [ItemAttachment] = []
    try item.attach(name: "a.txt", content: MemoryBytes(text), to: &attachments)
    let card = Item(
      id: Identifier(Array("another length".utf8)), title: "Card",
      credentials: [.creditCard(CreditCard(number: hidden("4111"), pin: hidden("12")))])
    let account = Account(
      id: Identifier([1]),
      collections: [
        ItemCollection(id: Identifier(Array(21...36)), title: "Money", items: [LinkedItem(item: card.id)])
      ])
    var first = Reading.ItemReading(item: item, entries: [])
    first.attachments = attachments
    return Reading(
      header: Header(exporterRPID: "exporter.example"),
      accounts: [.init(account: account, items: [first, .init(item: card, entries: [])], entries: [])],
      findings: [], text: [], isJSON: false, fileOffsets: { $0 })
  }

  private static func convert(_ target: Format) throws -> Conversion {
    let makeWriter = try #require(target.makeWriter)
    return try Conversion.run(
      [(SourceFile(name: "c", bytes: []), CXFBundle.format, try reading())], to: target,
      writer: makeWriter(WriteOptions(timestamp: 0)), options: .init(timestamp: 0))
  }

  private static func database() async throws -> [UInt8] {
    let conversion = try convert(KDBX.format)
    let database = try #require(conversion.database)
    let secret = SourcePassphrase(SecretBytes(copying: Array(passphrase.utf8)))
    let key = try KeePassNewKey(passphrase: secret, keyFile: nil)
    return try await database.sealed(
      conversion.documents, for: key,
      derivation: .argon2(.init(variant: .id, memory: 1 << 20, iterations: 1, parallelism: 1)))
  }

  private static func export() async throws -> [UInt8] {
    let conversion = try convert(KeePassXML.format)
    let database = try #require(conversion.database)
    return try await database.export(conversion.documents)
  }

  /// The items of a database, their identifiers those that they had.
  private static func items(_ file: [UInt8]) throws -> [Item] {
    let read = try #require(KDBX.format.read)
    var options = ReadOptions()
    options.passphrase = SourcePassphrase(SecretBytes(copying: Array(passphrase.utf8)))
    return try read(SourceFile(name: "k", bytes: file), options).document.accounts.flatMap(\.items)
  }

  @Test(.enabled(if: hasPyKeePass, "no Python with pykeepass; Scripts/peers makes one"))
  func pykeepassFindsEverythingInTheDatabase() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.kdbx", try await Self.database())
    let script = """
      import json, sys
      from pykeepass import PyKeePass
      k = PyKeePass(sys.argv[1], password=sys.argv[2])
      print(json.dumps([{"group": e.group.name, "title": e.title, "username": e.username, "password": e.password,
        "url": e.url, "notes": e.notes, "tags": e.tags, "custom": e.custom_properties, "otp": e.otp,
        "history": [h.password for h in e.history], "files": [[a.filename, a.data.decode()] for a in e.attachments]}
        for e in k.entries]))
      """
    let answer = try Self.run(Self.python, ["-c", script, file, Self.passphrase])
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [[String: Any]])
    #expect(entries.count == 2)
    let mill = try #require(entries.first { $0["title"] as? String == "Mill" })
    #expect(mill["username"] as? String == "ada <&>")
    #expect(Text(mill["password"] as? String ?? "") == " p\"ä\r\n]]>")
    #expect(mill["url"] as? String == "https://mill.example/")
    #expect(mill["notes"] as? String == "line 1\nline 2")
    #expect(mill["history"] as? [String] == ["oldest", "older"])
    #expect(mill["files"] as? [[String]] == [["a.txt", "attached"]])
    #expect(mill["tags"] as? [String] == ["work", "Favorite"])
    #expect((mill["otp"] as? String)?.hasPrefix("otpauth://totp/") == true)
    let custom = try #require(mill["custom"] as? [String: String])
    #expect(custom["PIN"] == "0000")
    #expect(custom["KP2A_URL"] == "https://other.example/")
    let card = try #require(entries.first { $0["title"] as? String == "Card" })
    #expect(card["group"] as? String == "Money")
    #expect((card["custom"] as? [String: String])?["Card number"] == "4111")
  }

  @Test(.enabled(if: keepassxc != nil, "keepassxc-cli is not installed; Scripts/setup --tests installs it"))
  func keepassxcImportsTheXMLAndNothingIsLostOnTheWayBack() async throws {
    let program = try #require(Self.keepassxc)
    let folder = try TemporaryFolder()
    let xml = try folder.write("a.xml", try await Self.export())
    let file = folder.path("b.kdbx")
    _ = try Self.run(
      program, ["import", "--quiet", "--set-password", "--decryption-time", "100", xml, file],
      input: "\(Self.passphrase)\n\(Self.passphrase)\n")
    let imported = try Self.items(folder.bytes("b.kdbx") ?? [])
    try expectSame(imported)
  }

  /// Programs of other people may say when an entry that has no times was made, and KeePassXC does.
  private func expectSame(_ items: [Item]) throws {
    let expected = try Self.reading().document.accounts.flatMap(\.items)
    for item in expected {
      var found = try #require(items.first { $0.id == item.id })
      if item.createdAt == nil { found.createdAt = nil }
      if item.modifiedAt == nil { found.modifiedAt = nil }
      for index in found.credentials.indices {
        // A file has no identifier there but its hash.
        guard case .file(let file) = found.credentials[index] else { continue }
        #expect(file.name == "a.txt" && file.decryptedSize == UInt64(Self.text.count))
      }
      #expect(found == item, "\(item.displayTitle)")
    }
    #expect(items.count == expected.count)
  }

  @Test(.enabled(if: keepassxc != nil, "keepassxc-cli is not installed; Scripts/setup --tests installs it"))
  func keepassxcOpensTheDatabaseAndShowsTheSameCodes() async throws {
    let program = try #require(Self.keepassxc)
    let folder = try TemporaryFolder()
    let file = try folder.write("a.kdbx", try await Self.database())
    func show(_ arguments: String...) throws -> String {
      try Self.run(program, ["show", "--quiet"] + arguments + [file, "Mill"], input: "\(Self.passphrase)\n")
    }
    #expect(try show("-s", "-a", "UserName") == "ada <&>\n")
    #expect(Text(try show("-s", "-a", "Password")) == " p\"ä\r\n]]>\n")
    #expect(try show("-a", "URL") == "https://mill.example/\n")
    #expect(try show("-s", "-a", "PIN") == "0000\n")
    let code = try OneTimeCode(
      secretText: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", encoding: .base32, .init(digits: "8"))
    let before = UInt64(Date().timeIntervalSince1970)
    let shown = try show("--totp")
    let after = UInt64(Date().timeIntervalSince1970)
    let codes = [before, after].map { CodeGenerator.code(code, at: $0) + "\n" }
    #expect(codes.contains(shown))
    let bytes = try Self.run(
      program, ["attachment-export", "--quiet", "--stdout", file, "Mill", "a.txt"],
      input: "\(Self.passphrase)\n")
    #expect(bytes == "attached")
  }
}
