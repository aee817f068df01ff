extension DocumentJudge {
  /// Judges the whole text.
  mutating func document() throws(JSONError) {
    let root = try DocumentRoot.of(decoder.json)
    _ = try decoder.json.peek()
    switch root {
    case .document: _ = try object(shapes.header, shapes.root)
    case .bare, .list: try parts(root)
    }
    try decoder.json.finish()
    decoder.settleRejected()
    settleReferences()
    settleMoments()
  }

  /// Notes what a rule of content finds.
  mutating func note(
    _ code: FindingCode, at offset: Int, _ field: StaticString, action: FindingAction = .kept
  ) {
    let name = field.description
    notes.append(
      .init(
        finding: Finding(
          code, field: name, message: JudgeRule.rule(code)?.message(for: name) ?? code.name, action: action),
        offset: offset))
  }

  /// Notes what a rule of content finds at a member.
  mutating func note(
    _ code: FindingCode, _ span: MemberSpan, _ field: StaticString, action: FindingAction = .kept
  ) {
    note(code, at: span.offset, field, action: action)
  }

  /// Hands the bytes of a string, escapes resolved, to `body`.
  func withText<Result>(_ span: MemberSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let string = span.string
    if !span.hasEscapes { return body(decoder.json.bytes(in: string.start..<string.start + string.count)) }
    var text = decoder.json.text(of: string).string
    return text.withUTF8(body)
  }

  /// Returns the bytes that a member holds in base64url.
  func decoded(_ span: MemberSpan) -> [UInt8] {
    if let bytes = unusualBytes[span.offset] { return bytes }
    return withText(span) { Base64URL.decode($0)?.bytes ?? [] }
  }

  /// Returns the whole number that a member holds.
  func number(_ span: MemberSpan) -> UInt64 {
    if !unusualNumbers.isEmpty, let value = unusualNumbers[span.offset] { return value }
    var value: UInt64 = 0
    for digit in decoder.json.bytes(in: span.offset..<span.offset + span.count) {
      value = value &* 10 &+ UInt64(digit &- UInt8(ascii: "0"))
    }
    return value
  }

  /// Returns the text of a member.
  func text(_ span: MemberSpan?) -> String {
    guard let span else { return "" }
    return decoder.json.text(of: span.string).string
  }

  /// How people call an item: by its title, or else by its identifier.
  func name(of item: ObjectSpans) -> String {
    let title = repairedTitle?.string ?? text(item["title"])
    if !title.isEmpty { return title }
    guard let id = item["id"] else { return "" }
    return unusualIdentifiers[id.offset]?.base64URL ?? text(id)
  }
}
