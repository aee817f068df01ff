import CredentialExchangeFormat
import Testing

@Suite struct JSONWriterTests {
  private func written(_ text: Text) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(text)
    return writer.bytes
  }

  @Test func everyScalarReturns() throws {
    let samples: [UInt32] = [
      0x301, 0x6F22, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF, 0x2028,
    ]
    for value in Array(0..<0x100) + samples {
      let scalar = try #require(Unicode.Scalar(value))
      // Behind runs of different length, as the writer looks at eight bytes at a time.
      for length in [0, 1, 7, 8, 9] {
        let text = Text(String(repeating: "x", count: length) + String(Character(scalar)) + "yz")
        let read = try written(text).withUnsafeBufferPointer { buffer throws -> Text in
          var cursor = JSONCursor(buffer)
          let text = try cursor.string()
          try cursor.finish()
          return text
        }
        #expect(read == text)
      }
    }
  }

  @Test(arguments: [
    ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1F}\u{B}", #""\u0000\u001f\u000b""#), ("\u{7F}\u{80}é\u{2028}😀", "\"\u{7F}\u{80}é\u{2028}😀\""),
    ("<&>'", "\"<&>'\""), ("\r\n", #""\r\n""#),
  ])
  func escapesOnlyWhatItMust(text: String, json: String) {
    #expect(written(Text(text)) == Array(json.utf8))
  }

  @Test func escapesAtEveryPlaceOfEveryLength() {
    for length in 1...26 {
      for first in 0..<length {
        for second in first..<length {
          var text = (0..<length).map { UInt8(ascii: "a") + UInt8($0) }
          text[first] = UInt8(ascii: "\"")
          text[second] = 0x0A
          let escaped = text.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""): Array(#"\""#.utf8)
            case 0x0A: Array(#"\n"#.utf8)
            default: [byte]
            }
          }
          let quote = [UInt8(ascii: "\"")]
          #expect(written(Text(String(decoding: text, as: UTF8.self))) == quote + escaped + quote)
        }
      }
    }
  }

  private func sample(indented: Bool) -> String {
    var writer = JSONWriter(indented: indented)
    writer.beginObject()
    writer.name("a")
    writer.beginArray()
    writer.element()
    writer.unsigned(1)
    writer.element()
    writer.beginObject()
    writer.endObject()
    writer.element()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.name("é\"" as String)
    writer.boolean(true)
    writer.name("n")
    writer.null()
    writer.members(Array(#""x":[1,2]"#.utf8))
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func writesCompactly() {
    #expect(sample(indented: false) == #"{"a":[1,{},[]],"é\"":true,"n":null,"x":[1,2]}"#)
  }

  @Test func indentsByTwoSpaces() {
    #expect(
      sample(indented: true) == """
        {
          "a": [
            1,
            {},
            []
          ],
          "é\\"": true,
          "n": null,
          "x":[1,2]
        }
        """)
  }

  @Test(arguments: [
    (UInt64(0), "0"), (9, "9"), (10, "10"), (100, "100"), (1005, "1005"), (99_999, "99999"),
    (1_000_000, "1000000"), (9_999_999_999_999_999_999, "9999999999999999999"),
    (10_000_000_000_000_000_000, "10000000000000000000"), (.max, "18446744073709551615"),
  ])
  func writesWholeNumbers(value: UInt64, text: String) {
    var writer = JSONWriter()
    writer.unsigned(value)
    #expect(writer.bytes == Array(text.utf8))
  }

  @Test(arguments: [Int.min, -1, 0, .max])
  func writesNegativeNumbers(value: Int) {
    var writer = JSONWriter()
    writer.integer(value)
    #expect(writer.bytes == Array("\(value)".utf8))
  }

  @Test(arguments: [0, 63, 64, 65, 127, 128, 5000])
  func growsBeyondAnyEstimate(count: Int) {
    let text = Text(String(repeating: "é\n", count: count))
    let bytes = JSONWriter.text(indented: false, estimate: 10) { $0.string(text) }
    #expect(bytes.count == 2 + count * 4)
  }
}
