internal import CXFCrypto
internal import CXFKeePass
internal import CredentialExchangeFormat

/// Where groups and entries stand in a document.
struct KeePassPlaces: Sendable {
  /// A group.
  struct Group: Sendable {
    /// The element.
    var element: Int
    /// What tells it from all others: its UUID, or a digest in its stead where that is missing or not its alone.
    var key: [UInt8]
    /// The place of the group that it is in; nil for the outermost one.
    var parent: Int?
    /// Whether it is the recycle bin, or in it.
    var isTrash: Bool
    /// Whether it holds anything.
    var isEmpty = true
  }

  /// An entry; earlier versions of entries have no place of their own.
  struct Entry: Sendable {
    /// The element.
    var element: Int
    /// What tells it from all others: its UUID, or a digest in its stead where that is missing or not its alone.
    var key: [UInt8]
    /// The place of its group.
    var group: Int
  }

  /// In the order of the document; the first one is the outermost.
  private(set) var groups: [Group] = []
  /// In the order of the document.
  private(set) var entries: [Entry] = []
  /// The place of the recycle bin.
  private(set) var recycleBin: Int?
  private var seen: Set<[UInt8]> = []

  static let keyByteCount = 16

  /// Finds them.
  init(_ document: KeePassDocument) {
    guard let root = document.rootGroup else { return }
    let isBinEnabled =
      document.meta.flatMap { document.text(of: $0, child: "RecycleBinEnabled") }.map {
        KeePassElements.isTrue($0)
      } ?? true
    let bin =
      isBinEnabled
      ? document.meta.flatMap { document.xml.child(of: $0, named: "RecycleBinUUID") }
        .flatMap { Self.uuid(document, $0) } : nil
    visit(root, parent: nil, isTrash: false, bin: bin, document)
  }

  /// Nesting is bounded by what is read as XML.
  private mutating func visit(
    _ element: Int, parent: Int?, isTrash: Bool, bin: [UInt8]?, _ document: KeePassDocument
  ) {
    let xml = document.xml
    let uuid = xml.child(of: element, named: "UUID").flatMap { Self.uuid(document, $0) }
    let isBin = parent != nil && uuid != nil && uuid == bin
    let isTrash = isTrash || isBin
    let place = groups.count
    if isBin { recycleBin = place }
    groups.append(Group(element: element, key: key(uuid), parent: parent, isTrash: isTrash))
    var child = element + 1
    while child < xml.elements[element].end {
      let name = xml.elements[child].name
      if name == "Entry" {
        groups[place].isEmpty = false
        let uuid = xml.child(of: child, named: "UUID").flatMap { Self.uuid(document, $0) }
        entries.append(Entry(element: child, key: key(uuid), group: place))
      } else if name == "Group" {
        groups[place].isEmpty = false
        visit(child, parent: place, isTrash: isTrash, bin: bin, document)
      }
      child = xml.elements[child].end
    }
  }

  /// The UUID of an element; nil for none, which may be written as zeros.
  static func uuid(_ document: KeePassDocument, _ element: Int) -> [UInt8]? {
    guard let bytes = try? Base64.decode(document.bytes(of: element)[...]), bytes.count == keyByteCount,
      bytes.contains(where: { $0 != 0 })
    else { return nil }
    return bytes
  }

  private mutating func key(_ uuid: [UInt8]?) -> [UInt8] {
    if let uuid, seen.insert(uuid).inserted { return uuid }
    // Programs take the first of several; the others are told apart by their order.
    var number = 0
    while true {
      let key = KeePassDigest.short((uuid ?? []) + Array("\(number)".utf8))
      if seen.insert(key).inserted { return key }
      number += 1
    }
  }
}

/// Digests that tell states apart; nothing secret depends on them.
enum KeePassDigest {
  /// The first 128 bits of the SHA-256.
  static func short(_ bytes: [UInt8]) -> [UInt8] { Array(full(bytes).prefix(16)) }

  /// The SHA-256.
  static func full(_ bytes: [UInt8]) -> [UInt8] {
    // Hashing fails only when there is no memory; then nothing is equal to anything.
    (try? Digest.hash(bytes, with: .sha256)) ?? []
  }
}

/// Small things about elements.
enum KeePassElements {
  /// Whether a text says yes, in the spellings of all programs.
  static func isTrue(_ text: Text) -> Bool {
    let lower = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return lower.elementsEqual("true".utf8) || lower.elementsEqual("1".utf8)
  }
}
