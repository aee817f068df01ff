import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct KeyTrialTests {
  private func judge(_ document: String) -> [Finding] {
    CXFJudge(options: .init(deep: KeyTrial())).judge(Array(document.utf8)).findings
  }

  @Test(arguments: JudgeRule.all.filter(\.example.isDeep).map(\.code))
  func theExampleOfARuleBreaksIt(code: FindingCode) throws {
    let rule = try #require(JudgeRule.rule(code))
    let found = judge(rule.example.document)
    #expect(
      found.map(\.code) == [code] && found.allSatisfy { $0.severity == code.severity && $0.spec != nil })
    // Without the check there is nothing to be seen.
    #expect(CXFJudge().judge(Array(rule.example.document.utf8)).findings == [])
  }

  /// The examples of all other rules have keys that work, or none that are looked at.
  @Test func rightKeysAreNotComplainedOf() {
    for rule in JudgeRule.all where !rule.example.isDeep {
      let judge = CXFJudge(options: .init(deep: KeyTrial(), profile: rule.example.profile))
      let plain = CXFJudge(options: .init(profile: rule.example.profile))
      let bytes = Array(rule.example.document.utf8)
      let deep = judge.judge(bytes).findings.map(\.code)
      #expect(deep == plain.judge(bytes).findings.map(\.code), "\(rule.code.name)")
    }
  }

  @Test func keysOfTheSamplesWork() {
    let bytes = Samples.bytes("Samples/example-cxf.json")
    let judge = CXFJudge(options: .init(deep: KeyTrial()))
    #expect(judge.judge(bytes) == CXFJudge().judge(bytes))
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared samples are absent"))
  func keysOfTheExampleWork() throws {
    let bytes = try SharedFiles.bytes("spec/example-cxf.json")
    #expect(CXFJudge(options: .init(deep: KeyTrial())).judge(bytes) == CXFJudge().judge(bytes))
    let passkeys = try SharedFiles.bytes("cases/bugs/B073-cxf-passkeys.json")
    #expect(CXFJudge(options: .init(deep: KeyTrial())).judge(passkeys) == CXFJudge().judge(passkeys))
  }

  private func fault(_ key: [UInt8]) -> FindingCode? {
    key.withUnsafeBufferPointer { KeyTrial().fault(in: .passkeyKey, $0) }
  }

  @Test(
    .enabled(if: Tool.openssl != nil, "there is no openssl"),
    arguments: [
      ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
      ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
      ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"],
      ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"], ["-algorithm", "ED25519"],
      ["-algorithm", "ED448"], ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
    ])
  func keysOfEachAlgorithmSign(options: [String]) throws {
    let tool = try #require(Tool.openssl)
    // In DER it would write older structures.
    let pem = try tool.run(["genpkey"] + options)
    let key = try tool.run(["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"], input: pem)
    #expect(fault(key) == nil)
    var random = SeededGenerator(seed: 7)
    // Damage is found, or it left the key what it was: nothing hangs, nothing traps.
    for _ in 0..<60 { _ = fault(mutated(key, &random)) }
  }

  @Test func keysBeyondTheLimitsAreNotTried() {
    func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      let count = content.count
      return [tag, 0x83, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)] + content
    }
    #expect(fault([UInt8](repeating: 0x30, count: KeyTrial.maximumKeyByteCount + 1)) == .untriedPrivateKey)
    // A modulus of 32768 bits: the structure is right.
    let modulus = DERWriter.unsignedInteger([UInt8](repeating: 0xFF, count: 4096))
    let key = DERWriter.sequence(
      [DERWriter.unsignedInteger([]), modulus] + (0..<7).map { _ in DERWriter.unsignedInteger([3]) })
    let info = DERWriter.sequence([
      DERWriter.unsignedInteger([]), AlgorithmIdentifier.rsa.der, DERWriter.octetString(key),
    ])
    #expect(fault(info) == .untriedPrivateKey)
    #expect(fault([0x30, 0x00]) == .invalidPrivateKey && fault([]) == .invalidPrivateKey)
  }
}

/// Streams made by zlib 1.2.13 with `zlib.compressobj(level, DEFLATED, -15, 9, strategy)`.
@Suite struct DeflateWalkTests {
  private func count(_ bytes: [UInt8]) throws(DeflateWalk.Fault) -> UInt64 {
    try bytes.withUnsafeBufferPointer { (bytes) throws(DeflateWalk.Fault) in
      try DeflateWalk.inflatedCount(of: bytes)
    }
  }

