import CredentialExchange
import Testing

/// What vault software does to hand a vault to another one.
@Suite struct SealedTransferTests {
  private let secret = Array("Klirr!9 leiser Nebel".utf8)

  private func document(_ file: FileReference) -> Header {
    let login = BasicAuth(
      username: EditableField(fieldType: .string, value: "desk@quill.example"),
      password: EditableField(fieldType: .concealedString, value: "Klirr!9 leiser Nebel"))
    let item = Item(
      id: Identifier([1, 2, 3]), title: "Alarm centre", credentials: [.basicAuth(login), .file(file)])
    let account = Account(id: Identifier([9]), username: "quill", email: "desk@quill.example", items: [item])
    return Header(
      exporterRPID: "safe.quill.example", exporterDisplayName: "Quill Safe", timestamp: Timestamp(1),
      accounts: [account])
  }

  /// "abc", whose SHA-256 stands in FIPS 180-2, appendix B.1.
  private let abc = FileReference(
    id: Identifier([7, 7]), name: "abc.txt", decryptedSize: 3,
    integrityHash: OpaqueBytes([
      0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE, 0x22, 0x23, 0xB0,
      0x03, 0x61,
      0xA3, 0x96, 0x17, 0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD,
    ]))

  @Test func aVaultGoesFromOneProgramToAnother() async throws {
    let pending = try PendingImport(importer: "vault.example")
    let export = try SealedExport(answering: pending.request)
    #expect(export.request.importer == "vault.example")
    #expect(pending.fingerprints.contains(export.fingerprint))
    let sealed = try await export.seal(document(abc)) { item, file in
      #expect(item.title == "Alarm centre" && file.name == "abc.txt")
      return Array("abc".utf8)
    }
    #expect(sealed.lostCount == 0)
    #expect(!sealed.response.split(separator: 0x22).contains { $0.elementsEqual(secret) })
    let received = try pending.open(sealed.response)
    #expect(received.fingerprint == sealed.fingerprint && received.exporter == "safe.quill.example")
    #expect(try CXFDecoder().decode(received.document).header == document(abc))
    let item = Identifier([1, 2, 3])
    #expect(try received.attachment(account: 0, item: item, file: abc.id) == Array("abc".utf8))
    let store = MemoryVaultStore()
    let importer = VaultImporter(store)
    let result = try await importer.import(
      ImportSource(received, name: "response"), ImportOptions(policy: .keepBoth, now: Timestamp(1)) { _ in })
    #expect(result.items.created == 1 && !result.hasLoss)
    let kept = try await store.read { snapshot in
      let attachment = try #require(try await snapshot.items([item]).first?.attachments.first)
      return try await snapshot.blobChunk(attachment.blob, 0)
    }
    #expect(kept == Array("abc".utf8))
  }

  @Test func keysWaitInAFile() async throws {
    let pending = try PendingImport(importer: "vault.example")
    let passphrase = Array("violet anchor ridge".utf8)
    let file = try pending.keyFile(passphrase: passphrase, expires: Timestamp(100))
    let sealed = try await SealedExport(answering: pending.request).seal(document(abc))
    let later = try PendingImport(keyFile: file, passphrase: passphrase, now: Timestamp(99))
    #expect(try later.open(sealed.response).document.isEmpty == false)
    #expect(throws: ExchangeError.self) {
      try PendingImport(keyFile: file, passphrase: passphrase, now: Timestamp(100))
    }
    #expect(throws: ExchangeError.self) {
      try PendingImport(keyFile: file, passphrase: secret, now: Timestamp(1))
    }
  }

  @Test func whatWasNotAskedForIsListed() async throws {
    let pending = try PendingImport(importer: "vault.example", credentialTypes: ["basic-auth"])
    let sealed = try await SealedExport(answering: pending.request).seal(document(abc)) { _, _ in
      Array("abc".utf8)
    }
    #expect(sealed.lostCount == 4)
    #expect(sealed.findings.contains { $0.code.name == "cxp-type-not-requested" })
    let received = try pending.open(sealed.response)
    let items = try CXFDecoder().decode(received.document).header.accounts[0].items
    #expect(items.map(\.credentials.count) == [1])
  }

  @Test func whatWasChangedIsRefused() async throws {
    let pending = try PendingImport(importer: "vault.example")
    var response = try await SealedExport(answering: pending.request).seal(document(abc)).response
    let place = response.count - 200
    response[place] = response[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    #expect(throws: ExchangeError.self) { try pending.open(response) }
    let other = try PendingImport(importer: "vault.example")
    let sealed = try await SealedExport(answering: other.request).seal(document(abc)).response
    #expect { try pending.open(sealed) } throws: { ($0 as? ExchangeError)?.kind == .refused }
  }
}
