internal import CXFCrypto
internal import CredentialExchangeFormat

// Values that have parts.
extension OnePasswordItemReader {
  /// Takes a postal address; of a second one the parts become custom fields.
  mutating func readPostalAddress(_ value: SourceView, _ title: SourceView?, _ group: OnePasswordGroup) {
    let isFirst = builder.parts.address.streetAddress == nil && builder.parts.address.city == nil
    for part in value.children where part.isValue {
      if isFirst, let place = Self.addressPlaces[part.name] {
        builder.takeMember(part, place)
      } else {
        keep(
          part, .string, Text("\(title?.text.string ?? "address") \(part.name.string)"), group: group.take())
      }
    }
    guard let title, title.isValue else { return }
    if isFirst, !Self.isSame(title.text, "address") {
      keep(title, .string, "Name of the address", group: group.take())
    } else {
      title.isStructural = true
    }
  }

  private static let addressPlaces: [Text: Place] = [
    "street": "address.streetAddress", "street1": "address.streetAddress", "city": "address.city",
    "state": "address.territory", "region": "address.territory", "zip": "address.postalCode",
    "country": "address.country",
  ]

  /// Takes a pointer at another item.
  mutating func readReference(_ value: SourceView, _ title: SourceView?, _ group: OnePasswordGroup) {
    guard let id = value.peek, let target = context.titles[id], id.utf8.count <= Identifier.maximumCount
    else {
      put(value, .string, title: title, group: group)
      return
    }
    let identifier = Identifier(Array(id.utf8))
    builder.item.credentials.append(.itemReference(ItemReference(reference: LinkedItem(item: identifier))))
    value.convert(
      to: "item-reference.reference.item", as: Text(identifier.base64URL), .bytesRespelled,
      "\(value.label) stands as a reference to that item")
    guard let title, title.isValue else { return }
    if title.text == target {
      // It follows the title of the item that it points at.
      title.isStructural = true
    } else {
      keep(title, .string, "Name of the related item", group: group.take())
    }
  }

  /// Takes an SSH key with what the product says of it.
  mutating func readKey(_ value: SourceView, _ title: SourceView?, _ group: OnePasswordGroup) {
    title?.markStructure()
    guard let text = value.kind == .object ? value["privateKey"] : value, text.isValue else { return }
    let before = builder.parts.sshKeys.count
    builder.apply(.sshKey, text)
    guard value.kind == .object, let metadata = value["metadata"] else { return }
    metadata["keyType"]?.markStructure()
    if let copy = metadata["privateKey"], copy.isValue, copy.text == text.text {
      copy.convert(
        to: text.trace?.place ?? .absent, as: text.trace?.text ?? "", .repeatedValue,
        "\(copy.label) repeats the key")
    }
    let key =
      builder.parts.sshKeys.count > before ? try? CXFCrypto.SSHKey(text: text.text.string) : nil
    BitwardenSSHKey.keepPublicParts(
      publicKey: metadata["publicKey"], fingerprint: metadata["fingerprint"], of: key, in: &builder.item)
  }

  /// Takes an attached file: its name, its length, and the identifier by which its bytes are found.
  mutating func readFile(
    _ value: SourceView, name nameView: SourceView?, title: SourceView?, group: OnePasswordGroup?
  ) {
    let idView = value["documentId"]
    idView?.isStructural = true
    let id = idView?.text ?? ""
    let name = nameView?.peek ?? title?.peek ?? id
    let size = value["decryptedSize"]
    if let content = context.file(id) {
      attach(content, name, id: id, nameView, size)
    } else {
      builder.missAttachment(name)
      if let nameView { keep(nameView, .string, "File", group: group?.take()) }
      size?.isStructural = true
    }
    guard let title, title.isValue else { return }
    if title.text == name {
      title.isStructural = true
    } else {
      keep(title, .string, Text("Label of \(name.string)"), group: group?.take())
    }
  }

  /// Attaches a file, and settles what the item says of it.
  mutating func attach(
    _ content: any ByteContent, _ name: Text, id: Text, _ nameView: SourceView?, _ size: SourceView?
  ) {
    let identifier = id.isEmpty ? nil : Identifier(Array(id.utf8))
    guard builder.attach(name: name, id: identifier, content: content), let file = builder.attachments.last
    else {
      if let nameView { keep(nameView, .string, "File") }
      size?.isStructural = true
      return
    }
    _ = nameView?.take(to: "file.name")
    let count = Text(String(file.content.count))
    if let size, size.isValue, size.text != count {
      size.convert(
        to: "file.decryptedSize", as: count, .attachmentDamaged,
        "the file \(name.string) has another length than the item says")
    } else {
      _ = size?.take(to: "file.decryptedSize")
    }
  }
}
