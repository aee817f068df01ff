package import CredentialExchangeFormat

/// Bitwarden's (and Vaultwarden's) unencrypted JSON export, of a person or an organisation.
///
/// Read and written as the same document again, but for: the order of members, null for missing members, folders that
/// only stand in the path of another, the identifiers of entries that had no UUID, white space in a one-time code's
/// secret and the order of its parameters, fractions of a second, and addresses that say "none". A file is always
/// written as the export of a person: collections of an organisation become folders.
package enum BitwardenJSON {
  static let origin = Format.Origin(id: "bitwarden-json", name: "Bitwarden", rpID: "bitwarden.com")

  package static let format = Format(
    id: origin.id, name: "Bitwarden and Vaultwarden JSON", rpID: origin.rpID,
    exportSteps: "Tools > Export vault > File format: .json",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .favorites,
        .dates,
        .history, .archive, .trash,
      ], converted: [.tags]),
    detect: detect,
    read: { (file, options) throws(FormatError) in try BitwardenReader(file, options).read() },
    makeWriter: { BitwardenWriter($0) })

  private static func detect(_ probe: Probe) -> Detection? {
    guard let members = probe.jsonMembers else { return nil }
    let isMarked = members["encrypted"] == .boolean
    if isMarked, members["passwordProtected"] == .boolean, members["data"] != nil {
      return Detection(
        .certain, "it has encrypted, passwordProtected and data, as a protected Bitwarden export")
    }
    if isMarked, members["encKeyValidation_DO_NOT_EDIT"] != nil {
      return Detection(
        .certain, "it has encrypted and encKeyValidation_DO_NOT_EDIT, as an encrypted Bitwarden export")
    }
    guard members["items"] == .array else { return nil }
    let hasFolders = members["folders"] == .array || members["collections"] == .array
    if isMarked {
      return Detection(.certain, "it has encrypted and items, as a Bitwarden export")
    }
    guard hasFolders else { return nil }
    // Old exports have no mark; other products have folders and items too, so an item must look like Bitwarden's.
    guard hasMarkedItem(probe) else { return nil }
    return Detection(.likely, "it has folders, and items with the members of Bitwarden's, as an old export")
  }

  /// Whether one of the items is as Bitwarden writes it. A text that breaks off counts up to there.
  private static func hasMarkedItem(_ probe: Probe) -> Bool {
    guard let source = try? JSONSource(probe.bytes) else { return false }
    return source.text.withUnsafeBufferPointer { bytes in
      guard let start = try? itemsStart(bytes) else { return false }
      var items = JSONCursor(bytes, at: start)
      var isFirst = true
      guard (try? items.beginArray()) != nil else { return false }
      while (try? items.nextElement(first: &isFirst)) == true {
        guard let first = try? items.peek() else { return false }
        if first != UInt8(ascii: "{") {
          guard (try? items.skipValue()) != nil else { return false }
          continue
        }
        var members: [Text: UInt8] = [:]
        guard (try? items.readMembers { name, range in members[name] = bytes[range.lowerBound] }) != nil
        else {
          return false
        }
        if isMarked(members) { return true }
      }
      return false
    }
  }

  /// Where the list of items begins, also when it has no end.
  private static func itemsStart(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Int? {
    var cursor = JSONCursor(bytes)
    var isFirst = true
    try cursor.beginObject()
    while let member = try cursor.nextMember(first: &isFirst) {
      let isList = try cursor.peek() == UInt8(ascii: "[")
      if isList, cursor.text(of: member) == "items" { return cursor.offset }
      try cursor.skipValue()
    }
    return nil
  }

  /// Whether an item, given by its members and the first bytes of their values, has a name and a number for its kind;
  /// very old exports leave the kind out and have a folder or a login instead.
  private static func isMarked(_ members: [Text: UInt8]) -> Bool {
    guard members["name"] != nil else { return false }
    if let type = members["type"] { return ASCIIBytes.isDigit(type) }
    return members["folderId"] != nil || members["login"] == UInt8(ascii: "{")
  }
}

/// The numbers that Bitwarden gives to kinds of items.
enum BitwardenType: Int {
  case login = 1
  case secureNote, card, identity, sshKey

  /// The member that holds what only items of this kind have.
  var member: Text {
    switch self {
    case .login: "login"
    case .secureNote: "secureNote"
    case .card: "card"
    case .identity: "identity"
    case .sshKey: "sshKey"
    }
  }

  static let all: [BitwardenType] = [.login, .card, .identity, .sshKey, .secureNote]
}

