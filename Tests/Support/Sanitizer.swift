import Foundation
public import Testing

/// Whether the tests run under a sanitizer, which `Scripts/sanitize` says: everything then takes ten times as long, more memory,
/// and files of the sanitizer's own.
public enum Sanitizer {
  /// Whether one is at work.
  public static let isOn = ProcessInfo.processInfo.environment["CXF_SANITIZER"] != nil
}

extension Trait where Self == TimeLimitTrait {
  /// A limit in minutes, which is far longer under a sanitizer.
  public static func ends(withinMinutes minutes: Int) -> Self {
    .timeLimit(.minutes(Sanitizer.isOn ? 120 : minutes))
  }
}
