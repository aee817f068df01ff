#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The locale under which libarchive takes the bytes of names for UTF-8.
///
/// In the C locale, which every program begins with, it marks no name as UTF-8, and some of its calls fail on such names.
/// The locale is changed for the calling thread, and only while `body` runs.
enum UTF8Locale {
  // Made once and never changed or freed; the pointer itself is not Sendable.
  private nonisolated(unsafe) static let locale = newlocale(allCategories, "C.UTF-8", nil)

  /// `LC_ALL_MASK`, which Swift does not import everywhere.
  private static let allCategories: Int32 = {
    let categories = [
      LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES,
    ]
    return categories.reduce(0) { $0 | 1 << $1 }
  }()

  /// Whether the system has it.
  static var isAvailable: Bool { locale != nil }

  /// Runs `body` under it, where it is available.
  static func with<Result>(_ body: () -> Result) -> Result {
    guard let locale else { return body() }
    let before = uselocale(locale)
    defer { _ = uselocale(before) }
    return body()
  }
}
