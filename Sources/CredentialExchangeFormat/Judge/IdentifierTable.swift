/// The identifiers of a document, where they stand in its text: which are taken, and what refers to them.
struct IdentifierTable {
  /// What an identifier belongs to.
  enum Kind: UInt8 {
    case account
    case collection
    case item
    case group
    case field
    case file
    /// A passkey by relying party and credential id, which is no identifier of CXF.
    case passkey
    /// A passkey by relying party and user handle.
    case passkeyUser
  }

  /// The text of an identifier: in the document, or from -1 downwards among those that were repaired.
  struct Key {
    let start: Int
    let count: Int
  }

  private struct Entry {
    let hash: Int
    let key: Key
    let space: Int
    let kind: Kind
    let value: Int
  }

  private let text: UnsafeBufferPointer<UInt8>
  /// Identifiers that do not stand in the text in their exact form.
  private var repaired: [[UInt8]] = []
  private var entries: [Entry] = []
  /// Places in `entries` plus one, by hash; a power of two.
  private var slots: [Int32] = Array(repeating: 0, count: 64)

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Returns a key for bytes that do not stand in the text.
  mutating func key(for bytes: [UInt8]) -> Key {
    repaired.append(bytes)
    return Key(start: -repaired.count, count: bytes.count)
  }

  private func withBytes<Result>(_ key: Key, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if key.start >= 0 {
      return body(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[key.start..<key.start + key.count])))
    }
    return repaired[-key.start - 1].withUnsafeBytes(body)
  }

  private func hash(_ key: Key, _ space: Int) -> Int {
    // Seeded at random for each run, so that no document can be made to collide.
    var hasher = Hasher()
    hasher.combine(space)
    withBytes(key) { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  private func isSame(_ left: Key, _ right: Key) -> Bool {
    guard left.count == right.count else { return false }
    return withBytes(left) { left in withBytes(right) { right in left.elementsEqual(right) } }
  }

  /// Returns the kind under which an identifier is taken in a space, which is an account, and the value given then.
  func entry(of key: Key, in space: Int) -> (kind: Kind, value: Int)? {
    let found = entries.isEmpty ? 0 : slots[slot(of: key, hash(key, space), in: space)]
    guard found != 0 else { return nil }
    let entry = entries[Int(found) - 1]
    return (entry.kind, entry.value)
  }

  /// Takes an identifier; returns the kind under which it was taken already.
  mutating func take(_ key: Key, as kind: Kind, in space: Int, value: Int = 0) -> Kind? {
    if entries.count * 2 >= slots.count { grow() }
    let hash = hash(key, space)
    let slot = slot(of: key, hash, in: space)
    if slots[slot] != 0 { return entries[Int(slots[slot]) - 1].kind }
    entries.append(Entry(hash: hash, key: key, space: space, kind: kind, value: value))
    slots[slot] = Int32(truncatingIfNeeded: entries.count)
    return nil
  }

  /// Returns the slot of an identifier, or the empty one where it would go.
  private func slot(of key: Key, _ hash: Int, in space: Int) -> Int {
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, entry.space == space, isSame(entry.key, key) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for index in entries.indices {
      var slot = entries[index].hash & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index + 1)
    }
  }
}
