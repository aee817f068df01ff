internal import CXFCrypto
package import CXFFormats
public import CXFVaults
public import CredentialExchangeFormat

/// A file that is to be imported: read, with each of its values accounted for.
public struct ImportSource: Sendable {
  /// The file as the user named it.
  public var name: String { file.name }
  /// SHA-256 of the file.
  public let sha256: [UInt8]
  /// The id of the format that it was read as, such as `chrome-csv`.
  public let format: String
  /// The number of items in it.
  public var itemCount: Int { reading.itemCount }
  /// What was noticed while reading.
  public var findings: [Finding] { reading.located(reading.findings, file: file.name) }

  package let file: SourceFile
  package let reading: Reading

  /// Takes over what was read.
  package init(file: SourceFile, format: String, reading: Reading, sha256: [UInt8]? = nil) throws {
    self.file = file
    self.format = format
    self.reading = reading
    self.sha256 = try sha256 ?? file.sha256()
  }

  /// Reads a file of any format that the toolkit knows; the content tells which.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What to call it in findings and in the history.
  ///   - format: The id of its format; nil to detect it.
  /// - Throws: ``ImportError/unreadable(_:hint:)``.
  public init(_ bytes: [UInt8], name: String, format: String? = nil) throws {
    let file = SourceFile(name: name, bytes: bytes)
    do {
      let chosen = try format.flatMap(FormatTable.format) ?? FormatTable.detect(file).format
      guard let read = chosen.read else {
        throw FormatError(
          .unknownFormat,
          Finding(
            .unknownFormat, message: "\(chosen.id) cannot be read", action: .failed))
      }
      try self.init(file: file, format: chosen.id, reading: read(file, ReadOptions()))
    } catch let error as FormatError {
      throw ImportError.unreadable(error.finding, hint: error.hint)
    }
  }
}

extension SourceFile {
  /// SHA-256 of all bytes.
  fileprivate func sha256() throws -> [UInt8] {
    guard !isWhole else { return try Digest.hash(bytes, with: .sha256) }
    var digest = try Digest(.sha256)
    var offset: UInt64 = 0
    while offset < content.count {
      let piece = try content.read(at: offset, count: Int(min(content.count - offset, 1 << 18)))
      try digest.update(piece)
      offset += UInt64(piece.count)
    }
    return try digest.finish()
  }
}

/// Why an import could not be planned or applied.
public enum ImportError: Error, Sendable, Hashable {
  /// The source is of no known format, or damaged.
  case unreadable(Finding, hint: String?)
  /// The plan was made from another file, or the file has changed.
  case otherSource
  /// The plan was made for another vault.
  case otherVault
  /// The vault has changed since the plan was made.
  case changedVault(planned: UInt64, found: UInt64)
  /// The public suffix list is another one than that of the plan, so the plan's reasons may not hold.
  case otherSuffixList
  /// The plan cannot be followed; the text says where and why.
  case invalidPlan(String)
  /// There is no such import.
  case noSuchImport(String)
  /// Later imports, not undone, changed the same records.
  case blockedUndo(ImportID, by: [ImportID])
  /// The import is undone already, or what undoing needs was dropped.
  case nothingToUndo(ImportID?)
}
