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

extension ZipError {
  /// What is wrong, in a phrase for people; foreign names are left out.
  package var words: String {
    switch reason {
    case .unreadable: "it cannot be read"
    case .noEndRecord: "it is no zip file, is cut off, or something follows its end"
    case .ambiguousEnd: "it can be read in several ways"
    case .comment: "it has a comment"
    case .multipleDisks: "it is a part of several files"
    case .zip64, .directoryPlace, .directoryRecord, .countMismatch, .extraField: "its directory is damaged"
    case .directoryTooLarge, .tooManyEntries: "it has too many entries"
    case .localHeader, .localMismatch, .dataDescriptor, .outOfBounds:
      "an entry and the directory contradict each other"
    case .encrypted: "an entry is encrypted"
    case .method(let number): "an entry is packed by method \(number), which is not known"
    case .flags: "an entry has flags that are not known"
    case .name: "a name in it is unsafe"
    case .duplicate: "a name is in it twice"
    case .collision: "two names in it differ only by case or by spelling"
    case .specialKind: "it holds a link or a device"
    case .kindMismatch: "an entry is neither file nor folder"
    case .overlap: "two entries overlap"
    case .gap: "it holds bytes that belong to no entry"
    case .entryTooLarge: "an entry is too large"
    case .totalTooLarge: "it is too large"
    case .ratio: "an entry unpacks to far more than it is, as only attacks do"
    case .sizeMismatch, .checksum, .damagedData: "the data of an entry are damaged"
    }
  }
}
