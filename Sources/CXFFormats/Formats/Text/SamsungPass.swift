internal import CXFCrypto
internal import CredentialExchangeFormat

/// The `.spass` file of Samsung Pass: four tables, encrypted under a passphrase that the person chose.
package enum SamsungPass {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "samsung-spass", name: "Samsung Pass", rpID: "samsung.com",
      columns: [
        .init(.structure, "_id"), .init(.url, "origin_url"), .init(.field("Form address"), "action_url"),
        .init(.username, "username_value"), .init(.password, "password_value"), .init(.title, "title"),
        .init(.note, "credential_memo", "note_detail"), .init(.totp, "otp"),
        .init(.field("Host"), "host_url"),
        .init(.field("App"), "app_name"), .init(.field("Package"), "package_name"),
        .init(.created, "date_created"), .init(.modified, "date_password_modified"),
        .init(.field("Last used"), "date_last_used"), .init(.member("credit-card.fullName"), "name_on_card"),
        .init(.member("credit-card.number"), "card_number"), .init(.cardMonth, "expiration_month"),
        .init(.cardYear, "expiration_year"),
        .init(.member("credit-card.verificationNumber"), "security_code"),
        .init(.title, "reserved_5"), .init(.field("Full name"), "full_name"), .init(.field("Name"), "name"),
        .init(.streetLine, "street_address"), .init(.member("address.city"), "city"),
        .init(.member("address.territory"), "state"), .init(.member("address.postalCode"), "postal_code"),
        .init(.member("address.country"), "country_code"), .init(.member("address.tel"), "phone_number"),
        .init(.custom(.email, label: "Email", group: nil), "email"), .init(.title, "note_title"),
      ], signatures: [])
    table.interpret = { row, _ in
      row.fallbackTitle = row.peek("full_name") ?? row.peek("app_name") ?? row.peek("host_url")
      return .item
    }
    return table
  }()

  package static let format = Format(
    id: table.origin.id, name: "Samsung Pass (.spass)", rpID: table.origin.rpID,
    exportSteps: "Samsung Pass > Settings > Export data",
    capabilities: Capabilities(
      native: [.logins, .totp, .cards, .identities, .notes, .dates], converted: [.customFields]),
    detect: { probe in
      guard let message = Message(probe.bytes) else { return nil }
      return Detection(
        .likely,
        "one Base64 text of \(message.ciphertext.count / blockByteCount) encrypted blocks, as Samsung Pass's"
      )
    }, read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let blockByteCount = 16
  private static let rounds: UInt64 = 70_000

  /// Salt, initialisation vector and blocks.
  private struct Message {
    var salt: [UInt8]
    var iv: [UInt8]
    var ciphertext: [UInt8]

    init?(_ bytes: [UInt8]) {
      // Most files are seen not to be such a text by their first bytes.
      guard bytes.prefix(64).allSatisfy({ Self.isAllowed($0) || ASCIIBytes.isBlank($0) }) else { return nil }
      let text = ASCIIBytes.trimmed(bytes[...])
      guard text.count >= 72,
        text.allSatisfy({ Self.isAllowed($0) || $0 == 0x0A || $0 == 0x0D }),
        let decoded = Base64Text.decode(text.filter { !ASCIIBytes.isBlank($0) }), decoded.count > 36,
        (decoded.count - 36) % blockByteCount == 0
      else { return nil }
      salt = Array(decoded[..<20])
      iv = Array(decoded[20..<36])
      ciphertext = Array(decoded[36...])
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
      ASCIIBytes.isLetter(byte) || ASCIIBytes.isDigit(byte) || "+/=".utf8.contains(byte)
    }
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    guard let message = Message(file.bytes) else {
      throw EncryptedSource(file, "an export of Samsung Pass").damaged(
        "it is no Base64 of salt, vector and blocks")
    }
    let source = EncryptedSource(file, "an export of Samsung Pass")
    let key = try source.key(options, salt: message.salt, .pbkdf2(.sha256, rounds: rounds), count: 32)
    let plain = try source.withLibrary { () throws(CryptoError) in
      try AESCBC.decrypt(message.ciphertext, key: key, initialVector: message.iv)
    }
    let text = TextDecoding.decode(plain ?? [])
    // There is no tag: what decrypts to tables was decrypted by the right key.
    guard plain != nil, !text.isGuessed, let records = records(text.utf8) else { throw source.wrongPassword }
    return table.read(records, of: text, options, isDerived: true)
  }

  private static let nothing: Text = "&&&NULL&&&"

  /// The rows of all tables; nil when the text is none of Samsung Pass.
  private static func records(_ bytes: [UInt8]) -> [TextRecord]? {
    let lines = TextLines(bytes).lines
    guard let first = lines.first, !first.isBlank, first.bytes.allSatisfy(ASCIIBytes.isDigit),
      lines.prefix(4).contains(where: { $0.text == "next_table" })
    else { return nil }
    var records: [TextRecord] = []
    var names: [Text]?
    var isInTable = false
    for line in lines {
      if line.text == "next_table" {
        isInTable = true
        names = nil
        continue
      }
      guard isInTable, !line.isBlank else { continue }
      let parts = line.bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      guard let columns = names else {
        names = parts.map { Text(ASCIIBytes.text($0)) }
        continue
      }
      var record = TextRecord(offset: line.offset)
      for (index, part) in parts.enumerated() where !part.isEmpty {
        let decoded = Base64Text.decode(Array(part)).flatMap { String(validating: $0, as: UTF8.self) }
        let text = Text(decoded ?? ASCIIBytes.text(part))
        guard text != nothing else { continue }
        record.add(index < columns.count ? columns[index] : Text(String(index + 1)), (text, part.startIndex))
      }
      if !record.cells.isEmpty { records.append(record) }
    }
    return records
  }
}
