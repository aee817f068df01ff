import CXFCrypto
import Testing

struct DERTests {
  @Test(arguments: [
    ([], DERError.Code.truncated, 0),
    ([0x30], .truncated, 1),
    ([0x30, 0x01], .truncated, 0),
    ([0x30, 0x80, 0, 0], .indefiniteLength, 1),
    ([0x30, 0x81, 0x7F], .longLength, 1),
    ([0x30, 0x82, 0x00, 0xFF], .longLength, 1),
    ([0x30, 0x85, 1, 0, 0, 0, 0], .hugeLength, 1),
    ([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], .truncated, 0),
    ([0x3F, 0x00], .largeTag, 0),
    ([0x30, 0x00, 0x00], .leftover, 2),
  ])
  func refusesABadFrame(bytes: [UInt8], code: DERError.Code, offset: Int) {
    let error = thrown(DERError.self) {
      try DERReader.read(bytes) { (reader) throws(DERError) in _ = try reader.element() }
    }
    #expect(error == DERError(code, at: offset))
  }

  @Test(arguments: [
    ([0x02, 0x00], DERError.Code.emptyInteger),
    ([0x02, 0x01, 0x80], .negativeInteger),
    ([0x02, 0x02, 0x00, 0x7F], .longInteger),
  ])
  func refusesABadInteger(bytes: [UInt8], code: DERError.Code) {
    let error = thrown(DERError.self) {
      try DERReader.read(bytes) { (reader) throws(DERError) in try reader.unsignedInteger() }
    }
    #expect(error == DERError(code, at: 0))
  }

  @Test(arguments: [[], [1], [0x7F], [0x80], [0xFF, 0], [UInt8](repeating: 0xAB, count: 300)])
  func integersComeBack(magnitude: [UInt8]) throws {
    let der = DERWriter.unsignedInteger([0, 0] + magnitude)
    let read = try DERReader.read(der) { (reader) throws(DERError) in try reader.unsignedInteger() }
    #expect(read == magnitude)
  }

  @Test(arguments: [0, 1, 127, 128, 255, 256, 65535, 65536])
  func elementsOfEveryLengthComeBack(count: Int) throws {
    let contents = [UInt8](repeating: 5, count: count)
    let der = DERWriter.octetString(contents)
    let read = try DERReader.read(der) { (reader) throws(DERError) in Array(try reader.octetString()) }
    #expect(read == contents)
  }

  @Test func leftoversInsideAreErrorsWithTheirOffset() {
    let der = DERWriter.sequence([DERWriter.null, DERWriter.null])
    let error = thrown(DERError.self) {
      try DERReader.read(der) { (outer) throws(DERError) in
        try outer.constructed(.sequence) { (reader) throws(DERError) in try reader.null() }
      }
    }
    #expect(error == DERError(.leftover, at: 4))
  }

  @Test func saysWhichElementIsExpected() {
    let error = thrown(DERError.self) {
      try DERReader.read(DERWriter.null) { (reader) throws(DERError) in try reader.octetString() }
    }
    #expect(error == DERError(.unexpectedTag, at: 0, expected: .octetString, found: .null))
    #expect(
      error?.message == "another element is expected here, OCTET STRING is expected, NULL is there (byte 0)")
  }

  @Test func limitsTheDepth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      (0..<depth).reduce([]) { inner, _ in DERWriter.element(.sequence, inner) }
    }
    func check(_ der: [UInt8]) throws {
      _ = try DERReader.read(der) { (reader) throws(DERError) in try reader.wellFormedElement() }
    }
    try check(nested(DERReader.maximumDepth))
    #expect(thrown(DERError.self) { try check(nested(DERReader.maximumDepth + 1)) }?.code == .tooDeep)
    #expect(thrown(DERError.self) { try check(nested(5000)) }?.code == .tooDeep)
  }

  @Test(arguments: [
    ([0x2B, 0x65, 0x70], "1.3.101.112"),
    ([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], "1.2.840.10045.3.1.7"),
    ([0x88, 0x37], "2.999"),
  ])
  func spellsObjectIdentifiers(contents: [UInt8], text: String) {
    #expect(OID(contents: contents)?.description == text)
  }

  @Test(arguments: [
    [], [0x80, 0x01], [0x2B, 0x80, 0x01], [0x2B, 0x81], [UInt8](repeating: 0x81, count: 12) + [1],
  ])
  func refusesMalformedObjectIdentifiers(contents: [UInt8]) {
    #expect(OID(contents: contents) == nil)
  }

  @Test func refusesPartialBytesInABitString() {
    for bytes in [[0x03, 0x02, 0x01, 0xFE], [0x03, 0x00]] as [[UInt8]] {
      let error = thrown(DERError.self) {
        try DERReader.read(bytes) { (reader) throws(DERError) in try reader.bitString() }
      }
      #expect(error?.code == .unusedBits)
    }
  }
}
