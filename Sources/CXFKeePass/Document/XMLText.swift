/// Text in XML, and what stands for it.
enum XMLText {
  /// Returns the text that a part of a well-formed document stands for: references are replaced, line ends made one, comments
  /// and instructions left out.
  ///
  /// - Parameter isAttribute: whether it is the value of an attribute, in which line ends and tabs are blanks.
  static func decode(_ part: ArraySlice<UInt8>, isAttribute: Bool = false) -> [UInt8] {
    // Most texts are as they stand.
    guard part.contains(where: isSpecial) else { return Array(part) }
    var text: [UInt8] = []
    text.reserveCapacity(part.count)
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      switch byte {
      case UInt8(ascii: "&"):
        guard let end = part[index...].firstIndex(of: UInt8(ascii: ";")) else { return text + part[index...] }
        text += reference(part[(index + 1)..<end])
        index = end + 1
      case UInt8(ascii: "<"):
        if part[index...].starts(with: cdata) {
          let end = start(of: "]]>", in: part, from: index + cdata.count)
          appendLines(part[(index + cdata.count)..<end], to: &text)
          index = min(end + 3, part.endIndex)
        } else {
          let end = part[index...].starts(with: "<!--".utf8) ? "-->" : "?>"
          index = min(start(of: end, in: part, from: index + 2) + end.utf8.count, part.endIndex)
        }
      case 0x0D:
        text.append(isAttribute ? 0x20 : 0x0A)
        index += part[(index + 1)...].first == 0x0A ? 2 : 1
      case 0x0A, 0x09:
        text.append(isAttribute ? 0x20 : byte)
        index += 1
      default:
        text.append(byte)
        index += 1
      }
    }
    return text
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == 0x0D || byte == 0x0A || byte == 0x09
  }

  private static let cdata = Array("<![CDATA[".utf8)

  private static func start(of pattern: String, in part: ArraySlice<UInt8>, from index: Int) -> Int {
    var index = index
    while index < part.endIndex, !part[index...].starts(with: pattern.utf8) { index += 1 }
    return index
  }

  private static func appendLines(_ part: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var previous: UInt8 = 0
    for byte in part {
      if byte == 0x0D {
        text.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        text.append(byte)
      }
      previous = byte
    }
  }

  /// What a reference stands for, without `&` and `;`.
  private static func reference(_ name: ArraySlice<UInt8>) -> [UInt8] {
    switch String(decoding: name, as: UTF8.self) {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "apos": return [UInt8(ascii: "'")]
    case "quot": return [UInt8(ascii: "\"")]
    default: break
    }
    let digits = name.dropFirst()
    let number =
      digits.first == UInt8(ascii: "x")
      ? UInt32(String(decoding: digits.dropFirst(), as: UTF8.self), radix: 16)
      : UInt32(String(decoding: digits, as: UTF8.self))
    guard name.first == UInt8(ascii: "#"), let scalar = number.flatMap({ Unicode.Scalar($0) }) else {
      return [UInt8(ascii: "&")] + name + [UInt8(ascii: ";")]
    }
    return Array(String(scalar).utf8)
  }

  /// Returns markup that stands for a text; nil where XML 1.0 has no way to say one of its characters, or it is not UTF-8.
  ///
  /// - Parameter isAttribute: whether it is for the value of an attribute.
  static func encode(_ text: [UInt8], isAttribute: Bool = false) -> [UInt8]? {
    guard let string = String(validating: text, as: UTF8.self) else { return nil }
    var markup: [UInt8] = []
    markup.reserveCapacity(text.count)
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case UInt32(UInt8(ascii: "&")): markup += "&amp;".utf8
      case UInt32(UInt8(ascii: "<")): markup += "&lt;".utf8
      case UInt32(UInt8(ascii: ">")): markup += "&gt;".utf8
      case UInt32(UInt8(ascii: "\"")) where isAttribute: markup += "&quot;".utf8
      // A reader would make a line feed of it.
      case 0x0D: markup += "&#xD;".utf8
      case 0x0A where isAttribute: markup += "&#xA;".utf8
      case 0x09 where isAttribute: markup += "&#x9;".utf8
      case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF:
        markup += String(scalar).utf8
      default: return nil
      }
    }
    return markup
  }
}
