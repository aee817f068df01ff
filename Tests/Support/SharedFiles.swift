import Foundation

/// The samples and test vectors that lie beside the repository and are never copied into it.
///
/// Tests that need them are skipped visibly where they are absent: `.enabled(if: SharedFiles.isPresent)`.
public enum SharedFiles {
  /// The folder: `$CXF_SHARED`, or `shared` beside the package or beside one of the folders above it.
  public static let folder: String? = candidates.first { isFolder($0) }

  /// Whether the folder is there.
  public static var isPresent: Bool { folder != nil }

  /// Returns whether a file is there, such as `spec/example-cxf.json`.
  public static func has(_ path: String) -> Bool {
    folder.map { FileManager.default.fileExists(atPath: "\($0)/\(path)") } ?? false
  }

  /// Returns the content of a file.
  ///
  /// - Throws: `Missing` where it is not there.
  public static func bytes(_ path: String) throws -> [UInt8] {
    guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else {
      throw Missing(path: path)
    }
    return [UInt8](data)
  }

  /// Returns the content of a file as text.
  ///
  /// - Throws: `Missing` where it is not there.
  public static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// Returns the names of the files right inside a folder, sorted, that satisfy `isIncluded`.
  public static func names(in path: String, where isIncluded: (String) -> Bool = { _ in true }) -> [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? []
    return names.filter(isIncluded).sorted()
  }

  /// A file that is not there.
  public struct Missing: Error, CustomStringConvertible {
    let path: String
    /// The path below the shared folder.
    public var description: String { "no shared file \(path)" }
  }

  private static var candidates: [String] {
    if let named = ProcessInfo.processInfo.environment["CXF_SHARED"] { return [named] }
    var result: [String] = []
    var parent = URL(fileURLWithPath: #filePath)
    while parent.path != "/" {
      parent.deleteLastPathComponent()
      result.append(parent.appendingPathComponent("shared").path)
    }
    return result
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
