// Codes of what only the judge notices: the reader keeps all of it as it is.

extension FindingCode {
  // MARK: Structure
  /// An optional array that is there and empty.
  public static let emptyArray = FindingCode("empty-optional-array", .warning)
  /// A member that CXF 1.0 does not know.
  public static let unknownMember = FindingCode("unknown-member", .note)
  /// A member that is a known one but for capitals.
  public static let misspeltMember = FindingCode("misspelt-member", .warning)
  /// A member that only earlier drafts have.
  public static let draftMember = FindingCode("draft-member", .note)
  /// A version below 1.
  public static let draftVersion = FindingCode("draft-version", .note)
  /// An exporter that is no domain.
  public static let exporterForm = FindingCode("exporter-rp-id-form", .note)

  // MARK: Identifiers
  /// An identifier that something else of the account has, not both of them items.
  public static let identifierClash = FindingCode("identifier-clash", .warning)
  /// An identifier that the account itself has.
  public static let accountIdentifierReused = FindingCode("account-identifier-reused", .note)
  /// A reference to an item that is not in the document.
  public static let danglingReference = FindingCode("dangling-reference", .note)

  // MARK: Times
  /// A moment after the year 2100.
  public static let implausibleTimestamp = FindingCode("implausible-timestamp", .note)
  /// A moment that is too late by exactly the time from 1970 to 2001.
  public static let timestampAhead = FindingCode("timestamp-31-years-ahead", .warning)
  /// The document's own moment seems to be counted from 2001.
  public static let timestampSince2001 = FindingCode("timestamp-since-2001", .warning)
  /// A moment later than the document's own.
  public static let timestampAfterExport = FindingCode("timestamp-after-export", .note)
  /// Changed before it was made.
  public static let modifiedBeforeCreated = FindingCode("modified-before-created", .note)

  // MARK: Fields
  /// An empty value of a field type that has no empty value.
  public static let emptyField = FindingCode("empty-field", .note)
  /// Not an address of mail.
  public static let invalidEmail = FindingCode("invalid-email", .warning)
  /// Not a number.
  public static let invalidNumber = FindingCode("invalid-number", .warning)
  /// Not two capital letters.
  public static let invalidCountryCode = FindingCode("invalid-country-code", .warning)
  /// Two capital letters that no country has.
  public static let unknownCountryCode = FindingCode("unknown-country-code", .warning)
  /// Not of the form of ISO 3166-2.
  public static let invalidSubdivisionCode = FindingCode("invalid-subdivision-code", .warning)
  /// Of the form of ISO 3166-2, but not in the table.
  public static let unknownSubdivisionCode = FindingCode("unknown-subdivision-code", .note)
  /// A kind of Wi-Fi security that CXF 1.0 does not register.
  public static let unknownNetworkSecurity = FindingCode("unknown-wifi-security", .warning)
  /// The kind of a passport is no document code of ICAO.
  public static let passportTypeCode = FindingCode("passport-type-code", .warning)
  /// A network name that no network can have.
  public static let networkNameLength = FindingCode("wifi-ssid-length", .note)
  /// A passphrase that the kind of security cannot have.
  public static let networkPassphraseLength = FindingCode("wifi-passphrase-length", .note)

