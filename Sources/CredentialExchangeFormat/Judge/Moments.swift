/// The moments of a document, as far as they can be judged only together.
struct Moments {
  /// The document's own, when it was read.
  var document: UInt64?
  /// Others, which came before it.
  var waiting: [(value: UInt64, offset: Int, name: StaticString)] = []

  static let day: UInt64 = 86_400
  /// From 1970 to 2001, in seconds.
  static let since2001: UInt64 = 978_307_200
  /// The year 2100.
  static let end: UInt64 = 4_102_444_800
}

extension DocumentJudge {
  /// Judges one moment, in seconds since 1970.
  mutating func judgeMoment(_ value: UInt64, at offset: Int, _ name: StaticString) {
    if value >= Moments.end {
      note(.implausibleTimestamp, at: offset, name)
    } else if name.isSame(as: "timestamp") {
      moments.document = value
      // No document of this format is older than 2023; counted from 2001 its moment looks like one of the nineties.
      if value >= 694_224_000, value < 1_072_915_200 { note(.timestampSince2001, at: offset, name) }
    } else if let document = moments.document {
      compare(value, with: document, at: offset, name)
    } else {
      moments.waiting.append((value, offset, name))
    }
  }

  /// Judges the moments that came before the document's own.
  mutating func settleMoments() {
    guard let document = moments.document else { return }
    for moment in moments.waiting { compare(moment.value, with: document, at: moment.offset, moment.name) }
  }

  private mutating func compare(
    _ value: UInt64, with document: UInt64, at offset: Int, _ name: StaticString
  ) {
    // A clock may be wrong by hours, and zones are mixed up.
    guard value > document, value - document > Moments.day else { return }
    let isShifted =
      value > Moments.since2001 + 946_684_800 && value - Moments.since2001 <= document + Moments.day
    note(isShifted ? .timestampAhead : .timestampAfterExport, at: offset, name)
  }

  /// Compares when an entity was made and changed.
  mutating func compareMoments(_ entity: ObjectSpans) {
    guard let created = entity["creationAt"], let modified = entity["modifiedAt"],
      number(modified) < number(created), number(created) < Moments.end
    else { return }
    note(.modifiedBeforeCreated, modified, "modifiedAt")
  }

  mutating func judgeVersion(major: UInt8, at offset: Int) {
    switch major {
    case 0: note(.draftVersion, at: offset, "version")
    case 1: break
    default:
      decoder.notes.append(
        .init(
          finding: Finding(
            .unknownVersion, field: "version", message: FindingCode.unknownVersion.message(for: ""),
            action: .kept, spec: "3.1.1"), offset: offset))
    }
  }
}
