/// Where a folder is: its name and those of the folders around it, outermost first.
///
/// Folder names, other than everything else here, compare by canonical equivalence, as `String` does: "é" in
/// one and in two code points is one folder, for file systems and products rewrite names so. Case always
/// counts.
package struct FolderPath: Sendable, Hashable {
  /// The names from the outermost to the folder's own; empty for "no folder".
  package var names: [String]

  /// Creates a path from names that are taken as they are.
  package init(_ names: [String] = []) {
    self.names = names
  }

  /// Whether this is no folder at all.
  package var isEmpty: Bool { names.isEmpty }
}

extension FolderPath {
  /// How a product writes a path as one text.
  package struct Style: Sendable, Hashable {
    /// How a name that holds the separator is written.
    package enum Escape: Sendable, Hashable {
      /// It cannot be told apart.
      case none
      /// The separator is doubled.
      case doubled
      /// This ASCII byte stands before the separator; before anything else it is an ordinary character.
      case prefixed(UInt8)
    }

    /// The ASCII byte between names.
    package var separator: UInt8
    /// How a name that holds the separator is written.
    package var escape: Escape

    /// Creates a style.
    package init(separator: UInt8, escape: Escape = .none) {
      self.separator = separator
      self.escape = escape
    }

    /// `A/B` (Bitwarden, KeePassXC, RoboForm, NordPass).
    package static let slash = Style(separator: UInt8(ascii: "/"))
    /// `A\B` (LastPass, Secret Server).
    package static let backslash = Style(separator: UInt8(ascii: "\\"))
    /// `A\B` with `\\` for a backslash in a name (Keeper).
    package static let doubledBackslash = Style(separator: UInt8(ascii: "\\"), escape: .doubled)
    /// `A.B` with `\.` for a dot in a name (Password Safe).
    package static let escapedDot = Style(
      separator: UInt8(ascii: "."), escape: .prefixed(UInt8(ascii: "\\")))
  }

  /// A path taken from one text.
  package struct Reading: Sendable, Hashable {
    /// The path.
    package var path: FolderPath
    /// How many empty names between, before or behind separators were left out.
    package var emptyParts: Int
    /// Whether there were more than `maximumDepth` names, so that the last one holds the rest unparted.
    package var isTooDeep: Bool
  }

  /// A path as one text.
  package struct Writing: Sendable, Hashable {
    /// The text.
    package var text: String
    /// Whether the product reads the same names from it. If not, a name is empty or holds the separator.
    package var isExact: Bool
  }

  /// The depth at which names are no longer parted, so that a hostile text builds no endless tree.
  package static let maximumDepth = 100

  /// Takes a path apart. Empty names, so also a leading or trailing separator, make no folder; blanks count.
  package static func split(_ text: String, style: Style) -> Reading {
    var reading = Reading(path: FolderPath(), emptyParts: 0, isTooDeep: false)
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return reading }
    var name: [UInt8] = []
    var index = 0
    while index <= bytes.count {
      if index < bytes.count, let literal = style.literal(in: bytes, at: index) {
        name.append(style.separator)
        index += literal
      } else if index < bytes.count, bytes[index] != style.separator {
        name.append(bytes[index])
        index += 1
      } else {
        if name.isEmpty {
          reading.emptyParts += 1
        } else {
          reading.path.names.append(ASCIIBytes.text(name))
          name = []
        }
        index += 1
        if reading.path.names.count == maximumDepth - 1, index < bytes.count {
          reading.addRest(ASCIIBytes.text(bytes[index...]), style: style)
          return reading
        }
      }
    }
    return reading
  }

  /// Writes the path as one text.
  package func joined(style: Style) -> Writing {
    let separator = ASCIIBytes.text([style.separator])
    let text = names.map { style.escaped($0) }.joined(separator: separator)
    let back = FolderPath.split(text, style: style)
    let isExact =
      back.path.names.count == names.count
      && zip(back.path.names, names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    return Writing(text: text, isExact: isExact)
  }
}

extension FolderPath.Reading {
  /// Adds what is left as the last name; it stays unparted when it holds more than one.
  fileprivate mutating func addRest(_ rest: String, style: FolderPath.Style) {
    path.names.append(rest)
    isTooDeep = rest.utf8.contains(style.separator)
  }
}

extension FolderPath.Style {
  /// How many bytes at the index stand for a separator that belongs to a name, or nil.
  fileprivate func literal(in bytes: [UInt8], at index: Int) -> Int? {
    guard index + 1 < bytes.count, bytes[index + 1] == separator else { return nil }
    switch escape {
    case .none: return nil
    case .doubled: return bytes[index] == separator ? 2 : nil
    case .prefixed(let prefix): return bytes[index] == prefix ? 2 : nil
    }
  }

  fileprivate func escaped(_ name: String) -> String {
    let prefix: UInt8
    switch escape {
    case .none: return name
    case .doubled: prefix = separator
    case .prefixed(let byte): prefix = byte
    }
    return ASCIIBytes.text(name.utf8.flatMap { $0 == separator ? [prefix, $0] : [$0] })
  }
}
