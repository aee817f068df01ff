// The rules about content, which only the judge knows.

/// Pieces of documents that are right but for what they are given.
enum Pieces {
  static let key =
    "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIA"
  static let edwardsKey = "MC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g"
  static let seed = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

  static func passkey(
    credentialID: String = "Y3JlZGVudGlhbA", rpID: String = "site.example", userHandle: String = "dXNlcg",
    key: String = key, extensions: String? = nil
  ) -> String {
    let rest = extensions.map { #","fido2Extensions":{\#($0)}"# } ?? ""
    return #"{"type":"passkey","credentialId":"\#(credentialID)","rpId":"\#(rpID)","username":"u","#
      + #""userDisplayName":"U","userHandle":"\#(userHandle)","key":"\#(key)"\#(rest)}"#
  }

  static func totp(secret: String = "GEZDGNBVGY3TQOJQ", period: Int = 30, digits: Int = 6) -> String {
    #"{"type":"totp","secret":"\#(secret)","period":\#(period),"digits":\#(digits),"algorithm":"sha1"}"#
  }

  static func sshKey(_ type: String = "ssh-ed25519", _ key: String = edwardsKey) -> String {
    #"{"type":"ssh-key","keyType":"\#(type)","privateKey":"\#(key)"}"#
  }

  static func file(name: String = "a.txt", size: Int = 1, hash: String = seed) -> String {
    #"{"type":"file","id":"ZmlsZQ","name":"\#(name)","decryptedSize":\#(size),"integrityHash":"\#(hash)"}"#
  }

  static func customField(_ type: String, _ value: String) -> String {
    #"{"type":"custom-fields","fields":[{"fieldType":"\#(type)","value":"\#(value)"}]}"#
  }

  static func seeds(_ with: String) -> String {
    #""hmacCredentials":{"algorithm":"hmac-sha256","credWithUV":"\#(with)","credWithoutUV":"\#(seed)"}"#
  }

  static func network(_ security: String, ssid: String = "n", passphrase: String) -> String {
    #"{"type":"wifi","ssid":{"fieldType":"string","value":"\#(ssid)"},"networkSecurityType":{"fieldType":"#
      + #""wifi-network-security-type","value":"\#(security)"},"passphrase":{"fieldType":"concealed-string","#
      + #""value":"\#(passphrase)"}}"#
  }

  static func scope(urls: String = "", apps: String = "") -> String {
    #""scope":{"urls":[\#(urls)],"androidApps":[\#(apps)]}"#
  }
}

extension JudgeRule {
  private static let kept = "keeps the value as it is"

