import CXFCrypto
import Testing

/// A test value of the specification (C2SP, XAES-256-GCM.md); the third is made here.
private struct Case: CustomTestStringConvertible {
  let testDescription: String
  let key: [UInt8]
  let nonce: [UInt8]
  let plaintext: [UInt8]
  let additionalData: [UInt8]
  let sealed: [UInt8]

  static let all = [
    Case(
      testDescription: "top bit of L is 0", key: Array(repeating: 1, count: 32),
      nonce: Array("ABCDEFGHIJKLMNOPQRSTUVWX".utf8), plaintext: Array("XAES-256-GCM".utf8),
      additionalData: [],
      sealed: hex("ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271")),
    Case(
      testDescription: "top bit of L is 1", key: Array(repeating: 3, count: 32),
      nonce: Array("ABCDEFGHIJKLMNOPQRSTUVWX".utf8), plaintext: Array("XAES-256-GCM".utf8),
      additionalData: Array("c2sp.org/XAES-256-GCM".utf8),
      sealed: hex("986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d")),
    Case(
      testDescription: "our own", key: Array(repeating: 1, count: 32),
      nonce: Array(repeating: UInt8(ascii: "B"), count: 24), plaintext: Array("Hello, XAES-256-GCM!".utf8),
      additionalData: [],
      sealed: hex("01e5f78bc99de880bd2eeff2870d361f0eab5b2fc55268f34b14045878fe3668db980319")),
  ]
}

struct XAES256GCMTests {
  @Test(arguments: Case.all)
  private func agreesWithTheSpecification(example: Case) throws {
    let cipher = try XAES256GCM(key: SecretBytes(copying: example.key))
    // Twice, because the object is used again and again.
    for _ in 0..<2 {
      let sealed = try cipher.seal(
        example.plaintext, nonce: example.nonce, additionalData: example.additionalData)
      #expect(sealed == example.sealed)
      let opened = try cipher.open(
        example.sealed, nonce: example.nonce, additionalData: example.additionalData)
      #expect(opened == example.plaintext)
    }
  }

  @Test(arguments: Case.all)
  private func keepsTheTagApartToo(example: Case) throws {
    let cipher = try XAES256GCM(key: SecretBytes(copying: example.key))
    let count = example.plaintext.count
    var ciphertext = [UInt8](repeating: 0, count: count)
    let tag = try example.plaintext.withUnsafeBytes { plaintext in
      try ciphertext.withUnsafeMutableBytes {
        try cipher.seal(
          plaintext, nonce: example.nonce, additionalData: example.additionalData, into: $0)
      }
    }
    #expect(ciphertext + tag == example.sealed)
    let opened = try cipher.open(
      ciphertext: ciphertext, tag: tag, nonce: example.nonce, additionalData: example.additionalData)
    #expect(opened == example.plaintext)
  }

