import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

struct JSONWebKeyTests {
  private static let x25519 =
    #"{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#
  /// RFC 7518, appendix C: Bob's key.
  private static let p256 =
    #"{"kty":"EC","crv":"P-256","x":"weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ","#
    + #""y":"e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck"}"#
  private static let p256Private =
    p256.dropLast() + #","d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw"}"#

  private func read(_ text: some StringProtocol) throws -> JSONWebKey {
    try JSONWebKey(json: Array(text.utf8))
  }

  private func readPrivate(_ text: some StringProtocol) throws -> HPKEPrivateKey {
    try HPKEPrivateKey(jwk: SecretBytes(copying: Array(text.utf8)))
  }

  private func refusal(_ text: some StringProtocol) -> JSONWebKeyError? {
    thrown(JSONWebKeyError.self) { try HPKEPublicKey(jwk: read(text)) }
  }

  private func privateRefusal(_ text: some StringProtocol) -> JSONWebKeyError? {
    thrown(JSONWebKeyError.self) { try readPrivate(text) }
  }

  @Test(arguments: HPKESuite.KEM.allCases)
  func bothHalvesComeBackFromTheirText(kem: HPKESuite.KEM) throws {
    let key = try HPKEPrivateKey.generate(kem)
    let publicText = String(decoding: JSONWebKey(key.publicKey).json, as: UTF8.self)
    #expect(try HPKEPublicKey(jwk: read(publicText)) == key.publicKey)
    let privateText = String(decoding: bytes(of: try key.jwk()), as: UTF8.self)
    #expect(privateText.hasPrefix(publicText.dropLast()))
    let again = try readPrivate(privateText)
    let secrets = [bytes(of: try key.secret()), bytes(of: try again.secret())]
    #expect(secrets[0] == secrets[1])
    #expect(refusal(privateText) == .privateMember)
  }

  @Test func writesTheMembersInTheirOrder() throws {
    #expect(String(decoding: try read(Self.x25519).json, as: UTF8.self) == Self.x25519)
    #expect(String(decoding: try read(Self.p256).json, as: UTF8.self) == Self.p256)
    let written = bytes(of: try readPrivate(Self.p256Private).jwk())
    #expect(String(decoding: written, as: UTF8.self) == Self.p256Private)
  }

