import CredentialExchangeFormat
import Testing

/// Schemas as values, and how they are written.
@Suite struct JSONSchemaTests {
  private func json(_ schema: JSONSchema, _ definitions: [SchemaDocument.Definition] = []) -> String {
    let document = SchemaDocument("a", title: "T", description: "D", schema, definitions: definitions)
    let text = String(decoding: document.json, as: UTF8.self)
    let head = """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "T",
        "description": "D"
      """
    #expect(text.hasPrefix(head) && text.hasSuffix("\n}\n"))
    return text.dropFirst(head.count).dropLast(3).filter { $0 != "\n" && $0 != " " }
  }

  @Test func objectsStayOpenAndNameWhatTheyNeed() {
    let object = JSONSchema.object([.required("b", .boolean), .optional("a", .text)])
    #expect(
      json(object)
        == #","type":"object","required":["b"],"properties":{"b":{"type":"boolean"},"a":{"type":"string"}}"#)
    #expect(json(object.closed).hasSuffix(#","additionalProperties":false"#))
    #expect(!json(.object([.optional("a", .text)])).contains("required"))
  }

  @Test func theGreatestNumberOf64BitsIsWritten() {
    #expect(
      json(.integer(0...UInt64.max)) == #","type":"integer","minimum":0,"maximum":18446744073709551615"#)
  }

  @Test func nullIsAllowedBesideEachForm() {
    #expect(json(JSONSchema.text.orNull) == #","type":["string","null"]"#)
    #expect(
      json(JSONSchema.one(of: ["a"]).orNull) == #","anyOf":[{"enum":["a"]},{"type":"null"}]"#)
    #expect(
      json(JSONSchema.open(["a"]).orNull)
        == #","anyOf":[{"enum":["a"]},{"type":"string"},{"type":"null"}]"#)
  }

  @Test(arguments: [(0, 0), (1, 2), (2, 3), (3, 4), (32, 43), (64, 86)])
  func bytesHaveALength(_ bytes: Int, _ characters: Int) {
    #expect(
      json(.base64URL(count: bytes)).hasSuffix(#""minLength":\#(characters),"maxLength":\#(characters)"#))
    #expect(json(.base64URL(atMost: bytes)).hasSuffix(#""maxLength":\#(characters)"#))
  }

  @Test func definitionsThatAreNotNeededAreLeftOut() {
    let definitions: [SchemaDocument.Definition] = [
      ("unused", .reference(to: "used")), ("used", .array(of: .reference(to: "deep"), atLeast: 1)),
      ("deep", .object([.optional("again", .reference(to: "used"))])),
    ]
    let text = json(.reference(to: "used"), definitions)
    #expect(text.hasPrefix(##","$ref":"#/$defs/used","$defs":{"used":{"##))
    #expect(text.contains(#""deep":{"#) && !text.contains("unused"))
  }

  @Test func aChoiceAddsRulesForSomeValues() {
    #expect(
      json(JSONSchema.any.choosing(by: "t", [("x", .text)]))
        == #","allOf":[{"if":{"required":["t"],"properties":{"t":{"const":"x"}}},"then":{"type":"string"}}]"#)
  }
}
