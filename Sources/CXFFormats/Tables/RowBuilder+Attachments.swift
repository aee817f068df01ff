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
    do throws(UnreadableAttachment) {
      try item.attach(name: name, id: id, content: content, to: &attachments)
      return true
    } catch {
      findings.append(finding(.attachmentDamaged, error.message, .lost, field: name.string))
      return false
    }
  }

  /// Says that a file that the item names is not in the source.
  mutating func missAttachment(_ name: Text) {
    findings.append(
      finding(.attachmentMissing, "the file is not in the source", .kept, field: name.string))
  }
}
