internal import CXFCrypto
internal import CredentialExchangeFormat

extension SourceRecord {
  /// A record over an entry, as it would stand in XML.
  convenience init(_ content: KeePassEntryContent) {
    self.init()
    let root = open("Entry", in: -1)
    add("UUID", Text(Base64.encode(content.uuid)), in: root)
    if !content.tags.isEmpty { add("Tags", content.tags, in: root) }
    let times = open("Times", in: root)
    if let created = content.created { add("CreationTime", KeePassTimes.text(created), in: times) }
    if let modified = content.modified { add("LastModificationTime", KeePassTimes.text(modified), in: times) }
    if let expires = content.expires { add("ExpiryTime", KeePassTimes.text(expires), in: times) }
    add("Expires", content.expires == nil ? "False" : "True", in: times)
    close(times)
    for field in content.fields { add(field, in: root) }
    for attachment in content.attachments {
      guard case .bytes(let bytes) = attachment.source else { continue }
      let binary = open("Binary", in: root)
      add("Key", attachment.name, in: binary)
      add("Value", Text(Base64.encode(bytes)), in: binary)
      close(binary)
    }
    if !content.customData.isEmpty {
      let data = open("CustomData", in: root)
      for datum in content.customData {
        let item = open("Item", in: data)
        add("Key", datum.key, in: item)
        add("Value", datum.value, in: item)
        close(item)
      }
      close(data)
    }
    if !content.history.isEmpty {
      let history = open("History", in: root)
      for version in content.history {
        let entry = open("Entry", in: history)
        if let modified = version.modified {
          let times = open("Times", in: entry)
          add("LastModificationTime", KeePassTimes.text(modified), in: times)
          close(times)
        }
        for field in version.fields { add(field, in: entry) }
        close(entry)
      }
      close(history)
    }
    close(root)
    finishTree(.none)
  }

  private func add(_ field: KeePassEntryContent.Field, in parent: Int) {
    let string = open("String", in: parent)
    add("Key", field.key, in: string)
    if field.isProtected { add("Value@ProtectInMemory", "True", in: string) }
    add("Value", field.value, in: string)
    close(string)
  }

  private func open(_ name: Text, in parent: Int) -> Int {
    append(Node(name: name, kind: .object, text: "", offset: 0, parent: parent, end: 0))
  }

  private func add(_ name: Text, _ text: Text, in parent: Int) {
    let index = append(Node(name: name, kind: .string, text: text, offset: 0, parent: parent, end: 0))
    nodes[index].end = index + 1
  }

  private func close(_ index: Int) { nodes[index].end = nodes.count }
}
