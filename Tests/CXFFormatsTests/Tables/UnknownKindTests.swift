import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// A kind that a format does not know: its name stays, and somebody is told.
@Suite struct UnknownKindTests {
  /// A sample whose rows name their kind, by the column that does.
  struct Column: Sendable, CustomTestStringConvertible {
    let sample: String
    let name: String
    var testDescription: String { "\(sample): \(name)" }
  }

  static let columns = [
    Column(sample: "bitwarden-csv.csv", name: "type"), Column(sample: "bitwarden-csv.old.csv", name: "type"),
    Column(sample: "bitwarden-csv.organisation.csv", name: "type"),
    Column(sample: "bitwarden-csv.archived.csv", name: "type"),
    Column(sample: "1password-csv.mac.csv", name: "Type"),
    Column(sample: "dashlane-csv.payments.csv", name: "type"),
    Column(sample: "dashlane-csv.ids.csv", name: "type"),
    Column(sample: "dashlane-csv.personalInfo.csv", name: "type"),
    Column(sample: "nordpass-csv.csv", name: "type"), Column(sample: "nordpass-csv.type.csv", name: "type"),
    Column(sample: "proton-csv.csv", name: "type"), Column(sample: "proton-csv.old.csv", name: "type"),
    Column(sample: "buttercup-csv.csv", name: "!type"),
    Column(sample: "myki-csv.document.csv", name: "idType"),
    Column(sample: "heylogin-csv.csv", name: "type"), Column(sample: "truekey-csv.csv", name: "kind"),
    Column(sample: "encryptr-csv.csv", name: "Entry Type"),
    Column(sample: "saferpass-csv.csv", name: "modelType"),
    Column(sample: "remembear-csv.csv", name: "type"), Column(sample: "blackberry-csv.csv", name: "grouping"),
  ]

  @Test(arguments: columns)
  func theNameOfAnUnknownKindIsAFieldOfTheItem(_ column: Column) throws {
    let bytes = Array(Samples.bytes("Samples/exports/\(column.sample)"))
    let id = String(column.sample.prefix { $0 != "." })
    let known = try TableReading(bytes, as: id)
    #expect(!known.problems.contains("unknown-kind"))

    var reader = try CSVReader(TextDecoding.decode(bytes))
    let place = try #require(reader.header.index(of: Text(column.name)))
    var writer = CSVWriter()
    writer.append(header: reader.header.columns.map(\.name))
    var rows = 0
    while let row = reader.next() {
      var cells = row.cells.map(\.text)
      while cells.count <= place { cells.append("") }
      cells[place] = "Zither"
      writer.append(row: cells)
      rows += 1
    }
    let reading = try TableReading(writer.bytes, as: id)
    #expect(reading.items.count == rows)
    #expect(reading.items.allSatisfy { $0.fieldTexts.contains("\(column.name)=Zither") })
    let conversion = try reading.conversion
    #expect(
      conversion.findings.count { $0.code.name == "unknown-kind" && $0.severity == .warning } == rows)
    #expect(conversion.values.isBalanced && conversion.values.lost == 0)
  }

  /// Kinds that stand elsewhere than in a column with a name.
  static let texts: [(id: String, text: String, field: String)] = [
    (
      "keeper-csv", "Home,Mill,mara,p,https://mill.example/,,,$type,zither,Locker,7\n", "$type=zither"
    ),
    ("msecure-csv", "Mill|1,Zither,Unassigned,,Password|8|p\n", "type=Zither"),
    (
      "zoho-csv",
      "Secret Name,Secret URL,SecretData,Notes\nMill,,\"SecretType:Zither\nUser Name:mara\nPassword:p\n\",\n",
      "SecretType=Zither"
    ),
    (
      "lastpass-csv",
      "url,username,password,extra,name,grouping,fav\nhttp://sn,,,\"NoteType:Zither\nLanguage:en-GB\nNotes:x\",Mill,,0\n",
      "NoteType=Zither"
    ),
    (
      "bitwarden-authenticator-csv",
      "folder,favorite,type,name,login_uri,login_totp\n,,zither,Mill,,GEZDGNBVGY3TQOJQ\n", "type=zither"
    ),
    ("networkmanager-keyfile", "[connection]\nid=Mill\ntype=zither\n", "connection type=zither"),
    (
      "gnome-keyring",
      "[keyring]\ndisplay-name=Login\n\n[1]\nitem-type=0\ndisplay-name=Mill\nsecret=p\n\n[1:attribute0]\nname=xdg:schema\ntype=string\nvalue=example.Zither\n",
      "xdg:schema=example.Zither"
    ),
    (
      "apple-keychain-text",
      "keychain: \"x\"\nclass: \"genp\"\nattributes:\n    0x00000007 <blob>=\"Mill\"\n    \"type\"<uint32>=\"zith\"\ndata:\n\"p\"\n",
      "type=zith"
    ),
  ]

  @Test(arguments: texts)
  func soDoesOneThatHasNoColumnOfItsOwn(id: String, text: String, field: String) throws {
    let reading = try TableReading(text, as: id)
    #expect(reading.items.count == 1)
    #expect(reading.items.first?.title == "Mill")
    #expect(reading.items.first?.fieldTexts.contains(field) == true)
    let conversion = try reading.conversion
    #expect(conversion.findings.contains { $0.code.name == "unknown-kind" && $0.severity == .warning })
    #expect(conversion.values.isBalanced && conversion.values.lost == 0)
    #expect(!conversion.findings.contains { $0.code == .accountMismatch })
  }

  /// In a table of Passbolt the same column holds folders.
  @Test func aFolderInTheColumnOfKindsIsAFolder() throws {
    let text = "Title,Username,URL,Password,Notes,Type\nMill,mara,https://mill.example/,p,,Home/Cellar\n"
    let reading = try TableReading(text)
    #expect(reading.format.id == "1password-csv")
    #expect(reading.plain.first?.folders == [["Home", "Cellar"]])
    #expect(!reading.problems.contains("unknown-kind"))
  }
}
