extension [UInt8] {
  /// The number, least byte first, whose bytes begin at `offset`, all of which must be there.
  func littleEndian<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type, at offset: Int) -> Number {
    var number: Number = 0
    for place in 0..<Number.bitWidth / 8 {
      number |= Number(self[offset + place]) << Number(8 * place)
    }
    return number
  }

  /// Appends a number, least byte first.
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(littleEndian number: Number) {
    for place in 0..<Number.bitWidth / 8 { append(UInt8(truncatingIfNeeded: number >> Number(8 * place))) }
  }
}
