internal import CXFFormats
internal import CXFKeePass
internal import CredentialExchangeFormat

/// What an entry says, whichever program wrote it down: its fields, tags, files, custom data, icon, expiry, settings and
/// earlier versions. When it was looked at, changed or moved last is no part of it, nor what programs add without being
/// asked: empty fields and settings that say what is the case without them.
struct EntryForm {
  private var lines: [[[UInt8]]] = []

  /// A digest that is the same for the same content.
  var digest: [UInt8] {
    var bytes: [UInt8] = []
    for line in lines.sorted(by: Self.precedes) {
      bytes.append(contentsOf: withUnsafeBytes(of: UInt32(line.count).bigEndian) { Array($0) })
      for part in line {
        bytes.append(contentsOf: withUnsafeBytes(of: UInt64(part.count).bigEndian) { Array($0) })
        bytes += part
      }
    }
    return KeePassDigest.short(bytes)
  }

  private static func precedes(_ first: [[UInt8]], _ second: [[UInt8]]) -> Bool {
    for (one, other) in zip(first, second) where one != other { return one.lexicographicallyPrecedes(other) }
    return first.count < second.count
  }

  /// The form of an entry that has only what the content says, as it is written.
  ///
  /// - Parameter modified: of an earlier version, which is told by it.
  init(_ content: KeePassEntryContent, modified: UInt64? = nil) {
    for field in content.fields where !field.value.isEmpty {
      let value = field.isProtected ? field.value : EntryFragments.safe(field.value)
      add("String", EntryFragments.safe(field.key), value)
    }
    for tag in Self.tags(EntryFragments.safe(content.tags)) { add("Tag", tag) }
    for attachment in content.attachments {
      guard case .bytes(let bytes) = attachment.source else { continue }
      lines.append(
        [Array("Binary".utf8), Array(EntryFragments.safe(attachment.name).utf8), KeePassDigest.full(bytes)])
    }
    for datum in content.customData {
      add("CustomData", EntryFragments.safe(datum.key), EntryFragments.safe(datum.value))
    }
    if content.icon != 0 { add("IconID", Text("\(content.icon)")) }
    if let expires = content.expires { add("Expires", Text("\(expires)")) }
    for version in content.history {
      var earlier = KeePassEntryContent(uuid: content.uuid)
      earlier.fields = version.fields
      add(EntryForm(earlier, modified: version.modified ?? 0))
    }
    if let modified { add("Modified", Text("\(modified)")) }
  }

  /// Adds something that the content of an entry does not know, by where it stands in it.
  mutating func add(_ parts: Text...) { lines.append(parts.map { Array($0.utf8) }) }

  /// Adds an earlier version.
  mutating func add(_ version: EntryForm) { lines.append([Array("History".utf8), version.digest]) }

  /// The single tags of a list of them, without doubles.
  static func tags(_ text: Text) -> [Text] {
    var seen: Set<Text> = []
    var tags: [Text] = []
    for part in text.utf8.split(whereSeparator: { [0x3B, 0x2C, 0x09].contains($0) }) {
      let trimmed = part.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
      let tag = Text(String(decoding: Array(trimmed), as: UTF8.self))
      if !tag.isEmpty, seen.insert(tag).inserted { tags.append(tag) }
    }
    return tags
  }
}

extension EntryReader {
  /// What an entry of the document says.
  func form(of element: Int) -> EntryForm { form(of: element, isVersion: false) }

  private func form(of element: Int, isVersion: Bool) -> EntryForm {
    var content = content(of: element, uuid: [], isTrashed: false)
    content.history = []
    var form = EntryForm(content, modified: isVersion ? content.modified ?? 0 : nil)
    for child in document.xml.children(of: element) {
      let name = document.xml.elements[child].name
      switch name {
      case "UUID", "IconID", "Tags", "Times", "String", "CustomData", "PreviousParentGroup": break
      case "Binary" where attachedBytes(child) != nil: break
      case "History":
        guard !isVersion else { break }
        for version in document.xml.children(of: child, named: "Entry") {
          form.add(self.form(of: version, isVersion: true))
        }
      default: addLeaves(of: child, name.string, to: &form)
      }
    }
    return form
  }

  /// What says nothing that would not be the case without it.
  private static let defaults: [String: Set<String>] = [
    "AutoType/Enabled": ["true"], "AutoType/DataTransferObfuscation": ["0"], "QualityCheck": ["true"],
    "CustomIconUUID": ["aaaaaaaaaaaaaaaaaaaaaa=="],
  ]

  /// Nesting is bounded by what is read as XML.
  private func addLeaves(of element: Int, _ path: String, to form: inout EntryForm) {
    let children = document.xml.children(of: element)
    guard children.isEmpty else {
      var inner = EntryForm(KeePassEntryContent(uuid: []))
      for child in children {
        let below = "\(path)/\(document.xml.elements[child].name.string)"
        addLeaves(of: child, below, to: &inner)
      }
      if !inner.isEmpty { form.add(Text(path), Text(Self.hex(inner.digest))) }
      return
    }
    let text = String(decoding: document.bytes(of: element), as: UTF8.self)
    guard !text.isEmpty, !(Self.defaults[path]?.contains(text.lowercased()) ?? false) else { return }
    form.add(Text(path), Text(text))
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The latest moment at which the entry or one of its versions was changed, in seconds since 1970.
  func latestChange(of element: Int) -> UInt64 {
    var latest: UInt64 = 0
    for change in changes(of: element) { latest = max(latest, change) }
    return latest
  }

  /// When the entry and each of its versions was changed.
  func changes(of element: Int) -> [UInt64] {
    let xml = document.xml
    let versions = xml.children(of: element, named: "History").flatMap {
      xml.children(of: $0, named: "Entry")
    }
    return ([element] + versions).compactMap { entry in
      xml.child(of: entry, named: "Times").flatMap { moment($0, "LastModificationTime") }
    }
  }
}

extension EntryForm {
  /// Whether nothing is in it.
  var isEmpty: Bool { lines.isEmpty }
}
