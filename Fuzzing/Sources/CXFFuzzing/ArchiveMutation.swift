internal import CXFArchiving
internal import CXFTestSupport
internal import CredentialExchangeFormat

/// Changes what is inside of a zip file, which its checksums would else protect.
enum ArchiveMutation {
  private static let limit = 1 << 20

  /// Returns an archive in which `change` was applied to one member; nil where the archive cannot be read.
  static func mutated(
    _ bytes: [UInt8], _ random: inout SeededGenerator, _ change: ([UInt8], inout SeededGenerator) -> [UInt8]?
  ) -> [UInt8]? {
    guard let archive = try? ZipArchive(MemoryBytes(bytes), limits: .foreignByName) else { return nil }
    var files: [(name: String, bytes: [UInt8])] = []
    for entry in archive.directory.entries where entry.kind == .file {
      guard let content = try? archive.content(of: entry).readAll(limit: limit) else { continue }
      files.append((entry.name, content))
    }
    guard !files.isEmpty else { return nil }
    let index = random.int(0...(files.count - 1))
    switch random.int(0...9) {
    case 0: files.remove(at: index)
    case 1: files[index].name += "x"
    case 2: files.append(("extra/\(files.count).json", files[index].bytes))
    case 3: files[index].bytes = Array(files[index].bytes.prefix(random.int(0...files[index].bytes.count)))
    default:
      guard let changed = change(files[index].bytes, &random) else { return nil }
      files[index].bytes = changed
    }
    return write(files)
  }

  private static func write(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8]? {
    var written: [UInt8] = []
    do {
      let writer = try ZipWriter(compression: .stored) { written.append(contentsOf: $0) }
      for file in files {
        try writer.beginEntry(file.name, size: UInt64(file.bytes.count))
        try writer.append(file.bytes)
        try writer.endEntry()
      }
      try writer.finish()
    } catch {
      return nil
    }
    return written
  }
}
