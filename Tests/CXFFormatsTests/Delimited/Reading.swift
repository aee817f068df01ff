import CXFFormats
import CredentialExchangeFormat
import Foundation
import Testing

/// A file read to its end.
struct Reading {
  var reader: CSVReader
  var records: [CSVRecord] = []

  init(_ bytes: [UInt8], _ options: CSVOptions = CSVOptions()) throws {
    reader = try CSVReader(TextDecoding.decode(bytes), options: options)
    while let record = reader.next() { records.append(record) }
  }

  init(_ string: String, _ options: CSVOptions = CSVOptions()) throws {
    try self.init(Array(string.utf8), options)
  }

  /// The values of all records, row by row, as bytes compare them.
  var rows: [[Text]] { records.map { $0.cells.map(\.text) } }
  var names: [Text] { reader.header.columns.map(\.name) }
  var codes: [String] { records.flatMap { $0.findings.map(\.code.name) } }
  var fileCodes: [String] { reader.fileFindings.map(\.code.name) }

  /// The value in a named column of a record, counted from 0.
  func value(_ record: Int, _ name: Text) -> Text? {
    records[record].text(reader.header.index(of: name))
  }
}

/// The files of known migration bugs, which lie beside a checkout and not in it.
enum BugCases {
  /// The folder, if it is there: below `$CXF_SHARED`, or in a `shared` folder beside the package or one of the
  /// folders that hold it.
  static let folder: URL? = {
    var candidates: [URL] = []
    if let shared = ProcessInfo.processInfo.environment["CXF_SHARED"] {
      candidates.append(URL(fileURLWithPath: shared))
    }
    var parent = URL(fileURLWithPath: #filePath)
    while parent.path.count > 1 {
      parent = parent.deletingLastPathComponent()
      candidates.append(parent.appendingPathComponent("shared"))
    }
    return candidates.map { $0.appendingPathComponent("cases/bugs") }.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("EXPECTED.md").path)
    }
  }()

  static var arePresent: Bool { folder != nil }

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = try #require(folder)
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

/// A generator with a seed (SplitMix64), so that a failing case can be run again.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
