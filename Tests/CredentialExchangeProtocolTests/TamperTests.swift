import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// A response of which anything was changed does not open, or says the same.
@Suite struct TamperTests {
  /// A small response: one item, and an attachment where that is asked for.
  private static func small(attaching bytes: [UInt8]? = nil) async throws -> (Exchange, [UInt8]) {
    var item = Item(id: Identifier([2]), title: "t")
    let file = FileReference(
      id: Identifier([1]), name: "a", decryptedSize: UInt64(bytes?.count ?? 0),
      integrityHash: OpaqueBytes(try Digest.hash(bytes ?? [], with: .sha256)))
    if bytes != nil { item.credentials = [.file(file)] }
    var reading = try makeReading(Header(exporterRPID: "e.example", accounts: [Account(items: [item])]))
    if let bytes { try reading.attach(bytes, file.id, item: 0) }
    let exchange = try Exchange()
    return (exchange, try await exchange.export(reading).response)
  }

  private struct Content: Equatable {
    let document: [UInt8]
    let attachments: [[UInt8]]

    init(_ opened: OpenedResponse) throws {
      document = opened.document
      attachments = try opened.attachments.map { try $0.content.readAll(limit: 1 << 20) }
    }
  }

  private static func payload(_ response: [UInt8]) throws -> [UInt8] {
    let text = try #require(try object(response)["payload"] as? String)
    return try #require(Array(text.utf8).withUnsafeBufferPointer { Base64URL.decode($0) }).bytes
  }

  /// What one half of the bits came to.
  private struct Outcome: Sendable {
    var refused = 0
    var equal = 0
    /// Places of the archive, each a byte, where a flip changed nothing.
    var places: Set<Int> = []
    var faults: [String] = []
  }

  /// How many bits of the larger response are passed over between two that are flipped; `CXF_TAMPER_STEP` gives another
  /// number, 1 for none.
  private static let step = ProcessInfo.processInfo.environment["CXF_TAMPER_STEP"].flatMap { Int($0) } ?? 7

  @Test(arguments: [(nil, 1), ([1, 2, 3], step)] as [([UInt8]?, Int)])
  func eachFlippedBitIsRefusedOrSaysTheSame(_ attachment: [UInt8]?, _ step: Int) async throws {
    let (exchange, response) = try await Self.small(attaching: attachment)
    let intact = try Content(try exchange.open(response))
    let zip = try Self.payload(response)
    let framing = try StoredZip(zip).framing
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for half in 0..<2 {
        group.addTask {
          var outcome = Outcome()
          for place in stride(from: half * step, to: response.count * 8, by: 2 * step) {
            let (index, bit) = place.quotientAndRemainder(dividingBy: 8)
            var bytes = response
            bytes[index] ^= 1 << bit
            do {
              let content = try Content(try exchange.open(bytes))
              outcome.equal += 1
              let other = try Self.payload(bytes)
              let changed = zip.indices.filter { other[$0] != zip[$0] }
              outcome.places.formUnion(changed)
              if content != intact {
                outcome.faults.append("bit \(bit) of byte \(index) changes the content")
              }
              if changed.isEmpty || !framing.isSuperset(of: changed) {
                outcome.faults.append(
                  "bit \(bit) of byte \(index) may be flipped: bytes \(changed) of the archive")
              }
            } catch is ExchangeError {
              outcome.refused += 1
            }
          }
          return outcome
        }
      }
      return try await group.reduce(into: [Outcome]()) { $0.append($1) }
    }
    let faults = outcomes.flatMap(\.faults)
    let (refused, equal) = (outcomes.map(\.refused).reduce(0, +), outcomes.map(\.equal).reduce(0, +))
    let places = outcomes.reduce(into: Set<Int>()) { $0.formUnion($1.places) }
    #expect(faults.isEmpty, "\(faults.prefix(5))")
    #expect(refused + equal == (response.count * 8 + step - 1) / step)
    print(
      "\(refused) flipped bits of a response are refused, \(equal) change nothing: "
        + "they lie in \(places.count) of the \(framing.count) bytes of the archive's framing, of \(zip.count)"
    )
    // Times of entries are among what nobody compares, so that there are some.
    #expect(equal > 0 && places.count <= framing.count)
  }

  @Test func eachTruncationIsRefused() async throws {
    let (exchange, response) = try await Self.small()
    // The last byte is the line's end.
    for count in 0..<response.count - 1 {
      let error = failure { _ = try exchange.open(Array(response.prefix(count))) }
      #expect(error?.kind == .damaged, "\(count) of \(response.count) bytes")
    }
    #expect(failure { _ = try exchange.open(Array(response.dropLast())) } == nil)
  }

  @Test func eachTruncationOfTheArchiveIsRefused() async throws {
    let (exchange, response) = try await Self.small()
    let text = String(decoding: response, as: UTF8.self)
    let start = try #require(text.range(of: #""payload":""#)?.upperBound)
    let head = Array(text[..<start].utf8)
    let zip = try Self.payload(response)
    for count in 0..<zip.count {
      let bytes = head + Array(Base64URL.encode(Array(zip.prefix(count))).utf8) + Array("\"}\n".utf8)
      #expect(failure { _ = try exchange.open(bytes) }?.kind == .damaged, "\(count) of \(zip.count) bytes")
    }
  }

  @Test func garbageIsRefusedAtOnce() throws {
    let exchange = try Exchange()
    for byte in [0x20, 0x22, 0x7B] as [UInt8] {
      let garbage = [UInt8](repeating: byte, count: 10_000_000)
      let clock = ContinuousClock()
      let start = clock.now
      #expect(failure { _ = try exchange.open(garbage) }?.kind == .damaged)
      #expect(clock.now - start < .seconds(10))
    }
    let inside = Array(#"{"version":0,"payload":""#.utf8) + [UInt8](repeating: 0x41, count: 10_000_000)
    #expect(failure { _ = try exchange.open(inside) }?.kind == .damaged)
    let around = Array(#"{"version":0,"new":""#.utf8) + [UInt8](repeating: 0x41, count: 10_000_000)
    #expect(failure { _ = try exchange.open(around) }?.kind == .damaged)
  }
}
