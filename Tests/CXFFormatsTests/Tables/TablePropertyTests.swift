import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Random vaults, written by a model of each product's writer, come back as they were.
@Suite struct TablePropertyTests {
  /// An account of a random vault.
  struct Account: Sendable {
    var title: String
    var url: String
    var username: String
    var password: String
    var note: String
    var folder: [String]
    var isFavorite: Bool
    var secret: String
    var tags: [String]
    var created: UInt64
  }

  /// A product's writer: its header, and the cells of an account.
  struct Dialect: Sendable, CustomTestStringConvertible {
    let id: String
    let header: String
    let row: @Sendable (Account) -> [String]
    var delimiter = ","
    var end = "\n"
    var quotesAll = false
    /// What of an account comes back.
    var keeps: Set<Part> = [.url, .note]
    var testDescription: String { "\(id): \(header)" }
  }

  enum Part: Sendable { case url, note, folder, favorite, secret, tags, created }

  static let dialects: [Dialect] = [
    Dialect(
      id: "chrome-csv", header: "name,url,username,password,note",
      row: { [$0.title, $0.url, $0.username, $0.password, $0.note] }),
    Dialect(
      id: "apple-csv", header: "Title,URL,Username,Password,Notes,OTPAuth",
      row: { [$0.title, $0.url, $0.username, $0.password, $0.note, code($0)] }, keeps: [.url, .note, .secret]),
    Dialect(
      id: "firefox-csv",
      header:
        "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged",
      row: { [$0.url, $0.username, $0.password, "", "", "{\($0.created)}", "\($0.created)000", "", ""] },
      end: "\r\n", quotesAll: true, keeps: [.url, .created]),
    Dialect(
      id: "bitwarden-csv",
      header:
        "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp",
      row: {
        [
          $0.folder.joined(separator: "/"), $0.isFavorite ? "1" : "", "login", $0.title, $0.note, "", "0",
          $0.url,
          $0.username, $0.password, $0.secret,
        ]
      }, keeps: [.url, .note, .folder, .favorite, .secret]),
    Dialect(
      id: "1password-csv", header: "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes",
      row: {
        [
          $0.title, $0.url, $0.username, $0.password, code($0), "\($0.isFavorite)", "false",
          $0.tags.joined(separator: ";"), $0.note,
        ]
      }, keeps: [.url, .note, .favorite, .secret, .tags]),
    Dialect(
      id: "lastpass-csv", header: "url,username,password,totp,extra,name,grouping,fav",
      row: {
        [
          $0.url, $0.username, $0.password, $0.secret, $0.note, $0.title, $0.folder.joined(separator: "\\"),
          $0.isFavorite ? "1" : "0",
        ]
      }, keeps: [.url, .note, .folder, .favorite, .secret]),
    Dialect(
      id: "dashlane-csv", header: "username,username2,username3,title,password,note,url,category,otpUrl",
      row: {
        [
          $0.username, "", "", $0.title, $0.password, $0.note, $0.url, $0.folder.joined(separator: "/"),
          code($0),
        ]
      },
      keeps: [.url, .note, .folder, .secret]),
    Dialect(
      id: "keepass-csv", header: "Account,Login Name,Password,Web Site,Comments",
      row: { [$0.title, $0.username, $0.password, $0.url, $0.note] }, quotesAll: true),
    Dialect(
      id: "keepassxc-csv", header: "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created",
      row: {
        [
          (["Root"] + $0.folder).joined(separator: "/"), $0.title, $0.username, $0.password, $0.url, $0.note,
          code($0),
          "0", "", "\($0.created)",
        ]
      }, quotesAll: true, keeps: [.url, .note, .folder, .secret, .created]),
    Dialect(
      id: "nordpass-csv",
      header:
        "name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields",
      row: {
        [
          $0.title, $0.url, "[]", $0.username, $0.password, $0.note, "", "", "", "", "", "",
          $0.folder.joined(separator: "/"),
        ]
          + ["", "", "", "", "", "", "", "", "password", "[]"]
      }, keeps: [.url, .note, .folder]),
    Dialect(
      id: "proton-csv", header: "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault",
      row: {
        [
          "login", $0.title, $0.url, "", $0.username, $0.password, $0.note, code($0), "\($0.created)",
          "\($0.created)",
          $0.folder.first ?? "",
        ]
      }, keeps: [.url, .note, .secret, .created]),
    Dialect(
      id: "roboform-csv", header: "Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2",
      row: {
        func guarded(_ text: String) -> String {
          text.utf8.first == 0x27 || text.utf8.first == 0x40 ? "'" + text : text
        }
        return [
          $0.title, $0.url, $0.url, guarded($0.username), guarded($0.password), $0.note,
          $0.folder.isEmpty ? "" : "/" + $0.folder.joined(separator: "/"),
          "User ID$,,,txt,\(guarded($0.username))",
          "Password$,,,pwd,\(guarded($0.password))",
        ]
      }, keeps: [.url, .note, .folder]),
    Dialect(
      id: "zoho-csv",
      header:
        "Secret Name,Description,Secret URL,SecretData,Notes,CustomData,Tags,Classification,Favorite,ChamberName",
      row: {
        // Lines part the fields of a secret, so that its values have none.
        [
          $0.title, "", $0.url,
          "SecretType:Web Account\nUser Name:\(line($0.username))\nPassword:\(line($0.password))\n",
          $0.note, "", $0.tags.joined(separator: ","), "P", $0.isFavorite ? "1" : "0",
          $0.folder.joined(separator: "\n"),
        ]
      }, keeps: [.url, .note, .folder, .favorite, .tags]),
    Dialect(
      id: "safeincloud-csv", header: "Title,Login,Password,URL,Notes,OTP",
      row: { [$0.title, $0.username, $0.password, $0.url, $0.note, $0.secret] }, quotesAll: true,
      keeps: [.url, .note, .secret]),
    Dialect(
      id: "nextcloud-csv",
      header:
        "Label,Username,Password,Notes,Url,Custom Fields,Folder,Tags,Favorite,Edited,Id,Revision,Folder Id",
      row: {
        [
          $0.title, $0.username, $0.password, $0.note, $0.url, "", $0.folder.joined(separator: "/"),
          $0.tags.joined(separator: ","), "\($0.isFavorite)", "", "", "", "",
        ]
      }, keeps: [.url, .note, .folder, .favorite, .tags]),
    Dialect(
      id: "csv", header: "Titel;Benutzername;Passwort;Webseite;Notizen",
      row: { [$0.title, $0.username, $0.password, $0.url, $0.note] }, delimiter: ";", end: "\r\n"),
  ]

