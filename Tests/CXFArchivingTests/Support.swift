import CXFArchiving
import CredentialExchangeFormat
import Foundation

/// A program of the system, used as an independent judge.
struct Tool {
  let path: String

  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let found = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  static let python = Tool("python3")
  static let unzip = Tool("unzip")
  static let zip = Tool("zip")
  static let tar = Tool("tar")
  static let bsdtar = Tool("bsdtar")

  /// Runs the program and returns what it printed; throws when its status is not 0.
  @discardableResult
  func run(_ arguments: [String], in folder: URL? = nil, variables: [String: String] = [:]) throws -> [UInt8]
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    var environment = ProcessInfo.processInfo.environment
    // Names are UTF-8 to all of them.
    environment["LC_ALL"] = "C.UTF-8"
    process.environment = environment.merging(variables) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, text: String(decoding: bytes, as: UTF8.self))
    }
    return bytes
  }

  struct Failure: Error {
    let arguments: [String]
    let text: String
  }
}

/// A folder that exists while `body` runs.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Writes a file.
func write(_ bytes: [UInt8], to url: URL) throws { try Data(bytes).write(to: url) }

/// Reads a file.
func read(_ url: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

/// A member with its content.
struct Member: Equatable, CustomStringConvertible {
  let name: String
  let content: [UInt8]

  init(_ name: String, _ content: [UInt8]) {
    self.name = name
    self.content = content
  }

  static func == (one: Member, other: Member) -> Bool {
    one.name.utf8.elementsEqual(other.name.utf8) && one.content == other.content
  }

  var description: String { "\(name) (\(content.count) bytes)" }
}

/// Reads a stream to its end in pieces of at most `count` bytes.
func readAll(_ content: any ByteContent, upTo count: Int = 10_000) throws -> [UInt8] {
  let stream = try content.open()
  var bytes: [UInt8] = []
  while true {
    let piece = try stream.next(upTo: count)
    if piece.isEmpty { return bytes }
    if piece.count > count { throw TooMuch() }
    bytes += piece
  }
}

struct TooMuch: Error {}

/// Bytes that look random and are the same each time.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}

/// CRC-32, bit by bit.
func crc32(_ bytes: [UInt8]) -> UInt32 {
  var state = UInt32.max
  for byte in bytes {
    state ^= UInt32(byte)
    for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1 }
  }
  return ~state
}

extension [UInt8] {
  /// A number, least byte first.
  func number(_ size: Int, at offset: Int) -> UInt64 {
    (0..<size).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
  }

  /// Appends a number, least byte first.
  mutating func append(_ number: some BinaryInteger, size: Int) {
    for place in 0..<size {
      append(UInt8(truncatingIfNeeded: UInt64(truncatingIfNeeded: number) >> (8 * place)))
    }
  }
}

/// Gathers what a writer pushes.
final class Gathered {
  var bytes: [UInt8] = []

  func append(_ piece: UnsafeRawBufferPointer) { bytes += piece }
}

/// Writes a zip file with our writer.
func zip(
  _ members: [Member], _ compression: ZipWriter.Compression, knowsSizes: Bool = true, piece: Int = 70_000
) throws -> [UInt8] {
  let gathered = Gathered()
  let writer = try ZipWriter(compression: compression) { gathered.append($0) }
  for member in members {
    try writer.beginEntry(member.name, size: knowsSizes ? UInt64(member.content.count) : nil)
    for start in stride(from: 0, to: member.content.count, by: piece) {
      try writer.append(Array(member.content[start..<min(start + piece, member.content.count)]))
    }
    try writer.endEntry()
  }
  try writer.finish()
  return gathered.bytes
}

/// Reads all files of a zip file with our reader.
func unzip(_ bytes: [UInt8], _ limits: ZipLimits, upTo count: Int = 10_000) throws -> [Member] {
  let archive = try ZipArchive(MemoryBytes(bytes), limits: limits)
  return try archive.directory.entries.filter { $0.kind == .file }.map {
    Member($0.name, try readAll(archive.content(of: $0), upTo: count))
  }
}

/// Writes a tar file with our writer.
func tar(_ members: [Member]) throws -> [UInt8] {
  let gathered = Gathered()
  let writer = try TarWriter { gathered.append($0) }
  for member in members {
    try writer.beginEntry(member.name, size: UInt64(member.content.count))
    try writer.append(member.content)
    try writer.endEntry()
  }
  try writer.finish()
  return gathered.bytes
}

/// Reads all files of a tar file with our reader.
func untar(_ bytes: [UInt8], _ limits: TarLimits = TarLimits()) throws -> [Member] {
  let reader = try TarReader(MemoryBytes(bytes), limits: limits)
  return try reader.entries.filter { $0.kind == .file }.map {
    Member($0.name, try readAll(try reader.content(of: $0)))
  }
}
