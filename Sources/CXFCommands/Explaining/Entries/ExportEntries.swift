internal import CXFFormats
internal import CredentialExchangeFormat

/// What is found in the exports of other programs: habits of their writers, values that stand together, encryption.
enum ExportEntries {
  static let subject = "Exports of other programs"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String = "nothing",
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  private static let bitwardenColumns =
    "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
  private static let firefoxColumns =
    "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged\n"
  private static let roboFormColumns = "Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2\n"
  private static let protected =
    #"{"encrypted":true,"passwordProtected":true,"salt":"c2FsdA==","kdfType":0,"kdfIterations":%,"encKeyValidation_DO_NOT_EDIT":"2.AAAAAAAAAAAAAAAAAAAAAA==|AAAAAAAAAAAAAAAAAAAAAA==|AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","data":"x"}"#

  private static func protected(_ rounds: String, password: String? = nil) -> FindingEntry.Example {
    let document = protected.replacing("%", with: rounds)
    let files: [ExampleScene.File] =
      [.init("export.json", document)] + (password.map { [.init("password.txt", $0)] } ?? [])
    let option = password == nil ? "" : " --source-passphrase-file password.txt"
    return .scene(ExampleScene(files, "cxf convert export.json --to cxf --dry-run" + option))
  }

  /// The header of a database, and nothing behind it.
  private static let databaseHead =
    "‹0x03 0xD9 0xA2 0x9A 0x67 0xFB 0x4B 0xB5 0x01 0x00 0x03 0x00 0x02 0x10 0x00 0x31 0xC1 0xF2 0"
    + "xE6 0xBF 0x71 0x43 0x50 0xBE 0x58 0x05 0x21 0x6A 0xFC 0x5A 0xFF 0x03 0x04 0x00 0x00 0x00 0x0"
    + "0 0x00›‹0x04 0x20 0x00›seed of the file................‹0x05 0x20 0x00›seed of the key......"
    + "...........‹0x06 0x08 0x00 0x01 0x00 0x00 0x00 0x00 0x00 0x00 0x00›‹0x07 0x10 0x00›vector..."
    + ".......‹0x08 0x20 0x00›key of values...................‹0x09 0x20 0x00›first bytes.........."
    + "...........‹0x0A 0x04 0x00 0x02 0x00 0x00 0x00 0x00 0x00 0x00›"

  private static func keepass(_ reference: String) -> FindingEntry.Example {
    let text =
      #"<?xml version="1.0"?><KeePassFile><Root><Group><UUID>AAAAAAAAAAAAAAAAAAAAAQ==</UUID><Name>All</Name><Entry><UUID>AAAAAAAAAAAAAAAAAAAAAg==</UUID><String><Key>Title</Key><Value>Mill</Value></String><String><Key>Password</Key><Value>p</Value></String></Entry><Entry><UUID>AAAAAAAAAAAAAAAAAAAAAw==</UUID><String><Key>Title</Key><Value>Barn</Value></String><String><Key>Password</Key><Value>{REF:P@I:%}</Value></String></Entry></Group></Root></KeePassFile>"#
    return .reads(text.replacing("%", with: reference), as: "keepass-xml")
  }

