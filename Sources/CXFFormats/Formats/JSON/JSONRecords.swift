package import CredentialExchangeFormat

// What readers of JSON exports have in common.

extension Format.Origin {
  /// Reads a JSON document as one tree, of which `body` cuts the records; what is left around them is accounted for.
  ///
  /// - Throws: `FormatError` of kind `damaged`; what `body` throws.
  func readJSON(
    _ file: SourceFile, _ options: ReadOptions, syntheticIDs: Bool,
    _ body: (SourceRecord, inout VaultDraft) throws(FormatError) -> Void
  ) throws(FormatError) -> Reading {
    let (tree, source) = try SourceRecord.json(file)
    var draft = VaultDraft(self, options: options, syntheticIDs: syntheticIDs)
    if let note = source.note { draft.report(Finding(.textEncoding, message: note, action: .repaired)) }
    try body(tree, &draft)
    draft.addFolders(from: tree)
    return draft.finish(text: source.text, isJSON: true, fileOffsets: { source.fileOffsets(of: $0) })
  }

  /// What a document is refused with that has not even the outline of this format.
  ///
  /// - Parameter missing: what is not there, as in `has no list of items`.
  func refusal(_ file: SourceFile, _ missing: String) -> FormatError {
    FormatError(
      .damaged,
      Finding(
        .notThisFormat, file: file.name, message: "the file \(missing), so it is no export of \(name)",
        action: .failed),
      hint: "leave the format out, so that it is found by the content, or export again")
  }
}

extension VaultDraft {
  /// Cuts a record out of a tree and hands it on; what is no object is set aside as a failed record.
  ///
  /// - Parameters:
  ///   - number: of the record in the file, from 1.
  ///   - rules: which of its members are no values but structure.
  mutating func cut(
    _ view: SourceView, number: Int, rules: StructureRules, _ body: (SourceRecord, inout VaultDraft) -> Void
  ) {
    let record = view.record.cut(view, number: number, rules: rules)
    guard record.root.kind == .object else {
      fail(
        record,
        Finding(
          .notAnItem, position: SourcePosition(byte: record.offset), item: "record \(number)",
          message: "record \(number) of the file is no object and cannot be read", action: .failed))
      return
    }
    body(record, &self)
  }
}

extension SourceView {
  /// The elements of an array, also those that are null.
  var elements: [SourceView] {
    kind == .array ? record.children(index).map { SourceView(record: record, index: $0) } : []
  }

  /// The text as an identifier; nil where it is empty or too long for one.
  var identifier: Identifier? {
    guard let text = peek, text.utf8.count <= Identifier.maximumCount else { return nil }
    return Identifier(Array(text.utf8))
  }
}

extension Probe {
  /// The names of the members of the first objects in a list, when the bytes are JSON: the list at the top, or in the member of
  /// that name. A text that breaks off further on gives the members up to there.
  func membersOfRecords(in list: Text?) -> [Text: SourceRecord.Kind] {
    guard looksLikeJSON, let source = try? JSONSource(bytes) else { return [:] }
    return source.text.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      var found: [Text: SourceRecord.Kind] = [:]
      try? Self.readRecords(&cursor, in: list, buffer, into: &found)
      return found
    }
  }

  /// How many objects of a list are looked at.
  private static let recordCount = 50

  private static func readRecords(
    _ cursor: inout JSONCursor, in list: Text?, _ buffer: UnsafeBufferPointer<UInt8>,
    into found: inout [Text: SourceRecord.Kind]
  ) throws(JSONError) {
    if let list {
      guard try cursor.peek() == UInt8(ascii: "{") else { return }
      try cursor.beginObject()
      var isFirst = true
      while let member = try cursor.nextMember(first: &isFirst) {
        if cursor.text(of: member) == list, try cursor.peek() == UInt8(ascii: "[") {
          return try readRecords(&cursor, in: nil, buffer, into: &found)
        }
        try cursor.skipValue()
      }
      return
    }
    guard try cursor.peek() == UInt8(ascii: "[") else { return }
    try cursor.beginArray()
    var isFirst = true
    var count = 0
    while count < recordCount, try cursor.nextElement(first: &isFirst) {
      count += 1
      guard try cursor.peek() == UInt8(ascii: "{") else {
        try cursor.skipValue()
        continue
      }
      try readMembers(&cursor, into: &found)
    }
  }
}

extension FindingCode {
  /// The document has not the outline of the format that it is to be read as.
  package static let notThisFormat = FindingCode("not-this-format", .error)
}
