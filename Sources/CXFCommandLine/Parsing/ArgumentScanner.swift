/// What a command line asks for.
package enum Invocation: Sendable, Hashable {
  /// Run the command.
  case run(ParsedArguments)
  /// Print the help of the command on standard output.
  case help(CommandPath)
  /// Print this version on standard output.
  case version(String)
}

/// Turns the words of a command line into options and arguments, by a specification.
///
/// A pure function: nothing is printed, opened or ended here. The rules are those of getopt_long and
/// swift-argument-parser, without abbreviations:
/// - options and arguments in any order; `--` ends the options; `-` is an ordinary word;
/// - `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`, and flags clustered as in `-abc`;
/// - a value that begins with `-` must be attached (`--name=-x`), but `-` itself need not be, nor a word that is no option
///   where the option takes such words;
/// - a word with one dash that is no cluster of options goes to an argument that takes such words;
/// - `--help` or `-h` before `--` wins over every mistake.
///
/// Words are cut by bytes and scalars: by characters, a `=` with a combining mark behind it would be no `=`.
package struct ArgumentScanner: Sendable {
  private let root: CommandSpec

  /// Creates a scanner for a program.
  package init(_ root: CommandSpec) {
    self.root = root
  }

  /// Reads the words that follow the name of the program.
  ///
  /// - Throws: ``UsageError`` for the first mistake.
  package func scan(_ words: [String]) throws(UsageError) -> Invocation {
    var scan = Scan(root: root)
    do {
      return try scan.run(words)
    } catch {
      // Someone who asks for help is not told first what is wrong.
      if scan.asksForHelp(words) { return .help(scan.path) }
      throw error
    }
  }
}

/// The state while one command line is read.
private struct Scan {
  var path: CommandPath
  private var parsed: ParsedArguments
  private var positionals: [String] = []
  private var seen: [OptionSpec] = []
  private var flags: [(name: String, on: Bool)] = []
  private var values: [(name: String, value: String)] = []

  init(root: CommandSpec) {
    path = CommandPath(root)
    parsed = ParsedArguments(path: path)
  }

  /// Whether a help option stands before `--`.
  func asksForHelp(_ words: [String]) -> Bool {
    words.prefix { !$0.isBytes("--") }.contains { $0.isBytes("--help") || $0.isBytes("-h") }
  }

  mutating func run(_ words: [String]) throws(UsageError) -> Invocation {
    var rest = words[...]
    var afterTerminator: [String]?
    while let word = rest.popFirst() {
      if word.isBytes("--") {
        afterTerminator = Array(rest)
        break
      } else if word.utf8.starts(with: "--".utf8) {
        try readLong(word, &rest)
      } else if word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1, !isDashedArgument(word) {
        try readCluster(word, &rest)
      } else if path.command.subcommands.isEmpty {
        positionals.append(word)
      } else if let subcommand = path.command.subcommand(named: word) {
        path = path.appending(subcommand)
      } else if path.subcommandNames.isEmpty, word.isBytes("help") {
        return .help(try helpPath(Array(rest)))
      } else {
        throw unknownCommand(word, in: path)
      }
    }
    if seen.contains(where: { $0.name == OptionSpec.help.name }) { return .help(path) }
    if let version = path.root.version, path.subcommandNames.isEmpty,
      seen.contains(where: { $0.name == OptionSpec.version.name })
    {
      return .version(version)
    }
    guard path.command.subcommands.isEmpty else {
      // The bare name of a program or group asks what it can do.
      if positionals.isEmpty, seen.isEmpty, afterTerminator ?? [] == [] { return .help(path) }
      throw UsageError(.missingCommand, path: path)
    }
    return .run(try finish(afterTerminator))
  }

  // MARK: Options