  /// Keys begin with zeros one time in 256; they are written in full length.
  @Test func keepsLeadingZeros() throws {
    var found = false
    for number in 1..<2000 as Range<UInt16> where !found {
      let secret = [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 0xFF)]
      let key = try HPKEPrivateKey(.p256HKDFSHA256, secret: SecretBytes(copying: secret))
      let jwk = JSONWebKey(key.publicKey)
      guard jwk.x.first == 0 || jwk.y?.first == 0 else { continue }
      found = true
      #expect(jwk.x.count == 32 && jwk.y?.count == 32)
      let again = try HPKEPrivateKey(jwk: key.jwk())
      let kept = bytes(of: try again.secret())
      #expect(kept == secret)
    }
    #expect(found)
  }

  @Test func readsFromTheMiddleOfAText() throws {
    let text = Array(#"{"key": \#(Self.x25519) , "next":1}"#.utf8)
    let (key, rest) = try text.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      try cursor.beginObject()
      var first = true
      _ = try cursor.nextMember(first: &first)
      let key = try JSONWebKey(&cursor)
      let name = try #require(try cursor.nextMember(first: &first))
      return (key, cursor.text(of: name))
    }
    #expect(key == (try read(Self.x25519)))
    #expect(rest == "next")
  }

  /// What is allowed besides the members that count: other members, other order, white space, escapes.
  @Test(arguments: [
    #"{"kid":"a","kty":"OKP","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08","ext":true,"crv":"X25519"}"#,
    " {\n\"kty\" : \"OKP\", \"crv\":\"X25519\",\t\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08\" }\n",
    #"{"kt\u0079":"OKP","crv":"X\u00325519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
    #"{"use":"enc","key_ops":["deriveBits"],"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
    #"{"key_ops":[],"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
    #"{"key_ops":["sign","deriveKey"],"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
    #"{"alg":"HPKE-4","kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
    #"{"alg":"HPKE-3-KE","kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
  ])
  func readsWhatIsAllowed(text: String) throws {
    #expect(try HPKEPublicKey(jwk: read(text)) == HPKEPublicKey(jwk: read(Self.x25519)))
  }

  private static let x = #""x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08""#
  private static let okp = #""kty":"OKP","crv":"X25519","#

  @Test(arguments: [
    ("", JSONWebKeyError.json(JSONError(.empty, at: 0))),
    ("[]", .notAnObject), ("\"a\"", .notAnObject), ("{}", .missing(.type)),
    ("{\(okp)\(x),\"kty\":\"OKP\"}", .duplicateMember),
    ("{\(okp)\(x),\"kid\":1,\"kid\":1}", .duplicateMember),
    ("{\(okp)\(x),\"k\\u0074y\":\"OKP\"}", .duplicateMember),
    ("{\(okp)\"x\":1}", .wrongType(.x)), ("{\(okp)\"x\":null}", .wrongType(.x)),
    ("{\"kty\":[],\(x)}", .wrongType(.type)),
    ("{\(okp)\(x),\"key_ops\":\"deriveBits\"}", .wrongType(.operations)),
    ("{\(okp)\(x),\"key_ops\":[1]}", .wrongType(.operations)),
    ("{\(okp)\(x),\"d\":\"\"}", .privateMember), ("{\(okp)\(x),\"\\u0064\":null}", .privateMember),
    ("{\"kty\":\"OKP\",\(x)}", .missing(.curve)), ("{\(okp)\"kid\":\"x\"}", .missing(.x)),
    ("{\"kty\":\"RSA\",\"crv\":\"X25519\",\(x)}", .unsupportedKeyType),
    ("{\"kty\":\"oct\",\"k\":\"AA\"}", .unsupportedKeyType),
    ("{\"kty\":\"okp\",\"crv\":\"X25519\",\(x)}", .unsupportedKeyType),
    ("{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\(x)}", .unsupportedCurve),
    ("{\"kty\":\"EC\",\"crv\":\"secp256k1\",\(x)}", .unsupportedCurve),
    ("{\"kty\":\"EC\",\"crv\":\"X25519\",\(x)}", .curveOfAnotherType),
    ("{\"kty\":\"OKP\",\"crv\":\"P-256\",\(x)}", .curveOfAnotherType),
    ("{\(okp)\(x),\"y\":\"\"}", .unexpected(.y)),
    ("{\(okp)\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08=\"}", .wrongLength(.x)),
    ("{\(okp)\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK0\"}", .wrongLength(.x)),
    ("{\(okp)\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK09\"}", .notBase64URL(.x)),
    ("{\(okp)\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08\"}", .notBase64URL(.x)),
    ("{\(okp)\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz DQ8hbeGdNrfx-FG-IK08\"}", .notBase64URL(.x)),
    ("{\(okp)\(x),\"use\":\"sig\"}", .notPermitted(.use)),
    ("{\(okp)\(x),\"key_ops\":[\"encrypt\"]}", .notPermitted(.operations)),
    ("{\(okp)\(x),\"key_ops\":[\"deriveKey\",\"deriveKey\"]}", .duplicateMember),
    ("{\(okp)\(x),\"alg\":\"ECDH-ES\"}", .notPermitted(.algorithm)),
    ("{\(okp)\(x),\"alg\":\"HPKE-0\"}", .notPermitted(.algorithm)),
    ("{\(okp)\(x),\"alg\":\"HPKE-4-KE-KE\"}", .notPermitted(.algorithm)),
    ("{\"kty\":\"EC\",\"crv\":\"P-256\",\(x)}", .missing(.y)),
    (
      "{\"kty\":\"EC\",\"crv\":\"P-256\",\(x),\"y\":\"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08\"}",
      .invalidKey
    ),
    ("{\(okp)\(x),\"\\ud800\":1}", .damagedText),
  ])
  func refusesEverythingElseAndSaysWhy(text: String, expected: JSONWebKeyError) {
    #expect(refusal(text) == expected, "\(text)")
  }

  @Test func saysWhereTheTextIsNoJSON() {
    let count = Self.x25519.utf8.count
    #expect(refusal(Self.x25519 + "x") == .json(JSONError(.trailing, at: count)))
    #expect(refusal(Self.x25519.dropLast()) == .json(JSONError(.truncated, at: count - 1)))
    #expect(
      privateRefusal(Self.p256Private + "{") == .json(JSONError(.trailing, at: Self.p256Private.utf8.count)))
  }

  @Test func anAlgorithmAllowsOneSuiteOnly() throws {
    let key = try read("{\"alg\":\"HPKE-4\",\(Self.okp)\(Self.x)}")
    let allowed = HPKESuite(kem: .x25519HKDFSHA256, kdf: .hkdfSHA256, aead: .chaCha20Poly1305)
    #expect(try HPKEPublicKey(jwk: key, for: allowed).kem == .x25519HKDFSHA256)
    #expect(
      thrown(JSONWebKeyError.self) { try HPKEPublicKey(jwk: key, for: .x25519AES256GCM) }
        == .notPermitted(.algorithm))
    let free = try read(Self.x25519)
    #expect(try HPKEPublicKey(jwk: free, for: .x25519AES256GCM).kem == .x25519HKDFSHA256)
    #expect(
      thrown(JSONWebKeyError.self) { try HPKEPublicKey(jwk: free, for: .p256AES256GCM) } == .invalidKey)
  }

  @Test func refusesPrivateKeysThatAreNotWhole() throws {
    let d = #""d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw""#
    func with(_ replacement: String) -> String {
      Self.p256Private.replacingOccurrences(of: d, with: replacement)
    }
    #expect(privateRefusal(Self.p256Private) == nil)
    #expect(privateRefusal(Self.p256) == .missing(.d))
    #expect(privateRefusal(with(d + "," + d)) == .duplicateMember)
    #expect(privateRefusal(with(#""d":5"#)) == .wrongType(.d))
    #expect(privateRefusal(with(#""d":"""#)) == .wrongLength(.d))
    #expect(privateRefusal(with(#""d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqd""#)) == .wrongLength(.d))
    #expect(privateRefusal(with(#""d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdz""#)) == .notBase64URL(.d))
    #expect(
      privateRefusal(with(#""d":"\u0056EmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw""#)) == .notBase64URL(.d))
    #expect(
      privateRefusal(with(#""d":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA""#)) == .invalidKey)
    // Another key's private half: the public one beside it would go into what is derived.
    #expect(privateRefusal(with(#""d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdA""#)) == .mismatch)
    #expect(privateRefusal(with(d + #","key_ops":[]"#)) == .notPermitted(.operations))
    #expect(privateRefusal(with(d + #","key_ops":["deriveBits"]"#)) == nil)
    #expect(privateRefusal(with(d + #","kid":"x""#)) == nil)
  }

  /// RFC 8037, appendix A.3, but for X25519, whose thumbprint was made with jwcrypto; and RFC 7638's rule by hand.
  @Test func thumbprintsAreHashesOfTheRequiredMembers() throws {
    for text in [Self.x25519, Self.p256] {
      let key = try HPKEPublicKey(jwk: read(text))
      let jwk = JSONWebKey(key)
      let members = [
        ("crv", jwk.y == nil ? "X25519" : "P-256"), ("kty", jwk.y == nil ? "OKP" : "EC"),
        ("x", Base64URL.encode(jwk.x)),
      ]
      var plain = members.map { #""\#($0)":"\#($1)""# }
      if let y = jwk.y { plain.append(#""y":"\#(Base64URL.encode(y))""#) }
      let hash = try Digest.hash(Array("{\(plain.joined(separator: ","))}".utf8), with: .sha256)
      #expect(key.thumbprint == hash)
    }
  }

  @Test func everyMessageIsAPartOfASentence() {
    let errors: [JSONWebKeyError] =
      [
        .json(JSONError(.empty, at: 0)), .damagedText, .notAnObject, .duplicateMember, .privateMember,
        .unsupportedKeyType, .unsupportedCurve, .curveOfAnotherType, .invalidKey, .mismatch, .missing(.x),
        .wrongType(.x), .unexpected(.x), .notBase64URL(.x), .wrongLength(.x), .notPermitted(.x),
      ]
    #expect(Set(errors.map(\.code)).count == errors.count)
    for error in errors { #expect(!error.message.isEmpty && error.message.last != ".") }
  }
}
