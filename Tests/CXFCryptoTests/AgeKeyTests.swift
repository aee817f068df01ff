import CXFCrypto
import Foundation
import Testing

struct AgeKeyTests {
  private static let keyBytes = Array(UInt8(1)...32)

  private static func identity(_ key: [UInt8] = keyBytes) throws -> [UInt8] {
    bytes(of: AgeIdentity.text(try X25519PrivateKey(SecretBytes(copying: key))))
  }

  @Test func recipientsGoThereAndBack() throws {
    for first in UInt8(0)...40 {
      let key = try X25519PublicKey([first &* 7] + Self.keyBytes.dropFirst())
      let text = AgeRecipient.text(key)
      #expect(text.utf8.count == 62)
      #expect(text.hasPrefix("age1"))
      #expect(try AgeRecipient.parse(text) == key)
      // All upper case says the same.
      #expect(try AgeRecipient.parse(text.uppercased()) == key)
    }
  }

  @Test func identitiesGoThereAndBack() throws {
    let text = try Self.identity()
    #expect(text.count == 74)
    #expect(text.starts(with: Array("AGE-SECRET-KEY-1".utf8)))
    let key = try #require(try AgeIdentity.parse(text).first)
    let secret = bytes(of: key.secret)
    #expect(secret == Self.keyBytes)
  }

  @Test(arguments: ["\n", "\r\n"])
  func readsFilesWithCommentsAndBlankLines(lineEnd: String) throws {
    let one = try Self.identity()
    let other = try Self.identity(Self.keyBytes.reversed())
    var file: [UInt8] = []
    for line in [Array("# created: now".utf8), [], one, Array("#".utf8), other] {
      file += line + Array(lineEnd.utf8)
    }
    for content in [file, Array(file.dropLast(lineEnd.utf8.count))] {
      let keys = try AgeIdentity.parse(SecretBytes(copying: content))
      let secrets = keys.map { bytes(of: $0.secret) }
      #expect(secrets == [Self.keyBytes, Self.keyBytes.reversed()])
    }
  }

  @Test func everyChangedCharacterIsNoticed() throws {
    let recipient = Array(AgeRecipient.text(try X25519PublicKey(Self.keyBytes)).utf8)
    let identity = try Self.identity()
    for (text, isRecipient) in [(recipient, true), (identity, false)] {
      for index in text.indices {
        for replacement in [
          UInt8(ascii: "q"), UInt8(ascii: "Q"), UInt8(ascii: "7"), UInt8(ascii: "1"), 0x20, 0xC3,
        ]
        where replacement != text[index] {
          var changed = text
          changed[index] = replacement
          let error = thrown(AgeKeyError.self) {
            if isRecipient {
              _ = try AgeRecipient.parse(String(decoding: changed, as: UTF8.self))
            } else {
              _ = try AgeIdentity.parse(changed)
            }
          }
          #expect(error != nil, "character \(index)")
        }
      }
      for count in text.indices {
        let cut = String(decoding: text[..<count], as: UTF8.self)
        #expect(throws: AgeKeyError.self) { try AgeRecipient.parse(cut) }
        #expect(throws: AgeKeyError.self) { try AgeIdentity.parse(Array(cut.utf8)) }
      }
    }
  }

  /// BIP 173 and BIP 350, and age's own kinds of key.
  @Test(arguments: [
    ("", AgeKeyError.Reason.notAKey),
    ("age", .encoding(.missingParts)),
    ("AGE1", .encoding(.missingParts)),
    ("age1qqqqq", .encoding(.missingParts)),
    ("age1qqqqqq", .encoding(.wrongChecksum)),
    ("age1Qqqqqq", .encoding(.mixedCase)),
    ("age1qqqqqb", .encoding(.invalidCharacter)),
    ("age1qqq qqq", .encoding(.invalidCharacter)),
    ("ssh-ed25519 AAAA", .notAKey),
    // Valid in BIP 173, with other prefixes.
    ("A12UEL5L", .notAKey),
    ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", .notAKey),
    ("age1pq1qqqqqqqq", .postQuantum),
    ("AGE-SECRET-KEY-PQ-1QQQQQQQQ", .postQuantum),
    ("age1tag1qqqqqqqq", .plugin),
    ("age1yubikey1qqqqqqqq", .plugin),
    ("AGE-PLUGIN-YUBIKEY-1QQQQQQQQ", .plugin),
  ])
  func namesWhatIsNoRecipient(text: String, expected: AgeKeyError.Reason) {
    #expect(thrown(AgeKeyError.self) { try AgeRecipient.parse(text) } == AgeKeyError(expected))
  }

