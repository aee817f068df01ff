package import CredentialExchangeFormat

// Nearly all entries of a database are a login with a note, perhaps, and nothing else. For those there is a short way in both
// directions, which tests compare with the long one; an item or entry that is the least bit different takes the latter.
extension KeePassEntryContent {
  /// The entry of an item that is a login and nothing else, as the long way makes it; nil for any other.
  package static func plainContent(of item: Item, _ options: Options = Options()) -> KeePassEntryContent? {
    guard item.extensions.isEmpty, item.tags.isEmpty, item.credentials.count <= 2 else { return nil }
    var content = KeePassEntryContent(uuid: KeePassUUID.of(item.id))
    var values: [Text] = [item.title, "", "", "", ""]
    for credential in item.credentials {
      switch credential {
      case .basicAuth(let login):
        values[1] = login.username?.value ?? ""
        values[2] = login.password?.value ?? ""
      case .note(let note): values[4] = note.content.value
      default: return nil
      }
    }
    if let url = item.scope?.urls.first { values[3] = url }
    guard
      values.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "{")) && KeePassXMLText.isSafe($0) })
    else { return nil }
    content.fields = zip(KeePassNames.standard, values).map { key, value in
      Field(key: key, value: value, isProtected: key == "Password")
    }
    if let created = item.createdAt?.secondsSince1970, KeePassTimes.isExact(created) {
      content.created = created
    }
    if let modified = item.modifiedAt?.secondsSince1970, KeePassTimes.isExact(modified) {
      content.modified = modified
    }
    if case .note = item.credentials.first { content.icon = 7 }
    var wanted = item
    if !options.keepsID { wanted.id = Identifier(content.uuid) }
    return plainItem(from: content) == wanted ? content : nil
  }

  /// The item of an entry that is a login and nothing else, as the long way reads it; nil for any other.
  package static func plainItem(from content: KeePassEntryContent) -> Item? {
    guard content.tags.isEmpty, content.customData.isEmpty, content.attachments.isEmpty,
      content.history.isEmpty, content.expires == nil, !content.isTrashed,
      [content.created, content.modified].allSatisfy({ $0.map(KeePassTimes.isExact) ?? true })
    else { return nil }
    var values: [Text?] = [nil, nil, nil, nil, nil]
    for field in content.fields {
      guard let place = KeePassNames.standard.firstIndex(of: field.key), values[place] == nil else {
        return nil
      }
      values[place] = field.value
    }
    guard let title = values[0], !title.isEmpty else { return nil }
    var item = Item(
      id: Identifier(content.uuid), createdAt: content.created.map { Timestamp($0) },
      modifiedAt: content.modified.map { Timestamp($0) }, title: title)
    func value(_ place: Int) -> Text? { values[place].flatMap { $0.isEmpty ? nil : $0 } }
    if let url = value(3) {
      guard isPlainAddress(url) else { return nil }
      item.scope = CredentialScope(urls: [url])
    }
    if value(1) != nil || value(2) != nil {
      item.credentials.append(
        .basicAuth(
          BasicAuth(
            username: value(1).map { EditableField(fieldType: .string, value: $0) },
            password: value(2).map { EditableField(fieldType: .concealedString, value: $0) })))
    }
    if let note = value(4) {
      item.credentials.append(.note(Note(content: EditableField(fieldType: .string, value: note))))
    }
    return item
  }

  /// Whether an address is taken as it is by every reader: a scheme of the web, a host with a dot, and a path without anything
  /// unusual.
  private static func isPlainAddress(_ url: Text) -> Bool {
    var rest = url.utf8[...]
    guard let scheme = ["https://", "http://"].first(where: { rest.starts(with: $0.utf8) }) else {
      return false
    }
    rest = rest.dropFirst(scheme.utf8.count)
    let host = rest.prefix { $0 != UInt8(ascii: "/") }
    func isLetterOrDigit(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || ASCIIBytes.isDigit(byte) }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isLetterOrDigit) }),
      // Not a number, which may be an address of the network.
      labels.last?.contains(where: { !ASCIIBytes.isDigit($0) }) ?? false
    else { return false }
    return rest.dropFirst(host.count).allSatisfy {
      isLetterOrDigit($0 | 0x20) || [0x2F, 0x2D, 0x5F, 0x2E].contains($0)
    }
  }
}
