import CXFFormats
import CredentialExchangeFormat

/// What a vault says of an item: a text `place=value` for each value, as often as it stands there.
///
/// Texts compare by bytes, so that a value in another Unicode spelling is another value.
struct Facts: Hashable, CustomStringConvertible {
  private(set) var counts: [Text: Int] = [:]

  init(_ facts: [Text] = []) { for fact in facts { counts[fact, default: 0] += 1 } }

  /// Notes a value; an empty one is none.
  mutating func say(_ place: String, _ value: String) {
    guard !value.utf8.isEmpty else { return }
    let fact = Text("\(place)=\(value)")
    // An item is in a folder or is not.
    counts[fact] = place == "folder" ? 1 : counts[fact, default: 0] + 1
  }

  func says(_ place: String) -> Bool { counts.keys.contains { $0.utf8.starts(with: (place + "=").utf8) } }

  mutating func forget(_ place: String) {
    counts = counts.filter { !$0.key.utf8.starts(with: (place + "=").utf8) }
  }

  /// What these have more than others, for messages.
  func beyond(_ other: Facts) -> [String] {
    counts.filter { $0.value > other.counts[$0.key, default: 0] }.map { $0.key.string.debugDescription }
      .sorted()
  }

  var description: String { counts.keys.map { $0.string.debugDescription }.sorted().joined(separator: ", ") }
}

/// Reads the facts of each item out of a CXF document.
///
/// By the toolkit's own reader: Foundation's leaves U+FEFF out of texts.
struct VaultFacts {
  private let accounts: [SourceView]

  init(_ document: [UInt8]) throws {
    let record = try document.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      return try SourceRecord(&cursor, rules: .none)
    }
    accounts = record.root.elements("accounts")
  }

  /// What each item says, in the order of the document.
  var items: [Facts] {
    accounts.flatMap { account -> [Facts] in
      var folders: [Text: [String]] = [:]
      walk(account.elements("collections"), []) { collection, path in
        for link in collection.elements("items") {
          folders[link.peek("item") ?? "", default: []].append(path)
        }
      }
      return account.elements("items").map { facts($0, folders[$0.peek("id") ?? ""] ?? []) }
    }
  }

  /// The paths of all folders, those without items too.
  var folders: Set<Text> {
    var paths: Set<Text> = []
    for account in accounts {
      walk(account.elements("collections"), []) { _, path in paths.insert(Text(path)) }
    }
    return paths
  }

  /// How a path of folders stands in a fact.
  static func path(_ names: [String]) -> String { names.joined(separator: " › ") }

  private func walk(_ collections: [SourceView], _ path: [String], _ visit: (SourceView, String) -> Void) {
    for collection in collections {
      let names = path + [collection.peek("title")?.string ?? ""]
      visit(collection, Self.path(names))
      walk(collection.elements("subCollections"), names, visit)
    }
  }

  private func facts(_ item: SourceView, _ folders: [String]) -> Facts {
    var facts = Facts()
    func say(_ place: String, _ view: SourceView?) { facts.say(place, view?.peek?.string ?? "") }
    for (member, place) in Self.members { say(place, item[member]) }
    for url in item["scope"]?.elements("urls") ?? [] { say("url", url) }
    for app in item["scope"]?.elements("androidApps") ?? [] { say("app", app["bundleId"]) }
    for tag in item.elements("tags") { say("tag", tag) }
    for folder in folders { facts.say("folder", folder) }
    for entry in item.elements("extensions") { say("extension", entry["name"]) }
    for entry in item.elements("credentials") { credential(entry, &facts) }
    return facts
  }

  private static let members: KeyValuePairs<Text, String> = [
    "title": "title", "subtitle": "subtitle", "creationAt": "created", "modifiedAt": "modified",
    "favorite": "favorite",
  ]

  private func credential(_ credential: SourceView, _ facts: inout Facts) {
    let type = credential.peek("type")?.string ?? ""
    switch type {
    case "custom-fields":
      let heading = credential.peek("label").map { $0.string + "/" } ?? ""
      for field in credential.elements("fields") {
        facts.say("field \(heading)\(field.peek("label")?.string ?? "")", field.peek("value")?.string ?? "")
      }
    case "totp":
      let parts: [Text] = ["secret", "period", "digits", "algorithm", "issuer", "username"]
      facts.say("code", parts.map { credential.peek($0)?.string ?? "" }.joined(separator: " "))
    default:
      for member in credential.children where member.name != "type" {
        let name = "\(type).\(member.name.string)"
        facts.say(Self.names[name] ?? name, (member.peek("value") ?? member.peek)?.string ?? "")
      }
    }
  }

  /// Places that nearly all dialects have, by shorter names.
  private static let names = [
    "basic-auth.username": "username", "basic-auth.password": "password", "note.content": "note",
  ]
}
