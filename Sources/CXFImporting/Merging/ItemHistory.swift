internal import CXFFormats
internal import CredentialExchangeFormat

/// What an item remembers of values that no longer stand in it, or never did (`Schemas/README.md`).
struct ItemHistory {
  private var content: ToolkitContent
  private var newPasswords: [[UInt8]] = []
  private var newValues: [[UInt8]] = []
  private var newMarks: [[UInt8]] = []

  /// Reads the history of an item.
  init(of item: Item) { content = ToolkitContent(.history, of: item) }

  /// The marks of secrets that came into the item without proof.
  static func unprovenMarks(of item: Item) -> Set<Text> { marks(ToolkitContent(.history, of: item)) }

  private static func marks(_ content: ToolkitContent) -> Set<Text> {
    Set(content.elements("unproven").compactMap { $0.texts[""] })
  }

  /// Whether a value is remembered.
  ///
  /// The text is searched for what `add` writes, since a history can be long and is looked at for each item that joins. One
  /// that another program wrote in another order is not recognised, and the value is remembered once more.
  func contains(_ leaf: PlacedValue) -> Bool {
    leaf.isPassword && holds(Self.beginning(password: leaf.value), "passwords", newPasswords)
      || holds(Self.beginning(leaf), "values", newValues)
  }

  private func holds(_ beginning: [UInt8], _ list: Text, _ new: [[UInt8]]) -> Bool {
    // Behind the value stands the next member or the end.
    [UInt8(ascii: "}"), UInt8(ascii: ",")].contains { end in
      let needle = beginning + [end]
      return content.json(list).map { ByteSearch.occurs(needle, in: $0) } == true
        || new.contains { ByteSearch.occurs(needle, in: $0) }
    }
  }

  private static func beginning(password: Text) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("password")
    writer.string(password)
    return writer.bytes
  }

  private static func beginning(_ leaf: PlacedValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("place")
    writer.string(leaf.place)
    writer.name("value")
    writer.string(leaf.value)
    return writer.bytes
  }

  /// Remembers a value, unless it is remembered already.
  ///
  /// - Parameter at: when it was last in use, if that is known.
  mutating func add(_ leaf: PlacedValue, at time: Timestamp?) {
    guard !contains(leaf) else { return }
    var writer = JSONWriter()
    writer.beginObject()
    if leaf.isPassword {
      writer.name("password")
      writer.string(leaf.value)
      if let time {
        writer.name("usedAt")
        writer.unsigned(time.secondsSince1970)
      }
      writer.endObject()
      newPasswords.append(writer.bytes)
    } else {
      writer.name("place")
      writer.string(leaf.place)
      writer.name("value")
      writer.string(leaf.value)
      if let time {
        writer.name("at")
        writer.unsigned(time.secondsSince1970)
      }
      writer.endObject()
      newValues.append(writer.bytes)
    }
  }

  /// Remembers that a secret came in without proof.
  mutating func addUnproven(_ mark: Text) {
    var writer = JSONWriter()
    writer.string(mark)
    guard !newMarks.contains(writer.bytes), !Self.marks(content).contains(mark) else { return }
    newMarks.append(writer.bytes)
  }

  /// Writes the history into the item it was read from, if something is new.
  func write(into item: inout Item) {
    guard !newPasswords.isEmpty || !newValues.isEmpty || !newMarks.isEmpty else { return }
    var content = content
    content.append(newPasswords, to: "passwords")
    content.append(newValues, to: "values")
    content.append(newMarks, to: "unproven")
    item.set(.history, content)
  }
}

/// A value with the dotted name of its place in an item.
struct PlacedValue: Hashable {
  var place: Text
  var value: Text

  /// Whether it was the password of a login, which has a list of its own.
  var isPassword: Bool { place == "basic-auth.password" }
}
