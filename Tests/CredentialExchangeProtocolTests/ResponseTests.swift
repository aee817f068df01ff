import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// What one side seals, the other side has.
@Suite struct ResponseTests {
  private static func expectSame(_ header: Header, _ response: [UInt8], _ exchange: Exchange) throws {
    let opened = try exchange.open(response)
    #expect(opened.findings.isEmpty && opened.attachments.isEmpty)
    let document = try decoded(opened.document)
    #expect(document == header)
    #expect(CXFEncoder().encode(document) == CXFEncoder().encode(header), "byte for byte")
  }

  @Test(arguments: UInt64(1)...12)
  func aGeneratedDocumentComesBackEqual(_ seed: UInt64) async throws {
    var generator = DocumentGenerator(seed: seed)
    let header = generator.header(items: 0...12)
    let exchange = try Exchange()
    try Self.expectSame(header, try await exchange.seal(header), exchange)
  }

  @Test(arguments: 0..<DocumentGenerator.kindCount)
  func everyTypeComesBackEqual(_ kind: Int) async throws {
    var generator = DocumentGenerator(seed: 77)
    var header = generator.header(items: 1...1)
    for index in header.accounts.indices {
      header.accounts[index].items[0].credentials = (0..<3).map { _ in generator.credential(kind: kind) }
    }
    let exchange = try Exchange()
    try Self.expectSame(header, try await exchange.seal(header), exchange)
  }

  @Test(arguments: [
    "example-cxf.json", "bitwarden.json", "bitwarden-organisation.json", "chrome.csv", "chrome-office.csv",
  ])
  func samplesComeBackEqual(_ name: String) async throws {
    let file = SourceFile(name: name, bytes: Samples.bytes("Samples/\(name)"))
    let format = try FormatTable.detect(file).format
    let read = try #require(format.read)
    let reading = try read(file, ReadOptions())
    let exchange = try Exchange()
    let (response, conversion) = try await exchange.export(reading)
    #expect(conversion.values.isBalanced && conversion.values.total > 0)
    let back = try exchange.read(response)
    #expect(back.document.accounts == reading.document.accounts)
    #expect(back.document.exporterRPID == reading.document.exporterRPID)
    let titles = reading.accounts.flatMap(\.items).map(\.item.title)
    #expect(!titles.isEmpty)
  }

  @Test func noAccountAndEmptyAccountsComeBack() async throws {
    let exchange = try Exchange()
    for accounts in [
      [], [Account(id: Identifier([1]))], [Account(id: Identifier([1])), Account(id: Identifier([2]))],
    ] {
      let header = Header(exporterRPID: "e.example", timestamp: Timestamp(3), accounts: accounts)
      try Self.expectSame(header, try await exchange.seal(header), exchange)
    }
  }

  @Test func itemsStayInTheirAccounts() async throws {
    func account(_ id: UInt8, items: Int) -> Account {
      Account(
        id: Identifier([id]), username: "user",
        items: (0..<items).map { Item(id: Identifier([id, UInt8($0)]), title: Text("item \(id) \($0)")) })
    }
    let header = Header(
      exporterRPID: "e.example",
      accounts: [account(1, items: 3), account(2, items: 0), account(3, items: 2), account(4, items: 1)])
    let exchange = try Exchange()
    try Self.expectSame(header, try await exchange.seal(header), exchange)
  }

  @Test func documentsHoldAThousandItemsAndAMebibyte() async throws {
    var items = (0..<2500).map { Item(id: Identifier([1, UInt8($0 & 255), UInt8($0 >> 8)]), title: "t") }
    // One that is larger than a document, in the middle, and some of which a few fill one.
    items[1200].credentials = [
      .note(Note(content: EditableField(value: Text(String(repeating: "n", count: 3 << 20)))))
    ]
    for index in 2000..<2006 {
      items[index].credentials = [
        .note(Note(content: EditableField(value: Text(String(repeating: "m", count: 400_000)))))
      ]
    }
    let header = Header(exporterRPID: "e.example", accounts: [Account(id: Identifier([9]), items: items)])
    let exchange = try Exchange()
    let response = try await exchange.seal(header)
    try Self.expectSame(header, response, exchange)
    let index = try OpenedIndex(response, exchange)
    let counts = index.documents.compactMap { $0["items"] as? Int }
    #expect(counts.reduce(0, +) == 2500)
    #expect(counts.allSatisfy { (1...1000).contains($0) })
    #expect(counts.contains(1000) && counts.contains(1))
    for (count, plain) in zip(counts, index.sizes) {
      #expect(count == 1 || plain <= 1 << 20, "\(count) items in \(plain) bytes")
    }
    #expect(index.sizes.contains { $0 > 3 << 20 }, "one item stands alone")
  }

