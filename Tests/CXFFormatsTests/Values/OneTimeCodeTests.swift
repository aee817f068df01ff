import CXFFormats
import CredentialExchangeFormat
import Testing

@Suite struct OneTimeCodeTests {
  static let seed: Text = "GEZDGNBVGY3TQOJQ"

  struct Form: Sendable, CustomTestStringConvertible {
    var text: String
    var kind: OneTimeCode.Kind = .totp
    var secret = "GEZDGNBVGY3TQOJQ"
    var algorithm: OneTimeCode.Algorithm = .sha1
    var digits = 6
    var period = 30
    var issuer: Text?
    var account: Text?
    var absent: [OneTimeCode.Parameter] = [.algorithm, .digits, .period]
    var problems: [OneTimeCode.Problem] = []
    var testDescription: String { text }
  }

  @Test(arguments: [
    Form(text: "GEZDGNBVGY3TQOJQ"), Form(text: " gezd gnbv-gy3t qojq\n"),
    Form(text: "GEZDGNBVGY3TQOJQ====", problems: [.secret(.wrongPadding)]),
    Form(text: "otpauth://totp/?secret=GEZDGNBVGY3TQOJQ"),
    Form(text: "otpauth://totp?secret=GEZDGNBVGY3TQOJQ"),
    Form(
      text: "OTPAUTH://TOTP/Up?SECRET=GEZDGNBVGY3TQOJQ&Period=90&Algorithm=sha512", algorithm: .sha512,
      period: 90,
      account: "Up", absent: [.digits]),
    Form(
      text:
        "otpauth://totp/Bank:meg%40mail.example?secret=GEZDGNBVGY3TQOJQ&issuer=Bank&algorithm=HMAC-SHA-256"
        + "&digits=8&period=60",
      algorithm: .sha256, digits: 8, period: 60, issuer: "Bank", account: "meg@mail.example", absent: []),
    Form(text: "steam://GEZDGNBVGY3TQOJQ", kind: .steam, digits: 5),
    Form(
      text:
        "otpauth://steam/Steam%3Aben?period=30&digits=5&algorithm=SHA1&secret=GEZDGNBVGY3TQOJQ&issuer=Steam",
      kind: .steam, digits: 5, issuer: "Steam", account: "ben", absent: []),
    Form(
      text: "otpauth://totp/Steam:cat?secret=GEZDGNBVGY3TQOJQ&issuer=Steam&encoder=steam", kind: .steam,
      digits: 5,
      issuer: "Steam", account: "cat"),
    Form(
      text: "otpauth://totp/Steam:dan?secret=GEZDGNBVGY3TQOJQ&issuer=Steam", issuer: "Steam", account: "dan"),
    Form(
      text: "otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ&counter=18446744073709551615",
      kind: .hotp(counter: .max), account: "a", absent: [.algorithm, .digits]),
    Form(
      text: "otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ", kind: .hotp(counter: 0), account: "a",
      absent: [.algorithm, .digits, .counter]),
    Form(
      text: "otpauth://yandex/a?secret=GEZDGNBVGY3TQOJQ&digits=8", kind: .other("yandex"), digits: 8,
      account: "a",
      absent: [.algorithm, .period]),
    Form(
      text: "key=GEZDGNBVGY3TQOJQ&size=8&step=45&otpHashMode=Sha256", algorithm: .sha256, digits: 8,
      period: 45,
      absent: []),
    Form(text: "key=GEZDGNBVGY3TQOJQ%3D%3D", problems: [.secret(.wrongPadding)]),
    Form(text: "key=GEZDGNBVGY3TQOJQ==", problems: [.secret(.wrongPadding)]),
    Form(text: "key=31323334353637383930&encoding=hex"),
    Form(
      text: "type=Hotp&key=MTIzNDU2Nzg5MA==&encoding=Base64&counter=7", kind: .hotp(counter: 7),
      absent: [.algorithm, .digits]),
    Form(
      text: "otpauth://totp/?secret=GEZD+GNBV+GY3T+QOJQ", problems: [.plusReadAsSpace]),
    Form(
      text: "otpauth://totp/Air%20Canada:Benjamin?secret=GEZDGNBVGY3TQOJQ&issuer=Air+Canada",
      issuer: "Air Canada",
      account: "Benjamin", problems: [.plusReadAsSpace]),
    Form(
      text: "otpauth://totp/Canal+:Amy?secret=GEZDGNBVGY3TQOJQ&issuer=Canal+", issuer: "Canal+",
      account: "Amy"),
    Form(text: "otpauth://totp/?secret=GEZDGNBVGY3TQOJQ&issuer=A+B", issuer: "A+B"),
  ])
  func readsTheForm(_ form: Form) throws {
    let code = try OneTimeCode.parse(Text(form.text))
    #expect(code.kind == form.kind)
    #expect(code.base32Secret.string == form.secret)
    #expect(code.secret == Array("1234567890".utf8))
    #expect(code.algorithm == form.algorithm)
    #expect(code.digits == form.digits)
    #expect(code.period == form.period)
    #expect(code.issuer == form.issuer)
    #expect(code.account == form.account)
    #expect(code.absentParameters == form.absent)
    #expect(code.problems == form.problems)
    #expect(code.otherParameters.isEmpty)
  }

