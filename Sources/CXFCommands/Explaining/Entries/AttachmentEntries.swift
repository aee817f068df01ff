internal import CXFFormats
internal import CredentialExchangeFormat

/// What is found about attached files.
enum AttachmentEntries {
  static let subject = "Attachments"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  /// A document with one attachment: the five bytes "hello".
  private static let document = JudgeRule.Example.credential(
    #"{"type":"file","id":"Zg","name":"a.txt","decryptedSize":5,"integrityHash":"LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ"}"#
  ).document

  static let all: [FindingEntry] = [
    entry(
      .attachmentBytes, "the result has no place for the bytes of an attachment",
      does: "leaves them out, and counts them as one lost value",
      advice: "convert to cxf-bundle, or import into a vault",
      .bundle([("cxf.json", document), ("documents/Zg", "hello")])),
    entry(
      .attachmentMissing, "an item names an attachment whose bytes are not there",
      does: "keeps its description",
      advice: "take the file from the old program", .bundle([("cxf.json", document)])),
    entry(
      .attachmentDamaged, "the bytes of an attachment are not those that its item describes",
      does: "leaves them out, and counts them as one lost value",
      advice: "take the file from the old program",
      .bundle([("cxf.json", document), ("documents/Zg", "jello")])),
    entry(
      .attachmentUnnamed, "no item names the attachment",
      does: "leaves it out, and counts it as one lost value",
      advice: "take it out of the archive with tar",
      .bundle([("cxf.json", document), ("documents/Zg", "hello"), ("documents/Zw", "hello")])),
    entry(
      FindingCode("bundle-damaged", .error), "the archive is damaged, or no bundle",
      does: "reads nothing of it",
      advice: "export it again; it may have been cut off or edited",
      .scene(
        ExampleScene(
          [.init(tar: "vault.tar", [("cxf.json", document), ("letter.txt", "hello")])],
          "cxf validate vault.tar"))),
  ]
}
