import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Bitwarden's document, through CXF, is the same document.
@Suite struct BitwardenRoundTripTests {
  /// What may differ, applied to both sides: fractions of a second, and the spelling of a one-time code.
  private static func normal(_ path: String, _ value: String) -> String? {
    if path.hasSuffix("Date"), case .value(let moment) = DateText.parse(value) {
      return String(moment.unixSeconds)
    }
    if path.hasSuffix(".reprompt"), value == "0" { return nil }
    if path.hasSuffix(".secureNote.type") || path.hasSuffix(".organizationId") { return nil }
    if path.hasSuffix(".totp"), let code = try? OneTimeCode.parse(Text(value)) {
      let names = [code.issuer, code.account].map { $0?.string ?? "-" }
      // A Steam code has one spelling in Bitwarden, which names nobody.
      let owner = code.kind == .steam ? "" : names.joined(separator: "|")
      return
        "\(code.kind.name) \(code.base32Secret.string) \(code.algorithm) \(code.digits) \(code.period) \(owner)"
    }
    return value
  }

  private func expectSame(_ bytes: [UInt8], besides allowed: Set<String> = []) throws {
    let conversion = try Bitwarden.throughCXF(bytes)
    #expect(conversion.values.lost == 0)
    let before = try JSONLines(bytes, Self.normal).lines.map { Text($0) }
    let after = try JSONLines(conversion.bytes, Self.normal).lines.map { Text($0) }
    let difference = Set(before).symmetricDifference(after).map(\.string).filter { !allowed.contains($0) }
      .sorted()
    #expect(difference.isEmpty)
  }

  @Test func theSampleComesBack() throws {
    // A folder that only stands in the path of another is a collection, and so a folder of its own.
    try expectSame(try Bitwarden.sample("bitwarden.json"), besides: ["folder Work/Clients"])
  }

  @Test(
    .enabled(if: SharedFiles.isPresent, "the shared sample files are absent"),
    arguments: [
      "aegis/bitwarden.json", "pass-import/bitwarden.json", "pass-import/bitwarden-other.json",
      "stratum/bitwarden.unencrypted.json", "stratum/bitwardenauthenticator.json",
      "bitwarden-clients/bitwarden-json/unencrypted.json", "bugs/B021-control-char-note.json",
      "bugs/B042-match-types.json", "bugs/B043-totp-spacing.json", "bugs/B049-steam.json",
      "bugs/B067-identity.json",
      "bugs/B077-ssh-to-kdbx.json", "bugs/B093-left.json", "bugs/B093-right.json", "bugs/B104-json-named.csv",
    ])
  func everyPlainFileComesBack(_ name: String) throws {
    try expectSame(try SharedFiles.bytes("cases/\(name)"))
  }

  @Test func theSecondWritingIsTheSameToTheByte() throws {
    let first = try Bitwarden.throughCXF(try Bitwarden.sample("bitwarden.json")).bytes
    #expect(try Bitwarden.throughCXF(first).bytes == first)
  }

  @Test func anOrganisationBecomesFoldersAndTheSecondMembershipIsReported() throws {
    let conversion = try Bitwarden.throughCXF(try Bitwarden.sample("bitwarden-organisation.json"))
    #expect(conversion.values.lost == 0)
    #expect(conversion.count(.folderMembershipLost) == 1)
  }

