import CXFTestSupport

/// A folder on a disk that may lose what was not synced: contents until the file is synced, names until the folder is.
struct CrashDisk {
  /// The files that a power failure leaves, by name.
  typealias Files = [String: [UInt8]]

  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case cut(count: Int)

    func apply(to bytes: inout [UInt8]) {
      switch self {
      case .write(let offset, let new):
        if bytes.count < offset + new.count {
          bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
        }
        bytes.replaceSubrange(offset..<(offset + new.count), with: new)
      case .cut(let count):
        bytes = Array(bytes.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
      }
    }
  }

  private struct File {
    var durable: [UInt8] = []
    var pending: [Change] = []
    /// Where the next plain `write` goes.
    var end = 0
  }

  private enum NameChange {
    case set(String, Int)
    case remove(String)
  }

  private let folder: String
  private var files: [File] = []
  private var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pendingNames: [NameChange] = []

  /// How many calls were syncs.
  private(set) var syncCount = 0

  /// Begins with files that are safe on the disk.
  init(folder: String, _ files: Files) {
    self.folder = folder
    for (name, bytes) in files {
      names[name] = self.files.count
      self.files.append(File(durable: bytes))
    }
    durableNames = names
  }

  /// Does what a call did; returns false where it did nothing to this folder.
  mutating func apply(_ call: CrashCall) -> Bool {
    let paths = call.paths.compactMap(name)
    guard let path = paths.first else { return false }
    switch call.name {
    case "openat":
      guard call.words.contains(where: { $0.contains("O_CREAT") }), names[path] == nil else { return false }
      files.append(File())
      set(path, to: files.count - 1)
    case "link", "linkat":
      guard paths.count == 2, let index = names[path] else { return false }
      set(paths[1], to: index)
    case "rename", "renameat", "renameat2":
      guard paths.count == 2, let index = names[path] else { return false }
      set(paths[1], to: index)
      remove(path)
    case "unlink", "unlinkat": remove(path)
    case "fsync", "fdatasync":
      syncCount += 1
      if path.isEmpty {
        durableNames = names
        pendingNames = []
      } else if let index = names[path] {
        files[index].durable = content(index) { _ in true }
        files[index].pending = []
      }
    case "ftruncate":
      guard let index = names[path], let count = call.words.last.flatMap({ Int($0) }) else { return false }
      files[index].pending.append(.cut(count: count))
    default:
      guard let index = names[path] else { return false }
      let given = call.name.hasPrefix("p") ? call.words.last.flatMap { Int($0) } : nil
      let offset = given ?? files[index].end
      files[index].pending.append(.write(offset: offset, bytes: call.data))
      files[index].end = offset + call.data.count
    }
    return true
  }

  /// What is left where nothing was kept that was not synced.
  var synced: Files { left(durableNames) { _ in false } }

  /// What every program sees.
  var applied: Files { left(names) { _ in true } }

  /// What can be left after a power failure now.
  mutating func survivors(_ random: inout SeededGenerator) -> [Files] {
    var someNames = durableNames
    for change in pendingNames.prefix(random.int(0...pendingNames.count)) {
      Self.apply(change, to: &someNames)
    }
    var chance = random
    defer { random = chance }
    return [
      synced, applied, left(names) { _ in false }, left(durableNames) { _ in true },
      left(someNames) { _ in chance.oneIn(2) }, tornLast(names, &chance),
    ]
  }

  private static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change {
    case .set(let name, let index): names[name] = index
    case .remove(let name): names[name] = nil
    }
  }

  private mutating func set(_ name: String, to index: Int) {
    names[name] = index
    pendingNames.append(.set(name, index))
  }

  private mutating func remove(_ name: String) {
    names[name] = nil
    pendingNames.append(.remove(name))
  }

  /// The name within the folder; empty for the folder itself.
  private func name(_ path: String) -> String? {
    if path == folder { return "" }
    guard path.hasPrefix(folder + "/") else { return nil }
    return String(path.dropFirst(folder.count + 1))
  }

  private func left(_ names: [String: Int], _ isKept: (Change) -> Bool) -> Files {
    names.mapValues { content($0, isKept) }
  }

  /// All but the second half of the last write of each file.
  private func tornLast(_ names: [String: Int], _ random: inout SeededGenerator) -> Files {
    names.mapValues { index in
      var bytes = content(index) { _ in true }
      guard case .write(let offset, let new)? = files[index].pending.last else { return bytes }
      bytes = files[index].durable
      for change in files[index].pending.dropLast() { change.apply(to: &bytes) }
      Change.write(offset: offset, bytes: Array(new.prefix(random.int(0...new.count)))).apply(to: &bytes)
      return bytes
    }
  }

  private func content(_ index: Int, _ isKept: (Change) -> Bool) -> [UInt8] {
    var bytes = files[index].durable
    for change in files[index].pending where isKept(change) { change.apply(to: &bytes) }
    return bytes
  }
}
