package import CXFCommandLine
package import CredentialExchangeFormat

/// Two versions of an item side by side, for the person who has to choose.
///
/// The first column says by a sign whether a row differs, so that colour is never the only sign. A secret is shown as
/// dots, always as many, with the words "equal" or "differs" beside it; nothing else can be told from it.
package enum ConflictView {
  /// In front of rows whose values differ, and of those that one side has alone.
  private static let sign = "≠"
  private static let separator = " │ "

  /// One line of the view, before it is laid out.
  private struct Line {
    var label: String
    var existing: String
    var incoming: String
    var differs: Bool
  }

  /// Returns the view, each line ended by a line feed.
  ///
  /// - Parameters:
  ///   - existing: the item of the vault.
  ///   - incoming: the item of the file.
  ///   - width: the columns of the terminal.
  ///   - style: decides whether differing rows are emphasised too.
  ///   - reveal: whether secrets are shown.
  package static func render(
    existing: Item, incoming: Item, width: Int = 80, style: TextStyle = .plain, reveal: Bool = false
  ) -> String {
    let lines = align(ItemRow.rows(existing), ItemRow.rows(incoming)).map { line($0, $1, reveal: reveal) }
    let labelWidth = min(lines.map { DisplayWidth.of($0.label) }.max() ?? 0, max(width / 4, 8))
    let columnWidth = max((width - 2 - labelWidth - 2 - DisplayWidth.of(separator)) / 2, 8)
    var text = row(
      " ", pad("", labelWidth), pad("in the vault", columnWidth), "in the file", style: style, emphasis: .bold
    )
    for line in lines {
      let label = fit(line.label, labelWidth)
      // Long values go on in further lines: cutting them could hide the very difference.
      let left = pieces(line.existing, columnWidth)
      let right = pieces(line.incoming, columnWidth)
      for index in 0..<max(left.count, right.count, 1) {
        text += row(
          line.differs && index == 0 ? sign : " ", pad(index == 0 ? label : "", labelWidth),
          pad(index < left.count ? left[index] : "", columnWidth), index < right.count ? right[index] : "",
          style: style, emphasis: line.differs ? .yellow : nil)
      }
    }
    return text
  }

  private static func line(_ existing: ItemRow?, _ incoming: ItemRow?, reveal: Bool) -> Line {
    let row = existing ?? incoming
    let group = row?.group ?? ""
    let label = [group, row?.label ?? ""].filter { !$0.utf8.isEmpty }.joined(separator: " ")
    let differs = existing?.value != incoming?.value
    let isHidden = row?.isSecret == true && !reveal
    func text(_ row: ItemRow?) -> String {
      guard let row else { return "" }
      return isHidden ? "\(ItemRow.mask) (\(differs ? "differs" : "equal"))" : row.text(reveal: reveal)
    }
    return Line(
      label: ForeignText.escaped(label), existing: text(existing), incoming: text(incoming), differs: differs)
  }

  private struct Key: Hashable {
    var group: Text
    var label: Text

    init(_ row: ItemRow) {
      group = Text(row.group)
      label = Text(row.label)
    }
  }

  /// Puts rows of one group and label beside each other: equal values first, then the others in order.
  private static func align(_ existing: [ItemRow], _ incoming: [ItemRow]) -> [(ItemRow?, ItemRow?)] {
    var rest: [Key: [ItemRow]] = [:]
    // The id differs between any two items and says nothing.
    let existing = existing.filter { !($0.group.isEmpty && $0.label == "id") }
    let incoming = incoming.filter { !($0.group.isEmpty && $0.label == "id") }
    for row in incoming { rest[Key(row), default: []].append(row) }
    var partners: [ItemRow?] = existing.map { row in
      guard let index = rest[Key(row)]?.firstIndex(where: { $0.value == row.value }) else { return nil }
      return rest[Key(row)]?.remove(at: index)
    }
    for (index, row) in existing.enumerated() where partners[index] == nil {
      if rest[Key(row)]?.isEmpty == false { partners[index] = rest[Key(row)]?.removeFirst() }
    }
    var pairs: [(ItemRow?, ItemRow?)] = Array(zip(existing, partners)).map { ($0.0, $0.1) }
    for row in incoming {
      guard rest[Key(row)]?.isEmpty == false, let left = rest[Key(row)]?.removeFirst() else { continue }
      let place = pairs.lastIndex { ($0.0 ?? $0.1)?.group == row.group }
      pairs.insert((nil, left), at: place.map { $0 + 1 } ?? pairs.count)
    }
    return pairs
  }

  // MARK: Layout

  private static func row(
    _ sign: String, _ label: String, _ left: String, _ right: String, style: TextStyle,
    emphasis: TextStyle.Emphasis?
  ) -> String {
    var line = "\(sign) \(label)  \(left)\(separator)\(right)"
    while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
    return (emphasis.map { style.applying($0, to: line) } ?? line) + "\n"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - DisplayWidth.of(text), 0))
  }

  private static func fit(_ text: String, _ width: Int) -> String {
    DisplayWidth.of(text) <= width ? text : DisplayWidth.prefix(of: text, columns: width - 1) + "…"
  }

  private static func pieces(_ text: String, _ width: Int) -> [String] {
    var pieces: [String] = []
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      let head = DisplayWidth.prefix(of: String(rest), columns: width)
      // A scalar wider than the column would never fit.
      let count = max(head.unicodeScalars.count, 1)
      pieces.append(String(String.UnicodeScalarView(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
