import CXFTestSupport

/// Plain texts: no tables, or tables of a kind of their own.
enum TextDialects {
  static let all: [DialectModel] = [
    passwordSafe.model, kaspersky(end: "\n"), kaspersky(end: "\r\n"), keychain, networkManager, gnomeKeyring,
    codes, page, transfer, SamsungDialect.model,
  ]

  /// Writes items one after the other.
  private static func model(
    _ id: String, _ shape: String, limits: TextLimits = .any, count: ClosedRange<Int> = 1...12,
    head: String = "",
    _ item: @escaping @Sendable (inout Filling) -> String
  ) -> DialectModel {
    DialectModel(id: id, shape: shape) { random in
      var text = head
      var items: [Facts] = []
      for number in 1...random.int(count) {
        var filling = Filling(random: random, number: number, limits: limits)
        text += item(&filling)
        filling.finish()
        items.append(filling.facts)
        random = filling.random
      }
      return ModelVault(bytes: Array(text.utf8), items: items)
    }
  }

  // MARK: Password Safe

  /// Cells are raw, but for the note, which stands in quotes and has no others.
  private static let passwordSafe: TableModel = {
    let time = MomentForm.dates([("1700000000", "2023/11/14 22:13:20"), ("951782400", "2000/02/29 00:00:00")])
    let title = Slot { item in
      // A dot would part groups: another sign stands for it, and this sign for itself cannot be told from it.
      let text = "t" + item.text(TextLimits(without: "»"))
      item.facts.say("title", text)
      let dotless = text.unicodeScalars.map { $0 == "." ? "\u{BB}" : $0 }
      let group = Slot.folder(".").fill(&item)
      return (group.utf8.isEmpty ? "" : group + ".") + String(String.UnicodeScalarView(dotless))
    }
    return TableModel(
      "passwordsafe-text",
      "Group/Title,Username,Password,URL,AutoType,Created Time,Password Modified Time,Record Modified Time,Password Policy,History,e-mail,Symbols,Notes",
      [
        "Group/Title": title, "Username": .username, "Password": .password, "URL": .url,
        "AutoType": .field("Autotype"), "Created Time": .moment("created", time),
        "Password Modified Time": .field("Password changed"),
        "Record Modified Time": .moment("modified", time),
        "Password Policy": .field("Policy"), "History": .field("Password history"), "e-mail": .email,
        "Symbols": .field("Symbols"), "Notes": .note,
      ]
    ).with {
      $0.delimiter = "\t"
      $0.end = "\r\n"
      $0.quoting = .never(but: ["Notes"])
      $0.limits = TextLimits(without: "\t\r\n")
    }
  }()

  // MARK: Kaspersky

  private static func kaspersky(end: String) -> DialectModel {
    model("kaspersky-text", "lines that end in \(end.debugDescription)", limits: .any, head: "") { item in
      // A line of dashes ends a record, and before an end of line no lone half of one can be told from it.
      let long = Slot { item in
        let text = item.text(TextLimits(withoutWords: ["---"]))
        let told = text + (text.utf8.last == 0x0D ? "." : "")
        item.facts.say("note", told)
        return told
      }
      func line(_ label: String, _ slot: Slot) -> String { "\(label): \(slot.fill(&item))\(end)" }
      func rest(_ last: String) -> String { "\(last)\(end)\(end)---\(end)\(end)" }
      switch item.random.int(0...3) {
      case 0:
        return "Websites\(end)\(end)" + line("Website name", .at("title", .line.filled()))
          + line("Website URL", .url) + line("Login name", .at("subtitle", .line))
          + line("Login", .at("username", .line)) + line("Password", .at("password", .line))
          + rest("Comment: " + long.fill(&item))
      case 1:
        return "Applications\(end)\(end)" + line("Application", .at("title", .line.filled()))
          + line("Login name", .at("subtitle", .line)) + line("Login", .at("username", .line))
          + line("Password", .at("password", .line)) + rest("Comment: " + long.fill(&item))
      case 2:
        return "Other Accounts\(end)\(end)" + line("Account name", .at("title", .line.filled()))
          + line("Login name", .constant("")) + line("Login", .at("username", .line))
          + line("Password", .at("password", .line)) + rest("Comment: " + long.fill(&item))
      default:
        return "Notes\(end)\(end)" + line("Name", .at("title", .line.filled()))
          + rest("Text: " + long.fill(&item))
      }
    }
  }

