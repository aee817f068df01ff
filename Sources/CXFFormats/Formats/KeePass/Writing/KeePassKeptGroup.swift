internal import CredentialExchangeFormat

/// What a collection has and a group of KeePass has no place for, as one text in the custom data of the group.
struct KeePassKeptGroup {
  static let key: Text = "cxf-toolkit.alt/collection"

  /// The collection, without those in it.
  var collection: ItemCollection
  /// The numbers of the links whose items are entries of the group.
  var placed: [Int]
  /// Digests of the name and the notes of the group, as long as which those of the collection count.
  private var name: Text
  private var notes: Text

  init(collection: ItemCollection, placed: [Int], name: Text, notes: Text) {
    self.collection = collection
    self.placed = placed
    self.name = KeePassKept.digest(name)
    self.notes = KeePassKept.digest(notes)
  }

  var datum: KeePassEntryContent.Datum {
    let encoded = CXFEncoder().encode(collection)
    let json = JSONWriter.text(indented: false, estimate: encoded.count + 128) { writer in
      writer.beginObject()
      writer.name("version")
      writer.integer(1)
      writer.name("name")
      writer.string(name)
      writer.name("notes")
      writer.string(notes)
      writer.name("placed")
      writer.beginArray()
      for place in placed {
        writer.element()
        writer.integer(place)
      }
      writer.endArray()
      writer.name("collection")
      writer.fragment(encoded)
      writer.endObject()
    }
    return .init(key: Self.key, value: KeePassKept.safe(json))
  }

  /// Reads the text; nil for any that was not written like this.
  init?(_ text: Text) {
    guard let json = KeePassKept.json(text), let root = SourceRecord(kept: json)?.root,
      root.peek("version") == KeePassKept.version, let view = root["collection"],
      let range = JSONEdits.range(of: view, in: json), let name = root.peek("name"),
      let notes = root.peek("notes"),
      let collection = Array(json[range]).withUnsafeBufferPointer({ CXFDecoder.collection($0) })
    else { return nil }
    self.collection = collection
    self.name = name
    self.notes = notes
    placed = root.elements("placed").compactMap { $0.peek.flatMap { Int($0.string) } }
  }

  /// Joins what was kept with what the group says now.
  ///
  /// - Parameter items: the items whose entries are in the group, in order.
  func joined(name: Text, notes: Text, items: [Identifier]) -> ItemCollection {
    var result = collection
    if KeePassKept.digest(name) != self.name { result.title = name }
    if KeePassKept.digest(notes) != self.notes { result.subtitle = notes.isEmpty ? nil : notes }
    let here = Set(items)
    let placed = Set(placed)
    // An entry that was moved is in another group now; links beside entries are as they were.
    result.items = result.items.enumerated().filter { place, link in
      !placed.contains(place) || here.contains(link.item)
    }.map(\.element)
    let linked = Set(result.items.map(\.item))
    result.items += items.filter { !linked.contains($0) }.map { LinkedItem(item: $0) }
    return result
  }
}

/// What an account has and a KeePass database has no place for, as one text in the custom data of the database.
enum KeePassKeptAccount {
  static let key: Text = "cxf-toolkit.alt/account"

  /// The text for an account; nil where it says nothing.
  static func datum(_ account: Account) -> KeePassEntryContent.Datum? {
    guard account != Account(id: account.id) || !account.id.isEmpty else { return nil }
    let encoded = CXFEncoder().encode(account)
    let json = JSONWriter.text(indented: false, estimate: encoded.count + 32) { writer in
      writer.beginObject()
      writer.name("version")
      writer.integer(1)
      writer.name("account")
      writer.fragment(encoded)
      writer.endObject()
    }
    return .init(key: key, value: KeePassKept.safe(json))
  }

  /// The account in a text; nil for any text that was not written like this.
  static func account(_ text: Text) -> Account? {
    guard let json = KeePassKept.json(text), let root = SourceRecord(kept: json)?.root,
      root.peek("version") == KeePassKept.version, let view = root["account"],
      let range = JSONEdits.range(of: view, in: json)
    else { return nil }
    return Array(json[range]).withUnsafeBufferPointer { CXFDecoder.account($0) }
  }
}
