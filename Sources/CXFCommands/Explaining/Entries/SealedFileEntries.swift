internal import CXFVaults
internal import CredentialExchangeFormat

/// What is found about files that are opened by a secret: vaults, key files, files of age.
enum SealedFileEntries {
  static let subject = "Vaults, key files and files of age"

  private static func entry(
    _ code: String, _ meaning: String, advice: String, _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(
      FindingCode(code, .error), subject, meaning, does: "refuses the file whole, and reads nothing",
      advice: advice,
      example)
  }

  static let all: [FindingEntry] = vaults + keyFiles + age

  private static let older = "take a copy before anything else, and look for an older one"
  private static let validate = "cxf validate home.cxfvault --passphrase-file phrase.txt"

  private static let vaults: [FindingEntry] = [
    entry(
      "vault-damaged", "the vault is damaged, or somebody changed it", advice: older,
      .scene(
        ExampleScene(
          [ExampleScene.phrase],
          [.run(ExampleScene.createVault), .overwrite("home.cxfvault", at: 8180), .run(validate)]))),
    entry(
      "vault-version", "the vault is of a version that this program does not know",
      advice: "use a newer version of this program",
      .scene(
        ExampleScene(
          [ExampleScene.phrase],
          [.run(ExampleScene.createVault), .overwrite("home.cxfvault", at: 60), .run(validate)]))),
    entry(
      "key-derivation-limit",
      "the file asks for more memory to turn the passphrase into a key than is allowed",
      advice: "say --kdf-limit, if you trust the file",
      keyFile(.replace(#""m":65536"#, with: #""m":2097152"#, in: "import.cxfkey"))),
  ]

  private static let another = "take another copy of the key file, or make a new request"

  /// A key file, and a response that it should open.
  private static func keyFile(_ change: ExampleScene.Step) -> FindingEntry.Example { .response(change) }

  private static let keyFiles: [FindingEntry] = [
    entry(
      "key-file-malformed", "the file is no key file of 'cxf request'", advice: another,
      keyFile(.replace(#""cxfkey":1"#, with: #""other":1"#, in: "import.cxfkey"))),
    entry(
      "key-file-version", "the key file is of a version that this program does not know",
      advice: "use a newer version of this program",
      keyFile(.replace(#""cxfkey":1"#, with: #""cxfkey":2"#, in: "import.cxfkey"))),
    entry(
      "key-file-damaged", "the key file was changed", advice: another,
      keyFile(
        .replace(
          #""nonce":"[^"]*""#, with: #""nonce":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA""#, in: "import.cxfkey"))),
    entry(
      "bad-identity", "the file that --identity names holds no private key of age",
      advice: "name the file that age-keygen made",
      .backup(.replace("AGE-SECRET-KEY-1", with: "KEY-", in: "key.txt"))),
  ]

  private static let again = "take another copy of the file"

  private static let age: [FindingEntry] = [
    entry(
      "age-header", "the head of the file is not as age has it", advice: again,
      .backup(.replace("-> X25519", with: "=> X25519", in: "backup.age"))),
    entry(
      "age-header-changed", "the head of the file was changed after it was written", advice: again,
      .backup(.overwrite("backup.age", at: 130))),
    entry(
      "age-payload", "the sealed content was changed, or is not whole", advice: again,
      .backup(.cut("backup.age", by: 1))),
    entry(
      "age-armor", "the text form around the file is damaged", advice: again,
      .scene(
        ExampleScene(
          [ExampleScene.ageKey, .init("backup.age", "-----BEGIN AGE ENCRYPTED FILE-----\n!\n")],
          "cxf validate backup.age --identity key.txt"))),
    entry(
      "age-work-factor-high",
      "the file asks for more memory to turn the passphrase into a key than is allowed",
      advice: "say --kdf-limit, if you trust the file",
      .scene(
        ExampleScene(
          [
            ExampleScene.phrase,
            .init(
              "backup.age",
              "age-encryption.org/v1\n-> scrypt ‹A × 22› 40\n‹A × 43›\n--- ‹A × 43›\n‹A × 40›"
            ),
          ], "cxf validate backup.age --passphrase-file phrase.txt"))),
  ]
}
