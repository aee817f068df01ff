internal import CXFCommandLine
internal import CXFFormats
internal import CXFImporting

/// The file that is imported, read as a source.
struct ImportingSource {
  let source: ImportSource
  /// The files that were read, which no output may replace.
  let identities: [FileIdentity]

  /// Reads an input of any format.
  static func read(
    _ path: String, _ arguments: ParsedArguments, _ environment: CommandEnvironment, _ opening: inout VaultOpening,
    format: String? = nil
  ) async throws -> ImportingSource {
    var reader = InputReader(environment)
    let from = arguments.knows(InputReader.from.name) ? arguments.value(InputReader.from.name) : format
    let input = try reader.read(path, from: from, ReadOptions())
    return ImportingSource(
      source: try ImportSource(file: input.file, format: input.format.id, reading: input.reading),
      identities: reader.identities)
  }
}
