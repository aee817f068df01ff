import CXFCommandLine
import Glibc

/// A fresh folder that goes with its owner.
final class TemporaryFolder: Sendable {
  private let root: String

  init() throws {
    var template = Array("/tmp/command-line-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw SimpleFailure(.inputOutput, "cannot create a folder for tests")
    }
    root = String(cString: made)
  }

  deinit {
    for name in names { _ = unlink(path(name)) }
    _ = rmdir(root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// All names in it, also hidden ones, sorted.
  var names: [String] {
    guard let folder = opendir(root) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func mode(_ name: String) -> UInt32? {
    var raw = stat()
    return stat(path(name), &raw) == 0 ? raw.st_mode & 0o7777 : nil
  }

  func read(_ name: String) throws -> [UInt8] {
    var files = InputFiles(CommandEnvironment(program: "test"))
    return try files.read(path(name)).bytes
  }
}
