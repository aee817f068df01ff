#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Unicode text that compares and hashes by its UTF-8 bytes.
///
/// `String` calls the composed and the decomposed spelling of "é" equal. A password is bytes: two such
/// spellings open different doors, so the model never compares them as `String` does.
public struct Text: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text as a `String`; its UTF-8 view is the exact content.
  public var string: String

  /// Creates the text from a string, byte for byte.
  @inlinable
  public init(_ string: String) {
    self.string = string
  }

  /// Creates the text from a literal.
  @inlinable
  public init(stringLiteral value: String) {
    self.string = value
  }

  /// The UTF-8 bytes.
  public var utf8: String.UTF8View { string.utf8 }

  /// Whether there is no byte in it.
  public var isEmpty: Bool { string.utf8.isEmpty }

  /// Returns whether both texts have the same UTF-8 bytes.
  public static func == (lhs: Text, rhs: Text) -> Bool {
    let same: Bool?? = lhs.string.utf8.withContiguousStorageIfAvailable { left in
      rhs.string.utf8.withContiguousStorageIfAvailable { right in
        guard left.count == right.count else { return false }
        guard let a = left.baseAddress, let b = right.baseAddress else { return true }
        return memcmp(a, b, left.count) == 0
      }
    }
    if let inner = same, let result = inner { return result }
    return lhs.string.utf8.elementsEqual(rhs.string.utf8)
  }

  /// Feeds the UTF-8 bytes to the hasher.
  public func hash(into hasher: inout Hasher) {
    let done: Void? = string.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if done == nil {
      for byte in string.utf8 { hasher.combine(byte) }
    }
    hasher.combine(0xFF as UInt8)
  }
}

extension Text: Comparable {
  /// Returns whether the bytes of `lhs` come before those of `rhs`.
  public static func < (lhs: Text, rhs: Text) -> Bool {
    lhs.string.utf8.lexicographicallyPrecedes(rhs.string.utf8)
  }
}

extension Text: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder that tells the length in bytes: any text of a vault may be a secret.
  public var description: String { "Text(\(utf8.count) bytes)" }
  /// The same placeholder as `description`.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows no content.
  public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
