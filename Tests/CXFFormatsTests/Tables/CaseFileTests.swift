import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Every table and plain text among the shared samples: what it is taken for, and that its account balances, or why it
/// is refused.
@Suite(.enabled(if: SharedFiles.isPresent, "the shared sample files are absent"))
struct CaseFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let format: String
    let items: Int
    var failed = 0
    var testDescription: String { path }
  }

  static let cases: [Case] = [
    Case(path: "aegis/bitwarden.csv", format: "bitwarden-csv", items: 4),
    Case(path: "aegis/plain.txt", format: "otpauth-list", items: 7),
    Case(path: "bitwarden-clients/dashlane-csv/credentials.csv", format: "dashlane-csv", items: 1),
    Case(path: "bitwarden-clients/dashlane-csv/multiple-personal-info.csv", format: "dashlane-csv", items: 6),
    Case(path: "bitwarden-clients/dashlane-csv/payments.csv", format: "dashlane-csv", items: 2),
    Case(path: "bitwarden-clients/dashlane-csv/securenotes.csv", format: "dashlane-csv", items: 1),
    Case(path: "bitwarden-clients/firefox-csv/simple-password-data.csv", format: "firefox-csv", items: 1),
    Case(path: "bitwarden-clients/myki-csv/user-credit-card.csv", format: "myki-csv", items: 1),
    Case(path: "bitwarden-clients/myki-csv/user-id-card.csv", format: "myki-csv", items: 14),
    Case(path: "bitwarden-clients/myki-csv/user-note.csv", format: "myki-csv", items: 1),
    Case(path: "bitwarden-clients/myki-csv/user-twofa.csv", format: "myki-csv", items: 1),
    Case(path: "bitwarden-clients/nordpass-csv/nordpass.card.csv", format: "nordpass-csv", items: 1),
    Case(path: "bitwarden-clients/nordpass-csv/nordpass.identity.csv", format: "nordpass-csv", items: 1),
    Case(path: "bitwarden-clients/nordpass-csv/nordpass.login.csv", format: "nordpass-csv", items: 1),
    Case(path: "bitwarden-clients/onepassword-csv/credit-card.mac.csv", format: "1password-csv", items: 1),
    Case(
      path: "bitwarden-clients/onepassword-csv/credit-card.windows.csv", format: "1password-csv", items: 1),
    Case(path: "bitwarden-clients/onepassword-csv/identity.mac.csv", format: "1password-csv", items: 1),
    Case(path: "bitwarden-clients/onepassword-csv/identity.windows.csv", format: "1password-csv", items: 1),
    Case(path: "bitwarden-clients/roboform-csv/empty-folders.csv", format: "roboform-csv", items: 5),
    Case(path: "bitwarden-clients/roboform-csv/with-folders.csv", format: "roboform-csv", items: 5),
    Case(path: "bitwarden-clients/safari-csv/old-simple-password-data.csv", format: "apple-csv", items: 1),
    Case(path: "bugs/B005-crlf-inside-quotes.csv", format: "lastpass-csv", items: 2),
    Case(path: "bugs/B009-backslash-literal.csv", format: "keepassxc-csv", items: 1),
    Case(path: "bugs/B011-semicolons.csv", format: "lastpass-csv", items: 2),
    Case(path: "bugs/B013-german-headers.csv", format: "csv", items: 1),
    Case(path: "bugs/B017-blank-tail.csv", format: "keepass-csv", items: 2),
    Case(path: "bugs/B019-lastpass-entities.csv", format: "lastpass-csv", items: 2),
    Case(path: "bugs/B030-long-note.csv", format: "lastpass-csv", items: 3),
    Case(path: "bugs/B032-placeholders.csv", format: "lastpass-csv", items: 4),
    Case(path: "bugs/B036-multi-uri.csv", format: "bitwarden-csv", items: 3),
    Case(path: "bugs/B047-odd-parameters.csv", format: "bitwarden-csv", items: 2),
    Case(path: "bugs/B051-labels.txt", format: "otpauth-list", items: 5),
    Case(path: "bugs/B054-missing-parents.csv", format: "keepassxc-csv", items: 3),
    Case(path: "bugs/B069-firefox-times.csv", format: "firefox-csv", items: 3),
    Case(path: "bugs/B099-same-titles.csv", format: "keepassxc-csv", items: 4),
    Case(path: "buttercup-importer/test.csv", format: "1password-csv", items: 1),
    Case(path: "keeper-commander/import.csv", format: "keeper-csv", items: 4),
    Case(path: "pass-import/1password.csv", format: "1password-csv", items: 14),
    Case(path: "pass-import/apple-keychain-note.txt", format: "apple-keychain-text", items: 6),
    Case(path: "pass-import/apple-keychain.txt", format: "apple-keychain-text", items: 14),
    Case(path: "pass-import/bitwarden-org.csv", format: "bitwarden-csv", items: 14),
    Case(path: "pass-import/bitwarden-other.csv", format: "bitwarden-csv", items: 3),
    Case(path: "pass-import/chromesqlite.csv", format: "chrome-sqlite-csv", items: 14),
    Case(path: "pass-import/dashlane.csv", format: "dashlane-old-csv", items: 14),
    Case(path: "pass-import/encryptr.csv", format: "encryptr-csv", items: 14),
    Case(path: "pass-import/enpass.csv", format: "enpass-csv", items: 14),
    Case(path: "pass-import/ff-password-exporter.csv", format: "firefox-exporter-csv", items: 14),
    Case(path: "pass-import/gorilla.csv", format: "gorilla-csv", items: 14),
    Case(path: "pass-import/keepass.csv", format: "keepass-csv", items: 14),
    Case(path: "pass-import/lastpass.csv", format: "lastpass-csv", items: 14),
    Case(path: "pass-import/myki.csv", format: "myki-csv", items: 14),
    Case(path: "pass-import/networkmanager/Open Wireless", format: "networkmanager-keyfile", items: 1),
    Case(path: "pass-import/networkmanager/VPN", format: "networkmanager-keyfile", items: 1),
    Case(path: "pass-import/networkmanager/android", format: "networkmanager-keyfile", items: 1),
    Case(path: "pass-import/networkmanager/eduroam", format: "networkmanager-keyfile", items: 1),
    Case(path: "pass-import/passman.csv", format: "passman-csv", items: 14),
    Case(path: "pass-import/passpack.csv", format: "passpack-csv", items: 14),
    Case(path: "pass-import/roboform.csv", format: "roboform-csv", items: 14),
    Case(path: "pass-import/safeincloud.csv", format: "safeincloud-csv", items: 14),
    Case(path: "pass-import/synology.csv", format: "synology-csv", items: 14),
    Case(path: "pass-import/upm.csv", format: "upm-csv", items: 14),
    Case(path: "pass-import/zoho.vault.csv", format: "zoho-csv", items: 14),
    Case(path: "proton-authenticator/aegis/aegis-txt.txt", format: "otpauth-list", items: 3),
    Case(
      path: "proton-authenticator/bitwarden/bitwarden.csv", format: "bitwarden-authenticator-csv", items: 4),
    Case(path: "proton-authenticator/ente/encrypted_decrypted.txt", format: "otpauth-list", items: 3),
    Case(path: "proton-authenticator/ente/plain.txt", format: "otpauth-list", items: 2),
    Case(path: "proton-authenticator/ente/plain_with_missing_fields.txt", format: "otpauth-list", items: 1),
    Case(path: "proton-authenticator/ente/plain_with_steam_and_hotp.txt", format: "otpauth-list", items: 3),
    Case(path: "proton-webclients/kaspersky-kaspersky.txt", format: "kaspersky-text", items: 8),
    Case(path: "proton-webclients/lastpass.crcrlf.terminated.csv", format: "lastpass-csv", items: 3),
    Case(path: "psono-client/keepassx-org-csv.csv", format: "keepassxc-csv", items: 14),
    Case(path: "psono-client/keepassxc-org-csv.csv", format: "keepassxc-csv", items: 14),
    Case(path: "psono-client/lastpass-com-csv.csv", format: "lastpass-csv", items: 7),
    Case(path: "psono-client/nextcloud-csv.csv", format: "nextcloud-csv", items: 2),
    Case(path: "psono-client/passwordstate-com-csv.csv", format: "passwordstate-csv", items: 10),
    Case(path: "psono-client/protonpass-csv.csv", format: "proton-csv", items: 4),
    Case(path: "psono-client/safari-csv.csv", format: "apple-csv", items: 1),
    Case(path: "stratum/backup.html", format: "otpauth-list", items: 8),
    Case(path: "stratum/googleauthenticator.txt", format: "otpauth-list", items: 6),
    Case(path: "stratum/urilist.txt", format: "otpauth-list", items: 7),
  ]

  @Test(arguments: cases)
  func readsWithABalancedAccount(_ test: Case) throws {
    let reading = try TableReading(try SharedFiles.bytes("cases/" + test.path))
    #expect(reading.format.id == test.format)
    #expect(reading.items.count == test.items)
    #expect(reading.reading.failed == test.failed)
    let conversion = try reading.conversion
    #expect(conversion.values.isBalanced)
    #expect(conversion.values.lost == 0)
    #expect(!conversion.findings.contains { $0.code == .accountMismatch })
  }

  /// Files that are refused: encrypted lists and JSON under another name are no tables, and a table of two unknown
  /// columns says nothing.
  @Test(arguments: [
    "bugs/B011-no-known-column.csv", "keeper-commander/import_records_into_folders.json.txt",
    "keeper-commander/import_shared_folders.json.txt",
    "proton-authenticator/ente/encrypted.lowcomplexity.txt",
  ])
  func isNoTable(_ path: String) throws {
    let bytes = try SharedFiles.bytes("cases/" + path)
    let tables = FormatTable.matches(SourceFile(name: path, bytes: bytes)).filter {
      $0.detection.confidence > .possible && ($0.format.id.hasSuffix("csv") || $0.format.id.hasSuffix("list"))
    }
    #expect(tables.map(\.format.id) == [])
  }

  // MARK: What another project expects of its samples

  /// The entries of a reference: `- name: value`, values bare, in double quotes, or in a block.
  private static func reference(_ text: String) -> [[String: String]] {
    var entries: [[String: String]] = []
    var block: (name: String, lines: [String])?
    func close() {
      if let open = block, !entries.isEmpty {
        entries[entries.count - 1][open.name] = open.lines.joined(separator: "\n")
      }
      block = nil
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if block != nil, line.hasPrefix("    ") {
        block?.lines.append(String(line.dropFirst(4)))
        continue
      }
      close()
      guard line.hasPrefix("- ") || line.hasPrefix("  ") else { continue }
      if line.hasPrefix("- ") { entries.append([:]) }
      let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, !entries.isEmpty else { continue }
      var value = String(parts[1].drop { $0 == " " })
      if value.hasPrefix("|") {
        block = (parts[0], [])
        continue
      }
      if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
        value = String(value.dropFirst().dropLast())
          .split(separator: "\\\\", omittingEmptySubsequences: false)
          .map { $0.split(separator: "\\\"", omittingEmptySubsequences: false).joined(separator: "\"") }
          .joined(separator: "\\")
      } else if value.count > 1, value.hasPrefix("'"), value.hasSuffix("'") {
        value = String(value.dropFirst().dropLast()).split(separator: "''", omittingEmptySubsequences: false)
          .joined(separator: "'")
      }
      entries[entries.count - 1][parts[0]] = value
    }
    close()
    return entries
  }

  /// Samples of the same vault, and whether they have notes, folders and whole addresses. Tags of Passman and Passpack
  /// stay tags here, where the other project makes folders of them; Chrome's own table and the old Firefox exporter
  /// hold less.
  @Test(arguments: [
    ("1password.csv", true), ("bitwarden-org.csv", true), ("chrome.csv", false), ("dashlane.csv", false),
    ("encryptr.csv", false), ("enpass.csv", false), ("gorilla.csv", true), ("keepass.csv", false),
    ("lastpass.csv", true), ("myki.csv", false), ("passman.csv", false), ("passpack.csv", false),
    ("roboform.csv", true), ("safeincloud.csv", false), ("synology.csv", false), ("upm.csv", false),
    ("zoho.vault.csv", true),
  ])
  func agreesWithTheReference(name: String, hasFolders: Bool) throws {
    let bytes = try SharedFiles.bytes("cases/pass-import-references/main.yml")
    let entries = Self.reference(String(decoding: bytes, as: UTF8.self))
    #expect(entries.count == 14)
    var wanted: [String: Int] = [:]
    for entry in entries {
      let folder =
        hasFolders
        ? (entry["group"] ?? "").split(whereSeparator: { "/\\".contains($0) }).joined(separator: "/") : ""
      let key = [
        entry["title"] ?? "", entry["login"] ?? "", entry["password"] ?? "", entry["url"] ?? "",
        entry["comments"] ?? "",
        folder,
      ]
      wanted[key.joined(separator: "|"), default: 0] += 1
    }
    for item in try TableReading(try SharedFiles.bytes("cases/pass-import/\(name)")).plain {
      // Line ends inside notes stay as the file has them.
      let note = item.notes.map {
        $0.string.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
      }
      let key = [
        item.title, item.username?.string ?? "", item.password?.string ?? "", item.urls.first ?? "",
        note.joined(), item.folders.first?.joined(separator: "/") ?? "",
      ]
      wanted[key.joined(separator: "|"), default: 0] -= 1
    }
    #expect(wanted.filter { $0.value != 0 }.keys.sorted() == [])
  }
}
