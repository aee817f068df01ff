extension ServiceAddress {
  /// Host and port of an address.
  package struct Authority: Sendable, Hashable {
    /// The host with A–Z in lower case, without brackets. National characters stay as they are.
    package let host: String
    /// The port that is written, 0…65535, or nil.
    package let port: Int?

    /// Creates the value of parts that are as they must be.
    init(host: String, port: Int? = nil) {
      self.host = host
      self.port = port
    }

    /// Reads from the first byte of the authority; what follows `/`, `?`, `#` or `\` does not count.
    ///
    /// Returns nil without a host, or when a blank, a control character or a wrong port stands in it.
    init?(_ bytes: ArraySlice<UInt8>, hasScheme: Bool) {
      var rest = bytes.prefix { !"/?#\\".utf8.contains($0) }
      // Browsers read `\` as `/` behind a scheme; without a scheme it is a file path.
      guard hasScheme || rest.endIndex == bytes.endIndex || bytes[rest.endIndex] != UInt8(ascii: "\\") else {
        return nil
      }
      if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
        guard hasScheme else { return nil }
        rest = rest[(at + 1)...]
      }
      var name = rest
      var portText = rest[rest.endIndex...]
      if rest.first == UInt8(ascii: "[") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        name = rest[(rest.startIndex + 1)..<close]
        let tail = rest[(close + 1)...]
        guard tail.isEmpty || tail.first == UInt8(ascii: ":") else { return nil }
        portText = tail.dropFirst()
      } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        name = rest[..<colon]
        portText = rest[(colon + 1)...]
      }
      guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
      if portText.isEmpty {
        port = nil
      } else {
        guard let number = ASCIIBytes.number(portText), number <= 65_535 else { return nil }
        port = Int(number)
      }
      host = ASCIIBytes.lower(ASCIIBytes.text(name))
    }
  }
}
