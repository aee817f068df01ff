internal import CXFTestSupport

/// Changes delimited text by cells and rows.
enum TableMutation {
  /// Returns the text with one to three changes; nil where it is hardly a table.
  static func mutated(_ text: [UInt8], donors: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8]? {
    guard let end = text.firstIndex(of: 0x0A), end > 0, !text.prefix(end).contains(0) else { return nil }
    let delimiter =
      [0x2C, 0x3B, 0x09, 0x7C].max { one, other in
        text[..<end].count { $0 == one } < text[..<end].count { $0 == other }
      } ?? 0x2C
    var rows = split(text, delimiter)
    for _ in 0..<random.int(1...3) { change(&rows, donors, &random) }
    return Array(rows.map { Array($0.joined(separator: [delimiter])) }.joined(separator: [0x0A]))
  }

  private static func split(_ text: [UInt8], _ delimiter: UInt8) -> [[[UInt8]]] {
    var rows: [[[UInt8]]] = [[[]]]
    var isQuoted = false
    for byte in text {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == delimiter, !isQuoted {
        rows[rows.count - 1].append([])
      } else if byte == 0x0A, !isQuoted {
        rows.append([[]])
      } else {
        rows[rows.count - 1][rows[rows.count - 1].count - 1].append(byte)
      }
    }
    return rows
  }

  private static func change(_ rows: inout [[[UInt8]]], _ donors: [[UInt8]], _ random: inout SeededGenerator)
  {
    guard !rows.isEmpty else { return }
    let row = random.int(0...(rows.count - 1))
    guard !rows[row].isEmpty else { return }
    let cell = random.int(0...(rows[row].count - 1))
    switch random.int(0...9) {
    case 0: rows.insert(rows[row], at: random.int(0...rows.count))
    case 1 where rows.count > 1: rows.remove(at: row)
    case 2: rows[row].remove(at: cell)
    case 3: rows[row].insert(Array(random.pick(cells).utf8), at: cell)
    case 4: rows[row].swapAt(cell, random.int(0...(rows[row].count - 1)))
    case 5:
      // A cell of another row in this column's place, the header's included.
      let other = rows[random.int(0...(rows.count - 1))]
      if !other.isEmpty { rows[row][cell] = random.pick(other) }
    case 6:
      // A column less or twice.
      let doubles = random.oneIn(2)
      for index in rows.indices where rows[index].indices.contains(cell) {
        if doubles { rows[index].insert(rows[index][cell], at: cell) } else { rows[index].remove(at: cell) }
      }
    case 7: if !donors.isEmpty { rows[row][cell] = random.pick(donors) }
    default: rows[row][cell] = Array(random.pick(cells).utf8)
    }
  }

  private static let cells = [
    "", " ", "\"\"", "\"a\"\"b\"", "\"a\nb\"", "\"a\r\nb\"", "\"", "a\"b", "é", "\u{FEFF}a", "true", "0", "1",
    "login", "note",
    "card", "identity", "https://a.example/", "a,b", "\"a,b\"", "12/2030", "2024-02-29", "1700000000",
    "1700000000000",
    "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ", "GEZDGNBVGY3TQOJQ", "a/b/c", "a\\\\b", "\"[]\"",
    "\"[\"\"a\"\"]\"",
    "\"{\"\"a\"\":\"\"b\"\"}\"", "\"NoteType:Credit Card\nNumber:1\nExpiration Date:,2030\"", "password",
    "url", "title",
    "\"a: b\nc: d\"", "NULL", "\\\"", "&amp;&lt;", "android://x==@a.b/",
    "\"http://a.example\nhttp://b.example\"", "#", "sep=;",
  ]
}
