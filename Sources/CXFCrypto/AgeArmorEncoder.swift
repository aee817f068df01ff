/// Brings a file of age into the text form as it comes: `begin`, `append` any number of times, `finish`. What
/// these return, one after the other, is the text.
package struct AgeArmorEncoder: Sendable {
  /// What does not fill a line yet.
  private var pending: [UInt8] = []

  /// Creates an encoder.
  package init() {}

  /// Returns the first line.
  package func begin() -> [UInt8] { AgeArmor.beginLine + [0x0A] }

  /// Takes the next bytes and returns the lines that are full.
  package mutating func append(_ bytes: [UInt8]) -> [UInt8] {
    let size = AgeArmor.lineByteCount
    guard pending.count + bytes.count >= size else {
      pending += bytes
      return []
    }
    var taken = 0
    var text: [UInt8] = []
    text.reserveCapacity((pending.count + bytes.count) / size * (AgeArmor.columnCount + 1))
    if !pending.isEmpty {
      taken = size - pending.count
      text += Self.line(pending + bytes[..<taken])
    }
    let lineCount = (bytes.count - taken) / size
    text += [UInt8](unsafeUninitializedCapacity: lineCount * (AgeArmor.columnCount + 1)) { text, used in
      bytes.withUnsafeBytes { bytes in
        for index in 0..<lineCount {
          let line = bytes[(taken + index * size)..<(taken + (index + 1) * size)]
          let target = UnsafeMutableRawBufferPointer(text)[used...]
          used += AgeBase64.encode(
            UnsafeRawBufferPointer(rebasing: line), padded: true,
            into: UnsafeMutableRawBufferPointer(rebasing: target))
          text[used] = 0x0A
          used += 1
        }
      }
    }
    pending = Array(bytes[(taken + lineCount * size)...])
    return text
  }

  /// Returns the last lines.
  package mutating func finish() -> [UInt8] {
    let last = pending.isEmpty ? [] : Self.line(pending)
    pending = []
    return last + AgeArmor.endLine + [0x0A]
  }

  private static func line(_ bytes: [UInt8]) -> [UInt8] {
    var text = [UInt8](repeating: 0x0A, count: AgeBase64.characterCount(bytes.count, padded: true) + 1)
    bytes.withUnsafeBytes { bytes in
      text.withUnsafeMutableBytes { _ = AgeBase64.encode(bytes, padded: true, into: $0) }
    }
    return text
  }
}
