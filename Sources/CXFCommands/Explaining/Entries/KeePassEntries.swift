internal import CXFFormats
internal import CredentialExchangeFormat

/// What is found on the way into databases of KeePass, and in those that were written here.
enum KeePassEntries {
  static let subject = "KeePass"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  /// An XML export with one entry.
  private static func xml(_ entry: String) -> FindingEntry.Example {
    .scene(
      ExampleScene(
        [
          .init(
            "export.xml",
            "<KeePassFile><Root><Group><Name>Root</Name><Entry>\(entry)</Entry></Group></Root></KeePassFile>")
        ], "cxf convert export.xml --to cxf --dry-run"))
  }

  private static func string(_ key: String, _ value: String) -> String {
    "<String><Key>\(key)</Key><Value>\(value)</Value></String>"
  }

  private static func kept(_ text: String) -> String {
    "<CustomData><Item><Key>cxf-toolkit.alt/item</Key><Value>\(text)</Value></Item></CustomData>"
  }

  static let all: [FindingEntry] = [
    entry(
      .keptInCustomData,
      "KeePass has no place for a value of the item, such as an identifier or an extension",
      does:
        "keeps it in the custom data of the entry, from which it comes back when the database is read here",
      advice: "nothing; other programs leave such data as it is",
      .writes(.item(#""subtitle":"Flour","tags":["a;b"]"#), to: "keepass-xml")),
    entry(
      .keptInKeePassForm, "a value stands in the form that KeePass has for it, such as a time as text",
      does: "writes it so; reading it gives the value back", advice: "nothing",
      .writes(
        .item(#""creationAt":1700000000"#), to: "keepass-xml")),
    entry(
      .xmlCharacterReplaced,
      "a text has a character that XML cannot say, which is what KeePass databases are made of",
      does:
        "writes U+FFFD in its place for other programs, and keeps the true text in the custom data of the entry",
      advice: "change the text, if it is a password that you want to use from that database",
      .writes(.item(#""subtitle":"Flour\u0001""#), to: "keepass-xml")),
    entry(
      .keptPartOutdated, "an entry was changed in another program after it was written here",
      does: "believes the entry, and lets go of what was kept beside a field that is not there any more",
      advice: "nothing, if you made the change",
      xml(
        string("Title", "Mill")
          + kept(
            #"{"version":1,"places":[{"at":"/title","in":"Title"},{"at":"/subtitle","in":"Subtitle"}],"#
              + #""item":{"id":"","title":"","subtitle":"","credentials":[]}}"#))),
    entry(
      .keptPartUnreadable,
      "what was kept beside an entry was altered, or comes from a later version of this program",
      does: "keeps it as a custom field, and reads the entry alone",
      advice: "read the database with the version that wrote it", xml(string("Title", "Mill") + kept("{"))),
  ]
}
