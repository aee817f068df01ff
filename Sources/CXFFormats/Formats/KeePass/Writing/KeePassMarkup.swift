internal import CXFKeePass
internal import CredentialExchangeFormat

/// The XML of a KeePass document while it is written: all of it, or one entry.
struct KeePassMarkup {
  /// What the XML is for.
  enum Form: Sendable {
    /// An export for people and other programs: indented, times as text, protected values in clear.
    case export
    /// The inside of a KDBX 4 file: times as numbers, protected values apart.
    case database
  }

  let form: Form
  private(set) var bytes: [UInt8] = []
  /// The protected values of a database, in the order of the text; their elements are empty.
  private(set) var values: [[UInt8]] = []
  private var depth: Int

  init(_ form: Form, depth: Int = 0) {
    self.form = form
    self.depth = depth
  }

  mutating func open(_ name: String, _ attributes: String = "") {
    indent()
    bytes += "<\(name)\(attributes)>".utf8
    endLine()
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    indent()
    bytes += "</\(name)>".utf8
    endLine()
  }

  /// An element with a text.
  ///
  /// - Parameter attributes: markup, with a blank in front.
  mutating func element(_ name: String, _ text: Text, _ attributes: String = "") {
    indent()
    bytes += "<\(name)\(attributes)>".utf8
    Self.escape(text, into: &bytes)
    bytes += "</\(name)>".utf8
    endLine()
  }

  /// An element with a text that programs hide.
  mutating func protected(_ name: String, _ text: Text) {
    switch form {
    case .export: element(name, text, " ProtectInMemory=\"True\"")
    case .database:
      element(name, "", " Protected=\"True\"")
      values.append(Array(text.utf8))
    }
  }

  /// A moment in seconds since 1970.
  mutating func moment(_ name: String, _ seconds: UInt64?) {
    guard let seconds else { return }
    switch form {
    case .export: element(name, KeePassTimes.text(seconds))
    case .database: element(name, KeePassTime.binary(Int64(clamping: seconds)))
    }
  }

  mutating func flag(_ name: String, _ value: Bool) { element(name, value ? "True" : "False") }

  mutating func uuid(_ name: String, _ uuid: [UInt8]) {
    element(name, Text(KeePassScalars.base64(uuid)))
  }

  /// Puts markup of the same form behind.
  mutating func append(_ other: KeePassMarkup) {
    bytes += other.bytes
    values += other.values
  }

  private mutating func indent() {
    if form == .export { bytes += repeatElement(UInt8(ascii: "\t"), count: depth) }
  }

  private mutating func endLine() {
    if form == .export { bytes.append(0x0A) }
  }

  /// Adds a text as XML says it. What XML cannot say is none of the caller's texts; U+FFFD would stand there.
  private static func escape(_ text: Text, into bytes: inout [UInt8]) {
    for byte in KeePassXMLText.safe(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      // A reader would make a line feed of it.
      case 0x0D: bytes += "&#xD;".utf8
      default: bytes.append(byte)
      }
    }
  }
}

extension KeePassMarkup {
  /// Writes an entry.
  ///
  /// - Parameter pool: the number of an attached file in the pool.
  mutating func entry(_ content: KeePassEntryContent, pool: (KeePassEntryContent.Attachment) -> Int?) {
    open("Entry")
    uuid("UUID", content.uuid)
    element("IconID", Text(String(content.icon)))
    element("ForegroundColor", "")
    element("BackgroundColor", "")
    element("OverrideURL", "")
    element("Tags", content.tags)
    times(content.created, content.modified, expires: content.expires)
    for field in content.fields { self.field(field) }
    for attachment in content.attachments {
      guard let number = pool(attachment) else { continue }
      open("Binary")
      element("Key", attachment.name)
      element("Value", "", " Ref=\"\(number)\"")
      close("Binary")
    }
    custom(content.customData)
    if !content.history.isEmpty {
      open("History")
      for version in content.history {
        open("Entry")
        uuid("UUID", content.uuid)
        element("IconID", Text(String(content.icon)))
        times(
          content.created.flatMap { $0 <= version.modified ?? 0 ? $0 : nil }, version.modified, expires: nil)
        for field in version.fields { self.field(field) }
        close("Entry")
      }
      close("History")
    }
    close("Entry")
  }

  mutating func times(_ created: UInt64?, _ modified: UInt64?, expires: UInt64?) {
    open("Times")
    moment("CreationTime", created)
    moment("LastModificationTime", modified)
    moment("ExpiryTime", expires)
    flag("Expires", expires != nil)
    close("Times")
  }

  private mutating func field(_ field: KeePassEntryContent.Field) {
    open("String")
    element("Key", field.key)
    if field.isProtected { protected("Value", field.value) } else { element("Value", field.value) }
    close("String")
  }

  mutating func custom(_ data: [KeePassEntryContent.Datum]) {
    guard !data.isEmpty else { return }
    open("CustomData")
    for datum in data {
      open("Item")
      element("Key", datum.key)
      element("Value", datum.value)
      close("Item")
    }
    close("CustomData")
  }
}
