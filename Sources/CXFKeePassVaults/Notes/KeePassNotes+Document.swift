internal import CXFArchiving
internal import CXFCrypto
internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

extension KeePassNotes {
  /// The key in the custom data of the database; further parts have a number behind it.
  static let key: Text = "cxf-toolkit.alt/vault"
  /// The most characters of one value, so that no program has to hold all of it as one text.
  private static let partCount = 1 << 20
  /// The most bytes that notes may have.
  private static let limit = 1 << 30

  private static func key(_ number: Int) -> Text { number == 0 ? key : Text("\(key.string).\(number)") }

  /// What a document holds of notes.
  enum Found {
    case none
    case notes(KeePassNotes)
    /// There are some, and they cannot be read.
    case damaged
  }

  /// Looks for notes in a document.
  static func find(in document: KeePassDocument) -> Found {
    let items = items(in: document)
    guard let first = items.first else { return .none }
    var text: [UInt8] = []
    for number in 0..<items.count {
      guard let item = number == 0 ? first : items.first(where: { $0.number == number }) else {
        return .damaged
      }
      text += document.xml.child(of: item.element, named: "Value").map { document.bytes(of: $0) } ?? []
    }
    guard let packed = try? Base64.decode(text[...]), let bytes = try? Gzip.unpack(packed, limit: limit),
      let notes = KeePassNotes(bytes)
    else { return .damaged }
    return .notes(notes)
  }

  /// The elements that hold notes, by number.
  private static func items(in document: KeePassDocument) -> [(number: Int, element: Int)] {
    guard let meta = document.meta else { return [] }
    var found: [(number: Int, element: Int)] = []
    for data in document.xml.children(of: meta, named: "CustomData") {
      for item in document.xml.children(of: data, named: "Item") {
        guard let key = document.text(of: item, child: "Key") else { continue }
        if key == self.key {
          found.append((0, item))
        } else if key.utf8.starts(with: (self.key.string + ".").utf8),
          let number = Int(String(decoding: key.utf8.dropFirst(self.key.utf8.count + 1), as: UTF8.self))
        {
          found.append((number, item))
        }
      }
    }
    return found.sorted { $0.number < $1.number }
  }

  /// Puts the notes into a document, in the place of those that are there.
  ///
  /// - Throws: `KeePassEditError`; `VaultError.storage` where they cannot be packed.
  func write(to edits: inout KeePassEdits, _ document: KeePassDocument) throws {
    guard let packed = try? Gzip.pack(encoded) else { throw VaultError.storage("the notes cannot be packed") }
    let text = Array(Base64.encode(packed).utf8)
    for item in Self.items(in: document) { edits.remove(item.element) }
    var fragment = KeePassFragment()
    for (number, start) in stride(from: 0, to: text.count, by: Self.partCount).enumerated() {
      let part = text[start..<min(start + Self.partCount, text.count)]
      fragment.append(
        try .element(
          "Item", [:],
          [
            .element("Key", text: Self.key(number)),
            .element("Value", text: Text(String(decoding: part, as: UTF8.self))),
          ]))
    }
    guard let meta = document.meta else { throw KeePassEditError.malformed(.structure) }
    if let data = document.xml.child(of: meta, named: "CustomData") {
      edits.append(fragment, to: data)
    } else {
      edits.append(try .element("CustomData", [:], [fragment]), to: meta)
    }
  }
}
