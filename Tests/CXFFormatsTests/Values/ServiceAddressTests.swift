import CXFFormats
import CXFTestSupport
import Testing

@Suite struct ServiceAddressTests {
  @Test(
    arguments: [
      ("https://bakery.example/x", "bakery.example", nil),
      ("HTTPS://WWW.Bakery.Example", "www.bakery.example", nil),
      ("http://192.0.2.9:7777/", "192.0.2.9", 7777), ("localhost:3000", "localhost", 3000),
      ("localhost", "localhost", nil),
      ("nas.example:443/path", "nas.example", 443), ("https://u:p@h.example:8443/?a=@b", "h.example", 8443),
      ("https://[2001:DB8::1]:8080/", "2001:db8::1", 8080), ("[::1]", "::1", nil),
      ("https://h.example?x", "h.example", nil),
      ("https://h.example#x", "h.example", nil), ("https://h.example\\x", "h.example", nil),
      ("https://bücher.example/konto", "bücher.example", nil), ("bakery.example/x", "bakery.example", nil),
      ("https://h.example:/", "h.example", nil), ("intranet", "intranet", nil),
      ("localhost:3000?x", "localhost", 3000),
    ] as [(String, String, Int?)])
  func readsWebAddresses(text: String, host: String, port: Int?) {
    let address = ServiceAddress(text)
    #expect(address.kind == .web)
    #expect(address.text == text)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.derivedTitle == host)
  }

  @Test(
    arguments: [
      ("https://h.example/", 443), ("http://h.example/", 80), ("https://h.example:80/", 80),
      ("h.example", nil),
      ("ftp://h.example/", nil),
    ] as [(String, Int?)])
  func knowsThePortInUse(text: String, port: Int?) {
    #expect(ServiceAddress(text).effectivePort == port)
  }

  @Test(arguments: [
    ("", ServiceAddress.Kind.empty), (" \n", .empty), ("http://", .placeholder), (" HTTPS:// ", .placeholder),
    ("http://sn", .web), ("two words", .unknown), ("jo@mail.example", .unknown), ("C:\\x", .unknown),
    ("https://:80/", .unknown),
    ("https:///x", .unknown), ("https://h.example:99999/", .unknown), ("https://h.example:8a/", .unknown),
    ("https://a b/", .unknown), ("https://[::1", .unknown), ("a\u{0}b", .unknown), ("/path", .unknown),
    ("mailto:jo@mail.example", .otherScheme("mailto")), ("about:blank", .otherScheme("about")),
    ("SSH://h.example:22", .otherScheme("ssh")), ("chrome://FirefoxAccounts", .otherScheme("chrome")),
    ("iosapp://com.example.App", .iosApp(bundleID: "com.example.App")),
    ("iosapp://a/b", .otherScheme("iosapp")),
    ("android://x@a b/", .otherScheme("android")), ("android://", .otherScheme("android")),
    ("android://x@com.a/more", .otherScheme("android")), ("javascript:alert(1)", .otherScheme("javascript")),
  ])
  func classifies(text: String, kind: ServiceAddress.Kind) {
    #expect(ServiceAddress(text).kind == kind)
  }

  @Test func takesPlaceholdersFromTheCaller() {
    #expect(ServiceAddress("http://SN", placeholders: ["http://sn"]).kind == .placeholder)
    #expect(ServiceAddress("http://sn/x", placeholders: ["http://sn"]).kind == .web)
  }

