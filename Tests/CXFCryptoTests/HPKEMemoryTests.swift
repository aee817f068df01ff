import CXFCrypto
import Synchronization
import Testing

/// Looks at memory of secrets: what came to lie in it, and that it is cleared when it is given back.
private final class Watch: Sendable {
  private struct State {
    var lent = 0
    var returned: [[UInt8]] = []
  }

  private let state = Mutex(State())

  var lentCount: Int { state.withLock { $0.lent } }
  var returned: [[UInt8]] { state.withLock { $0.returned } }

  var memory: SecretMemory {
    SecretMemory(
      allocate: { count in
        self.state.withLock { $0.lent += 1 }
        return .allocate(byteCount: count, alignment: 16)
      },
      release: { buffer in
        self.state.withLock { $0.returned.append(Array(buffer)) }
        buffer.deallocate()
      })
  }
}

struct HPKEMemoryTests {
  /// Shared secrets, pseudorandom keys, key, nonce and exporter secret of both sides, and what is exported.
  @Test(arguments: HPKEMode.allCases)
  func secretsAreClearedBeforeTheirMemoryIsGivenBack(mode: HPKEMode) throws {
    let suite = HPKESuite.x25519AES256GCM
    let key = try HPKEPrivateKey.generate(suite.kem)
    let own = try HPKEPrivateKey.generate(suite.kem)
    let isAuthenticated = mode == .auth || mode == .authPSK
    let agreed =
      mode == .psk || mode == .authPSK
      ? try HPKEPreSharedKey(SecretBytes(copying: [UInt8](repeating: 1, count: 32)), id: [1]) : nil
    let watch = Watch()
    do {
      let sender = try HPKESender(
        suite, to: key.publicKey, info: [], preSharedKey: agreed,
        authenticatedBy: isAuthenticated ? own : nil, ephemeralKey: SecretBytes.random(count: 32),
        memory: watch.memory)
      let recipient = try HPKERecipient(
        suite, key: key, encapsulatedKey: sender.encapsulatedKey, info: [], preSharedKey: agreed,
        authenticatedBy: isAuthenticated ? own.publicKey : nil, memory: watch.memory)
      #expect(try recipient.open(sender.seal([1, 2, 3])) == [1, 2, 3])
      let exported = try sender.export(context: [], count: 32)
      #expect(exported.count == 32)
      // Of each side: the agreement, its pseudorandom key and result, the schedule's secret, and three for good.
      #expect(watch.lentCount >= 2 * 7 + 1)
      #expect(watch.returned.count < watch.lentCount)
    }
    #expect(watch.returned.count == watch.lentCount)
    #expect(watch.returned.contains { $0.count == (isAuthenticated ? 64 : 32) })
    for content in watch.returned { #expect(content.allSatisfy { $0 == 0 }) }
  }

  @Test func whatFailsClearsToo() throws {
    let suite = HPKESuite.x25519AES256GCM
    let key = try HPKEPrivateKey.generate(suite.kem)
    let watch = Watch()
    let zeros = [UInt8](repeating: 0, count: 32)
    _ = thrown(HPKEError.self) {
      try HPKERecipient(suite, key: key, encapsulatedKey: zeros, info: [], memory: watch.memory)
    }
    #expect(watch.lentCount == 1)
    #expect(watch.returned == [zeros])
  }
}
