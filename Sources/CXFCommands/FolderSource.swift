internal import CXFArchiving
internal import CXFFormats
internal import CredentialExchangeFormat

/// A folder as an input: some programs export one.
enum FolderSource {
  /// The most files of an export.
  private static let fileLimit = 100_000

  /// - Parameters:
  ///   - path: the folder.
  ///   - files: the paths of the files in it, which begin with that of the folder.
  static func members(of path: String, _ files: [String]) -> SourceMembers {
    let prefix = path.utf8.count + (path.utf8.last == UInt8(ascii: "/") ? 0 : 1)
    return SourceMembers(
      folder: path,
      files: files.prefix(fileLimit).map { file in
        (String(decoding: file.utf8.dropFirst(prefix), as: UTF8.self), FileOfFolder(path: file))
      })
  }
}

/// A file that is opened when it is read.
private struct FileOfFolder: ByteContent {
  let path: String

  var knownCount: UInt64? { nil }

  func open() throws -> any ByteStream { try FileBytes(path: path).open() }
}
