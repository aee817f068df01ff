import CXFCrypto
import Testing

struct AgeArmorTests {
  private static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  private static let end = "-----END AGE ENCRYPTED FILE-----"
  private static let full = String(repeating: "QUJD", count: 16)

  private static func decode(_ text: String) throws -> String {
    String(decoding: try unarmored(Array(text.utf8)), as: UTF8.self)
  }

  @Test func textGoesThereAndBack() throws {
    for size in 0...200 {
      let content = sampleContent(size)
      let text = armored(content)
      for pieceByteCount in [1, 47, 48, 49, 96] {
        #expect(armored(content, pieceByteCount: pieceByteCount) == text)
      }
      for pieceByteCount in [1, 2, 64, 65, 66, 1000] {
        #expect(try unarmored(text, pieceByteCount: pieceByteCount) == content)
      }
      let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      #expect(lines.last == [])
      #expect(lines.count == (size + 47) / 48 + 3)
      #expect(lines.allSatisfy { $0.count <= 64 })
      #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.count == 64 })
    }
  }

  @Test func lineEndsAndWhiteSpaceAroundMayDiffer() throws {
    for text in [
      "\(Self.begin)\nQUJD\n\(Self.end)\n", "\(Self.begin)\nQUJD\n\(Self.end)",
      "\(Self.begin)\r\nQUJD\r\n\(Self.end)\r\n", "\(Self.begin)\r\nQUJD\n\(Self.end)\r",
      "\n \t\r\n\n\(Self.begin)\nQUJD\n\(Self.end)\n\n \r\n\t ",
    ] {
      #expect(try Self.decode(text) == "ABC")
      #expect(AgeArmor.isArmored(Array(text.utf8)))
    }
    #expect(try Self.decode("\(Self.begin)\n\(Self.end)\n") == "")
  }

  @Test(arguments: [
    ("", AgeArmorFault.noBeginLine, 1), ("\n\n", .noBeginLine, 3), ("QUJD\n", .noBeginLine, 1),
    ("\n \(begin)\nQUJD\n\(end)\n", .noBeginLine, 2), ("\(begin) \nQUJD\n\(end)\n", .noBeginLine, 1),
    ("\(begin)\(begin)\n", .noBeginLine, 1), ("-----BEGIN PRIVATE KEY-----\n", .noBeginLine, 1),
    (String(repeating: " ", count: 2000), .noBeginLine, 1),
    ("\(begin)", .truncated, 1), ("\(begin)\n", .truncated, 2), ("\(begin)\nQUJD", .truncated, 2),
    ("\(begin)\nQUJD\n", .truncated, 3), ("\(begin)\nQUJD\n\(end.dropLast())", .noEndLine, 3),
    ("\(begin)\n\nQUJD\n\(end)\n", .emptyLine, 2), ("\(begin)\nQUJD\n\n\(end)\n", .noEndLine, 3),
    ("\(begin)\n\(full)\n\n\(end)\n", .emptyLine, 3), ("\(begin)\n\(full)A\n\(end)\n", .lineTooLong, 2),
    ("\(begin)\n\(full)\(full)\n\(end)\n", .lineTooLong, 2),
    ("\(begin)\nQUJD\nQUJD\n\(end)\n", .noEndLine, 3),
    ("\(begin)\nQUJ\n\(end)\n", .invalidBase64, 2), ("\(begin)\nQUI\n\(end)\n", .invalidBase64, 2),
    ("\(begin)\nQUJ=\n\(end)\n", .invalidBase64, 2), ("\(begin)\nQR==\n\(end)\n", .invalidBase64, 2),
    ("\(begin)\nQQ==QQ==\n\(end)\n", .invalidBase64, 2), ("\(begin)\nQ===\n\(end)\n", .invalidBase64, 2),
    ("\(begin)\n====\n\(end)\n", .invalidBase64, 2), ("\(begin)\nQQ==\nQQ==\n\(end)\n", .noEndLine, 3),
    ("\(begin)\n QUJD\n\(end)\n", .invalidBase64, 2), ("\(begin)\nQUJD \n\(end)\n", .invalidBase64, 2),
    ("\(begin)\nQU-_\n\(end)\n", .invalidBase64, 2), ("\(begin)\nQUJD\r\r\n\(end)\n", .invalidBase64, 2),
    ("\(begin)\nVersion: 1\n\nQUJD\n\(end)\n", .invalidBase64, 2),
    ("\(begin)\nQUJD\n\(end) \n", .noEndLine, 3), ("\(begin)\nQUJD\n\(end)\nx", .trailingText, 4),
    ("\(begin)\nQUJD\n\(end)\n\n\(begin)\nQUJD\n\(end)\n", .trailingText, 5),
    ("\(begin)\nQUJD\n\(end)\n\u{A0}", .trailingText, 4),
  ])
  func namesFaultAndLine(text: String, fault: AgeArmorFault, line: Int) {
    let bytes = Array(text.utf8)
    for pieceByteCount in [Int.max, 1, 7] {
      let error = thrown(AgeError.self) { try unarmored(bytes, pieceByteCount: pieceByteCount) }
      #expect(error == .armorFailure(fault, line: line), "\(text.debugDescription), \(pieceByteCount)")
    }
  }

  @Test func recognisesBothForms() {
    for text in ["age-encryption.org/v1\n", "age-encryption.org/v7", "\n \(Self.begin)\n"] {
      #expect(AgeFile.looksLike(Array(text.utf8)))
    }
    for text in [
      "", "age", "age-encryption.org", " age-encryption.org/v1", "-----BEGIN AGE",
      "-----BEGIN PGP MESSAGE-----",
      "x\(Self.begin)",
    ] {
      #expect(!AgeFile.looksLike(Array(text.utf8)))
    }
  }
}
