internal import CXFKeePass
internal import CredentialExchangeFormat

/// Which entries others refer to, by `{REF:P@I:…}` and the like: without them those would be empty.
struct EntryReferences {
  private let document: KeePassDocument
  private let places: KeePassPlaces

  init(_ document: KeePassDocument, _ places: KeePassPlaces) {
    self.document = document
    self.places = places
  }

  /// The keys of entries that are referred to.
  ///
  /// - Parameter gone: keys of entries whose own references do not count.
  func targets(without gone: Set<[UInt8]>) -> Set<[UInt8]> {
    var searches: Set<Search> = []
    for entry in places.entries where !gone.contains(entry.key) {
      for string in document.xml.children(of: entry.element, named: "String") {
        guard let value = document.xml.child(of: string, named: "Value") else { continue }
        Self.collect(document.bytes(of: value), into: &searches)
      }
    }
    guard !searches.isEmpty else { return [] }
    return Set(places.entries.filter { entry in searches.contains { finds(entry, $0) } }.map(\.key))
  }

  /// What a reference looks for.
  private struct Search: Hashable {
    /// A letter in lower case.
    var field: UInt8
    /// In lower case.
    var text: [UInt8]
  }

  private static let mark = Array("{ref:".utf8)

  private static func collect(_ value: [UInt8], into searches: inout Set<Search>) {
    guard value.contains(UInt8(ascii: "{")) else { return }
    let text = value.map(lower)
    var index = 0
    while index + mark.count + 5 <= text.count {
      guard text[index...].starts(with: mark) else {
        index += 1
        continue
      }
      let inner = text[(index + mark.count)...].prefix { $0 != UInt8(ascii: "}") }
      let parts = Array(inner)
      if parts.count > 4, parts[1] == UInt8(ascii: "@"), parts[3] == UInt8(ascii: ":") {
        searches.insert(Search(field: parts[2], text: Array(parts[4...])))
      }
      index += mark.count
    }
  }

  /// Whether a search may end at an entry. Of several that it finds, programs differ in which one they take.
  private func finds(_ entry: KeePassPlaces.Entry, _ search: Search) -> Bool {
    if search.field == UInt8(ascii: "i") { return Self.hexadecimal(entry.key) == search.text }
    let name = Self.fields[search.field]
    return document.xml.children(of: entry.element, named: "String").contains { string in
      let key = document.text(of: string, child: "Key") ?? ""
      guard name.map({ $0 == key }) ?? (search.field == UInt8(ascii: "o")),
        let value = document.xml.child(of: string, named: "Value")
      else { return false }
      return Self.contains(document.bytes(of: value).map(Self.lower), search.text)
    }
  }

  private static let fields: [UInt8: Text] = [
    UInt8(ascii: "t"): "Title", UInt8(ascii: "u"): "UserName", UInt8(ascii: "p"): "Password",
    UInt8(ascii: "a"): "URL", UInt8(ascii: "n"): "Notes",
  ]

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard !part.isEmpty, text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
