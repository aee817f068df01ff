internal import CXFArchiving
package import CredentialExchangeFormat

/// The bytes of a file cannot be read.
package struct UnreadableAttachment: Error {
  /// What is said of it.
  package let message: String
}

extension Item {
  /// Attaches a file. It is read once, for its length and hash.
  ///
  /// - Parameters:
  ///   - name: the name of the file, as the user knows it.
  ///   - id: its identifier in the source; nil where it has none.
  ///   - content: its bytes.
  ///   - attachments: the files of the item, to which it is added.
  package mutating func attach(
    name: Text, id: Identifier? = nil, content: any ByteContent, to attachments: inout [ItemAttachment]
  ) throws(UnreadableAttachment) {
    let measured: AttachmentContent
    do {
      measured = try AttachmentContent(measuring: content)
    } catch {
      let reason = (error as? ZipError)?.words ?? "its bytes cannot be read"
      throw UnreadableAttachment(message: "the file is left out: \(reason)")
    }
    var file = id ?? Identifier(measured.sha256)
    if file.bytes.count > Identifier.maximumCount { file = Identifier(measured.sha256) }
    var copy = 2
    // One file may be attached twice under two names.
    while attachments.contains(where: { $0.file == file }) {
      file = Identifier(Array(measured.sha256.prefix(32)) + Array("-\(copy)".utf8))
      copy += 1
    }
    credentials.append(
      .file(
        FileReference(
          id: file, name: name, decryptedSize: measured.count, integrityHash: OpaqueBytes(measured.sha256))))
    attachments.append(ItemAttachment(file: file, content: measured))
  }
}
