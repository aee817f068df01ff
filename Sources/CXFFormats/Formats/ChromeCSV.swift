package import CredentialExchangeFormat

/// The CSV of Chrome, Edge, Brave, Opera, Vivaldi and other Chromium browsers.
package enum ChromeCSV {
  static let origin = Format.Origin(id: "chrome-csv", name: "Chrome passwords CSV", rpID: "google.com")

  package static let format = table.format(
    "Chrome, Edge, Brave, Opera, Vivaldi CSV",
    exportSteps: "Settings > Passwords (Google Password Manager) > Settings > Export passwords",
    Capabilities(native: [.logins, .notes]), makeWriter: { _ in ChromeCSVWriter() })

  static let table = TableFormat(
    id: origin.id, name: origin.name, rpID: origin.rpID,
    columns: [
      .init(.title, "name"), .init(.url, "url"), .init(.username, "username"), .init(.password, "password"),
      .init(.note, "note", "notes"), .init(.favorite, "favorite"),
    ],
    signatures: [.all("name", "url", "username", "password")])
}

/// Writes one row for each login and address: Chrome knows one site a row.
final class ChromeCSVWriter: VaultWriter {
  private var csv = CSVWriter()
  private var findings: [Finding] = []

  var carriesEverything: Bool { false }

  init() { csv.append(header: ["name", "url", "username", "password", "note"]) }

  func begin(_ account: Account, record: SourceRecord) {}

  func write(_ item: Item, record: SourceRecord) -> ItemOutcome {
    let root = record.root
    let credentials = root.elements("credentials")
    let logins = credentials.filter { $0.peek("type") == "basic-auth" }
    guard !logins.isEmpty else {
      return .skipped(.kindNotInTarget, "Chrome keeps logins only; this item has none")
    }
    var addresses: [Text] = root["scope"]?.elements("urls").compactMap { $0.take(to: "url") } ?? []
    addresses += root["scope"]?.elements("androidApps").compactMap(appAddress) ?? []
    let notes = credentials.filter { $0.peek("type") == "note" }.compactMap { $0["content"]?["value"] }
    let note = joined(notes)
    let title = root.take("title", to: "name") ?? ""
    var rows = 0
    for login in logins {
      let username = login["username"]?.take("value", to: "username") ?? ""
      let password = login["password"]?.take("value", to: "password") ?? ""
      for address in addresses.isEmpty ? [""] : addresses {
        csv.append(row: [title, address, username, password, note])
        rows += 1
      }
    }
    if rows > 1 {
      findings.append(
        Finding(
          .itemSplit, item: item.displayTitle,
          message: "the item stands in \(rows) rows: Chrome has one address and one login in each",
          action: .converted))
    }
    return .written(rows)
  }

  /// Chrome's own address of an app needs the hash of its certificate.
  private func appAddress(_ app: SourceView) -> Text? {
    guard let package = app["bundleId"], let name = package.peek else { return nil }
    guard let fingerprint = app["certificate"]?["fingerprint"],
      app["certificate"]?.peek("hashAlg") == "sha512",
      let bytes = fingerprint.peek.flatMap({ Base64URL.decode($0.string) }),
      let address = AndroidApp(package: name.string, certificate: .sha512(bytes))?.chromeURI
    else { return nil }
    for view in [package, fingerprint] {
      view.convert(
        to: "url", as: Text(address), .androidAppAddress, "\(view.label) stands in an android:// address")
    }
    return Text(address)
  }

  private func joined(_ notes: [SourceView]) -> Text {
    guard notes.count > 1 else { return notes.first?.take(to: "note") ?? "" }
    let text = Text(notes.compactMap { $0.peek?.string }.joined(separator: "\n\n"))
    for note in notes {
      note.convert(to: "note", as: text, .notesJoined, "the notes of the item are joined by a blank line")
    }
    return text
  }

  func finish() -> WrittenVault {
    if let formulas = csv.formulaFinding { findings.append(formulas) }
    return WrittenVault(bytes: csv.bytes, findings: findings)
  }
}

extension FindingCode {
  /// The target has no place for items of this kind.
  package static let kindNotInTarget = FindingCode("kind-not-in-target", .warning)
  /// One item stands as several entries of the target.
  package static let itemSplit = FindingCode("item-split", .note)
  /// An Android app stands as an address, or the other way round.
  package static let androidAppAddress = FindingCode("android-app-address", .note)
  /// Several notes stand as one.
  package static let notesJoined = FindingCode("notes-joined", .note)
}
