/// Values of key files as GLib writes them.
enum KeyFile {
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "s"): 0x20, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]

  /// The text that is meant; a backslash before another byte stands as it is.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first, let meant = escapes[next] {
        result.append(meant)
        rest = rest.dropFirst()
      } else {
        result.append(byte)
      }
    }
    return ASCIIBytes.text(result)
  }

  /// The name of a wireless network: a list of numbers of bytes where it is not all printable, otherwise a text with its
  /// semicolons escaped. Bytes that are no UTF-8 stay the list that they are.
  static func networkName(_ text: String) -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = parts.dropLast().map { part -> UInt8? in
      part.allSatisfy(ASCIIBytes.isDigit) ? ASCIIBytes.number(part).flatMap { UInt8(exactly: $0) } : nil
    }
    if parts.count > 1, parts.last?.isEmpty == true, !numbers.contains(nil),
      let name = String(validating: numbers.compactMap { $0 }, as: UTF8.self)
    {
      return name
    }
    let bytes = Array(text.utf8)
    return ASCIIBytes.text(
      bytes.indices.filter {
        !(bytes[$0] == UInt8(ascii: "\\") && $0 + 1 < bytes.count && bytes[$0 + 1] == UInt8(ascii: ";"))
      }.map { bytes[$0] })
  }
}
