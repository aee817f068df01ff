import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What public bug reports and other projects' samples of Chrome's CSV must give.
@Suite(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
struct ChromeCaseTests {
  private func read(_ path: String) throws -> Reading {
    let file = SourceFile(name: path, bytes: try SharedFiles.bytes(path))
    let match = try FormatTable.detect(file)
    #expect(match.format.id == "chrome-csv")
    let read = try #require(match.format.read)
    return try read(file, ReadOptions())
  }

  private func items(_ path: String) throws -> [Item] {
    try read(path).accounts.flatMap(\.items).map(\.item)
  }

  private func problems(_ reading: Reading) -> [String] {
    reading.findings.filter { $0.severity > .note }.map(\.code.name)
  }

  @Test(arguments: [
    "cases/bitwarden-clients/chrome-csv/android-data.csv", "cases/pass-import/chrome.csv",
    "cases/proton-webclients/chrome-windows.csv", "cases/bugs/B001-bom-quoted-header.csv",
    "cases/bugs/B003-windows-1252.csv", "cases/bugs/B007-doubled-quotes.csv",
    "cases/bugs/B015-reordered-caps.csv",
    "cases/bugs/B023-outer-spaces.csv", "cases/bugs/B025-formula-like.csv", "cases/bugs/B027-nfc-nfd.csv",
    "cases/bugs/B034-android-url.csv", "cases/bugs/B038-ports.csv", "cases/bugs/B040-idn.csv",
    "cases/bugs/B095-same-twice.csv", "cases/bugs/B097-paths-www.csv", "cases/bugs/B100-ten-thousand.csv",
    "cases/bugs/B102-one-bad-row.csv",
  ])
  func everyFileBalances(_ path: String) throws {
    let reading = try read(path)
    let file = SourceFile(name: path, bytes: [])
    for target in FormatTable.all {
      guard let makeWriter = target.makeWriter else { continue }
      let conversion = try Conversion.run(
        [(file, ChromeCSV.format, reading)], to: target, writer: makeWriter(WriteOptions(timestamp: 1)),
        options: .init(timestamp: 1))
      #expect(conversion.values.isBalanced)
      #expect(!conversion.findings.contains { $0.code == .accountMismatch })
      if target.id == "cxf" { #expect(conversion.values.lost == reading.failedEntries.count) }
    }
  }

  @Test func aByteOrderMarkIsNoPartOfTheFirstName() throws {
    let reading = try read("cases/bugs/B001-bom-quoted-header.csv")
    let items = reading.accounts.flatMap(\.items).map(\.item)
    #expect(items.map(\.title) == ["Harbour Ferry", "bakery.example"])
    #expect(items.first?.login == Login("moss", "tide-41!"))
    #expect(items.first?.scope?.urls == ["https://ferry.example/login"])
    #expect(items.first?.note == "\u{FEFF}note keeps its own mark")
    #expect(items.last?.login?.password == "crust,77")
    #expect(problems(reading).isEmpty)
  }

  @Test func aCodePageIsGuessedOnce() throws {
    let reading = try read("cases/bugs/B003-windows-1252.csv")
    let items = reading.accounts.flatMap(\.items).map(\.item)
    #expect(items.map(\.title).first == "Café")
    #expect(items.first?.login == Login("zoé", "prix:5€ “net”"))
    #expect(problems(reading) == ["encoding-guessed"])
    let message = reading.findings.first { $0.code.name == "encoding-guessed" }?.message ?? ""
    #expect(message.contains("row 1") && !message.contains("2,"))
  }

  @Test func quotesAreKept() throws {
    let items = try items("cases/bugs/B007-doubled-quotes.csv")
    #expect(items.map { $0.login?.password ?? "" } == ["\"start", "end\"", "\"\"", "un\"\"quoted", ""])
    #expect(items.last?.title == "E")
  }

  @Test func columnsAreFoundByName() throws {
    let reading = try read("cases/bugs/B015-reordered-caps.csv")
    let item = try #require(reading.accounts.first?.items.first?.item)
    #expect(item.title == "Sea")
    #expect(item.login == Login("sky", "s3a"))
    #expect(item.scope?.urls == ["https://sea.example/"])
    #expect(item.isFavorite)
    #expect(problems(reading).isEmpty)
  }

  @Test func secretsAreNeverTrimmed() throws {
    let items = try items("cases/bugs/B023-outer-spaces.csv")
    #expect(items.map { $0.login?.password?.utf8.count ?? 0 } == [5, 5, 7, 3, 1])
    #expect(items.last?.login?.username == " usr ")
  }

  @Test func formulasStayWhatTheyAre() throws {
    let reading = try read("cases/bugs/B025-formula-like.csv")
    let items = reading.accounts.flatMap(\.items).map(\.item)
    #expect(items.map { $0.login?.password } == ["=1+1", "@pw", "-pw"])
    #expect(items.first?.login?.username == "+49123")
    #expect(items.first?.note == "-note")
    let makeWriter = try #require(ChromeCSV.format.makeWriter)
    let written = try Conversion.run(
      [(SourceFile(name: "f", bytes: []), ChromeCSV.format, reading)], to: ChromeCSV.format,
      writer: makeWriter(WriteOptions(timestamp: 1)), options: .init(timestamp: 1))
    let formulas = written.findings.filter { $0.code.name == "formula-like-cells" }
    #expect(formulas.count == 1)
    #expect(formulas.first?.message.contains("8") == true)
    let read = try #require(ChromeCSV.format.read)
    let again = try read(SourceFile(name: "again", bytes: written.bytes), ReadOptions())
    #expect(again.document == reading.document)
  }

  @Test func twoSpellingsOfOneLetterAreTwoPasswords() throws {
    let items = try items("cases/bugs/B027-nfc-nfd.csv")
    #expect(items.map { $0.login?.password?.string.unicodeScalars.count ?? 0 } == [4, 5])
    #expect(items.first?.login?.password != items.last?.login?.password)
    let bytes = CXFEncoder().encode(try read("cases/bugs/B027-nfc-nfd.csv").document)
    let text = bytes.map { String($0, radix: 16) }.joined(separator: " ")
    #expect(text.contains("63 61 66 c3 a9") && text.contains("63 61 66 65 cc 81"))
  }

  @Test func androidAppsAreNoWebAddresses() throws {
    let items = try items("cases/bugs/B034-android-url.csv")
    #expect(items.map { $0.scope?.androidApps.first?.bundleID } == ["com.example.tram", "org.sample.map"])
    #expect(items.allSatisfy { $0.scope?.urls.isEmpty == true })
    #expect(items.last?.title == "org.sample.map")
    // The hash is no SHA-512, so CXF's fingerprint cannot hold it: it is kept beside.
    let fields = items.first?.credentials.compactMap { credential -> [EditableField]? in
      guard case .customFields(let group) = credential else { return nil }
      return group.fields
    }
    #expect(fields?.first?.first?.value == "Zm9vYmFyLWhhc2gtMTIz-_==")
  }

  @Test(arguments: [
    ("cases/bugs/B038-ports.csv", 5), ("cases/bugs/B040-idn.csv", 2), ("cases/bugs/B095-same-twice.csv", 3),
    ("cases/bugs/B100-ten-thousand.csv", 10_000),
  ])
  func everyRowIsAnItem(_ path: String, _ count: Int) throws {
    let reading = try read(path)
    #expect(reading.itemCount == count)
    #expect(problems(reading).isEmpty)
  }

  @Test func addressesStayAsGiven() throws {
    #expect(try items("cases/bugs/B038-ports.csv").last?.scope?.urls == ["localhost:3000"])
    #expect(
      try items("cases/bugs/B040-idn.csv").first?.scope?.urls.first?.string.contains("b%C3%BC") == false)
  }

  @Test func oneBadRowStopsNoOther() throws {
    let reading = try read("cases/bugs/B102-one-bad-row.csv")
    #expect(reading.accounts.flatMap(\.items).map(\.item.title) == ["G1", "G2"])
    #expect(reading.failed == 2)
    let errors = reading.findings.filter { $0.severity == .error }
    #expect(errors.map(\.code.name) == ["too-many-cells", "unterminated-quote"])
    #expect(errors.map(\.position.row) == [2, 4])
    #expect(errors.map(\.position.line) == [3, 6])
    #expect(!reading.findings.contains { $0.message.contains("p2") || $0.message.contains("p4") })
  }
}

/// User name and password of an item's first login.
struct Login: Equatable {
  var username: Text?
  var password: Text?

  init(_ username: Text?, _ password: Text?) {
    self.username = username
    self.password = password
  }
}

extension Item {
  /// The first login.
  var login: Login? {
    for case .basicAuth(let login) in credentials {
      return Login(login.username?.value, login.password?.value)
    }
    return nil
  }

  /// The text of the first note.
  var note: Text? {
    for case .note(let note) in credentials { return note.content.value }
    return nil
  }
}
