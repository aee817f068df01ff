internal import CXFFormats
internal import CredentialExchangeFormat

/// What is found in exports of Bitwarden and Vaultwarden, and on the way into them.
enum BitwardenEntries {
  static let subject = "Bitwarden"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  static let all: [FindingEntry] = documents + items + folders + limits

  private static let documents: [FindingEntry] = [
    entry(
      .notBitwardenJSON, "the JSON has no list of items, so it is no export of Bitwarden",
      does: "reads nothing of the file",
      advice: "leave --from out, so that the content tells the format, or export the vault again as .json",
      .refuses(#"{"apples":3}"#, as: "bitwarden-json")),
    entry(
      .accountEncrypted, "the export is encrypted with the key of its account, which only Bitwarden can open",
      does: "reads nothing of the file",
      advice: "export again as unencrypted .json, and delete that file afterwards",
      .refuses(#"{"encrypted":true,"encKeyValidation_DO_NOT_EDIT":"2.x","items":[]}"#, as: "bitwarden-json")),
    entry(
      .notAnItem, "an entry of the list of items is no object",
      does: "sets it aside with its values counted as lost", advice: "look at that place of the file",
      .bitwarden("5")),
    entry(
      .unknownTopLevelMember, "the document has a member that is not known and holds no value",
      does: "leaves it aside", advice: "nothing", .bitwarden("", beside: #""sends":[],"#)),
    entry(
      .unknownItemType, "the item is of a kind that is not known",
      does: "keeps its values as concealed custom fields",
      advice: "look for them there", .bitwarden(#"{"type":9,"name":"Mill","blade":{"length":"3"}}"#)),
  ]

  private static let items: [FindingEntry] = [
    entry(
      .unknownFieldType, "a custom field is of a kind that is not known", does: "keeps its value as text",
      advice: "nothing",
      .bitwarden(#"{"type":2,"name":"Mill","fields":[{"name":"PIN","value":"7","type":9}]}"#)),
    entry(
      .linkedField, "a custom field only points at another field of the item",
      does: "keeps it in an extension, from which it comes back when Bitwarden's format is written",
      advice: "nothing",
      .bitwarden(#"{"type":1,"name":"Mill","fields":[{"name":"PIN","type":3,"linkedId":100}],"login":{}}"#)),
    entry(
      .matchRulesKept, "addresses have rules for matching, which CXF has no place for",
      does: "keeps them in an extension, from which they come back when Bitwarden's format is written",
      advice: "set such rules in the new program, if it has any",
      .login(#""uris":[{"uri":"https://mill.example","match":1}]"#)),
    entry(
      .matchRuleOutsideScope, "the extension has rules for addresses that the item does not name",
      does:
        "writes them as custom fields, since a password must not be offered at an address that nobody sees",
      advice: "add the address to the item yourself, if you know it",
      .writes(
        .item(
          #""extensions":[{"name":"cxf-toolkit.alt/match-rules","addresses":[{"url":"https://other.example","match":1}]}],"scope":{"urls":["https://mill.example"],"androidApps":[]}"#
        ), to: "bitwarden-json")),
    entry(
      .keptInExtension, "CXF has no member for the value",
      does: "carries it in an extension of this program, or out of it",
      advice: "nothing", .bitwarden(#"{"type":2,"name":"Mill","reprompt":1}"#)),
  ]

  private static let folders: [FindingEntry] = [
    entry(
      .unknownFolder, "the item names a folder that the file does not have",
      does: "carries the item without folder",
      advice: "put it into a folder in the new program",
      .bitwarden(
        #"{"type":2,"name":"Mill","folderId":"2"}"#, beside: #""folders":[{"id":"1","name":"Home"}],"#)),
    entry(
      .foldersJoined, "two folders have one name", does: "makes one of them, with the items of both",
      advice: "part them again in the new program",
      .bitwarden("", beside: #""folders":[{"id":"1","name":"Home"},{"id":"2","name":"Home"}],"#)),
    entry(
      .danglingLink, "a collection links to items that its account does not have",
      does: "leaves the links out",
      advice: "look whether the export is whole",
      .writes(
        .account(#""collections":[{"id":"Yw","title":"Home","items":[{"item":"bm9uZQ"}]}],"items":[]"#),
        to: "bitwarden-json")),
    entry(
      .folderMembershipLost, "the item is in a folder that the other side cannot say",
      does: "carries the item, in the first of its folders or in none", advice: "look for it there",
      .writes(
        .account(
          #""collections":[{"id":"Yw","title":"Home","items":[{"item":"aXRlbQ"}]},{"id":"ZA","title":"Work","items":[{"item":"aXRlbQ"}]}],"items":[{"id":"aXRlbQ","title":"Mill","credentials":[]}]"#
        ), to: "bitwarden-json")),
  ]

  private static let limits: [FindingEntry] = [
    entry(
      .fieldTooLong, "a text is longer than Bitwarden's server takes",
      does: "puts the rest of a note into custom fields; another text is written whole",
      advice: "shorten a custom field before you import the file",
      .writes(
        .credential(
          #"{"type":"custom-fields","fields":[{"fieldType":"string","label":"Log","value":"‹x × 3701›"}]}"#),
        to: "bitwarden-json")),
    entry(
      .notesRejoined, "a note was parted into fields, because it was too long for Bitwarden",
      does: "joins it again",
      advice: "nothing",
      .bitwarden(
        #"{"type":2,"name":"Mill","notes":"‹x × 3000›","fields":[{"type":0,"name":"Notes (2 of 2)","value":"rest"}]}"#
      )),
    entry(
      .overTargetLimit, "there are more items than Bitwarden takes in one import", does: "writes all of them",
      advice: "import them in parts: --select names the items of each",
      .writes(
        .account(
          #""items":[‹{"id":"YQ","title":"t","credentials":[]}, × 7000›{"id":"YQ","title":"t","credentials":[]}]"#
        ),
        to: "bitwarden-json")),
  ]
}
