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

  /// An earlier version of an entry.
  ///
  /// - Parameters:
  ///   - modified: when it was made, in seconds since 1970; see `datedHistory(_:now:)`.
  ///   - created: when its entry was made; nil where that is not known.
  static func version(
    _ version: KeePassEntryContent.Version, uuid: [UInt8], modified: UInt64, created: UInt64?
  ) throws(KeePassEditError) -> Fragment {
    var parts = [
      try self.uuid(uuid),
      try .element(
        "Times", [:],
        [
          moment("CreationTime", min(created ?? modified, modified)),
          moment("LastModificationTime", modified),
          moment("LastAccessTime", modified), .element("ExpiryTime", text: KeePassTime.binary(0)),
          .element("Expires", text: "False"), .element("UsageCount", text: "0"),
          moment("LocationChanged", modified),
        ]),
    ]
    for field in version.fields { parts.append(try self.field(field)) }
    return try .element("Entry", [:], parts)
  }

  /// Gives each version in the history of a new entry a time of its own before that of the entry: programs that merge databases
  /// take two of one time for one.
  static func dateHistory(of content: inout KeePassEntryContent, now: UInt64) {
    let modified = content.modified ?? now
    var taken: Set<UInt64> = []
    for index in content.history.indices.reversed() {
      content.history[index].modified = freeMoment(
        at: content.history[index].modified ?? modified, before: modified, &taken)
    }
  }

  /// The last moment up to a wanted one that comes before a limit and is not taken, and takes it.
  static func freeMoment(at wanted: UInt64, before limit: UInt64, _ taken: inout Set<UInt64>) -> UInt64 {
    var moment = min(wanted, limit > 0 ? limit - 1 : 0)
    while moment > 0, taken.contains(moment) { moment -= 1 }
    taken.insert(moment)
    return moment
  }

  /// A new entry.
  ///
  /// - Parameter numbers: of its attached files in the pool, as many as it has attachments.
  static func entry(
    _ content: KeePassEntryContent, numbers: [Int], now: UInt64
  ) throws(KeePassEditError) -> Fragment {
    var builder = KeePassFragmentBuilder()
    builder.begin("Entry")
    try builder.element("UUID", Text(Base64.encode(content.uuid)))
    try builder.element("IconID", Text("\(content.icon)"))
    try builder.element("ForegroundColor", "")
    try builder.element("BackgroundColor", "")
    try builder.element("OverrideURL", "")
    try builder.element("Tags", safe(content.tags))
    try writeTimes(content, now: now, to: &builder)
    for field in content.fields {
      builder.begin("String")
      try builder.element("Key", safe(field.key))
      if field.isProtected {
        builder.protected("Value", Array(field.value.utf8))
      } else {
        try builder.element("Value", safe(field.value))
      }
      builder.end("String")
    }
    for (attachment, number) in zip(content.attachments, numbers) {
      builder.append(try binary(attachment.name, number: number))
    }
    builder.begin("AutoType")
    try builder.element("Enabled", "True")
    try builder.element("DataTransferObfuscation", "0")
    builder.end("AutoType")
    if !content.customData.isEmpty {
      builder.begin("CustomData")
      for datum in content.customData { builder.append(try self.datum(datum)) }
      builder.end("CustomData")
    }
    builder.begin("History")
    for version in content.history {
      builder.append(
        try self.version(
          version, uuid: content.uuid, modified: version.modified ?? now, created: content.created))
    }
    builder.end("History")
    builder.end("Entry")
    return builder.finish()
  }

  private static func writeTimes(
    _ content: KeePassEntryContent, now: UInt64, to builder: inout KeePassFragmentBuilder
  ) throws(KeePassEditError) {
    func text(_ moment: UInt64) -> Text { KeePassTime.binary(Int64(clamping: moment)) }
    builder.begin("Times")
    try builder.element("CreationTime", text(content.created ?? now))
    try builder.element("LastModificationTime", text(content.modified ?? now))
    try builder.element("LastAccessTime", text(now))
    try builder.element("ExpiryTime", text(content.expires ?? now))
    try builder.element("Expires", content.expires == nil ? "False" : "True")
    try builder.element("UsageCount", "0")
    try builder.element("LocationChanged", text(now))
    builder.end("Times")
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
