import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Synchronization
import Testing

/// Bytes that may be changed behind the reader's back, and that count how often they are read.
private final class ChangingBytes: RandomAccessBytes {
  private let state: Mutex<(bytes: [UInt8], reads: Int)>
  let count: UInt64

  init(_ bytes: [UInt8]) {
    state = Mutex((bytes, 0))
    count = UInt64(bytes.count)
  }

  var readCount: Int { state.withLock { $0.reads } }

  func flip(_ index: Int) { state.withLock { $0.bytes[index] ^= 1 } }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    let bytes = state.withLock {
      $0.reads += 1
      return $0.bytes
    }
    try MemoryBytes(bytes).read(at: offset, into: buffer)
  }
}

struct AgePlaintextTests {
  private static let lock = AgeLock.keys(
    (5...5).compactMap { try? X25519PrivateKey(SecretBytes(copying: [UInt8](repeating: $0, count: 32))) })

  @Test func everyRangeIsWhatWasSealed() throws {
    let content = sampleContent(3 * 65_536 + 1000)
    let plaintext = try Self.lock.open(AgeFile(MemoryBytes(try Self.lock.seal(content))))
    #expect(plaintext.count == UInt64(content.count))
    #expect(plaintext.knownCount == UInt64(content.count))
    let edges = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 196_608, 197_607, 197_608]
    for start in edges {
      for end in edges where end >= start {
        #expect(try plaintext.read(at: UInt64(start), count: end - start) == Array(content[start..<end]))
      }
    }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let start = generator.int(0...content.count)
      let count = generator.int(0...min(content.count - start, generator.pick([10, 70_000, 200_000])))
      #expect(try plaintext.read(at: UInt64(start), count: count) == Array(content[start..<(start + count)]))
    }
  }

  @Test func rangesBehindTheEndAreErrors() throws {
    for size in [0, 10, 65_536] {
      let plaintext = try Self.lock.open(AgeFile(MemoryBytes(try Self.lock.seal(sampleContent(size)))))
      #expect(try plaintext.read(at: UInt64(size), count: 0) == [])
      let stream: any ByteStream = try plaintext.open()
      #expect(drain(stream).bytes == sampleContent(size))
      var buffer = [UInt8](repeating: 0, count: 1)
      for offset in [UInt64(size), UInt64(size) + 1, .max] {
        #expect(throws: ByteRangeError.self) {
          try buffer.withUnsafeMutableBytes { try plaintext.read(at: offset, into: $0) }
        }
      }
    }
  }

  @Test func aChunkThatWasChangedIsRefusedWhereItIsRead() throws {
    let content = sampleContent(3 * 65_536 + 5)
    let file = try Self.lock.seal(content)
    let start = file.count - (3 * 65_552 + 21)
    for chunk in 0..<3 {
      var changed = file
      changed[start + chunk * 65_552 + 65_551] ^= 0x80
      let plaintext = try Self.lock.open(AgeFile(MemoryBytes(changed)))
      let failure = AgeError.payloadFailure(.chunk(UInt64(chunk)))
      #expect(thrown(AgeError.self) { try plaintext.verifyAll() } == failure)
      for other in 0..<4 {
        let error = thrown(AgeError.self) { try plaintext.read(at: UInt64(other * 65_536 + 1), count: 2) }
        #expect(error == (other == chunk ? failure : nil))
      }
      // What was not verified is not there afterwards either.
      var buffer = [UInt8](repeating: 0xEE, count: content.count)
      let error = thrown(AgeError.self) {
        try buffer.withUnsafeMutableBytes { try plaintext.read(at: 0, into: $0) }
      }
      #expect(error == failure)
      #expect(Array(buffer[..<(chunk * 65_536)]) == Array(content[..<(chunk * 65_536)]))
      #expect(buffer[(chunk * 65_536)...].allSatisfy { $0 == 0 })
    }
    // The last one is checked when the file is opened.
    var changed = file
    changed[file.count - 1] ^= 1
    let error = thrown(AgeError.self) { try Self.lock.open(AgeFile(MemoryBytes(changed))) }
    #expect(error == .payloadFailure(.chunk(3)))
  }

  @Test func aCutAtAChunkIsNoticedAtOnce() throws {
    let file = try Self.lock.seal(sampleContent(2 * 65_536))
    let start = file.count - 2 * 65_552
    for (count, fault) in [
      (start, AgePayloadFault.truncated), (start + 65_552, .chunk(0)), (start + 65_552 + 16, .emptyLastChunk),
      (start + 65_552 + 15, .chunk(1)), (start + 65_552 + 17, .chunk(1)),
    ] {
      let error = thrown(AgeError.self) { try Self.lock.open(AgeFile(MemoryBytes(Array(file[..<count])))) }
      #expect(error == .payloadFailure(fault), "\(count - start)")
    }
  }

  @Test func changesAfterOpeningAreNoticedToo() throws {
    let file = try Self.lock.seal(sampleContent(70_000))
    let bytes = ChangingBytes(file)
    let plaintext = try Self.lock.open(AgeFile(bytes))
    try plaintext.verifyAll()
    bytes.flip(file.count - 70_000)
    #expect(throws: AgeError.payloadFailure(.chunk(0))) { try plaintext.read(at: 3, count: 1) }
    bytes.flip(file.count - 70_000)
    try plaintext.verifyAll()
  }

  @Test func smallReadsOfOneChunkOpenItOnce() throws {
    let bytes = ChangingBytes(try Self.lock.seal(sampleContent(200_000)))
    let plaintext = try Self.lock.open(AgeFile(bytes))
    let before = bytes.readCount
    for offset in 0..<1000 { _ = try plaintext.read(at: UInt64(offset), count: 10) }
    #expect(bytes.readCount == before + 1)
    // Two streams at different places do not disturb each other.
    let one = try plaintext.open()
    let other = try plaintext.open()
    _ = try other.next(upTo: 70_000)
    let middle = bytes.readCount
    for _ in 0..<100 {
      _ = try one.next(upTo: 10)
      _ = try other.next(upTo: 10)
    }
    #expect(bytes.readCount == middle + 1)
  }

  @Test func manyThreadsReadAtOnce() async throws {
    let content = sampleContent(5 * 65_536 + 77)
    let plaintext = try Self.lock.open(AgeFile(MemoryBytes(try Self.lock.seal(content))))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for seed in 0..<8 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(seed))
          for _ in 0..<60 {
            let start = generator.int(0...content.count)
            let count = generator.int(0...min(content.count - start, 100_000))
            let read = try plaintext.read(at: UInt64(start), count: count)
            if read != Array(content[start..<(start + count)]) { return false }
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func keysAndPlaintextAreClearedBeforeTheirMemoryIsGivenBack() throws {
    let witness = MemoryWitness()
    let content = sampleContent(70_000)
    var file: [UInt8] = []
    do {
      let random = AgeRandomness { (count: Int) throws(CryptoError) in
        SecretBytes(copying: sampleContent(count), memory: witness.memory)
      }
      let key = try X25519PrivateKey(SecretBytes(copying: sampleContent(32)))
      let encryptor = try AgeEncryptor(recipients: [key.publicKey], random: random, memory: witness.memory)
      file += try encryptor.begin()
      file += try encryptor.append(content)
      file += try encryptor.finish()
      let plaintext = try AgeFile(MemoryBytes(file)).open(identities: [key], memory: witness.memory)
      #expect(try plaintext.readAll(limit: .max) == content)
      #expect(try plaintext.read(at: 5, count: 5) == Array(content[5..<10]))
      let decryptor = try AgeStream(PieceStream(file)).open(identities: [key], memory: witness.memory)
      #expect(drain(decryptor).bytes == content)
    }
    let returned = witness.returned
    #expect(returned.count == witness.takenCount)
    // File key, ephemeral key and nonce; the waiting chunk; two file keys; three chunks that were read.
    #expect(returned.map(\.count).sorted() == [16, 16, 16, 16, 32] + [Int](repeating: 65_536, count: 4))
    #expect(returned.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }
}

struct SealedSpoolTests {
  @Test(arguments: chunkSizes + [300_000])
  func whatIsWrittenCanBeReadAgain(size: Int) throws {
    let content = sampleContent(size)
    let writer = try SealedSpoolWriter()
    var sealed: [UInt8] = []
    for start in stride(from: 0, to: size, by: 40_000) {
      sealed += try writer.append(Array(content[start..<min(start + 40_000, size)]))
    }
    #expect(throws: AgeError.outOfOrder) { try writer.open(MemoryBytes(sealed)).count }
    sealed += try writer.finish()
    #expect(throws: AgeError.outOfOrder) { try writer.append([1]) }
    let plaintext = try writer.open(MemoryBytes(sealed))
    try plaintext.verifyAll()
    #expect(try plaintext.readAll(limit: .max) == content)
    for changed in [Array(sealed.dropLast()), sealed + [0]] {
      #expect(throws: AgeError.self) { try writer.open(MemoryBytes(changed)).count }
    }
    // Nothing of the content is to be seen, and no other key opens it.
    let other = try SealedSpoolWriter()
    var otherSealed = try other.append(content)
    otherSealed += try other.finish()
    #expect(otherSealed.count == sealed.count && otherSealed != sealed)
    #expect(throws: AgeError.self) { try other.open(MemoryBytes(sealed)).count }
  }
}
