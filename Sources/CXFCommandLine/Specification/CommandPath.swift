/// A command together with the groups that lead to it.
package struct CommandPath: Sendable, Hashable {
  /// The commands from the outermost to the one meant; never empty.
  private var commands: [CommandSpec]
  /// The outermost command.
  package let root: CommandSpec

  /// Creates the path to the outermost command itself.
  package init(_ root: CommandSpec) {
    self.root = root
    commands = [root]
  }

  /// The command meant.
  package var command: CommandSpec { commands.last ?? root }

  /// The names on the way, beginning with that of the program.
  package var names: [String] { commands.map(\.name) }

  /// The names on the way without that of the program.
  package var subcommandNames: [String] { Array(names.dropFirst()) }

  /// The names joined by spaces, as they are typed.
  package var line: String { names.joined(separator: " ") }

  /// Everything that may be given here: own options, those of the groups above, then `--version` and `--help`.
  package var options: [OptionSpec] {
    var all = command.options
    for group in commands.dropLast().reversed() { all += group.options }
    if commands.count == 1, root.version != nil { all.append(.version) }
    all.append(.help)
    return all
  }

  /// Returns the path to a subcommand of the command meant.
  package func appending(_ subcommand: CommandSpec) -> CommandPath {
    var longer = self
    longer.commands.append(subcommand)
    return longer
  }

  /// Returns the path that follows the given names from the outermost command, or nil where one is unknown.
  package func descending(to names: [String]) -> CommandPath? {
    var path = self
    for name in names {
      guard let next = path.command.subcommand(named: name) else { return nil }
      path = path.appending(next)
    }
    return path
  }

  /// This path and all below it that are not hidden, each group before its subcommands.
  package var visibleDescendants: [CommandPath] {
    [self] + command.subcommands.filter { !$0.isHidden }.flatMap { appending($0).visibleDescendants }
  }
}
