import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Synchronization
import Testing

/// Gives pieces of bytes as a pipe does: seldom as much as was asked for.
final class PieceStream: ByteStream {
  private var rest: ArraySlice<UInt8>
  private let pieceByteCount: Int
  /// How often it was asked.
  private(set) var callCount = 0

  init(_ bytes: [UInt8], pieceByteCount: Int = .max) {
    rest = bytes[...]
    self.pieceByteCount = pieceByteCount
  }

  func next(upTo count: Int) -> [UInt8] {
    callCount += 1
    let piece = Array(rest.prefix(min(count, pieceByteCount)))
    rest = rest.dropFirst(piece.count)
    return piece
  }
}

/// Reads a stream to its end, or to the error that ends it.
func drain(_ stream: any ByteStream, upTo count: Int = 100_000) -> (bytes: [UInt8], error: (any Error)?) {
  var bytes: [UInt8] = []
  do {
    while true {
      let piece = try stream.next(upTo: count)
      if piece.isEmpty { return (bytes, nil) }
      bytes += piece
    }
  } catch {
    return (bytes, error)
  }
}

/// Who a file is for.
enum AgeLock {
  case keys([X25519PrivateKey])
  case passphrase(String)

  func encryptor(logN: Int = 1, random: AgeRandomness = .system) throws -> AgeEncryptor {
    switch self {
    case .keys(let keys): try AgeEncryptor(recipients: keys.map(\.publicKey), random: random)
    case .passphrase(let text):
      try AgeEncryptor(passphrase: SecretBytes(copying: text.utf8), logN: logN, random: random)
    }
  }

  func open(_ file: AgeFile) throws -> AgePlaintext {
    switch self {
    case .keys(let keys): try file.open(identities: keys)
    case .passphrase(let text): try file.open(passphrase: SecretBytes(copying: text.utf8))
    }
  }

  func open(_ stream: AgeStream) throws -> AgeDecryptor {
    switch self {
    case .keys(let keys): try stream.open(identities: keys)
    case .passphrase(let text): try stream.open(passphrase: SecretBytes(copying: text.utf8))
    }
  }

  /// Seals a content, given in pieces of a size.
  func seal(
    _ content: [UInt8], isArmored: Bool = false, pieceByteCount: Int = 50_000, random: AgeRandomness = .system
  ) throws -> [UInt8] {
    let encryptor = try encryptor(random: random)
    var file = try encryptor.begin()
    for start in stride(from: 0, to: content.count, by: pieceByteCount) {
      file += try encryptor.append(Array(content[start..<min(start + pieceByteCount, content.count)]))
    }
    file += try encryptor.finish()
    return isArmored ? armored(file) : file
  }

  /// Opens a file as a stream; the whole content, or an error.
  func openStream(_ file: [UInt8], pieceByteCount: Int = .max) throws -> [UInt8] {
    let stream = try open(AgeStream(PieceStream(file, pieceByteCount: pieceByteCount)))
    let result = drain(stream)
    if let error = result.error { throw error }
    return result.bytes
  }

  /// Opens a file at random places, and verifies all of it.
  func openFile(_ file: [UInt8]) throws -> [UInt8] {
    let content = try open(AgeFile(MemoryBytes(file)))
    try content.verifyAll()
    return try content.readAll(limit: .max)
  }
}

/// The text form of a file.
func armored(_ file: [UInt8], pieceByteCount: Int = 1000) -> [UInt8] {
  var encoder = AgeArmorEncoder()
  var text = encoder.begin()
  for start in stride(from: 0, to: file.count, by: pieceByteCount) {
    text += encoder.append(Array(file[start..<min(start + pieceByteCount, file.count)]))
  }
  return text + encoder.finish()
}

/// The binary form of a text.
func unarmored(_ text: [UInt8], pieceByteCount: Int = .max) throws -> [UInt8] {
  var decoder = AgeArmorDecoder()
  var file: [UInt8] = []
  var rest = text[...]
  while !rest.isEmpty {
    let piece = rest.prefix(pieceByteCount)
    file += try decoder.append(Array(piece))
    rest = rest.dropFirst(piece.count)
  }
  try decoder.finish()
  return file
}

/// Bytes of which neighbouring chunks differ, the same each time.
func sampleContent(_ count: Int) -> [UInt8] { Array(longSample.prefix(count)) }

private let longSample: [UInt8] = (0..<400_000).map {
  UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16) &* 31)
}

/// The sizes at which something changes: nothing, one byte, and around a full chunk.
let chunkSizes = [0, 1, 65_535, 65_536, 65_537]

/// Randomness that is known: the bytes are handed out in their order, and none is left to itself.
final class KnownRandomness: Sendable {
  private let rest: Mutex<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) { rest = Mutex(bytes[...]) }

  /// How many bytes were not wanted.
  var restCount: Int { rest.withLock { $0.count } }

  var source: AgeRandomness {
    AgeRandomness { [self] (count: Int) throws(CryptoError) in
      let piece = rest.withLock { rest in
        let piece = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return piece
      }
      guard piece.count == count else { throw CryptoError(operation: "test", reasons: ["nothing is left"]) }
      return SecretBytes(copying: piece)
    }
  }
}

/// Looks at memory in the moment it is given back.
final class MemoryWitness: Sendable {
  private let state = Mutex<(taken: Int, returned: [[UInt8]])>((0, []))

  /// What was in the memory that was given back.
  var returned: [[UInt8]] { state.withLock { $0.returned } }
  /// How often memory was taken.
  var takenCount: Int { state.withLock { $0.taken } }

  var memory: SecretMemory {
    SecretMemory(
      allocate: { count in
        self.state.withLock { $0.taken += 1 }
        return .allocate(byteCount: count, alignment: 16)
      },
      release: { buffer in
        self.state.withLock { $0.returned.append(Array(buffer)) }
        buffer.deallocate()
      })
  }
}
