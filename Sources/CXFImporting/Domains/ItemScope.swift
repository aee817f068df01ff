package import CredentialExchangeFormat

/// The sites that an item belongs to.
package struct ItemScope: Sendable {
  private let domains: PublicSuffixList

  /// Creates the value with the list that tells registrable domains.
  package init(domains: PublicSuffixList) { self.domains = domains }

  /// Returns the sites of the addresses and apps of an item, in their order, each once.
  package func sites(of item: Item) -> [Site] {
    guard let scope = item.scope else { return [] }
    return unique(addressSites(of: scope.urls) + scope.androidApps.compactMap { Site($0) })
  }

  /// Returns the sites that an item names: its addresses and apps, and the relying parties of its passkeys.
  func ownSites(of item: Item) -> Set<Site> {
    var sites = Set(self.sites(of: item))
    for credential in item.credentials {
      if case .passkey(let passkey) = credential,
        let site = Site("https://\(passkey.rpID.string)/", domains: domains)
      {
        sites.insert(site)
      }
    }
    return sites
  }

  /// Returns the sites of addresses alone, in their order, each once.
  func sites(of urls: [Text]) -> [Site] { unique(addressSites(of: urls)) }

  /// Returns the site of one address; nil for one that says nothing.
  func site(of url: Text) -> Site? { Site(url.string, domains: domains) }

  private func addressSites(of urls: [Text]) -> [Site] { urls.compactMap { site(of: $0) } }

  private func unique(_ sites: [Site]) -> [Site] {
    var seen: Set<Site> = []
    return sites.filter { seen.insert($0).inserted }
  }
}
