import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct OneTimeCodeWritingTests {
  @Test(arguments: [
    ("gezd gnbv", "otpauth://totp/?secret=GEZDGNBV&algorithm=SHA1&digits=6&period=30"),
    (
      "otpauth://totp/Test%3A%20Foo%3AUs%40er?icon=a/b&secret=GEZDGNBV&issuer=Test%3A%20Foo&flag",
      "otpauth://totp/Test%3A%20Foo:Us%40er?secret=GEZDGNBV&issuer=Test%3A%20Foo&algorithm=SHA1&digits=6&period=30"
        + "&icon=a%2Fb&flag"
    ),
    (
      "otpauth://hotp/b?secret=GEZDGNBV&counter=9&period=30",
      "otpauth://hotp/b?secret=GEZDGNBV&algorithm=SHA1&digits=6&counter=9&period=30"
    ),
    ("steam://gezdgnbv", "otpauth://steam/?secret=GEZDGNBV&algorithm=SHA1&digits=5&period=30"),
    ("otpauth://motp/b?secret=GEZDGNBV&pin=1", "otpauth://motp/b?secret=GEZDGNBV&pin=1"),
    (
      "otpauth://totp/:a:b?secret=GEZDGNBV",
      "otpauth://totp/:a%3Ab?secret=GEZDGNBV&algorithm=SHA1&digits=6&period=30"
    ),
  ])
  func writesTheCanonicalURI(text: String, uri: String) throws {
    #expect(try OneTimeCode.parse(Text(text)).otpauthURI().string == uri)
    #expect(try OneTimeCode.parse(Text(uri)).otpauthURI().string == uri)
  }

  @Test func writesSteamInEverySpelling() throws {
    let code = try OneTimeCode.parse("otpauth://steam/Steam:ben?secret=GEZDGNBVGY3TQOJQ")
    #expect(code.steamURI == "steam://GEZDGNBVGY3TQOJQ")
    let uri = code.otpauthURI(steam: .encoderParameter)
    #expect(
      uri.string
        == "otpauth://totp/Steam:ben?secret=GEZDGNBVGY3TQOJQ&issuer=Steam&algorithm=SHA1&digits=5&period=30&encoder=steam"
    )
    #expect(try OneTimeCode.parse(uri).kind == .steam)
    #expect(try OneTimeCode.parse("GEZDGNBV").steamURI == nil)
  }

  @Test(
    arguments: [
      ("GEZDGNBV", true, true, nil), ("otpauth://totp/?secret=GEZDGNBV&period=30", true, true, nil),
      ("otpauth://totp/a?secret=GEZDGNBV", false, true, nil),
      ("otpauth://totp/?secret=GEZDGNBV&x", false, true, nil),
      ("otpauth://totp/?secret=GEZDGNBV&digits=8", false, false, nil),
      ("steam://GEZDGNBV", false, false, .kind),
      ("otpauth://hotp/?secret=GEZDGNBV", false, false, .kind),
      ("otpauth://totp/?secret=GEZDGNBV&algorithm=md5", false, false, .algorithm),
      ("otpauth://totp/?secret=GEZDGNBV&period=65536", false, false, .range),
      ("otpauth://totp/?secret=GEZDGNBV&encoder=x", false, false, .kind),
    ] as [(String, Bool, Bool, OneTimeCode.CXFObstacle?)])
  func knowsWhatATargetCanHold(
    text: String, bare: Bool, defaults: Bool, obstacle: OneTimeCode.CXFObstacle?
  ) throws {
    let code = try OneTimeCode.parse(Text(text))
    #expect(code.bareSecretSuffices == bare)
    #expect(code.hasDefaultParameters == defaults)
    #expect(code.cxfObstacle == obstacle)
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func comesBackFromItsURI(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = "ab:%+& =/?#é\u{301}\u{0}\r\n@💠"
    let types = ["totp", "hotp", "steam"]
    var code = try OneTimeCode(
      secret: random.bytes(1...40),
      .init(
        type: types.randomElement(using: &random),
        algorithm: ["sha1", "SHA-256", "Sha512"].randomElement(using: &random),
        digits: String(Int.random(in: 5...10, using: &random)), period: nil, counter: nil,
        issuer: random.text(0...6, from: alphabet), account: random.text(1...6, from: alphabet),
        others: [.init(name: "x", value: Text(random.text(0...6, from: alphabet)))]))
    // Blanks behind the colon of a label do not count, so that a leading one cannot come back.
    code.account = code.account.map { Text("u" + $0.string) }
    let back = try OneTimeCode.parse(code.otpauthURI())
    #expect(back.kind == code.kind)
    #expect(back.secret == code.secret)
    #expect(back.algorithm == code.algorithm)
    #expect(back.digits == code.digits)
    #expect(back.period == code.period)
    #expect(back.issuer == code.issuer)
    #expect(back.account == code.account)
    #expect(back.otherParameters == code.otherParameters)
    #expect(back.otpauthURI() == code.otpauthURI())
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func writesWhatItReadTheSameWayAgain(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "otpauth://", "totp", "hotp", "/", "?", "&", "=", "secret=GEZA", "secret", "issuer=a", "%", "%4", "%41",
      "%FF", ":",
      "A", " ", "+", "\u{0}", "digits=7", "period=", "counter=5", "encoder=steam", "encoder=q", "steam://",
      "key=GEZA", "é",
    ]
    var text = Bool.random(using: &random) ? "otpauth://totp/x?secret=GEZA&" : ""
    for _ in 0..<Int.random(in: 0...12, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
    guard let code = try? OneTimeCode.parse(Text(text)) else { return }
    let uri = code.otpauthURI()
    let again = try OneTimeCode.parse(uri)
    #expect(again.secret == code.secret, "\(text.debugDescription)")
    #expect(again.otpauthURI() == uri, "\(text.debugDescription)")
  }

  @Test func standsHugeTexts() throws {
    let big = String(repeating: "A", count: 1_000_000)
    #expect(try OneTimeCode.parse(Text(big)).secret.count == 625_000)
    #expect(throws: OneTimeCodeError.self) {
      try OneTimeCode.parse(Text(String(repeating: "=&%", count: 100_000)))
    }
    let many = "otpauth://totp/a?secret=GEZA" + String(repeating: "&x=1", count: 50_000)
    #expect(try OneTimeCode.parse(Text(many)).otherParameters.count == 50_000)
  }
}
