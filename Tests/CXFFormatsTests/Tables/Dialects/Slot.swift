import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat

/// One item while a model writes it: what its cells hold, and what that says.
struct Filling {
  var random: SeededGenerator
  /// Number of the item in its vault, from 1.
  let number: Int
  var facts = Facts()
  /// What cells hold that others depend on.
  var memory: [String: String] = [:]
  /// What no text of the dialect can have.
  var limits: TextLimits

  mutating func text(_ own: TextLimits = .any) -> String { NastyText.text(&random, limits.merged(own)) }

  /// Says what no cell says alone: the title where none was given, and where an e-mail address belongs.
  mutating func finish() {
    if let email = memory["email"] {
      if facts.says("username") { facts.say("field Email", email) } else { facts.say("username", email) }
    }
    if !facts.says("title") { facts.say("title", memory["host"] ?? "*") }
  }
}

/// What a cell holds.
struct Slot: Sendable {
  /// Returns the text of the cell and notes what it says.
  let fill: @Sendable (inout Filling) -> String

  init(_ fill: @escaping @Sendable (inout Filling) -> String) { self.fill = fill }

  /// A text that says nothing of the user's.
  static func constant(_ text: String) -> Slot { Slot { _ in text } }

  /// A text at a place.
  static func at(_ place: String, _ limits: TextLimits = .any) -> Slot {
    Slot { item in
      let text = item.text(limits)
      item.facts.say(place, text)
      item.memory[place] = text
      return text
    }
  }

  /// What an earlier cell holds, once more.
  static func again(_ place: String) -> Slot { Slot { $0.memory[place] ?? "" } }

  // MARK: Texts

  static let username = at("username")
  static let password = at("password")
  static let note = at("note")

  /// A title that is there.
  static let title = title(.any)

  static func title(_ limits: TextLimits) -> Slot { at("title", limits.filled()) }

  /// A title that may be missing.
  static let maybeTitle = Slot { item in
    let text = item.random.oneIn(6) ? "" : item.text()
    item.facts.say("title", text)
    return text
  }

  /// An e-mail address: the user name where there is no other, a field otherwise.
  static let email = Slot { item in
    guard !item.random.oneIn(3) else { return "" }
    let text = "mara+\(item.number)@quill.example"
    item.memory["email"] = text
    return text
  }

  /// A custom field.
  static func field(_ label: String, _ limits: TextLimits = .any) -> Slot { at("field " + label, limits) }

  // MARK: Addresses

  /// An address, or none.
  static let url = Slot { item in
    guard !item.random.oneIn(5) else { return "" }
    return address(&item)
  }

  /// An address that is there.
  static let filledURL = Slot { address(&$0) }

  private static let tails = [
    "", "/", "/login", "/?q=a%20b&x=1", "/a,b;c=d", "/#'x'", "/\"q\"", "/é", "/e\u{301}", "/|", "/%2C?a=\\",
    ":8443/x",
  ]

  @discardableResult
  private static func address(_ item: inout Filling, without: String = "") -> String {
    let host = "site-\(item.number).example"
    let without = Set((without + item.limits.without).unicodeScalars)
    let tail = String(
      String.UnicodeScalarView(item.random.pick(tails).unicodeScalars.filter { !without.contains($0) }))
    let text = (item.random.oneIn(4) ? "http://" : "https://") + host + tail
    item.memory["url"] = text
    if item.memory["host"] == nil { item.memory["host"] = host }
    item.facts.say("url", text)
    return text
  }

  /// Several addresses joined by a text; none has a comma or a quote.
  static func urls(_ separator: String) -> Slot {
    Slot { item in
      var texts: [String] = []
      for _ in 0..<item.random.int(0...3) {
        let text =
          texts.isEmpty
          ? address(&item, without: ",\"")
          : "https://more-\(item.number)-\(texts.count).example/x?y=\(texts.count)"
        if !texts.isEmpty { item.facts.say("url", text) }
        texts.append(text)
      }
      return texts.joined(separator: separator)
    }
  }

  // MARK: One-time codes

  /// The secret alone.
  static let secret = Slot { item in
    guard item.random.oneIn(3) else { return "" }
    let text = Base32Text.random(&item.random)
    item.facts.say("code", "\(text) 30 6 sha1  ")
    return text
  }

  /// An `otpauth` address with all that belongs to a code.
  static let codeURI = Slot { item in
    guard item.random.oneIn(2) else { return "" }
    let secret = Base32Text.random(&item.random)
    let (period, digits) = (item.random.pick([30, 60]), item.random.pick([6, 8]))
    let algorithm = item.random.pick(["sha1", "sha256", "sha512"])
    item.facts.say("code", "\(secret) \(period) \(digits) \(algorithm) Quill & Co mara:\(item.number)@x")
    return
      "otpauth://totp/Quill%20%26%20Co:mara%3A\(item.number)%40x?secret=\(secret)&issuer=Quill%20%26%20Co&algorithm=\(algorithm.uppercased())&digits=\(digits)&period=\(period)"
  }

  /// One of both.
  static let code = Slot { item in item.random.oneIn(2) ? secret.fill(&item) : codeURI.fill(&item) }

