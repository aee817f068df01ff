/// What makes the name of a member of an archive unusable.
package enum MemberNameProblem: String, Hashable, Sendable {
  /// It has no bytes.
  case empty
  /// It has more bytes than the limit.
  case tooLong
  /// It is not valid UTF-8, or has bytes above 127 where nothing says what they mean.
  case encoding
  /// A NUL or another control character.
  case controlCharacter
  /// A backslash, which some systems take for a separator of folders.
  case backslash
  /// It begins with a slash.
  case absolute
  /// It begins with a letter and a colon, which names a drive on some systems.
  case drive
  /// A component is `..`, `.` or empty, so that the name means another place than it shows.
  case component

  /// Whether it matters only to who writes a file under that name.
  var isAboutPlace: Bool { [.backslash, .absolute, .drive, .component].contains(self) }
}

/// The rules for names of members, the same for what is read and what is written.
enum MemberName {
  /// Returns what is wrong with a name, or nil; one slash at the end, as folders have, is allowed.
  static func problem(in name: String, limit: Int) -> MemberNameProblem? {
    let bytes = name.utf8
    guard let first = bytes.first else { return .empty }
    guard bytes.count <= limit else { return .tooLong }
    guard name.unicodeScalars.allSatisfy({ !isControl($0) }) else { return .controlCharacter }
    guard !bytes.contains(UInt8(ascii: "\\")) else { return .backslash }
    guard first != slash else { return .absolute }
    if isLetter(first), bytes.dropFirst().first == UInt8(ascii: ":") { return .drive }
    let path = bytes.last == slash ? bytes.dropLast() : bytes[...]
    for component in path.split(separator: slash, omittingEmptySubsequences: false)
    where component.isEmpty || component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) {
      return .component
    }
    return nil
  }

  /// C0 and C1, and delete between them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static let slash = UInt8(ascii: "/")
}
