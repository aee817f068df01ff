internal import CXFCrypto
internal import CredentialExchangeFormat

/// The bytes of an attached file of a vault, which are opened each time they are read.
struct OPVaultFile: ByteContent {
  let content: any ByteContent
  /// Where the sealed bytes begin, behind what is said of the file and its icon.
  let start: Int
  let keys: OPVaultKeys

  /// The most bytes of a file.
  private static let limit = 1 << 30
  private static let mark = Array("OPCLDAT".utf8)
  private static let fixedCount = 16

  var knownCount: UInt64? { nil }

  func open() throws -> any ByteStream {
    let bytes = try content.readAll(limit: Self.limit)
    guard start <= bytes.count, let plaintext = try keys.open(Array(bytes[start...])) else {
      throw Damage()
    }
    return MemoryBytes(plaintext).open()
  }

  /// The bytes are not those that were written.
  struct Damage: Error {}

  /// Reads what is said of a file in front of its bytes: a mark, a version, the lengths of what follows, JSON, and an icon.
  ///
  /// - Returns: the JSON, and where the sealed bytes begin; nil where it is none.
  static func head(of content: any ByteContent) -> (metadata: SourceRecord, start: Int)? {
    guard let stream = try? content.open() else { return nil }
    var bytes: [UInt8] = []
    func fill(to count: Int) -> Bool {
      while bytes.count < count {
        guard let piece = try? stream.next(upTo: count - bytes.count), !piece.isEmpty else { return false }
        bytes += piece
      }
      return true
    }
    guard fill(to: fixedCount), bytes.starts(with: mark), (1...2).contains(bytes[7]) else { return nil }
    let metadataCount = Int(bytes[8]) | Int(bytes[9]) << 8
    let iconCount = (12..<16).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    guard fill(to: fixedCount + metadataCount) else { return nil }
    let metadata = Array(bytes[fixedCount...])
    guard let record = OPVaultScript.record(metadata, at: 0) else { return nil }
    return (record, fixedCount + metadataCount + iconCount)
  }
}
