internal import CXFFormats
internal import CredentialExchangeFormat

/// Detection, and the readers of all formats.
enum FormatTargets {
  static let all = [detector, format]

  private static let maximumCount = 1 << 16

  /// Detection goes by content alone and gives one answer.
  static let detector = FuzzTarget("detector", maximumCount: maximumCount, seeds: { SeedFiles.exports }) {
    bytes in
    let matches = FormatTable.matches(SourceFile(name: "export.csv", bytes: bytes))
    let again = FormatTable.matches(SourceFile(name: "-", bytes: bytes))
    expect(matches.map(\.format.id) == again.map(\.format.id), "detection goes by the name of the file")
    do throws(FormatError) {
      let match = try FormatTable.detect(SourceFile(name: "x", bytes: bytes))
      expect(match.format.id == matches.first?.format.id, "another format is chosen than the first one")
    } catch {
      expect(matches.first?.detection.confidence ?? .possible == .possible, "a likely format is not chosen")
    }
  }

  /// Formats with a reader that needs nothing but the file. What gpg opens is left to tests.
  private static let readable = FormatTable.all.filter { $0.read != nil && $0.id != "pass" }

  /// Any format, chosen by the first two bytes; the rest is the file.
  static let format = FuzzTarget(
    "format", maximumCount: maximumCount, choiceCount: 2,
    seeds: {
      readable.enumerated().flatMap { index, format in
        seeds(format).map { FuzzSeed("\(format.id)-\($0.name)", [UInt8(index), 0] + $0.bytes) }
      }
    }
  ) { bytes in
    guard bytes.count >= 2 else { return }
    let choice = Int(bytes[0]) | Int(bytes[1]) << 8
    run(readable[choice % readable.count], Array(bytes.dropFirst(2)))
  }

  /// One format alone: `format:lastpass-csv`.
  static func single(_ name: String) -> FuzzTarget? {
    guard name.hasPrefix("format:"), let format = readable.first(where: { "format:\($0.id)" == name }) else {
      return nil
    }
    return FuzzTarget(name, maximumCount: maximumCount, seeds: { seeds(format) }) { run(format, $0) }
  }

  /// The names of all targets for single formats.
  static var names: [String] { readable.map { "format:\($0.id)" } }

  /// The formats that each sample may be taken for, best first.
  private static let matches: [(seed: FuzzSeed, formats: [String])] = SeedFiles.exports.map { seed in
    (seed, FormatTable.matches(SourceFile(name: seed.name, bytes: seed.bytes)).map(\.format.id))
  }

  /// The samples that are of that format; where there is none, those that come close.
  private static func seeds(_ format: Format) -> [FuzzSeed] {
    let found = matches.filter { $0.formats.first == format.id }
    return (found.isEmpty ? matches.filter { $0.formats.contains(format.id) } : found).map(\.seed)
  }

  private static let writable = FormatTable.all.filter {
    $0.makeWriter != nil && $0.id != CXFDocument.format.id
  }

  private static func run(_ format: Format, _ bytes: [UInt8]) {
    guard let reading = Formats.read(SourceFile(name: "x", bytes: bytes), as: format) else { return }
    // One more target each time, by the length: all of them would take the time of many inputs.
    Formats.check(reading, of: format, others: [writable[bytes.count % writable.count]])
  }
}
