import CXFTestSupport

/// The encrypted tables of Samsung Pass, under the passphrase `harbour`.
enum SamsungDialect {
  static let model = DialectModel(id: "samsung-spass", shape: "four tables", vaults: 2) { random in
    var items: [Facts] = []
    var text = "25\ntrue;true;true;true\n"
    for table in tables {
      text += "next_table\n" + table.map(\.name).joined(separator: ";") + "\n"
      for number in 1...random.int(1...3) {
        var item = Filling(random: random, number: number, limits: .any)
        text += table.map { cell($0.slot.fill(&item)) }.joined(separator: ";") + "\n"
        item.finish()
        items.append(item.facts)
        random = item.random
      }
    }
    return ModelVault(bytes: Array(sealed(text).utf8), items: items)
  }

  private static let tables: [[(name: String, slot: Slot)]] = [
    [
      ("_id", Slot { "\($0.number)" }), ("origin_url", .url), ("action_url", .field("Form address")),
      ("username_value", .username), ("password_value", .password),
      ("date_created", .moment("created", .milliseconds)), ("title", .title), ("credential_memo", .note),
      ("otp", .code), ("reserved_1", .field("reserved_1")),
    ],
    [
      ("_id", Slot { "\($0.number)" }), ("card_number", .at("credit-card.number")),
      ("name_on_card", .at("credit-card.fullName")), ("expiration_month", .cardMonth),
      ("expiration_year", .cardYear()), ("security_code", .at("credit-card.verificationNumber")),
      ("reserved_5", .title),
    ],
    [
      ("_id", Slot { "\($0.number)" }),
      (
        "full_name",
        Slot { item in
          let text = Slot.at("field Full name", .any.filled()).fill(&item)
          item.facts.say("title", text)
          return text
        }
      ), ("street_address", .at("address.streetAddress")), ("city", .at("address.city")),
      ("postal_code", .at("address.postalCode")), ("country_code", .country("address.country")),
      ("phone_number", .at("address.tel")), ("email", .field("Email")),
    ],
    [("_id", Slot { "\($0.number)" }), ("note_title", .title), ("note_detail", .note)],
  ]

  private static func cell(_ text: String) -> String {
    AESBlocks.base64(Array((text.utf8.isEmpty ? "&&&NULL&&&" : text).utf8))
  }

  private static let salt = [UInt8](repeating: 7, count: 20)
  private static let vector = [UInt8](repeating: 9, count: 16)
  private static let blocks = AESBlocks(key: key)

  /// The key of the passphrase for the salt above: PBKDF2 costs too much to do for each vault.
  private static let key: [UInt8] = [
    0xC2, 0xB3, 0x49, 0x32, 0x2A, 0x7D, 0x08, 0x6C, 0x67, 0xA0, 0x7A, 0xE5, 0x5C, 0x7A, 0x64, 0x3F,
    0x7B, 0xEF, 0xB6, 0xBA, 0xD3, 0xBA, 0x8C, 0x2D, 0xF8, 0x10, 0x03, 0x16, 0x87, 0x4D, 0xF2, 0xA5,
  ]

  private static func sealed(_ text: String) -> String {
    var plain = Array(text.utf8)
    let padding = 16 - plain.count % 16
    plain += [UInt8](repeating: UInt8(padding), count: padding)
    return AESBlocks.base64(salt + vector + blocks.cbc(plain, vector))
  }
}
