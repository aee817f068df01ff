internal import CXFArchiving
internal import CXFCrypto
internal import CredentialExchangeFormat

// Files that an item has in its source.
extension RowBuilder {
  /// Attaches a file. It is read once, for its length and hash.
  ///
  /// - Parameters:
  ///   - name: the name of the file, as the user knows it.
  ///   - id: its identifier in the source; nil where it has none.
  ///   - content: its bytes.
  /// - Returns: whether it could be read; a finding says so where not.
  @discardableResult
  mutating func attach(name: Text, id: Identifier? = nil, content: any ByteContent) -> Bool {
    let measured: AttachmentContent
    do {
      measured = try AttachmentContent(measuring: content)
    } catch {
      let reason = (error as? ZipError)?.words ?? "its bytes cannot be read"
      findings.append(
        finding(.attachmentDamaged, "the file is left out: \(reason)", .lost, field: name.string))
      return false
    }
    var file = id ?? Identifier(measured.sha256)
    if file.bytes.count > Identifier.maximumCount { file = Identifier(measured.sha256) }
    var copy = 2
    // One file may be attached twice under two names.
    while attachments.contains(where: { $0.file == file }) {
      file = Identifier(Array(measured.sha256.prefix(32)) + Array("-\(copy)".utf8))
      copy += 1
    }
    item.credentials.append(
      .file(
        FileReference(
          id: file, name: name, decryptedSize: measured.count, integrityHash: OpaqueBytes(measured.sha256))))
    attachments.append(ItemAttachment(file: file, content: measured))
    return true
  }

  /// Says that a file that the item names is not in the source.
  mutating func missAttachment(_ name: Text) {
    findings.append(
      finding(.attachmentMissing, "the file is not in the source", .kept, field: name.string))
  }
}
