import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Everything that printing and dumping shows of a value.
private func shown(_ value: Any) -> String {
  var dumped = ""
  dump(value, to: &dumped)
  return [String(describing: value), String(reflecting: value), "\(value)", dumped].joined(separator: "\n")
}

@Suite struct RedactionTests {
  private static let canary = "CANARY-7f3a"

  /// All values of a document, each with the canary in every text, key and unknown member.
  private static func item(_ credential: Credential) throws -> Item {
    let bytes = CXFEncoder().encode(Item(id: Identifier([1]), title: "t", credentials: [credential]))
    let marked = JSONTree(bytes).mappingObjects { members in
      members.map { member in
        guard case .scalar(let spelling) = member.value, spelling.first == "\"",
          !["type", "fieldType", "name", "id", "item", "account", "accountId", "algorithm", "hashAlg"]
            .contains(member.name)
        else { return member }
        let isKey = [
          "key", "credentialId", "userHandle", "privateKey", "integrityHash", "data", "credBlob",
          "credWithUV",
          "credWithoutUV",
        ].contains(member.name)
        // The canary is itself base64url.
        return JSONTree.Member(
          name: member.name, value: .scalar(isKey ? "\"CANARY-7f3aAA\"" : "\"\(canary)\""))
      } + [JSONTree.Member(name: "xCANARY-7f3a", value: .scalar("\"\(canary)\""))]
    }
    return try CXFDecoder().decode(
      Array("{\"accounts\":[{\"items\":[\(marked.text)]}]}".utf8)
    ).header.accounts.first?.items.first ?? Item()
  }

  @Test(arguments: 0..<DocumentGenerator.kindCount)
  func nothingOfACredentialIsShown(kind: Int) throws {
    var generator = DocumentGenerator(seed: UInt64(kind))
    for _ in 0..<8 {
      let item = try Self.item(generator.credential(kind: kind))
      let account = Account(items: [item])
      #expect(String(decoding: CXFEncoder().encode(item), as: UTF8.self).contains(Self.canary))
      for value in [item, account, Header(accounts: [account]), item.credentials, item.unknown] as [Any] {
        #expect(!shown(value).contains(Self.canary))
      }
      for credential in item.credentials { #expect(!shown(credential).contains("67, 65, 78, 65, 82, 89")) }
    }
  }

  @Test func bytesAreNotShownAsNumbers() {
    let key = OpaqueBytes([199, 200, 201])
    let passkey = Passkey(credentialID: key, userHandle: key, key: key)
    for value in [key, passkey, Credential.passkey(passkey), [key]] as [Any] {
      #expect(!shown(value).contains("199") && !shown(value).contains("x8jJ"))
    }
  }

  @Test func fieldsOfEveryShapeAreRedacted() {
    let text = Text(Self.canary)
    var field = EditableField(fieldType: .concealedString, value: text, label: text)
    field.extensions = [.other(OtherExtension(name: "v.example/x"))]
    field.unknown.append(Array("\"x\":\"\(Self.canary)\"".utf8))
    let values: [Any] = [
      text, field, [field], field.unknown, FieldType(name: Self.canary), GeneratedPassword(password: text),
      TOTP(secret: text), UnknownCredential(type: text), OtherExtension(name: text),
      SharingAccessor(name: text),
      Optional(field) as Any, ["a": text], (text, 1), CustomFields(label: text, fields: [field]),
      Note(content: field),
    ]
    for value in values { #expect(!shown(value).contains(Self.canary)) }
  }

  @Test func resultsAndFindingsShowNoSecret() throws {
    let result = try decode(
      document(
        credential: #"""
          {"type":"basic-auth","username":{"fieldType":"string","value":["CANARY-7f3a"]},"password":"CANARY-7f3a",\#
          "password":"CANARY-7f3a","x":"CANARY-7f3a\ud800"},{"type":"passkey","key":"CANARY-7f3a"},5
          """#))
    #expect(!result.findings.isEmpty)
    #expect(!shown(result.findings).contains(Self.canary))
    #expect(!shown(result).contains(Self.canary))
    #expect(!shown(result).contains("67, 65, 78"))
  }
}
