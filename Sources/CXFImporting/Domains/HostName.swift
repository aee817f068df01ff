internal import CXFDomains

/// A host as it is compared: in ASCII and lower case.
enum HostName {
  /// Returns a host in lower case, with national labels as `xn--` (UTS #46, non-transitional, as browsers do it) and
  /// without a dot at the end. A host that cannot be brought into that form is compared as it is.
  static func ascii(_ host: String) -> String {
    var bytes = Array(host.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      bytes = bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    } else if let converted = converted(host) {
      bytes = Array(converted.utf8)
    }
    if bytes.count > 1, bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func converted(_ host: String) -> String? {
    var output: UnsafeMutablePointer<CChar>?
    let flags = Int32(bitPattern: UInt32(IDN2_NFC_INPUT.rawValue) | UInt32(IDN2_NONTRANSITIONAL.rawValue))
    let result = idn2_to_ascii_8z(host, &output, flags)
    defer { idn2_free(output) }
    guard result == IDN2_OK.rawValue, let output else { return nil }
    return String(cString: output)
  }

  /// Whether a host, in the form that `ascii` gives, is no name under a public suffix: an IP address of either kind,
  /// also in the odd spellings that browsers accept, or a name of a single label such as `localhost`.
  static func standsAlone(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    let labels = host.utf8.split(separator: UInt8(ascii: "."))
    guard labels.count > 1, let last = labels.last else { return true }
    if last.elementsEqual("localhost".utf8) { return true }
    // The WHATWG's rule: a host whose last label is a number is an IPv4 address.
    return last.allSatisfy { $0 &- 0x30 < 10 } || last.starts(with: "0x".utf8)
  }
}
