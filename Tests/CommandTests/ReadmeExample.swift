import CredentialExchangeFormat

/// Returns the titles of all items that hold a passkey, and what was noticed on the way.
func passkeyTitles(_ file: [UInt8]) throws -> (titles: [String], findings: [Finding]) {
  let result = try CXFDecoder().decode(file)
  let items = result.header.accounts.flatMap(\.items)
  let titles = items.filter { item in
    item.credentials.contains { if case .passkey = $0 { true } else { false } }
  }.map(\.title.string)
  return (titles, result.findings)
}