  @Test(
    arguments: [
      ("Test%3A%20Foo%3AUser", "Test%3A%20Foo", "Test: Foo", "User", nil),
      ("Acme:%20jo%40x.example", nil, "Acme", "jo@x.example", nil),
      ("solo%40y.example", nil, nil, "solo@y.example", nil),
      ("", "OnlyIssuer", "OnlyIssuer", nil, nil), ("Left:amy", "Right", "Right", "amy", "Left"),
      ("%3Acool%40x.example", "%2Fe%2F", "/e/", "cool@x.example", nil), (":acc", "", nil, "acc", nil),
      ("a:b:c", nil, "a", "b:c", nil), ("Unencoded name/x", "I", "I", "Unencoded name/x", nil),
      ("A#1:b", "A#1", "A#1", "b", nil),
    ] as [(String, String?, String?, String?, String?)])
  func takesLabelsApart(
    label: String, parameter: String?, issuer: String?, account: String?, labelIssuer: String?
  ) throws {
    let uri = "otpauth://totp/\(label)?secret=GEZDGNBVGY3TQOJQ" + (parameter.map { "&issuer=\($0)" } ?? "")
    let code = try OneTimeCode.parse(Text(uri))
    #expect(code.issuer?.string == issuer)
    #expect(code.account?.string == account)
    #expect(code.labelIssuer?.string == labelIssuer)
    #expect(code.problems == (labelIssuer == nil ? [] : [.issuerMismatch]))
  }

