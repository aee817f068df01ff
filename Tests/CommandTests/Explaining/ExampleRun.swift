import CXFArchiving
import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation

/// Runs the lines of an example in a folder of its own.
struct ExampleRun {
  /// The call that gives the finding, with `--json`.
  let last: CommandRun
  /// What went wrong before it.
  let complaint: String?

  /// Findings of the last call: codes with severities.
  var findings: [String] {
    last.json.array("findings").map { "\($0.string("code") ?? "") \($0.string("severity") ?? "")" }
  }

  init(_ scene: ExampleScene) async throws {
    let folder = try TemporaryFolder()
    for file in scene.files {
      let text = file.text.map { ExampleText.bytes($0) }
      _ = try folder.write(file.name, try text ?? Self.tar(file.members))
    }
    var complaint: String?
    var last: CommandRun?
    for (index, step) in scene.steps.enumerated() {
      switch step {
      case .run(let line):
        let isLast = index == scene.steps.count - 1
        let run = await CommandRun(Self.words(line, in: folder) + (isLast ? ["--json"] : []))
        if !isLast, ![.success, .negative].contains(run.code) { complaint = "\(line): \(run.error)" }
        last = run
      case .replace(let old, let new, let name):
        complaint = try Self.replace(old, new, name, folder) ? complaint : "\(step.line) changes nothing"
      case .overwrite(let name, let offset):
        var bytes = folder.bytes(name) ?? []
        guard offset + 8 <= bytes.count else {
          complaint = "\(name) is too short"
          continue
        }
        bytes.replaceSubrange(offset..<(offset + 8), with: Array("AAAAAAAA".utf8))
        _ = try folder.write(name, bytes)
      case .cut(let name, let count): _ = try folder.write(name, (folder.bytes(name) ?? []).dropLast(count))
      }
    }
    if let last { self.last = last } else { self.last = await CommandRun("help") }
    self.complaint = complaint
  }

  private static let endings = [
    ".zip", ".json", ".csv", ".xml", ".tar", ".age", ".cxfvault", ".cxfkey", ".txt", ".kdbx", ".keyx",
  ]

  /// The words behind the name of the program, with names of files made paths.
  private static func words(_ line: String, in folder: TemporaryFolder) -> [String] {
    line.split(separator: " ").dropFirst().map { word in
      if word == "." { return folder.path }
      return endings.contains(where: word.hasSuffix) ? folder.path(String(word)) : String(word)
    }
  }

  private static func tar(_ members: [(name: String, text: String)]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try TarWriter { bytes += Array($0) }
    for member in members {
      let content = ExampleText.bytes(member.text)
      try writer.beginEntry(member.name, size: UInt64(content.count), modificationTime: 0)
      try writer.append(content)
      try writer.endEntry()
    }
    try writer.finish()
    return bytes
  }

  /// Does what `sed` does with the first place that fits.
  private static func replace(
    _ old: String, _ new: String, _ name: String, _ folder: TemporaryFolder
  ) throws -> Bool {
    // Latin 1 has every byte.
    let text = String(data: Data(folder.bytes(name) ?? []), encoding: .isoLatin1) ?? ""
    // Braces and question marks stand for themselves there.
    let pattern = ["{", "}", "?", "+", "|"].reduce(old) { $0.replacingOccurrences(of: $1, with: "\\" + $1) }
    guard let range = text.range(of: pattern, options: .regularExpression) else { return false }
    let changed = text.replacingCharacters(in: range, with: new)
    _ = try folder.write(name, [UInt8](changed.data(using: .isoLatin1) ?? Data()))
    return true
  }
}
