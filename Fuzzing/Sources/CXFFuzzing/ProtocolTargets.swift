internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat
internal import CredentialExchangeProtocol
internal import Foundation
internal import Synchronization

/// The messages of CXP, and the files of keys.
enum ProtocolTargets {
  static let all = [request, response, keyFile]

  private static let now = Timestamp(1_800_000_000)

  // MARK: Requests

  /// A request that is taken can be answered, or is refused with words.
  static let request = FuzzTarget(
    "cxp-request", maximumCount: 1 << 13,
    seeds: { Exchange.shared.map { [FuzzSeed("request", $0.request)] } ?? [] }
  ) { bytes in
    guard case .some(let request) = exchange({ try ExportRequest(bytes) }) else { return }
    expectEqual(request.bytes, bytes, "a request is kept as other bytes")
    guard case .some = exchange({ try Negotiation(request) }) else { return }
    let sealed = exchange {
      try blocking {
        try await SealedExport(answering: bytes).seal(
          Header(accounts: [Account(id: Identifier([1]), items: [Item(id: Identifier([2]), title: "T")])]))
      }
    }
    guard let sealed else { return }
    _ = exchange { try ResponseEnvelope(MemoryBytes(sealed.response)) }
  }

  // MARK: Responses

  /// The answer to a fixed request: what opens is the document that was sealed. With an odd first byte the rest is the
  /// payload inside of a sound envelope.
  static let response = FuzzTarget(
    "cxp-response", maximumCount: 1 << 15, choiceCount: 1,
    seeds: {
      guard let exchange = Exchange.shared else { return [] }
      return [FuzzSeed("response", [0] + exchange.response), FuzzSeed("payload", [1] + exchange.payload)]
    }
  ) { bytes in
    guard let exchange = Exchange.shared, let choice = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let text =
      choice & 1 == 0 ? rest : exchange.head + Array(Base64URL.encode(rest).utf8) + Array("\"}\n".utf8)
    let opened = Self.exchange { try exchange.open(text) }
    if let opened {
      expectEqual(opened.document, exchange.document, "an altered response opens as another document")
    }
  }

  // MARK: Key files

  static let keyFile = FuzzTarget(
    "key-file", maximumCount: 1 << 13,
    seeds: { Exchange.shared.map { [FuzzSeed("key-file", $0.keyFile)] } ?? [] }
  ) { bytes in
    let opened = exchange {
      try OpenedKeyFile(bytes, now: now) { salt, derivation in try Exchange.secret(salt, derivation) }
    }
    guard let opened else { return }
    expect(!opened.keys.isEmpty, "a key file has no keys")
  }

  /// Runs something that may refuse its input, which must say why.
  private static func exchange<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch let error as ExchangeError {
      expect(!error.message.isEmpty && !error.code.isEmpty, "an error says nothing")
      expect(error.kind != .failed, "an error of ours: \(error.message)")
      return nil
    } catch {
      fail("an error without words: \(error)")
    }
  }
}

/// A request with fixed keys, and an answer to it. The answer's own key is random, so that seeds differ from run to run;
/// all of them open.
struct Exchange: Sendable {
  static let shared: Exchange? = try? Exchange()

  let request: [UInt8]
  let keyFile: [UInt8]
  let response: [UInt8]
  let document: [UInt8]
  /// The response up to its payload.
  let head: [UInt8]
  let payload: [UInt8]
  private let keys: OpenedKeyFile

  private init() throws {
    let pair = try [HPKESuite.KEM.x25519HKDFSHA256, .p256HKDFSHA256].map {
      try HPKEPrivateKey.derive($0, seed: SecretBytes(copying: [UInt8](repeating: 9, count: 64)))
    }
    let offers = pair.map { key in
      #"{"mode":"base","kem":\#(key.publicKey.kem.rawValue),"kdf":1,"aead":2,"key":\#(String(decoding: JSONWebKey(key.publicKey).json, as: UTF8.self))}"#
    }
    request = Array(
      #"{"version":0,"hpke":[\#(offers.joined(separator: ","))],"archive":["deflate"],"mode":"indirect","importer":"importer.example","credentialTypes":["basic-auth","note"]}"#
        .utf8)
    let parsed = try ExportRequest(request)
    let keys = try OpenedKeyFile(request: parsed, keys: pair, expires: Timestamp(.max))
    self.keys = keys
    keyFile = try KeyFile.seal(
      keys: pair, request: request, expires: Timestamp(.max),
      passphrase: SecretBytes(copying: Self.passphrase), derivation: .minimum)
    let request = request
    let sealed = try blocking {
      let login = BasicAuth(username: EditableField(fieldType: .string, value: "mara"))
      let item = Item(id: Identifier([2]), title: "T", credentials: [.basicAuth(login)])
      return try await SealedExport(answering: request).seal(
        Header(accounts: [Account(id: Identifier([1]), items: [item])]))
    }
    let response = sealed.response
    self.response = response
    document = try OpenedResponse(try ResponseEnvelope(MemoryBytes(response)), with: keys).document
    let mark = Array("\"payload\":\"".utf8)
    let start = response.indices.first { response[$0...].starts(with: mark) }.map { $0 + mark.count } ?? 0
    head = Array(response[..<start])
    let text = response[start...].prefix { $0 != UInt8(ascii: "\"") }
    payload = Array(text).withUnsafeBufferPointer { Base64URL.decode($0)?.bytes } ?? []
  }

  func open(_ response: [UInt8]) throws -> OpenedResponse {
    try OpenedResponse(try ResponseEnvelope(MemoryBytes(response)), with: keys)
  }

  private static let passphrase = Array("harbour".utf8)
  private static let known = Mutex<[[UInt8]: [UInt8]]>([:])

  /// The secret of a key file. Of each salt it is made once: that is most of the time of an input.
  static func secret(_ salt: [UInt8], _ derivation: KeyDerivation) throws -> SecretBytes {
    guard derivation == .minimum else { throw ExchangeError.refused("key-derivation-limit", "too much work") }
    if let secret = known.withLock({ $0[salt] }) { return SecretBytes(copying: secret) }
    let limit = KeyDerivationLimit(memoryKiB: 19 << 10, iterations: 2, parallelism: 1)
    let secret = try limit.derive(SecretBytes(copying: passphrase), salt: salt, derivation)
    known.withLock { $0[salt] = secret.withUnsafeBytes { Array($0) } }
    return secret
  }
}
