import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Reads one value of a text to its end; nil where it is JSON.
private func fault(_ bytes: [UInt8]) -> JSONError? {
  bytes.withUnsafeBufferPointer { buffer in
    do throws(JSONError) {
      var cursor = JSONCursor(buffer)
      try cursor.skipValue()
      try cursor.finish()
      return nil
    } catch { return error }
  }
}

private func fault(_ text: String) -> JSONError? { fault(Array(text.utf8)) }

@Suite struct JSONSyntaxTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "1.5", "-0.0", "1e1", "1E+1", "1e-1", "1.25E-30",
    "1e400",
    "123456789012345678901234567890", #""""#, #""a""#, #""\"\\\/\b\f\n\r\t\u0041""#, #""\uD834\uDD1E""#,
    #""\ud800""#,
    "\"\u{7F}é漢😀\u{2028}\"", "[]", "[1]", "[1,2]", "[[],{}]", "{}", #"{"a":1}"#, #"{"a":1,"a":2}"#,
    #"{"":0}"#,
    " \t\r\n[ 1 , 2 ]\r\n ", "{ \"a\" : [ ] }",
  ])
  func acceptsWhatTheGrammarAllows(text: String) {
    #expect(fault(text) == nil)
  }

  @Test(arguments: [
    ("", JSONError.Code.empty, 0), (" \n", .empty, 2), ("nul", .truncated, 3), ("nulL", .syntax, 0),
    ("True", .syntax, 0), ("undefined", .syntax, 0), ("NaN", .syntax, 0), ("+1", .syntax, 0),
    (".5", .syntax, 0),
    ("01", .number, 0), ("-01", .number, 0), ("-", .truncated, 1), ("-a", .number, 0), ("1.", .truncated, 2),
    ("[1.]", .number, 1), ("1e", .truncated, 2), ("1e+", .truncated, 3), ("[1e]", .number, 1),
    ("1.e1", .number, 0),
    ("0x10", .trailing, 1), ("-Infinity", .number, 0), ("'a'", .syntax, 0), (#""a"#, .truncated, 2),
    (#""\"#, .truncated, 2), (#""\x41""#, .string, 1), (#""\u00g0""#, .string, 1),
    (#""\u004"#, .truncated, 6),
    (#""\U0041""#, .string, 1), ("\"a\u{0}\"", .string, 2), ("\"a\n\"", .string, 2), ("\"\t\"", .string, 1),
    ("\"\u{1F}\"", .string, 1), ("[", .truncated, 1), ("[1", .truncated, 2), ("[1,", .truncated, 3),
    ("[1,]", .syntax, 3), ("[,1]", .syntax, 1), ("[1 2]", .syntax, 3), ("[1}", .syntax, 2), ("]", .syntax, 0),
    ("{", .truncated, 1), ("{a:1}", .syntax, 1), (#"{"a"}"#, .syntax, 4), (#"{"a":}"#, .syntax, 5),
    (#"{"a":1,}"#, .syntax, 7), (#"{"a":1"#, .truncated, 6), (#"{"a":1]"#, .syntax, 6),
    (#"{1:1}"#, .syntax, 1),
    (#"{"a" 1}"#, .syntax, 5), ("{} {}", .trailing, 3), ("[],", .trailing, 2), ("null x", .trailing, 5),
    ("1 // c", .trailing, 2), ("/* c */1", .syntax, 0), ("\u{A0}1", .syntax, 0), ("[\u{FEFF}1]", .syntax, 1),
  ])
  func refusesWhatItDoesNot(text: String, code: JSONError.Code, offset: Int) {
    #expect(fault(text) == JSONError(code, at: offset))
  }

  @Test func nestingStopsAtTheLimit() {
    let limit = JSONCursor.maximumDepth
    #expect(fault(String(repeating: "[", count: limit) + String(repeating: "]", count: limit)) == nil)
    #expect(fault(String(repeating: "[", count: limit + 1)) == JSONError(.tooDeep, at: limit))
    #expect(fault(String(repeating: #"{"a":"#, count: 100_000))?.code == .tooDeep)
  }

  @Test func deepCollectionsAreReadAsDeepAsJSONIs() throws {
    let depth = 120
    var inner = #"{"id":"YQ","title":"","items":[]}"#
    for _ in 0..<depth { inner = #"{"id":"YQ","title":"","items":[],"subCollections":[\#(inner)]}"# }
    let text = #"{"accounts":[{"collections":[\#(inner)]}]}"#
    var collection = try decode(text).header.accounts.first?.collections.first
    var found = 0
    while let next = collection?.subcollections.first {
      collection = next
      found += 1
    }
    #expect(found == depth)
  }

  @Test func aCutDocumentIsTruncatedAtItsEnd() throws {
    var generator = DocumentGenerator(seed: 7)
    let bytes = CXFEncoder(indented: true).encode(generator.header(items: 3...3))
    for count in 0..<min(bytes.count, 6000) {
      let error = #expect(throws: JSONError.self) { try CXFDecoder().decode(Array(bytes.prefix(count))) }
      #expect(error == JSONError(count == 0 ? .empty : .truncated, at: count))
    }
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared samples are absent"))
  func theCutExampleIsTruncatedAtItsEnd() throws {
    let bytes = try SharedFiles.bytes("spec/example-cxf.json")
    for count in stride(from: 1, to: bytes.count - 2, by: 211) {
      let error = #expect(throws: JSONError.self) { try CXFDecoder().decode(Array(bytes.prefix(count))) }
      #expect(error == JSONError(.truncated, at: count))
    }
  }

  @Test(arguments: ["[]", "1", #""a""#, "null"])
  func aDocumentIsAnObject(text: String) {
    let error = #expect(throws: JSONError.self) { try decode(text) }
    #expect(error == JSONError(.syntax, at: 0))
  }

  @Test(arguments: ["{} x", "{}{}", "{}\u{0}"])
  func nothingFollowsADocument(text: String) {
    #expect(throws: JSONError.self) { try decode(text) }
  }
}

@Suite struct JSONScalarTests {
  private func string(_ bytes: [UInt8]) throws -> (Text, Bool) {
    try bytes.withUnsafeBufferPointer { buffer throws in
      var cursor = JSONCursor(buffer)
      let text = try cursor.string()
      return (text, cursor.sawDamagedText)
    }
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000\u001f\u00e9\u6F22""#, "\u{0}\u{1F}é漢"),
    (#""\ud83d\uDE00""#, "😀"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""a\r\nb""#, "a\r\nb"),
    (#""e\u0301""#, "e\u{301}"),
    (#""12345678\n12345678""#, "12345678\n12345678"),
  ])
  func resolvesEscapes(json: String, expected: String) throws {
    let (text, isDamaged) = try string(Array(json.utf8))
    #expect(text == Text(expected))
    #expect(!isDamaged)
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"), (#""\ud800\u0041""#, "\u{FFFD}A"),
    (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud83dx\ude00""#, "\u{FFFD}x\u{FFFD}"),
  ])
  func loneSurrogatesAreReplacedAndNoticed(json: String, expected: String) throws {
    let (text, isDamaged) = try string(Array(json.utf8))
    #expect(text == Text(expected))
    #expect(isDamaged)
  }

  @Test(arguments: [
    [0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82],
  ])
  func bytesThatAreNotUTF8AreReplacedAndNoticed(bytes: [UInt8]) throws {
    let (text, isDamaged) = try string([0x22, 0x61] + bytes + [0x62, 0x22])
    #expect(isDamaged)
    #expect(text.string.hasPrefix("a\u{FFFD}") && text.string.hasSuffix("b"))
  }

  @Test(arguments: [
    ("0", UInt64?.some(0)), ("18446744073709551615", .max), ("18446744073709551616", nil), ("1.0", nil),
    ("1e3", nil),
    ("-1", nil), ("99999999999999999999999", nil),
  ])
  func readsWholeNumbers(json: String, expected: UInt64?) throws {
    let value = try Array(json.utf8).withUnsafeBufferPointer { buffer throws -> UInt64? in
      var cursor = JSONCursor(buffer)
      let value = try cursor.unsignedInteger()
      try cursor.finish()
      return value
    }
    #expect(value == expected)
  }
}
