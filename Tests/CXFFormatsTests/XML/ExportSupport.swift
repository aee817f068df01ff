import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What the tests of formats with samples share.
enum Export {
  /// Reads a file that must be detected as `format`.
  static func read(
    _ bytes: [UInt8], _ format: String, passphrase: String? = nil
  ) throws -> Reading {
    let file = SourceFile(name: "x", bytes: bytes)
    let match = try FormatTable.detect(file)
    #expect(match.format.id == format)
    let read = try #require(match.format.read)
    var options = ReadOptions()
    options.passphrase = passphrase.map { SourcePassphrase(SecretBytes(copying: Array($0.utf8))) }
    return try read(file, options)
  }

  static func sample(_ name: String, _ format: String) throws -> Reading {
    try read(Samples.bytes("Samples/\(name)"), format)
  }

  static func shared(_ name: String, _ format: String) throws -> Reading {
    try read(SharedFiles.bytes("cases/\(name)"), format)
  }

  static func items(_ reading: Reading) -> [Item] { reading.accounts.flatMap(\.items).map(\.item) }

  /// Converts to CXF and to every other target, and checks each account.
  @discardableResult
  static func balance(_ reading: Reading, _ format: String) throws -> ValueCounts {
    let source = try #require(FormatTable.format(format))
    var counts: ValueCounts?
    for target in FormatTable.all {
      guard let makeWriter = target.makeWriter else { continue }
      let conversion = try Conversion.run(
        [(SourceFile(name: "x", bytes: []), source, reading)], to: target,
        writer: makeWriter(WriteOptions(timestamp: 1)), options: .init(timestamp: 1, includesTrash: true))
      #expect(conversion.values.isBalanced)
      #expect(!conversion.findings.contains { $0.code == .accountMismatch })
      if target.id == "cxf" { counts = conversion.values }
    }
    return try #require(counts)
  }

  /// The paths of the collections with the titles of their items.
  static func folders(_ reading: Reading) -> [String] {
    let titles = Dictionary(
      items(reading).map { ($0.id, $0.title.string) }, uniquingKeysWith: { first, _ in first })
    func walk(_ collections: [ItemCollection], _ path: String) -> [String] {
      collections.flatMap { collection -> [String] in
        let name = path + collection.title.string
        let inside = collection.items.map { titles[$0.item] ?? "?" }.joined(separator: ",")
        return ["\(name): \(inside)"] + walk(collection.subcollections, name + " > ")
      }
    }
    return walk(reading.accounts[0].account.collections, "")
  }

  /// Why a file is refused; nil where it is read.
  static func error(
    _ bytes: [UInt8], _ format: String, passphrase: String? = nil, limit: UInt64? = nil
  ) throws -> FormatError? {
    let read = try #require(FormatTable.format(format)?.read)
    var options = ReadOptions()
    options.passphrase = passphrase.map { SourcePassphrase(SecretBytes(copying: Array($0.utf8))) }
    if let limit { options.derivationLimit.rounds = limit }
    do throws(FormatError) {
      _ = try read(SourceFile(name: "x", bytes: bytes), options)
      return nil
    } catch {
      return error
    }
  }
}