  @Test(
    arguments: [
      (
        "android://Zm9vYmFyLWhhc2gtMTIz-_==@com.example.tram/", "com.example.tram", "Zm9vYmFyLWhhc2gtMTIz-_=="
      ),
      ("android://QUJDREVGRw==@org.sample.map/", "org.sample.map", "QUJDREVGRw=="),
      ("android://org.Sample_1.map", "org.Sample_1.map", nil),
      ("androidapp://org.sample.map", "org.sample.map", nil),
      ("AndroidApp://org.sample.map/", "org.sample.map", nil),
      ("android-app://org.sample.map", "org.sample.map", nil),
      ("android://@org.sample.map/", "org.sample.map", nil),
    ] as [(String, String, String?)])
  func readsAndroidApps(text: String, package: String, unusable: String?) throws {
    let address = ServiceAddress(text)
    let app = try #require(
      AndroidApp(package: package, certificate: unusable.map { .unusable($0) } ?? .absent))
    #expect(address.kind == .androidApp(app))
    #expect(address.derivedTitle == package)
    #expect(app.uri == "androidapp://" + package)
    #expect(address.host == nil)
  }

  @Test func readsTheHashOfChrome() throws {
    let bytes = (0..<64).map { UInt8($0 * 5 & 255) | 0x80 }
    let app = try #require(AndroidApp(package: "a.b", certificate: .sha512(bytes)))
    let uri = try #require(app.chromeURI)
    #expect(uri.hasSuffix("==@a.b/"))
    #expect(ServiceAddress(uri).kind == .androidApp(app))
    let plain = uri.replacing("-", with: "+").replacing("_", with: "/").replacing("==", with: "")
    #expect(ServiceAddress(plain.replacing("android:++", with: "android://")).kind == .androidApp(app))
    #expect(AndroidApp(package: "a b") == nil)
    #expect(AndroidApp(package: "") == nil)
  }

  @Test func comparesByBytes() {
    #expect(ServiceAddress("https://\u{E9}.example") != ServiceAddress("https://e\u{301}.example"))
    #expect(ServiceAddress(" https://a.example") == ServiceAddress("https://a.example"))
    #expect(ServiceAddress("http://sn") != ServiceAddress("http://sn", placeholders: ["http://sn"]))
  }

  @Test func dropsEqualAddressesOnly() {
    let texts = ["https://b", "https://a", "https://b", "https://\u{E9}", "https://e\u{301}", "https://A"]
    let expected = ["https://b", "https://a", "https://\u{E9}", "https://e\u{301}", "https://A"]
    #expect(ServiceAddress.deduplicated(texts).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func standsAnyText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = random.text(0...20, from: "a:/@[]%.,?#\\ 9\u{0}é\u{301}\r\n+-")
    let address = ServiceAddress(text)
    #expect(text.utf8.count >= address.text.utf8.count)
    #expect(address.host?.isEmpty != true)
    #expect(
      AddressCell.split(text).addresses.allSatisfy {
        !$0.isEmpty || text.contains("\"") || text.contains(",")
      })
  }
}

@Suite struct AddressCellTests {
  @Test(
    arguments: [
      (
        "https://a.example/,https://b.example/x?y=1,androidapp://com.example.m",
        ["https://a.example/", "https://b.example/x?y=1", "androidapp://com.example.m"], 0
      ),
      ("https://c.example/find?q=red,green", ["https://c.example/find?q=red,green"], 0),
      ("https://d.example/,https://d.example/", ["https://d.example/"], 1), ("", [], 0), (" ", [], 0),
      ("https://a.example, https://b.example", ["https://a.example", "https://b.example"], 0),
      (
        "a.example,localhost:80,192.0.2.1,b.xn--p1ai",
        ["a.example", "localhost:80", "192.0.2.1", "b.xn--p1ai"], 0
      ),
      ("https://a.example/1,2.5,b..c,999.1.1.1", ["https://a.example/1,2.5,b..c,999.1.1.1"], 0),
      (
        "\"https://a.example/?x=1,b.example\",https://c.example",
        ["https://a.example/?x=1,b.example", "https://c.example"], 0
      ),
      ("https://c.example,\"https://a.example/\"\"\"", ["https://c.example", "https://a.example/\""], 0),
      ("\"open,https://a.example", ["\"open", "https://a.example"], 0),
      ("https://a.example,", ["https://a.example,"], 0),
    ] as [(String, [String], Int)])
  func takesCellsApart(cell: String, addresses: [String], duplicates: Int) {
    let reading = AddressCell.split(cell)
    #expect(reading.addresses == addresses)
    #expect(reading.duplicates == duplicates)
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func comesBackFromItsCell(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var addresses: [String] = []
    for number in 0..<Int.random(in: 1...5, using: &random) {
      addresses.append("https://h\(number).example/" + random.text(0...8, from: "a,\". /?:=é\n"))
      addresses.append("word\(number)" + random.text(0...8, from: "a,\". /?:=é\n"))
    }
    #expect(AddressCell.split(AddressCell.join(addresses)).addresses == addresses)
  }

  @Test func standsHugeCells() {
    let many = (0..<20_000).map { "https://h\($0).example/" }
    #expect(AddressCell.split(many.joined(separator: ",")).addresses == many)
    #expect(AddressCell.split(String(repeating: ",", count: 200_000)).addresses.count <= 1)
    #expect(AddressCell.split(String(repeating: ",\"", count: 20_000)).addresses.count <= 20_001)
  }
}
