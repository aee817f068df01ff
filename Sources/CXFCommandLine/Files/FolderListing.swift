#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files of a folder and of those in it.
package enum FolderListing {
  /// Returns the paths of the files in a folder, sorted by their bytes; nil when the path names no folder.
  ///
  /// Links are not followed, so that no file comes twice and no walk is endless.
  /// What is neither a file nor a folder stays out, too: nobody means to read a socket by naming the folder around it.
  ///
  /// - Parameter hidden: whether files and folders come, too, whose names begin with a dot.
  /// - Throws: ``InputFileError`` for a folder that cannot be read.
  package static func files(in path: String, hidden: Bool = false) throws(InputFileError) -> [String]? {
    guard !path.isBytes("-"), try status(path, followLinks: true)?.kind == .directory else { return nil }
    var found: [String] = []
    var folders = [path]
    while let folder = folders.popLast() {
      for name in try names(in: folder) where hidden || name.utf8.first != UInt8(ascii: ".") {
        let inner = folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
        switch try status(inner, followLinks: false)?.kind {
        case .regular: found.append(inner)
        case .directory: folders.append(inner)
        default: break
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func status(_ path: String, followLinks: Bool) throws(InputFileError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus.of(path: path, followLinks: followLinks)
    } catch {
      throw error.code == ENOTDIR ? .missing(path: path) : .unreadable(path: path, error)
    }
  }

  private static func names(in folder: String) throws(InputFileError) -> [String] {
    guard let stream = opendir(folder) else { throw .unreadable(path: folder, .current) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .readFailed(path: folder, .current) }
        return names
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
