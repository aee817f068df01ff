import CXFTestSupport
import Foundation

/// The programs of other people that databases are compared with.
enum Programs {
  /// `$CXF_PEERS_PYTHON`, or what `Scripts/peers` made.
  private static let python =
    ProcessInfo.processInfo.environment["CXF_PEERS_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
    ?? "\(Samples.root)/.build/peers/bin/python"

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Peers/kdbx_peer.py").path

  static let hasPyKeePass =
    FileManager.default.isExecutableFile(atPath: python)
    && (try? run(python, ["-c", "import pykeepass"])) != nil

  static let keepassxc: String? = ["/usr/bin/keepassxc-cli", "/usr/local/bin/keepassxc-cli"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  struct Failure: Error {
    let text: String
  }

  /// A database, or an XML export, for the script.
  struct Job: Encodable {
    var file: String?
    var password: String?
    var keyfile: String?
    var xml: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      if let xml { return try container.encode(xml, forKey: .xml) }
      // The script asks for all of them.
      try container.encode(file, forKey: .file)
      try container.encode(password, forKey: .password)
      try container.encode(keyfile, forKey: .keyfile)
    }

    private enum Key: CodingKey { case file, password, keyfile, xml }
  }

  /// What the script says is in databases: lines, or a text that says what failed.
  static func lines(_ jobs: [Job]) throws -> [Result<[String], Failure>] {
    let answer = try run(python, ["-B", script], input: [UInt8](JSONEncoder().encode(jobs)))
    let values = try JSONSerialization.jsonObject(with: Data(answer)) as? [Any] ?? []
    return values.map { value in
      if let lines = value as? [String] { return .success(lines) }
      return .failure(Failure(text: value as? String ?? "no answer"))
    }
  }

  /// Runs a program and returns what it prints.
  @discardableResult
  static func run(_ path: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    // From a file, so that nothing waits for a full pipe.
    process.standardInput = FileHandle(forReadingAtPath: try folder.write("input", input))
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: try folder.write("errors", []))
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: String(decoding: folder.bytes("errors") ?? [], as: UTF8.self))
    }
    return bytes
  }
}
