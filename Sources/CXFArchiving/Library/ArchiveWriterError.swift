/// Why an archive could not be written. What the sink throws comes as it is instead.
package enum ArchiveWriterError: Error, Equatable {
  /// The name of an entry is not safe; escape it before it is shown.
  case name(String, MemberNameProblem)
  /// An entry of that name is there already, or one that differs only by case or normalisation.
  case duplicate(String)
  /// More or fewer bytes came than were announced.
  case sizeMismatch(name: String, announced: UInt64)
  /// The size is more than the format can say.
  case tooLarge(String)
  /// The level of compression is not within 1 to 9.
  case level(Int)
  /// A call at a wrong moment: an entry in an entry, bytes without one, or anything after the end or a failure.
  case order
  /// libarchive failed; the text is its own and may contain a name.
  case library(String)
}
