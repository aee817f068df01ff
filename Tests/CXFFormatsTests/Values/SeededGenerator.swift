/// SplitMix64: the same seed gives the same numbers on every machine, so that a failing case can be named.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func bytes(_ range: ClosedRange<Int>) -> [UInt8] {
    let count = Int.random(in: range, using: &self)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }

  /// A text of characters that formats trip over.
  mutating func text(_ range: ClosedRange<Int>, from alphabet: String) -> String {
    let scalars = Array(alphabet.unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: range, using: &self) {
      text.append(scalars[Int.random(in: scalars.indices, using: &self)])
    }
    return String(text)
  }
}
