import CredentialExchangeFormat
import Testing

/// The forms in which the objects of CXF are described.
@Suite struct CXFSchemaFormTests {
  private func text(_ form: CXFSchema.Form, _ root: String) -> String {
    let document = SchemaDocument(
      "a", title: "", description: "", .reference(to: root), definitions: CXFSchema.definitions(form))
    return String(decoding: document.json, as: UTF8.self)
  }

  /// The registered types, as section 3.3 of CXF 1.0 has them.
  private static let types = [
    "address", "api-key", "basic-auth", "credit-card", "custom-fields", "drivers-license", "file",
    "generated-password", "identity-document", "item-reference", "note", "passkey", "passport", "person-name",
    "ssh-key", "totp", "wifi",
  ]

  @Test(arguments: types)
  func eachRegisteredTypeIsDescribed(_ type: String) {
    #expect(text(.whole, "Header").contains("\"const\": \"\(type)\""))
  }

  @Test func definitionsNameTheirSections() {
    let header = text(.whole, "Header")
    for section in [
      "3.1", "3.1.1", "3.2.1", "3.2.2", "3.2.2.1", "3.2.3", "3.2.4", "3.2.4.1", "3.3.12.5", "3.5",
    ] {
      #expect(header.contains("CXF 1.0 section \(section).\""), "\(section)")
    }
  }

  @Test func nullStandsOnlyWhereSecretsAreHidden() {
    #expect(!text(.whole, "Header").contains("\"null\""))
    let shown = text(.masked { type, member in type == "Item" && member == "title" }, "Item")
    let all = text(.masked { _, _ in true }, "Item")
    #expect(shown.contains("\"null\"") && all.contains("\"null\""), "extensions are null in both")
    #expect(shown.utf8.count > all.utf8.count)
  }

  @Test func itemsMayStandElsewhere() {
    #expect(text(.whole, "Account").contains("\"Item\": {"))
    let account = text(.withoutItems, "Account")
    #expect(!account.contains("\"Item\": {") && !account.contains("\"Passkey\": {"))
    #expect(account.contains("\"Collection\": {"))
  }
}
