internal import CXFFormats
internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultItem {
  /// The attachments of an incoming item that this one needs when both have become one, each under the identifier that
  /// its file has there: two items may have the same file, of which only one has the bytes.
  ///
  /// - Parameter merged: What both items became.
  func missingAttachments(of incoming: VaultItem, in merged: Item) -> [VaultAttachment] {
    guard !incoming.attachments.isEmpty else { return [] }
    let files = merged.files
    var held = Set(attachments.map(AttachmentKey.init))
    var missing: [VaultAttachment] = []
    for var attachment in incoming.attachments {
      if !files.contains(where: { $0.id == attachment.file && $0.integrityHash.bytes == attachment.sha256 }) {
        let same = files.first { $0.integrityHash.bytes == attachment.sha256 }
        attachment.file = same?.id ?? attachment.file
      }
      if held.insert(AttachmentKey(attachment)).inserted { missing.append(attachment) }
    }
    return missing
  }

  /// Whether the bytes of each attachment of the other one are here.
  func holdsAttachments(of other: VaultItem) -> Bool {
    guard !other.attachments.isEmpty else { return true }
    let held = Set(attachments.map(AttachmentKey.init))
    return other.attachments.allSatisfy { held.contains(AttachmentKey($0)) }
  }
}

/// What makes two attachments one: the file's identifier and its bytes, wherever they are kept.
private struct AttachmentKey: Hashable {
  private let file: Identifier
  private let sha256: [UInt8]

  init(_ attachment: VaultAttachment) {
    file = attachment.file
    sha256 = attachment.sha256
  }
}
