internal import CXFKeePass
internal import CredentialExchangeFormat

/// Gives an entry other times and leaves all else of it.
struct EntryStamp {
  /// When it was changed, in seconds since 1970; nil where that stays.
  var modified: UInt64?
  /// When it came into its group, in seconds since 1970; nil where that stays.
  var moved: UInt64?

  /// Returns the entry with the times.
  ///
  /// - Throws: `KeePassEditError`.
  func on(_ entry: KeePassFragment) throws(KeePassEditError) -> KeePassFragment {
    let document = try KeePassDocument(around: entry)
    let xml = document.xml
    var edits = KeePassEdits()
    var missing = KeePassFragment()
    let times = xml.child(of: 1, named: "Times")
    for (name, moment) in [("LastModificationTime" as Text, modified), ("LocationChanged", moved)] {
      guard let moment else { continue }
      let fragment = try EntryFragments.moment(name, moment)
      if let element = times.flatMap({ xml.child(of: $0, named: name) }) {
        edits.replace(element, with: fragment)
      } else {
        missing.append(fragment)
      }
    }
    if missing.byteCount > 0 {
      if let times {
        edits.append(missing, to: times)
      } else {
        edits.append(try .element("Times", [:], [missing]), to: 1)
      }
    }
    return try document.applying(edits).fragment(of: 1)
  }
}