  @Test func sealsAndOpensSecrets() throws {
    let cipher = try XAES256GCM(key: try SecretBytes.random(count: 32))
    let secret = try SecretBytes.random(count: 32)
    let nonce = try randomBytes(count: XAES256GCM.nonceByteCount)
    let sealed = try cipher.seal(secret, nonce: nonce, additionalData: [1])
    #expect(sealed.count == 48)
    let opened = try cipher.openSecret(sealed, nonce: nonce, additionalData: [1])
    let isEqual = opened.isEqual(to: secret)
    #expect(isEqual)
    let error = thrown(AEADError.self) {
      try cipher.openSecret(sealed, nonce: nonce, additionalData: []).count
    }
    #expect(error == .authenticationFailed)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 300, 70_000])
  func opensWhatItSealed(count: Int) throws {
    let cipher = try XAES256GCM(key: try SecretBytes.random(count: 32))
    let plaintext = [UInt8](repeating: 0x61, count: count)
    let nonce = try randomBytes(count: 24)
    let sealed = try cipher.seal(plaintext, nonce: nonce, additionalData: plaintext)
    #expect(sealed.count == count + 16)
    #expect(try cipher.open(sealed, nonce: nonce, additionalData: plaintext) == plaintext)
  }

  @Test func worksInPlace() throws {
    let example = Case.all[1]
    let cipher = try XAES256GCM(key: SecretBytes(copying: example.key))
    var text = example.plaintext
    let tag = try text.withUnsafeMutableBytes {
      try cipher.seal(
        UnsafeRawBufferPointer($0), nonce: example.nonce, additionalData: example.additionalData, into: $0)
    }
    #expect(text + tag == example.sealed)
    try text.withUnsafeMutableBytes { text in
      try withParts(tag, example.nonce, example.additionalData) { tag, nonce, additionalData in
        try cipher.open(
          ciphertext: UnsafeRawBufferPointer(text), tag: tag, nonce: nonce, additionalData: additionalData,
          into: text)
      }
    }
    #expect(text == example.plaintext)
  }

  @Test(arguments: Case.all)
  private func refusesEveryChangedByte(example: Case) throws {
    let cipher = try XAES256GCM(key: SecretBytes(copying: example.key))
    func error(_ sealed: [UInt8], _ nonce: [UInt8], _ additionalData: [UInt8]) -> AEADError? {
      thrown(AEADError.self) { try cipher.open(sealed, nonce: nonce, additionalData: additionalData) }
    }
    for (part, bytes) in [example.sealed, example.nonce, example.additionalData].enumerated() {
      for index in bytes.indices {
        for bit in [UInt8(1), 0x80] {
          var parts = [example.sealed, example.nonce, example.additionalData]
          parts[part][index] ^= bit
          #expect(error(parts[0], parts[1], parts[2]) == .authenticationFailed, "part \(part), byte \(index)")
        }
      }
    }
    #expect(
      error(example.sealed, example.nonce, example.additionalData + [0]) == .authenticationFailed)
    #expect(error(example.sealed + [0], example.nonce, example.additionalData) == .authenticationFailed)
    #expect(
      error(Array(example.sealed.dropLast()), example.nonce, example.additionalData) == .authenticationFailed)
    // After all these failures the object still works.
    #expect(error(example.sealed, example.nonce, example.additionalData) == nil)
  }

  @Test(arguments: [0, 5, 31])
  func refusesEveryChangedByteOfTheKey(index: Int) throws {
    let example = Case.all[0]
    var key = example.key
    key[index] ^= 0x10
    let cipher = try XAES256GCM(key: SecretBytes(copying: key))
    let error = thrown(AEADError.self) {
      try cipher.open(example.sealed, nonce: example.nonce, additionalData: example.additionalData)
    }
    #expect(error == .authenticationFailed)
  }

  @Test func showsNothingOfAnUnauthenticText() throws {
    let example = Case.all[0]
    let cipher = try XAES256GCM(key: SecretBytes(copying: example.key))
    let count = example.plaintext.count
    var output = [UInt8](repeating: 0xAA, count: count)
    var tag = Array(example.sealed[count...])
    tag[0] ^= 1
    let error = thrown(AEADError.self) {
      try output.withUnsafeMutableBytes { output in
        try withParts(Array(example.sealed[..<count]), tag, example.nonce) { ciphertext, tag, nonce in
          try cipher.open(
            ciphertext: ciphertext, tag: tag, nonce: nonce,
            additionalData: UnsafeRawBufferPointer(start: nil, count: 0), into: output)
        }
      }
    }
    #expect(error == .authenticationFailed)
    #expect(output == [UInt8](repeating: 0, count: count))
  }

  @Test func refusesWrongLengths() throws {
    for count in [0, 16, 31, 33] {
      let error = thrown(AEADError.self) {
        try XAES256GCM(key: SecretBytes(copying: [UInt8](repeating: 0, count: count)))
      }
      #expect(error == .wrongKeyLength)
    }
    let example = Case.all[0]
    let cipher = try XAES256GCM(key: SecretBytes(copying: example.key))
    for count in [0, 12, 23, 25] {
      let nonce = [UInt8](repeating: 0, count: count)
      #expect(
        thrown(AEADError.self) { try cipher.seal([1], nonce: nonce, additionalData: []) } == .wrongNonceLength
      )
      #expect(
        thrown(AEADError.self) { try cipher.open(example.sealed, nonce: nonce, additionalData: []) }
          == .wrongNonceLength)
    }
    for count in 0..<16 {
      let short = Array(example.sealed.prefix(count))
      #expect(
        thrown(AEADError.self) { try cipher.open(short, nonce: example.nonce, additionalData: []) }
          == .wrongTagLength)
      // A tag that was cut must not count, however right its bytes are.
      let tag = Array(example.sealed[12...].prefix(count))
      let error = thrown(AEADError.self) {
        try cipher.open(
          ciphertext: Array(example.sealed[..<12]), tag: tag, nonce: example.nonce, additionalData: [])
      }
      #expect(error == .wrongTagLength)
    }
    var buffer = [UInt8](repeating: 0, count: 3)
    let error = thrown(AEADError.self) {
      try buffer.withUnsafeMutableBytes { buffer in
        try [UInt8](repeating: 0, count: 4).withUnsafeBytes {
          try cipher.seal($0, nonce: example.nonce, additionalData: [], into: buffer)
        }
      }
    }
    #expect(error == .wrongBufferLength)
  }

  /// The accumulated test of the specification, 10,000 rounds.
  @Test func agreesOverManyRandomMessages() throws {
    // A round reads at most 32 + 24 + 2 · 256 bytes, on average 313.
    let stream = try SHAKE128.hash([], count: 3_300_000)
    #expect(Array(stream.prefix(16)) == hex("7f9c2ba4e88f827d616045507605853e"))
    var position = 0
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { position += count }
      return stream[position..<(position + count)]
    }
    var results: [UInt8] = []
    results.reserveCapacity(2_000_000)
    for _ in 0..<10_000 {
      let key = SecretBytes(copying: take(32))
      let nonce = Array(take(24))
      let plaintext = Array(take(Int(take(1).first ?? 0)))
      let additionalData = Array(take(Int(take(1).first ?? 0)))
      let cipher = try XAES256GCM(key: key)
      results += try cipher.seal(plaintext, nonce: nonce, additionalData: additionalData)
    }
    let expected = hex("e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939")
    #expect(try SHAKE128.hash(results, count: 32) == expected)
  }
}

private func withParts<Result>(
  _ first: [UInt8], _ second: [UInt8], _ third: [UInt8],
  _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Result
) rethrows -> Result {
  try first.withUnsafeBytes { first in
    try second.withUnsafeBytes { second in try third.withUnsafeBytes { try body(first, second, $0) } }
  }
}
