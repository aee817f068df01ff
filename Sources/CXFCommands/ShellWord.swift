/// Words of a command line as a shell takes them, for advice that can be copied.
enum ShellWord {
  /// Returns the word as it is where no shell would change it, else in single quotes.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_-./+=:,@%".utf8.contains(byte) || byte >= 0x80
      }
    }
    guard !isPlain || word.isEmpty else { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
