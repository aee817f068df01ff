import CXFCrypto
import CredentialExchangeFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Times hybrid public key encryption and JSON Web Encryption, one thread: the best of several rounds of CPU time.
// Prints one figure a line, "name value", in operations or megabytes (10^6 bytes) a second.

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the shortest time of one call.
func best(rounds: Int, calls: Int = 1, _ body: () throws -> Void) rethrows -> Double {
  var shortest = Double.infinity
  for _ in 0..<rounds {
    let start = seconds()
    for _ in 0..<calls { try body() }
    shortest = min(shortest, (seconds() - start) / Double(calls))
  }
  return shortest
}

func report(_ name: String, _ value: Double) { print(name, Int(value)) }

let large = [UInt8](repeating: 0x5A, count: 64 << 20)
let small = [UInt8](repeating: 0x5A, count: 64)
let megabytes = Double(large.count) / 1e6

let suites: [(String, HPKESuite)] = [
  ("x25519-aes256", .x25519AES256GCM), ("p256-aes256", .p256AES256GCM),
  ("p384-aes256", HPKESuite(kem: .p384HKDFSHA384, kdf: .hkdfSHA384, aead: .aes256GCM)),
  ("x448-aes256", HPKESuite(kem: .x448HKDFSHA512, kdf: .hkdfSHA512, aead: .aes256GCM)),
]
for (name, suite) in suites {
  let key = try HPKEPrivateKey.generate(suite.kem)
  let sealed = try HPKE.seal(small, suite, to: key.publicKey, info: [])
  let seal = try best(rounds: 5, calls: 300) { _ = try HPKE.seal(small, suite, to: key.publicKey, info: []) }
  let open = try best(rounds: 5, calls: 300) { _ = try HPKE.open(sealed, suite, key: key, info: []) }
  report("\(name)-seals", 1 / seal)
  report("\(name)-opens", 1 / open)
}
do {
  let suite = HPKESuite.x25519AES256GCM
  let key = try HPKEPrivateKey.generate(suite.kem)
  let sealed = try HPKE.seal(large, suite, to: key.publicKey, info: [])
  let seal = try best(rounds: 8) { _ = try HPKE.seal(large, suite, to: key.publicKey, info: []) }
  let open = try best(rounds: 8) { _ = try HPKE.open(sealed, suite, key: key, info: []) }
  report("x25519-aes256-seal-mb", megabytes / seal)
  report("x25519-aes256-open-mb", megabytes / open)
}
do {
  let key = try SecretBytes.random(count: 32)
  let header = Array(#"{"alg":"dir","enc":"A256GCM"}"#.utf8)
  let write = try best(rounds: 8) {
    let writer = try JWEWriter(protectedHeader: header, key: key)
    var count = try writer.begin().count
    try large.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
        count += try writer.append(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 1 << 16)])).count
      }
    }
    count += try writer.finish().count
  }
  report("jwe-write-mb", megabytes / write)
  let text = try JWE.seal(large, protectedHeader: header, key: key)
  let whole = try best(rounds: 8) { _ = try JWE.seal(large, protectedHeader: header, key: key) }
  report("jwe-seal-mb", megabytes / whole)
  let open = try best(rounds: 8) {
    _ = try JWE.open(text, protectedHeader: header, key: key, limit: .max)
  }
  report("jwe-open-mb", megabytes / open)
  let content = MemoryBytes(text)
  let authenticate = try best(rounds: 8) {
    _ = try JWEDocument.open(content, protectedHeader: header, key: key, limit: .max)
  }
  report("jwe-authenticate-mb", megabytes / authenticate)
  let document = try JWEDocument.open(content, protectedHeader: header, key: key, limit: .max)
  let read = try best(rounds: 8) {
    let stream = try document.open()
    while try !stream.next(upTo: 1 << 20).isEmpty {}
  }
  report("jwe-read-mb", megabytes / read)
}
