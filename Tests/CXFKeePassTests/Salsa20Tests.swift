import CXFKeePass
import Testing

@Suite struct Salsa20Tests {
  /// From the verified test vectors of eSTREAM (ECRYPT), Salsa20/20, keys of 256 bits, set 1, vector 0.
  @Test(arguments: [
    (0, "E3BE8FDD8BECA2E3EA8EF9475B29A6E7003951E1097A5C38D23B7A5FAD9F6844"),
    (32, "B22C97559E2723C7CBBD3FE4FC8D9A0744652A83E72A9C461876AF4D7EF1A117"),
    (192, "57BE81F47B17D9AE7C4FF15429A73E10ACF250ED3A90A93C711308A74C6216A9"),
    (256, "958211C4BA2EBD5838C635EDB81F513A91A294E194F1C039AEEC657DCE40AA7E"),
    (448, "696AFCFD0CDDCC83C7E77F11A649D79ACDC3354E9635FF137E929933A0BD6F53"),
  ])
  func theKeyStreamIsThatOfThePublishedVectors(_ offset: Int, _ expected: String) throws {
    var cipher = try #require(
      Salsa20(key: [0x80] + [UInt8](repeating: 0, count: 31), nonce: [UInt8](repeating: 0, count: 8)))
    var bytes = [UInt8](repeating: 0, count: 512)
    cipher.process(&bytes)
    #expect(Array(bytes[offset..<(offset + 32)]) == Hex.bytes(expected))
  }

  @Test func piecesOfAnyLengthContinueTheStream() throws {
    let key = Array(UInt8(0)..<32)
    var whole = [UInt8](repeating: 0, count: 300)
    var pieces: [UInt8] = []
    var first = try #require(Salsa20(key: key, nonce: Array(0..<8)))
    var second = first
    first.process(&whole)
    for count in [1, 63, 0, 64, 65, 107] {
      var piece = [UInt8](repeating: 0, count: count)
      second.process(&piece)
      pieces += piece
    }
    #expect(pieces == whole)
  }

  @Test func keysOfOtherLengthsAreRefused() {
    #expect(Salsa20(key: [1], nonce: Array(0..<8)) == nil)
    #expect(Salsa20(key: Array(0..<32), nonce: [1]) == nil)
  }
}