  @Test func keepsUnknownParametersInOrder() throws {
    let code = try OneTimeCode.parse(
      "otpauth://totp/t?b=%7B1%7D&secret=GEZDGNBVGY3TQOJQ&flag&icon=Win+Auth&counter=3&b=2")
    #expect(
      code.otherParameters == [
        .init(name: "counter", value: "3"), .init(name: "b", value: "{1}"), .init(name: "flag", value: nil),
        .init(name: "icon", value: "Win+Auth"),
        .init(name: "b", value: "2"),
      ])
    #expect(code.problems.isEmpty)
  }

  @Test(arguments: [
    ("digits=4", OneTimeCode.Problem.unusualDigits, true), ("digits=12", .unusualDigits, true),
    ("digits=0", .unreadable(.digits), true), ("digits=six", .unreadable(.digits), true),
    ("period=0", .unreadable(.period), true), ("period=-30", .unreadable(.period), true),
    ("period=99999999999999999999", .unreadable(.period), true), ("algorithm=MD5", .unknownAlgorithm, true),
    ("encoder=battle", .unknownEncoder, true), ("secret=GEZA", .repeatedParameter, true),
    ("x=%zz", .malformedPercentEncoding, false), ("x=%FF", .malformedPercentEncoding, false),
  ])
  func namesWhatItCouldNotTakeAsGiven(query: String, problem: OneTimeCode.Problem, mayChangeCodes: Bool)
    throws
  {
    let code = try OneTimeCode.parse(Text("otpauth://totp/t?secret=GEZDGNBVGY3TQOJQ&" + query))
    #expect(code.problems == [problem])
    #expect(problem.mayChangeCodes == mayChangeCodes)
    #expect(code.secret == Array("1234567890".utf8))
    // The text that was not understood is never gone.
    let value = Text(String(query.split(separator: "=")[1]))
    let kept =
      code.otherParameters.contains { $0.value == value } || Text(String(code.digits)) == value
      || code.algorithm == .other(value.string)
    #expect(kept)
  }

  @Test(arguments: [
    "otpauth://totp/t?secret=GEZA&SECRET=GEZA",
    "otpauth://totp/t?secret=&secret=GEZA&digits=&issuer&period=%20",
  ])
  func takesEqualAndEmptyParametersAsOne(uri: String) throws {
    let code = try OneTimeCode.parse(Text(uri))
    #expect(code.problems.isEmpty && code.otherParameters.isEmpty)
    #expect(code.base32Secret == "GEZA")
    #expect(code.absentParameters == [.algorithm, .digits, .period])
  }

  @Test(arguments: [5, 6, 7, 8, 9, 10])
  func keepsDigits(digits: Int) throws {
    let code = try OneTimeCode.parse(Text("otpauth://totp/t?secret=GEZDGNBV&digits=\(digits)"))
    #expect(code.digits == digits)
    #expect(code.problems.isEmpty)
  }

  @Test(arguments: [
    ("", OneTimeCodeError.Reason.empty), (" \r\n\t", .empty), ("otpauth://totp/a:b", .missingSecret),
    ("otpauth://totp/a?secret=", .missingSecret), ("otpauth://totp/a?secret=--", .missingSecret),
    ("steam://", .missingSecret), ("key=", .missingSecret), ("secret=", .missingSecret),
    ("size=6&step=30", .missingSecret),
    ("GEZDGNB1", .invalidSecret(.base32)), ("A", .invalidSecret(.base32)),
    ("not a secret!", .invalidSecret(.base32)),
    ("key=zz&encoding=hex", .invalidSecret(.hex)), ("key=AAAA&encoding=rot13", .invalidSecret(.base32)),
    ("otpauth:///x?secret=GEZA", .missingType), ("otpauth://", .missingType),
    ("https://x.example/", .unknownScheme),
    ("otpauth-migration://offline?data=CjE%3D", .migrationPayload), ("\u{0}", .invalidSecret(.base32)),
  ])
  func refuses(text: String, reason: OneTimeCodeError.Reason) {
    #expect { try OneTimeCode.parse(Text(text)) } throws: { ($0 as? OneTimeCodeError)?.reason == reason }
  }

  @Test func errorsNameTheRecord() {
    #expect(throws: OneTimeCodeError(.missingSecret, issuer: "a", account: "b")) {
      try OneTimeCode.parse("otpauth://totp/a:b")
    }
    #expect(throws: OneTimeCodeError(.invalidSecret(.base32), issuer: "a", account: nil)) {
      try OneTimeCode.parse("otpauth://totp/?secret=1&issuer=a")
    }
  }

  @Test(arguments: [
    ("30;6", OneTimeCode.Kind.totp, 30, 6), ("60;8;https://t.example/", .totp, 60, 8),
    ("30;S", .steam, 30, 5),
    ("", .totp, 30, 6), (" 10 ; 7 ", .totp, 10, 7),
  ])
  func readsSeedAndSettings(settings: String, kind: OneTimeCode.Kind, period: Int, digits: Int) throws {
    let code = try OneTimeCode.parse(seed: Self.seed, settings: settings)
    #expect(code.kind == kind)
    #expect(code.period == period)
    #expect(code.digits == digits)
    #expect(code.problems.isEmpty)
    #expect(code.otherParameters.map(\.value) == (settings.contains("https") ? ["https://t.example/"] : []))
  }

  @Test(arguments: [
    (SecretEncoding.base32, "GEZDGNBVGY3TQOJQ"), (.hex, "3132 3334 3536 3738 3930"),
    (.base64, "MTIzNDU2Nzg5MA"),
    (.base64, "MTIzNDU2Nzg5MA=="), (.utf8, "1234567890"),
  ])
  func readsSecretsOfEveryEncoding(encoding: SecretEncoding, text: String) throws {
    let code = try OneTimeCode(secretText: Text(text), encoding: encoding)
    #expect(code.base32Secret == Self.seed)
    #expect(code.isSecretRespelled == (encoding != .base32))
  }

  @Test(arguments: [
    (SecretEncoding.hex, "313"), (.hex, "3g"), (.base64, "A"), (.base64, "AB"), (.base64, "M==="),
  ])
  func refusesSecretsOfAnotherEncoding(encoding: SecretEncoding, text: String) {
    #expect(throws: OneTimeCodeError(.invalidSecret(encoding))) {
      try OneTimeCode(secretText: Text(text), encoding: encoding)
    }
  }

  @Test(arguments: [
    ("GEZDGNBV", false), (" GEZDGNBV", true), ("gezdgnbv", true), ("otpauth://totp/?secret=GEZDGNBV", false),
    ("otpauth://totp/?secret=GEZDGNBV%20", true), ("steam://GEZDGNBV", false),
  ])
  func saysWhetherTheSecretWasRespelled(text: String, isRespelled: Bool) throws {
    #expect(try OneTimeCode.parse(Text(text)).isSecretRespelled == isRespelled)
  }

  @Test func readsSignedBytes() throws {
    #expect(try OneTimeCode(signedSecret: [-128, -1, 0, 127, 255]).secret == [128, 255, 0, 127, 255])
    #expect(throws: OneTimeCodeError.self) { try OneTimeCode(signedSecret: [-129]) }
    #expect(throws: OneTimeCodeError(.missingSecret)) { try OneTimeCode(signedSecret: []) }
  }

  @Test(arguments: [
    ("SHA1", OneTimeCode.Algorithm.sha1), ("SHA-1", .sha1), ("HMAC-SHA-1", .sha1), ("HmacSHA256", .sha256),
    ("sha_512", .sha512), ("MD5", .other("MD5")), ("SHA3-256", .other("SHA3-256")), ("", .other("")),
  ])
  func readsAlgorithmNames(name: String, algorithm: OneTimeCode.Algorithm) {
    #expect(OneTimeCode.Algorithm(name: name) == algorithm)
  }

  /// RFC 4226 Appendix D (SHA-1, 20-byte key, counters 0…9).
  @Test func givesTheCodesOfRFC4226() throws {
    let code = try OneTimeCode.parse("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    let codes = (0..<10).map { CodeGenerator.code(code, counter: $0) }
    #expect(
      codes == [
        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
      ])
  }

  /// RFC 6238 Appendix B, the SHA-1 rows.
  @Test(
    arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
      (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ] as [(UInt64, String)])
  func givesTheCodesOfRFC6238(seconds: UInt64, expected: String) throws {
    let code = try OneTimeCode.parse("otpauth://totp/?digits=8&secret=gezdgnbvgy3tqojqgezdgnbvgy3tqojq")
    #expect(CodeGenerator.code(code, at: seconds) == expected)
  }

  @Test func givesTheCodesOfOddParameters() throws {
    let seven = try OneTimeCode.parse(
      "otpauth://totp/token:token?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=7&issuer=token&icon=WinAuth&period=10"
    )
    #expect(CodeGenerator.code(seven, at: 59) == "8254676")
    #expect(CodeGenerator.code(try OneTimeCode.parse(" GEZDGNBVGY3TQOJQ\t"), at: 59) == "263420")
  }

  @Test func showsNoSecret() throws {
    let code = try OneTimeCode.parse("otpauth://totp/a:b?secret=GEZDGNBVGY3TQOJQ&pin=4711")
    var dumped = ""
    dump(code, to: &dumped)
    for text in [String(describing: code), String(reflecting: code), dumped] {
      #expect(!text.contains("GEZD") && !text.contains("4711") && !text.contains("49"))
    }
  }

  @Test func anUnknownEncoderKeepsItsPlaceAmongTheOthers() throws {
    let uri: Text = "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&x=1&encoder=battle&y=2"
    let code = try OneTimeCode.parse(uri)
    #expect(code.otherParameters.map(\.name) == ["x", "encoder", "y"])
    #expect(try OneTimeCode.parse(code.otpauthURI()).otherParameters == code.otherParameters)
  }
}
