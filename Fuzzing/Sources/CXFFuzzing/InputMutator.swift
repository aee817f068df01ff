internal import CXFTestSupport

/// Changes inputs of a target by what they are: JSON, tables, archives of these.
package struct InputMutator: Sendable {
  private let choiceCount: Int
  private let json: JSONMutation
  private let texts: [[UInt8]]

  /// Creates the mutator; pieces for splicing come from the target's seeds.
  package init(_ target: FuzzTarget) {
    choiceCount = target.choiceCount
    let seeds = target.seeds().map { Array($0.bytes.dropFirst(target.choiceCount)) }
    json = JSONMutation(donors: seeds.filter { $0.first == UInt8(ascii: "{") }.compactMap { JSONNode($0) })
    texts = seeds.flatMap { seed in
      seed.prefix(1 << 12).split(whereSeparator: { [0x2C, 0x3B, 0x0A].contains($0) }).prefix(60).map {
        Array($0)
      }
    }
  }

  /// Returns another input; nil where bytes are to be changed without looking at what they mean.
  package func mutated(_ input: [UInt8], seed: UInt32) -> [UInt8]? {
    var random = SeededGenerator(seed: UInt64(seed))
    guard !random.oneIn(3), input.count > choiceCount else { return nil }
    let head = Array(input.prefix(choiceCount))
    return content(Array(input.dropFirst(choiceCount)), &random).map { head + $0 }
  }

  private func content(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    switch bytes.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return json.mutated(bytes, &random)
    case UInt8(ascii: "P") where bytes.starts(with: [0x50, 0x4B]):
      return ArchiveMutation.mutated(bytes, &random) {
        json.mutated($0, &$1) ?? TableMutation.mutated($0, donors: texts, &$1)
      }
    default: return TableMutation.mutated(bytes, donors: texts, &random)
    }
  }
}
