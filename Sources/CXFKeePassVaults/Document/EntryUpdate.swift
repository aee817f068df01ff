internal import CXFFormats
internal import CXFKeePass
internal import CredentialExchangeFormat

/// What becomes of an entry that is there: the differences between two contents are made in it, and what neither of them
/// knows stays.
struct EntryUpdate {
  /// An attached file, by its name and what tells its bytes.
  struct File: Hashable {
    var name: Text
    var sha256: [UInt8]
  }

  /// What the vault says of the entry as it is.
  var old: KeePassEntryContent
  /// What it says from now on.
  var new: KeePassEntryContent
  var oldFiles: [File] = []
  /// With their numbers in the pool.
  var newFiles: [(file: File, number: Int)] = []
  /// Seconds since 1970.
  var now: UInt64
  /// When the entry says that it was changed last, in seconds since 1970.
  var modified: UInt64?
  /// Whether it goes into another group.
  var isMoved = false
  /// Whether what it was goes into its history.
  var keepsVersion = true
  /// How many versions the history may have, and how many bytes; nil for any number.
  var limits: HistoryLimits

  private typealias Fragment = KeePassFragment

  /// Returns the entry as it is from now on.
  ///
  /// - Throws: `KeePassEditError`.
  func applied(to element: Int, of document: KeePassDocument) throws(KeePassEditError) -> KeePassFragment {
    let xml = document.xml
    var fields = changedFields
    let removed = Set(old.fields.map(\.key)).subtracting(new.fields.map(\.key))
    let keptFiles = Set(newFiles.map(\.file))
    let goneFiles = Set(oldFiles).subtracting(keptFiles)
    let addedFiles = newFiles.filter { !oldFiles.contains($0.file) }
    var gone = Set(goneFiles.map(\.name))
    var parts: [Fragment] = []
    var seen: Set<Text> = []
    let children = xml.children(of: element)
    let lastString = children.last { xml.elements[$0].name == "String" }
    for child in children {
      let name = xml.elements[child].name
      seen.insert(name)
      switch name {
      case "Tags" where old.tags != new.tags: parts.append(try EntryFragments.element("Tags", new.tags))
      case "Times": parts.append(try times(child, document))
      case "String":
        let key = document.text(of: child, child: "Key") ?? ""
        if let index = fields.firstIndex(where: { $0.key == key }) {
          parts.append(try EntryFragments.field(fields.remove(at: index)))
        } else if !removed.contains(key) {
          parts.append(document.fragment(of: child))
        }
      case "Binary":
        if gone.remove(document.text(of: child, child: "Key") ?? "") == nil {
          parts.append(document.fragment(of: child))
        }
      case "CustomData": parts.append(try customData(child, document))
      case "History": parts.append(try history(of: element, child, document))
      default: parts.append(document.fragment(of: child))
      }
      if child == lastString {
        for field in fields { parts.append(try EntryFragments.field(field)) }
        fields = []
      }
    }
    for field in fields { parts.append(try EntryFragments.field(field)) }
    for file in addedFiles { parts.append(try EntryFragments.binary(file.file.name, number: file.number)) }
    if !seen.contains("Tags"), !new.tags.isEmpty {
      parts.append(try EntryFragments.element("Tags", new.tags))
    }
    if !seen.contains("Times") { parts.append(try times(nil, document)) }
    if !seen.contains("CustomData"), !new.customData.isEmpty {
      parts.append(try customData(nil, document))
    }
    if !seen.contains("History") { parts.append(try history(of: element, nil, document)) }
    return try .element("Entry", [:], parts)
  }

  /// When the entry is changed: now, but later than any change before, since other programs tell versions by their times.
  private var changedAt: UInt64 {
    guard keepsVersion, let modified, modified >= now, modified < UInt64(Int64.max) / 2 else { return now }
    return modified + 1
  }

