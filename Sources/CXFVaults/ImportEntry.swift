public import CredentialExchangeFormat

/// The name of one import in the history of a vault: 8 random bytes, written as 16 lower-case hexadecimal digits.
public struct ImportID: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes.
  public static let byteCount = 8

  /// The bytes.
  public let bytes: [UInt8]

  /// Creates an id; nil unless there are 8 bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Takes bytes that are 8 for sure.
  package init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The 16 digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// One entry of a vault's history.
public struct ImportEntry: Sendable, Hashable {
  /// What was done.
  public enum Action: String, Sendable, Hashable {
    /// A file was imported.
    case `import`
    /// The vault's own duplicates were merged.
    case dedupe
  }

  /// How many items of the source there were and what became of them:
  /// `total = created + merged + identical + skipped + failed`.
  public struct Counts: Sendable, Hashable {
    /// Items of the source.
    public var total = 0
    /// Items that are new in the vault.
    public var created = 0
    /// Items that were merged into one of the vault, or into an earlier one of the same source, and changed it.
    public var merged = 0
    /// Items that would have added nothing.
    public var identical = 0
    /// Items left out on purpose.
    public var skipped = 0
    /// Items that could not be read.
    public var failed = 0
    /// Items of the source that contradict one of the vault; counted beside the sum.
    public var conflicts = 0

    /// Creates counts of nothing.
    public init() {}
  }

  /// Its name.
  public var id: ImportID
  /// What was done.
  public var action: Action
  /// When.
  public var at: Timestamp
  /// The file that was imported, as the user named it.
  public var source: Text
  /// The format that the file was read as.
  public var format: Text
  /// What became of the items.
  public var items: Counts
  /// When it was undone, if it was.
  public var undoneAt: Timestamp?
  /// Whether what undoing needs was dropped.
  public var isForgotten: Bool

  /// Creates an entry.
  public init(
    id: ImportID, action: Action = .import, at: Timestamp, source: Text, format: Text = "",
    items: Counts = Counts(),
    undoneAt: Timestamp? = nil, isForgotten: Bool = false
  ) {
    self.id = id
    self.action = action
    self.at = at
    self.source = source
    self.format = format
    self.items = items
    self.undoneAt = undoneAt
    self.isForgotten = isForgotten
  }
}
