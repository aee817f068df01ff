/// SplitMix64: the same seed gives the same numbers on every machine, so that a failing case can be named.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from a range.
  public mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns true once in `count` times.
  public mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

  /// Returns one of the elements, of which there must be some.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...elements.count - 1)]
  }

  /// Returns as many random bytes as the range allows.
  public mutating func bytes(_ count: ClosedRange<Int>) -> [UInt8] {
    (0..<int(count)).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }

  /// Returns a text of scalars that formats trip over.
  public mutating func text(_ count: ClosedRange<Int>, from alphabet: String) -> String {
    let scalars = Array(alphabet.unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<int(count) { text.append(pick(scalars)) }
    return String(text)
  }
}