  private static func code(_ account: Account) -> String {
    account.secret.isEmpty ? "" : "otpauth://totp/?secret=\(account.secret)"
  }

  static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
  }

  // MARK: Random accounts

  private static let pieces = [
    "a", "B", "7", " ", "  ", ",", ";", "\"", "\"\"", "'", "\\", "\n", "\r\n", "\t", "|", "=", "@", "é",
    "e\u{301}", "Ω", "日本",
    "👩‍🚀", "&", "&amp;", "<", ":", ": ", "%", "#", "\u{FEFF}", "\u{A0}", "x=1", "--",
  ]

  private static func text(_ random: inout SeededGenerator, _ count: ClosedRange<Int>) -> String {
    (0..<random.int(count)).map { _ in random.pick(pieces) }.joined()
  }

  private static func name(_ random: inout SeededGenerator) -> String {
    random.pick(["Home", "Werk", "Café", "Ça va", "日本", "A b", "x'y", "q\"r"])
  }

  private static func account(_ random: inout SeededGenerator, _ number: Int) -> Account {
    Account(
      // A raw sign keeps LastPass's entities from being taken for those of its writer.
      title: "t\(number)<" + line(text(&random, 0...4)),
      url: random.oneIn(4) ? "" : "https://site-\(number).example/\(random.int(0...9))?q=a%20b",
      username: text(&random, 0...5), password: text(&random, 0...9), note: text(&random, 0...6),
      folder: (0..<random.int(0...3)).map { _ in name(&random) }, isFavorite: random.oneIn(3),
      secret: random.oneIn(3) ? "GEZDGNBVGY3TQOJQ" : "",
      tags: random.oneIn(2) ? ["home", "boats & bridges"] : [],
      created: UInt64(random.int(1_000_000_000...1_900_000_000)))
  }

  private static func write(_ dialect: Dialect, _ accounts: [Account]) -> [UInt8] {
    func cell(_ text: String) -> String {
      let mustQuote =
        text.utf8.contains { $0 == 0x22 || $0 == 0x0A || $0 == 0x0D || $0 == dialect.delimiter.utf8.first }
        || text.utf8.first == 0x20 || text.utf8.last == 0x20
      guard dialect.quotesAll || mustQuote else { return text }
      let doubled = text.utf8.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }
      return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
    }
    let rows =
      [dialect.header] + accounts.map { dialect.row($0).map(cell).joined(separator: dialect.delimiter) }
    return Array((rows.joined(separator: dialect.end) + dialect.end).utf8)
  }

  private static func expected(_ account: Account, _ dialect: Dialect) -> Plain {
    let isLines = dialect.id == "zoho-csv"
    let keeps = dialect.keeps
    func value(_ text: String) -> Text? { text.utf8.isEmpty ? nil : Text(text) }
    var plain = Plain(title: account.title)
    plain.urls = account.url.isEmpty ? [] : [account.url]
    plain.username = value(isLines ? line(account.username) : account.username)
    plain.password = value(isLines ? line(account.password) : account.password)
    plain.notes = keeps.contains(.note) ? value(account.note).map { [$0] } ?? [] : []
    plain.secrets = keeps.contains(.secret) && !account.secret.isEmpty ? [Text(account.secret)] : []
    plain.folders = keeps.contains(.folder) && !account.folder.isEmpty ? [account.folder] : []
    plain.isFavorite = keeps.contains(.favorite) && account.isFavorite
    plain.tags = keeps.contains(.tags) ? account.tags.map { Text($0) } : []
    plain.created = keeps.contains(.created) ? account.created : nil
    return plain
  }

  @Test(arguments: dialects)
  func aVaultComesBackAsItWas(_ dialect: Dialect) throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let accounts = (1...random.int(1...12)).map { Self.account(&random, $0) }
      let bytes = Self.write(dialect, accounts)
      let reading = try TableReading(bytes, as: dialect.id)
      var found = reading.plain
      let wanted = accounts.map { Self.expected($0, dialect) }
      if dialect.id == "firefox-csv" {
        // Firefox has no titles: what stands in is the host, or the user name.
        for index in found.indices where index < wanted.count { found[index].title = wanted[index].title }
      }
      if dialect.id == "proton-csv" { for index in found.indices { found[index].folders = [] } }
      if dialect.id == "proton-csv" || dialect.id == "firefox-csv" {
        for index in found.indices { found[index].modified = nil }
      }
      guard found == wanted else {
        let first = zip(found, wanted).first { $0 != $1 }
        Issue.record("seed \(seed): \(String(describing: first)) of \(found.count) and \(wanted.count)")
        return
      }
      let conversion = reading.conversion
      #expect(conversion.values.isBalanced && conversion.values.lost == 0, "seed \(seed)")
      #expect(!conversion.findings.contains { $0.code == .accountMismatch }, "seed \(seed)")
      #expect(try FormatTable.detect(SourceFile(name: "x", bytes: bytes)).format.id == dialect.id)
    }
  }

  /// Cut off anywhere, or with any byte changed, a table is read or refused, and its account balances.
  @Test(arguments: dialects)
  func damageNeverUnbalancesTheAccount(_ dialect: Dialect) throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      var bytes = Self.write(dialect, (1...6).map { Self.account(&random, $0) })
      for _ in 0..<random.int(1...3) {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...3) {
        case 0: bytes[index] = UInt8(random.int(0...255))
        case 1: bytes.insert(random.pick(Array("\",;\n\r\\\u{0}".utf8)), at: index)
        case 2: bytes.remove(at: index)
        default: bytes.removeSubrange(index...)
        }
        if bytes.isEmpty { bytes = [0x0A] }
      }
      do {
        let conversion = try TableReading(bytes, as: dialect.id).conversion
        #expect(conversion.values.isBalanced, "seed \(seed)")
        #expect(!conversion.findings.contains { $0.code == .accountMismatch }, "seed \(seed)")
      } catch is FormatError {
        continue
      }
    }
  }
}
