import CXFCrypto
import Synchronization
import Testing

/// Looks at memory in the moment it is given back.
private final class Witness: Sendable {
  private let returned = Mutex<[[UInt8]]>([])

  var returnedContents: [[UInt8]] { returned.withLock { $0 } }

  var memory: SecretMemory {
    SecretMemory(
      allocate: { .allocate(byteCount: $0, alignment: 16) },
      release: { buffer in
        self.returned.withLock { $0.append(Array(buffer)) }
        buffer.deallocate()
      })
  }
}

private struct Refusal: Error {}

struct SecretBytesTests {
  @Test func clearsItsMemoryBeforeGivingItBack() {
    let witness = Witness()
    do {
      let secret = SecretBytes(copying: [1, 2, 3, 4], memory: witness.memory)
      #expect(secret.withUnsafeBytes { Array($0) } == [1, 2, 3, 4])
      #expect(witness.returnedContents.isEmpty)
    }
    #expect(witness.returnedContents == [[0, 0, 0, 0]])
  }

  @Test func clearsWhatAFailedInitialiserHadWritten() {
    let witness = Witness()
    let error = thrown(Refusal.self) {
      let secret = try SecretBytes(count: 3, memory: witness.memory) { buffer in
        buffer.copyBytes(from: [7, 8, 9])
        throw Refusal()
      }
      return secret.count
    }
    #expect(error != nil)
    #expect(witness.returnedContents == [[0, 0, 0]])
  }

  @Test func neverShowsItsBytes() {
    let secret = SecretBytes(copying: Array("hunter2".utf8))
    let description = secret.description
    #expect(description == "SecretBytes(7 bytes)")
  }

  @Test func comparesContent() {
    func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      SecretBytes(copying: left).isEqual(to: SecretBytes(copying: right))
    }
    #expect(areEqual([1, 2], [1, 2]))
    #expect(!areEqual([1, 2], [1, 3]))
    #expect(!areEqual([1, 2], [1]))
    #expect(areEqual([], []))
  }

  @Test func randomBytesDiffer() throws {
    let first = try SecretBytes.random(count: 32)
    let second = try SecretBytes.random(count: 32)
    let areEqual = first.isEqual(to: second)
    #expect(!areEqual)
    let counts = [first.count, try SecretBytes.random(count: 0).count]
    #expect(counts == [32, 0])
    #expect(try randomBytes(count: 16) != randomBytes(count: 16))
    #expect(try randomBytes(count: 0) == [])
    #expect(thrown(CryptoError.self) { try randomBytes(count: -1) }?.operation == "RAND_bytes")
  }
}