  private var changedFields: [KeePassEntryContent.Field] {
    let before = Dictionary(old.fields.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return new.fields.filter { before[$0.key] != $0 }
  }

  private func times(_ element: Int?, _ document: KeePassDocument) throws(KeePassEditError) -> Fragment {
    var moments: [(Text, Fragment)] = [
      ("LastModificationTime", try EntryFragments.moment("LastModificationTime", changedAt))
    ]
    if let created = new.created, created != old.created || element == nil {
      moments.append(("CreationTime", try EntryFragments.moment("CreationTime", created)))
    }
    if new.expires != old.expires {
      if let expires = new.expires {
        moments.append(("ExpiryTime", try EntryFragments.moment("ExpiryTime", expires)))
      }
      moments.append(("Expires", try .element("Expires", text: new.expires == nil ? "False" : "True")))
    }
    if isMoved { moments.append(("LocationChanged", try EntryFragments.moment("LocationChanged", now))) }
    var parts: [Fragment] = []
    for child in element.map({ document.xml.children(of: $0) }) ?? [] {
      if let index = moments.firstIndex(where: { $0.0 == document.xml.elements[child].name }) {
        parts.append(moments.remove(at: index).1)
      } else {
        parts.append(document.fragment(of: child))
      }
    }
    return try .element("Times", [:], parts + moments.map(\.1))
  }

  private func customData(_ element: Int?, _ document: KeePassDocument) throws(KeePassEditError) -> Fragment {
    let before = Dictionary(old.customData.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var changed = new.customData.filter { before[$0.key] != $0 }
    let removed = Set(before.keys).subtracting(new.customData.map(\.key))
    var parts: [Fragment] = []
    for child in element.map({ document.xml.children(of: $0) }) ?? [] {
      let key = document.text(of: child, child: "Key") ?? ""
      if let index = changed.firstIndex(where: { $0.key == key }) {
        parts.append(try EntryFragments.datum(changed.remove(at: index)))
      } else if !removed.contains(key) {
        parts.append(document.fragment(of: child))
      }
    }
    for datum in changed { parts.append(try EntryFragments.datum(datum)) }
    return try .element("CustomData", [:], parts)
  }

  private func history(
    of entry: Int, _ element: Int?, _ document: KeePassDocument
  ) throws(KeePassEditError) -> Fragment {
    let present = element.map { document.xml.children(of: $0) } ?? []
    var versions = present.map { document.fragment(of: $0) }
    var taken = Set(present.compactMap { Self.modified($0, document) })
    if let modified { taken.insert(modified) }
    for version in new.history where !old.history.contains(version) {
      let moment = EntryFragments.freeMoment(
        at: version.modified ?? modified ?? now, before: changedAt, &taken)
      versions.append(
        try EntryFragments.version(version, uuid: new.uuid, modified: moment, created: old.created))
    }
    if keepsVersion { versions.append(try Self.version(of: entry, document)) }
    limits.cut(&versions)
    return try .element("History", [:], versions)
  }

  /// When an entry says that it was changed last.
  static func modified(_ entry: Int, _ document: KeePassDocument) -> UInt64? {
    document.xml.child(of: entry, named: "Times")
      .flatMap { document.text(of: $0, child: "LastModificationTime") }
      .flatMap { KeePassTime.seconds($0) }.flatMap { UInt64(exactly: $0) }
  }

  /// An entry as a version of its history.
  static func version(of entry: Int, _ document: KeePassDocument) throws(KeePassEditError) -> KeePassFragment
  {
    var parts: [KeePassFragment] = []
    for child in document.xml.children(of: entry) where document.xml.elements[child].name != "History" {
      parts.append(document.fragment(of: child))
    }
    return try .element("Entry", [:], parts)
  }
}

/// How much of its history a database keeps of each entry.
struct HistoryLimits: Sendable {
  /// The most versions; nil for any number.
  var count: Int?
  /// The most bytes; nil for any number.
  var byteCount: Int?

  /// No limit.
  static let none = HistoryLimits()

  private init() {}

  private static let standardCount = 10
  private static let standardByteCount = 6 << 20

  /// What a database says, or what programs take where it says nothing.
  init(_ document: KeePassDocument) {
    func number(_ name: Text, _ standard: Int) -> Int? {
      let text = document.meta.flatMap { document.text(of: $0, child: name) }
      guard let number = text.map({ Int($0.string) }) ?? standard else { return standard }
      return number < 0 ? nil : number
    }
    count = number("HistoryMaxItems", Self.standardCount)
    byteCount = number("HistoryMaxSize", Self.standardByteCount)
  }

  /// Takes the oldest ones out until the rest fits.
  func cut(_ versions: inout [KeePassFragment]) {
    if let count, versions.count > count { versions.removeFirst(versions.count - count) }
    guard let byteCount else { return }
    var total = versions.reduce(0) { $0 + $1.byteCount }
    while total > byteCount, let first = versions.first {
      total -= first.byteCount
      versions.removeFirst()
    }
  }
}
