internal import CredentialExchangeFormat

/// Changes of a text of JSON that leave every other byte as it is.
struct JSONEdits {
  private let json: [UInt8]
  /// Ranges of values with what stands there instead; nil to take the member or element out.
  private var edits: [(range: Range<Int>, bytes: [UInt8]?)] = []

  init(_ json: [UInt8]) { self.json = json }

  /// Where a value stands in the text that its record was made of.
  static func range(of view: SourceView, in json: [UInt8]) -> Range<Int>? {
    json.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, at: view.offset)
      return try? cursor.skipValue()
    }
  }

  /// A text as JSON writes it.
  static func quoted(_ text: Text) -> [UInt8] {
    JSONWriter.text(indented: false, estimate: text.utf8.count + 2) { $0.string(text) }
  }

  /// Whether a string is spelled as we do, so that its text alone gives it back.
  func isPlain(_ view: SourceView) -> Bool {
    Self.range(of: view, in: json).map { json[$0].elementsEqual(Self.quoted(view.text)) } ?? false
  }

  /// Puts a text in the place of a value.
  mutating func replace(_ view: SourceView, with text: Text) {
    guard let range = Self.range(of: view, in: json) else { return }
    edits.append((range, Self.quoted(text)))
  }

  /// Takes a member or an element out.
  mutating func remove(_ view: SourceView) {
    guard var range = Self.range(of: view, in: json) else { return }
    if view.record.nodes[view.record.nodes[view.index].parent].kind == .object {
      var start = range.lowerBound
      func skipBlanks() { while start > 0, ASCIIBytes.isBlank(json[start - 1]) { start -= 1 } }
      skipBlanks()
      guard start > 0, json[start - 1] == UInt8(ascii: ":") else { return }
      start -= 1
      skipBlanks()
      let name = Self.quoted(view.name)
      guard start >= name.count, json[(start - name.count)..<start].elementsEqual(name) else { return }
      range = (start - name.count)..<range.upperBound
    }
    edits.append((range, nil))
  }

  /// The changed text.
  func applied() -> [UInt8] {
    var text = json
    var last = Int.max
    let removals = edits.filter { $0.bytes == nil }.map(\.range)
    // From the end to the front, so that the other places stay what they are; what is in something removed goes with it.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      let isInside = removals.contains {
        $0 != edit.range && $0.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= $0.upperBound
      }
      guard !isInside, edit.range.lowerBound < last else { continue }
      last = edit.range.lowerBound
      if let bytes = edit.bytes {
        text.replaceSubrange(edit.range, with: bytes)
      } else {
        Self.cut(edit.range, from: &text)
      }
    }
    return text
  }

  /// Takes a range out, with the comma behind it or else the one in front.
  private static func cut(_ range: Range<Int>, from text: inout [UInt8]) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end < text.count, ASCIIBytes.isBlank(text[end]) { end += 1 }
    if end < text.count, text[end] == UInt8(ascii: ",") {
      text.removeSubrange(start..<(end + 1))
      return
    }
    while start > 0, ASCIIBytes.isBlank(text[start - 1]) { start -= 1 }
    if start > 0, text[start - 1] == UInt8(ascii: ",") { start -= 1 }
    text.removeSubrange(start..<range.upperBound)
  }
}