  @Test(arguments: [
    // Nothing but a kind.
    #"{"type":1,"name":"a"}"#, #"{"type":3,"name":"a"}"#, #"{"type":4,"name":"a"}"#,
    #"{"type":2,"name":"a"}"#,
    // Apps before sites, the same site twice with two rules, the same app twice.
    #"{"type":1,"name":"a","login":{"uris":[{"uri":"androidapp://com.x"},{"uri":"https://b.example"}]}}"#,
    #"{"type":1,"name":"a","login":{"uris":[{"uri":"https://b.example","match":0},{"uri":"https://b.example","match":3}]}}"#,
    #"{"type":1,"name":"a","login":{"uris":[{"uri":"androidapp://com.x"},{"uri":"androidapp://com.x","match":5}]}}"#,
    // Codes that CXF cannot say, and a text that is none.
    #"{"type":1,"name":"a","login":{"totp":"otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQ&counter=7"}}"#,
    #"{"type":1,"name":"a","login":{"totp":"not a code!"}}"#,
    #"{"type":1,"name":"a","login":{"totp":"otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&vendor=x"}}"#,
    // Lines of an address.
    #"{"type":4,"name":"a","identity":{"address1":"1","address2":"2","address3":"3"}}"#,
    #"{"type":4,"name":"a","identity":{"address2":"2"}}"#,
    #"{"type":4,"name":"a","identity":{"company":"c"}}"#,
    #"{"type":4,"name":"a","identity":{"state":"CA","country":"United States"}}"#,
    // Links between and around fields.
    #"{"type":1,"name":"a","fields":[{"name":"l","type":3,"linkedId":101},{"name":"t","value":"v","type":0}]}"#,
    #"{"type":1,"name":"a","fields":[{"name":"l","type":3,"linkedId":101}]}"#,
    #"{"type":1,"name":"a","fields":[{"name":"x","value":"","type":1},{"value":" ","type":0}],"reprompt":1}"#,
    // A key that cannot be read, and public parts that do not belong to it.
    #"{"type":5,"name":"a","sshKey":{"privateKey":"secret","publicKey":"ssh-ed25519 AAAA","keyFingerprint":"SHA256:x"}}"#,
    // Times.
    #"{"type":2,"name":"a","deletedDate":"2024-01-02T03:04:05.000Z","archivedDate":"2024-01-02T03:04:06.000Z"}"#,
    #"{"type":2,"name":"a","passwordHistory":[{"password":"p"},{"password":"q","lastUsedDate":"2024-01-02T03:04:05.000Z"}]}"#,
    #"{"type":3,"name":"a","card":{"expMonth":"13","expYear":"2030","number":"4 1","code":"007","brand":"b"}}"#,
  ])
  func smallItemsComeBack(_ item: String) throws {
    let bytes = Array(Bitwarden.document(item).utf8)
    let conversion = try Bitwarden.throughCXF(bytes)
    let before = try JSONLines(bytes, Self.normal).lines
    let after = try JSONLines(conversion.bytes, Self.normal).lines.filter { !$0.hasPrefix("0.id = ") }
    #expect(before == after)
  }

  @Test func aDateThatCannotBeReadStillMeansTrash() throws {
    let text = Bitwarden.document(#"{"type":2,"name":"a","deletedDate":"yesterday"}"#)
    let item = try #require(Bitwarden.items(try Bitwarden.read(text)).first)
    #expect(item.isTrashed)
    #expect(item.fields.map(\.value) == ["yesterday"])
    let lines = try JSONLines(try Bitwarden.throughCXF(Array(text.utf8)).bytes).lines
    #expect(lines.contains("0.deletedDate = 2023-11-14T22:13:20.000Z"))
  }

  @Test func aMemberThatTheReaderForgotIsKept() throws {
    let sample = String(decoding: try Bitwarden.sample("bitwarden.json"), as: UTF8.self)
    var text = ""
    var added: [Text] = []
    for part in sample.split(separator: "\"name\":", omittingEmptySubsequences: false) {
      if !text.isEmpty {
        // Folders have no place for it: there it must be lost by name, not silently.
        let isItem = text.contains("\"items\"")
        let value = "forgotten \(added.count)"
        if isItem { added.append(Text(value)) }
        text += isItem ? "\"zz\":{\"k\":[\"\(value)\"]},\"name\":" : "\"name\":"
      }
      text += part
    }
    text = text.replacing("\"username\":", with: "\"other\":\"beside the user name\",\"username\":")
    let reading = try Bitwarden.read(text)
    let conversion = try Bitwarden.convert(reading, to: CXFDocument.format)
    #expect(conversion.values.lost == 0)
    let hidden = Set(
      Bitwarden.items(reading).flatMap(\.fields).filter { $0.fieldType == .concealedString }.map(\.value))
    #expect(added.allSatisfy(hidden.contains))
    #expect(hidden.contains("beside the user name"))
    #expect(try Bitwarden.convert(reading, to: BitwardenJSON.format).values.lost == 0)
  }
}
