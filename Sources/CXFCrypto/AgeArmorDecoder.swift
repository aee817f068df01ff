/// Decodes the text form of a file of age as it comes, and refuses whatever could be written in another way: text
/// around the block, empty lines, short lines before the last, white space within, base64 that is not canonical.
///
/// Lines end with LF or CRLF. White space may stand before and after the block.
package struct AgeArmorDecoder: Sendable {
  private enum Expected {
    case begin
    case content
    /// After a line that holds less than a full one.
    case end
    case nothing
  }

  private var expected = Expected.begin
  /// The beginning of a line that is not complete yet.
  private var pending: [UInt8] = []
  private var line = 1

  /// Creates a decoder.
  package init() {}

  /// Takes the next characters and returns the next bytes.
  ///
  /// After an error there is no going on.
  ///
  /// - Throws: `AgeError.armorFailure`.
  package mutating func append(_ text: [UInt8]) throws(AgeError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: (pending.count + text.count) / 4 * 3 + 3)
    var written = 0
    try output.withMutableBytes { (output: UnsafeMutableRawBufferPointer) throws(AgeError) in
      try text.withBytes { (text: UnsafeRawBufferPointer) throws(AgeError) in
        written = try decode(text, into: output)
      }
    }
    output.removeLast(output.count - written)
    return output
  }

  /// Says that the text is at its end.
  ///
  /// - Throws: `AgeError.armorFailure` when the block is not.
  package mutating func finish() throws(AgeError) {
    if !pending.isEmpty, expected != .nothing {
      // The last line may lack its line end. The end line holds no bytes; any other is an error anyway.
      var nothing = [UInt8](repeating: 0, count: AgeArmor.lineByteCount)
      let last = pending
      pending = []
      try nothing.withMutableBytes { (output: UnsafeMutableRawBufferPointer) throws(AgeError) in
        try last.withBytes { (last: UnsafeRawBufferPointer) throws(AgeError) in
          _ = try take(last, into: output)
        }
      }
    }
    guard expected == .nothing else { throw failure(expected == .begin ? .noBeginLine : .truncated) }
  }

  private mutating func decode(
    _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(AgeError) -> Int {
    var start = 0
    var written = 0
    func rest() -> UnsafeMutableRawBufferPointer {
      UnsafeMutableRawBufferPointer(rebasing: output[written...])
    }
    while start < text.count {
      // Nearly all lines are full.
      let full = start + AgeArmor.columnCount
      let isFull = pending.isEmpty && full < text.count && text[full] == 0x0A
      let end = isFull ? full : text[start...].firstIndex(of: 0x0A)
      guard let end else {
        try keep(UnsafeRawBufferPointer(rebasing: text[start...]))
        break
      }
      let piece = UnsafeRawBufferPointer(rebasing: text[start..<end])
      if pending.isEmpty {
        written += try take(piece, into: rest())
      } else {
        try keep(piece)
        let whole = pending
        pending = []
        let output = rest()
        written += try whole.withBytes { (whole: UnsafeRawBufferPointer) throws(AgeError) in
          try take(whole, into: output)
        }
      }
      start = end + 1
      line += 1
    }
    return written
  }

  /// Keeps the beginning of a line, as far as a line can be long.
  private mutating func keep(_ piece: UnsafeRawBufferPointer) throws(AgeError) {
    if expected == .nothing {
      guard piece.allSatisfy(Base64.isSpace) else { throw failure(.trailingText) }
      return
    }
    let limit = expected == .begin ? AgeArmor.maximumBlankCount : AgeArmor.columnCount + 1
    guard pending.count + piece.count <= limit else {
      throw failure(expected == .begin ? .noBeginLine : .lineTooLong)
    }
    pending += piece
  }

  /// Takes a line without its LF, and returns how many bytes it held.
  private mutating func take(
    _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(AgeError) -> Int {
    let text = text.last == 0x0D ? UnsafeRawBufferPointer(rebasing: text.dropLast()) : text
    switch expected {
    case .begin:
      if text.elementsEqual(AgeArmor.beginLine) {
        expected = .content
      } else if !text.allSatisfy(Base64.isSpace) {
        throw failure(.noBeginLine)
      }
      return 0
    case .content:
      if text.count == AgeArmor.endLine.count, text.elementsEqual(AgeArmor.endLine) {
        expected = .nothing
        return 0
      }
      guard !text.isEmpty else { throw failure(.emptyLine) }
      guard text.count <= AgeArmor.columnCount else { throw failure(.lineTooLong) }
      guard let count = AgeBase64.decode(text, padded: true, into: output) else {
        throw failure(.invalidBase64)
      }
      if count < AgeArmor.lineByteCount { expected = .end }
      return count
    case .end:
      guard text.elementsEqual(AgeArmor.endLine) else { throw failure(.noEndLine) }
      expected = .nothing
      return 0
    case .nothing:
      guard text.allSatisfy(Base64.isSpace) else { throw failure(.trailingText) }
      return 0
    }
  }

  private func failure(_ fault: AgeArmorFault) -> AgeError { .armorFailure(fault, line: line) }
}