  @Test func eachSuiteOfARequestCanBeTaken() async throws {
    var generator = DocumentGenerator(seed: 4)
    let header = generator.header(items: 2...2)
    let made = try NewRequest(importer: "i.example")
    let list = try #require(try object(made.request.bytes)["hpke"] as? [[String: Any]])
    for (place, offer) in list.enumerated() {
      var members = try object(made.request.bytes)
      members["hpke"] = [offer]
      let bytes = [UInt8](try JSONSerialization.data(withJSONObject: members))
      let request = try ExportRequest(bytes)
      let sink = Sink()
      let negotiation = try Negotiation(request)
      _ = try await ResponseWriter.write(header, [], for: request, negotiation) { sink.bytes += $0 }
      let keys = try OpenedKeyFile(request: request, keys: made.keys, expires: Exchange.now)
      let envelope = try ResponseEnvelope(MemoryBytes(sink.bytes))
      #expect(envelope.hpke.aead == (place < 2 ? 2 : 1))
      let opened = try OpenedResponse(envelope, with: keys)
      #expect(try decoded(opened.document) == header)
      // The shape of the text.
      let text = String(decoding: sink.bytes, as: UTF8.self)
      #expect(text.hasPrefix(#"{"version":0,"profile":"cxf-cxp/1","hpke":{"mode":"base","kem":"#))
      #expect(text.contains(#"}},"archive":"deflate","exporter":"exporter.example","payload":""#))
      #expect(text.hasSuffix("\"}\n"))
    }
  }

  @Test func twoResponsesShareNoKeyAndNoName() async throws {
    let header = Header(exporterRPID: "e.example", accounts: [Account(items: [Item(title: "a")])])
    let exchange = try Exchange()
    let (one, other) = (try await exchange.seal(header), try await exchange.seal(header))
    let envelopes = try [one, other].map { try ResponseEnvelope(MemoryBytes($0)) }
    #expect(envelopes[0].hpke.key != envelopes[1].hpke.key)
    let paths = try [one, other].map {
      try OpenedIndex($0, exchange).documents.compactMap { $0["path"] as? String }
    }
    #expect(paths[0].count == 1 && Set(paths[0]).isDisjoint(with: paths[1]))
    // Titles and names show nowhere.
    #expect(!String(decoding: one, as: UTF8.self).contains("title"))
  }

  // MARK: Attachments

  /// A document with one item for each list of files: `File.id` and bytes.
  private static func reading(_ items: [[(Identifier, [UInt8])]]) throws -> Reading {
    var header = Header(exporterRPID: "e.example", accounts: [Account(id: Identifier([7]))])
    for (index, files) in items.enumerated() {
      let credentials = try files.map { id, bytes in
        Credential.file(
          FileReference(
            id: id, name: "a.bin", decryptedSize: UInt64(bytes.count),
            integrityHash: OpaqueBytes(try Digest.hash(bytes, with: .sha256))))
      }
      header.accounts[0].items.append(
        Item(id: Identifier([8, UInt8(index)]), title: Text("item \(index)"), credentials: credentials))
    }
    var result = try makeReading(header)
    for (index, files) in items.enumerated() {
      for (id, bytes) in files { try result.attach(bytes, id, item: index) }
    }
    return result
  }

