import CXFArchiving
import Testing

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 1000, 300_000])
  func whatIsPackedUnpacks(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let packed = try Gzip.pack(bytes)
    #expect(packed.starts(with: [0x1F, 0x8B, 8]))
    #expect(try Gzip.unpack(packed, limit: count) == bytes)
    #expect(try Gzip.pack(bytes) == packed)
    if count > 0 {
      #expect(throws: Gzip.Failure.tooLarge) { try Gzip.unpack(packed, limit: count - 1) }
    }
  }
}
