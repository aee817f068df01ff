import CXFCrypto
import CXFKeePass
import Testing

@Suite struct KeyFileTests {
  private static let key = Array(UInt8(1)...32)
  private static let digits = "0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F20"

  private func read(_ file: [UInt8]) throws -> [UInt8] {
    try KDBXKeyFile.key(file).withUnsafeBytes { Array($0) }
  }

  private static func version2(_ data: String, hash: String?) -> String {
    let attribute = hash.map { " Hash=\"\($0)\"" } ?? ""
    return
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data\(attribute)>"
      + "\r\n\t\(data)\r\n</Data></Key></KeyFile>"
  }

  @Test func eachKindGivesTheSameKey() throws {
    let hash = Hex.text(try Digest.hash(Self.key, with: .sha256)[..<4]).uppercased()
    let grouped = "01020304 05060708 090a0B0C 0D0E0F10\n11121314 15161718 191A1B1C 1D1E1F20"
    let version1 =
      "\u{FEFF}<KeyFile><Meta><Version>1.00</Version></Meta><Key><Data>AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
      + "</Data></Key></KeyFile>"
    for text in [
      version1, Self.version2(grouped, hash: hash), Self.version2(grouped, hash: hash.lowercased()),
      Self.version2(Self.digits, hash: nil), Self.digits, Self.digits.lowercased(),
    ] {
      #expect(try read(Array(text.utf8)) == Self.key)
    }
    #expect(try read(Self.key) == Self.key)
  }

  @Test func anyOtherFileIsHashed() throws {
    for text in [
      "a", Self.digits + "\n", String(Self.digits.dropLast()) + "G", "<Other>1</Other>", "<KeyFile>",
    ] {
      #expect(try read(Array(text.utf8)) == Digest.hash(Array(text.utf8), with: .sha256))
    }
  }

  @Test func anEmptyFileIsNone() {
    #expect(throws: KDBXKeyFileError.empty) { try read([]) }
  }

  @Test(arguments: [
    ("<KeyFile/>", KDBXKeyFileError.noKey),
    ("<KeyFile><Key><Data>AQID</Data></Key></KeyFile>", .version("")),
    ("<KeyFile><Meta><Version>3.0</Version></Meta><Key><Data>AQID</Data></Key></KeyFile>", .version("3.0")),
    ("<KeyFile><Meta><Version>1.0</Version></Meta><Key><Data>A</Data></Key></KeyFile>", .encoding),
    ("<KeyFile><Meta><Version>1.0</Version></Meta><Key><Data/></Key></KeyFile>", .encoding),
    (version2("0G", hash: nil), .encoding), (version2("01", hash: "00000000"), .checksum),
    (version2("01", hash: "zz"), .checksum),
  ])
  func adamagedKeyFileInXMLIsNoOtherFile(_ text: String, _ expected: KDBXKeyFileError) {
    #expect(throws: expected) { try read(Array(text.utf8)) }
  }

  @Test func theOrderOfPartsDoesNotCount() throws {
    let passphrase = try KDBXKeyPart.passphrase(SecretBytes(copying: Array("harbour".utf8)))
    let file = try KDBXKeyPart.keyFile(Self.key)
    let database = KDBXDatabase(
      new: try KeePassDocument(xml: NewDatabaseTests.xml), key: try KDBXKey([file, passphrase]),
      derivation: .aes(rounds: 1))
    let written = try database.seal()
    #expect(throws: Never.self) { try KDBXDatabase.open(written, keys: [KDBXKey([passphrase, file])]) }
    #expect(throws: KDBXError.wrongKey(isCertain: true)) {
      try KDBXDatabase.open(written, keys: [KDBXKey([passphrase]), KDBXKey([file]), KDBXKey([])])
    }
  }
}
