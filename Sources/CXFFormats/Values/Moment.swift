/// A point in time as CXF counts it, with what the source said more or less exactly.
package struct Moment: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package var unixSeconds: UInt64
  /// Whether a part of a second that was not zero was cut off.
  package var isSubsecondDropped: Bool
  /// Whether the source named no time zone, so that UTC was taken.
  package var isZoneAssumed: Bool
  /// Whether the source named a day only, so that its first second was taken.
  package var isTimeAssumed: Bool

  /// The first second that is no longer accepted: 2101-01-01T00:00:00Z.
  package static let limit: UInt64 = 4_133_980_800

  /// Creates a moment; nothing was dropped or assumed unless said so.
  package init(
    unixSeconds: UInt64, isSubsecondDropped: Bool = false, isZoneAssumed: Bool = false,
    isTimeAssumed: Bool = false
  ) {
    self.unixSeconds = unixSeconds
    self.isSubsecondDropped = isSubsecondDropped
    self.isZoneAssumed = isZoneAssumed
    self.isTimeAssumed = isTimeAssumed
  }
}
