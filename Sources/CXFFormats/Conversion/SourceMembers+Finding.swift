internal import CredentialExchangeFormat

// Finding the document of an export among its files.
extension SourceMembers {
  /// A file of the export, and the folder that its other files lie in.
  struct Located {
    var member: Member
    /// The path in front of it, with a slash at the end; empty at the top.
    var folder: String
  }

  /// Finds a file by the end of its path: at the top, or in the outermost folder that has one. What macOS adds does not count.
  func locate(_ path: String) -> Located? {
    let found = all.filter { member in
      guard member.name.utf8.elementsEqual(path.utf8) || member.name.hasSuffix("/\(path)") else {
        return false
      }
      return !Self.isShadow(member.name)
    }
    guard let member = found.min(by: { $0.name.utf8.count < $1.name.utf8.count }) else { return nil }
    return Located(
      member: member, folder: String(decoding: member.name.utf8.dropLast(path.utf8.count), as: UTF8.self))
  }

  /// Whether a file is one that macOS adds to archives.
  static func isShadow(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "/")).contains { part in
      part.elementsEqual("__MACOSX".utf8) || part.starts(with: "._".utf8)
        || part.elementsEqual(".DS_Store".utf8)
    }
  }
}

extension SourceMembers.Member {
  /// Returns the first bytes, or none where they cannot be read.
  func head(_ count: Int = 1 << 16) -> [UInt8] {
    guard let stream = try? content.open() else { return [] }
    var bytes: [UInt8] = []
    while bytes.count < count, let piece = try? stream.next(upTo: count - bytes.count), !piece.isEmpty {
      bytes += piece
    }
    return bytes
  }
}

extension Reading {
  /// Counts files of an export that no item names: they are lost.
  mutating func loseUnnamed(members names: [String]) {
    for name in names.sorted() {
      failedEntries.append(
        LedgerEntry(
          offset: 0, field: "attachment \(name)", fate: .lost, code: .attachmentUnnamed,
          message: "no item names the attachment \(name)"))
    }
  }
}