  private static func pattern(_ count: Int, _ seed: UInt8 = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) ^ seed }
  }

  @Test func attachmentsOfEverySizeComeBack() async throws {
    let sizes = [0, 1, 2, 3, 65_535, 65_536, 65_537, 1 << 20, (1 << 20) + 1]
    let files = sizes.enumerated().map { (Identifier([UInt8($0.offset + 1)]), Self.pattern($0.element)) }
    let reading = try Self.reading([files])
    let exchange = try Exchange()
    let (response, conversion) = try await exchange.export(reading)
    #expect(!conversion.hasLoss && conversion.values.isBalanced)
    let back = try exchange.read(response)
    #expect(back.findings.isEmpty && back.failedEntries.isEmpty)
    let attachments = back.accounts[0].items[0].attachments
    #expect(attachments.map(\.file) == files.map(\.0))
    for (attachment, file) in zip(attachments, files) {
      #expect(try await attachment.content.bytes() == file.1)
    }
    #expect(back.document.accounts == reading.document.accounts)
  }

  @Test func oneFileOfTwoItemsIsThereForBoth() async throws {
    let (id, bytes) = (Identifier([5]), Self.pattern(100))
    let reading = try Self.reading([[(id, bytes)], [(id, bytes)]])
    let exchange = try Exchange()
    let (response, conversion) = try await exchange.export(reading)
    #expect(!conversion.hasLoss && conversion.values.isBalanced)
    let back = try exchange.read(response)
    #expect(back.document.accounts == reading.document.accounts)
    for item in back.accounts[0].items {
      #expect(item.attachments.count == 1)
      #expect(try await item.attachments.first?.content.bytes() == bytes)
    }
  }

  @Test func twoFilesOfOneNameStayTwo() async throws {
    let id = Identifier([5])
    let contents = [Self.pattern(100), Self.pattern(100, 9), Self.pattern(50)]
    let reading = try Self.reading(contents.map { [(id, $0)] })
    let exchange = try Exchange()
    let (response, conversion) = try await exchange.export(reading)
    #expect(!conversion.hasLoss && conversion.values.isBalanced)
    let back = try exchange.read(response)
    #expect(back.findings.isEmpty && back.failedEntries.isEmpty)
    for (item, bytes) in zip(back.accounts[0].items, contents) {
      #expect(item.attachments.count == 1)
      #expect(try await item.attachments.first?.content.bytes() == bytes)
      #expect(item.item.files.map(\.id) == item.attachments.map(\.file))
    }
  }

  @Test func attachmentsOfSeveralAccountsStayApart() async throws {
    let id = Identifier([5])
    var reading = try Self.reading([[(id, Self.pattern(10))]])
    let other = try Self.reading([[(id, Self.pattern(20))]])
    reading.accounts.append(other.accounts[0])
    reading.accounts[1].account.id = Identifier([6])
    let exchange = try Exchange()
    let (response, _) = try await exchange.export(reading)
    let back = try exchange.read(response)
    #expect(try await back.accounts[0].items[0].attachments.first?.content.bytes() == Self.pattern(10))
    #expect(try await back.accounts[1].items[0].attachments.first?.content.bytes() == Self.pattern(20))
  }

  @Test func aFileWithoutItsBytesIsNamedAndNothingLost() async throws {
    var reading = try Self.reading([[(Identifier([1]), [1, 2, 3])]])
    reading.accounts[0].items[0].attachments = []
    let exchange = try Exchange()
    let (response, conversion) = try await exchange.export(reading)
    #expect(!conversion.hasLoss)
    let back = try exchange.read(response)
    #expect(back.findings.map(\.code.name) == ["attachment-missing"])
    #expect(back.failedEntries.isEmpty)
  }

  @Test func bytesThatChangeOnTheWayEndTheExport() async throws {
    var reading = try Self.reading([[(Identifier([1]), [1, 2, 3])]])
    let hash = try Digest.hash([1, 2, 3], with: .sha256)
    for bytes in [[1, 2, 4], [1, 2], [1, 2, 3, 4]] as [[UInt8]] {
      let content = AttachmentContent(MemoryBytes(bytes), count: 3, sha256: hash)
      reading.accounts[0].items[0].attachments = [ItemAttachment(file: Identifier([1]), content: content)]
      let exchange = try Exchange()
      await #expect(throws: AttachmentError.self) { _ = try await exchange.export(reading) }
    }
  }

  // MARK: Findings

  @Test func aResponseWithoutProfileIsTriedAndNamed() async throws {
    let header = Header(exporterRPID: "e.example", accounts: [Account(items: [Item(title: "a")])])
    let exchange = try Exchange()
    let response = try await exchange.seal(header)
    let bare = try replacing(#""profile":"cxf-cxp/1","#, "", in: response)
    let opened = try exchange.open(bare)
    #expect(opened.findings.map(\.code.name) == ["cxp-no-profile"])
    let both = try replacing(#""archive":"deflate","#, "", in: bare)
    #expect(try exchange.open(both).findings.map(\.code.name) == ["cxp-no-profile", "cxp-no-archive"])
    #expect(try exchange.open(both).document == opened.document)
  }

  @Test(
    arguments: [
      (#""profile":"cxf-cxp/1""#, #""profile":"cxf-cxp/2""#), (#""profile":"cxf-cxp/1""#, #""profile":1"#),
      (#""archive":"deflate","#, ""), (#""archive":"deflate""#, #""archive":"zstd""#),
      (#""version":0"#, #""version":1"#), (#""version":0,"#, ""), (#""version":0"#, #""version":"0""#),
      (#""exporter":"e.example""#, #""exporter":"f.example""#), (#""exporter":"e.example","#, ""),
      (#""version":0"#, #""version":0,"version":0"#), (#""version":0"#, #""version":0,"new":1"#),
      (#""payload":""#, #""payload":" "#), (#""payload":""#, #""payload":"","payload":""#),
      (#""payload":""#, #""payl\u006fad":""#), (#""payload":""#, #""payload":["#), ("\"}\n", "=\"}\n"),
      ("\"}\n", "A\"}\n"), ("\"}\n", "\"}x"), ("\"}\n", "\""), (#""mode":"base""#, #""mode":"psk""#),
      (#""aead":2"#, #""aead":3"#), (#""kem":32"#, #""kem":17"#), (#""kem":32"#, #""kem":16"#),
      (#""aead":2"#, #""aead":1"#),
      (#""kem":32"#, #""kem":32,"kem":32"#), (#","key":{"#, #","kay":{"#),
      (#""crv":"X25519""#, #""crv":"X448""#),
      (#""payload":""#, #""payload":null,"x":""#),
    ])
  func anythingElseInTheTextIsDamaged(_ old: String, _ new: String) async throws {
    let header = Header(exporterRPID: "e.example", accounts: [Account(items: [Item(title: "a")])])
    let exchange = try Exchange()
    let response = try replacing(old, new, in: try await exchange.seal(header))
    let error = failure { _ = try exchange.open(response) }
    #expect(error?.kind == .damaged, "\(error?.code ?? "opened")")
    #expect(error?.message.contains("\n") == false)
  }

  @Test func answersToOtherRequestsDoNotOpen() async throws {
    let header = Header(exporterRPID: "e.example", accounts: [Account(items: [Item(title: "a")])])
    let made = try NewRequest(importer: "i.example")
    let keys = try OpenedKeyFile(request: made.request, keys: made.keys, expires: Exchange.now)
    // For another key.
    let elsewhere = try await Exchange().seal(header)
    let other = failure {
      _ = try OpenedResponse(try ResponseEnvelope(MemoryBytes(elsewhere)), with: keys)
    }
    #expect(other?.kind == .refused && other?.code == "cxp-other-recipient")
    // For the same key, and a request that differs in a space.
    let changed = try ExportRequest([0x20] + made.request.bytes)
    let sink = Sink()
    _ = try await ResponseWriter.write(header, [], for: changed, Negotiation(changed)) { sink.bytes += $0 }
    let response = sink.bytes
    let error = failure {
      _ = try OpenedResponse(try ResponseEnvelope(MemoryBytes(response)), with: keys)
    }
    #expect(error?.kind == .damaged && error?.code == "cxp-tampered")
  }
}