  static let all: [FindingEntry] = [
    entry(
      .invalidXML, "the file begins as XML and is damaged, or has a document type",
      does: "reads nothing of it",
      advice: "export it again; it may have been cut off or edited",
      .refuses("<?xml version=\"1.0\"?><KeePassFile><Root>", as: "keepass-xml")),
    entry(
      .referenceResolved, "a field pointed to a field of another entry",
      does: "takes what that one holds",
      advice: "know that the two are apart now: when one changes, the other does not",
      keepass("00000000000000000000000000000002")),
    entry(
      .referenceUnresolved, "a field points to a field of an entry that is not there",
      does: "keeps the text as it is", advice: "look the value up in the old program",
      keepass("00000000000000000000000000000009")),
    entry(
      .notThisFormat, "the document has not the outline of the format that it is to be read as",
      does: "reads nothing of the file", advice: "leave --from out, so that the content decides",
      .refuses(#"{"apples":3}"#, as: "enpass-json")),
    entry(
      .attachmentUnpacked, "the bytes of a file stood as text in its item",
      does: "makes an attachment of them",
      advice: "convert to cxf-bundle, or import into a vault, to keep it",
      .reads(
        #"{"items":[{"title":"Mill","template_type":"x","attachments":[{"name":"a","data":"aGk="}]}]}"#,
        as: "enpass-json")),
    entry(
      .addressesParted, "a cell held several addresses", does: "gives the item each of them",
      .reads(
        bitwardenColumns + ",,login,Mill,,,,\"https://mill.example,https://shop.mill.example\",mara,p,\n",
        as: "bitwarden-csv")),
    entry(
      .addressJoined, "host, path and protocol of an address stood apart", does: "makes one address of them",
      .reads(
        """
        keychain: "/home/mara/login.keychain"
        class: "inet"
        attributes:
            "acct"<blob>="mara"
            "path"<blob>="/login"
            "ptcl"<uint32>="htps"
            "srvr"<blob>="mill.example"
        data:
        "p"

        """, as: "apple-keychain-text")),
    entry(
      .sameAddress, "the address of the form is that of the site", does: "keeps it once",
      .reads(
        firefoxColumns + "https://mill.example,mara,p,,https://mill.example,{a},1,1,1\n", as: "firefox-csv")),
    entry(
      .dateOutOfRange, "a moment is not within 1970 and 2100", does: "keeps the text as a custom field",
      advice: "look at the field; the program that wrote it had a wrong clock",
      .reads(
        firefoxColumns + "https://mill.example,mara,p,,,{a},99999999999999,,\n", as: "firefox-csv")),
    entry(
      .fieldsParted, "a cell held several fields",
      does: "gives the item a custom field or typed value for each",
      .reads(bitwardenColumns + ",,login,Mill,,\"floor: 3\nwing: east\",,,mara,p,\n", as: "bitwarden-csv")),
    entry(
      .tagsParted, "a cell held several tags", does: "gives the item each of them",
      .reads(
        "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\n"
          + "Mill,https://mill.example,mara,p,,false,false,flour;water,\n", as: "1password-csv")),
    entry(
      .repeatedValue, "a field says again what another one says", does: "keeps it once",
      .reads(
        roboFormColumns + "Mill,https://mill.example,,mara,p,,,\"User$,,,txt,mara\"\n", as: "roboform-csv")),
    entry(
      .formulaGuard,
      "the writer put an apostrophe in front of the text, so that no spreadsheet takes it for a formula",
      does: "takes the apostrophe off",
      advice: "compare the password with the old program, if it begins with an apostrophe or @",
      .reads(roboFormColumns + "Mill,https://mill.example,,mara,'@p,,,\n", as: "roboform-csv")),
    entry(
      .htmlEntitiesDecoded, "all texts of the file are written with entities of HTML",
      does: "decodes them, once", advice: "compare a password that holds &, < or > with the old program",
      .reads(
        "url,username,password,totp,extra,name,grouping,fav\n"
          + "https://mill.example,mara,p&amp;q,,,Mill,,0\n", as: "lastpass-csv")),
    entry(
      .lineBreaks, "line breaks were written as a backslash and a letter", does: "makes line breaks of them",
      .reads(
        "Mill|1,Login,Unassigned,first\\nsecond,Website|2|https://mill.example,Password|8|p\n",
        as: "msecure-csv")),
    entry(
      .ownNumber, "the program added a number of its own to the title", does: "takes the number off",
      .reads("Mill|1,Login,Unassigned,,Website|2|https://mill.example,Password|8|p\n", as: "msecure-csv")),
    entry(
      .ownRecord, "the program keeps something of its own here, which is no item of the user's",
      does: "leaves it out, and counts its values as lost",
      .reads(
        firefoxColumns
          + "https://mill.example,mara,p,,,{a},1,1,1\nchrome://FirefoxAccounts,mara,p,,,{b},1,1,1\n",
        as: "firefox-csv")),
    entry(
      .securityRespelled, "the security of a wireless network has another name",
      does: "writes it as CXF does",
      .reads(
        "[connection]\nid=Mill\ntype=wifi\n\n[wifi]\nssid=Mill\n\n[wifi-security]\nkey-mgmt=wpa-psk\npsk=flour-and-water\n",
        as: "networkmanager-keyfile")),
    entry(
      .plainNote, "a note has a form with fonts and colours", does: "keeps the text without its formatting",
      .none(because: "the text is the hexadecimal form of a property list")),
    entry(
      .transferIncomplete, "the accounts were exported as several QR codes, and not all of them are here",
      does: "reads those that are here", advice: "scan the others too, and convert again",
      .reads(
        "otpauth-migration://offline?data=ChIKCkhlbGxvId6tvu8SBG1hcmEQARgCIAAoAQ%3D%3D\n",
        as: "otpauth-list")),
    entry(
      .passwordNeeded, "the file is encrypted with a password", does: "reads nothing of it",
      advice: "give the password with --source-passphrase-file, or at the terminal", protected("1")),
    entry(
      .wrongPassword, "the password does not open the file", does: "reads nothing of it",
      advice: "check the password: case, blanks at its ends, and which account it belongs to",
      protected("1", password: "p")),
    entry(
      .encryptedDataDamaged, "what the password protects is not as it was written",
      does: "reads nothing of it",
      advice: "export it again; it was cut off or altered",
      .scene(
        ExampleScene(
          [
            .init(
              "export.json",
              #"{"encrypted":true,"passwordProtected":true,"salt":"c2FsdA==","kdfType":0,"kdfIterations":1,"encKeyValidation_DO_NOT_EDIT":"x","data":"x"}"#
            ), .init("password.txt", "p"),
          ], "cxf convert export.json --to cxf --dry-run --source-passphrase-file password.txt"))),
    entry(
      .encryptionUnsupported, "the file is encrypted in a way that is not known here",
      does: "reads nothing of it",
      advice: "export it again, unencrypted, and delete that file afterwards",
      .scene(
        ExampleScene(
          [
            .init(
              "export.json",
              #"{"encrypted":true,"passwordProtected":true,"salt":"c2FsdA==","kdfType":7,"kdfIterations":1,"encKeyValidation_DO_NOT_EDIT":"x","data":"x"}"#
            ), .init("password.txt", "p"),
          ], "cxf convert export.json --to cxf --dry-run --source-passphrase-file password.txt"))),
    entry(
      .derivationRefused, "the file asks for more work to make its key than is allowed",
      does: "reads nothing of it",
      advice: "raise the limit with --kdf-limit, if you trust the file", protected("99999999", password: "p")),
    entry(
      .keyFileUnusable, "the key file of a database is empty or damaged",
      does: "reads nothing of the database",
      advice: "take another copy of the key file; nothing else opens the database",
      .scene(
        ExampleScene(
          [.init("home.kdbx", databaseHead), .init("home.keyx", "")],
          "cxf convert home.kdbx --to cxf --dry-run --key-file home.keyx --no-passphrase"))),
    entry(
      .archiveDamaged, "a zip file, or a file in it, is damaged or unsafe", does: "reads nothing of it",
      advice: "export it again; it was damaged, or changed by another program",
      .scene(
        ExampleScene(
          [.init("export.zip", "PK‹0x03›‹0x04› and no more")], "cxf convert export.zip --to cxf --dry-run"))),
  ]
}
