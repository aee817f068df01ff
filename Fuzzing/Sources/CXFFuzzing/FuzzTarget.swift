/// What is fuzzed: a function over bytes that checks what must hold for any bytes, and where to begin.
package struct FuzzTarget: Sendable {
  /// How it is named on the command line, such as `csv` or `format:lastpass-csv`.
  package let name: String
  /// The longest input that is worth trying, in bytes.
  package let maximumCount: Int
  /// How many bytes in front of the input proper choose among settings.
  let choiceCount: Int
  /// Inputs to begin with.
  package let seeds: @Sendable () -> [FuzzSeed]
  /// Runs one input; ends the process where a property is broken.
  package let run: @Sendable ([UInt8]) -> Void

  /// Creates a target.
  init(
    _ name: String, maximumCount: Int = 1 << 14, choiceCount: Int = 0,
    seeds: @escaping @Sendable () -> [FuzzSeed],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.maximumCount = maximumCount
    self.choiceCount = choiceCount
    self.seeds = seeds
    self.run = run
  }
}

/// An input to begin with.
package struct FuzzSeed: Sendable {
  /// A name for its file.
  package let name: String
  package let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// All targets.
package enum FuzzTargets {
  /// The targets that `all` runs, in the order of its table.
  package static let all: [FuzzTarget] =
    TextTargets.all + ArchiveTargets.all + ModelTargets.all + FormatTargets.all + ValueTargets.all
    + CryptoTargets.all + ProtocolTargets.all + VaultTargets.all

  /// Returns the target of a name, those of single formats included.
  package static func target(_ name: String) -> FuzzTarget? {
    all.first { $0.name == name } ?? FormatTargets.single(name)
  }
}
