internal import CredentialExchangeFormat

/// What readers of XML exports have in common: one document, a root element of a certain name, records cut from the tree.
struct XMLExport {
  let origin: Format.Origin
  /// The name of the root element.
  let root: Text
  /// Whether items have no identifiers of their own.
  let hasSyntheticIDs: Bool

  init(_ origin: Format.Origin, root: Text, syntheticIDs: Bool) {
    self.origin = origin
    self.root = root
    hasSyntheticIDs = syntheticIDs
  }

  /// Reads a document.
  ///
  /// - Parameter body: takes the records out of the tree; what it leaves there has no place in CXF.
  /// - Throws: `FormatError` of kind `damaged`.
  func read(
    _ file: SourceFile, _ options: ReadOptions,
    _ body: (SourceRecord, inout VaultDraft) throws(FormatError) -> Void
  ) throws(FormatError) -> Reading {
    let tree = try SourceRecord.xml(file)
    guard tree.root.name == root else {
      throw FormatError(
        .damaged,
        Finding(
          .notThisFormat, file: file.name, position: SourcePosition(byte: tree.root.offset),
          message: "the XML has no root element \(root.string), so it is no export of \(origin.name)",
          action: .failed),
        hint: "leave the format out, so that it is found by the content")
    }
    var draft = VaultDraft(origin, options: options, syntheticIDs: hasSyntheticIDs)
    try body(tree, &draft)
    draft.addFolders(from: tree)
    var reading = draft.finish(text: file.bytes, isJSON: false, fileOffsets: { $0 })
    // Offsets count in what the parser made of the file.
    reading.isDerived = String(validating: file.bytes, as: UTF8.self) == nil
    return reading
  }
}

extension RowBuilder {
  /// Gives the texts and attributes right in an element their places by name; others stay for the end.
  mutating func apply(_ roles: [Text: CellRole], to view: SourceView) {
    for child in view.children {
      guard let role = roles[child.name] else { continue }
      switch role {
      case .structure, .identifier: child.markStructure()
      default: apply(role, child)
      }
    }
  }
}
