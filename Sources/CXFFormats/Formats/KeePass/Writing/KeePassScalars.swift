internal import CXFCrypto
internal import CXFKeePass
internal import CredentialExchangeFormat

/// UUIDs of entries and groups.
enum KeePassUUID {
  /// The UUID for an identifier: the identifier itself where it has 16 bytes, else one of version 8 (RFC 9562 section 5.8)
  /// from its SHA-256, so that the same item always gives the same entry.
  ///
  /// - Parameter part: tells what else is made of the same identifier.
  static func of(_ id: Identifier, part: String = "") -> [UInt8] {
    if part.isEmpty, isUUID(id) { return id.bytes }
    let bytes = id.bytes + Array(part.utf8)
    // Hashing fails only when the library has no memory; then the bytes themselves must do.
    let hash = (try? Digest.hash(bytes, with: .sha256)) ?? bytes + Array(repeating: 1, count: 16)
    var uuid = Array(hash.prefix(16))
    uuid[6] = uuid[6] & 0x0F | 0x80
    uuid[8] = uuid[8] & 0x3F | 0x80
    return uuid
  }

  /// Whether an identifier can be a UUID as it is: all zeros mean none.
  static func isUUID(_ id: Identifier) -> Bool { id.bytes.count == 16 && id.bytes.contains { $0 != 0 } }
}

/// Moments of entries.
enum KeePassTimes {
  /// Whether a moment in seconds since 1970 is read back as what it is.
  static func isExact(_ seconds: UInt64) -> Bool { seconds > 0 && seconds < Moment.limit }

  /// A moment as XML has it.
  static func text(_ seconds: UInt64) -> Text { KeePassTime.iso(Int64(clamping: seconds)) }
}

/// Tags of entries, which stand in one text.
enum KeePassTags {
  static let favorite: Text = "Favorite"
  static let archived: Text = "Archived"

  /// A tag without what separates tags.
  static func safe(_ tag: Text) -> Text {
    let bytes = KeePassXMLText.safe(tag).utf8.map { byte in
      KeePassTree.tagSeparators.contains(byte) ? UInt8(ascii: ".") : byte
    }
    return Text(ASCIIBytes.text(ASCIIBytes.trimmed(bytes[...])))
  }

  /// The text of tags, each once.
  static func text(_ tags: [Text]) -> Text {
    var seen: Set<Text> = []
    return Text(tags.filter { !$0.isEmpty && seen.insert($0).inserted }.map(\.string).joined(separator: ";"))
  }

  /// The tags in a text.
  static func parts(_ text: Text) -> [Text] {
    CellText.parts(text.string, separators: KeePassTree.tagSeparators).map { Text($0) }
  }
}

extension Item {
  /// Whether it was archived in its exporter.
  var isArchived: Bool { stateMembers.contains { $0 == "archived" || $0 == "archivedAt" } }

  private var stateMembers: [Text] {
    extensions.flatMap { content -> [Text] in
      guard case .other(let other) = content, other.name == Text(ToolkitExtension.state.rawValue) else {
        return []
      }
      return other.members.members.map(\.name)
    }
  }
}

enum KeePassScalars {
  /// Base64 with padding, as KeePass writes bytes.
  static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes) }

  /// What stands for no UUID.
  static let noUUID = [UInt8](repeating: 0, count: 16)
}
