package import CXFCrypto
package import CredentialExchangeFormat

/// A file as the user gave it.
package struct SourceFile: Sendable {
  /// The name to show: a path, or `-` for standard input.
  package var name: String
  /// The bytes; of a file that is too large to be kept in memory only the first ones.
  package var bytes: [UInt8]
  /// All bytes.
  package var content: any RandomAccessBytes
  /// The files in it where it is a folder, which has no bytes of its own.
  package var folder: SourceMembers?

  /// Whether `bytes` are all.
  package var isWhole: Bool { UInt64(bytes.count) == content.count }

  /// Creates a source that is in memory.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    content = MemoryBytes(bytes)
  }

  /// Creates a source that is a folder.
  package init(name: String, folder: SourceMembers) {
    self.init(name: name, bytes: [])
    self.folder = folder
  }

  /// Creates a source that is read where it lies.
  ///
  /// - Parameter head: its first bytes.
  package init(name: String, head: [UInt8], content: any RandomAccessBytes) {
    self.name = name
    bytes = head
    self.content = content
  }
}

/// One foreign format: a row of the table that `cxf formats`, detection and the README's matrix come from.
package struct Format: Sendable {
  /// Stable id, as in `--to chrome-csv`.
  package let id: String
  /// Name of the product and kind of file.
  package let name: String
  /// Domain of the product, which a converted document names as its exporter.
  package let rpID: String
  /// How a user makes such a file.
  package let exportSteps: String
  /// What a target of this format can hold.
  package let capabilities: Capabilities
  /// Whether `read` takes documents that are not in memory.
  package let readsInPlace: Bool
  /// Says whether bytes are of this format, and why.
  package let detect: @Sendable (Probe) -> Detection?
  package let read: (@Sendable (SourceFile, ReadOptions) throws(FormatError) -> Reading)?
  package let makeWriter: (@Sendable (WriteOptions) -> any VaultWriter)?

  package init(
    id: String, name: String, rpID: String, exportSteps: String, capabilities: Capabilities,
    readsInPlace: Bool = false,
    detect: @escaping @Sendable (Probe) -> Detection?,
    read: (@Sendable (SourceFile, ReadOptions) throws(FormatError) -> Reading)?,
    makeWriter: (@Sendable (WriteOptions) -> any VaultWriter)?
  ) {
    self.id = id
    self.name = name
    self.rpID = rpID
    self.exportSteps = exportSteps
    self.capabilities = capabilities
    self.readsInPlace = readsInPlace
    self.detect = detect
    self.read = read
    self.makeWriter = makeWriter
  }
}

/// What a format can hold, so that losses are known before anything is written.
package struct Capabilities: Sendable {
  /// How a format takes one kind of content.
  package enum Support: String, Sendable, CaseIterable {
    /// In a place of its own, read back as what it was.
    case native
    /// In custom fields or another form.
    case converted
    /// Not at all.
    case none
  }

  /// The kinds of content that the matrix shows, in order.
  package enum Content: String, Sendable, CaseIterable {
    case logins, passkeys, totp, cards, identities, sshKeys, notes, customFields, folders, tags, favorites,
      dates,
      history, attachments, archive, trash
  }

  private let support: [Content: Support]

  /// Creates the table; what is not named is not supported.
  package init(native: [Content], converted: [Content] = []) {
    var support: [Content: Support] = [:]
    for content in converted { support[content] = .converted }
    for content in native { support[content] = .native }
    self.support = support
  }

  /// Everything in its own place.
  package static let all = Capabilities(native: Content.allCases)

  /// Whether nothing is supported.
  package var isEmpty: Bool { support.isEmpty }

  package subscript(content: Content) -> Support { support[content] ?? .none }
}

/// Settings of reading.
package struct ReadOptions: Sendable {
  /// Whether known deviations are refused instead of repaired.
  package var isStrict: Bool
  /// Whether each value is accounted for, and looked for in the model; without it only the items are read.
  package var isTracing: Bool
  /// What opens an encrypted file; nil until a reader has asked for it by `FormatError.Kind.passphraseNeeded`.
  package var passphrase: SourcePassphrase?
  /// Whether there is no passphrase, which is not an empty one.
  package var hasNoPassphrase = false
  /// A file that opens a source, alone or beside the passphrase; nil for none.
  package var keyFile: SourceKeyFile?
  /// The most work that a file may ask for to turn the passphrase into a key.
  package var derivationLimit = KeyDerivationLimit.standard
  /// The title of a collection to put everything of the source into, for sources that are read as one account; nil for none.
  package var collection: String?
  /// What the person says that the columns of a table hold; for formats that let them be named.
  package var columnMap: [ColumnMap.Entry]

  /// Whether items of a source that is not in memory may stay where they are, to be read one by one; see ``ItemsOnDemand``.
  package var leavesItems = false
  /// Called now and then while such a source is read for the first time, with the number of bytes read; what it throws ends
  /// the reading.
  package var progress: @Sendable (Int) throws -> Void = { _ in }

  /// Creates the settings.
  package init(strict: Bool = false, tracing: Bool = true, columnMap: [ColumnMap.Entry] = []) {
    isStrict = strict
    isTracing = tracing
    self.columnMap = columnMap
  }
}

/// A passphrase that opens a source, shared by whoever reads it and cleared with the last of them.
package final class SourcePassphrase: Sendable {
  /// UTF-8, as it was typed.
  package let bytes: SecretBytes

  /// Takes a passphrase.
  package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}

