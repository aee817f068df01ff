internal import CXFCrypto
internal import CXFDomains
internal import CredentialExchangeFormat

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where one registrant's names end and another's begin: the Public Suffix List, read by libpsl.
///
/// The rules of registries and those of providers (`github.io`) both count: what two customers of one provider own is
/// never one site.
package final class PublicSuffixList: @unchecked Sendable {
  // Unchecked: the list is complete before anybody has this object, libpsl takes it as constant in each look-up and
  // keeps no state between them, and it is freed when the last reference is gone.
  private let list: OpaquePointer?

  /// Which list it is, for plans: the SHA-256 of the file in hexadecimal digits, `built-in` with the checksum that the
  /// library names, or `none`.
  package let version: String

  /// The places of the list on a system, in the order of trying.
  package static let systemPaths = [
    "/usr/share/publicsuffix/public_suffix_list.dafsa", "/usr/share/publicsuffix/public_suffix_list.dat",
  ]

  /// Reads the list of the system, or the one built into the library. Where there is neither, each host stands for
  /// itself, and `version` says so.
  package convenience init() {
    for path in Self.systemPaths {
      if let (list, version) = Self.load(path) {
        self.init(list, version: version)
        return
      }
    }
    if let list = psl_builtin() {
      let checksum = psl_builtin_sha1sum().map { String(cString: $0) } ?? ""
      self.init(list, version: "built-in \(checksum)")
    } else {
      self.init(nil, version: "none")
    }
  }

  /// Reads the list in a file, as text or compiled. Nil when it cannot be read.
  package convenience init?(path: String) {
    guard let (list, version) = Self.load(path) else { return nil }
    self.init(list, version: version)
  }

  /// No list: each host stands for itself.
  package static let none = PublicSuffixList(nil, version: "none")

  private init(_ list: OpaquePointer?, version: String) {
    self.list = list
    self.version = version
  }

  deinit {
    // The built-in list is static; libpsl knows it and leaves it alone.
    psl_free(list)
  }

  /// Returns the part of a host that its owner registered, such as `example.co.uk` of `www.example.co.uk`; nil for a
  /// host that is a public suffix itself, and without a list.
  ///
  /// - Parameter asciiHost: a name in lower case, national labels as `xn--`, without a dot at the end; no IP address.
  package func registrableDomain(of asciiHost: String) -> String? {
    guard let list else { return nil }
    return asciiHost.withCString { host in
      // What comes back points into `host`.
      psl_registrable_domain(list, host).map { String(cString: $0) }
    }
  }

  /// Reads list and checksum from one opened file, so that they belong together.
  private static func load(_ path: String) -> (OpaquePointer, String)? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    guard let list = psl_load_fp(file) else { return nil }
    rewind(file)
    guard let version = checksum(of: file) else {
      psl_free(list)
      return nil
    }
    return (list, version)
  }

  private static func checksum(of file: UnsafeMutablePointer<FILE>) -> String? {
    var content: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      content += block[..<count]
    }
    guard ferror(file) == 0, let hash = try? Digest.hash(content, with: .sha256) else { return nil }
    return Hexadecimal.text(hash)
  }
}
