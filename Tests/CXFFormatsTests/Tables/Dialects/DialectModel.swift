import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// A vault as a product wrote it.
struct ModelVault {
  var bytes: [UInt8]
  /// What each of its items says, in the order of the file.
  var items: [Facts]
  /// Folders that stand in rows of their own.
  var folders: [String] = []
}

/// A model of what a product writes.
struct DialectModel: Sendable, CustomTestStringConvertible {
  /// The id of the format.
  let id: String
  /// Which of its shapes it is.
  let shape: String
  /// Whether the content tells the format whatever the vault: without a header it is only likely.
  var isDistinctive = true
  /// How many vaults are tried, for a format that takes long.
  var vaults = 6
  let write: @Sendable (inout SeededGenerator) -> ModelVault

  var testDescription: String { "\(id): \(shape)" }
}

/// A table as a product writes it: a header, and what each kind of row holds.
struct TableModel: Sendable {
  /// How cells are quoted.
  enum Quoting: Sendable {
    /// Where they must be, and around blanks at the ends.
    case needed
    /// All of them.
    case always
    /// All, with a backslash before quotes and backslashes.
    case backslash
    /// None but those of these columns.
    case never(but: [String])
  }

  /// A kind of row: what its columns hold, by their names; the others are empty.
  struct Kind: Sendable {
    var slots: [String: Slot]
    /// Cells behind those.
    var tail: (@Sendable (inout Filling) -> [String])?
    /// Whether the row is an item.
    var isItem = true
  }

  /// Says of the last kind how its rows go on.
  func going(_ tail: @escaping @Sendable (inout Filling) -> [String]) -> TableModel {
    with { $0.kinds[$0.kinds.count - 1].tail = tail }
  }

  /// Adds a kind of rows that are no items but folders; their path is what a slot keeps as `path`.
  func folders(_ slots: [String: Slot]) -> TableModel {
    with { $0.kinds.append(Kind(slots: slots, isItem: false)) }
  }

  let id: String
  /// Which of the format's shapes it is, where the columns do not tell.
  var shape: String?
  /// The names of the columns.
  let columns: [String]
  var kinds: [Kind]
  var hasHeader = true
  var delimiter = ","
  var end = "\n"
  var quoting = Quoting.needed
  var mark = false
  /// What no text of the dialect can have.
  var limits = TextLimits.any
  var isDistinctive: Bool { hasHeader }
  /// How many rows a vault has at least.
  var fewest = 1
  /// Changes the text of a file that is written.
  var wrap: (@Sendable (String) -> String)?
  /// Changes a cell before it is quoted.
  var encode: (@Sendable (String) -> String)?

  init(_ id: String, _ columns: String, _ kinds: [String: Slot]...) {
    self.id = id
    self.columns = columns.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    self.kinds = kinds.map { Kind(slots: $0) }
  }

  func with(_ change: (inout TableModel) -> Void) -> TableModel {
    var copy = self
    change(&copy)
    return copy
  }

  var model: DialectModel {
    DialectModel(
      id: id, shape: shape ?? columns.prefix(6).joined(separator: delimiter), isDistinctive: isDistinctive,
      write: { random in vault(&random) })
  }

  private func vault(_ random: inout SeededGenerator) -> ModelVault {
    var vault = ModelVault(bytes: [], items: [])
    var rows: [[String]] = hasHeader ? [columns] : []
    for number in 1...random.int(fewest...(fewest + 11)) {
      // Each kind comes at least where there are rows enough.
      let kind = number <= kinds.count && fewest >= kinds.count ? kinds[number - 1] : random.pick(kinds)
      var item = Filling(random: random, number: number, limits: limits)
      // A row that goes on as it likes has the cells that its kind names.
      var row = columns.compactMap { column in
        kind.slots[column]?.fill(&item) ?? (kind.tail == nil ? "" : nil)
      }
      if let tail = kind.tail { row += tail(&item) }
      if kind.isItem {
        item.finish()
        vault.items.append(item.facts)
      } else if let path = item.memory["path"] {
        vault.folders.append(path)
      }
      random = item.random
      rows.append(row)
    }
    let lines = rows.enumerated().map { number, row in
      row.enumerated().map { index, text in
        let text = number == 0 && hasHeader ? text : encode?(text) ?? text
        return cell(text, index < columns.count ? columns[index] : "")
      }.joined(separator: delimiter)
    }
    var text = lines.map { $0 + end }.joined()
    if let wrap { text = wrap(text) }
    vault.bytes = (mark ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
    return vault
  }

  private func cell(_ text: String, _ column: String) -> String {
    let bytes = Array(text.utf8)
    switch quoting {
    case .needed:
      let must =
        bytes.contains { $0 == 0x22 || $0 == 0x0A || $0 == 0x0D || $0 == delimiter.utf8.first }
        || bytes.first == 0x20 || bytes.last == 0x20 || bytes.first == 0x09
      return must ? quoted(bytes, mark: 0x22) : text
    case .always: return quoted(bytes, mark: 0x22)
    case .backslash: return quoted(bytes, mark: 0x5C)
    case .never(let exceptions): return exceptions.contains(column) ? "\"\(text)\"" : text
    }
  }

  private func quoted(_ bytes: [UInt8], mark: UInt8) -> String {
    let inner = bytes.flatMap { $0 == 0x22 || (mark == 0x5C && $0 == 0x5C) ? [mark, $0] : [$0] }
    return "\"" + String(decoding: inner, as: UTF8.self) + "\""
  }
}
