internal import CXFCrypto
internal import CXFFormats
internal import CXFKeePass
internal import CredentialExchangeFormat

/// Reads what an entry of a document holds.
struct EntryReader {
  let document: KeePassDocument
  /// The pool of attached files.
  let binaries: [KDBXBinary]
  private var xml: XMLOutline { document.xml }

  init(_ document: KeePassDocument, _ inner: KDBXInnerHeader) {
    self.document = document
    binaries = inner.binaries
  }

  /// The content of an entry.
  ///
  /// - Parameter skipping: digests of earlier versions that are not to be seen; see ``EntryReader/digest(ofVersion:)``.
  func content(
    of element: Int, uuid: [UInt8], isTrashed: Bool, skipping: Set<[UInt8]> = []
  ) -> KeePassEntryContent {
    var content = KeePassEntryContent(uuid: uuid)
    content.isTrashed = isTrashed
    var child = element + 1
    while child < xml.elements[element].end {
      switch xml.elements[child].name {
      case "IconID": content.icon = document.text(of: child).flatMap { Int($0.string) } ?? 0
      case "Tags": content.tags = document.text(of: child) ?? ""
      case "Times": readTimes(child, &content)
      case "String": if let field = field(child) { content.fields.append(field) }
      case "Binary": if let attachment = attachment(child) { content.attachments.append(attachment) }
      case "CustomData": content.customData += data(child)
      case "History":
        for version in xml.children(of: child, named: "Entry") {
          if !skipping.isEmpty, skipping.contains(digest(ofVersion: version)) { continue }
          content.history.append(self.version(version))
        }
      default: break
      }
      child = xml.elements[child].end
    }
    return content
  }

  private func readTimes(_ times: Int, _ content: inout KeePassEntryContent) {
    content.created = moment(times, "CreationTime")
    content.modified = moment(times, "LastModificationTime")
    if document.text(of: times, child: "Expires").map(KeePassElements.isTrue) ?? false {
      content.expires = moment(times, "ExpiryTime")
    }
  }

  func moment(_ times: Int, _ name: Text) -> UInt64? {
    document.text(of: times, child: name).flatMap { KeePassTime.seconds($0) }.flatMap { UInt64(exactly: $0) }
  }

  private func field(_ element: Int) -> KeePassEntryContent.Field? {
    guard let value = xml.child(of: element, named: "Value") else { return nil }
    return KeePassEntryContent.Field(
      key: document.text(of: element, child: "Key") ?? "", value: document.text(of: value) ?? "",
      isProtected: document.isProtected(value))
  }

  private func attachment(_ element: Int) -> KeePassEntryContent.Attachment? {
    guard let bytes = attachedBytes(element) else { return nil }
    return KeePassEntryContent.Attachment(
      name: document.text(of: element, child: "Key") ?? "", source: .bytes(bytes))
  }

  /// The bytes of a `Binary`; nil where it leads nowhere.
  func attachedBytes(_ element: Int) -> [UInt8]? {
    guard let value = xml.child(of: element, named: "Value") else { return nil }
    guard let reference = xml.attribute("Ref", of: value) else { return nil }
    guard let number = Int(String(decoding: reference, as: UTF8.self)), binaries.indices.contains(number)
    else {
      return nil
    }
    return binaries[number].bytes
  }

  /// SHA-256 of the files that are named in an entry and its versions, in their order; zeros for one that is not there.
  func files(of element: Int) -> [[UInt8]] {
    (element..<xml.elements[element].end).filter { xml.elements[$0].name == "Binary" }.map {
      attachedBytes($0).map { KeePassDigest.full($0) } ?? Self.noFile
    }
  }

  static var noFile: [UInt8] { [UInt8](repeating: 0, count: 32) }

  private func data(_ element: Int) -> [KeePassEntryContent.Datum] {
    xml.children(of: element, named: "Item").compactMap { item in
      guard let key = document.text(of: item, child: "Key") else { return nil }
      return KeePassEntryContent.Datum(key: key, value: document.text(of: item, child: "Value") ?? "")
    }
  }

  private func version(_ element: Int) -> KeePassEntryContent.Version {
    KeePassEntryContent.Version(
      fields: xml.children(of: element, named: "String").compactMap { field($0) },
      modified: xml.child(of: element, named: "Times").flatMap { moment($0, "LastModificationTime") })
  }

  /// The passwords that an entry and its earlier versions have.
  func passwords(of element: Int) -> Set<Text> {
    let versions = xml.children(of: element, named: "History").flatMap {
      xml.children(of: $0, named: "Entry")
    }
    return Set(
      ([element] + versions).flatMap { version($0).fields }.filter { $0.key == "Password" }.map(\.value))
  }

  /// What tells an earlier version: its fields and when it was made.
  func digest(ofVersion element: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ text: [UInt8]) {
      bytes.append(contentsOf: withUnsafeBytes(of: UInt64(text.count).bigEndian) { Array($0) })
      bytes += text
    }
    let made = xml.child(of: element, named: "Times").flatMap { moment($0, "LastModificationTime") } ?? 0
    append(Array("\(made)".utf8))
    // Other programs put the fields into another order, and add those that are empty.
    let fields = xml.children(of: element, named: "String").map { string in
      ["Key", "Value"].map { name in xml.child(of: string, named: name).map { document.bytes(of: $0) } ?? [] }
    }
    for field in fields.filter({ !$0[1].isEmpty }).sorted(by: { $0[0].lexicographicallyPrecedes($1[0]) }) {
      field.forEach(append)
    }
    return KeePassDigest.short(bytes)
  }
}
