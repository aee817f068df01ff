// Documents without a header, and items and references in other places than those of CXF 1.0.
extension DocumentJudge {
  /// Judges what stands at the root instead of a header.
  mutating func parts(_ root: DocumentRoot) throws(JSONError) {
    decoder.report(
      .documentShape, at: decoder.json.offset, shapes.root.pointee.memberName, action: .repaired)
    var isLoose = false
    if case .bare = root {
      try part(&isLoose)
    } else {
      try decoder.json.beginArray()
      var first = true
      while try decoder.json.nextElement(first: &first) { try part(&isLoose) }
    }
    if isLoose { endAccount(nil) }
  }

  /// Judges one part; items and credentials that follow each other are of one account.
  private mutating func part(_ isLoose: inout Bool) throws(JSONError) {
    switch try RootShape.of(decoder.json) {
    case .account?:
      if isLoose { endAccount(nil) }
      isLoose = false
      _ = try object(shapes.account, shapes.root)
    case .item?:
      _ = try object(shapes.item, shapes.root)
      isLoose = true
    case .credential?:
      try bareCredential()
      isLoose = true
    case .header?, nil:
      if try decoder.json.peek() == UInt8(ascii: "n") {
        try null(shapes.root)
      } else {
        _ = try rejected(.wrongType, shapes.root)
      }
    }
  }

  private mutating func bareCredential() throws(JSONError) {
    let mark = decoder.mark()
    let own = notes.count
    if try credential(shapes.root) { credentials += 1 }
    settleItem(since: mark, own) { _ in "" }
  }

  /// Judges a reference, or what stands for one; returns whether it was read.
  mutating func link(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let first = try decoder.json.peek()
    let start = decoder.json.offset
    if first == UInt8(ascii: "{") {
      guard try decoder.isWholeItem(row.pointee.memberName) else { return try object(shapes.link, row) }
      decoder.report(.itemInCollection, at: start, row.pointee.memberName, action: .repaired)
      isStrayItem = true
      defer { isStrayItem = false }
      return try object(shapes.item, row)
    }
    guard let link = try LinkedItem.read(&decoder, row.pointee.memberName) else { return false }
    refer(to: link.item, at: start)
    return true
  }
}
