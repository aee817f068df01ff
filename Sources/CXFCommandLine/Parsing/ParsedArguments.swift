/// The options and arguments of one command line, looked up by the names of their specification.
package struct ParsedArguments: Sendable, Hashable {
  /// The command that was called.
  package let path: CommandPath
  /// The words after `--`, where an argument takes exactly those; nil without `--`.
  package internal(set) var remaining: [String]?
  private var counts: [String: Int] = [:]
  private var optionValues: [String: [String]] = [:]
  private var positionalValues: [String: [String]] = [:]

  init(path: CommandPath) {
    self.path = path
  }

  /// Returns whether the flag is set; of `--name` and `--no-name` the last one counts.
  package func flag(_ name: String) -> Bool {
    assertKnown(option: name)
    return counts[name, default: 0] > 0
  }

  /// Returns how often the flag was given.
  package func count(_ name: String) -> Int {
    assertKnown(option: name)
    return counts[name, default: 0]
  }

  /// Returns the value of an option, or its default, or nil.
  package func value(_ name: String) -> String? {
    values(name).last ?? path.options.first { $0.name == name }?.defaultValue
  }

  /// Returns all values that were given for an option, in order, without its default.
  package func values(_ name: String) -> [String] {
    assertKnown(option: name)
    return optionValues[name] ?? []
  }

  /// Returns whether the option or flag stands on the command line.
  package func isGiven(_ name: String) -> Bool {
    assertKnown(option: name)
    return counts[name] != nil || optionValues[name] != nil
  }

  /// Returns the value of an argument that is not repeatable, or nil when it was left out.
  package func argument(_ name: String) -> String? {
    arguments(name).first
  }

  /// Returns all values of an argument, in order.
  package func arguments(_ name: String) -> [String] {
    assert(path.command.arguments.contains { $0.name == name }, "no argument \(name) in \(path.line)")
    return positionalValues[name] ?? []
  }

  /// Returns the value of an option as a whole number in decimal digits, or nil when it is not given.
  ///
  /// - Throws: ``UsageError`` when it is something else or outside the range.
  package func integer(
    _ name: String, in range: ClosedRange<Int> = 0...Int.max
  ) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    // Int.init also takes a leading plus sign, which no other tool prints.
    guard let number = Int(text), range.contains(number), text.utf8.first != UInt8(ascii: "+") else {
      let expected =
        range.upperBound == .max
        ? "a whole number from \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError(.invalidValue(value: text, subject: "--\(name)", expected: expected), path: path)
    }
    return number
  }

  /// Checks that at most one of the named options is given.
  ///
  /// - Throws: ``UsageError`` that names the first two.
  package func requireAtMostOne(of names: String...) throws(UsageError) {
    let given = names.filter(isGiven)
    guard given.count > 1 else { return }
    throw UsageError(.conflictingOptions("--\(given[0])", "--\(given[1])"), path: path)
  }

  mutating func setFlag(_ name: String, on: Bool) {
    counts[name] = on ? counts[name, default: 0] + 1 : 0
  }

  mutating func addValue(_ value: String, for name: String) {
    optionValues[name, default: []].append(value)
  }

  mutating func setArguments(_ values: [String], for name: String) {
    positionalValues[name] = values
  }

  /// A name that is in no specification is a slip of the programmer; tests run with assertions on.
  private func assertKnown(option name: String) {
    assert(path.options.contains { $0.name == name }, "no option --\(name) in \(path.line)")
  }
}
