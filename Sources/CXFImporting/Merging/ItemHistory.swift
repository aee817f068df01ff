internal import CXFFormats
internal import CredentialExchangeFormat

/// What an item remembers of values that no longer stand in it, or never did (`Schemas/README.md`).
struct ItemHistory {
  private var content: ToolkitContent
  private var passwords: Set<Text>
  private var values: Set<PlacedValue>
  private var unproven: Set<Text>
  private var newPasswords: [[UInt8]] = []
  private var newValues: [[UInt8]] = []
  private var newMarks: [[UInt8]] = []

  /// Reads the history of an item.
  init(of item: Item) {
    content = ToolkitContent(.history, of: item)
    passwords = Set(content.elements("passwords").compactMap { $0.texts["password"] })
    values = Set(
      content.elements("values").compactMap { element in
        guard let place = element.texts["place"], let value = element.texts["value"] else { return nil }
        return PlacedValue(place: place, value: value)
      })
    unproven = Self.marks(content)
  }

  /// The marks of secrets that came into the item without proof.
  static func unprovenMarks(of item: Item) -> Set<Text> { marks(ToolkitContent(.history, of: item)) }

  private static func marks(_ content: ToolkitContent) -> Set<Text> {
    Set(content.elements("unproven").compactMap { $0.texts[""] })
  }

  /// Whether a value is remembered.
  func contains(_ leaf: PlacedValue) -> Bool {
    leaf.isPassword && passwords.contains(leaf.value) || values.contains(leaf)
  }

  /// Remembers a value, unless it is remembered already.
  ///
  /// - Parameter at: when it was last in use, if that is known.
  mutating func add(_ leaf: PlacedValue, at time: Timestamp?) {
    guard !contains(leaf) else { return }
    var writer = JSONWriter()
    writer.beginObject()
    if leaf.isPassword {
      passwords.insert(leaf.value)
      writer.name("password")
      writer.string(leaf.value)
      if let time {
        writer.name("usedAt")
        writer.unsigned(time.secondsSince1970)
      }
      writer.endObject()
      newPasswords.append(writer.bytes)
    } else {
      values.insert(leaf)
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
    guard unproven.insert(mark).inserted else { return }
    var writer = JSONWriter()
    writer.string(mark)
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
