import CXFCommandLine
import CXFCommands
import Foundation

/// One call of the command inside the test's process.
struct CommandRun {
  let code: ExitCode
  let output: String
  let error: String
  let outputBytes: [UInt8]

  /// The questions that were asked.
  let prompts: [String]

  /// - Parameter answers: what is typed on the terminal; without any there is none.
  init(
    _ words: String..., input: [UInt8] = [], answers: [String] = [], outputIsTerminal: Bool = false,
    variables: [String: String] = [:]
  ) async {
    await self.init(
      words, input: input, answers: answers, outputIsTerminal: outputIsTerminal, variables: variables)
  }

  init(
    _ words: [String], input: [UInt8] = [], answers: [String] = [], outputIsTerminal: Bool = false,
    variables: [String: String] = [:]
  ) async {
    let output = MemoryWriter(isTerminal: outputIsTerminal)
    let error = MemoryWriter()
    let terminal = ScriptedTerminal(answers)
    let environment = CommandEnvironment(
      program: "cxf", input: MemoryReader(input), output: output, error: error, terminal: terminal,
      variables: variables, now: { 1_800_000_000 })
    code = await CXFCommand.run(words, environment)
    self.output = output.text
    self.error = error.text
    outputBytes = output.bytes
    prompts = terminal.prompts
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
