import CXFImporting
import CredentialExchangeFormat
import Testing

@Suite struct SiteTests {
  static let list = PublicSuffixList()

  private func name(_ address: String) -> String? {
    Site(address, domains: Self.list).map { "\($0.kind) \($0.name.string)" }
  }

  @Test(arguments: [
    ("https://shop.example/", "domain shop.example"),
    ("http://www.Shop.example./login?x=1#y", "domain shop.example"),
    ("a.b.co.uk", "domain b.co.uk"),
    ("https://user:pw@x.example", "domain x.example"),
    ("https://one.github.io/", "domain one.github.io"),
    ("https://github.io/", "domain github.io"),
    ("https://co.uk/", "domain co.uk"),
    ("https://nas.example:443/", "domain nas.example"),
    ("http://nas.example:443/", "host nas.example:443"),
    ("https://a.nas.example:8443/", "host a.nas.example:8443"),
    ("http://192.0.2.9:7777/", "host 192.0.2.9:7777"),
    ("http://192.0.2.9:80/", "host 192.0.2.9"),
    ("192.0.2.9", "host 192.0.2.9"),
    ("http://0x7f.1/", "host 0x7f.1"),
    ("http://[2001:db8::1]:8080/", "host [2001:db8::1]:8080"),
    ("https://[2001:DB8::1]/", "host [2001:db8::1]"),
    ("localhost:3000", "host localhost:3000"),
    ("http://router/", "host router"),
    ("https://bücher.example/konto", "domain xn--bcher-kva.example"),
    ("https://BÜCHER.example/konto", "domain xn--bcher-kva.example"),
    ("https://xn--bcher-kva.example/", "domain xn--bcher-kva.example"),
    ("https://faß.example/", "domain xn--fa-hia.example"),
    ("https://a.b.xn--p1ai/", "domain b.xn--p1ai"),
    ("https://a.b.рф/", "domain b.xn--p1ai"),
    ("androidapp://com.example.app", "androidApp com.example.app"),
    ("iosapp://com.example.app", "iosApp com.example.app"),
    ("ssh://Host.example:22/x", "other ssh://host.example:22"),
    ("some words", "other some words"),
  ])
  func standsFor(_ address: String, _ site: String) {
    #expect(name(address) == site)
  }

  @Test(arguments: ["", "  ", "http://", "https://"])
  func saysNothing(_ address: String) { #expect(name(address) == nil) }

  @Test func anIPv6HostWithPortIsNotAnAddressWithThoseDigits() {
    #expect(name("http://[2001:db8::1]:8080/") != name("http://[2001:db8::1:8080]/"))
  }

  @Test func sitesOfAnItemAreOrderedAndEachThereOnce() {
    let item = Item(
      scope: CredentialScope(
        urls: ["https://b.example/", "https://a.example/x", "http://www.b.example", "https://"],
        androidApps: [AndroidApp(bundleID: "com.example.app"), AndroidApp(bundleID: "")]))
    let sites = ItemScope(domains: Self.list).sites(of: item)
    #expect(sites.map(\.name) == ["b.example", "a.example", "com.example.app"])
  }

  @Test func withoutAListEachHostStandsForItself() {
    let site = Site("https://www.shop.example/", domains: .none)
    #expect(site?.name == "www.shop.example")
    #expect(PublicSuffixList.none.version == "none")
  }

  @Test func theVersionNamesTheListThatWasRead() throws {
    let version = Self.list.version
    #expect(version.utf8.count == 64 || version.hasPrefix("built-in") || version == "none")
    #expect(PublicSuffixList(path: "/nonexistent/list") == nil)
    #expect(PublicSuffixList().version == version)
  }
}
