#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Looks for bytes in bytes.
enum ByteSearch {
  /// Whether `needle`, which is not empty, stands somewhere in `bytes`. Neither holds a zero, as JSON text never does.
  static func occurs(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
    (bytes + [0]).withUnsafeBytes { bytes in
      (needle + [0]).withUnsafeBytes { needle in
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress,
          let wanted = needle.bindMemory(to: CChar.self).baseAddress
        else { return false }
        return strstr(start, wanted) != nil
      }
    }
  }
}
