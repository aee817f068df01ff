internal import CXFFormats
internal import CredentialExchangeFormat

/// What is found in exports of password managers that are documents.
enum ManagerEntries {
  static let subject = "Exports of password managers"

  static let all: [FindingEntry] = [
    FindingEntry(
      .notThisFormat, subject, "the document has not the outline of the format that it is to be read as",
      does: "reads nothing of the file", advice: "leave --from out, so that the content decides",
      .refuses(#"{"apples":3}"#, as: "enpass-json")),
    FindingEntry(
      .attachmentUnpacked, subject, "the bytes of a file stood as text in its item",
      does: "makes an attachment of them",
      advice: "convert to cxf-bundle, or import into a vault, to keep it",
      .reads(
        #"{"items":[{"title":"Mill","template_type":"x","attachments":[{"name":"a","data":"aGk="}]}]}"#,
        as: "enpass-json")),
  ]
}
