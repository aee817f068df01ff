internal import CXFTestSupport
internal import Foundation

/// The files of this repository that fuzzing begins with.
enum SeedFiles {
  /// The files of a folder of the repository and of the folders in it, by name.
  static func all(_ folder: String) -> [FuzzSeed] {
    let root = "\(Samples.root)/\(folder)"
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return names.sorted().compactMap { name in
      let bytes = Samples.bytes("\(folder)/\(name)")
      return bytes.isEmpty ? nil : FuzzSeed(name.split(separator: "/").joined(separator: "-"), bytes)
    }
  }

  /// The exports that are read: samples, and archives and encrypted ones that independent scripts made.
  static let exports: [FuzzSeed] =
    all("Samples").filter { seed in
      ![".py", ".md"].contains { seed.name.hasSuffix($0) }
    } + all("Tests/CXFFormatsTests/Vectors")

  /// One file.
  static func file(_ path: String) -> FuzzSeed {
    FuzzSeed(path.split(separator: "/").joined(separator: "-"), Samples.bytes(path))
  }
}
