internal import CXFArchiving
internal import CredentialExchangeFormat

/// A CXF document with the bytes of its attachments: a pax tar that holds `cxf.json` first and then `documents/<File.id>`.
package enum CXFBundle {
  package static let format = Format(
    id: "cxf-bundle", name: "CXF 1.0 with attachments (tar)", rpID: "",
    exportSteps: "'cxf convert --to cxf-bundle', or the content of a backup: 'age -d backup.age'",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .tags,
        .favorites, .dates, .attachments,
      ], converted: [.history, .archive, .trash]),
    detect: { probe in
      isBundle(probe.bytes) ? Detection(.certain, "it is a tar that begins with \(documentName)") : nil
    },
    read: { (file, options) throws(FormatError) in try read(file, options) },
    makeWriter: { CXFWriter($0) })

  static let documentName = "cxf.json"
  static let attachmentFolder = "documents/"
  /// The most bytes of the document.
  private static let documentLimit = 1 << 30

  /// Whether a file that begins with these bytes is a bundle: a tar whose first file is the document. Folders and
  /// extended headers may stand in front of it.
  package static func isBundle(_ head: [UInt8]) -> Bool {
    TarHead.nameOfFirstFile(head).map { name in
      name.elementsEqual(documentName.utf8) || name.elementsEqual("./\(documentName)".utf8)
    } ?? false
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    do {
      let tar = try TarReader(file.content, limits: TarLimits(allowsCasePairs: true))
      guard let entry = tar.entries.first(where: { $0.kind == .file }),
        entry.name.utf8.elementsEqual(documentName.utf8)
      else {
        throw damaged(file, "the archive does not begin with \(documentName)")
      }
      let document = try tar.content(of: entry).readAll(limit: documentLimit)
      var reading = try CXFDocument.read(SourceFile(name: file.name, bytes: document), options)
      reading.isDerived = true
      var documents: [SourceDocument] = []
      for entry in tar.entries where entry.kind == .file && entry.name != documentName {
        documents.append(
          SourceDocument(
            file: try fileID(of: entry.name, file), content: try tar.content(of: entry), name: entry.name))
      }
      try reading.attach(documents)
      return reading
    } catch let error as FormatError {
      throw error
    } catch let error as TarError {
      throw damaged(file, "the archive is damaged: \(error.words)")
    } catch is ByteLimitError {
      throw damaged(file, "\(documentName) is larger than \(documentLimit) bytes")
    } catch {
      throw .reading(file, error)
    }
  }

  private static func fileID(of name: String, _ file: SourceFile) throws(FormatError) -> Identifier {
    let text = Array(name.utf8.dropFirst(attachmentFolder.utf8.count))
    let decoded = text.withUnsafeBufferPointer { Base64URL.decode($0) }
    guard name.utf8.starts(with: attachmentFolder.utf8), !text.isEmpty,
      !text.contains(UInt8(ascii: "/"))
    else {
      throw damaged(file, "the archive holds a file that no bundle has")
    }
    guard let decoded, decoded.deviation.isEmpty else { return Identifier(text) }
    return Identifier(decoded.bytes)
  }

  private static func damaged(_ file: SourceFile, _ message: String) -> FormatError {
    FormatError(
      .damaged,
      Finding(FindingCode("bundle-damaged", .error), file: file.name, message: message, action: .failed),
      hint: "export the file again; it may have been cut off or edited")
  }

  // MARK: Writing

  /// Writes a converted document and its attachments, each checked against its length and hash while it is read.
  ///
  /// - Parameters:
  ///   - timestamp: the time of every file of the archive; seconds since 1970.
  ///   - sink: takes the bytes, piece by piece. What it got is worth nothing when an error is thrown.
  /// - Throws: `AttachmentError`, `CancellationError`; what reading attachments and `sink` throw.
  package static func write(
    _ conversion: Conversion, timestamp: UInt64, to sink: @escaping ([UInt8]) throws -> Void
  ) async throws {
    let time = UInt32(clamping: timestamp)
    let writer = try TarWriter { try sink(Array($0)) }
    try writer.beginEntry(documentName, size: UInt64(conversion.bytes.count), modificationTime: time)
    try writer.append(conversion.bytes)
    try writer.endEntry()
    for document in conversion.documents {
      try writer.beginEntry(
        attachmentFolder + document.file.base64URL, size: document.content.count, modificationTime: time)
      try await document.content.forEachPiece { try writer.append($0) }
      try writer.endEntry()
    }
    try writer.finish()
  }
}

extension FormatError {
  /// The error of a source that could not be read to its end.
  static func reading(_ file: SourceFile, _ error: any Error) -> FormatError {
    FormatError(
      .unreadable,
      Finding(
        FindingCode("unreadable", .error), file: file.name, message: "the file cannot be read to its end",
        action: .failed), cause: error)
  }
}