  static let streams: [(name: String, base64: String, count: UInt64)] = [
    (
      "nothing",
      "AwA=",
      0
    ),
    (
      "stored",
      "AQQA+/9ibG9i",
      4
    ),
    (
      "fixed",
      "K8lIVSgszUzOVkgqyi/PU0jLr1DIKs0tKFbIL0stUigBSuckVlUqpOSnW4N5tFGcWlxVmZyZUlCZX1CaW5WeUpCYm1"
        + "dSWZlYnp9ZUZVRnJKdmJhYWpSYW5aeV5FYmAFUVpSRk1EGZGQl5hWVpqSVVmSlVGRXlBfmFZalZ2UVFxTmFicVZFRU"
        + "5eaVpeUUlVeWVeQk55cVplSmFebmFFQkFiRllZcUF+eWpqUVZiRWphcVZeQW5hTn5GeWFZVUJOZWVRRWpRZWFqXnJR"
        + "XkFBelF+YV5OTlJBYVlVSVZOeXJFZllKYVFaclVxVVZSaVJScn5idWVmZmZKZUlaTlZCWnpWUWppVllpZn5ZdnFxSk"
        + "JGblZudVpWemZFYUppfkJWYk5qYmVaTllxeW5RVllFaVF+ZnFJYCPVhclV1WmpdUkZWanpSVnJyVVZGWV5yZmliUVJ"
        + "xenJ9WWV4CAA==",
      435
    ),
    (
      "dynamic",
      "tY/JcQAhDART2TwcjYAV9yFxCaL3lnPwb7q6PzPc+9D0Oj6K6y4PVnnCzK0/db38jE8nuOcx1f780f/Eb79He9NObT"
        + "NfaxrkMs6BXb1c100EgMmQly0C5L6MXXLrGwEKT4NTgpEomwotG0JvlLtqTm4uCxPvsyTpusgcpJyaQFNhj97zRCQH"
        + "xzK7TKmn6hcPgXyF7kuHbVEtdbZUWioJmMcdsQ64biJ31JevV0trqHCOd97cgSloRE+4/Nyh7tiagZBjudYbL2RHAQ"
        + "f5VYJ10yrs5t1UHc3vYL9xzaIkvFYFrUMQLN2/wKrbXvHs8Qs=",
      435
    ),
    (
      "huffman only",
      "BcGLAYAgCAXAVd4eTUNJYqWYv8Tpu2vCeHs4buxFv4RTJ64ec4UOLmjCeGgZnPoNTRhvD8eNveiXcOrE1WOu0MEFTR"
        + "gPLYNTv6EJ4+3huLEX/RJOnbh6zBU6uKAJ46FlcOo3cF12BJdNc4/Lu0wxNTP6NMwl1d1E1AvF4dOkV0xzkUeGmF6U"
        + "SnfnDw==",
      200
    ),
    (
      "zeros",
      "7cExAQAAAMKg9U9tDQ+gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgFcD",
      100000
    ),
    (
      "two blocks",
      "SkxKTgQjAAAAAP//S0lNSwEjAA==",
      18
    ),
    (
      "far distances",
      "7dBHEsIwFERBSZ+cMTlnc/8bghccgqru3bzlpMgl5ciRokQq8R255NLUJgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAADAv8slWu1Ot9cfDEfjyXQ2rxbL1Xqz3e0Px9P5cr3dH89X/XYUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAA8PMB",
      64770
    ),
  ]

  @Test(arguments: streams.map(\.name))
  func streamsAreCounted(name: String) throws {
    let stream = try #require(Self.streams.first { $0.name == name })
    let bytes = base64(stream.base64)
    #expect(try count(bytes) == stream.count)
    #expect(thrown(DeflateWalk.Fault.self) { try count(bytes + [0]) } == .trailing)
    for length in 0..<bytes.count {
      #expect(thrown(DeflateWalk.Fault.self) { try count(Array(bytes.prefix(length))) } == .truncated)
    }
  }

  /// RFC 1951 section 3.2.3 to 3.2.7: what no compressor writes.
  @Test(arguments: [
    ("a reserved kind of block", [0x07]), ("a stored length that is not repeated", [0x01, 1, 0, 0, 0, 65]),
    ("a distance to before the beginning", [0x03, 0x02]), ("too many codes", [0xFD, 0xFF, 0xFF, 0xFF]),
    ("a repetition of nothing", [0x05, 0x00, 0x00, 0x24, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]),
  ])
  func damageIsFound(name: String, bytes: [UInt8]) {
    #expect(thrown(DeflateWalk.Fault.self) { try count(bytes) } != nil)
  }

  @Test func anyBytesEnd() {
    var random = SeededGenerator(seed: 3)
    for stream in Self.streams {
      for _ in 0..<300 { _ = try? count(mutated(base64(stream.base64), &random)) }
    }
  }
}
