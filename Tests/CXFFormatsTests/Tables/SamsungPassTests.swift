import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct SamsungPassTests {
  private let bytes = Samples.bytes("Samples/exports/samsung-spass.spass")

  private func failure(_ bytes: [UInt8], _ passphrase: String?) throws -> FormatError? {
    var options = ReadOptions()
    options.passphrase = passphrase.map { SourcePassphrase(SecretBytes(copying: $0.utf8)) }
    let read = try #require(FormatTable.format("samsung-spass")?.read)
    do {
      _ = try read(SourceFile(name: "x.spass", bytes: bytes), options)
      return nil
    } catch {
      return error
    }
  }

  @Test func allTablesAreRead() throws {
    let reading = try TableReading(bytes)
    let items = reading.items
    #expect(items.map(\.title).suffix(3) == ["Blue card", "Mara Quill", "Boiler"])
    #expect(items.compactMap(\.card?.expiryDate?.value) == ["2031-11"])
    #expect(items.compactMap(\.postalAddress?.country?.value) == ["IE"])
    #expect(reading.plain.first?.created == 1_700_000_000)
    #expect(reading.plain.last?.notes == ["Turn left.\nThen right."])
  }

  @Test func whatIsMissingOrWrongIsSaid() throws {
    #expect(try failure(bytes, nil)?.finding.code.name == "password-needed")
    let wrong = try failure(bytes, "harbor")
    #expect(wrong?.kind == .wrongPassphrase)
    #expect(wrong?.finding.code.name == "wrong-password")
    #expect(try failure(bytes, "harbour") == nil)
    #expect(try failure(Array("no such thing".utf8), "harbour")?.kind == .damaged)
  }

  @Test func aCutFileOpensNothing() throws {
    for count in [60, 100, 200] { #expect(try failure(Array(bytes.prefix(count)), "harbour") != nil) }
  }
}