/// Groups of custom fields that hold what Bitwarden has members for and CXF has not, by their headings.
enum BitwardenGroup {
  static let card: Text = "Card"
  static let identity: Text = "Identity"
  static let sshKey: Text = "SSH key"
}

/// The sizes that Bitwarden's servers accept.
enum BitwardenLimit {
  /// UTF-8 bytes of a note: encrypted they make the 10,000 characters that are allowed.
  static let note = 7_439
  /// UTF-8 bytes of a custom field's value: encrypted they make the 5,000 characters that are allowed.
  static let field = 3_700
  /// UTF-8 bytes that a note has at least when fields hold the rest of it: a shorter one needs no parting.
  static let partedNote = 3_000
  /// Items in one import.
  static let items = 7_000
}

extension FindingCode {
  /// The JSON is no export of Bitwarden.
  package static let notBitwardenJSON = FindingCode("not-bitwarden-json", .error)
  /// The file is encrypted with the key of an account.
  package static let accountEncrypted = FindingCode("account-encrypted", .error)
  /// A record that is no object.
  package static let notAnItem = FindingCode("not-an-item", .error)
  /// A member of the document that says nothing about items.
  package static let unknownTopLevelMember = FindingCode("unknown-top-level-member", .note)
  /// An item of a kind that is not known here.
  package static let unknownItemType = FindingCode("unknown-item-type", .warning)
  /// A custom field of a kind that is not known here.
  package static let unknownFieldType = FindingCode("unknown-field-type", .warning)
  /// A custom field that only points at another one.
  package static let linkedField = FindingCode("linked-field", .note)
  /// An item names a folder that is not in the file.
  package static let unknownFolder = FindingCode("unknown-folder", .warning)
  /// Folders of one name, in one spelling or two.
  package static let foldersJoined = FindingCode("folders-joined", .warning)
  /// A folder holds an item that is not there.
  package static let danglingLink = FindingCode("dangling-link", .note)
  /// A date and time stands as seconds since 1970.
  package static let dateConverted = FindingCode("date-converted", .note)
  /// A date that cannot be read.
  package static let unreadableDate = FindingCode("unreadable-date", .warning)
  /// A value that says what is so without it.
  package static let defaultValue = FindingCode("default-value", .note)
  /// The addresses of an item have rules for matching.
  package static let matchRulesKept = FindingCode("match-rules-kept", .note)
  /// A rule for matching is about an address that is none of the item's.
  package static let matchRuleOutsideScope = FindingCode("match-rule-outside-scope", .warning)
  /// A value stands in an extension of this toolkit.
  package static let keptInExtension = FindingCode("kept-in-extension", .note)
  /// A passkey's private key that cannot be read.
  package static let invalidPasskeyKey = FindingCode("invalid-passkey-key", .error)
  /// A passkey's private key that may not work.
  package static let doubtfulPasskeyKey = FindingCode("doubtful-passkey-key", .warning)
  /// A passkey counts its signatures, which passkeys that move must not.
  package static let passkeyCounter = FindingCode("passkey-counter", .warning)
  /// Bytes in another spelling.
  package static let bytesRespelled = FindingCode("bytes-respelled", .note)
  /// The expiry of a card in another form.
  package static let expiryConverted = FindingCode("expiry-converted", .note)
  /// The expiry of a card lacks the month or the year.
  package static let incompleteExpiry = FindingCode("incomplete-expiry", .warning)
  /// The expiry of a card is no month and year.
  package static let invalidExpiry = FindingCode("invalid-expiry", .warning)
  /// The lines of an address stand as one text, or the other way round.
  package static let addressLines = FindingCode("address-lines", .note)
  /// A country code in another spelling.
  package static let countryRespelled = FindingCode("country-respelled", .note)
  /// An SSH key in another form.
  package static let keyConverted = FindingCode("key-converted", .note)
  /// An SSH key that cannot be read.
  package static let unreadableKey = FindingCode("unreadable-ssh-key", .warning)
  /// A public key or fingerprint that is not that of the private key beside it.
  package static let foreignPublicKey = FindingCode("foreign-public-key", .warning)
  /// A value is longer than the target accepts.
  package static let fieldTooLong = FindingCode("field-too-long", .warning)
  /// Parts of a note that was too long stand as one note again.
  package static let notesRejoined = FindingCode("notes-rejoined", .note)
  /// More items than the target accepts at once.
  package static let overTargetLimit = FindingCode("over-target-limit", .warning)
  /// An item is not in all the folders that it was in.
  package static let folderMembershipLost = FindingCode("folder-membership-lost", .warning)
}
