import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// What is asked for, and what an exporter makes of it.
@Suite struct RequestTests {
  private static func made() throws -> NewRequest { try NewRequest(importer: "importer.example") }

  @Test func aNewRequestOffersInOrderAndIsReadBack() throws {
    let made = try NewRequest(
      importer: "importer.example", credentialTypes: ["passkey"], knownExtensions: ["shared"])
    let request = made.request
    #expect(
      request.hpke.map { [$0.kem, $0.kdf, $0.aead] } == [[32, 1, 2], [16, 1, 2], [32, 1, 1], [16, 1, 1]])
    #expect(request.hpke.allSatisfy { $0.mode == "base" })
    #expect(request.version == 0 && request.archive == ["deflate"] && request.mode == "indirect")
    #expect(request.importer == "importer.example")
    #expect(request.credentialTypes == ["passkey"] && request.knownExtensions == ["shared"])
    #expect(request.findings.isEmpty)
    // The keys: one for each mechanism, public halves alone.
    #expect(made.keys.map(\.kem) == [.x25519HKDFSHA256, .p256HKDFSHA256])
    for (place, offer) in request.hpke.enumerated() {
      let json = try #require(offer.key)
      let key = try HPKEPublicKey(jwk: JSONWebKey(json: json))
      #expect(key == made.keys[place % 2].publicKey)
    }
    let again = try ExportRequest(request.bytes)
    #expect(again.hpke == request.hpke)
    #expect(try again.digest() == Digest.hash(request.bytes, with: .sha256))
  }

  @Test func membersStandInTheOrderOfTheStandard() throws {
    let text = String(decoding: try Self.made().request.bytes, as: UTF8.self)
    let names = [
      "version", "hpke", "mode", "kem", "kdf", "aead", "key", "kty", "crv", "x", "archive", "importer",
    ]
    let places = names.map { name in text.range(of: "\"\(name)\":")?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    // Lists that nobody gave are absent: empty ones would mean something else.
    #expect(!text.contains("credentialTypes") && !text.contains("knownExtensions"))
    #expect(text.hasSuffix("}\n"))
  }

  @Test func eachRequestHasKeysOfItsOwn() throws {
    let keys = try (0..<2).flatMap { _ in try Self.made().keys.map(\.publicKey.bytes) }
    #expect(Set(keys).count == 4)
  }

  // MARK: Choosing

  /// A request with these offers, each as mode and three numbers; the keys fit the mechanisms.
  private static func request(_ offers: [(String, Int, Int, Int)], archive: String = #"["deflate"]"#) throws
    -> [UInt8]
  {
    let x25519 = String(
      decoding: JSONWebKey(try HPKEPrivateKey.generate(.x25519HKDFSHA256).publicKey).json, as: UTF8.self)
    let p256 = String(
      decoding: JSONWebKey(try HPKEPrivateKey.generate(.p256HKDFSHA256).publicKey).json, as: UTF8.self)
    let list = offers.map { mode, kem, kdf, aead in
      #"{"mode":"\#(mode)","kem":\#(kem),"kdf":\#(kdf),"aead":\#(aead),"key":\#(kem == 32 ? x25519 : p256)}"#
    }
    return Array(
      #"{"version":0,"hpke":[\#(list.joined(separator: ","))],"archive":\#(archive),"mode":"indirect","importer":"i.example"}"#
        .utf8)
  }

  @Test(
    arguments: [
      ([("base", 16, 1, 1), ("base", 32, 1, 2)], [16, 1, 1], 0),
      ([("base", 32, 1, 2), ("base", 16, 1, 1)], [32, 1, 2], 0),
      ([("psk", 32, 1, 2), ("base", 16, 1, 2)], [16, 1, 2], 1),
      ([("auth-psk", 32, 1, 2), ("new", 32, 1, 2), ("base", 32, 1, 1)], [32, 1, 1], 2),
      ([("base", 48, 1, 2), ("base", 32, 9, 2), ("base", 32, 1, 9), ("base", 16, 1, 2)], [16, 1, 2], 3),
      ([("base", 32, 1, 3), ("base", 32, 1, 65535), ("base", 32, 1, 2)], [32, 1, 2], 2),
    ] as [([(String, Int, Int, Int)], [UInt16], Int)])
  func theFirstOfferThatCanBeDoneIsTaken(
    _ offers: [(String, Int, Int, Int)], _ chosen: [UInt16], _ passed: Int
  ) throws {
    let request = try ExportRequest(try Self.request(offers))
    let negotiation = try Negotiation(request)
    #expect([negotiation.offer.kem, negotiation.offer.kdf, negotiation.offer.aead] == chosen)
    #expect(request.hpke.contains(negotiation.offer))
    #expect(negotiation.findings.count == passed)
    #expect(negotiation.findings.allSatisfy { $0.code.name == "cxp-offer-passed-over" })
  }

  @Test func nothingIsTakenThatWasNotOffered() throws {
    let none = try ExportRequest(
      try Self.request([("psk", 32, 1, 2), ("base", 32, 1, 3), ("base", 99, 1, 2)]))
    #expect(failure { _ = try Negotiation(none) }?.code == "cxp-no-common-suite")
    let archives = try ExportRequest(try Self.request([("base", 32, 1, 2)], archive: #"["zstd"]"#))
    #expect(failure { _ = try Negotiation(archives) }?.code == "cxp-no-common-archive")
    let both = try ExportRequest(try Self.request([("base", 32, 1, 2)], archive: #"["zstd","deflate"]"#))
    #expect(failure { _ = try Negotiation(both) } == nil)
  }

  @Test func theThumbprintIsThatOfTheChosenKey() throws {
    let made = try Self.made()
    let negotiation = try Negotiation(made.request)
    #expect(negotiation.thumbprint == made.keys[0].publicKey.thumbprint)
    let json = try #require(made.request.hpke[0].key)
    let x = try #require(try object(json)["x"] as? String)
    let text = #"{"crv":"X25519","kty":"OKP","x":"\#(x)"}"#
    #expect(negotiation.thumbprint == (try Digest.hash(Array(text.utf8), with: .sha256)))
  }

  @Test(
    arguments: [
      (#","key":{"kty":"OKP","crv":"X25519","x":"AAAA"}"#, "cxp-key"), ("", "cxp-no-key"),
      (#","key":null"#, "cxp-no-key"), (#","key":7"#, "cxp-key"), (#","key":{}"#, "cxp-key"),
      (#","key":{"kty":"OKP","crv":"X25519","x":"@"}"#, "cxp-key"),
      (#","key":{"kty":"OKP","crv":"X25519","x":"KEY","x":"KEY"}"#, "cxp-key"),
      (#","key":{"kty":"OKP","crv":"X25519","x":"KEY","d":"KEY"}"#, "cxp-private-key"),
      (#","key":{"kty":"OKP","crv":"X25519","x":"KEY","use":"sig"}"#, "cxp-key"),
      (#","key":{"kty":"OKP","crv":"Ed25519","x":"KEY"}"#, "cxp-key"),
      (#","key":{"kty":"EC","crv":"P-256","x":"KEY","y":"KEY"}"#, "cxp-key"),
    ])
  func aMissingOrWrongKeyIsRefusedAndNoLaterOfferTaken(_ key: String, _ code: String) throws {
    let x = Base64URL.encode(try HPKEPrivateKey.generate(.x25519HKDFSHA256).publicKey.bytes)
    let member = key.replacingOccurrences(of: "KEY", with: x)
    let good = #"{"mode":"base","kem":32,"kdf":1,"aead":2,"key":{"kty":"OKP","crv":"X25519","x":"\#(x)"}}"#
    let bad = #"{"mode":"base","kem":32,"kdf":1,"aead":2\#(member)}"#
    let text = #"{"hpke":[\#(bad),\#(good)],"archive":["deflate"],"mode":"indirect","importer":"i.example"}"#
    let error = failure { _ = try Negotiation(try ExportRequest(Array(text.utf8))) }
    #expect(error?.code == code && error?.kind == .damaged)
    #expect(error?.message.contains(x) == false)
  }

  // MARK: Shapes

  @Test(
    arguments: [
      (#""version":0"#, #""version":"0""#), (#""version":0"#, #""version":0.0"#),
      (#""version":0"#, #""version":-1"#),
      (#""version":0"#, #""version":65536"#), (#""kem":32"#, #""kem":"32""#), (#""kem":32"#, #""kem":32.0"#),
      (#""kem":32"#, #""kem":3.2e1"#), (#""kdf":1"#, #""kdf":true"#), (#""aead":2"#, #""aead":4294967298"#),
      (#""mode":"base""#, #""mode":1"#), (#""importer":"importer.example""#, #""importer":["x"]"#),
      (#""archive":["deflate"]"#, #""archive":"deflate""#), (#""archive":["deflate"]"#, #""archive":[1]"#),
      (#""archive":["deflate"]"#, #""archive":["deflate\ud800"]"#),
      (#","importer":"importer.example""#, ""), (#""version":0"#, #""version":0,"version":0"#),
      (#""importer":"#, #""importer":"other.example","importer":"#),
      (#""importer":"#, #""imp\u006frter":"other.example","importer":"#),
      (#""kem":32"#, #""kem":16,"kem":32"#), (#""version":0"#, #""version":0,"payload":"AA""#),
      ("}\n", ""), ("}\n", "}}"), ("}\n", "} x"), (#"{"version""#, #"[{"version""#),
    ])
  func anythingMalformedIsRefused(_ old: String, _ new: String) throws {
    let bytes = try replacing(old, new, in: try Self.made().request.bytes)
    let error = failure { _ = try ExportRequest(bytes) }
    #expect(
      error?.kind == .damaged && error?.code == "cxp-request-malformed", "\(error?.message ?? "accepted")")
    #expect(error?.message.contains("\n") == false)
  }

  @Test func aRequestOfBitwardensShapeIsReadWithAFindingForEachMember() throws {
    let text = try replacing(
      #""archive":["deflate"],"mode":"indirect","#, "", in: try Self.made().request.bytes)
    let request = try ExportRequest(text)
    #expect(request.findings.map(\.code.name) == ["cxp-no-archive", "cxp-no-mode"])
    #expect(request.archive == ["deflate"] && request.mode == nil)
    #expect(try Negotiation(request).offer == request.hpke[0])
  }

  @Test func aSpellingOfAnotherProgramIsRead() throws {
    let made = try NewRequest(importer: "i.example", credentialTypes: ["driver-license", "passkey"])
    #expect(made.request.credentialTypes == ["drivers-license", "passkey"])
    #expect(made.request.findings.map(\.code.name) == ["cxp-type-spelling"])
    let both = try NewRequest(importer: "i.example", credentialTypes: ["driver-license", "drivers-license"])
    #expect(both.request.findings.isEmpty)
  }

  @Test func anotherVersionIsNamedAndAnsweredInOurs() throws {
    let request = try ExportRequest(
      try replacing(#""version":0"#, #""version":3"#, in: try Self.made().request.bytes))
    #expect(request.version == 3 && request.findings.map(\.code.name) == ["cxp-version"])
    let absent = try ExportRequest(try replacing(#""version":0,"#, "", in: try Self.made().request.bytes))
    #expect(absent.version == 0 && absent.findings.isEmpty)
  }

  @Test func unknownMembersArePassedOver() throws {
    let bytes = try replacing(
      #""version":0"#, #""new":{"a":[1]},"version":0"#, in: try Self.made().request.bytes)
    #expect(try ExportRequest(bytes).findings.isEmpty)
  }

  @Test func limitsHold() throws {
    let bytes = try Self.made().request.bytes
    let padding = [UInt8](repeating: 0x20, count: ExportRequest.maximumByteCount - bytes.count)
    #expect(failure { _ = try ExportRequest(bytes + padding) } == nil)
    #expect(failure { _ = try ExportRequest(bytes + padding + [0x20]) }?.kind == .damaged)
    let offers = Array(repeating: ("base", 32, 1, 2), count: 101)
    let many = try Self.request(offers)
    #expect(failure { _ = try ExportRequest(many) }?.kind == .damaged)
    let hundred = try Self.request(offers.dropLast())
    #expect(failure { _ = try ExportRequest(hundred) } == nil)
    let none = try Self.request([])
    #expect(failure { _ = try ExportRequest(none) }?.kind == .damaged)
    let deep = Array(#"{"hpke":"#.utf8) + Array(repeating: UInt8(ascii: "["), count: 100_000)
    #expect(failure { _ = try ExportRequest(deep) }?.kind == .damaged)
  }

  @Test func otherFilesAreNamed() throws {
    #expect(failure { _ = try ExportRequest(Array("{}".utf8)) }?.hint != nil)
    #expect(failure { _ = try ExportRequest([]) }?.kind == .damaged)
    #expect(
      failure { _ = try ExportRequest(Array(Samples.bytes("Samples/example-cxf.json"))) }?.kind == .damaged)
  }
}
