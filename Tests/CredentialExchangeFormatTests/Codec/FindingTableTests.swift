import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// One deviation of a document: what is found, and what the model holds then.
struct Deviation: Sendable, CustomTestStringConvertible {
  let code: FindingCode
  let text: String
  let pointer: String
  let severity: Severity
  let action: FindingAction
  let holds: @Sendable (CXFDecoder.Result) -> Bool
  var testDescription: String { "\(code.name) at \(pointer)" }

  init(
    _ code: FindingCode, _ text: String, _ pointer: String, _ severity: Severity, _ action: FindingAction,
    _ holds: @escaping @Sendable (CXFDecoder.Result) -> Bool
  ) {
    self.code = code
    self.text = text
    self.pointer = pointer
    self.severity = severity
    self.action = action
    self.holds = holds
  }

  /// A deviation in the one credential of an item; `pointer` goes on from there.
  static func credential(
    _ code: FindingCode, _ json: String, _ pointer: String, _ severity: Severity, _ action: FindingAction,
    _ holds: @escaping @Sendable (CXFDecoder.Result) -> Bool
  ) -> Deviation {
    Deviation(
      code, document(credential: json), "\(itemPointer)/credentials/0\(pointer)", severity, action, holds)
  }

  /// A deviation in an item.
  static func item(
    _ code: FindingCode, _ members: String, _ pointer: String, _ severity: Severity, _ action: FindingAction,
    _ holds: @escaping @Sendable (CXFDecoder.Result) -> Bool
  ) -> Deviation {
    Deviation(
      code, document(item: members + #","credentials":[]"#), itemPointer + pointer, severity, action, holds)
  }
}

extension CXFDecoder.Result {
  fileprivate var login: BasicAuth? {
    if case .basicAuth(let login)? = item.credentials.first { login } else { nil }
  }
  fileprivate var totp: TOTP? { if case .totp(let totp)? = item.credentials.first { totp } else { nil } }
  fileprivate var passkey: Passkey? {
    if case .passkey(let key)? = item.credentials.first { key } else { nil }
  }
  fileprivate var card: CreditCard? {
    if case .creditCard(let card)? = item.credentials.first { card } else { nil }
  }
  fileprivate var group: CustomFields? {
    if case .customFields(let group)? = item.credentials.first { group } else { nil }
  }
  fileprivate var written: String { String(decoding: CXFEncoder().encode(header), as: UTF8.self) }
}

private func totp(_ members: String) -> String {
  let defaults = ["secret": "\"GE\"", "period": "30", "digits": "6", "algorithm": "\"sha1\""]
  let rest = defaults.filter { !members.contains("\"\($0.key)\"") }.map { ",\"\($0.key)\":\($0.value)" }
    .sorted()
  return "{\"type\":\"totp\",\(members)\(rest.joined())}"
}

private func passkey(_ members: String) -> String {
  let names = ["credentialId", "rpId", "username", "userDisplayName", "userHandle", "key"]
  let rest = names.filter { !members.contains("\"\($0)\"") }.map { ",\"\($0)\":\"YWJj\"" }
  return "{\"type\":\"passkey\",\(members)\(rest.joined())}"
}

private let concealed = #""fieldType":"concealed-string""#

/// Deviations inside an item.
let inItems: [Deviation] = [
  .credential(.wrongType, #"{"type":"basic-auth","username":["u"]}"#, "/username", .error, .failed) {
    $0.login?.username == nil && $0.salvaged == ["username 1": "u"]
  },
  .credential(.wrongType, totp(#""secret":["S"]"#), "/secret", .error, .failed) {
    $0.totp == nil && $0.salvaged["totp.secret 1"] == "S" && $0.salvaged["totp.algorithm"] == "sha1"
  },
  .item(.wrongType, #""scope":7"#, "/scope", .error, .failed) { $0.salvaged == ["scope": "7"] },
  .item(.wrongType, #""favorite":"perhaps""#, "/favorite", .error, .failed) {
    !$0.item.isFavorite && $0.salvaged == ["favorite": "perhaps"]
  },
  .item(.wrongType, #""tags":["a",["b"]]"#, "/tags/1", .error, .failed) {
    $0.item.tags == ["a"] && $0.salvaged == ["tags 1": "b"]
  },
  .credential(.numberOutOfRange, totp(#""digits":70000"#), "/digits", .error, .failed) {
    $0.totp == nil && $0.salvaged["totp.digits"] == "70000" && $0.salvaged["totp.secret"] == "GE"
  },
  .credential(.numberOutOfRange, totp(#""period":-30"#), "/period", .error, .failed) {
    $0.totp == nil && $0.salvaged["totp.period"] == "-30"
  },
  .credential(.numberOutOfRange, totp(#""period":1e400"#), "/period", .error, .failed) {
    $0.totp == nil && $0.salvaged["totp.period"] == "1e400"
  },
  .credential(.inexactNumber, totp(#""digits":8.0"#), "/digits", .warning, .repaired) {
    $0.totp?.digits == 8
  },
  .credential(.inexactNumber, totp(#""period":6e1"#), "/period", .warning, .repaired) {
    $0.totp?.period == 60
  },
  .credential(.textForNumber, totp(#""digits":"8""#), "/digits", .warning, .repaired) {
    $0.totp?.digits == 8
  },
  .credential(.wrongType, totp(#""digits":"0x8""#), "/digits", .error, .failed) {
    $0.totp == nil && $0.salvaged["totp.digits"] == "0x8"
  },
  .credential(.invalidBase64URL, passkey(#""userHandle":"a!""#), "/userHandle", .error, .failed) {
    $0.passkey?.userHandle.isEmpty == true && $0.salvaged == ["userHandle": "a!"]
  },
  .credential(.inexactBase64URL, passkey(#""key":"YQ==""#), "/key", .warning, .repaired) {
    $0.passkey?.key.bytes == [0x61]
  },
  .credential(.inexactBase64URL, passkey(#""key":"+/8""#), "/key", .warning, .repaired) {
    $0.passkey?.key.bytes == [0xFB, 0xFF]
  },
  .credential(.inexactBase64URL, passkey(#""key":"YR""#), "/key", .warning, .repaired) {
    $0.passkey?.key.bytes == [0x61]
  },
  .item(.draftItemType, #""type":"login""#, "/type", .warning, .repaired) { $0.item.unknown.isEmpty },
  .credential(
    .draftType, #"{"type":"cryptographic-key","keyType":"ssh-rsa","privateKey":"YQ"}"#, "/type", .warning,
    .repaired
  ) { $0.item.credentials.first?.type == "ssh-key" },
  .credential(
    .keyObject, passkey(#""key":{"kty":"EC","crv":"P-256","d":"AQ"}"#), "/key", .warning, .repaired
  ) { $0.passkey?.key.bytes.suffix(3) == [0, 0, 1] },
  .credential(
    .keyText, passkey(#""key":"-----BEGIN PRIVATE KEY-----\nYWJj\n-----END PRIVATE KEY-----""#), "/key",
    .warning, .repaired
  ) { $0.passkey?.key.bytes == Array("abc".utf8) },
  .credential(
    .extensionsList, passkey(#""fido2Extensions":[{"credBlob":"YQ"},{"payments":true}]"#), "/fido2Extensions",
    .warning, .repaired
  ) {
    $0.passkey?.fido2Extensions?.credBlob?.bytes == [0x61] && $0.passkey?.fido2Extensions?.payments == true
  },
  .credential(
    .incompleteObject, #"{"type":"passkey","credentialId":"YWJj","rpId":"r"}"#, "", .error, .failed
  ) {
    $0.passkey == nil && $0.salvaged == ["passkey.credentialId": "YWJj", "passkey.rpId": "r"]
  },
  .credential(.missingMember, #"{"type":"custom-fields","label":"L"}"#, "", .warning, .repaired) {
    $0.group?.label == "L"
  },
  .credential(
    .missingMember, #"{"type":"basic-auth","password":{"value":"p"}}"#, "/password", .warning, .repaired
  ) { $0.login?.password == EditableField(fieldType: .concealedString, value: "p") },
  .credential(.missingType, #"{"password":"p","x":{"y":[1,true,null,""]}}"#, "", .error, .failed) {
    $0.salvaged == ["credentials.password": "p", "credentials.x.y 1": "1", "credentials.x.y 2": "true"]
  },
  .credential(.missingType, #"{"type":5,"a":"b"}"#, "", .error, .failed) {
    $0.salvaged == ["credentials.type": "5", "credentials.a": "b"]
  },
  .credential(.missingType, #""bare""#, "", .error, .failed) { $0.salvaged == ["credentials": "bare"] },
  .item(.missingExtensionName, #""extensions":[{"a":"b"}]"#, "/extensions/0", .error, .failed) {
    $0.item.extensions.isEmpty && $0.salvaged == ["extensions.a": "b"]
  },
  .credential(.unknownCredentialType, #"{"type":"hologram","data":"?"}"#, "/type", .warning, .kept) {
    $0.written.contains(#"{"type":"hologram","data":"?"}"#)
  },
  .credential(.unknownEnumerationValue, totp(#""algorithm":"steam""#), "/algorithm", .warning, .kept) {
    $0.totp?.algorithm.name == "steam"
  },
  .credential(.enumerationSpelling, totp(#""algorithm":"SHA-256""#), "/algorithm", .warning, .repaired) {
    $0.totp?.algorithm == .sha256
  },
  .credential(
    .typeSpelling, #"{"type":"Basic_Auth","username":{"fieldType":"string","value":"u"}}"#, "/type", .warning,
    .repaired
  ) { $0.login?.username?.value == "u" },
  .item(.aliasedMember, #""urls":["https://a.example"]"#, "/urls", .warning, .repaired) {
    $0.item.scope?.urls == ["https://a.example"]
  },
  .credential(.aliasedMember, #"{"type":"basic-auth","urls":["a","b"]}"#, "/urls", .warning, .repaired) {
    $0.item.scope?.urls == ["a", "b"]
  },
  .item(
    .aliasedMember,
    #""scope":{"urls":[],"androidApps":[{"bundleId":"b","certificate":{"fingerprint":"YQ","hashAlgorithm":"sha512"}}]}"#,
    "/scope/androidApps/0/certificate/hashAlgorithm", .warning, .repaired
  ) { $0.item.scope?.androidApps.first?.certificate?.hashAlgorithm == .sha512 },
  .credential(
    .aliasedMember,
    #"{"type":"passkey","userName":"n","credentialId":"YQ","rpId":"r","userDisplayName":"d","#
      + #""userHandle":"YQ","key":"YQ"}"#, "/userName", .warning, .repaired
  ) { $0.passkey?.username == "n" },
  .credential(.bareField, #"{"type":"basic-auth","password":"p"}"#, "/password", .warning, .repaired) {
    $0.login?.password == EditableField(fieldType: .concealedString, value: "p")
  },
  .credential(
    .bareField, #"{"type":"credit-card","pin":0123e}"#.replacing("0123e", with: "123"), "/pin", .warning,
    .repaired
  ) {
    $0.card?.pin?.value == "123"
  },
  .credential(.textSpelledBare, totp(#""issuer":1.50"#), "/issuer", .warning, .repaired) {
    $0.totp?.issuer == "1.50"
  },
  .item(.textForBoolean, #""favorite":"TRUE""#, "/favorite", .warning, .repaired) { $0.item.isFavorite },
  .item(.inexactNumber, #""creationAt":1700000000.9"#, "/creationAt", .warning, .repaired) {
    $0.item.createdAt == Timestamp(1_700_000_000)
  },
  .item(.invalidTimestamp, #""creationAt":-11644473600"#, "/creationAt", .warning, .repaired) {
    $0.item.createdAt == nil && $0.salvaged.isEmpty
  },
  .item(.invalidTimestamp, #""modifiedAt":"2024-01-01T00:00:00""#, "/modifiedAt", .warning, .failed) {
    $0.salvaged == ["modifiedAt": "2024-01-01T00:00:00"]
  },
  .item(.timestampText, #""modifiedAt":"2024-01-01T00:00:00Z""#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_704_067_200)
  },
  .item(.timestampText, #""modifiedAt":"2024-02-29T23:30:00.25-01:30""#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_709_254_800)
  },
  .item(.timestampEpoch, #""modifiedAt":1700000000999"#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_700_000_000)
  },
  .item(.timestampEpoch, #""modifiedAt":1700000000999999"#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_700_000_000)
  },
  .item(.timestampEpoch, #""modifiedAt":13344473600000000"#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_700_000_000)
  },
  .item(.timestampEpoch, #""modifiedAt":133444736000000000"#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_700_000_000)
  },
  .item(.timestampEpoch, #""modifiedAt":1700000000000000000"#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_700_000_000)
  },
  .item(.timestampEpoch, #""modifiedAt":-10109545249"#, "/modifiedAt", .warning, .repaired) {
    $0.item.modifiedAt == Timestamp(1_534_928_351)
  },
  .item(.invalidTimestamp, #""modifiedAt":"0x10""#, "/modifiedAt", .warning, .failed) {
    $0.salvaged == ["modifiedAt": "0x10"]
  },
  .item(.nullValue, #""subtitle":null"#, "/subtitle", .warning, .repaired) { $0.item.subtitle == nil },
  .item(.nullValue, #""tags":["a",null]"#, "/tags/1", .warning, .repaired) { $0.item.tags == ["a"] },
  .item(.duplicateMember, #""subtitle":"a","subtitle":"b""#, "/subtitle", .error, .failed) {
    $0.item.subtitle == "a" && $0.salvaged == ["subtitle": "b"]
  },
  .credential(
    .duplicateMember, #"{"type":"note","type":"hologram","content":{"fieldType":"string","value":"n"}}"#,
    "/type",
    .error, .failed
  ) { $0.salvaged == ["type": "hologram"] },
  .item(.escapedMemberName, #""su\u0062title":"s""#, "/subtitle", .warning, .repaired) {
    $0.item.subtitle == "s"
  },
  .credential(.escapedMemberName, #"{"t\u0079pe":"basic-auth"}"#, "/type", .warning, .repaired) {
    $0.login == BasicAuth()
  },
  .item(
    .invalidIdentifier,
    #""scope":{"urls":[],"androidApps":[]},"extensions":[{"name":"shared","accessors":[{"type":"user","accountId":"not base64!","name":"","permissions":[]}]}]"#,
    "/extensions/0/accessors/0/accountId", .warning, .repaired
  ) {
    if case .shared(let shared)? = $0.item.extensions.first {
      shared.accessors.first?.accountID == Identifier(Array("not base64!".utf8))
    } else {
      false
    }
  },
  .credential(
    .invalidIdentifier, #"{"type":"custom-fields","id":"","fields":[]}"#, "/id", .note, .repaired
  ) { $0.group?.id == nil },
  .credential(
    .invalidFieldValue, #"{"type":"credit-card","expiryDate":{"fieldType":"year-month","value":"2031-13"}}"#,
    "/expiryDate", .warning, .failed
  ) { $0.card?.expiryDate == nil && $0.salvaged == ["expiryDate": "2031-13"] },
  .credential(
    .invalidFieldValue, #"{"type":"credit-card","expiryDate":"12/31"}"#, "/expiryDate", .warning, .failed
  ) {
    $0.card?.expiryDate == nil && $0.salvaged == ["expiryDate": "12/31"]
  },
  .credential(
    .invalidFieldValue, #"{"type":"credit-card","expiryDate":{"fieldType":"year-month","value":"2031-1"}}"#,
    "/expiryDate", .warning, .repaired
  ) { $0.card?.expiryDate?.value == "2031-01" },
  .credential(
    .invalidFieldValue, #"{"type":"custom-fields","fields":[{"fieldType":"date","value":"soon"}]}"#,
    "/fields/0", .warning, .repaired
  ) { $0.group?.fields == [EditableField(value: "soon")] },
  .credential(
    .invalidFieldValue,
    #"{"type":"credit-card","expiryDate":{"fieldType":"year-month","value":"","label":"L"}}"#,
    "/expiryDate", .warning, .failed
  ) { $0.salvaged == ["expiryDate.label": "L"] },
  .credential(
    .invalidFieldValue, #"{"type":"credit-card","expiryDate":{"fieldType":"year-month","value":""}}"#,
    "/expiryDate", .note, .repaired
  ) { $0.card == CreditCard() },
  .credential(
    .unexpectedFieldType, #"{"type":"basic-auth","password":{"fieldType":"string","value":"p"}}"#,
    "/password", .note,
    .kept
  ) { $0.login?.password == EditableField(fieldType: .string, value: "p") },
  .item(.invalidUnicode, #""subtitle":"a\ud800b""#, "/subtitle", .warning, .repaired) {
    $0.item.subtitle == "a\u{FFFD}b"
  },
  .credential(
    .invalidUnicodeInSecret, #"{"type":"basic-auth","password":{\#(concealed),"value":"\udc00"}}"#,
    "/password/value", .error, .repaired
  ) { $0.login?.password?.value == "\u{FFFD}" },
  .credential(
    .invalidUnicodeInSecret, #"{"type":"custom-fields","fields":[{\#(concealed),"value":"\udc00"}]}"#,
    "/fields/0/value", .error, .repaired
  ) { $0.group?.fields.first?.value == "\u{FFFD}" },
  .credential(
    .invalidUnicodeInSecret, #"{"type":"generated-password","password":"\udc00"}"#, "/password", .error,
    .repaired
  ) { $0.written.contains("\u{FFFD}") },
  .credential(.invalidUnicode, #"{"type":"n\ud800"}"#, "/type", .warning, .repaired) {
    $0.written.contains("n\u{FFFD}")
  },
  .item(
    .malformedSharedExtension, #""extensions":[{"name":"shared","accessors":"nobody","x":1.50}]"#,
    "/extensions/0",
    .warning, .kept
  ) { $0.written.contains(#"{"name":"shared","accessors":"nobody","x":1.50}"#) },
  .item(
    .malformedSharedExtension,
    #""extensions":[{"name":"shared","accessors":[{"type":"user","name":"n","permissions":["read"]}]}]"#,
    "/extensions/0", .warning, .kept
  ) { $0.written.contains(#"[{"type":"user","name":"n","permissions":["read"]}]"#) && $0.salvaged.isEmpty },
]

private func root(_ members: String) -> String {
  #"{"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"accounts":[],\#(members)}"#
}

private func account(_ members: String) -> String {
  let rest = ["id": "\"YQ\"", "username": "\"\"", "email": "\"\"", "collections": "[]", "items": "[]"].filter
  {
    !members.contains("\"\($0.key)\":") || $0.key == "items" && members.contains("\"collections\"")
  }.map { ",\"\($0.key)\":\($0.value)" }.sorted().joined()
  return """
    {"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"accounts":\
    [{\(members)\(rest)}]}
    """
}

/// Deviations outside of items: there is no item that could keep what is not understood.
let outside: [Deviation] = [
  Deviation(.versionShape, root(#""version":"1.0""#), "/version", .warning, .repaired) {
    $0.header.version == FormatVersion(major: 1, minor: 0)
  },
  Deviation(.versionShape, root(#""version":0"#), "/version", .warning, .repaired) {
    $0.header.version == FormatVersion(major: 0, minor: 0)
  },
  Deviation(.versionShape, root(#""version":"1.x""#), "/version", .error, .failed) {
    $0.header.version == FormatVersion()
  },
  Deviation(.unknownVersion, root(#""version":{"major":2,"minor":0}"#), "/version", .warning, .kept) {
    $0.header.version.major == 2
  },
  Deviation(
    .aliasedMember,
    #"{"version":{"major":1,"minor":0},"exporter":"x","exporterDisplayName":"","timestamp":1,"accounts":[]}"#,
    "/exporter", .warning, .repaired
  ) { $0.header.exporterRPID == "x" && $0.header.unknown.isEmpty },
  Deviation(
    .aliasedMember,
    account(#""id":"YQ","email":"","collections":[],"items":[],"userName":"n""#).replacing(
      #","username":"""#, with: ""),
    "/accounts/0/userName", .warning, .repaired
  ) { $0.header.accounts.first?.username == "n" },
  Deviation(.inexactBase64URL, account(#""id":"YQ==""#), "/accounts/0/id", .warning, .repaired) {
    $0.header.accounts.first?.id == Identifier([0x61])
  },
  Deviation(.invalidIdentifier, account(#""id":"not base64!""#), "/accounts/0/id", .warning, .repaired) {
    $0.header.accounts.first?.id == Identifier(Array("not base64!".utf8))
  },
  Deviation(
    .invalidIdentifier, account(#""id":"\#(String(repeating: "A", count: 88))""#), "/accounts/0/id", .warning,
    .repaired
  ) { $0.header.accounts.first?.id.bytes.count == 66 },
  Deviation(.wrongType, account(#""email":["m"]"#), "/accounts/0/email", .error, .failed) {
    $0.header.accounts.first?.email == ""
  },
  Deviation(.wrongType, account(#""items":[5]"#), "/accounts/0/items/0", .error, .failed) {
    $0.failedItems == 1
  },
  Deviation(.wrongType, account(#""items":{"a":1}"#), "/accounts/0/items", .error, .failed) {
    $0.failedItems == 1
  },
  Deviation(
    .wrongType, account(#""collections":[{"id":"Yg","title":"c","items":[7]}]"#),
    "/accounts/0/collections/0/items/0", .error, .failed
  ) { $0.failedItems == 0 && $0.header.accounts.first?.collections.first?.items == [] },
  Deviation(
    .itemInCollection,
    account(#""collections":[{"id":"Yg","title":"c","items":[{"id":"aQ","title":"a","credentials":[]}]}]"#),
    "/accounts/0/collections/0/items/0", .warning, .repaired
  ) { $0.header.accounts.first?.items.map(\.title) == ["a"] },
  Deviation(
    .repeatedItem,
    account(
      #""collections":[{"id":"Yg","title":"c","items":[{"id":"aQ","title":"a","credentials":[]}]}],"items":["#
        + #"{"id":"aQ","title":"a","credentials":[]}]"#),
    "/accounts/0/items/0", .warning, .repaired
  ) { $0.header.accounts.first?.items.map(\.title) == ["a"] },
  Deviation(.documentShape, #"[{"id":"aQ","title":"a","credentials":[]}]"#, "", .warning, .repaired) {
    $0.header.accounts.first?.items.map(\.title) == ["a"]
  },
  Deviation(
    .bareReference, account(#""collections":[{"id":"Yg","title":"c","items":["aQ"]}]"#),
    "/accounts/0/collections/0/items/0", .warning, .repaired
  ) { $0.header.accounts.first?.collections.first?.items.map(\.item.base64URL) == ["aQ"] },
  Deviation(
    .incompleteObject, account(#""collections":[{"id":"Yg","title":"c","items":[{"account":"aQ"}]}]"#),
    "/accounts/0/collections/0/items/0", .error, .failed
  ) { $0.failedItems == 0 },
  Deviation(
    .duplicateIdentifier,
    account(
      #""items":[{"id":"aQ","title":"a","credentials":[]},{"id":"aQ","title":"b","credentials":[]}]"#),
    "/accounts/0/items/1", .warning, .repaired
  ) {
    let ids = $0.header.accounts.first?.items.map(\.id) ?? []
    return ids.first == Identifier([0x69]) && Set(ids).count == 2
  },
  Deviation(
    .missingMember, account(#""items":[{"title":"","credentials":[]}]"#), "/accounts/0/items/0", .warning,
    .repaired
  ) {
    $0.header.accounts.first?.items.first?.id == Identifier(Array("item-1".utf8))
  },
]

/// All deviations of which the reader is known to make the right thing.
let deviations = inItems + outside

@Suite struct FindingTableTests {
  @Test(arguments: inItems + outside)
  func eachDeviationIsFoundOnceAndDealtWith(deviation: Deviation) throws {
    let result = try decode(deviation.text)
    let found = result.findings.filter { $0.code == deviation.code }
    #expect(found.count == 1, "\(result.findings.map(\.code.name))")
    let finding = try #require(found.first)
    #expect(finding.position.pointer == deviation.pointer)
    #expect(finding.severity == deviation.severity)
    #expect(finding.action == deviation.action)
    #expect(finding.position.line == 1)
    #expect(finding.position.column == finding.position.byte.map { $0 + 1 })
    #expect(deviation.holds(result))
    // What was repaired is written as it should have been; what was kept as it came is found again.
    let second = try CXFDecoder().decode(CXFEncoder().encode(result.header))
    #expect(second.header == result.header)
    #expect(second.findings.allSatisfy { $0.action == .kept || $0.code == .invalidIdentifier })
  }

  @Test(arguments: inItems)
  func oneDeviationCostsOneFinding(deviation: Deviation) throws {
    let codes = try decode(deviation.text).findings.map(\.code)
    // What costs a member that its object needs costs two: the value and the object. A damaged type is unknown, too.
    let second: Set<FindingCode> = [deviation.code, .incompleteObject, .unknownCredentialType]
    #expect(Set(codes).isSubset(of: second) && codes.count <= 2, "\(codes.map(\.name))")
  }

  @Test func everyCodeOfTheDecoderIsInTheTable() {
    let all: Set<FindingCode> = [
      .wrongType, .numberOutOfRange, .invalidBase64URL, .inexactBase64URL, .invalidIdentifier,
      .duplicateIdentifier,
      .duplicateMember, .escapedMemberName, .nullValue, .missingMember, .incompleteObject, .missingType,
      .missingExtensionName, .unknownCredentialType, .unknownEnumerationValue, .enumerationSpelling,
      .typeSpelling,
      .aliasedMember, .bareField, .textSpelledBare, .textForNumber, .textForBoolean, .inexactNumber,
      .invalidTimestamp, .timestampEpoch, .timestampText,
      .versionShape, .unknownVersion, .invalidFieldValue, .unexpectedFieldType, .invalidUnicode,
      .invalidUnicodeInSecret, .malformedSharedExtension,
      .documentShape, .itemInCollection, .repeatedItem, .bareReference, .draftType, .keyObject, .keyText,
      .extensionsList, .draftItemType,
    ]
    #expect(Set((inItems + outside).map(\.code)) == all)
  }

  @Test func anAliasNeverOverwritesTheMember() throws {
    for text in [
      #"{"exporterRpId":"real","exporter":"draft"}"#, #"{"exporter":"draft","exporterRpId":"real"}"#,
    ] {
      let result = try decode(text)
      #expect(result.header.exporterRPID == "real")
      #expect(result.header.unknown.members.map(\.json) == [#""draft""#])
      #expect(!result.findings.contains { $0.code == .aliasedMember || $0.action == .failed })
    }
  }

  @Test func bytesThatAreNotUTF8DoNotSpoilTheOutput() throws {
    var bytes = Array(document(item: #""credentials":[],"vendor":{"a":"?"}"#).utf8)
    bytes[try #require(bytes.lastIndex(of: UInt8(ascii: "?")))] = 0xFF
    let result = try CXFDecoder().decode(bytes)
    #expect(result.findings.map(\.code) == [.invalidUnicode])
    #expect(String(validating: CXFEncoder().encode(result.header), as: UTF8.self) != nil)
  }

  @Test func findingsComeInTheOrderOfTheText() throws {
    let result = try decode(
      document(item: #""creationAt":-1,"title":"again","favorite":"no","credentials":[{"type":"q"},7]"#))
    let bytes = result.findings.compactMap(\.position.byte)
    #expect(bytes == bytes.sorted() && bytes.count == result.findings.count)
    #expect(result.findings.allSatisfy { $0.item == "T" })
  }
}
