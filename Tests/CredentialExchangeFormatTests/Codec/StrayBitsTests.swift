import CredentialExchangeFormat
import Testing

/// Identifiers that are no base64url, such as numbers, still tell entities apart.
@Suite struct StrayBitsTests {
  @Test func linksLeadToTheItemsOfTheirTexts() throws {
    let items = ["10", "11", "12"].map { "{\"id\":\"\($0)\",\"title\":\"n\($0)\",\"credentials\":[]}" }
      .joined(separator: ",")
    let json =
      "{\"version\":{\"major\":1,\"minor\":0},\"exporterRpId\":\"a.example\",\"exporterDisplayName\":\"A\",\"timestamp\":1,"
      + "\"accounts\":[{\"id\":\"YQ\",\"username\":\"\",\"email\":\"\",\"collections\":[{\"id\":\"Yw\",\"title\":\"C\","
      + "\"items\":[{\"item\":\"12\"}]}],\"items\":[\(items)]}]}"
    let header = try CXFDecoder().decode(Array(json.utf8)).header
    let account = try #require(header.accounts.first)
    #expect(Set(account.items.map(\.id)).count == 3)
    let linked = try #require(account.collections.first?.items.first?.item)
    #expect(account.items.first { $0.id == linked }?.title == "n12")
  }
}
