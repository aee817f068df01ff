internal import CXFFormats
internal import CredentialExchangeFormat

/// What is found in tables: their encoding, header, rows and cells.
enum TableEntries {
  static let subject = "Tables"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  static let all: [FindingEntry] = [
    entry(
      .noHeader, "the file has no row that names its columns", does: "reads nothing of the file",
      advice: "export again; the first row must name the columns", .refuses("\n", as: "chrome-csv")),
    entry(
      .noKnownColumns, "no column of the file has a name that the format knows",
      does: "reads nothing of the file",
      advice:
        "leave --from out, so that the content tells the format, or give the columns the names of the format",
      .refuses("apples,pears\n3,4\n", as: "chrome-csv")),
    entry(
      .tooManyColumns, "the header has more columns than a table can have", does: "reads nothing of the file",
      advice: "look whether the file is a table at all",
      .refuses("name,url,username,password‹,x × 16384›\n", as: "chrome-csv")),
    entry(
      .unterminatedQuote, "a quote opens in the row and none closes it",
      does:
        "sets the row aside with its values counted as lost, and reads on at the next row that looks like one",
      advice: "close the quote in the file, or enter that one item by hand",
      .rows("Mill,https://mill.example,mara,\"open\n")),
    entry(
      .tooManyCells, "the row has more cells than there are columns",
      does:
        "sets the row aside with its values counted as lost, since nobody knows which cell is the password",
      advice: "put the value that holds the delimiter in quotes, or enter that one item by hand",
      .rows("Mill,https://mill.example,mara,p,art,late\n")),
    entry(
      .cellTooLong, "the cell is longer than 16 MiB",
      does: "sets the row aside with its values counted as lost",
      advice: "look for a quote in the file that nothing closes",
      .rows("Mill,https://mill.example,mara,‹x × 16777217›\n")),
    entry(
      .textAfterQuote, "something stands between the quote that closes a cell and the next delimiter",
      does: "keeps the cell as it stands in the file, quotes included, and leaves out mere blanks",
      advice: "compare the value with the old program", .rows("Mill,https://mill.example,mara,\"pass\"word\n")
    ),
    entry(
      .duplicateColumn, "the column has the name of an earlier one",
      does: "reads the first, and keeps the values of the other as custom fields",
      advice: "look which of the two is the right one",
      .reads("name,url,username,password,password\nMill,https://mill.example,mara,p,q\n", as: "chrome-csv")),
    entry(
      .unknownColumn, "the format knows no column of that name",
      does: "keeps the values of the column as concealed custom fields of their items",
      advice: "look for them there",
      .reads("name,url,username,password,pin\nMill,https://mill.example,mara,p,7\n", as: "chrome-csv")),
    entry(
      .unknownKind, "the row is of a kind that the format does not know",
      does: "reads the row like the others, and keeps the name of its kind as a shown custom field",
      advice: "look at the item, since its values may stand in the wrong places",
      .reads(
        "type,name,login_uri,login_username,login_password\nxyz,Mill,https://mill.example,mara,p\n",
        as: "bitwarden-csv")),
    entry(
      .escapeGuessed,
      "backslashes in quoted cells can be read in two ways, and the file does not tell which is meant",
      does: "guesses for the whole file, and the message says how",
      advice: "compare a password that has a backslash with the old program",
      .reads(
        #""Account","Login Name","Password","Web Site","Comments"\#n"Mill","mara","p\\q","",""\#n"#,
        as: "keepass-csv")),
    entry(
      .encodingGuessed, "nothing in the file tells its encoding, and it is not UTF-8",
      does: "reads it as Windows-1252; UTF-16, which shows in the bytes, is a note only",
      advice:
        "compare a value that has letters beyond ASCII with the old program, and export as UTF-8 where they differ",
      .rows("Caf‹0xE9›,https://cafe.example,mara,p\n")),
    entry(
      .joinedSurrogates,
      "one character is written as two halves of three bytes each, as some Java programs do",
      does: "reads the character that is meant", advice: "compare the value with the old program",
      .rows("Mill ‹0xED 0xA0 0xBD 0xED 0xB8 0x80›,https://mill.example,mara,p\n")),
    entry(
      .nullCharacter, "the value holds a NUL character, which many programs take for its end",
      does: "keeps the value as it is",
      advice:
        "look whether the target shows the whole value; where it is a password, change it at the service",
      .rows("Mill,https://mill.example,mara,half‹0x00›rest\n")),
    entry(
      .booleanSpelling, "a yes or no is spelled in another way than CXF spells it",
      does: "reads what is meant; a no is said by leaving the member out", advice: "nothing",
      .reads("name,url,username,password,favorite\nMill,https://mill.example,mara,p,yes\n", as: "chrome-csv")),
    entry(
      .emptyTitle, "the item has no name",
      does: "makes a title of the address, the user name or the number of the item",
      advice: "give it a name in the new program", .rows(",,mara,p\n")),
    entry(
      .formulaLikeCells, "cells begin with a character that makes a formula in a spreadsheet",
      does: "writes them as they are, since a changed password opens nothing",
      advice: "open the file as text only, never in a spreadsheet",
      .writes(
        .credential(#"{"type":"basic-auth","password":{"fieldType":"concealed-string","value":"=1+1"}}"#),
        to: "chrome-csv")),
  ]
}
