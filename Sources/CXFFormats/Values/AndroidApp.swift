/// An Android app as browsers and password managers address it.
package struct AndroidApp: Sendable, Hashable {
  /// What the address says about the certificate that signs the app.
  package enum Certificate: Sendable, Hashable {
    /// Nothing.
    case absent
    /// The SHA-512 of the certificate, 64 bytes, usable as a CXF fingerprint.
    case sha512([UInt8])
    /// A text that is no such hash; the caller keeps it or says that it is lost.
    case unusable(String)
  }

  /// The package name, case as given.
  package let package: String
  /// The certificate's hash.
  package let certificate: Certificate

  /// Creates an app from its parts; nil when the package name is empty or has characters that none has.
  package init?(package: String, certificate: Certificate = .absent) {
    guard let name = Self.name(Array(package.utf8)[...]) else { return nil }
    self.package = name
    self.certificate = certificate
  }

  /// Reads what follows `android://` (`HASH@PACKAGE/`) or `androidapp://` (`PACKAGE`).
  init?(_ body: ArraySlice<UInt8>, hasCertificate: Bool) {
    guard hasCertificate, let at = body.lastIndex(of: UInt8(ascii: "@")) else {
      guard let name = Self.name(body) else { return nil }
      package = name
      certificate = .absent
      return
    }
    guard let name = Self.name(body[(at + 1)...]) else { return nil }
    package = name
    let hash = body[..<at]
    if hash.isEmpty {
      certificate = .absent
    } else if let bytes = Base64Text.decode(hash), bytes.count == 64 {
      certificate = .sha512(bytes)
    } else {
      certificate = .unusable(ASCIIBytes.text(hash))
    }
  }

  /// The address that Bitwarden and others use: `androidapp://PACKAGE`.
  package var uri: String { "androidapp://" + package }

  /// The address that Chrome uses, `android://HASH@PACKAGE/`, or nil when no hash is known.
  package var chromeURI: String? {
    switch certificate {
    case .absent: nil
    case .sha512(let bytes): "android://" + Base64Text.encodeURLSafe(bytes) + "@" + package + "/"
    case .unusable(let text): "android://" + text + "@" + package + "/"
    }
  }

  /// A package or bundle name: letters, digits, `.`, `_` and `-`, with at most one `/` behind it.
  static func name(_ bytes: ArraySlice<UInt8>) -> String? {
    let name = bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes
    guard !name.isEmpty,
      name.allSatisfy({ ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) || "._-".utf8.contains($0) })
    else { return nil }
    return ASCIIBytes.text(name)
  }
}
