// The rules about structure, which the codec knows itself: its codes and sentences are used.

extension JudgeRule {
  init(
    codec code: FindingCode, _ section: String, reading: String, mending: String, _ example: Example
  ) {
    self.init(code, section, code.message(for: "%"), reading: reading, mending: mending, example)
  }

  private static let keptAside = "keeps the value with the item, as a concealed custom field"
  private static let asMeant = "reads it as what is meant"

  private init(json code: JSONError.Code, _ mending: String, _ example: String) {
    self.init(
      FindingCode(code.rawValue, .error), "2.1", JSONError(code, at: 0).message,
      reading: "reads nothing of the file", mending: mending, .document(example))
  }

  /// What is no JSON at all (RFC 8259). The code for files beyond the limit of size has no example.
  static let jsonRules: [JudgeRule] = [
    JudgeRule(json: .empty, "look whether the export was written", " "),
    JudgeRule(json: .truncated, "export again: the file was cut off", #"{"version":{"major":1"#),
    JudgeRule(json: .syntax, "write JSON by a library, not by joining texts", #"{"version":1,}"#),
    JudgeRule(json: .number, "write numbers as JSON has them", #"{"timestamp":01}"#),
    JudgeRule(json: .string, "escape control characters, and nothing that needs no escape", #"{"a":"\x41"}"#),
    JudgeRule(
      json: .tooDeep, "nest collections less deeply",
      #"{"a":"# + String(repeating: "[", count: JSONCursor.maximumDepth)),
    JudgeRule(json: .trailing, "write one document to a file", "{}{}"),
  ]

  static let structureRules: [JudgeRule] = [
    JudgeRule(
      codec: .documentShape, "3.1",
      reading: "makes a document of an account, an item or a credential, or of an array of these",
      mending: "write the header, with accounts in it",
      .document(#"[{"id":"aXRlbQ","title":"Title","credentials":[]}]"#)),
    JudgeRule(
      codec: .itemInCollection, "3.2.2",
      reading: "puts the item among those of the account, and a reference in its place",
      mending: "write the item into the account, and a reference into the collection",
      .account(
        #""collections":[{"id":"Yw","title":"c","items":[{"id":"aQ","title":"a","credentials":[]}]}]"#)),
    JudgeRule(
      codec: .repeatedItem, "3.2.2", reading: "takes the first; both collections refer to it",
      mending: "write the item once, and references elsewhere",
      .account(
        #""collections":[{"id":"Yw","title":"c","items":[{"id":"aQ","title":"a","credentials":[]}]}],"items":["#
          + #"{"id":"aQ","title":"a","credentials":[]}]"#)),
    JudgeRule(
      codec: .bareReference, "3.2.2.1", reading: asMeant, mending: "write an object with item",
      .account(#""collections":[{"id":"Yw","title":"c","items":["bm9uZQ"]}]"#)),
    JudgeRule(
      codec: .wrongType, "3", reading: keptAside, mending: "write the type that the specification names",
      .credential(#"{"type":"basic-auth","username":["u"]}"#)),
    JudgeRule(
      codec: .numberOutOfRange, "3", reading: "keeps the credential's values as concealed custom fields",
      mending: "write a whole number of the range of the member",
      .credential(
        #"{"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":70000,"digits":6,"algorithm":"sha1"}"#)),
    JudgeRule(
      codec: .invalidBase64URL, "2.1", reading: keptAside,
      mending: "write the bytes in base64url (RFC 4648 section 5), without padding",
      .credential(Pieces.passkey(userHandle: "a!"))),
    JudgeRule(
      codec: .inexactBase64URL, "2.1", reading: asMeant, mending: "leave out padding, use - and _",
      .account(#""id":"YWNjMQ==""#)),
    JudgeRule(
      codec: .duplicateMember, "2.1",
      reading: "takes the first and keeps the second as a concealed custom field",
      mending: "write each member once", .item(#""subtitle":"a","subtitle":"b""#)),
    JudgeRule(
      codec: .escapedMemberName, "2.1", reading: asMeant, mending: "write names without escapes",
      .item(#""su\u0062title":"s""#)),
    JudgeRule(
      codec: .nullValue, "2.1", reading: "reads it as absent", mending: "leave the member out",
      .item(#""subtitle":null"#)),
    JudgeRule(
      codec: .missingMember, "2.1.2",
      reading: "goes on with an empty value, or the default of the specification",
      mending: "write all required members, also empty arrays", .credential(#"{"type":"custom-fields"}"#)),
    JudgeRule(
      codec: .incompleteObject, "3", "without % this means nothing; its values are kept as custom fields",
      reading: "keeps the object's values as concealed custom fields", mending: "write all required members",
      .credential(#"{"type":"totp","period":30,"digits":6,"algorithm":"sha1"}"#)),
    JudgeRule(
      codec: .missingType, "3.3", reading: "keeps the credential's values as concealed custom fields",
      mending: "begin each credential with its type", .credential(#"{"password":"p"}"#)),
    JudgeRule(
      codec: .missingExtensionName, "3.5", reading: "keeps the extension's values as concealed custom fields",
      mending: "name each extension", .item(#""extensions":[{"a":"b"}]"#)),
    JudgeRule(
      codec: .unknownCredentialType, "3.3", reading: "keeps the credential whole, and writes it again",
      mending: "nothing, if the type is meant; other programs will not know it",
      .credential(#"{"type":"hologram","data":"x"}"#)),
    JudgeRule(
      codec: .unknownEnumerationValue, "2.1.1", reading: "keeps the value as it is",
      mending: "use a registered value where one fits",
      .credential(#"{"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":30,"digits":6,"algorithm":"steam"}"#)),
    JudgeRule(
      codec: .enumerationSpelling, "2.1.1", reading: asMeant, mending: "write the name as it is registered",
      .credential(
        #"{"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":30,"digits":6,"algorithm":"SHA-256"}"#)),
    JudgeRule(
      codec: .typeSpelling, "3.3", reading: asMeant, mending: "write the type as it is registered",
      .credential(#"{"type":"BasicAuth"}"#)),
    JudgeRule(
      codec: .draftType, "3.3", reading: "takes it for the type of CXF 1.0 that came in its place",
      mending: "write identity-document, ssh-key or api-key",
      .credential(#"{"type":"social-security-number","ssn":"000-00-0000"}"#)),
    JudgeRule(
      codec: .draftItemType, "3.2.3", reading: "leaves it out", mending: "leave it out",
      .item(#""type":"login""#)),
    JudgeRule(
      codec: .keyObject, "3.3.12", reading: "puts the same key into PKCS #8",
      mending: "write the key in PKCS #8 DER, in base64url",
      .credential(
        Pieces.passkey().replacing(
          "\"\(Pieces.key)\"", with: #"{"kty":"OKP","crv":"Ed25519","d":"\#(Pieces.seed)"}"#))),
    JudgeRule(
      codec: .keyText, "3.3.12",
      reading: "takes the key out, and puts PKCS #8 around it where that is missing",
      mending: "write the DER that is in the PEM, in base64url",
      .credential(
        Pieces.sshKey(
          "ssh-ed25519",
          #"-----BEGIN PRIVATE KEY-----\n\#(Pieces.edwardsKey)\n-----END PRIVATE KEY-----\n"#))),
    JudgeRule(
      codec: .extensionsList, "3.3.12.2", reading: asMeant, mending: "write one object",
      .credential(
        Pieces.passkey(extensions: "").replacing("{}", with: #"[{"credBlob":"YmxvYg"},{"payments":true}]"#))),
    JudgeRule(
      codec: .aliasedMember, "3", reading: asMeant, mending: "use the name of CXF 1.0",
      .item(#""urls":["https://a.example"]"#)),
    JudgeRule(
      codec: .bareField, "3.4", reading: "makes it the value of a field of the prescribed type",
      mending: "write an object with fieldType and value",
      .credential(#"{"type":"basic-auth","password":"p"}"#)),
    JudgeRule(
      codec: .textSpelledBare, "2.1", reading: "takes the digits as text", mending: "put quotes around it",
      .item(#""subtitle":5"#)),
    JudgeRule(
      codec: .textForNumber, "2.1", reading: asMeant, mending: "write the number without quotes",
      .credential(
        #"{"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":"30","digits":6,"algorithm":"sha1"}"#)),
    JudgeRule(
      codec: .textForBoolean, "2.1", reading: asMeant, mending: "write true or false without quotes",
      .item(#""favorite":"true""#)),
    JudgeRule(
      codec: .inexactNumber, "2.1", reading: "takes the whole seconds, or the whole number",
      mending: "write it without fraction and exponent", .item(#""creationAt":1700000000.5"#)),
    JudgeRule(
      codec: .versionShape, "3.1.1", reading: asMeant, mending: #"write {"major":1,"minor":0}"#,
      .document(
        #"{"version":0,"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"accounts":[]}"#)),
    JudgeRule(
      codec: .unknownVersion, "3.1.1", reading: "reads on as if it were 1.0",
      mending: "name the level that the document has",
      .document(
        #"{"version":{"major":2,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"#
          + #""accounts":[]}"#)),
    JudgeRule(
      .draftVersion, "3.1.1", "the version is that of a draft", reading: "reads on as if it were 1.0",
      mending: #"write {"major":1,"minor":0}"#,
      .document(
        #"{"version":{"major":0,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"#
          + #""accounts":[]}"#)),
    JudgeRule(
      codec: .textEncoding, "2.1", "the file begins with a byte order mark, or is UTF-16",
      reading: asMeant, mending: "write UTF-8 without byte order mark", .document("\u{FEFF}{}")),
    JudgeRule(
      codec: .invalidUnicode, "2.1", reading: "puts U+FFFD in its place", mending: "write whole characters",
      .item(#""subtitle":"a\ud800b""#)),
    JudgeRule(
      codec: .invalidUnicodeInSecret, "2.1", reading: "puts U+FFFD in its place; the secret will not work",
      mending: "write whole characters; the secret must be had from elsewhere",
      .credential(#"{"type":"generated-password","password":"\udc00"}"#)),
    JudgeRule(
      codec: .malformedSharedExtension, "3.5", reading: "keeps the extension as it is",
      mending: "write accessors as the specification says",
      .item(#""extensions":[{"name":"shared","accessors":"nobody"}]"#)),
    JudgeRule(
      .emptyArray, "2.1.2", "% is empty; an optional array must be left out then",
      reading: "reads it as absent",
      mending: "leave the member out", .item(#""tags":[]"#)),
    JudgeRule(
      .unknownMember, "3.1.1", "% is no member that CXF 1.0 knows; kept as it is",
      reading: "keeps the member, and writes it again",
      mending: "use an extension for what CXF 1.0 has no place for",
      .item(#""colour":"red""#)),
    JudgeRule(
      .misspeltMember, "3.1.1", "% is no member, but one is called so but for capitals",
      reading: "keeps the member as an unknown one",
      mending: "write the name with the capitals of the specification",
      .item(#""Subtitle":"s""#)),
    JudgeRule(
      .draftMember, "3.1.1", "% is a member of earlier drafts only; kept as it is",
      reading: "keeps the member as an unknown one", mending: "leave it out", .item(#""icon":"data:""#)),
    JudgeRule(
      .exporterForm, "3.1", "% is no domain", reading: "keeps it",
      mending: "name the relying party identifier of the exporting program",
      .document(
        #"{"version":{"major":1,"minor":0},"exporterRpId":"","exporterDisplayName":"E","timestamp":1,"accounts":[]}"#
      )),
  ]

  init(
    codec code: FindingCode, _ section: String, _ message: String, reading: String, mending: String,
    _ example: Example
  ) {
    self.init(code, section, message, reading: reading, mending: mending, example)
  }

  static let identifierRules: [JudgeRule] = [
    JudgeRule(
      codec: .invalidIdentifier, "1.3",
      reading: "takes the text itself as identifier; an empty one is absent",
      mending: "write 1 to 64 bytes in base64url", .account(#""id":"not base64!""#)),
    JudgeRule(
      codec: .duplicateIdentifier, "1.3", "an earlier item of the account has the same id",
      reading: "gives the second item another identifier", mending: "give each item an identifier of its own",
      .account(
        #""items":[{"id":"aQ","title":"a","credentials":[]},{"id":"aQ","title":"b","credentials":[]}]"#)),
    JudgeRule(
      .identifierClash, "1.3", "something else of the account has the same %", reading: "keeps both",
      mending: "make identifiers unique over items, collections, fields, groups and files of an account",
      .account(
        #""items":[{"id":"aQ","title":"a","credentials":[{"type":"custom-fields","id":"aQ","fields":[]}]}]"#)),
    JudgeRule(
      .accountIdentifierReused, "1.3", "the account has the % of something in it", reading: "keeps both",
      mending: "make identifiers unique over everything in an account, and the account itself",
      .account(#""id":"aQ","items":[{"id":"aQ","title":"a","credentials":[]}]"#)),
    JudgeRule(
      .danglingReference, "3.2.2.1", "% is not in this document; that is allowed",
      reading: "keeps the reference, and does nothing with it", mending: "nothing, if the item is elsewhere",
      .credential(#"{"type":"item-reference","reference":{"item":"bm9uZQ"}}"#)),
  ]

  static let timeRules: [JudgeRule] = [
    JudgeRule(
      codec: .invalidTimestamp, "3.2.3",
      reading: "reads it as absent; text is kept as a concealed custom field",
      mending: "write whole seconds since 1970, or leave the member out", .item(#""creationAt":-11644473600"#)
    ),
    JudgeRule(
      codec: .timestampEpoch, "3.2.3", reading: "takes the moment that is meant",
      mending: "write whole seconds since 1970", .item(#""creationAt":1700000000000"#)),
    JudgeRule(
      codec: .timestampText, "3.2.3", reading: "takes the moment that is meant",
      mending: "write whole seconds since 1970", .item(#""creationAt":"2024-02-29T12:00:00Z""#)),
    JudgeRule(
      .implausibleTimestamp, "3.2.3", "% is a moment after the year 2100", reading: "keeps it",
      mending: "write whole seconds since 1970", .item(#""creationAt":9000000000"#)),
    JudgeRule(
      .timestampAhead, "3.2.3",
      "% is 31 years too late: seconds since 1970 were taken for seconds since 2001",
      reading: "keeps it", mending: "subtract 978307200; in Swift, encode dates as whole seconds since 1970",
      .item(#""creationAt":2735237468"#)),
    JudgeRule(
      .timestampSince2001, "3.1", "% seems to be counted from 2001, not from 1970", reading: "keeps it",
      mending: "add 978307200; in Swift, encode dates as whole seconds since 1970",
      .document(
        #"{"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","#
          + #""timestamp":721692800,"accounts":[]}"#)),
    JudgeRule(
      .timestampAfterExport, "3.2.3", "% is later than the document itself", reading: "keeps it",
      mending: "look at the clock", .item(#""modifiedAt":1780000000"#)),
    JudgeRule(
      .modifiedBeforeCreated, "3.2.3", "% is earlier than creationAt", reading: "keeps both",
      mending: "look whether the two are exchanged",
      .item(#""creationAt":1700000000,"modifiedAt":1600000000"#)),
  ]
}
