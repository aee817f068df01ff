import Foundation

/// The invented exports of this repository.
public enum Samples {
  /// The root folder of the package.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Returns the path of a sample.
  public static func path(_ name: String) -> String { "\(root)/Samples/\(name)" }

  /// Returns the content of a file of the repository, or nothing where it is absent.
  public static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(root)/\(path)").map { [UInt8]($0) } ?? []
  }

  /// Returns the text of a file of the repository.
  public static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }
}

/// A folder of its own for one test, removed when the test is over.
public final class TemporaryFolder: Sendable {
  /// The path.
  public let path: String

  /// Makes the folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("cxf-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Returns the content of a file, or nil.
  public func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) }
  }

  /// The names of the files in it.
  public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The permission bits of a file.
  public func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"))?[.posixPermissions] as? Int
  }
}
