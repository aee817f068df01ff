import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite(.enabled(if: SharedFiles.isPresent, "the shared samples are absent"))
struct MutationTests {
  private static let pieces = [
    "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "null", "1e9", "\u{0}", "é", "true",
  ]

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard bytes.count > 2 else { return }
    let place = random.int(0...bytes.count - 1)
    switch random.int(0...4) {
    case 0: bytes[place] ^= 1 << UInt8(random.int(0...7))
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.int(1...20)))
    case 2: bytes.insert(contentsOf: random.pick(pieces).utf8, at: place)
    case 3: bytes[place] = UInt8(random.int(0...255))
    default:
      let end = min(bytes.count, place + random.int(1...200))
      bytes.insert(contentsOf: bytes[place..<end], at: random.int(0...bytes.count - 1))
    }
  }

  /// What can be read after damage can be written, and is then read with nothing more to repair.
  @Test func damagedExamplesAreReadOrRefused() throws {
    let tree = JSONTree(try SharedFiles.bytes("spec/example-cxf.json"))
    let example = Array(tree.text.utf8)
    var random = SeededGenerator(seed: 20_260_309)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(2)
    var read = 0
    for _ in 0..<400 where clock.now < end {
      var bytes = example
      for _ in 0..<random.pick([1, 1, 1, 2, 5]) { Self.mutate(&bytes, &random) }
      do throws(JSONError) {
        let result = try CXFDecoder().decode(bytes)
        read += 1
        let written = CXFEncoder().encode(result.header)
        let second = try CXFDecoder().decode(written)
        #expect(second.header == result.header)
        #expect(CXFEncoder().encode(second.header) == written)
        #expect(!second.findings.contains { $0.action == .failed })
      } catch {
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    #expect(read > 0)
  }

  @Test func noiseIsRefused() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let bytes = random.bytes(0...60)
      #expect(throws: JSONError.self) { try CXFDecoder().decode(bytes) }
    }
  }
}
