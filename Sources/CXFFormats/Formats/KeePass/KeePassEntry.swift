internal import CredentialExchangeFormat

/// An entry of a KeePass database, or an earlier version of one, as it stands in the XML.
///
/// Protected values must be readable already: whoever opens a KDBX file puts their texts into the record first.
struct KeePassEntry {
  /// A `String`: one of the five standard fields, or one of the user's or a plug-in's.
  struct Field {
    var key: Text
    var keyView: SourceView?
    var valueView: SourceView
    /// Whether the program hides it.
    var isProtected: Bool
    /// The text as it is in the source, with references not followed.
    var raw: Text

    /// Whether nobody has given it a place yet.
    var isOpen: Bool { keyView.map { !$0.isStructure && !$0.isTaken } ?? !valueView.isTaken }
  }

  /// A `Binary`: an attached file.
  struct Attachment {
    var name: Text
    var nameView: SourceView?
    /// The number of the bytes in the pool of the database; nil where they stand here.
    var reference: Text?
    /// The element that holds number or bytes.
    var valueView: SourceView?
    var isCompressed: Bool
  }

  /// A pair of `AutoType` or `CustomData`.
  struct Pair {
    var name: SourceView?
    var value: SourceView?
  }

  let view: SourceView
  private(set) var uuid: [UInt8]?
  private(set) var fields: [Field] = []
  private(set) var attachments: [Attachment] = []
  private(set) var tags: SourceView?
  private(set) var created: SourceView?
  private(set) var modified: SourceView?
  /// When it expires, if it does.
  private(set) var expiry: SourceView?
  private(set) var overrideURL: SourceView?
  private(set) var qualityCheck: SourceView?
  private(set) var typingSequence: SourceView?
  private(set) var typingRules: [Pair] = []
  private(set) var customData: [Pair] = []
  /// Earlier versions, oldest first.
  private(set) var history: [KeePassEntry] = []

  /// When it was changed last, in seconds since 1970.
  var modifiedAt: UInt64? { KeePassText.seconds(modified?.peek) }

  /// Reads an entry, and marks what is no value: identifiers, icons and colours, counters, flags that say what other
  /// values mean.
  ///
  /// - Parameter isVersion: whether it is an earlier version, of which there are none in it.
  init(_ view: SourceView, isVersion: Bool = false) {
    self.view = view
    for child in view.children {
      switch child.name {
      case "UUID":
        uuid = KeePassText.uuid(child.peek)
        child.markStructure()
      case "IconID", "CustomIconUUID", "ForegroundColor", "BackgroundColor", "PreviousParentGroup":
        child.markStructure()
      case "Tags": tags = child
      case "OverrideURL": overrideURL = child
      case "QualityCheck": qualityCheck = child
      case "Times": readTimes(child)
      case "String": readField(child)
      case "Binary": readAttachment(child)
      case "AutoType": readAutoType(child)
      case "CustomData": customData += child.all("Item").map(Self.item)
      case "History" where !isVersion:
        history += child.all("Entry").map { KeePassEntry($0, isVersion: true) }
      default: break
      }
    }
  }

  /// The field of that name; of several the first one.
  subscript(key: Text) -> Field? { fields.first { $0.key == key } }

  /// Forgets what stands in an item already.
  ///
  /// - Parameters:
  ///   - fields: numbers of fields.
  ///   - versions: numbers of earlier versions.
  mutating func leave(
    fields: Set<Int>, versions: Set<Int>, data: Pair, expiry: Bool, created: Bool
  ) {
    self.fields = self.fields.enumerated().filter { !fields.contains($0.offset) }.map(\.element)
    history = history.enumerated().filter { !versions.contains($0.offset) }.map(\.element)
    customData.removeAll { $0.value?.index == data.value?.index }
    if expiry { self.expiry = nil }
    if created { self.created = nil }
  }

  /// Forgets the tags.
  mutating func leaveTags() { tags = nil }

  /// Forgets attachments.
  mutating func leave(_ known: [Attachment]) {
    attachments.removeAll { attachment in
      known.contains { $0.valueView?.index == attachment.valueView?.index }
    }
  }

  private mutating func readTimes(_ times: SourceView) {
    for child in times.children {
      switch child.name {
      case "CreationTime": created = child
      case "LastModificationTime": modified = child
      case "ExpiryTime" where KeePassText.isTrue(times.peek("Expires")): expiry = child
      case "ExpiryTime", "Expires", "LastAccessTime", "UsageCount", "LocationChanged": child.markStructure()
      default: break
      }
    }
  }

  private mutating func readField(_ string: SourceView) {
    // A `String` without elements in it is a text of its own.
    guard let value = string["Value"] else { return }
    var isProtected = false
    for child in string.children
    where child.name == "Value@ProtectInMemory" || child.name == "Value@Protected" {
      isProtected = isProtected || KeePassText.isTrue(child.peek)
      child.markStructure()
    }
    let key = string["Key"]
    if let name = key?.peek { value.rename(name) }
    fields.append(
      Field(
        key: key?.peek ?? "", keyView: key, valueView: value, isProtected: isProtected, raw: value.peek ?? "")
    )
  }

  private mutating func readAttachment(_ binary: SourceView) {
    let value = binary["Value"]
    for child in binary.children where child.name.string.utf8.starts(with: "Value@".utf8) {
      child.markStructure()
    }
    attachments.append(
      Attachment(
        name: binary.peek("Key") ?? "", nameView: binary["Key"], reference: binary.peek("Value@Ref"),
        valueView: value, isCompressed: KeePassText.isTrue(binary.peek("Value@Compressed"))))
  }

  private mutating func readAutoType(_ auto: SourceView) {
    for child in auto.children {
      switch child.name {
      case "Enabled", "DataTransferObfuscation": child.markStructure()
      case "DefaultSequence": typingSequence = child
      case "Association": typingRules.append(Pair(name: child["Window"], value: child["KeystrokeSequence"]))
      default: break
      }
    }
  }

  private static func item(_ view: SourceView) -> Pair {
    view["LastModificationTime"]?.markStructure()
    if view.peek("Key") == "_LAST_MODIFIED" { view.markStructure() }
    return Pair(name: view["Key"], value: view["Value"])
  }
}
