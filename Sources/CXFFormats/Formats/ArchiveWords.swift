package import CXFArchiving

extension TarError {
  /// What is wrong, in a phrase for people; foreign names are left out.
  package var words: String {
    switch reason {
    case .unreadable: "it cannot be read"
    case .truncated: "it ends too early"
    case .trailingBytes: "something follows its end"
    case .notHeader, .checksum, .number, .extendedHeader: "a header at byte \(offset) is damaged"
    case .specialKind: "it holds a link or a device"
    case .sparse: "it holds a file with holes"
    case .kindMismatch: "an entry is neither file nor folder"
    case .name: "a name in it is unsafe"
    case .duplicate: "a name is in it twice"
    case .collision: "two names in it differ only by case or by spelling"
    case .tooManyEntries: "it has too many entries"
    case .entryTooLarge: "an entry is too large"
    case .totalTooLarge: "it is too large"
    }
  }
}
