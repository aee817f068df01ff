import CXFCrypto
import CXFFormats
import CXFKeePass
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// Documents of CXF as databases of KeePass, and read again.
@Suite struct KeePassFileTests {
  /// The two files that are written.
  enum Kind: CaseIterable, Sendable { case xml, kdbx }

  private func convert(_ header: Header, to target: Format) throws -> (Conversion, Header) {
    let read = try #require(CXFDocument.format.read)
    let file = SourceFile(name: "c", bytes: CXFEncoder().encode(header))
    let reading = try read(file, ReadOptions())
    let makeWriter = try #require(target.makeWriter)
    let conversion = try Conversion.run(
      [(file, CXFDocument.format, reading)], to: target,
      writer: makeWriter(WriteOptions(timestamp: 1_700_000_000)), options: .init(timestamp: 1_700_000_000))
    return (conversion, reading.document)
  }

  private func bytes(_ conversion: Conversion, _ kind: Kind) async throws -> [UInt8] {
    let database = try #require(conversion.database)
    switch kind {
    case .xml: return try await database.export(conversion.documents)
    case .kdbx:
      let key = try KeePassNewKey(passphrase: SourcePassphrase(SecretBytes(copying: [0x70])), keyFile: nil)
      return try await database.sealed(conversion.documents, for: key, derivation: .aes(rounds: 10))
    }
  }

  private func read(_ bytes: [UInt8], _ kind: Kind) throws -> Reading {
    let format = kind == .xml ? KeePassXML.format : KDBX.format
    let read = try #require(format.read)
    var options = ReadOptions()
    options.passphrase = SourcePassphrase(SecretBytes(copying: [0x70]))
    return try read(SourceFile(name: "k", bytes: bytes), options)
  }

  /// Everything but the order of the items, which groups decide.
  private func ordered(_ account: Account) -> Account {
    var account = account
    account.items.sort { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
    return account
  }

  @Test(arguments: 0..<8 as Range<UInt64>, Kind.allCases)
  func aDocumentComesBackAsItWas(seed: UInt64, kind: Kind) async throws {
    var generator = DocumentGenerator(seed: seed &+ 500)
    let header = Header(
      exporterRPID: "exporter.example", accounts: [generator.account(items: 9)])
    let (conversion, document) = try convert(header, to: kind == .xml ? KeePassXML.format : KDBX.format)
    #expect(conversion.items.failed == 0 && conversion.items.skipped == 0)
    #expect(conversion.values.isBalanced)
    #expect(
      conversion.values.lost == 0, "\(conversion.findings.filter { $0.action == .lost }.map(\.message))")
    let reading = try read(try await bytes(conversion, kind), kind)
    let back = ordered(try #require(reading.document.accounts.first))
    let account = ordered(try #require(document.accounts.first))
    #expect(back.items == account.items)
    #expect(back.collections == account.collections)
    #expect(back == account)
    let again = try Conversion.run(
      [(SourceFile(name: "k", bytes: []), KDBX.format, reading)], to: CXFDocument.format,
      writer: CXFWriter(WriteOptions(timestamp: 0)), options: .init(timestamp: 0))
    #expect(again.values.lost == 0, "\(again.findings.filter { $0.action == .lost }.map(\.message))")
    #expect(again.values.isBalanced)
  }

  @Test func theSameInputGivesTheSameXML() throws {
    var generator = DocumentGenerator(seed: 3)
    let header = generator.header(items: 5...9)
    #expect(
      try convert(header, to: KeePassXML.format).0.bytes == convert(header, to: KeePassXML.format).0.bytes)
  }

  @Test func whatSomebodyTookOutIsReported() throws {
    let card = CreditCard(
      number: EditableField(id: Identifier([1]), fieldType: .concealedString, value: "4111"),
      pin: EditableField(fieldType: .concealedString, value: "12"))
    let item = Item(id: Identifier([1]), title: "Card", credentials: [.creditCard(card)])
    let header = Header(exporterRPID: "exporter.example", accounts: [Account(items: [item])])
    let xml = String(decoding: try convert(header, to: KeePassXML.format).0.bytes, as: UTF8.self)
    let field = try #require(xml.range(of: "<Key>Card number</Key>"))
    let changed = xml.replacingCharacters(in: field, with: "<Key>Number</Key>")
    let reading = try read(Array(changed.utf8), .xml)
    #expect(reading.findings.contains { $0.code == .keptPartOutdated })
    let back = try #require(reading.document.accounts.first?.items.first)
    #expect(back.credentials.first == .creditCard(CreditCard(pin: card.pin)))
    // Under another name it is a field of the user's own.
    #expect(
      back.credentials.last
        == .customFields(
          CustomFields(fields: [
            EditableField(fieldType: .concealedString, value: "4111", label: "Number")
          ])))
    let whole = try read(Array(xml.utf8), .xml)
    #expect(!whole.findings.contains { $0.code == .keptPartOutdated })
  }
}
