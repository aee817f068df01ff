internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats

/// Writes what a conversion made, with its attachments where the target takes them.
enum ConversionOutput {
  /// - Parameter key: of a database.
  /// - Throws: `SimpleFailure` (65) for an attachment that changed on the way; what reading and writing throw.
  static func write(
    _ conversion: Conversion, _ target: Format, _ timestamp: UInt64, for key: KeePassNewKey? = nil,
    to output: Output
  ) async throws {
    if let database = conversion.database {
      return try await naming {
        guard let key else { return try output.write(try await database.export(conversion.documents)) }
        try output.write(try await database.sealed(conversion.documents, for: key))
      }
    }
    guard target.id == CXFBundle.format.id else { return try output.write(conversion.bytes) }
    try await naming { try await CXFBundle.write(conversion, timestamp: timestamp) { try output.write($0) } }
  }

  /// Does something that reads attachments, and puts what makes them unreadable in words.
  static func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as AttachmentError {
      throw SimpleFailure(.badData, error.message, hint: "nothing was written; run the command again")
    } catch let error as KeePassSealingError {
      throw NewDatabase.failure(error)
    } catch let error as AgeError {
      throw AgeFailure(error: error, path: "the input")
    }
  }
}
