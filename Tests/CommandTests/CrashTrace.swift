import Foundation

/// One call of a process that leaves traces on the disk, as `strace` saw it.
struct CrashCall: Sendable {
  let thread: Int
  let name: String
  /// The paths that it names, of descriptors too, in order.
  let paths: [String]
  /// What is written.
  let data: [UInt8]
  /// The other arguments: flags, counts, offsets.
  let words: [String]

  var path: String { paths.last ?? "" }
}

/// `strace`, which shows the calls of a process, and can make each of them the last one.
enum CrashTrace {
  /// The calls that change what a disk has. Of `openat` those matter that create.
  static let changing = [
    "write", "pwrite64", "writev", "pwritev", "fsync", "fdatasync", "ftruncate", "unlink", "unlinkat",
    "rename",
    "renameat", "renameat2", "link", "linkat",
  ]

  static let program = "/usr/bin/strace"

  /// Whether it is installed and allowed to do what is needed here.
  static let isUsable: Bool = {
    guard CrashProcess.isBuilt, FileManager.default.isExecutableFile(atPath: program) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "-f", "-o", "/dev/null", "-e", "inject=chdir:signal=KILL:when=1", "/bin/sh", "-c", "cd /",
    ]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }()

  /// The words that run a command and log all calls with all that is written.
  ///
  /// - Parameter more: calls that are logged besides those that change the disk.
  static func logging(_ words: [String], to log: String, _ more: String...) -> [String] {
    [
      program, "-f", "-y", "-xx", "-s", "100000000", "-e", "signal=none", "-e",
      "trace=\((["openat"] + changing + more).joined(separator: ","))", "-o", log,
    ] + words
  }

  /// The words that run a command until one of its calls.
  ///
  /// - Parameter path: the file that the call must name; nil for any.
  static func killing(_ words: [String], at name: String, number: Int, path: String?, log: String) -> [String]
  {
    [program, "-f", "-y", "-xx", "-s", "0", "-e", "signal=none", "-e", "trace=\(name)"]
      + (path.map { ["-P", $0] } ?? []) + ["-e", "inject=\(name):signal=KILL:when=\(number)", "-o", log]
      + words
  }

  /// Reads a log; calls that failed are left out.
  static func calls(_ log: [UInt8]) -> [CrashCall] {
    log.split(separator: UInt8(ascii: "\n")).compactMap { line in
      var reader = LineReader(line)
      return reader.call()
    }
  }
}

/// Reads a line such as `12 pwrite64(3<\x2f\x61>, "\x01", 1, 512) = 1`.
private struct LineReader {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  mutating func call() -> CrashCall? {
    let thread = Int(text(until: " "))
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    guard let thread, let first = rest.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else {
      return nil
    }
    let name = text(until: "(")
    var paths: [String] = []
    var words: [String] = []
    var data: [UInt8] = []
    let isWriting = name.contains("write")
    while let byte = rest.first, byte != UInt8(ascii: ")") {
      switch byte {
      case UInt8(ascii: "<"):
        rest.removeFirst()
        let path = String(decoding: hex(until: ">"), as: UTF8.self)
        // What relative paths begin at says nothing of its own.
        if words.last != "AT_FDCWD" { paths.append(path) }
      case UInt8(ascii: "\""):
        rest.removeFirst()
        let bytes = hex(until: "\"")
        if isWriting { data += bytes } else { paths.append(String(decoding: bytes, as: UTF8.self)) }
      case UInt8(ascii: ","), UInt8(ascii: " "): rest.removeFirst()
      default:
        let word = rest.prefix { ![0x2C, 0x29, 0x3C, 0x22].contains($0) }
        rest = rest.dropFirst(word.count)
        words.append(String(decoding: word, as: UTF8.self))
      }
    }
    if String(decoding: rest, as: UTF8.self).contains("= -1") { return nil }
    return CrashCall(thread: thread, name: name, paths: paths, data: data, words: words)
  }

  private mutating func text(until end: Unicode.Scalar) -> String {
    let part = rest.prefix { $0 != UInt8(ascii: end) }
    rest = rest.dropFirst(part.count + 1)
    return String(decoding: part, as: UTF8.self)
  }

  /// Reads bytes of which each is spelt `\x2f`.
  private mutating func hex(until end: Unicode.Scalar) -> [UInt8] {
    var result: [UInt8] = []
    var digits = 0
    var value: UInt8 = 0
    var count = 0
    for byte in rest {
      count += 1
      if byte == UInt8(ascii: end) { break }
      guard byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "x") else { continue }
      value = value << 4 | (byte < 0x3A ? byte & 15 : (byte & 15) + 9)
      digits += 1
      if digits == 2 {
        result.append(value)
        digits = 0
        value = 0
      }
    }
    rest = rest.dropFirst(count)
    return result
  }
}