  @Test func keepsPrivateKeysAndRecipientsApart() throws {
    let identity = String(decoding: try Self.identity(), as: UTF8.self)
    #expect(thrown(AgeKeyError.self) { try AgeRecipient.parse(identity) } == AgeKeyError(.privateKey))
    let recipient = AgeRecipient.text(try X25519PublicKey(Self.keyBytes))
    let error = thrown(AgeKeyError.self) { try AgeIdentity.parse(Array("#\n\n\(recipient)\n".utf8)) }
    #expect(error == AgeKeyError(.recipient, line: 3))
    #expect(error?.message.contains("line 3") == true)
  }

  @Test(arguments: ["", "\n\r\n", "# only\n# comments"])
  func refusesFilesWithoutKeys(file: String) {
    #expect(thrown(AgeKeyError.self) { try AgeIdentity.parse(Array(file.utf8)) } == AgeKeyError(.noKeys))
  }

  @Test func namesTheLineThatIsWrong() throws {
    let identity = String(decoding: try Self.identity(), as: UTF8.self)
    let cases: [(String, AgeKeyError)] = [
      ("\(identity)\n\(identity.dropLast())Q\n", AgeKeyError(.encoding(.wrongChecksum), line: 2)),
      ("\(identity)\n\n \(identity)\n", AgeKeyError(.notAKey, line: 3)),
      ("\(identity) \n", AgeKeyError(.encoding(.invalidCharacter), line: 1)),
      ("\(identity)\r\r\n", AgeKeyError(.encoding(.invalidCharacter), line: 1)),
      ("\(identity)\(identity)", AgeKeyError(.notAKey, line: 1)),
    ]
    for (file, expected) in cases {
      let error = thrown(AgeKeyError.self) { try AgeIdentity.parse(Array(file.utf8)) }
      #expect(error == expected)
    }
  }

  @Test func refusesFilesThatAreTooLong() {
    let file = [UInt8](repeating: UInt8(ascii: "\n"), count: AgeIdentity.maximumByteCount + 1)
    #expect(thrown(AgeKeyError.self) { try AgeIdentity.parse(file) } == AgeKeyError(.tooLarge))
  }

  @Test(.enabled(if: Tool.ageKeygen != nil, "age-keygen is not installed"))
  func agreesWithAgeKeygen() throws {
    let tool = try #require(Tool.ageKeygen)
    try withTemporaryFolder { folder in
      let theirs = try tool.run([])
      let keys = try AgeIdentity.parse(theirs)
      let key = try #require(keys.first)
      #expect(keys.count == 1)
      // The file names the recipient in a comment, and holds the key as we write it.
      let text = String(decoding: theirs, as: UTF8.self)
      #expect(text.contains("# public key: \(AgeRecipient.text(key.publicKey))\n"))
      let ours = bytes(of: AgeIdentity.text(key))
      #expect(text.contains(String(decoding: ours, as: UTF8.self) + "\n"))

      let file = folder.appendingPathComponent("ours.txt")
      let fresh = try X25519PrivateKey.generate()
      try writePrivate(bytes(of: AgeIdentity.text(fresh)) + [0x0A], to: file)
      let recipient = String(decoding: try tool.run(["-y", file.path]), as: UTF8.self)
      #expect(recipient == AgeRecipient.text(fresh.publicKey) + "\n")
    }
  }
}
