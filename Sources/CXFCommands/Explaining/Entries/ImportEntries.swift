internal import CXFImporting
internal import CredentialExchangeFormat

/// What is found while files are imported into a vault.
enum ImportEntries {
  static let subject = "Imports into a vault"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  /// A document of one exporter with one login, whose item has an identifier.
  private static func document(
    _ name: String, item: String = "aXRlbQ", password: String, _ members: String
  ) -> ExampleScene.File {
    .init(
      name,
      JudgeRule.Example.account(
        #""items":[{"id":"\#(item)","title":"Mill",\#(members),"scope":{"urls":["https://mill.example"],"androidApps":[]},"credentials":[{"type":"basic-auth","username":{"fieldType":"string","value":"mara"},"password":{"fieldType":"concealed-string","value":"\#(password)"}}]}]"#
      ))
  }

  /// A document of one item that links to another one.
  private static func linked(_ name: String, _ account: String) -> ExampleScene.File {
    .init(
      name,
      JudgeRule.Example.accounts(
        #"{"id":"\#(account)","username":"","email":"","collections":[],"items":[{"id":"\#(account)","title":"Mill","credentials":[{"type":"note","content":{"fieldType":"string","value":"n"}}]},{"id":"\#(account)bGluaw","title":"Link","credentials":[{"type":"item-reference","reference":{"item":"\#(account)"}}]}]}"#
      ))
  }

  /// A document with a collection of one item, named in composed or decomposed letters.
  private static func collection(_ name: String, _ title: String, _ item: String) -> ExampleScene.File {
    .init(
      name,
      JudgeRule.Example.account(
        #""collections":[{"id":"Yw","title":"\#(title)","items":[{"item":"\#(item)"}]}],"items":[{"id":"\#(item)","title":"\#(item)","credentials":[]}]"#
      ))
  }

  static let all: [FindingEntry] = [
    entry(
      .conflict, "an item has another secret than the one of the vault for the same account",
      does:
        "keeps both as items of their own, unless --on-conflict says which one wins; the other one then goes into the history",
      advice: "try which password the service takes, and delete the other item",
      .imports(rows: "Mill,https://mill.example,mara,old\n", "Mill,https://mill.example,mara,new\n")),
    entry(
      .ambiguousMatch, "an item is a duplicate of several items of the vault",
      does: "keeps it as an item of its own", advice: "look at them with 'cxf list', and run 'cxf dedupe'",
      .imports(
        rows: "Mill,https://mill.example,mara,one\nMill,https://mill.example,mara,two\n",
        "Mill,https://mill.example,mara,three\n", options: "--on-conflict incoming")),
    entry(
      .fullItem, "an item is a duplicate of one that has taken up as many others as it may in one import",
      does: "keeps it as an item of its own", advice: "run 'cxf dedupe', which joins them",
      .imports(rows: "‹Mill,https://mill.example/#,mara,p\n × 140›")),
    entry(
      .similarItem, "an item resembles one of the vault by its title", does: "keeps both",
      advice: "look at both, and delete one if they are the same",
      .imports(rows: "Mill,https://mill.example,mara,p\n", "Mill,https://lake.example,mara,q\n")),
    entry(
      .importSkipped, "the plan says that the item is not wanted",
      does: "leaves it out, and counts its values as lost",
      advice: "nothing, or change the plan",
      .scene(
        ExampleScene(
          [
            ExampleScene.phrase,
            .init("1.csv", FindingEntry.Example.chrome + "Mill,https://mill.example,mara,p\n"),
          ],
          [
            .run(ExampleScene.createVault),
            .run("cxf import 1.csv --into home.cxfvault --passphrase-file phrase.txt --plan-out plan.json"),
            .replace(#""action": "create""#, with: #""action": "skip""#, in: "plan.json"),
            .run("cxf apply plan.json --into home.cxfvault --passphrase-file phrase.txt"),
          ]))),
    entry(
      .laterExport, "a later export of the same source has another secret",
      does: "puts the new one in its place; the one before is in the history of the item",
      advice: "look at it with 'cxf show' if the new one does not work",
      .imports([
        document("1.json", password: "old", #""modifiedAt":1700000000"#),
        document("2.json", password: "new", #""modifiedAt":1710000000"#),
      ])),
    entry(
      .unchangedInSource, "a later export of the same source did not change what the vault has changed since",
      does: "leaves the vault's own version as it is", advice: "nothing",
      .imports(
        [
          document("1.json", password: "old", #""modifiedAt":1700000000"#),
          .init("2.csv", FindingEntry.Example.chrome + "Mill,https://mill.example,mara,mine\n"),
          document("3.json", password: "old", #""modifiedAt":1710000000,"subtitle":"by the lake""#),
        ], "--on-conflict incoming")),
    entry(
      .keptInHistory, "a value gave way to another one", does: "keeps it in the history of the item",
      advice: "look at it with 'cxf show --reveal'",
      .imports(
        rows: "Mill,https://mill.example,mara,old\n", "Mill,https://mill.example,mara,new\n",
        options: "--on-conflict existing")),
    entry(
      .supersededDate, "of two dates of creation the earlier one stays, of two dates of change the later one",
      does: "leaves the other out", advice: "nothing",
      .imports([
        document("1.json", password: "p", #""creationAt":1600000000"#),
        document("2.json", item: "b3RoZXI", password: "p", #""creationAt":1700000000"#),
      ])),
    entry(
      .addressWithheld,
      "the file names an address of another site for the item, and does not prove that it knows a secret of it",
      does: "keeps the address in the history, so that the password is not offered there",
      advice: "add the address yourself, if you know it",
      .imports(
        [
          .init("1.json", passkey("https://mill.example", "BA")),
          .init("2.json", passkey("https://lake.example", "")),
        ], "--on-conflict existing")),
    entry(
      .linkRewritten, "an item links to another one, which has another identifier in the vault",
      does: "makes the link lead to that one", advice: "nothing",
      .imports([linked("1.json", "YQ"), linked("2.json", "Yg")])),
    entry(
      .mergedCollection, "the vault has the collection, its name in another Unicode form",
      does: "puts the items into that one", advice: "nothing",
      .imports([collection("1.json", "Caf\u{E9}", "YQ"), collection("2.json", "Cafe\u{301}", "Yg")])),
  ]

  private static func passkey(_ url: String, _ key: String) -> JudgeRule.Example {
    .account(
      #""items":[{"id":"aXRlbQ","title":"Mill","scope":{"urls":["\#(url)"],"androidApps":[]},"credentials":[{"type":"passkey","credentialId":"AQI","rpId":"mill.example","username":"mara","userDisplayName":"Mara","userHandle":"Aw","key":"\#(key)"}]}]"#
    )
  }
}
