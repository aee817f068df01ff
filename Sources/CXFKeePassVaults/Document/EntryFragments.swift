internal import CXFCrypto
internal import CXFFormats
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

/// Makes pieces of XML as KDBX 4 has them.
enum EntryFragments {
  typealias Fragment = KeePassFragment

  /// The text with U+FFFD for each character that XML cannot say.
  static func safe(_ text: Text) -> Text {
    func isSafe(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
      default: false
      }
    }
    guard !text.string.unicodeScalars.allSatisfy(isSafe) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.string.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : "\u{FFFD}") }
    return Text(String(scalars))
  }

  static func element(_ name: Text, _ text: Text) throws(KeePassEditError) -> Fragment {
    try .element(name, text: safe(text))
  }

  static func uuid(_ bytes: [UInt8]) throws(KeePassEditError) -> Fragment {
    try .element("UUID", text: Text(Base64.encode(bytes)))
  }

  static func moment(_ name: Text, _ seconds: UInt64) throws(KeePassEditError) -> Fragment {
    try .element(name, text: KeePassTime.binary(Int64(clamping: seconds)))
  }

  static func field(_ field: KeePassEntryContent.Field) throws(KeePassEditError) -> Fragment {
    let value: Fragment =
      field.isProtected
      ? try .protected("Value", Array(field.value.utf8)) : try element("Value", field.value)
    return try .element("String", [:], [element("Key", field.key), value])
  }

  static func datum(_ datum: KeePassEntryContent.Datum) throws(KeePassEditError) -> Fragment {
    try .element("Item", [:], [element("Key", datum.key), element("Value", datum.value)])
  }

  static func binary(_ name: Text, number: Int) throws(KeePassEditError) -> Fragment {
    try .element(
      "Binary", [:], [element("Key", name), .element("Value", ["Ref": Text("\(number)")])])
  }

  static func version(
    _ version: KeePassEntryContent.Version, uuid: [UInt8], now: UInt64
  ) throws(KeePassEditError) -> Fragment {
    let modified = version.modified ?? now
    var parts = [
      try self.uuid(uuid),
      try .element(
        "Times", [:],
        [
          moment("CreationTime", modified), moment("LastModificationTime", modified),
          moment("LastAccessTime", modified), .element("ExpiryTime", text: KeePassTime.binary(0)),
          .element("Expires", text: "False"), .element("UsageCount", text: "0"),
          moment("LocationChanged", modified),
        ]),
    ]
    for field in version.fields { parts.append(try self.field(field)) }
    return try .element("Entry", [:], parts)
  }

  /// A new entry.
  ///
  /// - Parameter numbers: of its attached files in the pool, as many as it has attachments.
  static func entry(
    _ content: KeePassEntryContent, numbers: [Int], now: UInt64
  ) throws(KeePassEditError) -> Fragment {
    var parts = [try uuid(content.uuid), try .element("IconID", text: Text("\(content.icon)"))]
    for name: Text in ["ForegroundColor", "BackgroundColor", "OverrideURL"] {
      parts.append(try .element(name, text: ""))
    }
    parts.append(try element("Tags", content.tags))
    parts.append(
      try .element(
        "Times", [:],
        [
          moment("CreationTime", content.created ?? now),
          moment("LastModificationTime", content.modified ?? now),
          moment("LastAccessTime", now), moment("ExpiryTime", content.expires ?? now),
          .element("Expires", text: content.expires == nil ? "False" : "True"),
          .element("UsageCount", text: "0"), moment("LocationChanged", now),
        ]))
    for field in content.fields { parts.append(try self.field(field)) }
    for (attachment, number) in zip(content.attachments, numbers) {
      parts.append(try binary(attachment.name, number: number))
    }
    parts.append(
      try .element(
        "AutoType", [:],
        [
          .element("Enabled", text: "True"), .element("DataTransferObfuscation", text: "0"),
        ]))
    if !content.customData.isEmpty {
      var data: [Fragment] = []
      for datum in content.customData { data.append(try self.datum(datum)) }
      parts.append(try .element("CustomData", [:], data))
    }
    var history: [Fragment] = []
    for version in content.history {
      history.append(try self.version(version, uuid: content.uuid, now: now))
    }
    parts.append(try .element("History", [:], history))
    return try .element("Entry", [:], parts)
  }

  /// A new group.
  static func group(
    uuid: [UInt8], name: Text, icon: Int, now: UInt64, content: [Fragment]
  ) throws(KeePassEditError) -> Fragment {
    let head = [
      try self.uuid(uuid), try element("Name", name), try .element("Notes", text: ""),
      try .element("IconID", text: Text("\(icon)")),
      try .element(
        "Times", [:],
        [
          moment("CreationTime", now), moment("LastModificationTime", now), moment("LastAccessTime", now),
          moment("ExpiryTime", now), .element("Expires", text: "False"), .element("UsageCount", text: "0"),
          moment("LocationChanged", now),
        ]),
      try .element("IsExpanded", text: "True"), try .element("DefaultAutoTypeSequence", text: ""),
      try .element("EnableAutoType", text: "null"), try .element("EnableSearching", text: "null"),
      try .element("LastTopVisibleEntry", text: "AAAAAAAAAAAAAAAAAAAAAA=="),
    ]
    return try .element("Group", [:], head + content)
  }

  static func deletedObject(_ uuid: [UInt8], now: UInt64) throws(KeePassEditError) -> Fragment {
    try .element("DeletedObject", [:], [self.uuid(uuid), moment("DeletionTime", now)])
  }
}
