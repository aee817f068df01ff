import CXFCrypto
import CXFKeePass
import CredentialExchangeFormat
import Testing

@Suite struct SampleDatabaseTests {
  @Test(arguments: SampleDatabase.allCases)
  func valuesAreTheOnesThatWereWritten(_ sample: SampleDatabase) throws {
    let database = try sample.open()
    let document = database.document
    let ferry = try #require(document.entries(titled: "Harbour Ferry").first)
    #expect(document.value(of: ferry, "Password") == "tide-41! <&> ]]>")
    #expect(document.value(of: ferry, "Notes") == "first line\nzweite Zeile: ä")
    let password = try #require(document.field(of: ferry, "Password"))
    #expect(document.isProtected(password))
    let outer = try #require(document.entries(titled: "Outer blanks").first)
    #expect(document.value(of: outer, "Password") == "\u{2003}x \t")
    let earlier = document.entries(titled: "Harbour Ferry").dropFirst().map {
      document.value(of: $0, "Password")
    }
    #expect(earlier == [" tide 39 ", "tide-40"])
    let trashed = try #require(document.entries(titled: "Trashed").first)
    #expect(document.value(of: trashed, "Password") == "gone")
  }

  @Test func thePoolKeepsItsOrderAndItsFlags() throws {
    let binaries = try SampleDatabase.version4.open().inner.binaries
    #expect(
      binaries == [
        KDBXBinary(flags: 0, bytes: Array("spare".utf8)),
        KDBXBinary(flags: 1, bytes: Array("depth 4 m\n".utf8)),
      ])
  }

  @Test func whatNoProgramKnowsStaysWhenItIsWritten() throws {
    let database = try SampleDatabase.version4.open()
    let file = try database.seal()
    let again = try KDBXDatabase.open(file, keys: [SampleDatabase.key()])
    #expect(again.header.fields.map(\.id) == database.header.fields.map(\.id))
    #expect(again.header[200] == Array("unknown".utf8))
    #expect(again.header[KDBXHeader.ID.publicData] == database.header[KDBXHeader.ID.publicData])
    let field = try #require(again.header[KDBXHeader.ID.derivation])
    let items = try VariantDictionary(field, field: KDBXHeader.ID.derivation).items
    #expect(items.contains { $0.name == Array("Note".utf8) && $0.value == Array("unknown".utf8) })
    #expect(again.inner.fields.contains(.unknown(99, Array("unknown".utf8))))
    #expect(again.inner.binaries == database.inner.binaries)
    #expect(again.header.minor == 1)
    let text = String(decoding: again.document.xml.bytes, as: UTF8.self)
    #expect(
      text.contains(#"<Unknown xmlns:x="urn:x" x:a="1"><!-- kept --><Value Protected="True"/></Unknown>"#))
  }

  /// What lies between protected values.
  private func withoutProtected(_ document: KeePassDocument) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    for element in document.xml.elements.indices where document.isProtected(element) {
      let content = document.xml.elements[element].content
      parts.append(document.xml.bytes[start..<content.lowerBound])
      start = content.upperBound
    }
    return parts + [document.xml.bytes[start...]]
  }

  @Test func everythingButProtectedValuesIsWrittenByteForByte() throws {
    let database = try SampleDatabase.version4.open()
    let again = try KDBXDatabase.open(database.seal(), keys: [SampleDatabase.key()])
    #expect(
      withoutProtected(again.document).map { Array($0) }
        == withoutProtected(database.document).map { Array($0) })
    #expect(again.document.xml.bytes != database.document.xml.bytes)
  }

  @Test(arguments: SampleDatabase.allCases)
  func rewritesAsWhatItIsOrNewer(_ sample: SampleDatabase) throws {
    let database = try sample.open()
    let lines = try DatabaseDump(database).lines()
    let newer = try KDBXDatabase.open(database.seal(), keys: [SampleDatabase.key()])
    #expect(newer.header.major == 4)
    #expect(try DatabaseDump(newer).lines() == lines)
    guard sample == .version3 else {
      #expect(throws: KDBXError.unsupported(.olderVersion)) { try database.seal(as: .version3) }
      return
    }
    let same = try KDBXDatabase.open(database.seal(as: .version3), keys: [SampleDatabase.key()])
    #expect(same.header.major == 3)
    #expect(try DatabaseDump(same).lines() == lines)
    // The pool: a protected file, one that was packed, one that stood in its entry.
    #expect(
      newer.inner.binaries.map(\.bytes) == [
        Array("hidden\0bytes".utf8), Array("depth 4 m\n".utf8), [1, 2, 3],
      ])
    #expect(newer.inner.binaries.map(\.flags) == [1, 0, 0])
  }

  @Test(arguments: SampleDatabase.allCases)
  func theSameRandomnessGivesTheSameFile(_ sample: SampleDatabase) throws {
    let database = try sample.open()
    let first = try database.seal(randomness: SampleDatabase.counting)
    #expect(try database.seal(randomness: SampleDatabase.counting) == first)
  }

  @Test func anotherKeyCanBeSet() throws {
    let database = try SampleDatabase.version4.open()
    let file = try database.seal(for: SampleDatabase.key("port"))
    #expect(throws: KDBXError.wrongKey(isCertain: true)) {
      try KDBXDatabase.open(file, keys: [SampleDatabase.key()])
    }
    let again = try KDBXDatabase.open(file, keys: [SampleDatabase.key(), SampleDatabase.key("port")])
    #expect(again.document.isSame(as: database.document))
  }

  @Test func nothingThatIsPrintedHasASecret() throws {
    let database = try SampleDatabase.version4.open()
    let document = database.document
    let ferry = try #require(document.entries(titled: "Harbour Ferry").first)
    var printed =
      "\(database) \(document) \(database.header) \(database.inner) \(document.fragment(of: ferry))"
    printed += String(reflecting: database) + String(reflecting: try database.derivation())
    dump(database, to: &printed)
    dump(document.fragment(of: ferry), to: &printed)
    for secret in ["tide-41", "depth 4", "Harbour", "116, 105, 100, 101"] {
      #expect(!printed.contains(secret))
    }
  }
}