  // MARK: Folders, tags, marks

  /// Names of folders, in one Unicode spelling: folders compare by meaning.
  private static let names = [
    "Home", "Werk", "Ça va", "日本", "A b", "x'y", "q\"r", "a, b", "=1", "שלום", " outer ", "0",
  ]

  /// A path of folders, or none; a name never has the separator in it.
  static func folder(_ separator: String, depth: Int = 3, prefix: String = "", escape: String? = nil) -> Slot
  {
    Slot { item in
      let limits = Set((item.limits.without + (escape == nil ? separator : "")).unicodeScalars)
      var path: [String] = []
      for _ in 0..<item.random.int(0...depth) {
        let name = item.random.pick(names + (escape == nil ? [] : ["in\(separator)side"]))
        path.append(String(String.UnicodeScalarView(name.unicodeScalars.filter { !limits.contains($0) })))
      }
      guard !path.isEmpty else { return "" }
      item.facts.say("folder", VaultFacts.path(path))
      let written = path.map { name in
        escape.map { escape in
          String(
            decoding: name.utf8.flatMap {
              separator.utf8.elementsEqual([$0]) ? Array((escape + separator).utf8) : [$0]
            },
            as: UTF8.self)
        } ?? name
      }
      return prefix + written.joined(separator: separator)
    }
  }

  /// Tags joined by a text; a tag has neither blanks around it nor the separator in it.
  static func tags(_ separator: String, _ names: [String] = ["home", "boats & bridges", "Ünï", "x:y", "日本"])
    -> Slot
  {
    Slot { item in
      let tags = names.shuffled(using: &item.random).prefix(item.random.int(0...3))
      for tag in tags { item.facts.say("tag", tag) }
      return tags.joined(separator: separator)
    }
  }

  /// A yes or no that is a fact when it is a yes.
  static func mark(_ fact: String, yes: String, no: String) -> Slot {
    Slot { item in
      guard item.random.oneIn(3) else { return no }
      let parts = fact.split(separator: "=")
      item.facts.say(String(parts[0]), parts.count > 1 ? String(parts[1]) : "true")
      return yes
    }
  }

  static func favorite(yes: String, no: String) -> Slot { mark("favorite", yes: yes, no: no) }

  // MARK: Moments and typed values

  /// A moment, in seconds, milliseconds, or as a date of ISO 8601.
  static func moment(_ place: String, _ form: MomentForm) -> Slot {
    Slot { item in
      guard !item.random.oneIn(4) else { return "" }
      let (seconds, text) = form.pick(&item.random)
      item.facts.say(place, seconds)
      return text
    }
  }

  /// One of some texts, each with what it says.
  static func choice(_ place: String, _ texts: [(text: String, value: String)]) -> Slot {
    Slot { item in
      guard !item.random.oneIn(4) else { return "" }
      let (text, value) = item.random.pick(texts)
      item.facts.say(place, value)
      return text
    }
  }

  /// A country, as a code or in words.
  static func country(_ place: String) -> Slot {
    choice(place, [("IE", "IE"), ("ie", "IE"), ("Ireland", "Ireland"), ("Deutschland", "Deutschland")])
  }

  /// A day that can be only one.
  static func day(_ place: String) -> Slot {
    choice(place, [("2020-05-06", "2020-05-06"), ("1980-03-14", "1980-03-14"), ("1999-12-31", "1999-12-31")])
  }

  /// The expiry of a card.
  static func expiry(
    _ texts: [(text: String, value: String)] = [("11/2031", "2031-11"), ("01/2030", "2030-01")]
  ) -> Slot {
    choice("credit-card.expiryDate", texts)
  }

  /// The month of an expiry whose year comes later.
  static let cardMonth = Slot { item in
    let month = item.random.int(1...12)
    item.memory["month"] = month < 10 ? "0\(month)" : "\(month)"
    return "\(month)"
  }

  /// The year of an expiry whose month came before.
  static func cardYear(short: Bool = false) -> Slot {
    Slot { item in
      let year = item.random.int(2024...2039)
      item.facts.say("credit-card.expiryDate", "\(year)-\(item.memory["month"] ?? "")")
      return short ? "\(year % 100)" : "\(year)"
    }
  }
}

/// How a dialect writes a moment.
enum MomentForm: Sendable {
  case seconds, milliseconds
  case dates([(seconds: String, text: String)])

  /// RFC 3339.
  static let iso = MomentForm.dates([
    ("1700000000", "2023-11-14T22:13:20Z"), ("951782400", "2000-02-29T00:00:00Z"),
  ])

  func pick(_ random: inout SeededGenerator) -> (seconds: String, text: String) {
    let seconds = random.int(1_000_000_000...1_900_000_000)
    switch self {
    case .seconds: return ("\(seconds)", "\(seconds)")
    case .milliseconds: return ("\(seconds)", "\(seconds)\(random.int(100...999))")
    case .dates(let dates): return random.pick(dates)
    }
  }
}

/// Secrets as Base32 without padding.
enum Base32Text {
  static func random(_ random: inout SeededGenerator) -> String {
    random.text(16...16, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
  }
}
