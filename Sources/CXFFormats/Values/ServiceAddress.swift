internal import CredentialExchangeFormat

/// The address of a service as a foreign export writes it: a web address, an app, or something else.
///
/// The text stays as it was given; what the address means is read beside it and never written back over it.
package struct ServiceAddress: Sendable, Hashable {
  /// What the text addresses.
  package enum Kind: Sendable, Hashable {
    /// A web address, with `http`, `https` or no scheme at all.
    case web
    /// An Android app.
    case androidApp(AndroidApp)
    /// An iOS app by its bundle identifier; CXF has no member for it.
    case iosApp(bundleID: String)
    /// Another scheme, in lower case; the address is kept as a URL.
    case otherScheme(String)
    /// A text with which the product says that there is no address.
    case placeholder
    /// Nothing but blanks.
    case empty
    /// Words that are no address.
    case unknown
  }

  /// The text without the ASCII blanks around it, otherwise as it was given.
  package let text: String
  /// What the text addresses.
  package let kind: Kind
  /// Host and port, when the address has them.
  package let authority: Authority?

  /// Reads an address. `http://` and `https://` alone are placeholders in every product; others, such as
  /// LastPass's `http://sn`, are named by the caller and compared as whole texts in any case.
  package init(_ text: String, placeholders: [String] = []) {
    if placeholders.isEmpty, let host = Self.plainHost(text) {
      (self.text, kind, authority) = (text, .web, Authority(host: host))
      return
    }
    let bytes = ASCIIBytes.trimmed(text)
    let trimmed = ASCIIBytes.text(bytes)
    self.text = trimmed
    let folded = ASCIIBytes.lower(trimmed)
    if bytes.isEmpty {
      (kind, authority) = (.empty, nil)
    } else if folded == "http://" || folded == "https://"
      || placeholders.contains(where: { ASCIIBytes.lower($0).utf8.elementsEqual(folded.utf8) })
    {
      (kind, authority) = (.placeholder, nil)
    } else {
      (kind, authority) = Self.classify(bytes)
    }
  }

  /// The host in lower case, without user, port and brackets; nil when the address has none.
  package var host: String? { authority?.host }

  /// The port that the address names, or nil.
  package var port: Int? { authority?.port }

  /// The port that is used: the one named, else that of `http` or `https`; nil for other schemes.
  package var effectivePort: Int? {
    if let port { return port }
    guard kind == .web else { return nil }
    if ASCIIBytes.hasPrefix(text.utf8, "https://") { return 443 }
    return ASCIIBytes.hasPrefix(text.utf8, "http://") ? 80 : nil
  }

  /// A title for an item that has only this address: the host (with its `www.`), the package or the bundle.
  package var derivedTitle: String? {
    switch kind {
    case .web, .otherScheme: host
    case .androidApp(let app): app.package
    case .iosApp(let bundleID): bundleID
    case .placeholder, .empty, .unknown: nil
    }
  }

  /// The host of an address of the most frequent form, `http://` or `https://`, a host of small letters, digits, dots and
  /// hyphens, and nothing or a path; nil for any other, and where a blank ends it.
  private static func plainHost(_ text: String) -> String? {
    let host: String?? = text.utf8.withContiguousStorageIfAvailable { bytes -> String? in
      guard bytes.count > 8, let last = bytes.last, !ASCIIBytes.isBlank(last) else { return nil }
      let start = bytes[4] == UInt8(ascii: "s") ? 8 : 7
      guard bytes[..<start].elementsEqual(start == 8 ? "https://".utf8 : "http://".utf8) else { return nil }
      var end = start
      while end < bytes.count, isPlainHost(bytes[end]) { end += 1 }
      guard end > start, end == bytes.count || bytes[end] == UInt8(ascii: "/") else { return nil }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
    return host ?? nil
  }

  private static func isPlainHost(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || ASCIIBytes.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private static func classify(_ bytes: [UInt8]) -> (Kind, Authority?) {
    guard let scheme = scheme(of: bytes) else {
      // Without a scheme an `@` means an e-mail address, and a blank means words.
      let authority = Authority(bytes[...], hasScheme: false)
      return authority.map { (.web, $0) } ?? (.unknown, nil)
    }
    let rest = bytes[(scheme.utf8.count + 1)...]
    guard rest.starts(with: "//".utf8) else { return (.otherScheme(scheme), nil) }
    let body = rest.dropFirst(2)
    switch scheme {
    case "http", "https":
      let authority = Authority(body, hasScheme: true)
      return authority.map { (.web, $0) } ?? (.unknown, nil)
    case "android", "androidapp", "android-app":
      if let app = AndroidApp(body, hasCertificate: scheme == "android") { return (.androidApp(app), nil) }
    case "iosapp":
      if let bundleID = AndroidApp.name(body) { return (.iosApp(bundleID: bundleID), nil) }
    default:
      return (.otherScheme(scheme), Authority(body, hasScheme: true))
    }
    return (.otherScheme(scheme), nil)
  }

  /// The scheme in lower case, or nil. `localhost:3000` is host and port; `C:\…` is a path; a dot before a
  /// colon belongs to a host (`site.example:8080`), for no scheme in use has one and is followed by a number.
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let first = bytes.first, ASCIIBytes.isLetter(first),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 1,
      bytes[..<colon].allSatisfy({
        ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) || "+-.".utf8.contains($0)
      })
    else { return nil }
    let rest = bytes[(colon + 1)...]
    let digits = rest.prefix(while: ASCIIBytes.isDigit)
    if !digits.isEmpty, rest.count == digits.count || "/?#".utf8.contains(rest[digits.endIndex]) {
      return nil
    }
    return ASCIIBytes.lower(ASCIIBytes.text(bytes[..<colon]))
  }

  /// Returns whether both texts have the same bytes and mean the same.
  package static func == (lhs: ServiceAddress, rhs: ServiceAddress) -> Bool {
    Text(lhs.text) == Text(rhs.text) && lhs.kind == rhs.kind
  }

  /// Feeds the bytes of the text to the hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(Text(text)) }

  /// The addresses in their order, each byte sequence once.
  package static func deduplicated(_ texts: [String]) -> [String] {
    var seen: Set<Text> = []
    return texts.filter { seen.insert(Text($0)).inserted }
  }
}
