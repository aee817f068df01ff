/// Several addresses in one cell, joined by commas, as Bitwarden's and Proton's tables have them.
package enum AddressCell {
  /// The addresses of a cell.
  package struct Reading: Sendable, Hashable {
    /// The addresses in their order, each once.
    package var addresses: [String]
    /// How many were left out because the same bytes came before.
    package var duplicates: Int
  }

  /// Takes a cell apart.
  ///
  /// A comma parts addresses only where the text behind it, blanks skipped, begins with a scheme and `://` or
  /// looks like a host (a name with a dot and a top level of letters, an IPv4 address, or `localhost`):
  /// commas within an address stay. An address in double quotes is taken whole, with `""` for a quote.
  package static func split(_ cell: String) -> Reading {
    var parts: [String] = []
    var rest = ASCIIBytes.trimmed(cell)[...]
    while !rest.isEmpty {
      if let quoted = quotedPart(rest) {
        parts.append(ASCIIBytes.text(quoted.content))
        rest = rest[quoted.end...]
      } else {
        let end = separator(in: rest) ?? rest.endIndex
        parts.append(ASCIIBytes.text(ASCIIBytes.trimmed(rest[..<end])))
        rest = rest[end...]
      }
      rest = rest.dropFirst().drop(while: ASCIIBytes.isBlank)
    }
    let addresses = ServiceAddress.deduplicated(parts)
    return Reading(addresses: addresses, duplicates: parts.count - addresses.count)
  }

  /// Joins addresses so that `split` gives them back: one that holds a comma, a quote or a blank at an end is
  /// quoted.
  package static func join(_ addresses: [String]) -> String {
    addresses.map { address in
      let bytes = Array(address.utf8)
      let isPlain =
        !bytes.contains(UInt8(ascii: ",")) && !bytes.contains(UInt8(ascii: "\""))
        && ASCIIBytes.trimmed(address) == bytes
      if isPlain, addresses.count == 1 || startsAddress(bytes[...]) { return address }
      let doubled = bytes.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
      return "\"" + ASCIIBytes.text(doubled) + "\""
    }.joined(separator: ",")
  }

  /// The first comma that has an address behind it.
  private static func separator(in bytes: ArraySlice<UInt8>) -> Int? {
    var search = bytes
    while let comma = search.firstIndex(of: UInt8(ascii: ",")) {
      search = search[(comma + 1)...]
      let next = search.drop(while: ASCIIBytes.isBlank)
      if startsAddress(next) || quotedPart(next) != nil { return comma }
    }
    return nil
  }

  /// The part in quotes at the start, when a comma or the end follows it.
  private static func quotedPart(_ bytes: ArraySlice<UInt8>) -> (content: [UInt8], end: Int)? {
    let quote = UInt8(ascii: "\"")
    guard bytes.first == quote else { return nil }
    var content: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex {
      if bytes[index] == quote {
        let next = index + 1
        if next == bytes.endIndex || bytes[next] == UInt8(ascii: ",") { return (content, next) }
        guard bytes[next] == quote else { return nil }
        index = next
      }
      content.append(bytes[index])
      index += 1
    }
    return nil
  }

  private static func startsAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    hasScheme(bytes) || looksLikeHost(bytes)
  }

  private static func hasScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, ASCIIBytes.isLetter(first) else { return false }
    let scheme = bytes.prefix {
      ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) || "+-.".utf8.contains($0)
    }
    return bytes[scheme.endIndex...].starts(with: "://".utf8)
  }

  private static func looksLikeHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.prefix { !"/?#,:".utf8.contains($0) }
    guard name.count <= 253 else { return false }
    if ASCIIBytes.lower(ASCIIBytes.text(name)) == "localhost" { return true }
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ isLabel($0) }) else { return false }
    let isIPv4 = labels.count == 4 && labels.allSatisfy { ASCIIBytes.number($0).map { $0 < 256 } ?? false }
    guard let top = labels.last else { return false }
    let isTopLevel =
      top.count > 1
      && (top.allSatisfy { ASCIIBytes.isLetter($0) || $0 >= 0x80 } || ASCIIBytes.hasPrefix(top, "xn--"))
    return isIPv4 || isTopLevel
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    !label.isEmpty
      && label.allSatisfy { ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) || $0 == 0x2D || $0 >= 0x80 }
  }
}