  // MARK: Secrets
  /// A secret of one-time codes that is not Base32.
  public static let invalidTOTPSecret = FindingCode("invalid-totp-secret", .error)
  /// A secret of one-time codes in another spelling than that of RFC 4648.
  public static let totpSecretSpelling = FindingCode("totp-secret-spelling", .warning)
  /// A URI where the secret of one-time codes belongs.
  public static let totpSecretIsURI = FindingCode("totp-secret-is-uri", .error)
  /// Codes that live for no time.
  public static let invalidTOTPPeriod = FindingCode("invalid-totp-period", .error)
  /// Codes that live for less than 10 or more than 300 seconds.
  public static let unusualTOTPPeriod = FindingCode("unusual-totp-period", .warning)
  /// Codes of a length that cannot be.
  public static let invalidTOTPDigits = FindingCode("invalid-totp-digits", .error)
  /// Codes of other than six to eight digits.
  public static let unusualTOTPDigits = FindingCode("unusual-totp-digits", .warning)
  /// A credential id of no byte, or of more than 1023.
  public static let invalidCredentialID = FindingCode("invalid-credential-id", .error)
  /// A credential id of zeros alone.
  public static let zeroCredentialID = FindingCode("zero-credential-id", .error)
  /// A credential id whose bytes are the text of one.
  public static let credentialIDIsText = FindingCode("credential-id-is-text", .warning)
  /// Two passkeys of one relying party with one credential id.
  public static let duplicatePasskey = FindingCode("duplicate-passkey", .warning)
  /// A user handle of more than 64 bytes.
  public static let invalidUserHandle = FindingCode("invalid-user-handle", .error)
  /// A user handle of no byte.
  public static let emptyUserHandle = FindingCode("empty-user-handle", .note)
  /// Not an identifier of a relying party.
  public static let invalidRPID = FindingCode("invalid-rp-id", .error)
  /// A private key that is damaged, or no key at all.
  public static let invalidPrivateKey = FindingCode("invalid-private-key", .error)
  /// A private key that needs a passphrase.
  public static let encryptedPrivateKey = FindingCode("encrypted-private-key", .error)
  /// A private key without the structure of PKCS #8 around it.
  public static let barePrivateKey = FindingCode("bare-private-key", .error)
  /// The number of a private key alone.
  public static let rawPrivateKey = FindingCode("raw-private-key", .error)
  /// A private key as text, in base64url once more.
  public static let privateKeyText = FindingCode("private-key-is-text", .error)
  /// A private key of an algorithm that is not known, or that does not sign.
  public static let unknownKeyAlgorithm = FindingCode("unknown-key-algorithm", .warning)
  /// A seed of hmac-secret that has not 32 bytes.
  public static let hmacSeedLength = FindingCode("hmac-seed-length", .warning)
  /// A seed of hmac-secret of zeros alone.
  public static let zeroHMACSeed = FindingCode("zero-hmac-seed", .warning)
  /// The one seed of drafts.
  public static let legacyHMACSecret = FindingCode("legacy-hmac-secret", .warning)
  /// A large blob that cannot be raw DEFLATE.
  public static let largeBlobForm = FindingCode("large-blob-form", .warning)
  /// A type of SSH key without a name in the registry.
  public static let unknownSSHKeyType = FindingCode("unknown-ssh-key-type", .warning)
  /// An SSH key of another type than is said.
  public static let sshKeyTypeMismatch = FindingCode("ssh-key-type-mismatch", .error)

  /// Both seeds of hmac-secret are the same.
  public static let equalHMACSeeds = FindingCode("equal-hmac-seeds", .note)

  // MARK: Deep checks
  /// A private key with the public key of another.
  public static let privateKeyMismatch = FindingCode("private-key-mismatch", .error)
  /// A private number that is zero, or not below the order of its curve.
  public static let privateKeyOutOfRange = FindingCode("private-key-out-of-range", .error)
  /// An RSA key whose numbers are not those of one key.
  public static let inconsistentPrivateKey = FindingCode("inconsistent-private-key", .error)
  /// A private key with which no signature can be made that its public key verifies.
  public static let privateKeyDoesNotSign = FindingCode("private-key-does-not-sign", .error)
  /// A private key that was not tried.
  public static let untriedPrivateKey = FindingCode("untried-private-key", .note)
  /// A large blob that does not inflate.
  public static let damagedLargeBlob = FindingCode("damaged-large-blob", .error)
  /// A large blob that inflates to another length than is said.
  public static let largeBlobSize = FindingCode("large-blob-size", .error)

