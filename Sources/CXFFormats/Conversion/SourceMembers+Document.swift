internal import CredentialExchangeFormat

// Exports that are one document with files beside it.
extension SourceMembers {
  /// The files of a folder or a zip file; nil for any other file.
  ///
  /// - Throws: `FormatError` for a damaged zip file.
  package init?(in file: SourceFile) throws(FormatError) {
    if let folder = file.folder {
      self = folder
    } else if SourceMembers.isZip(file.bytes) {
      try self.init(zip: file)
    } else {
      return nil
    }
  }

  /// Finds the document: at the top, or in a folder around everything. What macOS adds to a zip file is passed over.
  ///
  /// - Parameter path: its name, perhaps with folders.
  /// - Returns: the document and the folder in which all of the export is, with a slash at its end, or empty.
  package func document(_ path: String) -> (member: Member, folder: String)? {
    let suffix = Array("/\(path)".utf8)
    let found = all.filter { member in
      !member.isShadow
        && (member.name.utf8.elementsEqual(path.utf8)
          || Array(member.name.utf8.suffix(suffix.count)) == suffix)
    }
    guard let member = found.min(by: { $0.name.utf8.count < $1.name.utf8.count }) else { return nil }
    return (member, String(decoding: member.name.utf8.dropLast(path.utf8.count), as: UTF8.self))
  }
}

extension SourceMembers.Member {
  /// Whether it is what macOS adds to archives and folders.
  package var isShadow: Bool {
    name.utf8.split(separator: UInt8(ascii: "/")).contains { part in
      part.elementsEqual("__MACOSX".utf8) || part.starts(with: "._".utf8)
        || part.elementsEqual(".DS_Store".utf8)
    }
  }
}

extension Reading {
  /// Counts attached files that no item names: they are lost.
  package mutating func loseUnnamed(_ names: [String]) {
    for name in names {
      failedEntries.append(
        LedgerEntry(
          offset: 0, field: "attachment \(name)", fate: .lost, code: .attachmentUnnamed,
          message: "no item names the attachment \(name)"))
    }
  }
}
