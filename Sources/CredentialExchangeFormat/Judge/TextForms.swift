// The forms that texts must have, as functions over their bytes.

private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
private func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
private func isUpper(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// Some of the ASCII characters, found in one step.
private struct ByteSet {
  private let low: UInt64
  private let high: UInt64

  init(_ characters: StaticString) {
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for index in 0..<characters.utf8CodeUnitCount {
      let byte = characters.utf8Start[index]
      if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte & 63) }
    }
    low = bits.low
    high = bits.high
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }
}

/// Names of domains (RFC 1035, RFC 5890).
enum DomainForm {
  /// Returns whether the bytes are a domain in ASCII, in any case.
  static func isDomain(_ text: UnsafeBufferPointer<UInt8>) -> Bool { isDomain(text, lowerOnly: false) }

  /// Returns whether the bytes can be a relying party's identifier (WebAuthn): a domain in lower case, no address of
  /// numbers, no scheme, no port.
  static func isRelyingPartyID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    isDomain(text, lowerOnly: true) && text.contains { isLetter($0) }
  }

  private static func isDomain(_ text: UnsafeBufferPointer<UInt8>, lowerOnly: Bool) -> Bool {
    guard !text.isEmpty, text.count <= 253 else { return false }
    var label = 0
    var previous = UInt8(ascii: ".")
    for byte in text {
      if byte == UInt8(ascii: ".") {
        guard label > 0, previous != UInt8(ascii: "-") else { return false }
        label = 0
      } else {
        let isAllowed =
          isDigit(byte) || (lowerOnly ? isLower(byte) : isLetter(byte)) || byte == UInt8(ascii: "_")
          || (byte == UInt8(ascii: "-") && label > 0)
        label += 1
        guard isAllowed, label <= 63 else { return false }
      }
      previous = byte
    }
    return label > 0 && previous != UInt8(ascii: "-")
  }
}

/// Package names of Android.
enum PackageNameForm {
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var segments = 1
    var count = 0
    for byte in text {
      if byte == UInt8(ascii: ".") {
        guard count > 0 else { return false }
        segments += 1
        count = 0
      } else {
        guard isLetter(byte) || (count > 0 && (isDigit(byte) || byte == UInt8(ascii: "_"))) else {
          return false
        }
        count += 1
      }
    }
    return count > 0 && segments > 1
  }
}

/// Names of files.
enum FileNameForm {
  /// Returns whether a name is one name and no path, on every system.
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    if text.allSatisfy({ $0 == UInt8(ascii: ".") }) { return false }
    return !text.contains { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0x7F }
  }
}

/// Universally unique identifiers as text (RFC 9562).
enum UUIDForm {
  static func isText(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.indices.allSatisfy { index in
      switch index {
      case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
      default: isDigit(bytes[index]) || (bytes[index] | 0x20) &- UInt8(ascii: "a") < 6
      }
    }
  }
}

/// Base32 (RFC 4648 section 6), as secrets of one-time codes are written.
enum Base32Form {
  case exact
  /// Readable, but with small letters, blanks, dashes, or digits that make no whole byte.
  case spelled
  /// An `otpauth:` or other URI.
  case uri
  case invalid

  init(_ text: UnsafeBufferPointer<UInt8>) {
    var digits = 0
    var padding = 0
    var isExact = true
    for byte in text {
      if isUpper(byte) || (byte >= UInt8(ascii: "2") && byte <= UInt8(ascii: "7")) {
        digits += 1
      } else if isLower(byte) {
        digits += 1
        isExact = false
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") {
        isExact = false
      } else if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      } else {
        let scheme = text.prefix { isLetter($0) }
        self = scheme.count > 2 && text.dropFirst(scheme.count).starts(with: "://".utf8) ? .uri : .invalid
        return
      }
      if padding > 0 {
        self = .invalid
        return
      }
    }
    // These numbers of digits are no whole bytes and leave more than a byte's rest.
    if digits % 8 == 1 || digits % 8 == 3 || digits % 8 == 6 { isExact = false }
    if padding > 0, (digits + padding) % 8 != 0 { isExact = false }
    self = digits < 2 ? .invalid : isExact ? .exact : .spelled
  }
}

/// Addresses of scopes.
enum AddressForm {
  case uri
  /// Without a scheme: mostly a bare host.
  case bare
  /// With characters that RFC 3986 does not have.
  case irregular
  /// One that stands for nothing.
  case placeholder

  private static let schemeMarks = ByteSet("+-.")
  private static let noURI = ByteSet("\"<>\\^`{|}")

  init(_ text: UnsafeBufferPointer<UInt8>) {
    let marks = Self.schemeMarks
    let noURI = Self.noURI
    let scheme = text.prefix { isLetter($0) || isDigit($0) || marks.contains($0) }
    let rest = text.dropFirst(scheme.count)
    let hasScheme = !scheme.isEmpty && isLetter(scheme[0]) && rest.first == UInt8(ascii: ":")
    let afterScheme = rest.dropFirst()
    if text.isEmpty || (hasScheme && (afterScheme.isEmpty || afterScheme.elementsEqual("//".utf8)))
      || text.elementsEqual("http://sn".utf8) || text.elementsEqual("about:blank".utf8)
    {
      self = .placeholder
      return
    }
    if text.contains(where: { $0 <= 0x20 || $0 == 0x7F || noURI.contains($0) }) {
      self = .irregular
      return
    }
    // A number after the colon is a port, not the rest of an address.
    let port = afterScheme.prefix { $0 != UInt8(ascii: "/") }
    let isPort = !port.isEmpty && port.allSatisfy { isDigit($0) }
    self = hasScheme && !isPort ? .uri : .bare
  }
}

/// Names of extensions.
enum ExtensionNameForm {
  /// Returns whether a name is a domain, a slash and something more.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")), slash + 1 < text.count else { return false }
    return DomainForm.isDomain(UnsafeBufferPointer(rebasing: text[..<slash]))
  }
}
