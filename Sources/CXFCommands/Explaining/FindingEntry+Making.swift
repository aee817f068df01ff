internal import CredentialExchangeFormat

// Short forms, so that the chapters read as lists.

extension FindingEntry.Example {
  /// A text read as a format and converted.
  static func reads(_ text: String, as format: String, to target: String = "cxf") -> Self {
    let name = format.hasSuffix("json") ? "export.json" : "export.csv"
    return .scene(
      ExampleScene(
        [.init(name, text)], "cxf convert \(name) --from \(format) --to \(target) --dry-run"))
  }

  /// A file that is no export, or damaged as a whole, judged as a format.
  static func refuses(_ text: String, as format: String) -> Self {
    let name = format.hasSuffix("json") ? "export.json" : "export.csv"
    return .scene(ExampleScene([.init(name, text)], "cxf validate \(name) --from \(format)"))
  }

  /// Rows of Chrome's table.
  static func rows(_ rows: String) -> Self { reads(chrome + rows, as: "chrome-csv") }

  /// A Bitwarden export with one item, and members of the document besides it.
  static func bitwarden(_ item: String, beside members: String = "") -> Self {
    reads(#"{"encrypted":false,\#(members)"items":[\#(item)]}"#, as: "bitwarden-json")
  }

  /// A Bitwarden export with one login.
  static func login(_ members: String) -> Self {
    bitwarden(#"{"type":1,"name":"Mill","login":{\#(members)}}"#)
  }

  /// A piece of a CXF document written in another format.
  static func writes(_ piece: JudgeRule.Example, to target: String) -> Self {
    .scene(
      ExampleScene([.init("vault.json", piece)], "cxf convert vault.json --to \(target) --dry-run"))
  }

  /// A bundle with attachments.
  static func bundle(_ members: [(name: String, text: String)], to target: String = "cxf") -> Self {
    .scene(
      ExampleScene(
        [.init(tar: "vault.tar", members)], "cxf convert vault.tar --to \(target) --dry-run"))
  }

  /// Files imported into a new vault, one after the other.
  ///
  /// - Parameters:
  ///   - files: in the order in which they are imported.
  ///   - options: what stands behind each import but the first.
  static func imports(_ files: [ExampleScene.File], _ options: String = "") -> Self {
    let lines = files.enumerated().map { index, file in
      "cxf import \(file.name) --into home.cxfvault --passphrase-file phrase.txt"
        + (index == 0 || options.isEmpty ? "" : " " + options)
    }
    return .scene(
      ExampleScene(
        [ExampleScene.phrase] + files, ([ExampleScene.createVault] + lines).map { .run($0) }))
  }

  /// Tables of Chrome imported into a new vault, one after the other.
  static func imports(rows: String..., options: String = "") -> Self {
    imports(rows.enumerated().map { .init("\($0 + 1).csv", chrome + $1) }, options)
  }

  /// A request of an importer answered with a vault.
  static func answers(_ request: String, with piece: JudgeRule.Example = ExampleScene.credential) -> Self {
    .scene(
      ExampleScene(
        [.init("request.json", request), .init("vault.json", piece)],
        "cxf export vault.json --to request.json -o response.json --allow-loss"))
  }

  /// The response to a request of this program, changed on its way.
  static func response(_ changes: ExampleScene.Step...) -> Self {
    .scene(
      ExampleScene(
        [ExampleScene.phrase, .init("vault.json", ExampleScene.credential)],
        [
          .run(
            "cxf request --importer vault.example -o request.json --key import.cxfkey --passphrase-file phrase.txt"
          ),
          .run("cxf export vault.json --to request.json -o response.json"),
        ] + changes + [
          .run("cxf validate response.json --key import.cxfkey --passphrase-file phrase.txt")
        ]))
  }

  /// A backup for a key of age, changed afterwards.
  static func backup(_ changes: ExampleScene.Step...) -> Self {
    .scene(
      ExampleScene(
        [ExampleScene.ageKey, .init("vault.json", ExampleScene.credential)],
        [.run("cxf export vault.json --recipient \(ExampleScene.ageRecipient) -o backup.age")] + changes + [
          .run("cxf validate backup.age --identity key.txt")
        ]))
  }

  /// The header of Chrome's table.
  static let chrome = "name,url,username,password\n"
}

extension ExampleScene {
  /// A file with a passphrase.
  static let phrase = File("phrase.txt", "violet anchor ridge\n")
  /// Makes a vault whose passphrase costs little.
  static let createVault =
    "cxf vault create home.cxfvault --output-passphrase-file phrase.txt --kdf-memory 19"
  /// A key of age that protects nothing, since it stands here.
  static let ageKey = File(
    "key.txt", "AGE-SECRET-KEY-1S2H2FF3EVHYYQCURW9464WVQHGTTWXP8ZG532W53QXWFLY8FWCRQGXAMCS\n")
  static let ageRecipient = "age18ml685w3uxfhhwtewpvs8q2twpt7arlxmymew5wl47r5kjznnc5s7pxedg"
  /// A login.
  static let credential = JudgeRule.Example.credential(
    #"{"type":"basic-auth","username":{"fieldType":"string","value":"mara"},"password":{"fieldType":"concealed-string","value":"p"}}"#
  )
}
