import CXFTestSupport
import Foundation

/// The real `cxf`, as a process of its own.
enum CrashProcess {
  /// The program that was built together with the tests.
  static let program: String = {
    let words = CommandLine.arguments
    let bundle = words.firstIndex(of: "--test-bundle-path").flatMap { words.dropFirst($0 + 1).first }
    let folders =
      [bundle, words.first].compactMap { $0.map { folder(of: $0) } } + ["\(Samples.root)/.build/debug"]
    return folders.map { "\($0)/cxf" }.first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""
  }()

  static let isBuilt = !program.isEmpty

  /// How a process ended: its status, or minus the signal that ended it.
  typealias Status = Int32

  /// Starts a program without waiting for its end; both of its outputs go to one file.
  static func start(
    _ words: [String], in folder: String, output: String = "/dev/null",
    variables more: [String: String] = [:],
    whenDone: @escaping @Sendable (Status) -> Void
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words.first ?? "")
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var variables = ProcessInfo.processInfo.environment
    variables["SOURCE_DATE_EPOCH"] = "1800000000"
    // One thread for all tasks, because strace counts the calls of each thread by themselves.
    if words.first == CrashTrace.program { variables["LIBDISPATCH_COOPERATIVE_POOL_STRICT"] = "1" }
    process.environment = variables.merging(more) { $1 }
    if output != "/dev/null" { try Data().write(to: URL(fileURLWithPath: output)) }
    let handle = FileHandle(forWritingAtPath: output)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    process.terminationHandler = { process in
      whenDone(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
    }
    try process.run()
    try? handle?.close()
    return process
  }

  /// Runs a program to its end.
  static func run(_ words: [String], in folder: String, output: String = "/dev/null") async throws -> Status {
    try await withCheckedThrowingContinuation { continuation in
      do {
        _ = try start(words, in: folder, output: output) { continuation.resume(returning: $0) }
      } catch { continuation.resume(throwing: error) }
    }
  }

  private static func folder(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }
}