  private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let body = word.utf8.dropFirst(2)
    let equals = body.firstIndex(of: UInt8(ascii: "="))
    let name = String(Substring(body[..<(equals ?? body.endIndex)]))
    let attached = equals.map { String(Substring(body[body.index(after: $0)...])) }
    if let option = path.options.first(where: { $0.name.isBytes(name) }) {
      try take(option, as: "--\(name)", attached: attached, &rest)
    } else if let option = path.options.first(where: { $0.isInvertible && "no-\($0.name)".isBytes(name) }) {
      guard attached == nil else { throw UsageError(.unexpectedValue(option: "--\(name)"), path: path) }
      flags.append((option.name, false))
    } else {
      let known = path.options.filter { !$0.isHidden }.flatMap {
        $0.isInvertible ? ["--\($0.name)", "--no-\($0.name)"] : ["--\($0.name)"]
      }
      let suggestion = Suggestion.nearest(to: "--\(name)", among: known)
      throw UsageError(.unknownOption("--\(name)", suggestion: suggestion), path: path)
    }
  }

  /// Whether a word with one dash is a value of an argument that takes such words, and no cluster of options.
  private func isDashedArgument(_ word: String) -> Bool {
    path.command.arguments.contains(where: \.takesDashes) && !isCluster(word)
  }

  private func isCluster(_ word: String) -> Bool {
    word.unicodeScalars.dropFirst().allSatisfy { letter in path.options.contains { $0.short == letter } }
  }

  /// Whether a word that begins with a dash is an option, or meant as one: two dashes and the name of one.
  private func isOption(_ word: String) -> Bool {
    guard word.utf8.starts(with: "--".utf8) else { return isCluster(word) }
    let name = word.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
    return name.isEmpty
      || path.options.contains { option in
        option.name.utf8.elementsEqual(name)
          || option.isInvertible && "no-\(option.name)".utf8.elementsEqual(name)
      }
  }

  private mutating func readCluster(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = word.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = path.options.first(where: { $0.short == letter }) else {
        // A single dash before a long name is a common slip.
        let long = path.options.first { !$0.isHidden && "-\($0.name)".isBytes(word) }
        throw UsageError(
          .unknownOption(long == nil ? name : word, suggestion: long.map { "--\($0.name)" }), path: path)
      }
      if option.isFlag {
        guard letters.first != "=" else { throw UsageError(.unexpectedValue(option: name), path: path) }
        try take(option, as: name, attached: nil, &rest)
      } else {
        if letters.first == "=" {
          try take(option, as: name, attached: String(letters.dropFirst()), &rest)
        } else {
          try take(option, as: name, attached: letters.isEmpty ? nil : String(letters), &rest)
        }
        return
      }
    }
  }

  private mutating func take(
    _ option: OptionSpec, as written: String, attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let label = option.valueLabel else {
      guard attached == nil else { throw UsageError(.unexpectedValue(option: written), path: path) }
      seen.append(option)
      flags.append((option.name, true))
      return
    }
    let value: String
    if let attached {
      value = attached
    } else if let next = rest.first,
      next.isBytes("-") || next.utf8.first != UInt8(ascii: "-") || option.takesDashes && !isOption(next)
    {
      value = next
      rest.removeFirst()
    } else {
      throw UsageError(
        .missingValue(
          option: written, label: label, next: rest.first.flatMap { $0.isBytes("--") ? nil : $0 }),
        path: path)
    }
    if !option.isRepeatable, seen.contains(where: { $0.name == option.name }) {
      throw UsageError(.repeatedOption("--\(option.name)"), path: path)
    }
    seen.append(option)
    try check(value, among: option.allowed, subject: "--\(option.name)")
    values.append((option.name, value))
  }

  private func check(_ value: String, among allowed: [String], subject: String) throws(UsageError) {
    guard !allowed.isEmpty, !allowed.contains(where: { $0.isBytes(value) }) else { return }
    let suggestion = Suggestion.nearest(to: value, among: allowed)
    throw UsageError(
      .notAllowed(value: value, subject: subject, allowed: allowed, suggestion: suggestion), path: path)
  }

  // MARK: Commands

  private func unknownCommand(_ word: String, in path: CommandPath) -> UsageError {
    let known = path.command.subcommands.filter { !$0.isHidden }.map(\.name)
    return UsageError(
      .unknownCommand(word, suggestion: Suggestion.nearest(to: word, among: known)), path: path)
  }

  /// The command that `help` names; options between the names say nothing here.
  private func helpPath(_ words: [String]) throws(UsageError) -> CommandPath {
    var target = path
    for word in words where word.utf8.first != UInt8(ascii: "-") {
      guard let next = target.command.subcommand(named: word) else {
        if target.command.subcommands.isEmpty {
          throw UsageError(.surplusArguments([word]), path: target)
        }
        throw unknownCommand(word, in: target)
      }
      target = target.appending(next)
    }
    return target
  }

  // MARK: Arguments

  private mutating func finish(_ afterTerminator: [String]?) throws(UsageError) -> ParsedArguments {
    parsed = ParsedArguments(path: path)
    for (name, on) in flags { parsed.setFlag(name, on: on) }
    for (name, value) in values { parsed.addValue(value, for: name) }
    for option in path.options where option.isRequired && !seen.contains(where: { $0.name == option.name }) {
      throw UsageError(.missingOption("--\(option.name)", label: option.valueLabel ?? ""), path: path)
    }

    let takesTail = path.command.arguments.contains(where: \.isAfterTerminator)
    if takesTail {
      parsed.remaining = afterTerminator
    } else {
      positionals += afterTerminator ?? []
    }
    let specs = path.command.arguments.filter { !$0.isAfterTerminator }
    var words = positionals[...]
    var missing: [String] = []
    for (index, spec) in specs.enumerated() {
      // Words that later arguments cannot do without are not taken by an earlier one that can.
      let reserved = specs[(index + 1)...].count { !$0.isOptional }
      let available = max(words.count - reserved, 0)
      let wanted = spec.isRepeatable ? available : min(available, 1)
      let taken = Array(words.prefix(spec.isOptional ? wanted : max(wanted, min(words.count, 1))))
      words = words.dropFirst(taken.count)
      if taken.isEmpty, !spec.isOptional { missing.append(spec.name) }
      for word in taken { try check(word, among: spec.allowed, subject: "<\(spec.name)>") }
      if !taken.isEmpty { parsed.setArguments(taken, for: spec.name) }
    }
    for spec in path.command.arguments where spec.isAfterTerminator {
      if let tail = afterTerminator, !tail.isEmpty {
        parsed.setArguments(tail, for: spec.name)
      } else if !spec.isOptional {
        missing.append(spec.name)
      }
    }
    guard missing.isEmpty else { throw UsageError(.missingArguments(missing), path: path) }
    guard words.isEmpty else { throw UsageError(.surplusArguments(Array(words)), path: path) }
    return parsed
  }
}

extension String {
  /// Returns whether the UTF-8 bytes are the same; `==` would also take canonical equivalents.
  func isBytes(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
