import CXFCommandLine
import CXFCommands
import Foundation

/// One call of the command inside the test's process.
struct CommandRun {
  let code: ExitCode
  let output: String
  let error: String
  let outputBytes: [UInt8]

  init(
    _ words: String..., input: [UInt8] = [], outputIsTerminal: Bool = false, variables: [String: String] = [:]
  ) {
    self.init(words, input: input, outputIsTerminal: outputIsTerminal, variables: variables)
  }

  init(
    _ words: [String], input: [UInt8] = [], outputIsTerminal: Bool = false, variables: [String: String] = [:]
  ) {
    let output = MemoryWriter(isTerminal: outputIsTerminal)
    let error = MemoryWriter()
    let environment = CommandEnvironment(
      program: "cxf", input: MemoryReader(input), output: output, error: error, variables: variables,
      now: { 1_800_000_000 })
    code = CXFCommand.run(words, environment)
    self.output = output.text
    self.error = error.text
    outputBytes = output.bytes
  }

  /// The JSON document on standard output.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(outputBytes))) as? [String: Any] ?? [:]
  }

  /// The numbers of the line that ends the account.
  var values: [Int]? {
    let text = output.isEmpty ? error : output
    guard let line = text.split(separator: "\n").last, line.hasPrefix("values: in ") else { return nil }
    return line.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
  }
}

extension [String: Any] {
  func object(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
  func array(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
  func number(_ name: String) -> Int? { self[name] as? Int }
  func string(_ name: String) -> String? { self[name] as? String }
}
