// The rules that need a deep check: cryptography, or the unpacking of data.

extension JudgeRule {
  private static let kept = "keeps the value as it is"

  static let deepRules: [JudgeRule] = [
    JudgeRule(
      .privateKeyMismatch, "3.3.12", "% carries a public key that is not that of its private key",
      reading: kept, mending: "look which of the two the site knows; the other belongs to another key",
      .deep(
        .credential(
          Pieces.passkey(
            key:
              "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKhRANC"
              + "AARrF9Hy4SxCR_i85uVjpEDydwN9gS3rM6D0oTlF2JjClk_jQuL-Gn-bjufrSnwPnhYrzjNXazFezsu2QGg3v1H1")))),
    JudgeRule(
      .privateKeyOutOfRange, "3.3.12", "the number of % is zero, or not below the order of its curve",
      reading: kept, mending: "look whether it is the key; no signature can be made with it",
      .deep(
        .credential(
          Pieces.passkey(
            key: "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCD__________________________________________w")
        ))),
    JudgeRule(
      .inconsistentPrivateKey, "3.3.12", "the numbers of % are not those of one RSA key", reading: kept,
      mending: "look whether it was damaged on its way",
      .deep(
        .credential(
          Pieces.passkey(key: "MDECAQAwDQYJKoZIhvcNAQEBBQAEHTAbAgEAAgEjAgEDAgEHAgEDAgELAgEBAgEHAgEC")))),
    JudgeRule(
      .privateKeyDoesNotSign, "3.3.12", "no signature can be made with % that its public key verifies",
      reading: kept, mending: "look whether it was damaged on its way, or is too short to sign with",
      .deep(
        .credential(
          Pieces.passkey(key: "MDECAQAwDQYJKoZIhvcNAQEBBQAEHTAbAgEAAgEhAgEDAgEHAgEDAgELAgEBAgEHAgEC")))),
    JudgeRule(
      .untriedPrivateKey, "3.3.15",
      "% was not tried: its algorithm or its length is beyond what is computed with",
      reading: kept, mending: "nothing, if the key is known to work",
      .deep(
        .credential(
          Pieces.sshKey("ssh-dss", "MB4CAQAwFAYHKoZIzjgEATAJAgEXAgELAgEEBAMCAQM")))),
    JudgeRule(
      .damagedLargeBlob, "3.3.12.5", "% does not inflate: damaged, cut off, or followed by something else",
      reading: kept, mending: "write the whole stream of raw DEFLATE (RFC 1951), and nothing after it",
      .deep(
        .credential(Pieces.passkey(extensions: #""largeBlob":{"uncompressedSize":4,"data":"S8rJTw"}"#)))),
    JudgeRule(
      .largeBlobSize, "3.3.12.5", "% inflates to another length than uncompressedSize", reading: kept,
      mending: "write the length in bytes that the blob has before it is compressed",
      .deep(
        .credential(Pieces.passkey(extensions: #""largeBlob":{"uncompressedSize":5,"data":"S8rJTwIA"}"#)))),
  ]
}
