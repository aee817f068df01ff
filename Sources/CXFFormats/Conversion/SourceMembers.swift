internal import CXFArchiving
package import CredentialExchangeFormat

/// Named files that are one export together: the members of a zip file, or the files of a folder.
package struct SourceMembers: Sendable {
  /// One of the files.
  package struct Member: Sendable {
    /// Its path within the export, with slashes.
    package var name: String
    /// Its bytes. Those of a zip file's member prove right, or throw, with their last piece.
    package var content: any ByteContent
    /// What stands in a message for the member.
    fileprivate var source: String

    /// The name without folders.
    package var lastName: String {
      name.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? name
    }

    /// Returns all bytes.
    ///
    /// - Parameter limit: the most that there may be.
    /// - Throws: `FormatError`.
    package func bytes(limit: Int = SourceMembers.documentLimit) throws(FormatError) -> [UInt8] {
      do {
        return try content.readAll(limit: limit)
      } catch let error as ZipError {
        throw SourceMembers.damaged(source, error)
      } catch is ByteLimitError {
        throw FormatError(
          .damaged,
          Finding(
            .archiveDamaged, file: source, position: SourcePosition(member: name),
            message: "\(name) has more than \(limit) bytes", action: .failed),
          hint: "no export has a document of that size")
      } catch {
        throw FormatError(
          .unreadable,
          Finding(
            .archiveDamaged, file: source, position: SourcePosition(member: name),
            message: "\(name) cannot be read", action: .failed), cause: error)
      }
    }
  }

  /// The files, in the order of the archive or by name.
  package let all: [Member]
  private let places: [String: Int]

  /// The most bytes of a member that is read whole.
  package static let documentLimit = 1 << 30

  private init(_ members: [Member]) {
    all = members
    places = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads the directory of a zip file.
  ///
  /// - Throws: `FormatError` of kind `damaged`.
  package init(zip file: SourceFile) throws(FormatError) {
    do throws(ZipError) {
      // Names only tell members apart here; no file is ever written under one.
      let archive = try ZipArchive(file.content, limits: .foreignByName)
      self.init(
        archive.directory.entries.filter { $0.kind == .file }.map { entry in
          Member(name: entry.name, content: archive.content(of: entry), source: file.name)
        })
    } catch {
      throw Self.damaged(file.name, error)
    }
  }

  /// Takes the files of a folder.
  ///
  /// - Parameters:
  ///   - folder: its name for messages.
  ///   - files: their paths within it, and what is in them.
  package init(folder: String, files: [(name: String, content: any ByteContent)]) {
    self.init(files.map { Member(name: $0.name, content: $0.content, source: folder) })
  }

  /// Returns the member with that path.
  package subscript(_ name: String) -> Member? { places[name].map { all[$0] } }

  /// Whether a file that begins with these bytes is a zip file.
  package static func isZip(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  fileprivate static func damaged(_ file: String, _ error: ZipError) -> FormatError {
    FormatError(
      error.cause == nil ? .damaged : .unreadable,
      Finding(
        .archiveDamaged, file: file, position: SourcePosition(member: error.entry),
        message: "the zip file is not as it must be: \(error.words)", action: .failed),
      hint: "export it again; it was damaged, or changed by another program", cause: error.cause)
  }
}

extension FindingCode {
  /// An archive, or a member of one, that cannot be read.
  package static let archiveDamaged = FindingCode("archive-damaged", .error)
}
