internal import CXFFormats
package import CredentialExchangeFormat

/// What an address stands for when items are compared; the address itself is never rewritten.
///
/// A web address stands for the registrable domain of its host, whatever its scheme, path and subdomain. It stands for
/// exactly its host and port where the host is an IP address or has one label, and where the port is not the scheme's
/// own: there, other services live beside it.
package struct Site: Sendable, Hashable {
  /// The kinds of sites; sites of different kinds are never equal.
  package enum Kind: UInt8, Sendable, Hashable {
    /// A registrable domain, or a host that is a public suffix.
    case domain = 1
    /// A host, with its port unless that is the scheme's own.
    case host
    /// An Android app by its package name.
    case androidApp
    /// An iOS app by its bundle identifier.
    case iosApp
    /// Scheme, host and port of another scheme, or the whole text of what is no address.
    case other
  }

  /// What it is.
  package let kind: Kind
  /// Domain, host with port, package name, bundle identifier or text; domains and hosts in ASCII lower case.
  package let name: Text

  private init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = Text(name)
  }

  /// The site of an address; nil for one that says nothing, such as `https://` alone.
  package init?(_ address: String, domains: PublicSuffixList) {
    let read = ServiceAddress(address)
    switch read.kind {
    case .empty, .placeholder: return nil
    case .androidApp(let app): self.init(.androidApp, app.package)
    case .iosApp(let bundleID): self.init(.iosApp, bundleID)
    case .unknown: self.init(.other, read.text)
    case .otherScheme(let scheme):
      guard let authority = read.authority else {
        self.init(.other, read.text)
        return
      }
      let port = authority.port.map { ":\($0)" } ?? ""
      self.init(.other, "\(scheme)://\(HostName.ascii(authority.host))\(port)")
    case .web:
      guard let authority = read.authority else { return nil }
      let host = HostName.ascii(authority.host)
      // An IPv6 address, whose digits must not run into the port.
      let shown = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
      if let port = authority.port, !Self.isOwnPort(port, of: read.text) {
        self.init(.host, "\(shown):\(port)")
      } else if HostName.standsAlone(host) {
        self.init(.host, shown)
      } else {
        self.init(.domain, domains.registrableDomain(of: host) ?? host)
      }
    }
  }

  /// The site of an Android app; nil without a package name.
  package init?(_ app: CredentialExchangeFormat.AndroidApp) {
    guard !app.bundleID.isEmpty else { return nil }
    self.init(.androidApp, app.bundleID.string)
  }

  /// Whether a port says nothing: that of the scheme, or either one where there is no scheme.
  private static func isOwnPort(_ port: Int, of address: String) -> Bool {
    let start = address.utf8.prefix(8).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    if start.starts(with: "https://".utf8) { return port == 443 }
    if start.starts(with: "http://".utf8) { return port == 80 }
    return port == 80 || port == 443
  }

  /// What to call it in a sentence. A text that is no address may be anything and is not repeated.
  package var words: String {
    switch kind {
    case .domain, .host: name.string
    case .androidApp, .iosApp: "the app \(name.string)"
    case .other: "the same address"
    }
  }
}
