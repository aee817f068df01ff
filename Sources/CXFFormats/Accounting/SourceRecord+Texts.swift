internal import CredentialExchangeFormat

// Records that are put together of texts, for files that are neither tables nor trees.
extension SourceRecord {
  /// Begins a record at a place in the file.
  convenience init(texts offset: Int, number: Int) {
    self.init()
    self.number = number
    append(Node(name: "", kind: .object, text: "", offset: offset, parent: -1, end: 0))
  }

  /// Adds a text to the record; `endTexts` ends it.
  ///
  /// - Parameter offset: where it stands in the file; where the record does, if nil.
  @discardableResult
  func appendText(_ name: Text, _ text: Text, offset: Int? = nil) -> SourceView {
    let index = append(
      Node(name: name, kind: .string, text: text, offset: offset ?? self.offset, parent: 0, end: 0))
    nodes[index].end = index + 1
    return SourceView(record: self, index: index)
  }

  /// Ends the record: only then its values can be taken.
  func endTexts() {
    guard !nodes.isEmpty else { return }
    nodes[0].end = nodes.count
    finishTree(.none)
  }
}
