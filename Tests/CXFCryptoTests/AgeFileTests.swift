import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Testing

struct AgeFileTests {
  private static let keys: [X25519PrivateKey] = (1...3).compactMap { first in
    try? X25519PrivateKey(SecretBytes(copying: [UInt8](repeating: UInt8(first), count: 32)))
  }

  private static let locks: [AgeLock] = [.keys([keys[0]]), .keys(keys), .passphrase(" pass\u{301}e\n")]

  private static let headerByteCount = 22 + (10 + 43 + 1) + 44 + 48

  @Test(arguments: chunkSizes + [131_072, 200_000])
  func filesGoThereAndBack(size: Int) throws {
    let content = sampleContent(size)
    for lock in Self.locks {
      for isArmored in [false, true] {
        let file = try lock.seal(content, isArmored: isArmored)
        #expect(try lock.openStream(file) == content)
        #expect(try lock.openStream(file, pieceByteCount: 1001) == content)
        if !isArmored { #expect(try lock.openFile(file) == content) }
        #expect(AgeFile.looksLike(file))
        #expect(AgeArmor.isArmored(file) == isArmored)
      }
    }
    let binary = try Self.locks[0].seal(content)
    #expect(binary.count == Self.headerByteCount + 16 + size + 16 * max(1, (size + 65_535) / 65_536))
  }

  @Test(arguments: [1, 7, 65_535, 65_536, 65_537, 131_072, 1_000_000])
  func theFileDoesNotDependOnThePieces(pieceByteCount: Int) throws {
    let randomness = sampleContent(16 + 32 + 16)
    let lock = Self.locks[0]
    for size in [0, 100, 65_536, 131_072, 140_000] where size / pieceByteCount < 30_000 {
      let content = sampleContent(size)
      let file = try lock.seal(
        content, pieceByteCount: pieceByteCount, random: KnownRandomness(randomness).source)
      #expect(try file == lock.seal(content, pieceByteCount: 999, random: KnownRandomness(randomness).source))
    }
  }

  @Test func everyRecipientOpensTheFileAndNobodyElse() throws {
    let file = try AgeLock.keys(Array(Self.keys[..<2])).seal([1, 2, 3])
    let parsed = try AgeFile(MemoryBytes(file))
    #expect(parsed.needs == .identities)
    #expect(parsed.header.stanzaTypes == ["X25519", "X25519"])
    for key in Self.keys[..<2] { #expect(try AgeLock.keys([key]).openFile(file) == [1, 2, 3]) }
    // One that fits among others.
    #expect(try AgeLock.keys([Self.keys[2], Self.keys[1]]).openFile(file) == [1, 2, 3])
    for lock in [AgeLock.keys([Self.keys[2]]), .keys([]), .passphrase("x")] {
      #expect(thrown(AgeError.self) { try lock.openFile(file) } == .noMatch)
      #expect(thrown(AgeError.self) { try lock.openStream(file) } == .noMatch)
    }
  }

  @Test func whoIsNamedTwiceGetsOneStanza() throws {
    let file = try AgeLock.keys([Self.keys[0], Self.keys[1], Self.keys[0]]).seal([])
    #expect(try AgeFile(MemoryBytes(file)).header.stanzaTypes.count == 2)
  }

  @Test func passphrasesAreTakenByteForByte() throws {
    let file = try AgeLock.passphrase("caf\u{E9}").seal([7])
    let parsed = try AgeFile(MemoryBytes(file))
    #expect(parsed.needs == .passphrase)
    #expect(parsed.header.stanzaTypes == ["scrypt"])
    #expect(try AgeLock.passphrase("caf\u{E9}").openFile(file) == [7])
    for wrong in ["cafe\u{301}", "caf\u{E9} ", "Caf\u{E9}", ""] {
      #expect(thrown(AgeError.self) { try AgeLock.passphrase(wrong).openFile(file) } == .wrongPassphrase)
    }
    #expect(thrown(AgeError.self) { try AgeLock.keys(Self.keys).openFile(file) } == .noMatch)
  }

  @Test func aWrongPassphraseLeavesTheStreamForAnotherTry() throws {
    let content = sampleContent(70_000)
    let stream = try AgeStream(
      PieceStream(try AgeLock.passphrase("right").seal(content), pieceByteCount: 100))
    #expect(thrown(AgeError.self) { try AgeLock.passphrase("wrong").open(stream) } == .wrongPassphrase)
    let result = drain(try AgeLock.passphrase("right").open(stream))
    #expect(result.bytes == content && result.error == nil)
    #expect(thrown(AgeError.self) { try AgeLock.passphrase("right").open(stream) } == .outOfOrder)
  }

  @Test func twoFilesOfTheSameContentHaveNothingInCommon() throws {
    let lock = AgeLock.keys([Self.keys[0]])
    let (one, other) = (try lock.seal(sampleContent(100)), try lock.seal(sampleContent(100)))
    #expect(one.count == other.count)
    #expect(one[Self.headerByteCount...] != other[Self.headerByteCount...])
    let equal = zip(one, other).count { $0 == $1 }
    #expect(equal < 22 + 10 + 4 + 3 + 60)
  }

  @Test func stepsAreTakenInOrder() throws {
    let encryptor = try Self.locks[0].encryptor()
    #expect(throws: AgeError.outOfOrder) { try encryptor.append([1]) }
    #expect(throws: AgeError.outOfOrder) { try encryptor.finish() }
    _ = try encryptor.begin()
    #expect(throws: AgeError.outOfOrder) { try encryptor.begin() }
    #expect(try encryptor.append([1]) == [])
    #expect(try encryptor.finish().count == 17)
    #expect(throws: AgeError.outOfOrder) { try encryptor.append([]) }
    #expect(throws: AgeError.outOfOrder) { try encryptor.finish() }
  }

  @Test func refusesWhatNobodyCouldOpen() throws {
    func error(_ body: () throws -> AgeEncryptor) -> AgeError? { thrown(AgeError.self, body) }
    #expect(error { try AgeEncryptor(recipients: []) } == .noRecipients)
    let zero = try X25519PublicKey([UInt8](repeating: 0, count: 32))
    #expect(error { try AgeEncryptor(recipients: [Self.keys[0].publicKey, zero]) } == .unusableRecipient)
    let many = try (0..<1001).map {
      try X25519PublicKey([UInt8($0 >> 8), UInt8($0 & 255)] + sampleContent(30))
    }
    #expect(error { try AgeEncryptor(recipients: many) } == .tooManyRecipients(limit: 1000))
    #expect(error { try AgeEncryptor(passphrase: SecretBytes(copying: [])) } == .emptyPassphrase)
    for logN in [0, -1] {
      let error = error { try AgeEncryptor(passphrase: SecretBytes(copying: [1]), logN: logN) }
      #expect(error == .workFactorTooLow)
    }
    let high = error { try AgeEncryptor(passphrase: SecretBytes(copying: [1]), logN: 23) }
    #expect(high == .workFactorTooHigh(logN: 23, limit: 22))
    #expect(AgeEncryptor.defaultLogN == 18)
  }

  @Test func recipientsOfOtherKindsAreNamed() {
    for (text, reason) in [
      ("age1pq1qqqqqqqq", AgeKeyError.Reason.postQuantum), ("age1tag1qqqqqqqq", .plugin),
      ("age1tagpq1qqqqqqqq", .plugin),
    ] {
      #expect(thrown(AgeKeyError.self) { try AgeRecipient.parse(text) }?.reason == reason)
    }
  }
}

/// What is changed is refused.
struct AgeTamperTests {
  private static let lock = AgeLock.keys(
    (1...2).compactMap { try? X25519PrivateKey(SecretBytes(copying: [UInt8](repeating: $0, count: 32))) })
  private static let content = Array("a small content".utf8)

  private static func opens(_ file: [UInt8], _ lock: AgeLock, isBinary: Bool) -> Bool {
    let streamed = try? lock.openStream(file)
    let read = isBinary ? try? lock.openFile(file) : streamed
    // Both ways agree, and what opens is the content.
    #expect(streamed == read)
    if let streamed { #expect(streamed == content) }
    return streamed != nil
  }

  @Test func everyFlippedBitOfAFileIsNoticed() throws {
    for (lock, text) in [(Self.lock, "keys"), (.passphrase("p"), "passphrase")] {
      let file = try lock.seal(Self.content)
      for index in file.indices {
        for bit in 0..<8 {
          var changed = file
          changed[index] ^= 1 << UInt8(bit)
          // A cost that is raised must not be tried: that is the caller's limit, and takes seconds here.
          let isCost = text == "passphrase" && Self.costIndex(file) == index
          if isCost { continue }
          #expect(!Self.opens(changed, lock, isBinary: true), "\(text): byte \(index), bit \(bit)")
        }
      }
    }
  }

  /// The digit "1" after the salt.
  private static func costIndex(_ file: [UInt8]) -> Int { 22 + "-> scrypt ".utf8.count + 22 + 1 }

  @Test func everyOtherCostIsNoticed() throws {
    let lock = AgeLock.passphrase("p")
    let file = try lock.seal(Self.content)
    #expect(file[Self.costIndex(file)] == UInt8(ascii: "1"))
    for other in UInt8.min ... .max where other != UInt8(ascii: "1") {
      var changed = file
      changed[Self.costIndex(file)] = other
      #expect(!Self.opens(changed, lock, isBinary: true), "\(other)")
    }
  }

  /// Of a text, nothing can change but white space around it into other white space.
  @Test func everyFlippedBitOfATextIsNoticed() throws {
    let text = try Self.lock.seal(Self.content, isArmored: true)
    let blanks: [UInt8] = [0x0A, 0x0A]
    for (file, expected) in [(text, []), (blanks + text + [0x0A], [0, text.count + 2])] {
      var unnoticed: [Int] = []
      for index in file.indices {
        for bit in 0..<8 {
          var changed = file
          changed[index] ^= 1 << UInt8(bit)
          guard Self.opens(changed, Self.lock, isBinary: false) else { continue }
          // LF became a vertical tab on a line without text.
          #expect(changed[index] == 0x0B)
          unnoticed.append(index)
        }
      }
      #expect(unnoticed == expected)
    }
  }

  @Test func everyCutIsNoticed() throws {
    let binary = try Self.lock.seal(Self.content)
    for count in binary.indices {
      #expect(!Self.opens(Array(binary[..<count]), Self.lock, isBinary: true), "\(count)")
    }
    let text = try Self.lock.seal(Self.content, isArmored: true)
    for count in text.indices {
      // The line end of the last line may be missing.
      let opens = Self.opens(Array(text[..<count]), Self.lock, isBinary: false)
      #expect(opens == (count == text.count - 1), "\(count)")
    }
  }

  @Test(arguments: [
    [UInt8(0)], [0x0A], [0x20], [UInt8](repeating: 0, count: 16), [UInt8](repeating: 1, count: 70_000),
  ])
  func whatFollowsIsNoticed(trailing: [UInt8]) throws {
    for size in chunkSizes {
      let content = sampleContent(size)
      let file = try Self.lock.seal(content) + trailing
      let error = thrown(AgeError.self) { try Self.lock.openFile(file) }
      let other = thrown(AgeError.self) { try Self.lock.openStream(file) }
      for error in [error, other] {
        guard case .payloadFailure = error else {
          Issue.record("\(size): \(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test func chunksCannotBeMovedLeftOutOrDoubled() throws {
    let content = sampleContent(3 * 65_536 + 5)
    let file = try Self.lock.seal(content)
    let start = file.count - (3 * 65_552 + 21)
    let head = Array(file[..<start])
    let chunks = (0..<4).map {
      Array(file[(start + $0 * 65_552)..<min(file.count, start + ($0 + 1) * 65_552)])
    }
    let orders: [[Int]] = [
      [], [0], [0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 2, 2, 3],
      [0, 1, 2, 3, 3],
      [0, 1, 2, 3, 0], [3], [3, 0, 1, 2],
    ]
    for order in orders {
      let changed = head + order.flatMap { chunks[$0] }
      for opening in [Self.lock.openFile, { try Self.lock.openStream($0) }] {
        guard case .payloadFailure = thrown(AgeError.self, { try opening(changed) }) else {
          Issue.record("\(order)")
          continue
        }
      }
    }
    #expect(try Self.lock.openFile(head + chunks.flatMap { $0 }) == content)
  }

  @Test func aStreamGivesNothingThatWasChanged() throws {
    let content = sampleContent(3 * 65_536 + 5)
    let file = try Self.lock.seal(content)
    let start = file.count - (3 * 65_552 + 21)
    for chunk in 0..<4 {
      var changed = file
      changed[start + chunk * 65_552 + 3] ^= 1
      let decryptor = try Self.lock.open(AgeStream(PieceStream(changed)))
      let result = drain(decryptor)
      #expect(result.bytes == Array(content[..<(chunk * 65_536)]))
      #expect(result.error as? AgeError == .payloadFailure(.chunk(UInt64(chunk))))
      // It stays an error, and does not become an end.
      #expect(drain(decryptor).error as? AgeError == .payloadFailure(.chunk(UInt64(chunk))))
    }
  }

  @Test func mutatedFilesNeverCrashOrGiveAnotherContent() throws {
    var generator = SeededGenerator(seed: 7)
    for isArmored in [false, true] {
      let file = try Self.lock.seal(Self.content, isArmored: isArmored)
      for _ in 0..<400 {
        let changed = mutated(file, &generator)
        _ = Self.opens(changed, Self.lock, isBinary: !AgeArmor.isArmored(changed))
      }
    }
  }
}
