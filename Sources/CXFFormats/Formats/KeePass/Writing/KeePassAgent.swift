internal import CXFCrypto
internal import CredentialExchangeFormat

/// SSH keys as the agents of KeePass and KeePassXC find them: an attached file, and another one that names it.
enum KeePassAgent {
  static let settingsName: Text = "KeeAgent.settings"

  /// The file for a key, in OpenSSH's format; nil where it would not be read back as the same key.
  static func file(of key: CredentialExchangeFormat.SSHKey) -> (name: Text, bytes: [UInt8])? {
    let comment = key.keyComment?.string ?? ""
    guard let parsed = try? CXFCrypto.SSHKey(pkcs8: key.privateKey.bytes, comment: comment),
      let text = try? parsed.openSSHText(), self.key(in: Array(text.utf8)) == key.privateKey.bytes
    else { return nil }
    let algorithm = parsed.algorithm.name
    let name = ["ed25519", "rsa"].first { algorithm.utf8.elementsEqual("ssh-\($0)".utf8) } ?? "ecdsa"
    return (Text("id_\(name)"), Array(text.utf8))
  }

  /// The key in a file, as PKCS #8; nil where there is none.
  static func key(in bytes: [UInt8]) -> [UInt8]? { (try? CXFCrypto.SSHKey(bytes: bytes))?.pkcs8 }

  /// The settings that let an agent use an attached key. It is not loaded before somebody asks for it.
  ///
  /// - Returns: UTF-16, which all programs of the family read.
  static func settings(for name: Text) -> [UInt8] {
    let no = ["RemoveAtDatabaseClose", "UseConfirmConstraintWhenAdding", "UseLifetimeConstraintWhenAdding"]
      .map { "<\($0)>false</\($0)>" }.joined()
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n"
      + "<EntrySettings xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" "
      + "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
      + "<AllowUseOfSshKey>true</AllowUseOfSshKey><AddAtDatabaseOpen>false</AddAtDatabaseOpen>\(no)"
      + "<LifetimeConstraintDuration>600</LifetimeConstraintDuration><Location>"
      + "<SelectedType>attachment</SelectedType><AttachmentName>\(name.string)</AttachmentName>"
      + "<SaveAttachmentToTempFile>false</SaveAttachmentToTempFile><FileName /></Location></EntrySettings>\n"
    return [0xFF, 0xFE]
      + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}

extension KeePassEntryWriter {
  /// Attaches the first SSH key of an item, with the settings of an agent.
  mutating func writeAgentKey(_ path: [Text]) {
    guard let place = path.last.flatMap({ Int($0.string) }), item.credentials.indices.contains(place),
      case .sshKey(let key) = item.credentials[place], !hasAttachment(named: KeePassAgent.settingsName),
      !item.files.contains(where: { $0.name == KeePassAgent.settingsName }),
      let file = KeePassAgent.file(of: key), !item.files.contains(where: { $0.name == file.name })
    else { return }
    let settings = KeePassAgent.settings(for: file.name)
    attach(.init(name: file.name, source: .bytes(file.bytes)))
    attach(.init(name: KeePassAgent.settingsName, source: .bytes(settings)))
    note(path, in: file.name, .agent, digest: KeePassKept.digest(file.bytes))
    note([], in: KeePassAgent.settingsName, .settings, digest: KeePassKept.digest(settings))
    root.at(path)?["privateKey"]?.convert(
      to: "Binary", as: file.name, .keptInKeePassForm, "the key is an attached file, which an agent may use")
  }
}

extension KeePassJoin {
  /// Takes the files of an agent that stand for a credential.
  ///
  /// - Parameter content: the bytes of an attached file.
  /// - Returns: the attachments that are no files of the user's.
  mutating func readAgent(_ content: (KeePassEntry.Attachment) -> [UInt8]?) -> [KeePassEntry.Attachment] {
    var claimed: [KeePassEntry.Attachment] = []
    for position in kept.positions where position.form == .agent || position.form == .settings {
      let found = entry.attachments.first { $0.name == position.field }
      let bytes = found.flatMap(content)
      if let found, let bytes, position.digest == KeePassKept.digest(bytes), fill(position, bytes) {
        found.nameView?.markStructure()
        found.valueView?.markStructure()
        claimed.append(found)
      } else if position.form == .agent {
        // Another key, which is read from its file, or none.
        giveUpCredential(position)
      }
    }
    return claimed
  }

  private mutating func fill(_ position: KeePassKept.Position, _ bytes: [UInt8]) -> Bool {
    guard position.form == .agent else { return true }
    guard let leaf = model.root.at(position.path + ["privateKey"]), let key = KeePassAgent.key(in: bytes)
    else {
      return false
    }
    replace(leaf, with: Text(Base64URL.encode(key)))
    return true
  }
}
