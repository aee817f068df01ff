#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The words of the command line of this process.
package enum ProcessArguments {
  /// Returns the words after the name of the program.
  ///
  /// `CommandLine.arguments` repairs what is not UTF-8, and a repaired path names another file.
  ///
  /// - Throws: ``UsageError`` when a word is not UTF-8.
  package static func read(for root: CommandSpec) throws(UsageError) -> [String] {
    var words: [String] = []
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let pointer = CommandLine.unsafeArgv[index] else { break }
      guard let word = String(validatingCString: pointer) else {
        throw UsageError(.notUTF8(position: index), path: CommandPath(root))
      }
      words.append(word)
    }
    return words
  }
}
