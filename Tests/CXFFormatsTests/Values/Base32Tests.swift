import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct Base32Tests {
  /// RFC 4648 §10.
  @Test(arguments: [
    ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
    ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
  ])
  func agreesWithRFC4648(plain: String, encoded: String) throws {
    let unpadded = String(encoded.prefix { $0 != "=" })
    #expect(Base32.encode(plain.utf8, padded: true) == encoded)
    #expect(Base32.encode(plain.utf8) == unpadded)
    #expect(try Base32.decode(Text(encoded)) == Array(plain.utf8))
    #expect(try Base32.decode(Text(unpadded)) == Array(plain.utf8))
  }

  @Test(arguments: [
    ("my", Base32.Problem.invalidCharacter(offset: 0)), ("M Y", .invalidCharacter(offset: 1)),
    ("MY=Q", .invalidCharacter(offset: 3)), ("M0", .invalidCharacter(offset: 1)),
    ("MY=", .wrongPadding), ("MY=======", .wrongPadding), ("MZXW6YTB=", .wrongPadding),
    ("M", .incompleteGroup(characters: 1)), ("MZX", .incompleteGroup(characters: 3)),
    ("MZXW6Y", .incompleteGroup(characters: 6)), ("MZ", .nonZeroTrailingBits),
    ("é", .invalidCharacter(offset: 0)),
  ])
  func strictDecodingRefuses(text: String, problem: Base32.Problem) {
    #expect(throws: problem) { try Base32.decode(Text(text)) }
  }

  @Test(arguments: [
    ("jbsw y3dp-ehpk 3pxp", "JBSWY3DPEHPK3PXP", true), (" GEZDGNBVGY3TQOJQ\t", "GEZDGNBVGY3TQOJQ", true),
    ("JBSWY3DP\r\nEHPK3PXP", "JBSWY3DPEHPK3PXP", true),
    ("mfrg\u{A0}gzdfmy\u{2013}======", "MFRGGZDFMY", true),
    ("MFRGGZDFMY", "MFRGGZDFMY", false),
  ])
  func readsWhatPeopleType(text: String, canonical: String, isRespelled: Bool) throws {
    let reading = try Base32.read(Text(text))
    #expect(Base32.encode(reading.bytes) == canonical)
    #expect(reading.problems.isEmpty)
    #expect(reading.isRespelled == isRespelled)
  }

  @Test(arguments: [
    ("MZ", [Base32.Problem.nonZeroTrailingBits], [UInt8(ascii: "f")]),
    ("MZXW6YTBMZXW6YTBA", [.incompleteGroup(characters: 1)], Array("foobafooba".utf8)),
    ("MZXW6YTBB", [.incompleteGroup(characters: 1), .nonZeroTrailingBits], Array("fooba".utf8)),
    ("MY=", [.wrongPadding], [UInt8(ascii: "f")]), ("A", [.incompleteGroup(characters: 1)], []),
  ])
  func toleratesAndNamesFlaws(text: String, problems: [Base32.Problem], bytes: [UInt8]) throws {
    let reading = try Base32.read(Text(text))
    #expect(reading.problems == problems)
    #expect(reading.bytes == bytes)
    #expect(reading.isRespelled)
  }

  /// `0`, `1` and `8` look like letters; guessing which would make another key.
  @Test(arguments: [
    ("GEZ0", 3), ("1EZD", 0), ("GEZ8", 3), ("GE=ZD", 3), ("\u{0}AAA", 0), ("A é", 2), ("A\u{301}B", 1),
  ])
  func toleratesNoForeignCharacter(text: String, offset: Int) {
    #expect(throws: Base32.Problem.invalidCharacter(offset: offset)) { try Base32.read(Text(text)) }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func returnsTheSameBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = random.bytes(0...80)
    #expect(try Base32.decode(Text(Base32.encode(bytes))) == bytes)
    #expect(try Base32.decode(Text(Base32.encode(bytes, padded: true))) == bytes)
    #expect(try Base32.read(Text(Base32.encode(bytes).lowercased())).bytes == bytes)
  }
}
