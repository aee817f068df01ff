package import CredentialExchangeFormat

/// An example: files, and lines of a shell of which the last one gives the finding.
///
/// It is data, so that a page can show it and a test can run it.
package struct ExampleScene: Sendable, Hashable {
  /// A file that is there at the beginning.
  package struct File: Sendable, Hashable {
    /// What stands in it.
    package enum Content: Sendable, Hashable {
      /// A text with the notation of ``ExampleText``.
      case text(String)
      /// A CXF document, of which only a piece matters.
      case piece(JudgeRule.Example)
      /// A tar with these members.
      case tar([(name: String, text: String)])

      package static func == (first: Content, second: Content) -> Bool { first.key == second.key }
      package func hash(into hasher: inout Hasher) { hasher.combine(key) }

      private var key: [String] {
        switch self {
        case .text(let text): ["text", text]
        case .piece(let piece): ["piece", piece.text]
        case .tar(let members): ["tar"] + members.flatMap { [$0.name, $0.text] }
        }
      }
    }

    /// Its name.
    package let name: String
    /// Its content.
    package let content: Content

    init(_ name: String, _ text: String) {
      self.name = name
      content = .text(text)
    }

    init(_ name: String, _ piece: JudgeRule.Example) {
      self.name = name
      content = .piece(piece)
    }

    init(tar name: String, _ members: [(name: String, text: String)]) {
      self.name = name
      content = .tar(members)
    }

    /// The whole text; nil for an archive.
    package var text: String? {
      switch content {
      case .text(let text): text
      case .piece(let piece): piece.document
      case .tar: nil
      }
    }

    /// The members of an archive; none for another file.
    package var members: [(name: String, text: String)] {
      if case .tar(let members) = content { members } else { [] }
    }
  }

  /// One line.
  package enum Step: Sendable, Hashable {
    /// A call of the program; words are parted by single blanks.
    case run(String)
    /// Writes a text in the place of the first one in a file that fits a basic regular expression, which has no backslash.
    case replace(String, with: String, in: String)
    /// Overwrites eight bytes at an offset of a file with the letter A.
    case overwrite(String, at: Int)
    /// Cuts bytes off the end of a file.
    case cut(String, by: Int)

    /// The line as it is typed.
    package var line: String {
      switch self {
      case .run(let line): line
      case .replace(let old, let new, let file): "sed -i 's|\(old)|\(new)|' \(file)"
      case .overwrite(let file, let offset):
        "printf AAAAAAAA | dd of=\(file) bs=1 seek=\(offset) conv=notrunc"
      case .cut(let file, let count): "truncate -s -\(count) \(file)"
      }
    }
  }

  /// The files.
  package let files: [File]
  /// The lines, in order.
  package let steps: [Step]

  init(_ files: [File], _ steps: [Step]) {
    self.files = files
    self.steps = steps
  }

  init(_ files: [File], _ lines: String...) {
    self.init(files, lines.map { .run($0) })
  }
}
