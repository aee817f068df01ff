extension DateText {
  /// What a bare number counts. The caller chooses: a number does not say its epoch.
  package enum Epoch: Sendable, Hashable, CaseIterable {
    /// Since 1970; seconds, from 10^11 on milliseconds, from 10^14 on microseconds.
    case unix
    /// Seconds since 1970.
    case unixSeconds
    /// Milliseconds since 1970.
    case unixMilliseconds
    /// Microseconds since 1970.
    case unixMicroseconds
    /// Steps of 100 nanoseconds since 1601 (Windows FILETIME).
    case windowsFileTime
    /// Microseconds since 1601 (Chrome, WebKit).
    case webKitMicroseconds
    /// Seconds since 2001 (Apple's reference date).
    case cocoaSeconds
  }

  /// Reads a decimal number, perhaps with a sign and a fraction, in the given count.
  ///
  /// Blank text is absent, and so is 0, with which products say "unknown"; but 0 of `cocoaSeconds` is a
  /// value.
  package static func parse(_ text: String, epoch: Epoch) -> Reading {
    var scanner = ByteScanner(ASCIIBytes.trimmed(text))
    guard !scanner.isAtEnd else { return .absent }
    let isNegative = scanner.take(UInt8(ascii: "-"))
    guard let digits = scanner.digits() else { return .refused(.unreadable) }
    var hasFraction = false
    if scanner.take(UInt8(ascii: ".")) {
      guard let fraction = scanner.digits() else { return .refused(.unreadable) }
      hasFraction = fraction.contains { $0 != UInt8(ascii: "0") }
    }
    guard scanner.isAtEnd else { return .refused(.unreadable) }
    guard let magnitude = ASCIIBytes.number(digits), let number = Int64(exactly: magnitude) else {
      return .refused(.outOfRange)
    }
    // A negative number with a fraction lies before its whole part: the second it falls in is one less.
    let count = isNegative ? (hasFraction ? -number - 1 : -number) : number
    return moment(count, hasFraction: hasFraction, epoch: epoch)
  }

  /// Reads a whole number in the given count; 0 is absent as in `parse(_:epoch:)`.
  package static func read(_ number: Int64, epoch: Epoch) -> Reading {
    moment(number, hasFraction: false, epoch: epoch)
  }

  private static func moment(_ number: Int64, hasFraction: Bool, epoch: Epoch) -> Reading {
    if number == 0, !hasFraction, epoch != .cocoaSeconds { return .absent }
    let perSecond = epoch.stepsPerSecond(number)
    let (seconds, rest) = CivilDay.floorDivision(number, perSecond)
    let (unix, overflow) = seconds.addingReportingOverflow(epoch.start)
    guard !overflow else { return .refused(.outOfRange) }
    return moment(unix, isSubsecondDropped: hasFraction || rest != 0)
  }
}

extension DateText.Epoch {
  /// The steps of the count within a second.
  fileprivate func stepsPerSecond(_ number: Int64) -> Int64 {
    switch self {
    case .unix:
      switch number.magnitude {
      case 100_000_000_000_000...: 1_000_000
      case 100_000_000_000...: 1000
      default: 1
      }
    case .unixSeconds, .cocoaSeconds: 1
    case .unixMilliseconds: 1000
    case .unixMicroseconds, .webKitMicroseconds: 1_000_000
    case .windowsFileTime: 10_000_000
    }
  }

  /// The start of the count in Unix seconds.
  fileprivate var start: Int64 {
    switch self {
    case .unix, .unixSeconds, .unixMilliseconds, .unixMicroseconds: 0
    case .windowsFileTime, .webKitMicroseconds: -11_644_473_600
    case .cocoaSeconds: 978_307_200
    }
  }
}
