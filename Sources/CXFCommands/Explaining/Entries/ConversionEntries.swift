internal import CXFFormats
internal import CredentialExchangeFormat

/// What becomes of values whose place the other side does not have, and of whole files.
enum ConversionEntries {
  static let subject = "Conversions"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  private static let card = JudgeRule.Example.credential(
    #"{"type":"credit-card","number":{"fieldType":"concealed-string","value":"4111111111111111"}}"#)

  private static let login =
    #"{"type":"basic-auth","password":{"fieldType":"concealed-string","value":"p"}}"#

  static let all: [FindingEntry] = files + values + items

  private static let files: [FindingEntry] = [
    entry(
      .unknownFormat, "the content fits no format that this program reads", does: "reads nothing of the file",
      advice: "see 'cxf formats' for what can be read, and name one with --from if it is that all the same",
      .scene(ExampleScene([.init("export.csv", "apples,pears\n3,4\n")], "cxf validate export.csv"))),
    entry(
      FindingCode("sealed", .error), "the file is sealed, and no secret opened it",
      does: "reads nothing of the file",
      advice: "name the key with --identity or --key, or the passphrase",
      .refuses("name,url,username,password\n", as: "age")),
    entry(
      FindingCode("unreadable", .error), "the file cannot be read to its end",
      does: "reads nothing of the file",
      advice: "copy the file anew, and look after the disk", .none(because: "it takes a disk that fails")),
    entry(
      FindingCode(JSONError.Code.tooLarge.rawValue, .error),
      "the JSON text is larger than this program reads",
      does: "reads nothing of the file", advice: "export it in parts",
      .none(because: "it takes gigabytes")),
    entry(
      .fileNotJudged, "a file in the folder is no export, or sealed", does: "passes it over",
      advice: "name the file itself if it is to be judged",
      .scene(
        ExampleScene(
          [
            .init("notes.md", "# Mill\n"),
            .init("export.csv", FindingEntry.Example.chrome + "Mill,https://mill.example,mara,p\n"),
          ],
          "cxf validate ."))),
  ]

  private static let values: [FindingEntry] = [
    entry(
      .keptAsCustomField, "the other side has no place for the value",
      does: "keeps it as a custom field of its item, concealed where it may be a secret",
      advice: "look for it there",
      .reads("name,url,username,password,pin\nMill,https://mill.example,mara,p,7\n", as: "chrome-csv")),
    entry(
      .noPlaceInTarget, "the target has no place for the value", does: "leaves it out, and counts it as lost",
      advice: "keep the source, or choose a target that holds it: 'cxf formats'",
      .writes(
        .credential(
          login + #",{"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":30,"digits":6,"algorithm":"sha1"}"#),
        to: "chrome-csv")),
    entry(
      .noPlaceInModel, "CXF has no place for a value that belongs to no item",
      does: "leaves it out, and counts it as lost",
      advice: "keep the source", .bitwarden("", beside: #""motto":"ever onward","#)),
    entry(
      .recordLeftOut, "the value belongs to an item that was left out as a whole", does: "counts it as lost",
      advice: "see the finding of the item for the reason", .writes(card, to: "chrome-csv")),
    entry(
      .notesJoined, "the item has several notes, and the target one for each item",
      does: "joins them by a blank line",
      advice: "nothing",
      .writes(
        .credential(
          login
            + #",{"type":"note","content":{"fieldType":"string","value":"a"}},{"type":"note","content":{"fieldType":"string","value":"b"}}"#
        ), to: "chrome-csv")),
    entry(
      .accountMismatch, "a reader of this program says that a value stands somewhere, and it does not",
      does: "keeps the value as a concealed custom field, so that it is not lost",
      advice: "report it: it is a fault of this program",
      .none(because: "no input is known that gives it; it would be mended")),
  ]

  private static let items: [FindingEntry] = [
    entry(
      .kindNotInTarget, "the target has no place for items of this kind",
      does: "leaves the item out, and counts its values as lost",
      advice: "keep the source, or choose a target that holds it: 'cxf formats'",
      .writes(card, to: "chrome-csv")),
    entry(
      .itemSplit, "one item stands as several entries of the target", does: "writes all of them",
      advice: "nothing",
      .writes(.credential(login + "," + login), to: "chrome-csv")),
    entry(
      .trashSkipped, "the item is in the trash, and the target has none",
      does: "leaves it out, so that it does not come back to life, and counts its values as lost",
      advice: "say --include-trash if it is wanted",
      .bitwarden(#"{"type":2,"name":"Mill","deletedDate":"2026-01-02T03:04:05.000Z"}"#)),
  ]
}
