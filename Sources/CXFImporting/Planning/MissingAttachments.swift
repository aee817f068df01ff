internal import CXFVaults
internal import CredentialExchangeFormat

extension VaultItem {
  /// The attachments of an incoming item that this one needs when both have become one, each under the identifier that
  /// its file has there: two items may have the same file, of which only one has the bytes.
  ///
  /// - Parameter merged: What both items became.
  func missingAttachments(of incoming: VaultItem, in merged: Item) -> [VaultAttachment] {
    guard !incoming.attachments.isEmpty else { return [] }
    let files = merged.credentials.compactMap { credential in
      if case .file(let file) = credential { file } else { nil }
    }
    var held = Set(attachments.map(\.file))
    var missing: [VaultAttachment] = []
    for var attachment in incoming.attachments {
      if !files.contains(where: { $0.id == attachment.file }) {
        let same = files.first { $0.integrityHash.bytes == attachment.sha256 }
        attachment.file = same?.id ?? attachment.file
      }
      if held.insert(attachment.file).inserted { missing.append(attachment) }
    }
    return missing
  }
}