  static let fieldRules: [JudgeRule] = [
    JudgeRule(
      codec: .invalidFieldValue, "3.4",
      reading:
        "mends a month of one digit and a boolean in capitals; keeps any other value as a concealed custom field, "
        + "or as text in a group of custom fields",
      mending: "write YYYY-MM-DD, YYYY-MM, true or false",
      .credential(
        #"{"type":"credit-card","expiryDate":{"fieldType":"year-month","value":"2031-13"}}"#)),
    JudgeRule(
      codec: .unexpectedFieldType, "3.4", reading: "keeps the type",
      mending: "write the type of the specification",
      .credential(#"{"type":"basic-auth","password":{"fieldType":"string","value":"p"}}"#)),
    JudgeRule(
      .emptyField, "3.4", "% has an empty value, which its field type does not have", reading: kept,
      mending: "leave the field out", .credential(Pieces.customField("date", ""))),
    JudgeRule(
      .invalidEmail, "3.4", "the value of % is no address of mail", reading: kept,
      mending: "write an address (RFC 5322 section 3.4), or use the type string",
      .credential(Pieces.customField("email", "nobody"))),
    JudgeRule(
      .invalidNumber, "3.4", "the value of % is no number", reading: kept,
      mending: "write digits, or use the type string", .credential(Pieces.customField("number", "many"))),
    JudgeRule(
      .invalidCountryCode, "3.4", "the value of % is not of two capital letters (ISO 3166-1)", reading: kept,
      mending: "write the code of the country, such as US",
      .credential(Pieces.customField("country-code", "Germany"))),
    JudgeRule(
      .unknownCountryCode, "3.4", "no country has the code in %", reading: kept,
      mending: "write the code of the country (ISO 3166-1)",
      .credential(Pieces.customField("country-code", "UK"))),
    JudgeRule(
      .invalidSubdivisionCode, "3.4",
      "the value of % is no code of a subdivision with its country (ISO 3166-2)",
      reading: kept, mending: "write country and subdivision, such as US-CA",
      .credential(Pieces.customField("subdivision-code", "CA"))),
    JudgeRule(
      .unknownSubdivisionCode, "3.4", "no subdivision is known by the code in %", reading: kept,
      mending: "look whether the code is a new one (ISO 3166-2)",
      .credential(Pieces.customField("subdivision-code", "US-QQ"))),
    JudgeRule(
      .unknownNetworkSecurity, "3.3.17", "the value of % is no kind of Wi-Fi security that CXF 1.0 registers",
      reading: kept,
      mending: "write unsecured, wep, wpa-personal, wpa2-personal or wpa3-personal where one fits",
      .credential(Pieces.network("WPA2", passphrase: "long enough"))),
    JudgeRule(
      .passportTypeCode, "3.3.13", "% is no document code of a passport (ICAO 9303 part 4)", reading: kept,
      mending: "write P, or P and the letter that the issuing state uses",
      .credential(#"{"type":"passport","passportType":{"fieldType":"string","value":"ordinary"}}"#)),
    JudgeRule(
      .networkNameLength, "3.3.17", "% is longer than the 32 bytes that a network's name can have",
      reading: kept,
      mending: "look whether it is the name",
      .credential(
        Pieces.network("wep", ssid: String(repeating: "n", count: 33), passphrase: "abcde"))),
    JudgeRule(
      .networkPassphraseLength, "3.3.17", "% has a length that this kind of security does not allow",
      reading: kept,
      mending: "look whether it was cut", .credential(Pieces.network("wpa2-personal", passphrase: "short"))),
  ]

  static let secretRules: [JudgeRule] = [
    JudgeRule(
      .invalidTOTPSecret, "3.3.16", "% is not Base32 (RFC 4648 section 6)", reading: kept,
      mending: "write the bytes of the secret in Base32", .credential(Pieces.totp(secret: "0189"))),
    JudgeRule(
      .totpSecretSpelling, "3.3.16",
      "% is Base32 with small letters, blanks or dashes, or cut in the middle of a byte",
      reading: kept, mending: "write capitals and digits alone",
      .credential(Pieces.totp(secret: "gezd gnbv gy3t qojq"))),
    JudgeRule(
      .totpSecretIsURI, "3.3.16", "% is a URI, not a secret", reading: kept,
      mending: "write secret, period, digits and algorithm of the URI into their members",
      .credential(Pieces.totp(secret: "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ"))),
    JudgeRule(
      .invalidTOTPPeriod, "3.3.16", "% is zero", reading: kept, mending: "write 30 if nothing else is known",
      .credential(Pieces.totp(period: 0))),
    JudgeRule(
      .unusualTOTPPeriod, "3.3.16", "% is under 10 or over 300 seconds", reading: kept,
      mending: "look whether it counts seconds", .credential(Pieces.totp(period: 3000))),
    JudgeRule(
      .invalidTOTPDigits, "3.3.16", "% is no length of a code", reading: kept,
      mending: "write 6 if nothing else is known", .credential(Pieces.totp(digits: 0))),
    JudgeRule(
      .unusualTOTPDigits, "3.3.16", "% is not 6, 7 or 8", reading: kept, mending: "look whether it is right",
      .credential(Pieces.totp(digits: 5))),
    JudgeRule(
      .invalidCredentialID, "3.3.12", "% has no byte, or more than the 1023 that WebAuthn allows",
      reading: kept,
      mending: "write the rawId of the registration", .credential(Pieces.passkey(credentialID: ""))),
    JudgeRule(
      .zeroCredentialID, "3.3.12", "% is made of zeros: an identifier that a program could not read",
      reading: kept,
      mending: "write the rawId of the registration; this passkey cannot be used",
      .credential(Pieces.passkey(credentialID: "AAAAAAAAAAAAAAAAAAAAAA"))),
    JudgeRule(
      .credentialIDIsText, "3.3.12", "% holds the text of an identifier instead of its bytes", reading: kept,
      mending: "write the rawId of the registration",
      .credential(Pieces.passkey(credentialID: "M2YyYjZjMWUtOGE0ZC00ZjcwLTliMWMtMGQ1ZTZmN2E4Yjlj"))),
    JudgeRule(
      .duplicatePasskey, "3.3.12", "an earlier passkey of this relying party has the same %",
      reading: "keeps both",
      mending: "write each passkey once", .credential(Pieces.passkey() + "," + Pieces.passkey())),
    JudgeRule(
      .invalidUserHandle, "3.3.12", "% has more than the 64 bytes that WebAuthn allows", reading: kept,
      mending: "write the user.id of the registration",
      .credential(Pieces.passkey(userHandle: String(repeating: "QUJD", count: 22)))),
    JudgeRule(
      .emptyUserHandle, "3.3.12", "% is empty: the passkey cannot be used without a user name", reading: kept,
      mending: "write the user.id of the registration, if there was one",
      .credential(Pieces.passkey(userHandle: ""))),
    JudgeRule(
      .invalidRPID, "3.3.12", "% is no domain in small letters", reading: kept,
      mending: "write the relying party's identifier of the registration: no scheme, no port, IDN in ASCII",
      .credential(Pieces.passkey(rpID: "https://site.example"))),
    JudgeRule(
      .invalidPrivateKey, "3.3.12", "% is no private key in PKCS #8 DER", reading: kept,
      mending: "write the key in PKCS #8 DER (RFC 5958)",
      .credential(Pieces.passkey(key: "MC4CAQAwBQYDK2VwBCIEIAEC"))
    ),
    JudgeRule(
      .encryptedPrivateKey, "3.3.15", "% is an encrypted private key", reading: kept,
      mending: "write the key in PKCS #8 DER without encryption",
      .credential(Pieces.sshKey("ssh-ed25519", "MBIwCwYJKoZIhvcNAQUNBAMBAgM"))),
    JudgeRule(
      .barePrivateKey, "3.3.12", "% is a private key of SEC 1 or PKCS #1, without PKCS #8 around it",
      reading: kept,
      mending: "put PKCS #8 around the key",
      .credential(
        Pieces.passkey(
          key: "MDECAQEEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8goAoGCCqGSM49AwEH"))),
    JudgeRule(
      .rawPrivateKey, "3.3.12", "% is the number of a private key alone", reading: kept,
      mending: "put PKCS #8 around the key",
      .credential(Pieces.passkey(key: "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA"))),
    JudgeRule(
      .privateKeyText, "3.3.15", "% is a private key in PEM or OpenSSH's form, as text", reading: kept,
      mending: "write the DER that is in the PEM, in base64url",
      .credential(Pieces.sshKey("ssh-ed25519", "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1DNEM"))),
    JudgeRule(
      .unknownKeyAlgorithm, "3.3.12",
      "% is a private key of an algorithm that is not known, or that does not sign",
      reading: kept, mending: "look whether it is the right key",
      .credential(Pieces.passkey(key: "MC4CAQAwBQYDK2VuBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g"))),
    JudgeRule(
      .hmacSeedLength, "3.3.12.3", "% has not 32 bytes", reading: kept,
      mending: "write the seed itself, no output made with it",
      .credential(Pieces.passkey(extensions: Pieces.seeds("AAEC")))),
    JudgeRule(
      .zeroHMACSeed, "3.3.12.3", "% is made of zeros", reading: kept,
      mending: "write the seed, or leave hmacCredentials out",
      .credential(
        Pieces.passkey(extensions: Pieces.seeds("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")))),
    JudgeRule(
      .equalHMACSeeds, "3.3.12.3", "% is the same seed as the one with user verification", reading: kept,
      mending: "make a seed of its own for use without user verification, where the site has none yet",
      .credential(Pieces.passkey(extensions: Pieces.seeds(Pieces.seed)))),
    JudgeRule(
      .legacyHMACSecret, "3.3.12.2", "% is the seed of drafts: other programs will not find it",
      reading: "keeps the member as an unknown one; it makes up no second seed",
      mending: "write hmacCredentials with both seeds",
      .credential(
        Pieces.passkey(extensions: #""hmacSecret":{"algorithm":"HS256","secret":"\#(Pieces.seed)"}"#))),
    JudgeRule(
      .largeBlobForm, "3.3.12.5", "% is no raw DEFLATE (RFC 1951)", reading: kept,
      mending: "compress without the header of zlib",
      .credential(
        Pieces.passkey(extensions: #""largeBlob":{"uncompressedSize":4,"data":"eJxLyslPAgAEEAGg"}"#))),
    JudgeRule(
      .unknownSSHKeyType, "3.3.15", "% is no name of a key type of SSH", reading: kept,
      mending: "write a name of the registry of SSH, such as ssh-ed25519",
      .credential(Pieces.sshKey("ed25519"))),
    JudgeRule(
      .sshKeyTypeMismatch, "3.3.15", "% names another algorithm than the private key has", reading: kept,
      mending: "write the type of the key", .credential(Pieces.sshKey("ssh-rsa"))),
  ]

  static let placeRules: [JudgeRule] = [
    JudgeRule(
      .integrityHashLength, "3.3.7", "% has not the 32 bytes of SHA-256", reading: kept,
      mending: "write SHA-256 of the decrypted bytes", .credential(Pieces.file(hash: "AAEC"))),
    JudgeRule(
      .integrityHashOfNothing, "3.3.7", "% and decryptedSize do not agree whether the file is empty",
      reading: kept,
      mending: "write SHA-256 of the decrypted bytes",
      .credential(Pieces.file(hash: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"))),
    JudgeRule(
      .unsafeFileName, "3.3.7", "% is empty, or a path instead of a name",
      reading: "keeps it; never uses it as a path",
      mending: "write the last part alone", .credential(Pieces.file(name: "../a.txt"))),
    JudgeRule(
      .fingerprintLength, "3.2.4.1.1", "% has another length than the hash function gives", reading: kept,
      mending: "write the bytes of the hash, not their hexadecimal text",
      .item(
        Pieces.scope(
          apps: #"{"bundleId":"a.example","certificate":{"fingerprint":"AAEC","hashAlg":"sha256"}}"#))),
    JudgeRule(
      .packageNameForm, "3.2.4.1", "% is no package name of Android", reading: kept,
      mending: "write the package name, such as com.example.app",
      .item(Pieces.scope(apps: #"{"bundleId":"https://a.example"}"#))),
    JudgeRule(
      .bareURL, "3.2.4", "an address in % has no scheme", reading: kept,
      mending: "write https:// before a host",
      .item(Pieces.scope(urls: #""site.example""#))),
    JudgeRule(
      .irregularURL, "3.2.4", "an address in % has characters that no URI has", reading: kept,
      mending: "encode them with percent signs", .item(Pieces.scope(urls: #""https://site.example/a b""#))),
    JudgeRule(
      .placeholderURL, "3.2.4", "an address in % stands for none", reading: kept, mending: "leave it out",
      .item(Pieces.scope(urls: #""http://""#))),
    JudgeRule(
      .misplacedSharedExtension, "3.5",
      "the extension shared stands elsewhere than on an item or a collection",
      reading: kept, mending: "put it on items and collections only",
      .account(#""extensions":[{"name":"shared","accessors":[]}]"#)),
    JudgeRule(
      .idleAccessor, "3.5", "an accessor has no %; importers ignore it", reading: kept,
      mending: "name what is allowed, or leave the accessor out",
      .item(
        #""extensions":[{"name":"shared","accessors":[{"type":"user","accountId":"YQ","name":"n","permissions":[]}]}]"#
      )),
    JudgeRule(
      .extensionNameForm, "3.5", "the % of an extension has not the form domain/name", reading: kept,
      mending: "write the exporter's domain, a slash and a name",
      .item(#""extensions":[{"name":"favourite colour"}]"#)),
  ]

  static let textRules: [JudgeRule] = [
    JudgeRule(
      .htmlEntity, "3.4", "% holds a character reference of HTML, such as &amp;", reading: kept,
      mending: "look whether the text was escaped on its way", .item(#""subtitle":"Fish &amp; Chips""#)),
    JudgeRule(
      .mojibake, "3.4", "% holds what looks like UTF-8 read as Latin-1, such as Ã©", reading: kept,
      mending: "look whether the text was decoded twice", .item(#""subtitle":"CafÃ©""#)),
    JudgeRule(
      .replacementCharacter, "3.4", "% holds U+FFFD, which stands for a character that was lost",
      reading: kept,
      mending: "look for the text elsewhere", .item(#""subtitle":"Caf\#u{FFFD}""#)),
    JudgeRule(
      .controlCharacter, "3.4", "% holds a control character", reading: kept,
      mending: "look whether the text is right", .item(#""subtitle":"a\u0007""#)),
    JudgeRule(
      .bidiControl, "3.4", "% holds a character that changes the direction of text", reading: kept,
      mending: "look whether the text is right", .item(#""subtitle":"a\u202eb""#)),
  ]

  static let profileRules: [JudgeRule] = [
    JudgeRule(
      .appleDropsType, "Apple, 26.0", "Apple has no place for a credential of type %", reading: kept,
      mending: "carry it another way", .profile(.apple, .credential(Pieces.file()))),
    JudgeRule(
      .appleRefusesURL, "Apple, 26.0", "Apple refuses the whole document for this address", reading: kept,
      mending: "write a URL with scheme, or leave the address out",
      .profile(
        .apple, .item(Pieces.scope(urls: #""192.0.2.1:8080""#)))),
    JudgeRule(
      .appleDropsExtensions, "Apple, 26.0", "Apple has no place for extensions", reading: kept,
      mending: "carry it another way",
      .profile(
        .apple,
        .credential(#"{"type":"custom-fields","fields":[],"extensions":[{"name":"vendor.example/thing"}]}"#))),
    JudgeRule(
      .appleDropsFIDO2, "Apple, 26.4", "Apple has no place for % of a passkey", reading: kept,
      mending: "carry it another way",
      .profile(.apple, .credential(Pieces.passkey(extensions: #""credBlob":"YmxvYg""#)))),
    JudgeRule(
      .appleReplacesPasskey, "Apple, 26.0", "Apple may keep one passkey only for this relying party and %",
      reading: kept, mending: "choose one",
      .profile(.apple, .credential(Pieces.passkey() + "," + Pieces.passkey(credentialID: "c2Vjb25k")))),
    JudgeRule(
      .bitwardenFirstAccount, "Bitwarden, 2026", "Bitwarden reads the first account only", reading: kept,
      mending: "write one document for each account",
      .profile(
        .bitwarden,
        .accounts(
          #"{"id":"YQ","username":"","email":"","collections":[],"items":[]},"#
            + #"{"id":"Yg","username":"","email":"","collections":[],"items":[]}"#))),
    JudgeRule(
      .bitwardenFirstOfType, "Bitwarden, 2026", "Bitwarden reads the first % of an item only", reading: kept,
      mending: "make items of the others",
      .profile(.bitwarden, .credential(Pieces.totp() + "," + Pieces.totp(digits: 8)))),
    JudgeRule(
      .bitwardenDropsType, "Bitwarden, 2026", "Bitwarden does not read a credential of type %", reading: kept,
      mending: "write it as a login",
      .profile(.bitwarden, .credential(#"{"type":"generated-password","password":"p"}"#))),
    JudgeRule(
      .bitwardenDropsCollections, "Bitwarden, 2026", "Bitwarden reads no collections", reading: kept,
      mending: "make folders in Bitwarden afterwards",
      .profile(
        .bitwarden, .account(#""collections":[{"id":"Yw","title":"c","items":[]}]"#))),
    JudgeRule(
      .bitwardenDropsLabels, "Bitwarden, 2026", "Bitwarden does not read %", reading: kept,
      mending: "mark the items in Bitwarden afterwards",
      .profile(.bitwarden, .item(#""favorite":true"#))),
    JudgeRule(
      .bitwardenMakesNote, "Bitwarden, 2026", "Bitwarden makes a note of a credential of type %",
      reading: kept,
      mending: "nothing", .profile(.bitwarden, .credential(Pieces.network("wep", passphrase: "abcde")))),
    JudgeRule(
      .bitwardenVersion, "Bitwarden, 2026", "Bitwarden refuses a version other than 1.0 and 0.0",
      reading: kept,
      mending: "write 1.0",
      .profile(
        .bitwarden,
        .document(
          #"{"version":{"major":1,"minor":1},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"#
            + #""accounts":[]}"#))),
    JudgeRule(
      .bitwardenTOTPRange, "Bitwarden, 2026", "Bitwarden reads no % above 255", reading: kept,
      mending: "nothing; the value is rare", .profile(.bitwarden, .credential(Pieces.totp(period: 300)))),
    JudgeRule(
      .bitwardenPasskeyAlgorithm, "Bitwarden, 2026",
      "Bitwarden takes every % for one of P-256; this passkey will fail",
      reading: kept, mending: "register a passkey anew",
      .profile(.bitwarden, .credential(Pieces.passkey(key: Pieces.edwardsKey)))),
    JudgeRule(
      .bitwardenDropsFIDO2, "Bitwarden, 2026", "Bitwarden keeps nothing of %", reading: kept,
      mending: "nothing; data sealed with the seeds must be read before",
      .profile(.bitwarden, .credential(Pieces.passkey(extensions: #""payments":true"#)))),
    JudgeRule(
      .googleDropsType, "Android, 1.0.0-beta01", "importers of Android ask for registered types only",
      reading: kept,
      mending: "use a registered type", .profile(.google, .credential(#"{"type":"hologram"}"#))),
    JudgeRule(
      .googleDropsExtensions, "Android, 1.0.0-beta01",
      "importers of Android ask for the extension shared only",
      reading: kept, mending: "carry it another way",
      .profile(
        .google,
        .credential(#"{"type":"custom-fields","fields":[],"extensions":[{"name":"vendor.example/thing"}]}"#))),
  ]
}