  // MARK: The keychain of macOS

  /// A value as `security` prints it: in quotes, or in hexadecimal where it is not all printable.
  private static func printed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return "\"\(text)\"" }
    let digits = Array("0123456789ABCDEF".utf8)
    let hex = text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "0x" + String(decoding: hex, as: UTF8.self) + "  \"...\""
  }

  private static let keychain = model("apple-keychain-text", "attributes and data") { item in
    func attribute(_ name: String, _ text: String) -> String {
      "    \"\(name)\"<blob>=" + (text.utf8.isEmpty ? "<NULL>" : printed(text)) + "\n"
    }
    let isWeb = item.random.oneIn(2)
    var text = "keychain: \"/Users/mara/Library/Keychains/login.keychain-db\"\nversion: 512\n"
    text += "class: \(isWeb ? "\"inet\"" : "\"genp\"")\nattributes:\n"
    text += "    0x00000007 <blob>=\(printed(Slot.title.fill(&item)))\n    0x00000008 <blob>=<NULL>\n"
    text += attribute("acct", Slot.username.fill(&item))
    text += "    \"cdat\"<timedate>=0x32303233313131343232313332305A00  \"20231114221320Z\\000\"\n"
    item.facts.say("created", "1700000000")
    text += "    \"crtr\"<uint32>=\"aapl\"\n"
    text += attribute("desc", Slot.at("field Kind", TextLimits(withoutWords: ["secure note"])).fill(&item))
    text += attribute("icmt", Slot.note.fill(&item))
    if isWeb {
      let path = item.random.pick(["", "/login", "/a b"])
      text += attribute("path", path)
      text += "    \"port\"<uint32>=0x00000000\n    \"ptcl\"<uint32>=\"htps\"\n"
      text += attribute("srvr", "site-\(item.number).example")
      item.facts.say("url", "https://site-\(item.number).example" + path)
    } else {
      text += attribute("svce", Slot.field("Service").fill(&item))
    }
    return text + "    \"type\"<uint32>=<NULL>\ndata:\n\(printed(Slot.password.fill(&item)))\n"
  }

  // MARK: Key files

  /// A value as GLib writes it: escapes for line ends, tabs, backslashes, and blanks at the beginning.
  private static func keyFileValue(_ text: String) -> String {
    var result: [UInt8] = []
    var isLeading = true
    for byte in text.utf8 {
      switch byte {
      case 0x20 where isLeading: result += Array("\\s".utf8)
      case 0x09 where isLeading: result += Array("\\t".utf8)
      case 0x0A: result += Array("\\n".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x5C: result += Array("\\\\".utf8)
      default: result.append(byte)
      }
      isLeading = isLeading && (byte == 0x20 || byte == 0x09)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The name of a network: as a text with its semicolons escaped where all of it is printable, as numbers otherwise.
  private static func networkName(_ text: String) -> String {
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return text.utf8.map { "\($0);" }.joined()
    }
    return keyFileValue(text.utf8.map { $0 == 0x3B ? "\\;" : String(decoding: [$0], as: UTF8.self) }.joined())
  }

  private static let networkManager = model("networkmanager-keyfile", "a wireless network", count: 1...1) {
    item in
    item.facts.say("field wifi mode", "infrastructure")
    item.facts.say("wifi.networkSecurityType", "wpa-personal")
    return """
      [connection]
      id=\(keyFileValue(Slot.title.fill(&item)))
      uuid=44294a90-1009-44f4-a61d-c3185a628460
      type=wifi
      permissions=

      [wifi]
      mode=infrastructure
      ssid=\(networkName(Slot.at("wifi.ssid", .any.filled()).fill(&item)))

      [wifi-security]
      key-mgmt=wpa-psk
      psk=\(keyFileValue(Slot.at("wifi.passphrase").fill(&item)))

      [ipv4]
      dns-search=\(keyFileValue(Slot.field("ipv4 dns-search").fill(&item)))

      """
  }

  private static let gnomeKeyring = model(
    "gnome-keyring", "items and attributes", head: "[keyring]\ndisplay-name=Login\nctime=0\nmtime=0\n\n"
  ) { item in
    var text = "[\(item.number)]\nitem-type=0\ndisplay-name=\(keyFileValue(Slot.title.fill(&item)))\n"
    text += "secret=\(keyFileValue(Slot.password.fill(&item)))\n"
    text += "mtime=\(Slot.moment("modified", .seconds).fill(&item))\n"
    text += "ctime=\(Slot.moment("created", .seconds).fill(&item))\n\n"
    let attributes: [(String, Slot)] = [
      ("user", .username), ("server", .url), ("note to self", .field("note to self")),
      ("xdg:schema", .constant("org.freedesktop.Secret.Generic")),
    ]
    for (number, (name, slot)) in attributes.enumerated() {
      text +=
        "[\(item.number):attribute\(number)]\nname=\(name)\ntype=string\nvalue=\(keyFileValue(slot.fill(&item)))\n\n"
    }
    return text
  }

  // MARK: One-time codes

  private static let codes = model("otpauth-list", "a line each", head: "# codes\r\n") { item in
    let code = Code(&item)
    return code.uri + "\r\n" + (item.random.oneIn(4) ? "\r\n" : "")
  }

  private static let page = model("otpauth-list", "in a page", head: "<!doctype html>\n<html><body><table>\n")
  { item in
    let uri = Code(&item).uri.unicodeScalars.map { $0 == "&" ? "&amp;" : String($0) }.joined()
    return "<tr><td><code>\(uri)</code></td></tr>\n"
  }

  /// What the QR codes of Google Authenticator hold: one message with several codes, of which the period is always 30.
  private static let transfer = model("otpauth-list", "QR codes of Google Authenticator") { item in
    let code = Code(&item, isGoogle: true)
    func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
      let low = UInt8(bytes.count & 127)
      return [number << 3 | 2] + (bytes.count > 127 ? [low | 128, UInt8(bytes.count >> 7)] : [low]) + bytes
    }
    let algorithm: UInt8 = code.algorithm == "sha1" ? 1 : code.algorithm == "sha256" ? 2 : 3
    var body = field(1, Array(code.key.utf8)) + field(2, Array("\(code.issuer):\(code.account)".utf8))
    body +=
      field(3, Array(code.issuer.utf8)) + [4 << 3, algorithm, 5 << 3, code.digits == 8 ? 2 : 1, 6 << 3, 2]
    let data = AESBlocks.base64(field(1, body) + [2 << 3, 1, 3 << 3, 1, 4 << 3, 0, 5 << 3, 7])
    return "otpauth-migration://offline?data=\(encoded(data))\n"
  }

  /// A code with names that must be encoded.
  private struct Code {
    /// The key as text, and in Base32.
    let key: String
    let secret: String
    let issuer: String
    let account: String
    let period: Int
    let digits: Int
    let algorithm: String

    init(_ item: inout Filling, isGoogle: Bool = false) {
      // Blanks around a name, and colons in it, are what parts issuer and account.
      let limits = TextLimits(without: ":", isTrimmed: true, isFilled: true)
      issuer = item.text(limits)
      account = item.text(limits)
      (key, secret) = item.random.pick([
        ("1234567890", "GEZDGNBVGY3TQOJQ"), ("Hello, key", "JBSWY3DPFQQGWZLZ"),
      ])
      period = isGoogle ? 30 : item.random.pick([30, 60])
      digits = item.random.pick(isGoogle ? [6, 8] : [6, 7, 8])
      algorithm = item.random.pick(["sha1", "sha256", "sha512"])
      item.facts.say("title", issuer)
      item.facts.say("code", "\(secret) \(period) \(digits) \(algorithm) \(issuer) \(account)")
    }

    var uri: String {
      "otpauth://totp/\(encoded(issuer)):\(encoded(account))?secret=\(secret)&issuer=\(encoded(issuer))&algorithm=\(algorithm.uppercased())&digits=\(digits)&period=\(period)"
    }
  }

  /// A text with all but letters and digits percent-encoded.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      let hex = String(byte, radix: 16, uppercase: true)
      return isPlain
        ? String(decoding: [byte], as: UTF8.self) : "%" + (hex.utf8.count < 2 ? "0" : "") + hex
    }.joined()
  }
}