/// A file that opens a source, shared by whoever reads it and cleared with the last of them.
package final class SourceKeyFile: Sendable {
  /// The file as the user named it.
  package let name: String
  /// All of it.
  package let bytes: SecretBytes

  /// Takes a file.
  package init(name: String, _ bytes: consuming SecretBytes) {
    self.name = name
    self.bytes = bytes
  }
}

/// Settings of writing.
package struct WriteOptions: Sendable {
  /// Moment of the document, where the format has one; seconds since 1970.
  package var timestamp: UInt64

  /// Creates the settings.
  package init(timestamp: UInt64) { self.timestamp = timestamp }
}

/// Why a file could not be read at all.
package struct FormatError: Error, Sendable {
  /// What kind of answer it is, which decides the exit code.
  package enum Kind: Sendable {
    /// The bytes are not what they claim to be, or damaged.
    case damaged
    /// No format fits.
    case unknownFormat
    /// The file is encrypted and needs a passphrase; with one in `ReadOptions` it may be read again.
    case passphraseNeeded
    /// The passphrase does not open the file.
    case wrongPassphrase
    /// The file is encrypted in a way that cannot be opened here.
    case unsupportedEncryption
    /// The bytes could not be read; `cause` says why.
    case unreadable
  }

  package var kind: Kind
  /// The one finding about the file.
  package var finding: Finding
  /// What to do next.
  package var hint: String?
  /// What made the bytes unreadable.
  package var cause: (any Error)?

  package init(_ kind: Kind, _ finding: Finding, hint: String? = nil, cause: (any Error)? = nil) {
    self.kind = kind
    self.finding = finding
    self.hint = hint
    self.cause = cause
  }
}

/// What one file held: accounts of the model, and what became of each value on the way.
package struct Reading: Sendable {
  /// An item with the ledger of its values.
  package struct ItemReading: Sendable {
    package var item: Item
    /// Where its record stands in the source.
    package var position: SourcePosition
    /// The bytes of its attached files, those that the source has.
    package var attachments: [ItemAttachment] = []
    private var ledger: @Sendable () -> [LedgerEntry]
    private var plain: (@Sendable () -> Int?)?

    /// The ledger. It may be made anew at each call, so that a large source need not be kept in memory twice.
    package var entries: [LedgerEntry] { ledger() }

    package init(item: Item, entries: [LedgerEntry]) {
      self.item = item
      position = SourcePosition(row: entries.first?.row, byte: entries.first?.offset)
      ledger = { entries }
    }

    /// The number of values where each of them stands in the item as it stood in the source, and there is nothing to say about any;
    /// nil where that is not so or not known.
    package var plainCount: Int? { plain?() }

    /// Creates an item whose ledger is made when it is asked for.
    package init(
      item: Item, position: SourcePosition, plainCount: @escaping @Sendable () -> Int?,
      ledger: @escaping @Sendable () -> [LedgerEntry]
    ) {
      plain = plainCount
      self.item = item
      self.position = position
      self.ledger = ledger
    }
  }

  /// An account with its items apart; `account.items` is empty.
  package struct AccountReading: Sendable {
    package var account: Account
    /// The items; none where `onDemand` has them.
    package var items: [ItemReading]
    /// The items of a source that is too large to be kept in memory, if whoever reads it takes them so.
    package var onDemand: (any ItemsOnDemand)?
    /// The ledger of values that stand in the account itself.
    package var entries: [LedgerEntry]

    package init(account: Account, items: [ItemReading], entries: [LedgerEntry]) {
      self.account = account
      self.items = items
      self.entries = entries
    }
  }

  /// The header that the document gets, with its accounts left out.
  package var header: Header
  package var accounts: [AccountReading]
  /// What was noticed, in the order of the file.
  package var findings: [Finding]
  /// Records that could not be read.
  package var failed: Int
  /// The values of those records, all lost.
  package var failedEntries: [LedgerEntry]
  /// The number of items that stay behind as a whole.
  package var leftItemCount = 0
  /// The values that stay behind, all lost, each with its item's title.
  package var leftEntries: [(item: String?, entry: LedgerEntry)] = []
  /// The values that stand in the header itself, which only CXF holds.
  package var headerEntries: [LedgerEntry] = []
  /// The text that offsets of the ledger count in, for lines and columns; and whether it is JSON.
  package var text: [UInt8]
  package var isJSON: Bool
  /// Whether the text was made from a file of another kind, in which lines, columns and bytes mean nothing.
  package var isDerived = false
  /// The file of an archive or folder that the text is, so that positions count in it.
  package var member: String?
  /// The files of an archive or folder that the text is joined of, with the offset at which each begins: at the start of a line.
  package var parts: [(start: Int, member: String)] = []
  /// Where bytes of the text stand in the file, for offsets in growing order.
  package var fileOffsets: @Sendable ([Int]) -> [Int]
  /// The positions in the file of offsets, where the text is not in memory.
  package var positions: (@Sendable ([Int]) -> [SourcePosition])?

  package init(
    header: Header, accounts: [AccountReading], findings: [Finding], failed: Int = 0,
    failedEntries: [LedgerEntry] = [], text: [UInt8], isJSON: Bool,
    fileOffsets: @escaping @Sendable ([Int]) -> [Int]
  ) {
    self.header = header
    self.accounts = accounts
    self.findings = findings
    self.failed = failed
    self.failedEntries = failedEntries
    self.text = text
    self.isJSON = isJSON
    self.fileOffsets = fileOffsets
  }

  /// The document of the model.
  package var document: Header {
    var document = header
    document.accounts = accounts.map {
      var account = $0.account
      account.items = $0.items.map(\.item)
      return account
    }
    return document
  }

  /// The number of items that were read.
  package var itemCount: Int { accounts.reduce(0) { $0 + $1.itemCount } }
}
