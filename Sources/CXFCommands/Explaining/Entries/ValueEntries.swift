internal import CXFFormats
internal import CredentialExchangeFormat

/// What becomes of values of many formats: addresses, one-time codes, dates, expiries, postal addresses, keys.
enum ValueEntries {
  static let subject = "Addresses, codes, dates and keys of other formats"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  static let all: [FindingEntry] = places + codes + moments + keys

  private static let places: [FindingEntry] = [
    entry(
      .placeholderAddress, "the address is a text that says that there is none",
      does: "leaves it out", advice: "nothing", .rows("Mill,http://,mara,p\n")),
    entry(
      .androidAppAddress, "an Android app stands as an address, or the other way round",
      does: "carries its package name, and a certificate hash where there is one", advice: "nothing",
      .rows("Mill,androidapp://com.mill.app,mara,p\n")),
    entry(
      .addressLines, "a postal address has several lines on one side and one text on the other",
      does: "joins the lines, or parts the text at its line ends", advice: "nothing",
      .bitwarden(#"{"type":4,"name":"Mara","identity":{"address1":"Mill Lane 3","address2":"Back door"}}"#)),
    entry(
      .countryRespelled, "the code of a country is in lower case", does: "writes it in upper case",
      advice: "nothing", .bitwarden(#"{"type":4,"name":"Mara","identity":{"country":"ch"}}"#)),
    entry(
      .folderPath, "a name of a folder is a path",
      does: "makes collections in collections of it, or a path of those",
      advice: "nothing",
      .bitwarden("", beside: #""folders":[{"id":"1","name":"Home/Bank"}],"#)),
  ]

  private static let codes: [FindingEntry] = [
    entry(
      .oneTimeCodeConverted,
      "a one-time code stands in another form on each side, such as an otpauth address",
      does:
        "carries secret, digits, period, algorithm, issuer and account; what CXF has no member for stays beside it in a concealed custom field",
      advice: "compare one code with the old program before you delete anything",
      .login(#""totp":"otpauth://totp/mara?secret=GEZDGNBVGY3TQOJQ""#)),
    entry(
      .secretRespelled, "the secret of a one-time code is spelled with blanks or in lower case",
      does: "writes the same secret as CXF asks for it", advice: "nothing",
      .login(#""totp":"gezd gnbv gy3t qojq""#)),
    entry(
      .doubtfulOneTimeCode, "a one-time code has a flaw that may change the codes",
      does: "reads it as most apps do",
      advice:
        "compare a code with the old program before you delete anything, and set the code up anew where they differ",
      .login(#""totp":"otpauth://totp/mara?secret=GEZDGNBVGY3TQOJQ&period=30&period=60""#)),
    entry(
      .invalidOneTimeCode, "the text in the place of a one-time code is none",
      does: "keeps it as a concealed custom field", advice: "set the code up anew at the service",
      .login(#""totp":"see the paper in the drawer!""#)),
    entry(
      .steamNotRepresentable, "it is a Steam code, and CXF can only say usual one-time codes",
      does: "keeps it as a concealed custom field, never as a one-time code, which would show wrong codes",
      advice: "keep the Steam app until the new program makes the same codes",
      .login(#""totp":"steam://GEZDGNBVGY3TQOJQ""#)),
    entry(
      .codeNotRepresentable, "it is a one-time code of a kind that CXF cannot say, such as one that counts",
      does: "keeps it as a concealed custom field, never as a one-time code, which would show wrong codes",
      advice: "set the code up anew at the service",
      .login(#""totp":"otpauth://hotp/mara?secret=GEZDGNBVGY3TQOJQ&counter=1""#)),
  ]

  private static let moments: [FindingEntry] = [
    entry(
      .dateConverted, "a date is a text on one side and seconds since 1970 on the other",
      does:
        "writes the same second; fractions are left out, and where only a mark has no time another date of the item stands in",
      advice: "nothing", .bitwarden(#"{"type":2,"name":"Mill","creationDate":"2026-01-02T03:04:05.000Z"}"#)
    ),
    entry(
      .unreadableDate, "a date cannot be read", does: "keeps its text as a custom field",
      advice: "nothing",
      .bitwarden(#"{"type":2,"name":"Mill","creationDate":"last summer"}"#)),
    entry(
      .expiryConverted, "the expiry of a card is month and year on one side and one date on the other",
      does: "writes the same month", advice: "nothing",
      .bitwarden(#"{"type":3,"name":"Card","card":{"expMonth":"7","expYear":"2031"}}"#)),
    entry(
      .incompleteExpiry, "the expiry of a card lacks its month or its year",
      does: "keeps what is there as a custom field",
      advice: "look at the card, and complete it in the new program",
      .bitwarden(#"{"type":3,"name":"Card","card":{"expYear":"2031"}}"#)),
    entry(
      .invalidExpiry, "the expiry of a card is no month and year", does: "keeps both as custom fields",
      advice: "look at the card, and correct it in the new program",
      .bitwarden(#"{"type":3,"name":"Card","card":{"expMonth":"13","expYear":"2031"}}"#)),
    entry(
      .defaultValue, "a value says what CXF says by leaving the member out", does: "leaves it out",
      advice: "nothing", .bitwarden(#"{"type":2,"name":"Mill","reprompt":0}"#)),
  ]

  /// The private key of RFC 8410, section 10.3, as PKCS #8 in PEM.
  private static let pem =
    #"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n"#

  private static let keys: [FindingEntry] = [
    entry(
      .keyConverted, "an SSH key is PKCS #8 on one side and a text on the other",
      does: "writes the same key; a text that cannot be made again from it is kept beside it",
      advice: "nothing", .bitwarden(#"{"type":5,"name":"Key","sshKey":{"privateKey":"\#(pem)"}}"#)),
    entry(
      .unreadableKey, "an SSH key is encrypted, of another program, or none",
      does: "keeps its text as a concealed custom field",
      advice: "take the passphrase off with 'ssh-keygen -p', or add the key to the new program by hand",
      .bitwarden(#"{"type":5,"name":"Key","sshKey":{"privateKey":"see the laptop"}}"#)),
    entry(
      .foreignPublicKey, "the public key or fingerprint does not belong to the private key beside it",
      does: "carries the private key, and keeps the other as a custom field",
      advice: "try which of the two the server takes",
      .bitwarden(
        #"{"type":5,"name":"Key","sshKey":{"privateKey":"\#(pem)","publicKey":"ssh-ed25519 AAAA"}}"#)),
    entry(
      .bytesRespelled, "bytes are spelled in another way, such as the credential id of a passkey",
      does: "writes the same bytes in the spelling of the target", advice: "nothing",
      .login(passkey(#""credentialId":"b64.AQI","keyValue":"BA==""#))),
    entry(
      .doubtfulPasskeyKey, "the private key of a passkey is none of the kind that Bitwarden makes and uses",
      does: "carries it as it is",
      advice: "sign in with it once in the new program before you delete anything",
      .login(passkey(#""credentialId":"b64.AQI","keyValue":"BA""#))),
    entry(
      .invalidPasskeyKey, "a passkey has no private key that can be read",
      does: "keeps what is there as custom fields, since such a passkey works nowhere",
      advice: "make a new passkey at the service",
      .login(passkey(#""credentialId":"b64.AQI","keyValue":"!""#))),
    entry(
      .passkeyCounter, "the passkey counts its signatures",
      does: "carries the passkey, and the count in an extension",
      advice: "make a new passkey at the service where it refuses this one",
      .login(passkey(#""credentialId":"b64.AQI","keyValue":"BA","counter":"5""#))),
  ]

  private static func passkey(_ members: String) -> String {
    #""fido2Credentials":[{\#(members),"rpId":"mill.example"}]"#
  }
}