  // MARK: Places
  /// A hash of a file that has not 32 bytes.
  public static let integrityHashLength = FindingCode("integrity-hash-length", .error)
  /// The hash of an empty file at one that is not empty, or the other way round.
  public static let integrityHashOfNothing = FindingCode("integrity-hash-of-nothing", .error)
  /// A file name that is a path, or none.
  public static let unsafeFileName = FindingCode("unsafe-file-name", .warning)
  /// A fingerprint of another length than its hash function gives.
  public static let fingerprintLength = FindingCode("fingerprint-length", .warning)
  /// Not a package name of Android.
  public static let packageNameForm = FindingCode("package-name-form", .warning)
  /// An address without a scheme.
  public static let bareURL = FindingCode("url-without-scheme", .note)
  /// An address with characters that no URI has.
  public static let irregularURL = FindingCode("irregular-url", .note)
  /// An address that stands for none.
  public static let placeholderURL = FindingCode("placeholder-url", .note)
  /// The extension `shared` elsewhere than on an item or a collection.
  public static let misplacedSharedExtension = FindingCode("misplaced-shared-extension", .warning)
  /// An accessor without permissions.
  public static let idleAccessor = FindingCode("accessor-without-permissions", .note)
  /// The name of an extension without the domain of who made it.
  public static let extensionNameForm = FindingCode("extension-name-form", .warning)

  // MARK: Texts
  /// A character reference of HTML.
  public static let htmlEntity = FindingCode("html-entity", .note)
  /// UTF-8 that was read as something else.
  public static let mojibake = FindingCode("mojibake", .note)
  /// U+FFFD.
  public static let replacementCharacter = FindingCode("replacement-character", .note)
  /// A control character.
  public static let controlCharacter = FindingCode("control-character", .note)
  /// A character that changes the direction of text.
  public static let bidiControl = FindingCode("bidi-control", .note)

  // MARK: Profiles
  /// Apple has no such type.
  public static let appleDropsType = FindingCode("apple-drops-type", .warning)
  /// Apple refuses the whole document for one address.
  public static let appleRefusesURL = FindingCode("apple-refuses-url", .error)
  /// Apple has no place for extensions.
  public static let appleDropsExtensions = FindingCode("apple-drops-extension", .warning)
  /// Apple carries seeds and large blobs only.
  public static let appleDropsFIDO2 = FindingCode("apple-drops-fido2-member", .warning)
  /// Apple's store has one passkey for a user of a relying party.
  public static let appleReplacesPasskey = FindingCode("apple-replaces-passkey", .warning)
  /// Bitwarden reads the first account.
  public static let bitwardenFirstAccount = FindingCode("bitwarden-first-account-only", .error)
  /// Bitwarden reads the first credential of a type.
  public static let bitwardenFirstOfType = FindingCode("bitwarden-first-of-type-only", .error)
  /// Bitwarden does not read the type.
  public static let bitwardenDropsType = FindingCode("bitwarden-drops-type", .warning)
  /// Bitwarden reads no collections.
  public static let bitwardenDropsCollections = FindingCode("bitwarden-drops-collection", .warning)
  /// Bitwarden reads neither tags nor favourites.
  public static let bitwardenDropsLabels = FindingCode("bitwarden-drops-label", .note)
  /// Bitwarden makes a note of it.
  public static let bitwardenMakesNote = FindingCode("bitwarden-makes-note", .note)
  /// Bitwarden reads version 1.0 and 0.0.
  public static let bitwardenVersion = FindingCode("bitwarden-refuses-version", .error)
  /// Bitwarden's numbers have eight bits.
  public static let bitwardenTOTPRange = FindingCode("bitwarden-totp-range", .error)
  /// Bitwarden calls every passkey ECDSA over P-256.
  public static let bitwardenPasskeyAlgorithm = FindingCode("bitwarden-passkey-algorithm", .error)
  /// Bitwarden keeps no data of extensions of passkeys.
  public static let bitwardenDropsFIDO2 = FindingCode("bitwarden-drops-fido2-extensions", .warning)
  /// Android's importers ask by registered types.
  public static let googleDropsType = FindingCode("google-drops-type", .warning)
  /// Android's importers ask by registered extensions.
  public static let googleDropsExtensions = FindingCode("google-drops-extension", .warning)
}
